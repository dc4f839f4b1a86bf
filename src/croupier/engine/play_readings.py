"""The open points that a live table meets, and how each can be read."""

from __future__ import annotations

from enum import StrEnum

from croupier.engine.interpretations import OpenPoint


class ClosedBy(StrEnum):
    """What closes betting at a table that a person deals."""

    DEALER_ANNOUNCES = "dealer-announces"
    CLOCK = "clock"


BETTING_CLOSED_BY = OpenPoint(
    "betting-closed-by",
    ClosedBy,
    {ClosedBy.DEALER_ANNOUNCES: "the dealer's announcement", ClosedBy.CLOCK: "the clock"},
)


class StaffWithdraws(StrEnum):
    """Whether staff take a bet back for its player."""

    NO = "no"
    YES = "yes"


STAFF_WITHDRAWS_FOR_PLAYER = OpenPoint("staff-withdraws-for-player", StaffWithdraws)


class RightToLook(StrEnum):
    """When it is settled who looks at the cards of a box."""

    FIXED_AT_CLOSE = "fixed-at-close"
    FOLLOWS_SEAT = "follows-seat"


RIGHT_TO_LOOK = OpenPoint("right-to-look", RightToLook)


class MiscountedUnhandled(StrEnum):
    """What follows a wrong number of cards in a hand that nobody has handled."""

    HAND_REMOVED = "hand-removed"
    ROUND_VOID = "round-void"


MISCOUNTED_UNHANDLED = OpenPoint(
    "miscounted-unhandled",
    MiscountedUnhandled,
    {
        MiscountedUnhandled.HAND_REMOVED: "that hand is removed",
        MiscountedUnhandled.ROUND_VOID: "the round is void",
    },
)


class VoidAfterSettlement(StrEnum):
    """What becomes of a settlement when a ground to void its round is found afterwards."""

    STANDS = "settlement-stands"
    REVERSED = "reversed-before-next-round"


VOID_FOUND_AFTER_SETTLEMENT = OpenPoint(
    "void-found-after-settlement",
    VoidAfterSettlement,
    {
        VoidAfterSettlement.STANDS: "the settlement stands",
        VoidAfterSettlement.REVERSED: "the settlement is reversed before the next round",
    },
)


class WrongResultLate(StrEnum):
    """Until when a wrong result is put right."""

    AT_ANY_TIME = "corrected-at-any-time"
    BEFORE_NEXT_ROUND = "before-next-round"


WRONG_RESULT_LATE = OpenPoint(
    "wrong-result-late",
    WrongResultLate,
    {
        WrongResultLate.AT_ANY_TIME: "corrected at any time",
        WrongResultLate.BEFORE_NEXT_ROUND: "corrected before the next round",
    },
)


class SeatBeforeBettor(StrEnum):
    """Whose box it is where one player sits and another bets."""

    SEATED_FIRST = "seated-player-first"
    FIRST_BETTOR = "first-bettor"


SEAT_BEFORE_BETTOR = OpenPoint("seat-before-bettor", SeatBeforeBettor)


class ShoeReplacedBy(StrEnum):
    """Who replaces a shoe that has not ended."""

    WITH_SUPERVISOR = "dealer-with-supervisor"
    DEALER = "dealer"


SHOE_REPLACED_BY = OpenPoint("shoe-replaced-by", ShoeReplacedBy)


class FoldedUnread(StrEnum):
    """Whether a folded hand that nobody has read is turned over."""

    TURNED_FOR_NOBODY = "turned-for-nobody"
    OPENED = "opened"


FOLDED_UNREAD_HAND = OpenPoint("folded-unread-hand", FoldedUnread)


class WithdrawAfterFold(StrEnum):
    """Whether the options of a dealing error reach a folded hand."""

    NO = "no"
    YES = "yes"


WITHDRAW_AFTER_FOLD = OpenPoint("withdraw-after-fold", WithdrawAfterFold)


class ExposedBeforeDeal(StrEnum):
    """What follows a card exposed while bets are still open."""

    SHIFT_MANAGER = "shift-manager-decides"
    PLAYS_ON = "plays-on"


EXPOSED_BEFORE_DEAL = OpenPoint(
    "exposed-before-deal",
    ExposedBeforeDeal,
    {
        ExposedBeforeDeal.SHIFT_MANAGER: "the shift manager decides",
        ExposedBeforeDeal.PLAYS_ON: "play goes on",
    },
)


class WalkedAwayCite(StrEnum):
    """What is cited for bets that a player leaves behind."""

    LAST_WORD = "last-word"


WALKED_AWAY_CITE = OpenPoint("walked-away-cite", WalkedAwayCite)
