"""The jackpot's meter: a stream of its own that many tables feed and win from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.engine.jackpot import Source, add
from croupier.table import pool as pools
from croupier.table.pool import Key, Pool, Win
from croupier.table.postings import HOUSE, METER, Posting, player

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.jackpot import Meter

Clauses = tuple[str, ...]


class MeterEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Amounts are exact, in cents: what is less than a cent is carried, never lost."""

    at: int
    before: str
    after: str
    clauses: Clauses


class MeterFed(MeterEvent, frozen=True, kw_only=True, tag="meter-fed"):
    table: str
    round: int
    bets_cents: int


class ContributionTakenBack(MeterEvent, frozen=True, kw_only=True, tag="contribution-taken-back"):
    table: str
    round: int
    bets_cents: int


class MajorPaid(MeterEvent, frozen=True, kw_only=True, tag="major-paid"):
    table: str
    player: str
    cents: int
    round: int = 0
    """None in the journals of earlier programs: what was paid then does not change any more."""
    order: tuple[int, int] = (0, 0)
    """When the hand was complete, and where the house has written that down."""
    waits: tuple[Key, ...] = ()
    """Rounds with a hand that was complete earlier: if none of them wins, more is paid."""
    leaves_own: bool = False
    """The contributions of its round are left to the meter that follows."""


class MajorReversed(MeterEvent, frozen=True, kw_only=True, tag="major-reversed"):
    """The settlement that paid it was reversed."""

    table: str
    player: str
    cents: int
    round: int = 0
    raised_cents: int = 0
    """What had been paid since the settlement."""


class Raise(msgspec.Struct, frozen=True):
    """What a winner gets beyond what his settlement paid."""

    table: str
    round: int
    player: str
    cents: int
    is_final: bool
    """Whether the next round of his table has opened."""


class EarlierRoundOver(MeterEvent, frozen=True, kw_only=True, tag="earlier-round-over"):
    """Winners waited for its hands, which were complete earlier."""

    table: str
    round: int
    raised: tuple[Raise, ...] = ()


class AwardStands(MeterEvent, frozen=True, kw_only=True, tag="award-stands"):
    """The next round of its table has opened."""

    table: str
    round: int


class MeterFrozen(MeterEvent, frozen=True, kw_only=True, tag="meter-frozen"):
    table: str
    """That reported the fault; empty where staff have frozen the meter of all tables."""
    by: str = ""
    reason: str = ""
    voids: tuple[Key, ...] = ()
    """Rounds in play in which nobody had seen his cards."""


class MeterResumed(MeterEvent, frozen=True, kw_only=True, tag="meter-resumed"):
    by: str
    table: str = ""
    """Whose fault is over; empty: every one is."""


class VoidCalledOff(MeterEvent, frozen=True, kw_only=True, tag="void-called-off"):
    """A second person rejects the report for which a round was to be void: it goes on."""

    by: str
    table: str
    round: int


class MeterCorrectionProposed(
    MeterEvent, frozen=True, kw_only=True, tag="meter-correction-proposed"
):
    """Nothing moves until a second person approves."""

    by: str
    shown_cents: int
    cents: int
    """What is displayed, and what should be."""
    reason: str


class MeterCorrectionRefused(MeterEvent, frozen=True, kw_only=True, tag="meter-correction-refused"):
    by: str


class MeterCorrected(MeterEvent, frozen=True, kw_only=True, tag="meter-corrected"):
    by: str
    approved_by: str
    reason: str


AnyMeterEvent = (
    MeterFed
    | ContributionTakenBack
    | MajorPaid
    | MajorReversed
    | EarlierRoundOver
    | AwardStands
    | MeterFrozen
    | MeterResumed
    | VoidCalledOff
    | MeterCorrectionProposed
    | MeterCorrectionRefused
    | MeterCorrected
)
MeterT = TypeVar("MeterT", bound=AnyMeterEvent)
decoder: msgspec.json.Decoder[AnyMeterEvent] = msgspec.json.Decoder(AnyMeterEvent)


class Jackpot(msgspec.Struct, frozen=True):
    """The meter as its events have left it."""

    pool: Pool
    to_void: frozenset[Key] = frozenset()
    """Rounds in which nobody had seen his cards when the jackpot of all tables stopped."""
    proposed: MeterCorrectionProposed | None = None
    proposals: int = 0
    """How many corrections were ever proposed: the number of the last."""

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
    return Jackpot(Pool(seed_cents=terms.seed_cents, rate=terms.contribution))


def evolve(jackpot: Jackpot, event: AnyMeterEvent) -> Jackpot:
    return standing_at(CHANGES[type(event)](jackpot, event), Fraction(event.after))


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
    now = CHANGES[type(event)](jackpot, event).meter.cents
    return replace(event, before=str(jackpot.meter.cents), after=str(now))


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
    return replace(jackpot, pool=pool, proposed=None)


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
    return replace(jackpot, pool=pools.undone(pool, key), proposed=None)


def earlier_round_over(jackpot: Jackpot, event: EarlierRoundOver) -> Jackpot:
    pool = pools.all_raised(pools.over(jackpot.pool, (event.table, event.round)))
    return replace(jackpot, pool=pool, proposed=None if event.raised else jackpot.proposed)


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
    """By one person with a reason, approved by a second, to the seed or more; else nothing is."""
    now, seed = jackpot.displayed_cents, jackpot.pool.seed_cents
    by_cents = to.cents - (now if to.shown_cents is None else to.shown_cents)
    if to.by == to.approved_by or not to.reason.strip() or min(to.cents, now + by_cents) < seed:
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


def postings(event: AnyMeterEvent, _seed_cents: int) -> tuple[Posting, ...]:
    """Whole cents as the meter holds them; an award itself is posted by the settlement."""
    return tuple(one for one in MOVES[type(event)](event) if one.cents)


def from_house(event: MeterEvent, award_cents: int = 0, *paid: Posting) -> tuple[Posting, ...]:
    """What the meter gains or loses beside an award, and what players are paid beyond it."""
    cents = int(Fraction(event.after)) - int(Fraction(event.before)) + award_cents
    beyond = sum(one.cents for one in paid)
    return (Posting(METER, cents), *paid, Posting(HOUSE, -cents - beyond))


def major_moves(event: MajorPaid) -> tuple[Posting, ...]:
    return from_house(event, event.cents)


def reversal_moves(event: MajorReversed) -> tuple[Posting, ...]:
    return from_house(event, -event.cents, Posting(player(event.player), -event.raised_cents))


def raise_moves(event: EarlierRoundOver) -> tuple[Posting, ...]:
    return from_house(event, 0, *(Posting(player(one.player), one.cents) for one in event.raised))


MOVES: dict[type[MeterEvent], Callable[[Any], tuple[Posting, ...]]] = {
    MeterFed: from_house,
    ContributionTakenBack: from_house,
    MajorPaid: major_moves,
    MajorReversed: reversal_moves,
    EarlierRoundOver: raise_moves,
    AwardStands: from_house,
    MeterFrozen: from_house,
    MeterResumed: from_house,
    VoidCalledOff: from_house,
    MeterCorrectionProposed: from_house,
    MeterCorrectionRefused: from_house,
    MeterCorrected: from_house,
}
"""What money each event moves."""
