"""The two answers to a command: events, or a refusal with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import LastWord
from croupier.engine.refusals import Refused, refused
from croupier.rulebook.marks import carries
from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from croupier.engine.steps import Refusal
    from croupier.table.commands import Who
    from croupier.table.state import Table

ANOTHER_PLAYER_BETS_ON_BOX = Sentence(
    "another-player-bets-on-box", "another player bets on box {box}"
)
NO_CARDS_ARE_DEALT = Sentence("no-cards-are-dealt", "no cards are dealt")
NAME_ALL_CARDS_OF_THE_ROUND = Sentence(
    "name-all-cards-of-the-round",
    "name all cards of the round in the order drawn, and the hands as they lie",
)
NO_JACKPOT_BETS_ARE_TAKEN_OR_PAID = Sentence(
    "no-jackpot-bets-are-taken-or-paid", "no jackpot bets are taken or paid"
)
NO_BETS_ARE_TAKEN_ON_BOX = Sentence("no-bets-are-taken-on-box", "no bets are taken on box {box}")
PLAYER_MAY_BET_ON_ONE_BOX_ONLY = Sentence(
    "player-may-bet-on-one-box-only", "{player} may bet on one box only"
)
AREA_IS_FULL = Sentence("area-is-full", "{most} wagers lie there already")
RAISE_IT_OR_TAKE_IT_BACK = Sentence(
    "raise-it-or-take-it-back",
    "the minimum is {cents:money}: raise the bet or take it back before betting closes",
)
MINIMUM_IS_AN_AMOUNT = Sentence("minimum-is-an-amount", "the minimum is {cents:money}")


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A command's circumstances: the table, who asks, and when."""

    table: Table
    who: Who
    at: int
    foreseen: bool = False
    """Only to show what this person may do: it tells nothing of cards that he may not see."""

    @property
    def by(self) -> str:
        return self.who.name

    def with_table(self, table: Table) -> Asked:
        """The same, of a table to which something more has happened."""
        return replace(self, table=table)

    @carries(LastWord)
    def no(self, why: Refusal, said: Said, clauses: tuple[str, ...] | None = None) -> Refused:
        """A refusal; the clause is the game's own for it, or the one that has the last word."""
        game = self.table.game
        known = game.procedure.refused.get(why, game.last_word.cite.numbers)
        return refused(why, clauses or known, said)
