"""Which line of each bet settles, under every reading that a line depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.lab.paytables import readings_that_matter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Hand
    from croupier.engine.bets import Bet
    from croupier.engine.game import Game

Lines = tuple[int, ...]


class DecidingLines:
    """All that bets can say of two hands, so that one count serves every reading."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bets = list(distinct(game))
        self.places = [
            {id(line): place for place, line in enumerate(bet.lines)} for bet in self.bets
        ]
        self.choices = (False,) if game.decision is None else (False, True)

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is made of the game anew."""
        return DecidingLines, (self.game,)

    def __call__(self, hand: Hand, against: Hand) -> Lines:
        outcomes = [self.game.outcome(hand, against, folded=folded) for folded in self.choices]
        return tuple(
            [
                places[id(bet.settle(outcome))]
                for bet, places in zip(self.bets, self.places, strict=True)
                for outcome in outcomes
            ]
        )


def distinct(game: Game) -> Iterator[Bet]:
    """Each bet as it stands, and once more for each reading under which its lines differ."""
    seen = set()
    readings = [{one.name: value} for one, value in readings_that_matter(game)]
    for chosen in ({}, *readings):
        for bet in game.under(chosen).bets:
            key = bet.name, tuple(id(line.when) for line in bet.lines)
            if key not in seen:
                seen.add(key)
                yield bet
