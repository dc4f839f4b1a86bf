"""What the document of three card poker leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine import play_readings as live
from croupier.engine import readings
from croupier.engine.interpretations import Interpretation

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rulebook import Cite


def interpretations(cite: Callable[..., Cite]) -> tuple[Interpretation, ...]:
    return (
        Interpretation(readings.LIMITS_APPLY_TO, cite("5.1")),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("5.2")),
        Interpretation(readings.UNDER_MINIMUM_AT_CLOSE, cite("5.2", "5.2.1")),
        Interpretation(readings.MONEY_ROUNDING, cite("4.1", "5.23")),
        Interpretation(readings.SHORT_PLAY_BET, cite("5.3.2")),
        Interpretation(readings.ANTE_BONUS_ON_FOLD, cite("3.12.1", "3.16")),
        Interpretation(readings.ENVY_OWN_HANDS, cite("4.7")),
        Interpretation(readings.ENVY_AFTER_FOLD, cite("3.12.1", "4.4", "4.7")),
        Interpretation(readings.ENVY_FROM_FOLDED_HAND, cite("4.7", "3.7")),
        Interpretation(readings.ENVY_SEVERAL_HANDS, cite("4.7")),
        Interpretation(readings.JACKPOT_BET_RETURNED, cite("4.4")),
        Interpretation(readings.CONTRIBUTION_OF_WINNING_ROUND, cite("1.15", "4.4")),
        Interpretation(readings.ORDER_OF_SIMULTANEOUS_JACKPOTS, cite("4.9.1")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.7")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.7.1", "5.7.2")),
        Interpretation(readings.REMOVED_HAND_RETURNS, cite("5.15", "5.10.3")),
        Interpretation(readings.OPTIONS_ANSWERED_BY, cite("5.10")),
        Interpretation(readings.OPTIONS_UNANSWERED, cite("5.10")),
        Interpretation(readings.MOVED_HANDS_OPTIONS, cite("5.8.6", "5.10")),
        Interpretation(readings.AFFECTED_PLAYERS, cite("5.10", "5.9", "5.14.1")),
        Interpretation(readings.SIMULTANEOUS_IN_KNOWN_ORDER, cite("5.14", "5.14.1")),
        Interpretation(readings.DECISION_TIME_OUT, cite("5.5")),
        Interpretation(readings.HOUSE, cite("4.9.1", "5.9", "5.17.2"), readings.DISCRETION),
        Interpretation(readings.BURN_WITH_SHUFFLER, cite("3.10", "3.11")),
        Interpretation(live.BETTING_CLOSED_BY, cite("3.9")),
        Interpretation(live.STAFF_WITHDRAWS_FOR_PLAYER, cite("5.22")),
        Interpretation(live.SEAT_BEFORE_BETTOR, cite("1.19", "3.5")),
        Interpretation(live.FOLDED_UNREAD_HAND, cite("3.12.1", "4.5")),
        Interpretation(live.WITHDRAW_AFTER_FOLD, cite("5.10", "3.12.1")),
    )
