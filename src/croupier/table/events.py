"""What has happened at a table: complete, in the past tense, never edited."""

from __future__ import annotations

import msgspec

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Remedy
from croupier.said import Said
from croupier.table.commands import CardText, Setup, Typed
from croupier.table.event_parts import (
    Clauses,
    EstablishedBet,
    Event,
    MajorOrder,
    Offer,
    Returned,
    Ruled,
    SettledLine,
    tag_of,
)
from croupier.table.life_events import (
    AreaRestricted,
    CardsConfirmed,
    CardsCounted,
    CardsShuffled,
    PlayerRestricted,
    PlayerSat,
    PlayerStood,
    PlayerWalkedAway,
    ShoeReplaced,
    TableClosed,
    TableClosing,
    TableConfigured,
    TableOpened,
    WinningsReleased,
)
from croupier.table.report_events import (
    ProposalRejected,
    ReportBegun,
    ReportDropped,
    ReportWithdrawn,
    RulingMade,
    RulingProposed,
    SecondPersonCalled,
)

__all__ = [
    "AreaRestricted",
    "CardsConfirmed",
    "CardsCounted",
    "CardsShuffled",
    "Clauses",
    "EstablishedBet",
    "Event",
    "MajorOrder",
    "Offer",
    "PlayerRestricted",
    "PlayerSat",
    "PlayerStood",
    "PlayerWalkedAway",
    "ProposalRejected",
    "ReportBegun",
    "ReportDropped",
    "ReportWithdrawn",
    "Returned",
    "Ruled",
    "RulingMade",
    "RulingProposed",
    "SecondPersonCalled",
    "SettledLine",
    "ShoeReplaced",
    "TableClosed",
    "TableClosing",
    "TableConfigured",
    "TableOpened",
    "WinningsReleased",
    "tag_of",
]


class BettingOpened(Event, frozen=True, kw_only=True, tag="betting-opened"):
    round: int


class WagerPlaced(Event, frozen=True, kw_only=True, tag="wager-placed"):
    player: str
    box: int
    bet: str
    cents: int


class ExcessRejected(Event, frozen=True, kw_only=True, tag="excess-rejected"):
    player: str
    box: int
    bet: str
    cents: int


class PlayerAdvised(Event, frozen=True, kw_only=True, tag="player-advised"):
    player: str
    box: int
    bet: str
    says: str
    said: Said | None = None


class WagerWithdrawn(Event, frozen=True, kw_only=True, tag="wager-withdrawn"):
    player: str
    box: int
    bet: str
    cents: int


class WagerReturned(Event, frozen=True, kw_only=True, tag="wager-returned"):
    """By the house: what a clause gives back."""

    player: str
    box: int
    bet: str
    cents: int


class WagerFound(Event, frozen=True, kw_only=True, tag="wager-found"):
    """Chips that lay there at the close and had not been registered."""

    player: str
    box: int
    bet: str
    cents: int


class TimeWarned(Event, frozen=True, kw_only=True, tag="time-warned"):
    """The time for bets is over, and the dealer has yet to close them."""


class BettingClosed(Event, frozen=True, kw_only=True, tag="betting-closed"):
    jackpot_cents: int = 0
    """Jackpot bets that play, and feed the meter."""


class CardsDealt(Event, frozen=True, kw_only=True, tag="cards-dealt"):
    cards: CardText
    to: int
    """A box, the dealer, or burnt."""
    typed: Typed = msgspec.UNSET


class HandExamined(Event, frozen=True, kw_only=True, tag="hand-examined"):
    player: str
    box: int


class LookDeclined(Event, frozen=True, kw_only=True, tag="look-declined"):
    player: str
    box: int


class HandReturned(Event, frozen=True, kw_only=True, tag="hand-returned"):
    box: int
    cards: CardText
    typed: Typed = msgspec.UNSET


class Decided(Event, frozen=True, kw_only=True, tag="decided"):
    player: str
    box: int
    choice: Choice


class CardsRead(Event, frozen=True, kw_only=True, tag="cards-read"):
    """A hand that was seen before anybody had read it in; it is not laid open by that."""

    place: int
    cards: CardText
    typed: Typed = msgspec.UNSET


class DealerExposed(Event, frozen=True, kw_only=True, tag="dealer-exposed"):
    cards: CardText
    typed: Typed = msgspec.UNSET


class TypingAsked(Event, frozen=True, kw_only=True, tag="typing-asked"):
    reason: str


class TypingAllowed(Event, frozen=True, kw_only=True, tag="typing-allowed"):
    asked_by: str


class RoundSettled(Event, frozen=True, kw_only=True, tag="round-settled"):
    lines: tuple[SettledLine, ...]
    settled_short: tuple[str, ...] = ()
    """Players whose wager under the minimum was settled this once."""
    major: MajorOrder | None = None
    """Where the meter is won: the award grows if none of the earlier hands wins."""


class SettlementReversed(Event, frozen=True, kw_only=True, tag="settlement-reversed"):
    lines: tuple[SettledLine, ...]


class SettlementCorrected(Event, frozen=True, kw_only=True, tag="settlement-corrected"):
    """Of an earlier round, which the round in play does not feel."""

    round: int
    hands: dict[int, CardText]
    before: tuple[SettledLine, ...]
    lines: tuple[SettledLine, ...]


