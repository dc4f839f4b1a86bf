"""The jackpot's meter: a stream of its own that many tables feed and win from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.engine.jackpot import Source, add
from croupier.table import awards
from croupier.table import pool as pools
from croupier.table.awards import Awards
from croupier.table.meter_events import (
    AnyMeterEvent,
    AwardHeld,
    AwardNotVerified,
    AwardPaidByHand,
    AwardStands,
    AwardVerified,
    ContributionRefused,
    ContributionTakenBack,
    EarlierRoundOver,
    HeldAwardTakenBack,
    MajorPaid,
    MajorReversed,
    MeterCorrected,
    MeterCorrectionProposed,
    MeterCorrectionRefused,
    MeterEvent,
    MeterFed,
    MeterFrozen,
    MeterResumed,
    MeterTermsArranged,
    MeterTermsProposed,
    MeterTermsRefused,
    MeterTermsWithdrawn,
    Raise,
    VoidCalledOff,
    decoder,
)
from croupier.table.pool import Key, Pool, Terms, Win

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.jackpot import Meter


__all__ = [
    "AnyMeterEvent",
    "AwardHeld",
    "AwardNotVerified",
    "AwardPaidByHand",
    "AwardStands",
    "AwardVerified",
    "ContributionRefused",
    "ContributionTakenBack",
    "EarlierRoundOver",
    "HeldAwardTakenBack",
    "MajorPaid",
    "MajorReversed",
    "MeterCorrected",
    "MeterCorrectionProposed",
    "MeterCorrectionRefused",
    "MeterEvent",
    "MeterFed",
    "MeterFrozen",
    "MeterResumed",
    "MeterTermsArranged",
    "MeterTermsProposed",
    "MeterTermsRefused",
    "MeterTermsWithdrawn",
    "Raise",
    "VoidCalledOff",
    "decoder",
]
Clauses = tuple[str, ...]
MeterT = TypeVar("MeterT", bound="AnyMeterEvent")


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The meter as its events have left it."""

    pool: Pool
    to_void: frozenset[Key] = frozenset()
    """Rounds in which nobody had seen his cards when the jackpot of all tables stopped."""
    proposed: MeterCorrectionProposed | None = None
    proposals: int = 0
    """How many corrections were ever proposed: the number of the last."""
    awards: Awards = Awards()
    asked: MeterTermsProposed | None = None
    """Other terms, which wait for a second person."""
    asks: int = 0
    former: tuple[Terms, ...] = ()
    """Terms that it had, some of which tables and the house's file may still say."""

    @property
    def terms(self) -> Terms:
        """By which it goes now."""
        seed, cap, (rate, hidden) = self.pool.going
        return Terms(
            seed_cents=seed,
            contribution=str(rate),
            cap_cents=cap,
            reserve=str(hidden),
            attendant_cents=self.awards.attendant_cents,
        )

    @property
    def meter(self) -> Meter:
        return self.pool.meter

    @property
    def faults(self) -> frozenset[str]:
        """Tables whose fault is not over; an empty name where staff have frozen the meter."""
        return frozenset(self.pool.stopped)

    @property
    def frozen(self) -> bool:
        """At all tables; one that has a fault of its own is no other table's affair."""
        return "" in self.pool.stopped

    @property
    def displayed_cents(self) -> int:
        return self.pool.registered.displayed_cents


def new_jackpot(terms: JackpotTerms) -> Jackpot:
    return begun(
        Terms(
            seed_cents=terms.seed_cents,
            contribution=str(terms.contribution),
            cap_cents=terms.cap_cents,
            reserve=str(terms.reserve),
            attendant_cents=terms.attendant_cents,
        )
    )


def begun(terms: Terms) -> Jackpot:
    seed, cap, (rate, hidden) = terms.going
    pool = Pool(seed_cents=seed, rate=rate, cap_cents=cap, reserve_rate=hidden)
    return Jackpot(pool=pool, awards=Awards(attendant_cents=terms.attendant_cents))


