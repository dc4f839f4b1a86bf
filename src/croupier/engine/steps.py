"""How a round is conducted: what is announced, who is dealt what, who may look, what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from croupier.rulebook.marks import carries
from croupier.said import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.irregularities import Device
    from croupier.rulebook import Cite


class Refusal(StrEnum):
    """Why a command is refused; the first of this order that holds is the one that is told."""

    NOT_PERMITTED = "not-permitted"
    NOT_BY_STAFF = "not-by-staff"
    ANOTHER_ROUND = "another-round"
    TABLE_CLOSED = "table-closed"
    INTERRUPTED = "interrupted"
    RULING_AWAITED = "ruling-awaited"
    NOTHING_AWAITED = "nothing-awaited"
    SECOND_PERSON = "second-person"
    NOT_AN_OPTION = "not-an-option"
    BETTING_NOT_OPEN = "betting-not-open"
    BETTING_CLOSED = "betting-closed"
    WITHDRAWAL_CLOSED = "withdrawal-closed"
    TIME_NOT_OVER = "time-not-over"
    SHOE_ENDED = "shoe-ended"
    NOT_NOW = "not-now"
    NO_SUCH_BOX = "no-such-box"
    NO_SUCH_BET = "no-such-bet"
    NO_SUCH_WAGER = "no-such-wager"
    NOT_IN_CHIPS = "not-in-chips"
    SEAT_TAKEN = "seat-taken"
    BOX_CLOSED = "box-closed"
    NO_JACKPOT_BETS = "no-jackpot-bets"
    ONE_BOX_ONLY = "one-box-only"
    BOX_TAKEN = "box-taken"
    AREA_FULL = "area-full"
    NO_MAIN_BET = "no-main-bet"
    NOT_THE_PRESCRIBED_AMOUNT = "not-the-prescribed-amount"
    OVER_MAXIMUM = "over-maximum"
    UNDER_MINIMUM = "under-minimum"
    NO_SUCH_CARD = "no-such-card"
    CARD_ALREADY_OUT = "card-already-out"
    NOT_THE_NEXT_CARD = "not-the-next-card"
    WRONG_RECIPIENT = "wrong-recipient"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    NOT_TO_BE_SEEN = "not-to-be-seen"
    NOT_YOUR_HAND = "not-your-hand"
    NOT_SEATED = "not-seated"
    ONE_HAND_ONLY = "one-hand-only"
    NOTHING_TO_DECIDE = "nothing-to-decide"
    HANDS_NOT_READY = "hands-not-ready"
    CARDS_UNREAD = "cards-unread"
    NO_SUCH_IRREGULARITY = "no-such-irregularity"
    NOT_IN_THIS_REPORT = "not-in-this-report"
    RECORD_SHOWS_OTHERWISE = "record-shows-otherwise"
    FACTS_MISSING = "facts-missing"
    NO_SUCH_SETUP = "no-such-setup"


@dataclass(frozen=True, slots=True)
class Refuses:
    why: Refusal
    cite: Cite


@dataclass(frozen=True, slots=True)
class Announces:
    words: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Dealing:
    """So many cards at once to each box in play, from the dealer's left, and to the dealer last."""

    at_once: int
    cite: Cite
    burns: bool = False
    """The first card is discarded."""


class Viewer(StrEnum):
    """Who looks at the cards of a box."""

    SEATED_PLAYER = "the player who sits there, or has the highest main bet"
    FIRST_SEATED_BETTOR = "the seated player who bet there first"
    ONLY_PLAYER = "the player who bets there"


@dataclass(frozen=True, slots=True)
class Looking:
    who: Viewer
    cite: Cite
    one_hand: Cite
    """A player looks at a single hand; his others are played blind."""
    unseen: Cite | None = None
    """A box without the entry bet is not looked at at all."""


@dataclass(frozen=True, slots=True)
class Exposing:
    """The dealer turns his hand over; before that, hands lie returned where `returned` says so."""

    cite: Cite
    returned: Cite | None = None
    opened: Cite | None = None
    """The dealer opens the hands that nobody looks at."""
    examined: Cite | None = None
    """The dealer waits until the players have looked, or had the time to."""


@dataclass(frozen=True, slots=True)
class OnBehalf:
    """Staff place bets for a player who asks them to."""

    cite: Cite


@dataclass(frozen=True, slots=True)
class Restricting:
    """What may be restricted, and by whom."""

    boxes: Cite
    wagers: Cite


@dataclass(frozen=True, slots=True)
class BeforeClose:
    """What is done before betting closes about bets over the maximum or under the minimum."""

    over: Cite
    under: Cite
    advised: bool
    """Under the minimum: the player is advised and may raise it; otherwise it is refused."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What the screens put before people."""

    how: ClassVar = "console"
    text: str
    cite: Cite

    def __post_init__(self) -> None:
        phrase(self.text)


@dataclass(frozen=True, slots=True)
class Counting:
    """Where their number is in doubt, the dealer counts the cards by hand."""

    how: ClassVar = "console"
    cite: Cite


class Freedom(StrEnum):
    """What a player may do only where the document says so."""

    OTHER_BOXES = "bet on more than one box"
    BALANCE = "take up what others leave of the maximum on an area"


@dataclass(frozen=True, slots=True)
class Allows:
    """What nobody at the table may object to."""

    what: Freedom
    cite: Cite


@dataclass(frozen=True, kw_only=True)
class Procedure:
    opens: Announces
    closes: Announces
    limits: BeforeClose
    deals: Mapping[Device, Dealing]
    refusals: tuple[Refuses, ...]
    screens: tuple[Screen, ...] = ()
    allows: tuple[Allows, ...] = ()
    looking: Looking | None = None
    exposing: Exposing | None = None
    on_behalf: OnBehalf | None = None
    restricting: Restricting | None = None
    counting: Counting | None = None

    @cached_property
    def freedoms(self) -> frozenset[Freedom]:
        return frozenset(one.what for one in self.allows)

    @cached_property
    @carries(Freedom.OTHER_BOXES)
    def other_boxes(self) -> bool:
        return Freedom.OTHER_BOXES in self.freedoms

    @cached_property
    @carries(Freedom.BALANCE)
    def balance(self) -> bool:
        return Freedom.BALANCE in self.freedoms

    @cached_property
    def refused(self) -> dict[Refusal, tuple[str, ...]]:
        return {one.why: one.cite.numbers for one in self.refusals}
