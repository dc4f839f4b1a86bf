"""Answers read, planted errors marked with their clauses, and what a trainee's report says."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import croupier
from croupier.games import game
from croupier.problems import BadInput
from croupier.school.drills import drills
from croupier.school.marking import ClauseSaid, MarkedPart, mark, read_answer
from croupier.school.records import Kept, kept_in, line_of
from croupier.school.report import Drilled, ToRepeat, report
from croupier.school.sheets import Drill, DrillChoice, DrillKind, Part
from tests.support.each_game import each_game

if TYPE_CHECKING:
    from croupier.engine.game import Game

AMOUNT = Part(name="box 1 tie")
SIDES = Part(name="next card", choices=tuple(map(DrillChoice, ("player", "banker", "nobody"))))


@pytest.mark.parametrize(
    ("part", "typed", "meant"),
    [
        (AMOUNT, "0", "0.00"),
        (AMOUNT, "0.00\n", "0.00"),
        (AMOUNT, " 87.50 ", "87.50"),
        (AMOUNT, "200", "200.00"),
        (AMOUNT, "$1,200", "1200.00"),
        (AMOUNT, "r", "R"),
        (AMOUNT, "R", "R"),
        (SIDES, "1", "player"),
        (SIDES, "3", "nobody"),
        (SIDES, "Banker", "banker"),
    ],
)
def test_answers_are_read_as_meant(part: Part, typed: str, meant: str) -> None:
    assert read_answer(part, typed) == meant


@pytest.mark.parametrize(
    "typed", ["", "-1", "1,00", "0x10", "\u0661", "87.5", "R R", "1e3", "9" * 14]
)
def test_what_is_no_amount_is_said_so(typed: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_answer(AMOUNT, typed)
    assert str(refused.value) == (
        f"{typed[:30]!r} is no amount like 25, 25.00 or 1,000;"
        " 0 is a bet taken, R one that goes back"
    )


@pytest.mark.parametrize("typed", ["", "0", "4", "01", "dealer"])
def test_what_is_no_choice_is_said_so(typed: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_answer(SIDES, typed)
    assert str(refused.value) == f"{typed!r} is none of the answers 1 to 3"


def answered(drill: Drill, **wrong: str | None) -> list[str | None]:
    """Rightly, but for what is planted: by the name of its part, blanks as underscores."""
    return [
        wrong.get(part.name.replace(" ", "_"), right.answer)
        for part, right in zip(drill.sheet.parts, drill.key, strict=True)
    ]


def first(name: str, kind: DrillKind, cites: str) -> tuple[Drill, int]:
    """The first drill with a part that rests on the clause, and that part's place."""
    for drill in drills(game(name), kind, 1):
        for at, right in enumerate(drill.key):
            if cites in right.clauses:
                return drill, at
    raise AssertionError(cites)


def test_a_win_on_six_paid_in_full_is_marked_by_its_clause() -> None:
    drill, at = next(
        (drill, at)
        for drill in drills(game("three-pictures"), DrillKind.PAY, 1)
        for at, right in enumerate(drill.key)
        if str(right.because).endswith("A win on six pays 1 to 2.")
    )
    name, right = drill.sheet.parts[at].name, drill.key[at]
    full = f"{2 * float(right.answer):.2f}"
    marked = mark(drill, answered(drill, **{name.replace(" ", "_"): full}), 38.0)
    gists = game("three-pictures").document.clauses
    assert [part for part in marked.parts if not part.is_right] == [
        MarkedPart(
            name=name,
            given=full,
            right=right.answer,
            because=right.because,
            clauses=(
                ClauseSaid("3.13.1", gists["3.13.1"].gist),
                *(ClauseSaid(one, gists[one].gist) for one in right.clauses[1:]),
            ),
        )
    ]
    assert "4.1" in right.clauses
    assert (marked.right, marked.is_right) == (len(marked.parts) - 1, False)


def test_a_wrong_draw_is_marked_by_the_table_of_play() -> None:
    drill, _ = first("baccarat", DrillKind.DRAWS, "3.10")
    [right] = drill.key
    wrong = "nobody" if right.answer != "nobody" else "banker"
    [part] = mark(drill, [wrong], 2.1).parts
    assert (part.is_right, part.given, part.right) == (False, wrong, right.answer)
    assert "3.10" in [said.number for said in part.clauses]


def test_a_wrong_clause_is_told_when_it_would_be_right() -> None:
    drill, _ = first("three-pictures", DrillKind.FOLLOWS, "5.8")
    wrong = next(
        choice.code for choice in drill.sheet.parts[1].choices if choice.code != drill.key[1].answer
    )
    marked = mark(drill, answered(drill, clause=wrong), 72.0)
    part = marked.parts[1]
    assert marked.right == 2
    assert [said.number for said in part.clauses] == list(drill.key[1].clauses)
    assert part.why_not is not None
    assert " ".join(said.number for said in part.why_not.clauses) == wrong
    assert str(part.why_not.because)


