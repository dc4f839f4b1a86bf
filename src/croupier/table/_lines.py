"""The lines that can settle the bets of a game, in sets that are quick to join and compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Result
from croupier.engine.interpretations import under

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome


class Lines:
    """Each line of each bet that can be placed is one bit; a set of lines is a number."""

    def __init__(self, game: Game) -> None:
        self.bets = {bet.name: bet for bet in game.bets if not bet.bonus_on}
        lines = [line for bet in self.bets.values() for line in bet.lines]
        self.bit = {id(line): 1 << place for place, line in enumerate(lines)}
        self.wins = self.of(self.bets, Result.WIN)
        self.loses = self.of(self.bets, Result.LOSE)
        self.each = [self.of([name]) for name in self.bets]

    def of(self, bets: Iterable[str], *results: Result) -> int:
        return sum(
            self.bit[id(line)]
            for name in bets
            for line in self.bets[name].lines
            if not results or line.result in results
        )

    def settling(self, outcome: Outcome) -> int:
        """The line by which each bet is settled on an outcome."""
        return sum([self.bit[id(bet.settle(outcome))] for bet in self.bets.values()])

    def undecided(self, wanted: int, reached: int) -> int:
        """The wanted lines, less those of bets that are known to end in more than one way."""
        for bet in self.each:
            found = bet & reached
            if found & ~self.wins and found & ~self.loses:
                wanted &= ~bet
        return wanted

    def result(self, bet: str, reached: int) -> Result | None:
        """How a bet ends whichever of the lines reached settles it, if that is one and no push."""
        found = self.of([bet]) & reached
        assert found, f"no line settles {bet}"
        if not found & ~self.wins:
            return Result.WIN
        return None if found & ~self.loses else Result.LOSE

    def events(self, bet: str, reached: int) -> list[str]:
        lines = self.bets[bet].lines
        return list(dict.fromkeys(one.event for one in lines if self.bit[id(one)] & reached))


Rules = tuple[object, ...]


def rules_of(game: Game) -> Rules:
    """All that settles a game's bets: games that agree in it can share what was found."""
    lines = [line for bet in game.bets for line in bet.lines]
    asked = [under(line.when, game.readings) for line in lines]
    return (game.name, *asked, *[by.key for by in game.ranking.keys])
