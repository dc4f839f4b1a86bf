"""The two answers to a command: events, or a refusal with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.refusals import Refused
from croupier.table.commands import Who

if TYPE_CHECKING:
    from croupier.engine.steps import Refusal
    from croupier.table.state import Table


class Asked(NamedTuple):
    """A command's circumstances: the table, who asks, and when."""

    table: Table
    who: Who
    at: int
    foreseen: bool = False
    """Only to show what this person may do: it tells nothing of cards that he may not see."""

    @property
    def by(self) -> str:
        return self.who.name

    def no(self, why: Refusal, says: str, clauses: tuple[str, ...] | None = None) -> Refused:
        """A refusal; the clause is the game's own for it, or the one that has the last word."""
        game = self.table.game
        known = game.procedure.refused.get(why, game.last_word.cite.numbers)
        return Refused(why, clauses or known, says)
