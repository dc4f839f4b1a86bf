"""Why a line settled a bet: a sentence that names the cards and points that decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.bets import Line, Result
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome


class Deciding(NamedTuple):
    """Two hands that everybody may see, and what the line between them paid."""

    game: Game
    outcome: Outcome
    bet: str
    line: Line
    """The one that settled."""
    award_cents: int | None = None

    @property
    def result(self) -> Result:
        return self.line.result

    @property
    def odds(self) -> str | None:
        return getattr(self.line, "pays", None)

    @property
    def mine(self) -> str:
        return str(self.outcome.hand)

    @property
    def theirs(self) -> str:
        return str(self.outcome.against)

    def called(self, hand: Hand) -> Said:
        """What the document calls a hand; its cards alone where it has no names."""
        said = self.game.ranking.said
        return said(hand) if said else CARDS(cards=str(hand))


Reason = Callable[[Deciding], Said]

CARDS = Sentence("these-cards", "{cards:symbols}")
AS_LISTED = Sentence("as-listed", "{event}.")


def reason(
    game: Game, bet: str, outcome: Outcome, event: str, award_cents: int | None = None
) -> Said:
    """Of the line that these hands reach; the line's name alone where it is not the one settled."""
    found = game.bet[bet]
    line = found.settle(outcome)
    if found.because is None or line.event != event:
        return AS_LISTED(event=event)
    return found.because(Deciding(game, outcome, bet, line, award_cents))
