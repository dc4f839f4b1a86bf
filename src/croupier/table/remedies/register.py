"""For every remedy, what it needs of the report and what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Remedy
from croupier.rulebook.marks import carries
from croupier.table.remedies import cards, hands, jackpot, options, rounds, wagers

if TYPE_CHECKING:
    from croupier.said import Said
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table

Carries = Callable[["Asked", "RulingMade"], "list[AnyEvent]"]
Needs = Callable[["Table", "Report"], "Said | None"]

CARRIES: dict[Remedy, Carries] = {
    Remedy.VOID_ROUND: rounds.void_round,
    Remedy.MOVE_HANDS: hands.move_hands,
    Remedy.RECONSTRUCT: hands.reconstruct,
    Remedy.OFFER_OPTIONS: options.offer_options,
    Remedy.OFFER_WITHDRAWAL: options.offer_withdrawal,
    Remedy.REMOVE_HAND: rounds.remove_hand,
    Remedy.RETURN_BET: wagers.return_bet,
    Remedy.REFUSE_BET: rounds.nothing,
    Remedy.REJECT_EXCESS: wagers.reject_excess,
    Remedy.BET_STANDS: rounds.nothing,
    Remedy.SETTLE_PRO_RATA: wagers.found_chips,
    Remedy.SETTLE_TO_MAXIMUM: wagers.found_chips,
    Remedy.SETTLE_AS_PLACED: wagers.found_chips,
    Remedy.SETTLE_ONCE_THEN_RETURN: wagers.found_chips,
    Remedy.ADVISE_PLAYER: wagers.advise_player,
    Remedy.FOLD_HAND: wagers.fold_hand,
    Remedy.SETTLE: rounds.nothing,
    Remedy.PLAY_ON: rounds.nothing,
    Remedy.TURN_DOWN_AND_PLAY_ON: cards.turn_down,
    Remedy.USE_AS_NEXT_CARD: cards.use_as_next,
    Remedy.USE_IN_NEXT_ROUND: cards.use_in_next_round,
    Remedy.SUPERVISOR_ORDERS_CARDS: cards.order_cards,
    Remedy.REPLACE_SHOE: cards.replace_shoe,
    Remedy.SETTLE_BY_CARDS: rounds.nothing,
    Remedy.SETTLE_ON_PLAY_AMOUNT: wagers.missing_chips,
    Remedy.RETURN_EXCESS: wagers.found_chips,
    Remedy.NO_EFFECT: rounds.nothing,
    Remedy.PAY_BY_LAST_METER: jackpot.pay_by_last_meter,
    Remedy.NO_JACKPOT_BETS: jackpot.no_jackpot_bets,
}
"""A shift manager who decides names others of these, and so is none himself."""
for _remedy, _function in CARRIES.items():
    if _function is not rounds.nothing:
        carries(_remedy)(_function)

NEEDS: dict[Remedy, Needs] = {
    Remedy.VOID_ROUND: rounds.a_round,
    Remedy.MOVE_HANDS: hands.moves,
    Remedy.RECONSTRUCT: hands.drawn_cards,
    Remedy.OFFER_OPTIONS: hands.whole_hands,
    Remedy.OFFER_WITHDRAWAL: rounds.a_round,
    Remedy.REMOVE_HAND: rounds.a_box,
    Remedy.RETURN_BET: rounds.nothing_more,
    Remedy.REFUSE_BET: rounds.nothing_more,
    Remedy.REJECT_EXCESS: wagers.a_bet,
    Remedy.BET_STANDS: rounds.nothing_more,
    Remedy.SETTLE_PRO_RATA: wagers.chips,
    Remedy.SETTLE_TO_MAXIMUM: wagers.chips,
    Remedy.SETTLE_AS_PLACED: wagers.chips,
    Remedy.SETTLE_ONCE_THEN_RETURN: wagers.chips,
    Remedy.ADVISE_PLAYER: wagers.a_bet,
    Remedy.FOLD_HAND: rounds.nothing_more,
    Remedy.SETTLE: rounds.nothing_more,
    Remedy.PLAY_ON: hands.a_hand_each,
    Remedy.TURN_DOWN_AND_PLAY_ON: rounds.nothing_more,
    Remedy.USE_AS_NEXT_CARD: cards.new_cards,
    Remedy.USE_IN_NEXT_ROUND: cards.excess_cards,
    Remedy.SUPERVISOR_ORDERS_CARDS: cards.drawn_together,
    Remedy.REPLACE_SHOE: rounds.nothing_more,
    Remedy.SETTLE_BY_CARDS: hands.hands_by_cards,
    Remedy.SETTLE_ON_PLAY_AMOUNT: wagers.short_play,
    Remedy.RETURN_EXCESS: wagers.chips,
    Remedy.NO_EFFECT: rounds.nothing_more,
    Remedy.PAY_BY_LAST_METER: jackpot.a_jackpot,
    Remedy.NO_JACKPOT_BETS: jackpot.a_jackpot,
    Remedy.SHIFT_MANAGER_DECIDES: rounds.nothing_more,
}
"""Why a remedy cannot be carried out on a report, if it cannot."""