def evolve(jackpot: Jackpot, event: AnyMeterEvent) -> Jackpot:
    now = standing_at(CHANGES[type(event)](jackpot, event), Fraction(event.after))
    if not event.reserve_after:
        return now
    return replace(now, pool=replace(now.pool, reserve=Fraction(event.reserve_after)))


def standing_at(jackpot: Jackpot, cents: Fraction) -> Jackpot:
    """The journal's word is the last: earlier programs reckoned otherwise."""
    off = cents - jackpot.meter.cents
    if not off:
        return jackpot
    pool, parts = jackpot.pool, dict(jackpot.pool.fed)
    add(parts, Source(pool.shown_until - 1), off)
    return replace(jackpot, pool=replace(pool, fed=parts))


def reckoned(jackpot: Jackpot, event: MeterT) -> MeterT:
    """With what the meter comes to by it."""
    now = CHANGES[type(event)](jackpot, event)
    event = replace(event, before=str(jackpot.meter.cents), after=str(now.meter.cents))
    if now.pool.reserve == jackpot.pool.reserve:
        return event
    both = str(jackpot.pool.reserve), str(now.pool.reserve)
    return replace(event, reserve_before=both[0], reserve_after=both[1])


def fed(jackpot: Jackpot, event: MeterFed) -> Jackpot:
    left = (key for key in jackpot.to_void if key[0] != event.table or key[1] >= event.round)
    pool = pools.fed(jackpot.pool, (event.table, event.round), event.bets_cents)
    return replace(jackpot, pool=pool, to_void=frozenset(left))


def taken_back(jackpot: Jackpot, event: ContributionTakenBack) -> Jackpot:
    key = event.table, event.round
    return replace(jackpot, pool=pools.taken_back(jackpot.pool, key, event.bets_cents))


def major_paid(jackpot: Jackpot, event: MajorPaid) -> Jackpot:
    pool = jackpot.pool
    if event.round:
        pool = pools.claimed(pool, win_of(pool, event))
    else:
        pool = replace(pool, fed={}, wins=())
    return replace(jackpot, pool=pool, proposed=None, awards=awards.won(jackpot.awards, event))


def win_of(pool: Pool, event: MajorPaid) -> Win:
    return Win(
        table=event.table,
        round=event.round,
        player=event.player,
        order=event.order,
        until=pool.until(event.table),
        paid_cents=event.cents,
        settled_cents=event.cents,
        waits=frozenset(event.waits),
        leaves_own=event.leaves_own,
    )


def major_reversed(jackpot: Jackpot, event: MajorReversed) -> Jackpot:
    pool, key = jackpot.pool, (event.table, event.round)
    if pool.win_of(key) is None:  # paid by an earlier program
        pool = pools.corrected(pool, Fraction(event.cents - pool.seed_cents))
    listed = awards.reversed_(jackpot.awards, event)
    return replace(jackpot, pool=pools.undone(pool, key), proposed=None, awards=listed)


def earlier_round_over(jackpot: Jackpot, event: EarlierRoundOver) -> Jackpot:
    pool = pools.all_raised(pools.over(jackpot.pool, (event.table, event.round)))
    proposed = None if event.raised else jackpot.proposed
    return replace(
        jackpot, pool=pool, proposed=proposed, awards=awards.raised(jackpot.awards, event)
    )


def award_stands(jackpot: Jackpot, event: AwardStands) -> Jackpot:
    return replace(jackpot, pool=pools.stood(jackpot.pool, (event.table, event.round)))


def frozen(jackpot: Jackpot, event: MeterFrozen) -> Jackpot:
    to_void = jackpot.to_void | set(event.voids)
    return replace(jackpot, pool=pools.stop(jackpot.pool, event.table), to_void=to_void)


def resumed(jackpot: Jackpot, event: MeterResumed) -> Jackpot:
    return replace(jackpot, pool=pools.go_on(jackpot.pool, event.table))


def called_off(jackpot: Jackpot, event: VoidCalledOff) -> Jackpot:
    return replace(jackpot, to_void=jackpot.to_void - {(event.table, event.round)})


def correction_proposed(jackpot: Jackpot, event: MeterCorrectionProposed) -> Jackpot:
    return replace(jackpot, proposed=event, proposals=jackpot.proposals + 1)


