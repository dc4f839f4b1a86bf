"""`settle` for programs and for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from croupier.wire.settle import settle_json
from tests.support.folders import EXAMPLES, GOLDEN, ROOT
from tests.support.royal_round import GOOD, royal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_settles(file: Path, ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", str(file), "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == json.loads((GOLDEN / file.name).read_text(encoding="utf-8"))


def test_json_lines_are_answered_line_by_line(ask: Callable[..., Asked]) -> None:
    lines = [json.dumps(json.loads(file.read_text(encoding="utf-8"))) for file in EXAMPLES]
    status, out, err = ask("settle", "--json", given="\n\n".join(lines))
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        json.loads((GOLDEN / file.name).read_text(encoding="utf-8")) for file in EXAMPLES
    ]


def test_a_round_that_comes_again_is_answered_again(ask: Callable[..., Asked]) -> None:
    lines = [json.dumps(json.loads(file.read_text(encoding="utf-8"))) for file in EXAMPLES]
    status, out, err = ask("settle", "--json", given="\n".join(lines * 4))
    assert (status, err) == (0, "")
    assert out.encode().splitlines() == [settle_json(line.encode()) for line in lines * 4]


def test_a_settlement_for_people(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", str(ROOT / "examples" / "royal-three-pictures.json"))
    assert (status, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == (
        (GOLDEN / "royal-three-pictures.txt").read_text(encoding="utf-8").splitlines()
    )


def test_a_byte_order_mark_is_passed_over(ask: Callable[..., Asked]) -> None:
    assert ask("settle", "--json", given="\ufeff" + GOOD) == ask("settle", "--json", given=GOOD)


def test_a_narrow_terminal_loses_no_amount(
    ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    _, out, _ = ask("settle", str(ROOT / "examples" / "baccarat.json"))
    assert [line for line in out.splitlines() if "+110.00" in line]


def test_names_are_written_in_every_script(ask: Callable[..., Asked]) -> None:
    name = "\u0915\u094d\u200d\u0937"
    status, out, _ = ask("settle", "--json", given=royal('"p1"', f'"{name}"'))
    assert (status, list(json.loads(out)["players"])) == (0, [name])


def test_a_long_name_and_a_large_amount_are_not_cut(ask: Callable[..., Asked]) -> None:
    given = royal('"p1"', f'"{"p" * 60}"').replace("100.00", "1234567890123.45")
    _, out, _ = ask("settle", given=given)
    assert f"{'p' * 60}  main  1234567890123.45  win  1 to 2  +617283945061.72  Player" in out
