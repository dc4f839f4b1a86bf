"""The open points that say who, when and what is returned, and how each can be read."""

from __future__ import annotations

from enum import StrEnum

from croupier.engine.interpretations import OpenPoint
from croupier.engine.irregularities import Role
from croupier.money import Rounding


class Applies(StrEnum):
    """What is held against a limit."""

    AREA_TOTAL = "area-total"
    EACH_WAGER = "each-wager"


LIMITS_APPLY_TO = OpenPoint("limits-apply-to", Applies)
MINIMUM_APPLIES_TO = OpenPoint("minimum-applies-to", Applies)


class Basis(StrEnum):
    """Whose stakes share the maximum."""

    ALL = "all"
    ALL_BUT_UNDER_MINIMUM = "all-but-under-minimum"


PRO_RATA_BASIS = OpenPoint("pro-rata-basis", Basis)


class Floor(StrEnum):
    """What a share lifted to the minimum does to the others."""

    CLAMP = "clamp"
    REDISTRIBUTE = "redistribute"


PRO_RATA_FLOOR = OpenPoint("pro-rata-floor", Floor)


class Shares(StrEnum):
    """Whose wager is cut when an area is settled to its maximum."""

    PRO_RATA = "pro-rata"
    FIRST_PLACED_FIRST = "first-placed-first"


OVER_MAXIMUM_SHARES = OpenPoint("over-maximum-shares", Shares)


class AtClose(StrEnum):
    """What becomes of a bet still short when betting closes."""

    RETURNED = "returned"
    PLAYS = "plays"


UNDER_MINIMUM_AT_CLOSE = OpenPoint("under-minimum-at-close", AtClose)


class Memory(StrEnum):
    """How long a table remembers who was settled under the minimum."""

    TABLE_SESSION = "table-session"
    GAMING_DAY = "gaming-day"


UNDER_MINIMUM_MEMORY = OpenPoint("under-minimum-memory", Memory)


class ShortPlay(StrEnum):
    """What a play bet less than the ante is settled on."""

    PLAY_ONLY = "settle-on-play-amount"
    BOTH = "ante-and-play-on-play-amount"


SHORT_PLAY_BET = OpenPoint(
    "short-play-bet",
    ShortPlay,
    {ShortPlay.PLAY_ONLY: "the play bet is", ShortPlay.BOTH: "ante and play are"},
)


class BonusOnFold(StrEnum):
    """What a fold does to the bonus."""

    FORFEITED = "forfeited"


ANTE_BONUS_ON_FOLD = OpenPoint("ante-bonus-on-fold", BonusOnFold)


class OwnHands(StrEnum):
    """Which hands are a player's own."""

    ANY = "none-from-any-own-hand"
    SAME_BOX = "none-from-same-box"


ENVY_OWN_HANDS = OpenPoint("envy-own-hands", OwnHands)


class AfterFold(StrEnum):
    """Whether a folded box keeps its Envy Bonus."""

    FORFEITED = "forfeited"
    KEPT = "kept"


ENVY_AFTER_FOLD = OpenPoint("envy-after-fold", AfterFold)


class FromFolded(StrEnum):
    """Whether a folded hand was achieved."""

    NOT_ACHIEVED = "not-achieved"
    ACHIEVED = "achieved"


ENVY_FROM_FOLDED_HAND = OpenPoint("envy-from-folded-hand", FromFolded)


class SeveralHands(StrEnum):
    """How many bonuses a box gets when several hands achieve."""

    EACH = "one-per-achieving-hand"
    HIGHEST = "highest-only"


ENVY_SEVERAL_HANDS = OpenPoint("envy-several-hands", SeveralHands)


class JackpotBet(StrEnum):
    """Whether an award comes with the bet that won it."""

    KEPT = "no"
    RETURNED = "yes"


JACKPOT_BET_RETURNED = OpenPoint("jackpot-bet-returned", JackpotBet)


class Contribution(StrEnum):
    """Whether a round's contributions are in its own award."""

    IN_THE_AWARD = "in-the-award"
    AFTER_RESET = "after-reset"


CONTRIBUTION_OF_WINNING_ROUND = OpenPoint("contribution-of-winning-round", Contribution)


class Order(StrEnum):
    """Who of several winners is paid first."""

    LAST_CARD = "time-of-last-card-dealt"


ORDER_OF_SIMULTANEOUS_JACKPOTS = OpenPoint("order-of-simultaneous-jackpots", Order)


class EstablishedBy(StrEnum):
    """Which cards can establish an outcome."""

    SEEN = "cards-seen"
    DEALT = "cards-dealt"


ESTABLISHED_BY = OpenPoint(
    "established-by",
    EstablishedBy,
    {EstablishedBy.SEEN: "seen", EstablishedBy.DEALT: "dealt"},
)


class Established(StrEnum):
    """Which bets can establish an outcome."""

    OFFERED = "any-offered-bet"
    PLACED = "any-placed-bet"


OUTCOME_ESTABLISHED = OpenPoint(
    "outcome-established",
    Established,
    {Established.OFFERED: "on offer", Established.PLACED: "placed"},
)


