"""Awards that an attendant pays: verified by one person, paid when a second approves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.money.jackpots import Jackpots, last_word, unfounded
from croupier.table import meter

if TYPE_CHECKING:
    from croupier.table.awards import Held
    from croupier.table.commands import Who
    from croupier.table.meter import AwardNotVerified, AwardPaidByHand, AwardVerified, Jackpot

NO_AWARD_WAITS = Sentence("no-award-waits", "no award of number {number} waits to be paid by hand")
AWARD_IS_VERIFIED_ALREADY = Sentence(
    "award-is-verified-already", "{name} has verified it already: a second person pays it"
)
AWARD_IS_NOT_VERIFIED = Sentence("award-is-not-verified", "nobody has verified the award yet")
SECOND_PERSON_PAYS_AN_AWARD = Sentence(
    "second-person-pays-an-award", "another person than who verified it pays an award"
)


class Attending(Jackpots):
    def verify(
        self, game: str, number: int, reason: str, by: Who, at: int
    ) -> AwardVerified | Refused:
        """Hand, box and player are as the record says; nothing is paid yet."""
        found = self.held(game, number, by, Role.PIT_SUPERVISOR)
        if isinstance(found, Refused):
            return found
        jackpot, one = found
        if no := unfounded(reason):
            return no
        if one.verified_by:
            says = AWARD_IS_VERIFIED_ALREADY(name=one.verified_by)
            return declined(Policy.ALREADY_SO, says)
        now = str(jackpot.meter.cents)
        event = meter.AwardVerified(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=by.name,
            number=number,
            reason=reason,
        )
        return self.write(game, event)

    def pay(self, game: str, number: int, by: Who, at: int) -> AwardPaidByHand | Refused:
        """It becomes the player's own."""
        found = self.held(game, number, by, Role.PIT_MANAGER)
        if isinstance(found, Refused):
            return found
        jackpot, one = found
        if not one.verified_by:
            return declined(Policy.NOTHING_WAITS, AWARD_IS_NOT_VERIFIED())
        if not by.pairs_with(one.verified_by):
            return declined(Refusal.SECOND_PERSON, SECOND_PERSON_PAYS_AN_AWARD())
        now = str(jackpot.meter.cents)
        event = meter.AwardPaidByHand(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=one.verified_by,
            approved_by=by.name,
            number=number,
            table=one.table,
            round=one.round,
            player=one.player,
            cents=one.cents,
            reason=one.reason,
        )
        return self.write(game, event)

    def reject(self, game: str, number: int, by: Who, at: int) -> AwardNotVerified | Refused:
        """It waits on, to be verified anew."""
        found = self.held(game, number, by, Role.PIT_SUPERVISOR)
        if isinstance(found, Refused):
            return found
        jackpot, one = found
        if not one.verified_by:
            return declined(Policy.NOTHING_WAITS, AWARD_IS_NOT_VERIFIED())
        now = str(jackpot.meter.cents)
        event = meter.AwardNotVerified(
            at=at, before=now, after=now, clauses=last_word(game), by=by.name, number=number
        )
        return self.write(game, event)

    def held(self, game: str, number: int, by: Who, role: Role) -> tuple[Jackpot, Held] | Refused:
        jackpot = self.of(game, by, role)
        if isinstance(jackpot, Refused):
            return jackpot
        one = jackpot.awards.numbered(number)
        if one is None:
            return declined(Policy.NO_SUCH_THING, NO_AWARD_WAITS(number=number))
        return jackpot, one
