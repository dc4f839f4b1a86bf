"""`croupier drill`: answers line by line, nonsense, Ctrl-C, records; words for every fact."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.cli import drill_words as words
from croupier.engine.irregularities import CARDS, IRREGULARITIES, POSITIONS
from tests.support.each_game import NAMES
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked

    Ask = Callable[..., Asked]

LIVE, README = ROOT / "tests" / "scenarios" / "live", str(ROOT / "README.md")
DRAWS = ("drill", "baccarat", "--kind", "draws", "--seed", "5")
FIRST = [
    "School: no money, no players, nothing enters the house's journal.",
    "",
    "Who draws?",
    "Non-Commission Baccarat (Electronic Table Game), 1 of 1. Type the number of the answer.",
    "Player  A♠ 5♠  6 points",
    "Banker  6♠ A♠  7 points",
    " 1  The Player Hand draws",
    " 2  The Banker Hand draws",
    " 3  Nobody draws, the round is over",
]


def right(name: str, count: int, seed: int, kind: str | None = None) -> str:
    """What a perfect trainee types."""
    drills = islice(croupier.drills(name, kind, seed), count)
    return "".join(f"{one.answer}\n" for drill in drills for one in drill.key)


def lines(out: str) -> list[str]:
    return [line.rstrip() for line in out.splitlines()]


def told(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_a_perfect_trainee_has_everything_right(name: str, ask: Ask) -> None:
    given = right(name, 6, 11)
    status, out, err = ask("drill", name, "--questions", "6", "--seed", "11", given=given)
    count = given.count("\n")
    assert (status, err) == (0, "")
    assert f"trainee: 6 drills, {count} of {count} answers right, 100.0 %." in lines(out)
    assert "To repeat:" not in out
    assert lines(out)[-1] == (
        f"The same drills again: croupier drill {name} --questions 6 --seed 11"
    )


def test_a_wrong_answer_is_explained_by_its_clause(ask: Ask) -> None:
    status, out, _ = ask(*DRAWS, "--questions", "1", "--trainee", "d9", given="1\n")
    assert status == 0
    said = [line for line in lines(out) if " s." not in line and "median" not in line]
    gist = croupier.game("baccarat").document.clauses["3.9"].gist
    assert said[:12] == [
        *FIRST,
        "> 1",
        "You chose: The Player Hand draws. Right is: Nobody draws, the round is over.",
        "The Player Hand stands. The Banker Hand has 7; above 5 it stands.",
    ]
    assert " ".join(" ".join(said[12:]).split()).startswith(f"3.9 {gist} d9: 1 drill, 0 of 1")
    assert " 3.9  1 of 1 wrong  typed 'The Player Hand draws', right is" in out


def test_drills_on_a_clause_are_counted_as_they_are_asked(ask: Ask) -> None:
    _, out, _ = ask("drill", "baccarat", "--clause", "5.7", "--seed", "3", given="1\n" * 12)
    asked = [line.split(", ")[-1] for line in lines(out) if " of 10. " in line]
    assert [line.split(" of ")[0] for line in asked[:4]] == ["1", "2", "3", "4"]


def test_bets_stay_under_the_cards_on_a_narrow_terminal(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = ask("drill", "lucky-three-pictures", "--kind", "pay", "--seed", "3")
    dealt = lines(out)[lines(out).index("Pay this round") + 3 :]
    prompt = next(at for at, line in enumerate(dealt) if line.endswith(" >"))
    table = dealt[:prompt]
    begins = ("Dealer  ", "Box ", " " * 8)
    assert [line for line in table if not line.startswith(begins)] == []
    assert any(line.startswith(" " * 8) and ": " not in line for line in table), "one was wrapped"


def test_the_report_tells_answers_in_words(ask: Ask) -> None:
    command = ("drill", "baccarat", "--kind", "follows", "--seed", "3", "--questions", "3")
    _, out, _ = ask(*command, given="4\n" * 9)
    report = " ".join(out[out.index("To repeat:") :].split())
    assert "Non-Commission" not in report, "one game alone needs no name in each line"
    assert "typed play on, right is void round" in report
    assert words.in_short("shift-manager") == "'Shift manager only'"
    assert words.in_short("reconstruct offer-options") == "reconstruct, offer options"
    assert words.in_short("R") == "R"


def test_a_payment_is_corrected_with_what_the_player_reads(ask: Ask) -> None:
    drill = next(croupier.drills("three-pictures", "pay", 3))
    answers = [one.answer for one in drill.key]
    answers[0] = "1234.00"
    given = "".join(f"{one}\n" for one in answers)
    command = ("drill", "three-pictures", "--kind", "pay", "--seed", "3", "--questions", "1")
    _, out, _ = ask(*command, given=given)
    flat = " ".join(out.split())
    assert f"you typed 1234.00, right is {drill.key[0].answer}." in flat
    assert f"The player reads: {drill.key[0].because}" in flat
    assert f"{len(answers) - 1} of {len(answers)} right in" in flat
    for number in drill.key[0].clauses:
        assert f"{number} {croupier.game('three-pictures').document.clauses[number].gist}" in flat


def test_nonsense_is_asked_again_and_wrong_after_three(ask: Ask) -> None:
    _, out, _ = ask(*DRAWS, "--questions", "2", given="x\n\x00\n3\n4\n\n-\n")
    said = lines(out)
    assert [line for line in said if "is none of" in line] == [
        "'x' is none of the answers 1 to 3",
        "'\\x00' is none of the answers 1 to 3",
        "'4' is none of the answers 1 to 3",
        "'' is none of the answers 1 to 3",
        "'-' is none of the answers 1 to 3",
    ]
    assert said.count("That counts as wrong.") == 1
    assert "No answer. Right is: Nobody draws, the round is over." in said
    assert "trainee: 2 drills, 1 of 2 answers right, 50.0 %." in said


@pytest.mark.parametrize("given", ["", "3"])
def test_the_end_of_the_input_ends_with_the_report(given: str, ask: Ask) -> None:
    status, out, err = ask(*DRAWS, given=given)
    assert (status, err) == (0, "")
    summary = "1 drill, 1 of 1 answer right, 100.0 %." if given else "no drill was finished."
    assert f"trainee: {summary}" in lines(out)


def test_ctrl_c_ends_with_the_report() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "croupier", *DRAWS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write("3\n")
        running.stdin.flush()
        while "2 of 10" not in running.stdout.readline():
            pass
        while "Nobody" not in running.stdout.readline():
            pass
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")
    assert "trainee: 1 drill, 1 of 1 answer right, 100.0 %." in lines(out)


def test_json_is_a_line_for_each_sheet_and_mark_and_the_report(ask: Ask) -> None:
    _, out, _ = ask(*DRAWS, "--questions", "2", "--json", given="1\nnonsense\n3\n")
    first, marked, second, again, right_mark, report = told(out)
    assert [one["type"] for one in (first, marked, second, again, right_mark, report)] == [
        *("asked", "marked", "asked", "again", "marked", "report")
    ]
    assert first["parts"] == [
        {
            "name": "next card",
            "choices": [
                {"code": code, "steps": [], "withdrawal_by": None}
                for code in ("player", "banker", "nobody")
            ],
        }
    ]
    [part] = marked["parts"]
    assert (part["given"], part["right"]) == ("player", "nobody")
    assert [one["number"] for one in part["clauses"]] == ["3.9"]
    assert again["why"] == "'nonsense' is none of the answers 1 to 3"
    assert (report["trainee"], report["drills"], report["answers_right"]) == ("trainee", 2, 1)


def test_a_record_adds_up_for_each_trainee(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "marks.jsonl"
    record = ("--record", str(file), "--questions", "1", "--json")
    for who, given in (("d1", "3\n"), ("d2", "1\n"), ("d1", "1\n")):
        _, out, _ = ask(*DRAWS, *record, "--trainee", who, given=given)
    report = told(out)[-1]
    assert (report["trainee"], report["drills"], report["answers_right"]) == ("d1", 2, 1)
    assert [line["trainee"] for line in told(file.read_text("utf-8"))] == ["d1", "d2", "d1"]


def test_a_damaged_record_stops_before_anything_is_asked(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "marks.jsonl"
    file.write_text("no mark\n")
    status, out, err = ask(*DRAWS, "--record", str(file), given="3\n")
    assert (status, out) == (2, "")
    assert err == f"{file}, line 1: is no mark of the school\n"
    assert file.read_text() == "no mark\n"


@pytest.mark.parametrize("clause", ["4.1", "5.8"])
def test_a_clause_to_repeat_is_in_every_drill(clause: str, ask: Ask) -> None:
    command = ("drill", "three-pictures", "--clause", clause, "--questions", "5", "--seed", "2")
    _, out, _ = ask(*command, "--json", given="?\n" * 999)
    marks = [one for one in told(out) if one["type"] == "marked"]
    assert len(marks) == 5
    for one in marks:
        cited = {said["number"] for part in one["parts"] for said in part["clauses"]}
        assert clause in cited
    again = f"--questions 5 --seed 2 --clause {clause}"
    assert again in ask(*command)[1]


def test_drills_from_a_scenario_file(ask: Ask) -> None:
    file = str(LIVE / "baccarat.txt")
    _, out, _ = ask(
        *("drill", "baccarat", "--scenario", file, "--seed", "1", "--questions", "1"),
        given="1\n1\n1\n",
    )
    assert "What follows, by which clause, who decides?" in lines(out)
    assert "Made from the scenario '" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("roulette",), "no game is called 'roulette'"),
        (("baccarat", "--kind", "count"), "kind: 'count' is not one of pay, draws, follows"),
        (("three-pictures", "--kind", "draws"), "kind: no hand draws in three-pictures"),
        (("baccarat", "--questions", "0"), "--questions: a whole number from 1 to 1000"),
        (("baccarat", "--questions", "1001"), "--questions: a whole number from 1 to 1000"),
        (("baccarat", "--clause", "9.9"), "clause: baccarat has no clause '9.9'"),
        (("baccarat", "--clause", "2.1"), "clause: no drill rests on 2.1"),
        (("baccarat", "--seed", "-1"), "seed: a whole number from 0 to"),
        (("baccarat", "--trainee", ""), "--trainee: one line of 1 to 200 printable signs"),
        (("baccarat", "--record", "-"), "--record: needs a file"),
        (("baccarat", "--record", "/no/such/place"), "/no/such/place: cannot be written"),
        (("baccarat", "--scenario", "no.txt"), "no.txt: cannot be read"),
        (("baccarat", "--scenario", README), f"{README}, line 3: a situation begins with"),
        (
            ("baccarat", "--scenario", str(LIVE / "authority.txt")),
            f"{LIVE / 'authority.txt'}: nothing is reported in it at a table of baccarat",
        ),
        (("baccarat", "--scenario", README, "--kind", "pay"), "--kind: a scenario shows"),
    ],
)
def test_nonsense_is_one_line(arguments: tuple[str, ...], says: str, ask: Ask) -> None:
    status, out, err = ask("drill", *arguments, given="1\n")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)


def test_every_irregularity_and_fact_has_its_words() -> None:
    assert list(words.HAPPENED) == [*IRREGULARITIES]
    facts = {fact for facts in IRREGULARITIES.values() for fact in facts} - {CARDS}
    assert set(words.FACTS) == {(fact.name, value) for fact in facts for value in fact.values}
    assert [words.fact("cards", count) for count in (1, 2)] == [
        "It is one card alone.",
        "There are 2 such cards.",
    ]
    assert list(words.DECIDES) == [str(role) for role in POSITIONS]
