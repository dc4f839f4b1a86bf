"""The table of what to edit names every register that has to cover a closed list."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, get_args

import pytest

import croupier
from croupier.engine.irregularities import IRREGULARITIES, Remedy
from croupier.engine.refusals import Policy, Refused
from croupier.server import app
from croupier.server.app import OPERATIONS
from croupier.server.http import operation
from croupier.server.http.api import tables
from croupier.server.http.pages import PLACES
from croupier.table.commands import AnyCommand
from croupier.table.events import AnyEvent
from croupier.table.meter import AnyMeterEvent
from croupier.table.views import Limits
from tests.support import http_callers
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

LATE = "from __future__ import annotations\n"
SOURCE = Path(croupier.__file__).parent
NAMED = re.compile(r"`([a-z_/]+\.py:[A-Z_]+)`")
LISTS: dict[str, set[Any]] = {
    "an irregularity": set(IRREGULARITIES),
    "a remedy": set(Remedy) - {Remedy.SHIFT_MANAGER_DECIDES},
    "a refusal": set(Policy),
    "a command": set(get_args(AnyCommand)),
    "an event": set(get_args(AnyEvent)),
    "an event of the meter": set(get_args(AnyMeterEvent)),
}


@cache
def by_name() -> dict[str, set[object]]:
    return dict(registers())


def registers() -> Iterator[tuple[str, set[object]]]:
    """Dictionaries that are written out in the program, with what they have rows for."""
    for folder in ("engine", "table", "server", "guide", "sim"):
        for file in sorted((SOURCE / folder).rglob("*.py")):
            place = file.relative_to(SOURCE)
            module = import_module(".".join(("croupier", *place.with_suffix("").parts)))
            for one in ast.parse(file.read_text(encoding="utf-8")).body:
                match one:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict())
                        | ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict())
                    ):
                        yield f"{place}:{name}", set(getattr(module, name))


@pytest.mark.slow
@pytest.mark.parametrize("row", LISTS)
def test_every_register_of_a_list_is_named(row: str) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [told] = re.findall(rf"^\| {row} \| (.*?) \|", text, re.MULTILINE)
    whole = {name for name, rows in by_name().items() if rows >= LISTS[row]}
    assert whole
    assert whole <= set(NAMED.findall(told))


def test_the_operation_of_the_first_hour_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The function, its row and its test are run as the page shows them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    function, test = map(
        dedent, re.findall(r"^   ```python\n(.*?)^   ```$", text, re.DOTALL | re.MULTILINE)
    )
    names = {**vars(tables), **vars(operation), "Limits": Limits, "Refused": Refused}
    exec(LATE + function, names)  # noqa: S102 - our own page
    monkeypatch.setattr(app, "OPERATIONS", (*OPERATIONS, *names["OPERATIONS"]))
    asked = {"Server": http_callers.Server, "Caller": http_callers.Caller}
    exec(LATE + test, asked)  # noqa: S102 - our own page
    with http_callers.serving(http_callers.founded(tmp_path)) as server:
        asked["test_anybody_reads_the_limits_of_a_table"](server)


def test_every_row_links_to_an_example() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = text.partition("## Adding something else")[2].partition("\n## ")[0].splitlines()
    rows = [row for row in rows if row.startswith("| ") and not row.startswith("| to add ")]
    assert len(rows) > len(LISTS)
    for row in rows:
        example = re.search(r"\| \[`([^`]+)`\]\(([^)]+)\) \|$", row)
        assert example, row
        assert example[1] in (ROOT / example[2]).read_text(encoding="utf-8"), example[0]


def test_every_page_has_its_address_on_both_sides() -> None:
    app = (ROOT / "ui" / "src" / "App.svelte").read_text(encoding="utf-8")
    pages = {file.name for file in (ROOT / "ui" / "src" / "pages").glob("*.svelte")}
    assert set(re.findall(r"import\('\./pages/(\w+\.svelte)'\)", app)) == pages
    assert set(re.findall(r"/\^\\/([a-z-]+)", app)) <= set(PLACES)


def test_every_subject_of_operations_is_served() -> None:
    subjects = {file.stem for file in (SOURCE / "server" / "http" / "api").glob("[a-z]*.py")}
    served = {one.handler.__module__.rpartition(".")[2] for one in OPERATIONS}
    assert subjects <= served
