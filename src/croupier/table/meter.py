"""The jackpot's meter: a stream of its own that many tables feed and win from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.engine.jackpot import Meter, Winner, pay_majors
from croupier.engine.readings import CONTRIBUTION_OF_WINNING_ROUND, Contribution
from croupier.table.postings import HOUSE, METER, Posting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game

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


class MajorReversed(MeterEvent, frozen=True, kw_only=True, tag="major-reversed"):
    """The settlement that paid it was reversed."""

    table: str
    player: str
    cents: int


class MeterFrozen(MeterEvent, frozen=True, kw_only=True, tag="meter-frozen"):
    table: str
    """That reported the fault; empty where staff have frozen the meter of all tables."""
    by: str = ""
    reason: str = ""


class MeterResumed(MeterEvent, frozen=True, kw_only=True, tag="meter-resumed"):
    by: str
    table: str = ""
    """Whose fault is over; empty: every one is."""


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
    | MeterFrozen
    | MeterResumed
    | MeterCorrectionProposed
    | MeterCorrectionRefused
    | MeterCorrected
)
decoder: msgspec.json.Decoder[AnyMeterEvent] = msgspec.json.Decoder(AnyMeterEvent)


class Jackpot(msgspec.Struct, frozen=True):
    """The meter as its events have left it."""

    meter: Meter
    faults: frozenset[str] = frozenset()
    """Tables whose fault is not over; an empty name where staff have frozen the meter."""
    held: dict[tuple[str, int], Fraction] = {}
    """Fed by rounds since a fault: neither displayed nor paid until the meter works again."""
    proposed: MeterCorrectionProposed | None = None

    @property
    def frozen(self) -> bool:
        return bool(self.faults)

    @property
    def registered(self) -> Meter:
        """What is displayed and paid: without a fault the whole meter."""
        return self.meter.standing_at(self.meter.cents - sum(self.held.values()))

    @property
    def displayed_cents(self) -> int:
        return self.registered.displayed_cents


def new_jackpot(terms: JackpotTerms) -> Jackpot:
    return Jackpot(Meter(Fraction(terms.seed_cents), terms.seed_cents, terms.contribution))


def evolve(jackpot: Jackpot, event: AnyMeterEvent) -> Jackpot:
    return CHANGES[type(event)](jackpot, event)


def moved(jackpot: Jackpot, event: MeterEvent) -> Jackpot:
    return replace(jackpot, meter=jackpot.meter.standing_at(Fraction(event.after)))


def contributed(jackpot: Jackpot, event: MeterFed | ContributionTakenBack) -> Jackpot:
    now = moved(jackpot, event)
    if not jackpot.faults:
        return now
    more = now.meter.cents - jackpot.meter.cents
    return replace(now, held=held_now(jackpot.held, event, more))


def frozen(jackpot: Jackpot, event: MeterFrozen) -> Jackpot:
    return replace(moved(jackpot, event), faults=jackpot.faults | {event.table})


def resumed(jackpot: Jackpot, event: MeterResumed) -> Jackpot:
    faults = jackpot.faults - {event.table} if event.table else frozenset()
    return replace(moved(jackpot, event), faults=faults, held=jackpot.held if faults else {})


def correction_proposed(jackpot: Jackpot, event: MeterCorrectionProposed) -> Jackpot:
    return replace(moved(jackpot, event), proposed=event)


def without_proposal(jackpot: Jackpot, event: MeterEvent) -> Jackpot:
    """Another amount than the one that was to be put right; or the correction is decided."""
    return replace(moved(jackpot, event), proposed=None)


CHANGES: dict[type[MeterEvent], Callable[[Jackpot, Any], Jackpot]] = {
    MeterFed: contributed,
    ContributionTakenBack: contributed,
    MajorPaid: without_proposal,
    MajorReversed: without_proposal,
    MeterFrozen: frozen,
    MeterResumed: resumed,
    MeterCorrectionProposed: correction_proposed,
    MeterCorrectionRefused: without_proposal,
    MeterCorrected: without_proposal,
}
"""What each event makes of the jackpot."""


def held_now(
    held: dict[tuple[str, int], Fraction], event: MeterFed | ContributionTakenBack, more: Fraction
) -> dict[tuple[str, int], Fraction]:
    """What a round feeds after a fault; taken back from it only if it was fed after the fault."""
    key = (event.table, event.round)
    if isinstance(event, ContributionTakenBack) and key not in held:
        return held
    return held | {key: held.get(key, Fraction(0)) + more}


def awards(
    jackpot: Jackpot, winners: Mapping[str, Winner], game: Game, own_bets: Mapping[str, int]
) -> dict[str, int]:
    """What each winner of one moment is paid, in the order in which their hands were complete.

    A round's own contributions are in its award, or they are left for the meter that follows.
    """
    later = game.reads(CONTRIBUTION_OF_WINNING_ROUND) is Contribution.AFTER_RESET
    meter = jackpot.registered
    if later:
        meter = meter.contributed(-sum(own_bets.values()))
    by_name = [winner._replace(player=name) for name, winner in winners.items()]
    paid_out, _ = pay_majors(meter, 0, by_name, game)
    return {award.player: award.cents for award in paid_out}


def freeze(  # noqa: PLR0913 - when, why, where and by whom
    jackpot: Jackpot, at: int, clauses: Clauses, *, table: str = "", by: str, reason: str = ""
) -> MeterFrozen:
    now = str(jackpot.meter.cents)
    return MeterFrozen(
        at=at, before=now, after=now, clauses=clauses, table=table, by=by, reason=reason
    )


def resume(jackpot: Jackpot, by: str, at: int, clauses: Clauses, table: str = "") -> MeterResumed:
    now = str(jackpot.meter.cents)
    return MeterResumed(at=at, before=now, after=now, clauses=clauses, by=by, table=table)


class Correction(msgspec.Struct, frozen=True):
    """What should be displayed; what comes in or goes out meanwhile is not touched by it."""

    cents: int
    by: str
    approved_by: str
    reason: str
    shown_cents: int | None = None
    """What was displayed when it was proposed, where that was earlier."""


def correct(jackpot: Jackpot, to: Correction, at: int, clauses: Clauses) -> MeterCorrected | None:
    """By one person with a reason, approved by a second; else nothing happens."""
    now = jackpot.displayed_cents
    by_cents = to.cents - (now if to.shown_cents is None else to.shown_cents)
    if to.by == to.approved_by or not to.reason.strip() or to.cents < 0 or now + by_cents < 0:
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


def postings(event: AnyMeterEvent, seed_cents: int) -> tuple[Posting, ...]:
    """Whole cents as the display shows them; an award itself is posted by the settlement."""
    cents = MOVES[type(event)](event, seed_cents)
    return (Posting(METER, cents), Posting(HOUSE, -cents)) if cents else ()


def displayed(event: MeterEvent, _seed_cents: int) -> int:
    return int(Fraction(event.after)) - int(Fraction(event.before))


def seeded(_event: MeterEvent, seed_cents: int) -> int:
    return seed_cents


def seed_taken_back(_event: MeterEvent, seed_cents: int) -> int:
    return -seed_cents


MOVES: dict[type[MeterEvent], Callable[[MeterEvent, int], int]] = {
    MeterFed: displayed,
    ContributionTakenBack: displayed,
    MajorPaid: seeded,
    MajorReversed: seed_taken_back,
    MeterFrozen: displayed,
    MeterResumed: displayed,
    MeterCorrectionProposed: displayed,
    MeterCorrectionRefused: displayed,
    MeterCorrected: displayed,
}
"""What the house puts into the meter by each event, in cents."""