class RoundVoided(Event, frozen=True, kw_only=True, tag="round-voided"):
    returned: tuple[Returned, ...]
    jackpot_cents: int = 0
    """Jackpot bets whose contribution goes back."""


class HandRemoved(Event, frozen=True, kw_only=True, tag="hand-removed"):
    box: int
    returned: tuple[Returned, ...]


class RoundConcluded(Event, frozen=True, kw_only=True, tag="round-concluded"):
    """Without a settlement: no wager was left to decide."""


class IrregularityReported(Event, frozen=True, kw_only=True, tag="irregularity-reported"):
    ruling: Ruled


class ChangeProposed(Event, frozen=True, kw_only=True, tag="change-proposed"):
    setup: Setup


class CardsFoundLying(Event, frozen=True, kw_only=True, tag="cards-found-lying"):
    """The hands as they really lie, by place."""

    hands: dict[int, CardText]
    drawn: CardText = ""
    """In the order in which they left the shoe, where that is known."""


class HandsMoved(Event, frozen=True, kw_only=True, tag="hands-moved"):
    moves: dict[int, int]


class DealReconstructed(Event, frozen=True, kw_only=True, tag="deal-reconstructed"):
    """Every card where it was intended to go."""

    hands: dict[int, CardText]
    burnt: CardText = ""
    kept: CardText = ""
    """Cards over, for the next round."""
    removed: CardText = ""
    """Cards over, out of play."""


class CardsExposed(Event, frozen=True, kw_only=True, tag="cards-exposed"):
    cards: CardText
    box: int | None = None
    """Of whose hand they are, where that is known."""


class CardsTurnedDown(Event, frozen=True, kw_only=True, tag="cards-turned-down"):
    cards: CardText


class NextCardsOrdered(Event, frozen=True, kw_only=True, tag="next-cards-ordered"):
    """These come next, in this order."""

    cards: CardText
    face_up: bool = False  # they lie so in the shoe
    claimed: bool = False  # on one person's word: what is drawn outranks it


class CardsKept(Event, frozen=True, kw_only=True, tag="cards-kept"):
    """For the next round."""

    cards: CardText


class OptionsOffered(Event, frozen=True, kw_only=True, tag="options-offered"):
    offers: tuple[Offer, ...]
    unanswered: str
    """What a player who does not answer has chosen."""


class OptionChosen(Event, frozen=True, kw_only=True, tag="option-chosen"):
    player: str
    box: int
    option: str
    returned: tuple[Returned, ...] = ()


class JackpotFrozen(Event, frozen=True, kw_only=True, tag="jackpot-frozen"):
    """Paid by the amount last registered."""


class JackpotSuspended(Event, frozen=True, kw_only=True, tag="jackpot-suspended"):
    """For later rounds, until the table is opened again."""

    choice: str
    box: int | None = None


class JackpotRestored(Event, frozen=True, kw_only=True, tag="jackpot-restored"):
    pass


class RoundInterrupted(Event, frozen=True, kw_only=True, tag="round-interrupted"):
    pass


class RoundResumed(Event, frozen=True, kw_only=True, tag="round-resumed"):
    established: tuple[EstablishedBet, ...]
    remedies: tuple[Remedy, ...]


AnyEvent = (
    TableConfigured
    | TableOpened
    | TableClosing
    | TableClosed
    | ShoeReplaced
    | CardsCounted
    | CardsShuffled
    | CardsConfirmed
    | PlayerRestricted
    | AreaRestricted
    | PlayerSat
    | PlayerStood
    | PlayerWalkedAway
    | BettingOpened
    | WagerPlaced
    | ExcessRejected
    | PlayerAdvised
    | WagerWithdrawn
    | WagerReturned
    | WagerFound
    | TimeWarned
    | BettingClosed
    | CardsDealt
    | HandExamined
    | LookDeclined
    | HandReturned
    | CardsRead
    | Decided
    | DealerExposed
    | TypingAsked
    | TypingAllowed
    | RoundSettled
    | SettlementReversed
    | SettlementCorrected
    | RoundVoided
    | HandRemoved
    | RoundConcluded
    | WinningsReleased
    | IrregularityReported
    | ReportBegun
    | ReportDropped
    | ReportWithdrawn
    | SecondPersonCalled
    | RulingMade
    | RulingProposed
    | ChangeProposed
    | ProposalRejected
    | CardsFoundLying
    | HandsMoved
    | DealReconstructed
    | CardsExposed
    | CardsTurnedDown
    | NextCardsOrdered
    | CardsKept
    | OptionsOffered
    | OptionChosen
    | JackpotFrozen
    | JackpotSuspended
    | JackpotRestored
    | RoundInterrupted
    | RoundResumed
)
decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


OPENS = tag_of(BettingOpened)
ENDS = frozenset(tag_of(kind) for kind in (RoundSettled, RoundVoided, RoundConcluded))
"""What begins a round, and what ends one; a settlement that is reversed opens it again."""
REOPENS = tag_of(SettlementReversed)
BETS = frozenset(tag_of(kind) for kind in (PlayerSat, PlayerStood, WagerPlaced, WagerWithdrawn))
"""What people do while bets are open, before any card."""
