"""What happens to a jackpot: fed, won, stopped, put right; its terms, and awards paid by hand."""

from __future__ import annotations

import msgspec

from croupier.table.pool import Key, Terms

Clauses = tuple[str, ...]


class MeterEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Amounts are exact, in cents: what is less than a cent is carried, never lost."""

    at: int
    before: str
    after: str
    clauses: Clauses
    reserve_before: str = ""
    reserve_after: str = ""
    """Of what is put aside for the next seeds; empty where it does not change."""


class MeterFed(MeterEvent, frozen=True, kw_only=True, tag="meter-fed"):
    table: str
    round: int
    bets_cents: int
    seed_cents: int = 0
    """Where the meter starts now; none in the journals of earlier programs."""


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
    box: int = 0
    """None in the journals of earlier programs."""


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


class ContributionRefused(MeterEvent, frozen=True, kw_only=True, tag="contribution-refused"):
    """More than the jackpot bets that lie on the table explain: the meter is not fed by it."""

    table: str
    round: int
    bets_cents: int
    explained_cents: int


class MeterTermsProposed(MeterEvent, frozen=True, kw_only=True, tag="meter-terms-proposed"):
    """Nothing is arranged until a second person approves."""

    by: str
    terms: Terms
    reason: str


class MeterTermsRefused(MeterEvent, frozen=True, kw_only=True, tag="meter-terms-refused"):
    by: str


class MeterTermsArranged(MeterEvent, frozen=True, kw_only=True, tag="meter-terms-arranged"):
    """They wait until the jackpot is won; from when awards are paid by hand holds at once."""

    by: str
    approved_by: str
    was: Terms
    terms: Terms
    reason: str


class MeterTermsWithdrawn(MeterEvent, frozen=True, kw_only=True, tag="meter-terms-withdrawn"):
    """What was arranged and waited does not come."""

    by: str
    reason: str


class AwardHeld(MeterEvent, frozen=True, kw_only=True, tag="award-held"):
    """Won, and not the player's own until two people have verified it."""

    number: int
    table: str
    round: int
    box: int
    player: str
    cents: int
    from_meter: bool
    is_final: bool = False
    """What was raised after the next round of its table had opened."""


class HeldAwardTakenBack(MeterEvent, frozen=True, kw_only=True, tag="held-award-taken-back"):
    """Its settlement was reversed or corrected before it was paid."""

    table: str
    round: int
    player: str
    cents: int
    """Of it what was still held."""
    award_cents: int
    """By how much the award is less."""


class AwardVerified(MeterEvent, frozen=True, kw_only=True, tag="award-verified"):
    """One person has; nothing is paid until a second approves."""

    by: str
    number: int
    reason: str


class AwardNotVerified(MeterEvent, frozen=True, kw_only=True, tag="award-not-verified"):
    """It goes on waiting."""

    by: str
    number: int


class AwardPaidByHand(MeterEvent, frozen=True, kw_only=True, tag="award-paid-by-hand"):
    by: str
    approved_by: str
    number: int
    table: str
    round: int
    player: str
    cents: int
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
    | ContributionRefused
    | MeterTermsProposed
    | MeterTermsRefused
    | MeterTermsArranged
    | MeterTermsWithdrawn
    | AwardHeld
    | HeldAwardTakenBack
    | AwardVerified
    | AwardNotVerified
    | AwardPaidByHand
)
decoder: msgspec.json.Decoder[AnyMeterEvent] = msgspec.json.Decoder(AnyMeterEvent)
