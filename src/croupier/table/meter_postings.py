"""The money that an event of a jackpot moves: postings that add up to nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.money import Posting
from croupier.table.meter_events import (
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
    VoidCalledOff,
)
from croupier.table.postings import HOUSE, METER, RESERVE, attendant, player

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.meter_events import AnyMeterEvent


def postings(event: AnyMeterEvent) -> tuple[Posting, ...]:
    """Whole cents as the meter holds them; an award itself is posted by the settlement."""
    return tuple(one for one in MOVES[type(event)](event) if one.cents)


def from_house(event: MeterEvent, award_cents: int = 0, *paid: Posting) -> tuple[Posting, ...]:
    """What the meter gains or loses beside an award, and what players are paid beyond it."""
    cents = int(Fraction(event.after)) - int(Fraction(event.before)) + award_cents
    aside = int(Fraction(event.reserve_after or 0)) - int(Fraction(event.reserve_before or 0))
    beyond = aside + sum(one.cents for one in paid)
    return Posting(METER, cents), Posting(RESERVE, aside), *paid, Posting(HOUSE, -cents - beyond)


def major_moves(event: MajorPaid) -> tuple[Posting, ...]:
    return from_house(event, event.cents)


def reversal_moves(event: MajorReversed) -> tuple[Posting, ...]:
    return from_house(event, -event.cents, Posting(player(event.player), -event.raised_cents))


def raise_moves(event: EarlierRoundOver) -> tuple[Posting, ...]:
    return from_house(event, 0, *(Posting(player(one.player), one.cents) for one in event.raised))


def hold_moves(event: AwardHeld) -> tuple[Posting, ...]:
    """Out of what its settlement, or what was raised since, gave the player."""
    return Posting(player(event.player), -event.cents), Posting(held_for(event), event.cents)


def hand_moves(event: AwardPaidByHand) -> tuple[Posting, ...]:
    return Posting(held_for(event), -event.cents), Posting(player(event.player), event.cents)


def held_for(event: AwardHeld | AwardPaidByHand) -> str:
    return attendant(event.table, event.round, event.player)


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
    ContributionRefused: from_house,
    MeterTermsProposed: from_house,
    MeterTermsRefused: from_house,
    MeterTermsArranged: from_house,
    MeterTermsWithdrawn: from_house,
    AwardHeld: hold_moves,
    HeldAwardTakenBack: from_house,
    AwardVerified: from_house,
    AwardNotVerified: from_house,
    AwardPaidByHand: hand_moves,
}
"""What money each event moves."""