class RemovedHand(StrEnum):
    """Whose bets go back with a hand that is removed."""

    EVERY_WAGER = "every-wager-on-the-box"
    THAT_PLAYER = "that-players-only"


REMOVED_HAND_RETURNS = OpenPoint(
    "removed-hand-returns",
    RemovedHand,
    {
        RemovedHand.EVERY_WAGER: "every bet on its box is",
        RemovedHand.THAT_PLAYER: "its player's bets are",
    },
)


class AnsweredBy(StrEnum):
    """Who answers for a box."""

    EACH_PLAYER = "each-player-per-box"
    SEATED_PLAYER = "seated-player"


OPTIONS_ANSWERED_BY = OpenPoint(
    "options-answered-by",
    AnsweredBy,
    {
        AnsweredBy.EACH_PLAYER: "each answering for each box",
        AnsweredBy.SEATED_PLAYER: "the seated player answering for each box",
    },
)


class Unanswered(StrEnum):
    """What silence means."""

    CONTINUE = "continue"
    WITHDRAW = "withdraw"


OPTIONS_UNANSWERED = OpenPoint(
    "options-unanswered",
    Unanswered,
    {Unanswered.CONTINUE: "continues", Unanswered.WITHDRAW: "withdraws"},
)


class MovedHands(StrEnum):
    """Whether moving complete hands brings the options with it."""

    OFFERED = "offered"
    NOT_OFFERED = "not-offered"


MOVED_HANDS_OPTIONS = OpenPoint("moved-hands-options", MovedHands)


class Affected(StrEnum):
    """Whom a dealing error affects."""

    TOUCHED = "boxes-the-error-touched"
    ALL = "all-at-table"


AFFECTED_PLAYERS = OpenPoint("affected-players", Affected)


class KnownOrder(StrEnum):
    """What follows when cards came together in a known order."""

    OFFER_OPTIONS = "offer-options"
    PLAY_ON = "play-on"


SIMULTANEOUS_IN_KNOWN_ORDER = OpenPoint("simultaneous-in-known-order", KnownOrder)


class Dissatisfied(StrEnum):
    """Whether a dissatisfied player may be let out of a round."""

    PERMITTED = "may-be-permitted-until-dealer-exposes"
    NEVER = "never"


DISSATISFIED_WITHDRAWAL = OpenPoint("dissatisfied-withdrawal", Dissatisfied)


class CardCount(StrEnum):
    """Which cards are counted in case of doubt."""

    DECK = "the-deck"
    DEALT = "cards-dealt"


ROYAL_CARD_COUNT = OpenPoint("royal-card-count", CardCount)


class Orphaned(StrEnum):
    """A side bet whose box loses its main bet after the deal."""

    STANDS = "stands"
    RETURNED = "returned"


SIDE_BET_ORPHANED = OpenPoint("side-bet-orphaned", Orphaned)


class HighestBetTie(StrEnum):
    """Who counts as seated among equal bets."""

    FIRST_PLACED = "first-placed"


SEATED_BY_HIGHEST_BET_TIE = OpenPoint("seated-by-highest-bet-tie", HighestBetTie)


class SeatedPriority(StrEnum):
    """Whose bet is cut back when a seated player bets late."""

    CUTS_BACK = "cuts-back-latest-standing"
    FIRST_COME = "first-come"


SEATED_PRIORITY = OpenPoint("seated-priority", SeatedPriority)


class Viewing(StrEnum):
    """Who looks at a hand when its first bettor already looks at another."""

    NOT_ELSEWHERE = "first-seated-bettor-not-viewing-elsewhere"
    ELSE_BLIND = "first-seated-bettor-else-blind"


VIEWING = OpenPoint("viewing", Viewing)


class WagerCount(StrEnum):
    """What counts towards the wagers of an area."""

    ONE_PER_PLAYER = "one-per-player"
    EACH_PLACEMENT = "each-placement"


WAGER_COUNT = OpenPoint("wager-count", WagerCount)


class TimeOut(StrEnum):
    """What a player does who does not decide in time."""

    FOLDS = "folds"


DECISION_TIME_OUT = OpenPoint("decision-time-out", TimeOut)


class ShufflerBurn(StrEnum):
    """Whether a card is burnt when a shuffler deals."""

    NO = "no"
    YES = "yes"


BURN_WITH_SHUFFLER = OpenPoint("burn-with-shuffler", ShufflerBurn)


class BaccaratBurn(StrEnum):
    """How many cards of a new shoe are burnt."""

    NONE = "none"
    FIRST_CARD_VALUE = "first-card-value"


BACCARAT_BURN = OpenPoint("baccarat-burn", BaccaratBurn)


MONEY_ROUNDING = OpenPoint("money-rounding", Rounding)
BACCARAT_CUT_CARD = OpenPoint("baccarat-cut-card", int)
"""How many cards are left behind the card that ends a shoe."""
HOUSE = OpenPoint("house-discretion", Role)
"""Who decides where a document says "the House"."""
DISCRETION = (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
