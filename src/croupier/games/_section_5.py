"""Section 5 of two documents, which say the same of irregularities in the same numbers.

It is shared because it was compared; tests/games/test_section_5.py fails when either is amended
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.engine import play_readings as live
from croupier.engine import readings
from croupier.engine.game import Refund, Void
from croupier.engine.interpretations import Interpretation, Reading
from croupier.engine.irregularities import Case, LastWord, Noticed, OfferedTo, Remedy, Role
from croupier.engine.limits import Limits, ProRata, UnderMinimum
from croupier.engine.situations import NOT_IN_ORDER
from croupier.engine.steps import BeforeClose, OnBehalf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.rulebook import Cite

    Cites = Callable[..., Cite]

WORDED_APART = {
    "4.1": (
        "f018a810b9ed142e",
        "0e47d49b0b98598f",
        "each has its own pay table; it is cited for what is rounded",
    ),
    "5.5.6": ("fcfe4e7398e91a55", "c23a20237b361d87", "a full stop or a comma at its end"),
    "5.6": ("645c96f5ec7a1a10", "88ce83f78d8d8c57", "paragraph or paragraphs"),
    "5.10": ("98e8010ab598b391", "651e7d94e0e2c0a5", "a comma"),
    "5.13": ("225ef6039f0f5e33", "2c2d1d3a6fe81c71", "the names of the side bets"),
    "5.16": ("98d798972d38df7c", "483c5523c5c52a82", "a comma"),
}
"""Clauses worded apart: their digests in Three Pictures and in Lucky, and in what they differ."""


@dataclass(frozen=True, kw_only=True)
class Section5:
    irregularities: tuple[Case, ...]
    before_close: BeforeClose
    limits: Limits
    void: Void
    on_behalf: OnBehalf
    last_word: LastWord
    interpretations: tuple[Interpretation, ...]


def section_5(cite: Cites) -> Section5:
    return Section5(
        irregularities=irregularities(cite),
        before_close=BeforeClose(over=cite("5.1"), under=cite("5.2"), advised=True),
        limits=Limits(
            over_maximum=ProRata(cite("5.1.1"), exempt=cite("5.1.2")),
            under_minimum=UnderMinimum(cite("5.2.1")),
        ),
        void=Void(
            by=cite("5.4.2", "5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.16"),
            refund=Refund(cite("5.14")),
        ),
        on_behalf=OnBehalf(cite("5.15")),
        last_word=LastWord(cite("5.16")),
        interpretations=interpretations(cite),
    )


VOID = (Remedy.VOID_ROUND,)


def irregularities(cite: Cites) -> tuple[Case, ...]:
    """What is noticed too late stands above what would have followed in time."""
    return (
        *noticed_late(cite),
        *limits_and_absence(cite),
        *voided(cite),
        *dealing_errors(cite),
        *after_the_close(cite),
        *drawn_cards(cite),
        *settled_as_it_lies(cite),
    )


def noticed_late(cite: Cites) -> Iterator[Case]:
    for error in (
        "over-maximum",
        "under-minimum",
        "dealer-hand-miscounted",
        "player-hand-miscounted",
        "side-bet-without-main",
    ):
        too_late = {"noticed": Noticed.AFTER_NEXT_ROUND}
        yield Case(error, (Remedy.NO_EFFECT,), cite("5.11"), when=too_late)


def limits_and_absence(cite: Cites) -> Iterator[Case]:
    in_time = {"noticed": Noticed.BEFORE_CLOSE}
    yield Case("over-maximum", (Remedy.REJECT_EXCESS,), cite("5.1"), when=in_time)
    yield Case("over-maximum", (Remedy.SETTLE_PRO_RATA,), cite("5.1.1", "5.1.2"))
    yield Case("under-minimum", (Remedy.ADVISE_PLAYER,), cite("5.2"), when=in_time)
    yield Case("under-minimum", (Remedy.SETTLE_AS_PLACED,), cite("5.2.1"))
    yield Case("player-walked-away", (Remedy.SETTLE,), cite("5.3"))


def voided(cite: Cites) -> Iterator[Case]:
    established = {"established": True}
    yield Case("power-failure", (Remedy.PLAY_ON,), cite("5.4.1", "5.4"), when=established)
    yield Case("power-failure", VOID, cite("5.4.2", "5.4", "5.14"))
    yield Case("foreign-card", VOID, cite("5.5.1", "5.5", "5.14"))
    yield Case("card-count-wrong", VOID, cite("5.5.2", "5.5", "5.14"))
    yield Case("cards-not-shuffled", VOID, cite("5.5.3", "5.5", "5.14"))
    movable = {"handled": False, "movable": True}
    yield Case(
        "misdealt",
        (Remedy.MOVE_HANDS, Remedy.OFFER_OPTIONS),
        cite("5.5.4", "5.6", "5.6.2", "5.6.3"),
        when=movable,
        under=Reading(readings.MOVED_HANDS_OPTIONS, readings.MovedHands.OFFERED),
    )
    yield Case("misdealt", (Remedy.MOVE_HANDS,), cite("5.5.4"), when=movable)
    yield Case("misdealt", VOID, cite("5.5.4", "5.5", "5.14"), when={"handled": False})
    yield Case("cards-run-out", VOID, cite("5.5.5", "5.5", "5.14"))
    miscounted = {"reconstructable": False}
    yield Case(
        "dealer-hand-miscounted",
        VOID,
        cite("5.5.6", "5.5", "5.14"),
        when=miscounted,
        until_next_round=True,
    )
    yield Case(
        "player-hand-miscounted",
        VOID,
        cite("5.5.4", "5.5", "5.14"),
        "A hand has a wrong number of cards and no player has handled his",
        when={"handled": False, "reconstructable": False},
        under=Reading(live.MISCOUNTED_UNHANDLED, live.MiscountedUnhandled.ROUND_VOID),
    )


def dealing_errors(cite: Cites) -> Iterator[Case]:
    moved = (Remedy.MOVE_HANDS, Remedy.OFFER_OPTIONS)
    yield Case("misdealt", moved, cite("5.6", "5.6.2", "5.6.3"), when={"movable": True})
    for error in (
        "misdealt",
        "dealing-error",
        "dealer-hand-miscounted",
        "player-hand-miscounted",
        "card-drawn-in-excess",
    ):
        yield Case(
            error,
            (Remedy.RECONSTRUCT, Remedy.OFFER_OPTIONS),
            cite("5.6", "5.6.2", "5.6.3"),
            when={"reconstructable": True},
        )
    for error in ("misdealt", "dealing-error", "card-exposed", "card-drawn-in-excess"):
        yield Case(error, (Remedy.OFFER_OPTIONS,), cite("5.6", "5.6.1", "5.6.3"), NOT_IN_ORDER)


def after_the_close(cite: Cites) -> Iterator[Case]:
    for bet in ("bet-after-close", "bet-increased-after-close", "bet-withdrawn-after-close"):
        yield Case(bet, (Remedy.REFUSE_BET,), cite("5.7"))
    yield Case(
        "player-hand-miscounted",
        (Remedy.REMOVE_HAND, Remedy.OFFER_OPTIONS),
        cite("5.8", "5.8.1", "5.6", "5.6.1", "5.6.3"),
        offered_to=OfferedTo.REMAINING,
        until_next_round=True,
    )


def drawn_cards(cite: Cites) -> Iterator[Case]:
    yield Case("card-face-up-in-shoe", (Remedy.USE_AS_NEXT_CARD,), cite("5.9"))
    yield Case(
        "cards-drawn-together",
        (Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.OFFER_OPTIONS),
        cite("5.10", "5.10.1", "5.6", "5.6.1", "5.6.3"),
        when={"order-known": False},
        by=Role.PIT_SUPERVISOR,
    )
    yield Case(
        "cards-drawn-together",
        (Remedy.OFFER_OPTIONS,),
        cite("5.10.1", "5.6", "5.6.1", "5.6.3"),
        "Cards were drawn together, and that is a dealing error though their order is known",
        under=Reading(readings.SIMULTANEOUS_IN_KNOWN_ORDER, readings.KnownOrder.OFFER_OPTIONS),
    )
    yield Case("cards-drawn-together", (Remedy.PLAY_ON,), cite("5.10"))


def settled_as_it_lies(cite: Cites) -> Iterator[Case]:
    yield Case("error-noticed-late", (Remedy.NO_EFFECT,), cite("5.11"))
    yield Case("bet-misplaced", (Remedy.SETTLE_AS_PLACED,), cite("5.12"))
    no_main = "The box has no Initial Bet"
    yield Case("side-bet-without-main", (Remedy.RETURN_BET,), cite("5.13"), no_main)


def interpretations(cite: Cites) -> tuple[Interpretation, ...]:
    return (
        Interpretation(readings.LIMITS_APPLY_TO, cite("5.1")),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("5.2", "5.1.2", "3.7")),
        Interpretation(readings.UNDER_MINIMUM_AT_CLOSE, cite("5.2", "5.2.1")),
        Interpretation(readings.PRO_RATA_BASIS, cite("5.1.1", "5.1.2")),
        Interpretation(readings.PRO_RATA_FLOOR, cite("5.1.1")),
        Interpretation(readings.MONEY_ROUNDING, cite("4.1", "5.16")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.4")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.4.1", "5.4.2")),
        Interpretation(readings.REMOVED_HAND_RETURNS, cite("5.8", "5.6.3")),
        Interpretation(readings.OPTIONS_ANSWERED_BY, cite("5.6")),
        Interpretation(readings.OPTIONS_UNANSWERED, cite("5.6")),
        Interpretation(readings.MOVED_HANDS_OPTIONS, cite("5.5.4", "5.6")),
        Interpretation(readings.SIMULTANEOUS_IN_KNOWN_ORDER, cite("5.10", "5.10.1")),
        Interpretation(live.STAFF_WITHDRAWS_FOR_PLAYER, cite("5.15")),
        Interpretation(live.MISCOUNTED_UNHANDLED, cite("5.8", "5.5.4")),
    )