@each_game
def test_one_planted_error_is_found_in_each_drill(game: Game) -> None:
    for drill in islice(drills(game, None, 3), 20):
        for at, right in enumerate(drill.key):
            answers = answered(drill)
            answers[at] = "123456.78" if right.answer != "123456.78" else "R"
            marked = mark(drill, answers, 1)
            wrong = [(place, one) for place, one in enumerate(marked.parts) if not one.is_right]
            assert [place for place, _ in wrong] == [at]
            assert [said.number for said in wrong[0][1].clauses] == list(right.clauses)
            assert right.clauses


def test_no_answer_is_wrong_and_a_missing_one_is_refused() -> None:
    drill = next(croupier.drills("baccarat", "draws", 5))
    [part] = mark(drill, [None], 9).parts
    assert (part.given, part.is_right, part.why_not) == (None, False, None)
    with pytest.raises(BadInput) as refused:
        mark(drill, [], 9)
    assert str(refused.value) == "answers: 0 answers, and 1 are asked for"


def test_the_report_counts_answers_and_takes_the_median() -> None:
    three = list(islice(drills(game("baccarat"), DrillKind.DRAWS, 5), 3))
    planted = ["player", "banker", three[2].key[0].answer]
    marks = [
        mark(one, [said], seconds)
        for one, said, seconds in zip(three, planted, (2, 9, 4), strict=True)
    ]
    told = report("d9", marks)
    clauses = game("baccarat").document.clauses
    assert [one.key[0].answer for one in three] == ["nobody"] * 3
    assert (told.trainee, told.drills, told.answers, told.answers_right) == ("d9", 3, 3, 1)
    assert told.by_kind == (
        Drilled(
            game="baccarat",
            kind=DrillKind.DRAWS,
            drills=3,
            all_right=1,
            answers=3,
            answers_right=1,
            median_seconds=4,
        ),
    )
    assert told.to_repeat == (
        ToRepeat(
            game="baccarat",
            clauses=(ClauseSaid("3.9", clauses["3.9"].gist),),
            wrong=1,
            answers=1,
            typed="player",
            right="nobody",
        ),
        ToRepeat(
            game="baccarat",
            clauses=tuple(ClauseSaid(one, clauses[one].gist) for one in ("1.9", "3.10")),
            wrong=1,
            answers=1,
            typed="banker",
            right="nobody",
        ),
    )


def test_only_the_five_worst_clauses_are_to_be_repeated() -> None:
    many = list(islice(drills(game("three-pictures"), DrillKind.FOLLOWS, 5), 40))
    told = report("d9", [mark(one, [None] * 3, 1) for one in many])
    wrong = [one.wrong for one in told.to_repeat]
    assert len(wrong) == 5
    assert wrong == sorted(wrong, reverse=True)


def test_a_report_of_nothing_is_empty() -> None:
    told = report("d9", [])
    assert (told.drills, told.answers, told.by_kind, told.to_repeat) == (0, 0, (), ())


def test_marks_are_kept_a_line_each() -> None:
    made = [
        mark(drill, answered(drill), 1.5) for drill in islice(drills(game("baccarat"), None, 2), 9)
    ]
    kept = [Kept("d1", 1_800_000_000_000 + at, one) for at, one in enumerate(made)]
    data = b"".join(map(line_of, kept))
    assert data.count(b"\n") == 9
    assert kept_in(data) == kept
    assert kept_in(b"") == []


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda line: line[:-1], "line 1: is cut off: it does not end"),
        (lambda line: line + line[:40], "line 2: is no mark of the school"),
        (lambda line: line + b"\n" + line, "line 2: is no mark of the school"),
        (lambda line: b"\xff\n" + line, "line 1: is no mark of the school"),
        (lambda line: line.replace(b'"at"', b'"on"'), "line 1: is no mark of the school"),
        (lambda line: b"[" * 100_000 + b"\n" + line, "line 1: is no mark of the school"),
    ],
)
def test_a_damaged_line_is_told_by_its_number(damage: object, says: str) -> None:
    drill = next(croupier.drills("baccarat", "draws", 5))
    line = line_of(Kept("d1", 0, mark(drill, ["player"], 1)))
    assert callable(damage)
    with pytest.raises(BadInput) as refused:
        kept_in(damage(line))
    assert str(refused.value) == says


def test_a_mark_cannot_claim_to_be_right() -> None:
    """Whether an answer is right is never kept, only what was given and what is right."""
    drill = next(croupier.drills("baccarat", "draws", 5))
    made = mark(drill, ["player"], 1)
    assert b"is_right" not in line_of(Kept("d1", 0, made))
    assert replace(made, seconds=2.0).right == 0
