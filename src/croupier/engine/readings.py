"""The values of the interpretations that say who, when and what is returned."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.engine.decisions import ShortPlay
from croupier.engine.irregularities import Role

if TYPE_CHECKING:
    from collections.abc import Mapping


class EstablishedBy(StrEnum):
    """`established-by`: which cards can establish an outcome."""

    SEEN = "cards-seen"
    DEALT = "cards-dealt"


class Established(StrEnum):
    """`outcome-established`: which bets can establish an outcome."""

    OFFERED = "any-offered-bet"
    PLACED = "any-placed-bet"


class RemovedHand(StrEnum):
    """`removed-hand-returns`: whose bets go back with a hand that is removed."""

    EVERY_WAGER = "every-wager-on-the-box"
    THAT_PLAYER = "that-players-only"


class AnsweredBy(StrEnum):
    """`options-answered-by`: who answers for a box."""

    EACH_PLAYER = "each-player-per-box"
    SEATED_PLAYER = "seated-player"


class Unanswered(StrEnum):
    """`options-unanswered`: what silence means."""

    CONTINUE = "continue"
    WITHDRAW = "withdraw"


class MovedHands(StrEnum):
    """`moved-hands-options`: whether moving complete hands brings the options with it."""

    OFFERED = "offered"
    NOT_OFFERED = "not-offered"


class Affected(StrEnum):
    """`affected-players`: whom a dealing error affects."""

    TOUCHED = "boxes-the-error-touched"
    ALL = "all-at-table"


class KnownOrder(StrEnum):
    """`simultaneous-in-known-order`: what follows when cards came together in a known order."""

    OFFER_OPTIONS = "offer-options"
    PLAY_ON = "play-on"


class Dissatisfied(StrEnum):
    """`dissatisfied-withdrawal`: whether a dissatisfied player may be let out of a round."""

    PERMITTED = "may-be-permitted-until-dealer-exposes"
    NEVER = "never"


class CardCount(StrEnum):
    """`royal-card-count`: which cards are counted in case of doubt."""

    DECK = "the-deck"
    DEALT = "cards-dealt"


class Orphaned(StrEnum):
    """`side-bet-orphaned`: a side bet whose box loses its main bet after the deal."""

    STANDS = "stands"
    RETURNED = "returned"


class HighestBetTie(StrEnum):
    """`seated-by-highest-bet-tie`: who counts as seated among equal bets."""

    FIRST_PLACED = "first-placed"


class SeatedPriority(StrEnum):
    """`seated-priority`: whose bet is cut back when a seated player bets late."""

    CUTS_BACK = "cuts-back-latest-standing"
    FIRST_COME = "first-come"


class Viewing(StrEnum):
    """`viewing`: who looks at a hand when its first bettor already looks at another."""

    NOT_ELSEWHERE = "first-seated-bettor-not-viewing-elsewhere"
    ELSE_BLIND = "first-seated-bettor-else-blind"


class WagerCount(StrEnum):
    """`wager-count`: what counts towards the wagers of an area."""

    ONE_PER_PLAYER = "one-per-player"
    EACH_PLACEMENT = "each-placement"


class TimeOut(StrEnum):
    """`decision-time-out`: what a player does who does not decide in time."""

    FOLDS = "folds"


class ShufflerBurn(StrEnum):
    """`burn-with-shuffler`: whether a card is burnt when a shuffler deals."""

    NO = "no"
    YES = "yes"


class BaccaratBurn(StrEnum):
    """`baccarat-burn`: how many cards of a new shoe are burnt."""

    NONE = "none"
    FIRST_CARD_VALUE = "first-card-value"


DISCRETION = (Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
"""`house-discretion`: who decides where a document says "the House"."""

WORDING: Mapping[str, Mapping[str, str]] = {
    "established-by": {EstablishedBy.SEEN: "seen", EstablishedBy.DEALT: "dealt"},
    "outcome-established": {Established.OFFERED: "on offer", Established.PLACED: "placed"},
    "removed-hand-returns": {
        RemovedHand.EVERY_WAGER: "every bet on its box is",
        RemovedHand.THAT_PLAYER: "its player's bets are",
    },
    "options-answered-by": {
        AnsweredBy.EACH_PLAYER: "each answering for each box",
        AnsweredBy.SEATED_PLAYER: "the seated player answering for each box",
    },
    "options-unanswered": {Unanswered.CONTINUE: "continues", Unanswered.WITHDRAW: "withdraws"},
    "short-play-bet": {ShortPlay.PLAY_ONLY: "the play bet is", ShortPlay.BOTH: "ante and play are"},
}
"""How a ruling's sentence says a reading."""
