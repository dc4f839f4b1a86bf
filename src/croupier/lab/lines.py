"""Counting which line settles a bet, and turning the counts into odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from croupier.engine.bets import Pays, Result
from croupier.lab.figures import BetOdds, LineOdds, chances_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome

NETS = {Result.PUSH: Fraction(0), Result.LOSE: Fraction(-1)}


class Tally:
    """The deals that each line of each bet settles."""

    def __init__(self, game: Game, total: int) -> None:
        self.game = game
        self.total = total
        self.counts: dict[str, dict[int, int]] = {
            bet.name: {id(line): 0 for line in bet.lines} for bet in game.bets
        }

    def add(self, bet: Bet, line: Line, number: int) -> None:
        self.counts[bet.name][id(line)] += number

    def settle(self, dealt: Iterable[tuple[Outcome, int]]) -> None:
        """Every bet on every outcome, each as often as it is dealt."""
        bets = [(bet.settle, self.counts[bet.name]) for bet in self.game.bets]
        for outcome, number in dealt:
            for settle, counts in bets:
                counts[id(settle(outcome))] += number

    def bets(self) -> dict[str, BetOdds]:
        return {bet.name: self.of(bet) for bet in self.game.bets}

    def of(self, bet: Bet) -> BetOdds:
        """Lines of one name and pay are one line of the pay table, though clauses may differ."""
        merged: dict[tuple[str, str | None, Fraction], list[Line]] = {}
        for line in bet.lines:
            pays = line.pays if isinstance(line, Pays) else None
            net = net_of(line)
            merged.setdefault((line.event, pays, net), []).append(line)
        counts = self.counts[bet.name]
        return BetOdds(
            bet.name,
            tuple(
                self.line(bet, event, pays, net, lines)
                for (event, pays, net), lines in merged.items()
            ),
            chances_of(((line.cite.numbers, counts[id(line)]) for line in bet.lines), self.total),
        )

    def line(
        self, bet: Bet, event: str, pays: str | None, net: Fraction, lines: list[Line]
    ) -> LineOdds:
        number = sum(self.counts[bet.name][id(line)] for line in lines)
        clauses = dict.fromkeys(clause for line in lines for clause in line.cite.numbers)
        probability = Fraction(number, self.total)
        return LineOdds(
            event=event,
            odds=pays,
            net=net,
            combinations=number,
            probability=probability,
            clauses=tuple(clauses),
        )


class AllLines:
    """The lines of all bets in one row, as kernels count them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nets = [net_of(line) for bet in game.bets for line in bet.lines]
        ends = list(accumulate(len(bet.lines) for bet in game.bets))
        self.begins = [0, *ends[:-1]]
        self.parts = [
            (bet.name, slice(begin, end))
            for bet, begin, end in zip(game.bets, self.begins, ends, strict=True)
        ]

    def by_bet(self, numbers: list[int]) -> dict[str, list[int]]:
        return {bet: numbers[part] for bet, part in self.parts}

    def odds(self, numbers: list[int], total: int) -> dict[str, BetOdds]:
        tally, by_bet = Tally(self.game, total), self.by_bet(numbers)
        for bet in self.game.bets:
            for line, number in zip(bet.lines, by_bet[bet.name], strict=True):
                tally.add(bet, line, number)
        return tally.bets()


def net_of(line: Line) -> Fraction:
    """What a line brings per unit staked."""
    return line.odds.net if isinstance(line, Pays) else NETS[line.result]
