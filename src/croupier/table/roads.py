"""The roads of baccarat: a shoe's results as scoreboards show them, and the cells that are drawn.

It knows letters only. A result is B, P or T, with a lower case b or p behind it for a pair of the
banker or the player. Every road follows from the streaks, never from how a road is drawn.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

BANKER, PLAYER, TIE = "B", "P", "T"
BANKER_PAIR, PLAYER_PAIR = "b", "p"
RED, BLUE = "R", "B"
ROWS = 6
BIG_EYE_BOY, SMALL, COCKROACH = 1, 2, 3
"""How many streaks back each derived road looks."""
RESULT = re.compile(r"[BPT](?:bp?|pb?)?")
Results = tuple[str, ...]


class Streak(msgspec.Struct, frozen=True):
    """One side's wins in a row, and the ties among or after them."""

    winner: str
    length: int
    ties: int


class Roads(msgspec.Struct, frozen=True):
    bead: tuple[Results, ...]
    """By columns of six."""
    big_road: tuple[Streak, ...]
    big_eye_boy: str
    small_road: str
    cockroach_road: str
    """Of the derived roads: R for red, B for blue."""


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A mark to be drawn; columns count from the left and rows from the top, both from 0."""

    column: int
    row: int
    mark: str
    """B, P or T; of derived roads R or B. Empty: a tie that no win has gone before."""
    ties: int = 0
    pairs: str = ""


Cells = tuple[Cell, ...]


class Counts(msgspec.Struct, frozen=True):
    rounds: int
    banker: int
    player: int
    tie: int
    banker_pair: int
    player_pair: int


class Drawn(msgspec.Struct, frozen=True):
    """The five roads as cells of a grid of six rows."""

    counts: Counts
    bead: Cells
    big_road: Cells
    big_eye_boy: Cells
    small_road: Cells
    cockroach_road: Cells


class Entry(msgspec.Struct, gc=False):
    """A win on the big road, with what is marked on it."""

    winner: str
    pairs: str
    ties: int


def parse(sequence: str) -> Results:
    """The results of a sequence such as `BBPTBp`; spaces may stand between them."""
    found = []
    for start, word in ((one.start(), one[0]) for one in re.finditer(r"\S+", sequence)):
        at = 0
        while at < len(word):
            result = RESULT.match(word, at)
            if result is None:
                raise BadInput(
                    f"{word[at]!r} is no result; B, P or T is, with b or p behind it for a pair",
                    f"place {start + at + 1}",
                )
            found.append(result[0])
            at = result.end()
    return tuple(found)


def roads(results: Sequence[str]) -> Roads:
    streaks = streaks_of(entries(results))
    lengths = [len(streak) for streak in streaks]
    return Roads(
        tuple(tuple(results[at : at + ROWS]) for at in range(0, len(results), ROWS)),
        tuple(
            Streak(streak[0].winner, len(streak), sum(one.ties for one in streak))
            for streak in streaks
        ),
        derived(lengths, BIG_EYE_BOY),
        derived(lengths, SMALL),
        derived(lengths, COCKROACH),
    )


def drawn(results: Sequence[str]) -> Drawn:
    wins = entries(results)
    streaks = streaks_of(wins)
    lengths = [len(streak) for streak in streaks]
    unwon = len(results) if not wins else 0
    return Drawn(
        counts(results),
        tuple(
            Cell(number // ROWS, number % ROWS, result[0], 0, result[1:])
            for number, result in enumerate(results)
        ),
        (Cell(0, 0, "", unwon),)
        if unwon
        else tuple(
            Cell(column, row, win.winner, win.ties, win.pairs)
            for win, (column, row) in zip(wins, laid(lengths), strict=True)
        ),
        derived_cells(derived(lengths, BIG_EYE_BOY)),
        derived_cells(derived(lengths, SMALL)),
        derived_cells(derived(lengths, COCKROACH)),
    )


def counts(results: Sequence[str]) -> Counts:
    winners = [result[0] for result in results]
    return Counts(
        len(winners),
        *(winners.count(letter) for letter in (BANKER, PLAYER, TIE)),
        *(sum(pair in one[1:] for one in results) for pair in (BANKER_PAIR, PLAYER_PAIR)),
    )


def entries(results: Iterable[str]) -> list[Entry]:
    """The wins in turn; a tie is marked on the win before it, the first ones on the first win."""
    found: list[Entry] = []
    early = 0
    for result in results:
        if result[0] != TIE:
            found.append(Entry(result[0], result[1:], early))
            early = 0
        elif found:
            found[-1].ties += 1
        else:
            early += 1
    return found


def streaks_of(wins: Iterable[Entry]) -> list[list[Entry]]:
    return [list(same) for _, same in groupby(wins, key=lambda win: win.winner)]


def derived(lengths: Sequence[int], back: int) -> str:
    """The colours of a derived road, from the lengths of the streaks."""
    return "".join(
        colour(lengths, number, row, back)
        for number, length in enumerate(lengths)
        for row in range(1, length + 1)
        if number > back or (number == back and row > 1)
    )


def colour(lengths: Sequence[int], number: int, row: int, back: int) -> str:
    """Red: what `back` streaks ago would have gone on alike."""
    if row == 1:
        return RED if lengths[number - 1] == lengths[number - 1 - back] else BLUE
    return BLUE if row == lengths[number - back] + 1 else RED


def derived_cells(colours: str) -> Cells:
    runs = [len(list(same)) for _, same in groupby(colours)]
    return tuple(
        Cell(column, row, mark) for mark, (column, row) in zip(colours, laid(runs), strict=True)
    )


def laid(lengths: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where each mark of each streak is drawn, in turn.

    A streak goes down from the top of the next free column; at the bottom, or above a mark that
    lies there already, it turns right and keeps to its row: the dragon's tail.
    """
    taken: set[tuple[int, int]] = set()
    start = -1
    for length in lengths:
        start += 1
        while (start, 0) in taken:
            start += 1
        column, row, turned = start, 0, False
        for _ in range(length):
            yield column, row
            taken.add((column, row))
            turned = turned or row == ROWS - 1 or (column, row + 1) in taken
            column, row = (column + 1, row) if turned else (column, row + 1)
