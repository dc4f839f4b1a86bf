"""The sheet of a workbook on which hands are played or folded by what the pays make them worth.

A hand is folded where that loses less. The counts of the dealer's hands do not depend on a pay, so
the rest follows by formulas: what each hand is worth, which are played, and how often each line
settles the bets.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from xlsxwriter.utility import xl_rowcol_to_cell

from croupier.lab.hands import DEALERS, HANDS
from croupier.lab.poker import Lab, in_every_suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Hand
    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game
    from croupier.lab.poker import HandValue, Settled

HAND, NUMBER, FOLDS_BY, FED, FED_FOLDED, WORTH, PLAYED, WAYS = range(8)
HEADS = ("hand", "hands alike", "folded: line", "award: line", "folded: line", "worth", "played")
NETS, FIRST = 1, 2
"""Rows: the nets of the ways, then the hands."""


@dataclass(kw_only=True)
class Row:
    """Hands that the lines of no bet tell apart, against any dealer."""

    example: str
    number: int = 0
    played: dict[int, int]
    """By the way that it ends: against how many of the dealer's hands."""
    folded: int
    award: int
    award_folded: int
    is_played: bool
    worth: Fraction


class BestPlay:
    """What the sheet holds, asked of the lab."""

    def __init__(self, game: Game) -> None:
        self.lab = Lab(game)
        self.fed = game.bet[game.jackpot.bet] if game.jackpot else None
        found: dict[object, Row] = {}
        self.ways: list[Settled] = []
        for value in self.lab.hands:
            for hand, number in self.apart(value):
                row = self.row(value, hand)
                key = value.played, value.folded, row.award, row.award_folded
                found.setdefault(key, row).number += number
        self.rows = list(found.values())

    def apart(self, value: HandValue) -> Iterable[tuple[Hand, int]]:
        """Hands of one suit each on their own, as the jackpot's awards know suits."""
        if len({card.suit for card in value.hand}) > 1:
            return [(value.hand, value.alike)]
        return [(hand, value.alike // 4) for hand in in_every_suit(value.hand)]

    def row(self, value: HandValue, hand: Hand) -> Row:
        played = {self.way(one): number for one, number in value.played}
        award, folded = (self.award(hand, dealer) for dealer in (self.lab.least, None))
        return Row(
            example=hand.symbols,
            played=played,
            folded=self.way(value.folded),
            award=award,
            award_folded=folded,
            is_played=not value.best_is_fold,
            worth=value.play,
        )

    def way(self, settled: Settled) -> int:
        if settled not in self.ways:
            self.ways.append(settled)
        return self.ways.index(settled)

    def award(self, hand: Hand, dealer: int | None) -> int:
        if self.fed is None:
            return 0
        return self.fed.lines.index(self.fed.settle(self.lab.outcome(hand, dealer)))

    @cached_property
    def bets(self) -> list[Bet]:
        return [self.lab.entry_bet, self.lab.play_bet, self.lab.bonus]

    def counted(self, way: int) -> int:
        played = sum(row.number * row.played.get(way, 0) for row in self.rows if row.is_played)
        folded = sum(row.number for row in self.rows if not row.is_played and row.folded == way)
        return played + folded * DEALERS

    @property
    def part_played(self) -> Fraction:
        return Fraction(sum(row.number for row in self.rows if row.is_played), HANDS)

    def lines(self, way: int) -> tuple[Line, ...]:
        return self.ways[way].lines


class BestPlaySheet:
    """The same as cells; `nets` are the cells that hold what each way brings."""

    def __init__(self, book: Any, formats: dict[str, Any], name: str, of: BestPlay) -> None:  # noqa: ANN401
        self.page, self.formats, self.name, self.of = book.add_worksheet(name), formats, name, of
        self.last = FIRST + len(of.rows) - 1

    def write(self, nets: list[str]) -> None:
        page, of = self.page, self.of
        page.set_column(HAND, PLAYED, 14)
        page.freeze_panes(FIRST, 1)
        for column, head in enumerate((*HEADS, *(way.event for way in of.ways))):
            page.write(0, column, head, self.formats["head"])
        page.write(NETS, HAND, "net of the line, per ante", self.formats["label"])
        for way, cell in enumerate(nets):
            page.write_formula(NETS, WAYS + way, f"={cell}", None, float(of.ways[way].net))
        for place, row in enumerate(of.rows, start=FIRST):
            self.row(place, row)

    def row(self, place: int, row: Row) -> None:
        page, ways = self.page, len(self.of.ways)
        page.write(place, HAND, row.example)
        for column, number in (
            (NUMBER, row.number),
            (FOLDS_BY, row.folded),
            (FED, row.award),
            (FED_FOLDED, row.award_folded),
            *((WAYS + way, number) for way, number in row.played.items()),
        ):
            page.write_number(place, column, number)
        counts = f"{cell(place, WAYS)}:{cell(place, WAYS + ways - 1)}"
        nets = f"{fixed(NETS, WAYS)}:{fixed(NETS, WAYS + ways - 1)}"
        worth = f"=SUMPRODUCT({counts},{nets})"
        page.write_formula(place, WORTH, worth, None, float(row.worth * DEALERS))
        folded = fixed(NETS, WAYS + row.folded)
        better = f"=IF({folded}*{DEALERS}>{cell(place, WORTH)},0,1)"
        page.write_formula(place, PLAYED, better, None, int(row.is_played))

    def span(self, column: int) -> str:
        return f"'{self.name}'!{fixed(FIRST, column)}:{fixed(self.last, column)}"

    def combinations(self, way: int) -> str:
        """How often the bets end so."""
        hands, played, column = self.span(NUMBER), self.span(PLAYED), self.span(WAYS + way)
        folded = f"SUMPRODUCT({hands},1-{played},--({self.span(FOLDS_BY)}={way}))"
        return f"=SUMPRODUCT({hands},{played},{column})+{DEALERS}*{folded}"

    def awarded(self, line: int) -> str:
        """How often a line of the jackpot's bet settles it."""
        hands, played = self.span(NUMBER), self.span(PLAYED)
        kept = f"SUMPRODUCT({hands},{played},--({self.span(FED)}={line}))"
        folded = f"SUMPRODUCT({hands},1-{played},--({self.span(FED_FOLDED)}={line}))"
        return f"={DEALERS}*({kept}+{folded})"

    @property
    def staked(self) -> str:
        """Per ante, on average."""
        return f"=1+SUMPRODUCT({self.span(NUMBER)},{self.span(PLAYED)})/{HANDS}"


def cell(row: int, column: int) -> str:
    return str(xl_rowcol_to_cell(row, column))


def fixed(row: int, column: int) -> str:
    return str(xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True))
