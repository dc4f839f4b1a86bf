"""The description of the HTTP API: answers are as it says, and its examples run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.engine.irregularities import Role
from croupier.server.app import DOCUMENT, OPERATIONS
from croupier.server.http.operation import PLAYER
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from croupier.wire.house import DEFAULT
from tests.support.http_callers import OF_ROLE, SCHEMA, Server, founded, serving
from tests.support.server_process import Served
from tools.markdown import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.http.operation import AnyOperation


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[Server]:
    folder = founded(tmp_path)
    with serving(folder) as made:
        THERE["ticket"] = made.as_("p1").post("/api/cash-out", cents=100)[1]["ticket"]
        assert made.as_("s1").post("/api/corrections", player="p1", cents=1, reason="x")[0] == 200
        assert made.as_("p1").post("/api/tables/t1/rounds/1/dispute", reason="x")[0] == 200
        yield made
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, made.house.keys.public)) == []
    store.close()


THERE: dict[str, str | int] = {
    "game": "baccarat",
    "clause": "3.6",
    "shoe": "t2-1",
    "id": "0" * 64,
    "name": "p1",
    "number": 1,
    "table": "t1",
}
"""What stands in paths where there is such a thing."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


RIGHT, WRONG_WAY = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_whatever_is_sent_the_answer_is_as_described(
    fuzzed: Server, operation: AnyOperation
) -> None:
    """Requests made from the description, right and wrong, as a shift manager or a player."""
    if operation.path in {"/api/lock", "/api/sign-out", "/api/events"}:  # which goes on for good
        return
    role = Role.PLAYER if operation.may == PLAYER else Role.SHIFT_MANAGER
    cookies = {"croupier": fuzzed.as_(OF_ROLE[role]).cookie}
    described = SCHEMA[operation.path][operation.method]

    kinds = [described.as_strategy(generation_mode=RIGHT)]
    if operation.takes or operation.query or operation.place:
        kinds.append(described.as_strategy(generation_mode=WRONG_WAY))
    if operation.place:
        there = {name: THERE.get(name, "1") for name in operation.place.__struct_fields__}
        kinds.append(described.as_strategy(generation_mode=RIGHT, path_parameters=there))

    @settings(
        max_examples=4 * len(kinds),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=one_of(kinds))
    def try_it(case: Any) -> None:  # noqa: ANN401 - a request as schemathesis makes it
        answered = case.call(base_url=fuzzed.url, session=fuzzed.session, cookies=cookies)
        case.validate_response(answered, checks=CHECKS)

    try_it()


def test_what_the_house_sends_has_all_its_fields() -> None:
    """And what it is sent may leave out what has a default."""
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["Own"]["required"] == list(schemas["Own"]["properties"])
    assert schemas["Watch"]["required"] == ["type", "table"]


def test_the_page_s_examples_run(tmp_path: Path) -> None:
    """Against `croupier serve` itself; betting takes a second."""
    (tmp_path / "house").mkdir()
    shorter = "least_betting_seconds = 1\nbetting_seconds = 1"
    plan = re.sub(r"(?m)^betting_seconds = \d+", shorter, DEFAULT.read_text("utf-8"))
    (tmp_path / "house" / "house.toml").write_text(plan, "utf-8")
    text = (DOCS / "api.md").read_text("utf-8")
    [shell], [script] = (block(kind).findall(text) for kind in ("sh", "python"))
    file = tmp_path / "example.py"
    file.write_text(script, "utf-8")
    house = Served(tmp_path / "house")
    try:
        asked = [sys.executable, str(file), house.url]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(EXAMPLE_SAYS, done.stdout), done.stdout
        if not shutil.which("curl"):
            return
        lines = shell.replace("http://127.0.0.1:8000", house.url)
        command = ["sh", "-ec", lines.replace("\n", "; echo\n")]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [told[1]["balance_cents"], told[2]["balance_cents"]] == [250_000, 250_000]
        assert told[4] == {"ticket": told[5][0]["ticket"], "cents": 20_000}
    finally:
        house.kill()


def block(kind: str) -> re.Pattern[str]:
    return re.compile(rf"```{kind}\n(.*?)```", re.DOTALL)


EXAMPLE_SAYS = r"player: \w+, \d+ back, by \[.+\]\nticket [a-z2-7-]{24} over 100000 cents\n"


def test_every_operation_is_described_once() -> None:
    names = [one.name for one in OPERATIONS]
    assert len(set(names)) == len(names)
    ids = [one["operationId"] for path in DOCUMENT["paths"].values() for one in path.values()]
    assert len(set(ids)) == len(ids) == len(names)
