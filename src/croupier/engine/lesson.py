"""What a player is taught of a game: its short rules by code, each with facts and clauses.

The pages have the words for each code, in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.bets import Pays
from croupier.problems import Incomplete

if TYPE_CHECKING:
    from croupier.engine.bets import Bet
    from croupier.rulebook import Cite


class TaughtRule(msgspec.Struct, frozen=True):
    code: str
    clauses: tuple[str, ...]
    facts: dict[str, str]
    """What the words need of the game's own values, as odds."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    aim: TaughtRule
    cards: TaughtRule
    """What counts, or what beats what."""
    hand: TaughtRule
    """How one hand goes."""
    wins: dict[str, TaughtRule]
    """When each bet wins."""
    shows: dict[str, str]
    """The pay line that the example of a bet hits, where it is not just any that wins."""
    first: tuple[str, str]
    """The bet and the pay line of the picture of the aim."""
    then: tuple[str, str]
    """Likewise of one hand."""


def rule(code: str, cite: Cite, **facts: str) -> TaughtRule:
    return TaughtRule(code, cite.numbers, facts)


def paid(bet: Bet, event: str) -> str:
    """The odds of a pay line, so that they stand in one place."""
    for line in bet.lines:
        if isinstance(line, Pays) and line.event == event:
            return line.pays
    raise Incomplete(f"{bet.title} pays nothing for {event}")
