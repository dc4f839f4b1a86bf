"""The roads of baccarat: golden shoes, a second implementation, the verb."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.table.roads import Cell, Counts, derived, drawn, laid, parse, roads

if TYPE_CHECKING:
    import io

BBPTB = {
    "bead": [["B", "B", "P", "T", "B"]],
    "big_road": [
        {"winner": "B", "length": 2, "ties": 0},
        {"winner": "P", "length": 1, "ties": 1},
        {"winner": "B", "length": 1, "ties": 0},
    ],
    "big_eye_boy": "B",
    "small_road": "",
    "cockroach_road": "",
}


def test_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["roads", "BBPTB", "--json"]) == 0
    said = capsys.readouterr().out
    assert said == json.dumps(BBPTB, separators=(",", ":")) + "\n"
    assert croupier.answer(croupier.roads("BBPTB")) == BBPTB


GOLDEN = {
    # the sequence: streaks as (winner, length, ties), then the three derived roads
    "": ((), "", "", ""),
    "TT": ((), "", "", ""),
    "TTB": ((("B", 1, 2),), "", "", ""),
    "TBTTP": ((("B", 1, 3), ("P", 1, 0)), "", "", ""),
    "BTPT": ((("B", 1, 1), ("P", 1, 1)), "", "", ""),
    # big eye boy begins in the second row of the second column, if there is one:
    "BP": ((("B", 1, 0), ("P", 1, 0)), "", "", ""),
    "BPP": ((("B", 1, 0), ("P", 2, 0)), "B", "", ""),
    "BBPP": ((("B", 2, 0), ("P", 2, 0)), "R", "", ""),
    "BBPPP": ((("B", 2, 0), ("P", 3, 0)), "RB", "", ""),
    "BBPPPP": ((("B", 2, 0), ("P", 4, 0)), "RBR", "", ""),
    # else at the top of the third
    "BPB": ((("B", 1, 0), ("P", 1, 0), ("B", 1, 0)), "R", "", ""),
    "BBPB": ((("B", 2, 0), ("P", 1, 0), ("B", 1, 0)), "B", "", ""),
    # the small road in the second row of the third, else at the top of the fourth
    "BPBB": ((("B", 1, 0), ("P", 1, 0), ("B", 2, 0)), "RB", "B", ""),
    "BBPBB": ((("B", 2, 0), ("P", 1, 0), ("B", 2, 0)), "BB", "R", ""),
    "BPBP": ((("B", 1, 0), ("P", 1, 0), ("B", 1, 0), ("P", 1, 0)), "RR", "R", ""),
    "BBPBP": ((("B", 2, 0), ("P", 1, 0), ("B", 1, 0), ("P", 1, 0)), "BR", "B", ""),
    # the cockroach road in the second row of the fourth, else at the top of the fifth
    "BPBPP": ((("B", 1, 0), ("P", 1, 0), ("B", 1, 0), ("P", 2, 0)), "RRB", "RB", "B"),
    "BBPBPP": ((("B", 2, 0), ("P", 1, 0), ("B", 1, 0), ("P", 2, 0)), "BRB", "BB", "R"),
    "BPBPB": (tuple((side, 1, 0) for side in "BPBPB"), "RRR", "RR", "R"),
    "BBPBPB": ((("B", 2, 0), *((side, 1, 0) for side in "PBPB")), "BRR", "BR", "B"),
    # by the streak and not by its drawn column, which is full after six
    "BBBBBBBBPPPPPPPP": ((("B", 8, 0), ("P", 8, 0)), "RRRRRRR", "", ""),
    "BBBBBBBPPPPPPPP": ((("B", 7, 0), ("P", 8, 0)), "RRRRRRB", "", ""),
}
"""Worked out by hand on squared paper."""


@pytest.mark.parametrize("sequence", GOLDEN)
def test_golden_shoes(sequence: str) -> None:
    found = roads(parse(sequence))
    streaks, *others = GOLDEN[sequence]
    assert tuple((one.winner, one.length, one.ties) for one in found.big_road) == streaks
    assert [found.big_eye_boy, found.small_road, found.cockroach_road] == others


def test_the_bead_plate_keeps_ties_and_pairs() -> None:
    results = parse("BbPTp TbpBP Bpb")
    assert roads(results).bead == (("Bb", "P", "Tp", "Tbp", "B", "P"), ("Bpb",))
    assert drawn(results).bead == (
        Cell(0, 0, "B", 0, "b"),
        Cell(0, 1, "P"),
        Cell(0, 2, "T", 0, "p"),
        Cell(0, 3, "T", 0, "bp"),
        Cell(0, 4, "B"),
        Cell(0, 5, "P"),
        Cell(1, 0, "B", 0, "pb"),
    )
    assert drawn(results).counts == Counts(7, 3, 2, 2, 3, 3)


def test_ties_are_marked_on_the_win_before_them() -> None:
    assert drawn(parse("TBpTTBPbT")).big_road == (
        Cell(0, 0, "B", 3, "p"),
        Cell(0, 1, "B"),
        Cell(1, 0, "P", 1, "b"),
    )
    assert drawn(parse("TT")).big_road == (Cell(0, 0, "", 2),)
    assert drawn(parse("")).big_road == ()


def drawing(lengths: list[int]) -> list[str]:
    """Six rows, each streak by its number."""
    marks = [str(number) for number, length in enumerate(lengths) for _ in range(length)]
    board = dict(zip(laid(lengths), marks, strict=True))
    width = max(column for column, _ in board) + 1
    rows = ("".join(board.get((column, row), ".") for column in range(width)) for row in range(6))
    return list(rows)


def test_long_streaks_turn_right_at_the_bottom() -> None:
    assert drawing([6, 1]) == ["01", "0.", "0.", "0.", "0.", "0."]
    assert drawing([8, 1]) == ["01.", "0..", "0..", "0..", "0..", "000"]


def test_tails_that_meet_turn_above_each_other() -> None:
    assert drawing([8, 8, 7, 2]) == [
        "0123..",
        "0123..",
        "012...",
        "012222",
        "01111.",
        "000...",
    ]
    # a tail may reach the top, and the next streak begins behind it
    assert drawing([9, 9, 9, 9, 9, 9, 3, 1]) == [
        "0123455555555567",
        "012344444444..6.",
        "0123333333....6.",
        "01222222........",
        "011111..........",
        "0000............",
    ]


def second_opinion(lengths: list[int], back: int) -> str:
    """The classic way: look at the cells `back` columns to the left on a board without a bottom.

    In a column that goes on: red when the cell to the left and the one above it are both there or
    both empty. At the top of a column: the other colour than if the column before had gone on.
    """
    board: set[tuple[int, int]] = set()

    def compared(column: int, row: int) -> str:
        left, above = (column - back, row) in board, (column - back, row - 1) in board
        return "R" if left == above else "B"

    found = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row:
                found.append(compared(column, row) if column >= back else "")
            elif column >= back + 1:
                instead = compared(column - 1, lengths[column - 1])
                found.append("B" if instead == "R" else "R")
            board.add((column, row))
    return "".join(found)


def second_drawing(lengths: list[int]) -> list[tuple[int, int]]:
    """Every streak goes as deep as its column is free, and what is left lies in its last row."""
    taken: list[tuple[int, int]] = []
    begins = 0
    for length in lengths:
        begins = next(c for c in range(begins, 999) if (c, 0) not in taken)
        free = [row for row in range(6) if (begins, row) not in taken]
        deep = next((n for n, row in enumerate(free) if n != row), len(free))
        down = [(begins, row) for row in range(min(deep, length))]
        taken += down + [(begins + n, deep - 1) for n in range(1, length - len(down) + 1)]
    return taken


results = st.sampled_from(["B", "P", "T", "Bb", "Pp", "Tbp"])
shoes = st.lists(results, max_size=90)
streaky = st.lists(st.integers(1, 25), max_size=12)
"""Lengths of streaks such as no fair shoe gives: tails upon tails."""


@settings(max_examples=300, deadline=None)
@given(shoes)
def test_another_implementation_agrees(shoe: list[str]) -> None:
    wins = [result[0] for result in shoe if result[0] != "T"]
    lengths = [len(list(same)) for _, same in groupby(wins)]
    found, cells = roads(parse("".join(shoe))), drawn(shoe)
    assert [one.length for one in found.big_road] == lengths
    ties = sum(one.ties for one in found.big_road)
    assert ties == (len(shoe) - len(wins) if wins else 0)
    assert [result for column in found.bead for result in column] == shoe
    colours = found.big_eye_boy, found.small_road, found.cockroach_road
    assert list(colours) == [second_opinion(lengths, back) for back in (1, 2, 3)]
    if wins:
        assert [(cell.column, cell.row) for cell in cells.big_road] == second_drawing(lengths)
        assert [cell.mark for cell in cells.big_road] == wins
        assert sum(cell.ties for cell in cells.big_road) == ties
    for road, marks in zip(
        (cells.big_eye_boy, cells.small_road, cells.cockroach_road), colours, strict=True
    ):
        runs = [len(list(same)) for _, same in groupby(marks)]
        assert "".join(cell.mark for cell in road) == marks
        assert [(cell.column, cell.row) for cell in road] == second_drawing(runs)


@settings(max_examples=200, deadline=None)
@given(streaky)
def test_tails_never_lie_on_each_other(lengths: list[int]) -> None:
    cells = list(laid(lengths))
    assert cells == second_drawing(lengths)
    assert len(set(cells)) == len(cells)
    assert all(0 <= row < 6 for _, row in cells)
    assert [derived(lengths, back) for back in (1, 2, 3)] == [
        second_opinion(lengths, back) for back in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("sequence", "says"),
    [
        ("BBX", "place 3: 'X' is no result"),
        ("bB", "place 1: 'b' is no result"),
        ("B b", "place 3: 'b' is no result"),
        ("Bbb", "place 3: 'b' is no result"),
        ("BBé", "place 3: 'é' is no result"),
        ("--json", "empty"),
    ],
)
def test_nonsense_is_one_line(
    sequence: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"")
    assert run(["roads", sequence]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> io.TextIOWrapper:
    import io  # noqa: PLC0415

    stream = io.TextIOWrapper(io.BytesIO(data))
    monkeypatch.setattr("sys.stdin", stream)
    return stream


def test_a_shoe_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, b"BBPTB\n\nT P\n")
    assert run(["roads", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["bead"] for one in told] == [BBPTB["bead"], [["T", "P"]]]
    feed(monkeypatch, b"BB\n\nBX\n")
    assert run(["roads", "-"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err[:16]) == ("", "line 3, place 2:")
    feed(monkeypatch, b"\xff\xfe")
    assert run(["roads", "-"]) == 2


def test_what_people_see(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six rows, the tail to the right, and the newest columns where all are too many."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(["roads", "BBBBBBBTPp"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:3] == ["Rounds 9: Banker 7, Player 1, Tie 1;", "Banker Pair 0, Player Pair 1"]
    at = lines.index("Big road (/ a tie after it, b or p a")
    assert lines[at + 2 : at + 8] == ["B  Pp", "B  ·", "B  ·", "B  ·", "B  ·", "B  B/"]
    assert run(["roads", "BP" * 40]) == 0
    assert "without the first 60 columns" in " ".join(capsys.readouterr().out.split())


def test_the_library_refuses_nonsense() -> None:
    with pytest.raises(BadInput, match="place 2: 'C' is no result"):
        croupier.roads("BC")
