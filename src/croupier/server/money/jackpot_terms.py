"""Other terms of a jackpot: arranged by two people, they wait until it is won."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.configuration import JackpotTerms, check_beyond
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.money import parse_part
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.money.cage import SECOND_PERSON_APPROVES_A_CORRECTION
from croupier.server.money.jackpots import Jackpots, last_word, unfounded
from croupier.table import meter

if TYPE_CHECKING:
    from croupier.table.commands import Who
    from croupier.table.meter import (
        Jackpot,
        MeterTermsArranged,
        MeterTermsProposed,
        MeterTermsRefused,
        MeterTermsWithdrawn,
    )
    from croupier.table.pool import Terms

NO_TERMS_WAIT = Sentence("no-terms-wait", "no other terms of the jackpot wait")
OTHER_TERMS_WAIT_BY_NOW = Sentence(
    "other-terms-wait-by-now", "other terms wait by now than this was about: look again"
)
TERMS_WAIT_ALREADY = Sentence(
    "terms-wait-already", "other terms of the jackpot wait already: withdraw them first"
)
TERMS_ARE_THE_SAME = Sentence("terms-are-the-same", "the jackpot has these terms already")
UNFIT_TERMS = Sentence(
    "unfit-terms",
    "a cap is the seed or more, contribution and reserve are parts of a bet and together no more"
    " than it, and an award paid by hand is above 0.00",
)
WIN_IS_NOT_FINAL = Sentence(
    "win-is-not-final",
    "a win of the jackpot can still be taken back: again when the next round has opened there",
)


class Arranging(Jackpots):
    def propose_terms(
        self, game: str, terms: Terms, reason: str, by: Who, at: int
    ) -> MeterTermsProposed | Refused:
        jackpot = self.of(game, by, Role.PIT_MANAGER)
        if isinstance(jackpot, Refused):
            return jackpot
        if no := unfounded(reason) or unfit(terms):
            return no
        if jackpot.asked is not None or jackpot.pool.later is not None:
            return declined(Policy.ALREADY_SO, TERMS_WAIT_ALREADY())
        if canonical(terms) == jackpot.terms:
            return declined(Policy.ALREADY_SO, TERMS_ARE_THE_SAME())
        now = str(jackpot.meter.cents)
        event = meter.MeterTermsProposed(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=by.name,
            terms=canonical(terms),
            reason=reason,
        )
        return self.write(game, event)

    def approve_terms(
        self, game: str, by: Who, at: int, number: int | None = None
    ) -> MeterTermsArranged | Refused:
        """They hold from the next win on; from when awards are paid by hand holds at once."""
        found = self.asked(game, by, number)
        if isinstance(found, Refused):
            return found
        jackpot, one = found
        if not by.pairs_with(one.by):
            return declined(Refusal.SECOND_PERSON, SECOND_PERSON_APPROVES_A_CORRECTION())
        if jackpot.pool.wins:
            return declined(Policy.STILL_IN_PLAY, WIN_IS_NOT_FINAL())
        now = str(jackpot.meter.cents)
        event = meter.MeterTermsArranged(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=one.by,
            approved_by=by.name,
            was=jackpot.terms,
            terms=one.terms,
            reason=one.reason,
        )
        return self.write(game, event)

    def refuse_terms(
        self, game: str, by: Who, at: int, number: int | None = None
    ) -> MeterTermsRefused | Refused:
        """By anyone who might approve, or by whoever proposed them."""
        found = self.asked(game, by, number)
        if isinstance(found, Refused):
            return found
        now = str(found[0].meter.cents)
        event = meter.MeterTermsRefused(
            at=at, before=now, after=now, clauses=last_word(game), by=by.name
        )
        return self.write(game, event)

    def withdraw_terms(
        self, game: str, reason: str, by: Who, at: int
    ) -> MeterTermsWithdrawn | Refused:
        """What waits for the win: the terms stay as they are, which needs no second person."""
        jackpot = self.of(game, by, Role.PIT_MANAGER)
        if isinstance(jackpot, Refused):
            return jackpot
        if no := unfounded(reason):
            return no
        if jackpot.pool.later is None:
            return declined(Policy.NOTHING_WAITS, NO_TERMS_WAIT())
        if jackpot.pool.wins:
            return declined(Policy.STILL_IN_PLAY, WIN_IS_NOT_FINAL())
        now = str(jackpot.meter.cents)
        event = meter.MeterTermsWithdrawn(
            at=at, before=now, after=now, clauses=last_word(game), by=by.name, reason=reason
        )
        return self.write(game, event)

    def asked(
        self, game: str, by: Who, number: int | None
    ) -> tuple[Jackpot, MeterTermsProposed] | Refused:
        jackpot = self.of(game, by, Role.PIT_MANAGER)
        if isinstance(jackpot, Refused):
            return jackpot
        if jackpot.asked is None:
            return declined(Policy.NOTHING_WAITS, NO_TERMS_WAIT())
        if number not in {None, jackpot.asks}:
            return declined(Policy.CHANGED_MEANWHILE, OTHER_TERMS_WAIT_BY_NOW())
        return jackpot, jackpot.asked


def unfit(terms: Terms) -> Refused | None:
    try:
        rate, hidden = parse_part(terms.contribution), parse_part(terms.reserve)
        check_beyond(
            JackpotTerms(1, terms.seed_cents, rate, terms.cap_cents, hidden, terms.attendant_cents)
        )
    except BadInput:
        return declined(Policy.UNFIT_AMOUNT, UNFIT_TERMS())
    return None


def canonical(terms: Terms) -> Terms:
    """The same parts are written the same way."""
    rate, hidden = str(Fraction(terms.contribution)), str(Fraction(terms.reserve))
    return replace(terms, contribution=rate, reserve=hidden)
