"""`settle` for programs and for people."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.summary import summary
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
    assert (
        f"    {'p' * 60}  main  1234567890123.45  win\n    1 to 2  +617283945061.72  Player" in out
    )
    assert max(map(len, out.splitlines())) <= 100


def test_many_rounds_are_summed_up(ask: Callable[..., Asked]) -> None:
    void = royal('"boxes"', '"void": "5.9", "boxes"')
    status, out, err = ask("settle", given="\n".join([*[GOOD] * 20, void]))
    assert (status, err) == (0, "")
    assert [line.strip() for line in out.splitlines() if line.strip()] == SUMMED_UP


SUMMED_UP = """\
21 rounds, house -1000.00
bet                        win  lose  push  returned   staked       won
───────────────────────────────────────────────────────────────────────
royal-three-pictures (21)
main                      20     0     0         1  2100.00  +1000.00
player  win  lose  push  returned   staked       won
────────────────────────────────────────────────────
p1       20     0     0         1  2100.00  +1000.00
To look at, 1 by round:
21  void by clause 5.9
--each shows every round, --json answers them for programs.
""".splitlines()


def test_each_of_many_rounds_is_shown_when_asked_for(ask: Callable[..., Asked]) -> None:
    _, one, _ = ask("settle", given=GOOD)
    assert ask("settle", "--each", given="\n".join([GOOD] * 30)) == (0, one * 30, "")
    assert ask("settle", given="\n".join([GOOD] * 20)) == (0, one * 20, "")


TO_LOOK_AT = [
    "p1 on progressive: AKQ Spades, an award of 81234.50",
    "p2 on envy-bonus: Envy of box 1, an award of 250.00",
]


def test_what_an_auditor_would_look_at_first() -> None:
    poker = json.loads((ROOT / "examples" / "three-card-poker.json").read_text(encoding="utf-8"))
    found = summary([croupier.settle(poker)])
    assert [one.what for one in found.notable] == TO_LOOK_AT


def test_colours_change_nothing_else(
    ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, plain, _ = ask("settle", given=GOOD)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, coloured, _ = ask("settle", given=GOOD)
    assert "\x1b[1m" in coloured
    assert re.sub(r"\x1b\[[0-9]+m", "", coloured) == plain
