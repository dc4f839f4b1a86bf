"""How the rounds of a day went at a table: counts of what everybody there has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Hand
from croupier.engine.bets import Result
from croupier.table.commands import DEALER, PLAYER_HAND, TERMINALS
from croupier.table.past import areas, winning

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.table.past import Ended

WIN, LOSE = Result.WIN.value, Result.LOSE.value
DAY = 86_400_000
"""A day of the house begins at midnight of universal time, as for all that is kept by the day."""


class BetTally(msgspec.Struct, frozen=True, gc=False):
    won: int = 0
    lost: int = 0
    returned: int = 0


NO_BETS = BetTally()


class Tally(msgspec.Struct, frozen=True, gc=False):
    day: int = 0
    rounds: int = 0
    voided: int = 0
    bets: dict[str, BetTally] = {}
    """Of a table with boxes, each settled area; of a table of play, the bets that won."""
    folded: int = 0
    qualified: int = 0
    """Dealer's hands, where a dealer has to qualify."""

    def plus(self, game: Game, one: Ended) -> Tally:
        """With a round that is over; the first of another day begins anew."""
        day = one.at // DAY
        return (self if day == self.day else Tally(day)).moved(game, one, 1)

    def less(self, game: Game, one: Ended) -> Tally:
        """Without a round that was counted and is taken back."""
        return self.moved(game, one, -1) if one.at // DAY == self.day else self

    def moved(self, game: Game, one: Ended, by: int) -> Tally:
        bets = dict(self.bets)
        for (_, bet), result in results(game, one).items():
            so_far = bets.get(bet, NO_BETS)
            if result == WIN:
                bets[bet] = BetTally(so_far.won + by, so_far.lost, so_far.returned)
            elif result == LOSE:
                bets[bet] = BetTally(so_far.won, so_far.lost + by, so_far.returned)
            else:
                bets[bet] = BetTally(so_far.won, so_far.lost, so_far.returned + by)
        return Tally(
            self.day,
            self.rounds + by,
            self.voided + by * one.voided,
            bets,
            self.folded + by * len(one.folded),
            self.qualified + by * qualifies(game, one),
        )


def results(game: Game, one: Ended) -> dict[tuple[int, str], str]:
    """Bets and how they ended; at a table of play, those that won whether or not anybody bet."""
    if game.drawn_by_tableau:
        hands = {place: Hand(cards) for place, cards in one.hands if cards}
        won = winning(game, hands.get(PLAYER_HAND), hands.get(DEALER))
        return {(TERMINALS, bet): WIN for bet in won}
    return areas(one)


def qualifies(game: Game, one: Ended) -> bool:
    if game.qualifies is None:
        return False
    dealer = dict(one.hands).get(DEALER)
    return bool(dealer and game.qualifies.when(Hand(dealer)))