def without_proposal(jackpot: Jackpot, _event: MeterEvent) -> Jackpot:
    return replace(jackpot, proposed=None)


def corrected(jackpot: Jackpot, event: MeterCorrected) -> Jackpot:
    cents = Fraction(event.after) - Fraction(event.before)
    return replace(jackpot, pool=pools.corrected(jackpot.pool, cents), proposed=None)


def unchanged(jackpot: Jackpot, _event: MeterEvent) -> Jackpot:
    return jackpot


def terms_proposed(jackpot: Jackpot, event: MeterTermsProposed) -> Jackpot:
    return replace(jackpot, asked=event, asks=jackpot.asks + 1)


def terms_refused(jackpot: Jackpot, _event: MeterTermsRefused) -> Jackpot:
    return replace(jackpot, asked=None)


def terms_arranged(jackpot: Jackpot, event: MeterTermsArranged) -> Jackpot:
    """What is no part of the odds holds at once; the rest waits for the win."""
    own = replace(jackpot.awards, attendant_cents=event.terms.attendant_cents)
    waits = event.terms if event.terms.going != jackpot.pool.own else None
    pool, former = replace(jackpot.pool, later=waits), (*jackpot.former, event.was)
    return replace(jackpot, pool=pool, awards=own, asked=None, former=former)


def terms_withdrawn(jackpot: Jackpot, _event: MeterTermsWithdrawn) -> Jackpot:
    return replace(jackpot, pool=replace(jackpot.pool, later=None))


def with_awards(change: Callable[[Awards, Any], Awards]) -> Callable[[Jackpot, Any], Jackpot]:
    return lambda jackpot, event: replace(jackpot, awards=change(jackpot.awards, event))


CHANGES: dict[type[MeterEvent], Callable[[Jackpot, Any], Jackpot]] = {
    MeterFed: fed,
    ContributionTakenBack: taken_back,
    MajorPaid: major_paid,
    MajorReversed: major_reversed,
    EarlierRoundOver: earlier_round_over,
    AwardStands: award_stands,
    MeterFrozen: frozen,
    MeterResumed: resumed,
    VoidCalledOff: called_off,
    MeterCorrectionProposed: correction_proposed,
    MeterCorrectionRefused: without_proposal,
    MeterCorrected: corrected,
    ContributionRefused: unchanged,
    MeterTermsProposed: terms_proposed,
    MeterTermsRefused: terms_refused,
    MeterTermsArranged: terms_arranged,
    MeterTermsWithdrawn: terms_withdrawn,
    AwardHeld: with_awards(awards.held),
    HeldAwardTakenBack: with_awards(awards.taken_back),
    AwardVerified: with_awards(awards.verified),
    AwardNotVerified: with_awards(awards.not_verified),
    AwardPaidByHand: with_awards(awards.paid_by_hand),
}
"""What each event makes of the jackpot."""


class Correction(msgspec.Struct, frozen=True):
    """What should be displayed; what comes in or goes out meanwhile is not touched by it."""

    cents: int
    by: str
    approved_by: str
    reason: str
    shown_cents: int | None = None
    """What was displayed when it was proposed, where that was earlier."""


def correct(jackpot: Jackpot, to: Correction, at: int, clauses: Clauses) -> MeterCorrected | None:
    """By one person with a reason, approved by a second, from seed to cap; else nothing is."""
    now, (seed, cap, _) = jackpot.displayed_cents, jackpot.pool.going
    by_cents = to.cents - (now if to.shown_cents is None else to.shown_cents)
    if to.by == to.approved_by or not to.reason.strip() or min(to.cents, now + by_cents) < seed:
        return None
    if cap is not None and max(Fraction(to.cents), jackpot.meter.cents + by_cents) > cap:
        return None
    return MeterCorrected(
        at=at,
        before=str(jackpot.meter.cents),
        after=str(jackpot.meter.cents + by_cents),
        clauses=clauses,
        by=to.by,
        approved_by=to.approved_by,
        reason=to.reason,
    )
