"""What is measured of this installation: each part of it, small, as text, JSON and a page."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.benches import parts
from croupier.benches.figures import Figure, Part, Report
from croupier.benches.machine import machine
from croupier.benches.page import cells, number, page
from croupier.games import GAMES
from tests.bench.ending import ended

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked

SMALL = {
    "starting.TRIES": 1,
    "settling.ROUNDS": 5,
    "by_columns.ROUNDS": 50,
    "by_columns.ASKED_SINGLY": 5,
    "simulating.ROUNDS": 1 << 12,
    "simulating.FEW": 1 << 10,
    "evenings.ROUNDS": 1,
    "shoes.SHOES": 20,
    "environments.SECONDS": 0.001,
    "environments.MANY": (2, 4),
    "tables.AT_ONCE": 2,
    "interrupted.DEALS": 2,
    "wagers.WAGERS": 64,
    "journals.EVENTS": 1,
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in SMALL.items():
        monkeypatch.setattr(f"croupier.benches.{name}", size)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "figures", "of_each_game", "has_reference"),
    [
        ("start", 5, False, True),
        ("settle", 10, True, True),
        ("columns", 5, True, True),
        ("simulate", 5, True, True),
        ("table", 5, True, False),
        ("established", 5, True, False),
        ("wagers", 4, False, True),
        ("verify", 1, False, False),
        ("shoe", 2, False, False),
        ("gym", 13, False, True),
        ("players", 26, True, True),
    ],
)
def test_each_part(name: str, figures: int, *, of_each_game: bool, has_reference: bool) -> None:
    part = parts.part(name)
    assert (part.name, part.left_out, len(part.figures)) == (name, "", figures)
    assert all(one.value > 0 for one in part.figures)
    assert bool(part.reference) == any(one.ratio for one in part.figures) == has_reference
    if of_each_game:
        named = dict.fromkeys(one.measure.partition(",")[0] for one in part.figures)
        assert list(named) == [game.name for game in GAMES]


def test_all_parts_are_tried_here() -> None:
    tried = test_each_part.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert [name for name, *_ in tried] == list(parts.BENCHES)


@pytest.mark.usefixtures("small")
def test_what_is_answered(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    file = tmp_path / "bench.html"
    status, out, err = ask("bench", "table", "established", "--json", "--html", file)
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert [part["name"] for part in told["parts"]] == ["table", "established"]
    assert told["machine"]["croupier"] == croupier.__version__
    shown = file.read_text(encoding="utf-8")
    assert shown.count("<h2>") == 2
    status, out, _ = ask("bench", "verify", "--html", file)
    assert (status, out) == (2, "")
    status, out, _ = ask("bench", "verify")
    assert (status, "audit verify of " in out, "a second, small writes" in out) == (0, True, True)


def test_nonsense_is_answered_in_one_line(ask: Callable[..., Asked]) -> None:
    names = ", ".join(parts.BENCHES)
    assert ask("bench", "flight") == (2, "", f"no bench is called 'flight'; there are {names}\n")
    assert ask("bench", "--seconds", "0") == (2, "", "seconds: 1 to 3,600\n")


def test_no_part_is_begun_once_the_time_is_over() -> None:
    begun: list[str] = []
    found = parts.report(("verify",), 0, begun.append)
    title = "A house's journal verified, in processor time"
    said = "left out: the 0 seconds are over"
    assert found.parts == (Part(name="verify", title=title, left_out=said),)
    assert begun == [title]


def test_a_part_that_lacks_something_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "croupier.benches.journals", None)
    part = parts.part("verify")
    assert (part.figures, part.left_out[:10]) == ((), "left out: ")
    missing = ModuleNotFoundError("No module named 'cryptography'", name="cryptography.x509")
    monkeypatch.setattr(parts, "import_module", raising(missing))
    said = "left out: needs croupier[server]: pip install 'croupier[server]'"
    assert parts.part("verify").left_out == said


def raising(error: ImportError) -> Callable[[str], object]:
    def imported(_name: str) -> object:
        raise error

    return imported


def test_a_figure_as_it_is_shown() -> None:
    figure = Figure(measure="a < b", value=1234.5, unit="a second", reference=2469.0, goal="1")
    assert cells(figure) == ("a < b", "1,234 a second", "2,469", "0.5", "1")
    assert [number(one) for one in (0.01234, 5.678, 99.96, 1e6)] == [
        "0.0123",
        "5.68",
        "100",
        "1,000,000",
    ]
    part = Part(name="x", title="x & y", figures=(figure,), reference="z")
    shown = b"".join(page(Report(machine=machine(), parts=(part,)))).decode()
    assert "<h2>x &amp; y</h2>" in shown
    assert "<td>a &lt; b</td>" in shown


def test_who_interrupts_it_gets_one_line(
    ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.benches.settling.tried", interrupted)
    assert ask("bench", "settle") == (130, "", "interrupted\n")
    with pytest.raises(SystemExit):
        ended(interrupted)
    assert capsys.readouterr() == ("", "interrupted\n")


def test_a_bench_that_lacks_something_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def lacking() -> None:
        raise FileNotFoundError(2, "there is no compiler", "cc")

    with pytest.raises(SystemExit):
        ended(lacking)
    assert capsys.readouterr() == ("", "[Errno 2] there is no compiler: 'cc'\n")
