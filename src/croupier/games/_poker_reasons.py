"""Why a bet of three card poker was settled as it was, with the cards that decided."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from croupier.engine.bets import Result
from croupier.games._poker import (
    ACE,
    ORDER,
    Category,
    ace_king_queen_of,
    category,
    dealer_does_not_qualify,
    high_to_low,
    within_category,
)
from croupier.games._reasons import FOLDED, LOSES, WINS, stood_off
from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.reasons import Deciding

HIGH = Sentence("high-card", "{rank:rank} high")
HIGHER_CARD = Sentence(
    "higher-card-decides", "Both are {hand:said}, and {card:symbols} ranks above {other:symbols}."
)
NO_QUEEN = "The dealer's best card is {card:symbols}: no queen, so the dealer does not qualify"
NOT_QUALIFIED_WINS = Sentence(
    "dealer-does-not-qualify-wins", NO_QUEEN + " and {bet:title} wins {odds:odds}."
)
NOT_QUALIFIED_RETURNS = Sentence(
    "dealer-does-not-qualify-returns", NO_QUEEN + " and {bet:title} comes back."
)
HAND_PAYS = Sentence("own-hand-pays", "{mine:symbols}, {hand:said}, pays {odds:odds}.")
PAIR_NEEDED = Sentence("pair-is-needed", "{mine:symbols} is {hand:said}; a pair is needed.")
STRAIGHT_NEEDED = Sentence(
    "straight-is-needed", "{mine:symbols} is {hand:said}; a straight is needed."
)
METER_WON = Sentence("meter-is-won", "{mine:symbols} wins the whole meter, {cents:money}.")
AWARD_WON = Sentence("award-is-won", "{mine:symbols}, {hand:said}, wins {cents:money}.")


def named(decided: Deciding, hand: Hand) -> Said:
    """By its highest card where it has no better name."""
    if category(hand) is not Category.THREE_ODD_CARDS:
        return decided.called(hand)
    best = high_to_low(hand)[0]
    return HIGH(rank=next(card.rank for card in hand if ORDER[card.rank] == best))


def card_of(hand: Hand, order: int) -> str:
    """The first card of a hand that has this place in the order; an ace can count one."""
    wanted = ACE if order == 1 else order
    return next(str(card) for card in hand if ORDER[card.rank] == wanted)


def level(decided: Deciding, better: Hand, worse: Hand) -> Said | None:
    """Of one category: the first cards that differ."""
    if category(better) is not category(worse):
        return None
    pairs = zip(within_category(better), within_category(worse), strict=True)
    high, low = next((one, other) for one, other in pairs if one != other)
    return HIGHER_CARD(
        hand=decided.called(better), card=card_of(better, high), other=card_of(worse, low)
    )


def won(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    return WINS(
        winner=decided.mine,
        hand=named(decided, hand),
        loser=decided.theirs,
        other=named(decided, against),
        level=level(decided, hand, against),
        odds=decided.odds,
    )


def lost(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    return LOSES(
        winner=decided.theirs,
        hand=named(decided, against),
        loser=decided.mine,
        other=named(decided, hand),
        level=level(decided, against, hand),
    )


def best_card(hand: Hand) -> str:
    return card_of(hand, high_to_low(hand)[0])


def not_qualified_wins(decided: Deciding) -> Said:
    card = best_card(decided.outcome.against)
    return NOT_QUALIFIED_WINS(card=card, bet=decided.bet, odds=decided.odds)


def not_qualified_returns(decided: Deciding) -> Said:
    return NOT_QUALIFIED_RETURNS(card=best_card(decided.outcome.against), bet=decided.bet)


def pays(decided: Deciding) -> Said:
    hand = decided.outcome.hand
    return HAND_PAYS(mine=decided.mine, hand=named(decided, hand), odds=decided.odds)


def pair_needed(decided: Deciding) -> Said:
    return PAIR_NEEDED(mine=decided.mine, hand=named(decided, decided.outcome.hand))


def straight_needed(decided: Deciding) -> Said:
    return STRAIGHT_NEEDED(mine=decided.mine, hand=named(decided, decided.outcome.hand))


def meter(decided: Deciding) -> Said:
    return METER_WON(mine=decided.mine, cents=decided.award_cents)


def award(decided: Deciding) -> Said:
    hand = named(decided, decided.outcome.hand)
    return AWARD_WON(mine=decided.mine, hand=hand, cents=decided.award_cents)


# One for each bet


def compared(decided: Deciding) -> Said:
    match decided.result:
        case Result.WIN:
            return won(decided)
        case Result.PUSH:
            return stood_off(decided, partial(named, decided))
    return lost(decided)


def ante(decided: Deciding) -> Said:
    if decided.outcome.folded:
        return FOLDED()
    if dealer_does_not_qualify(decided.outcome):
        return not_qualified_wins(decided)
    return compared(decided)


def play(decided: Deciding) -> Said:
    if dealer_does_not_qualify(decided.outcome):
        return not_qualified_returns(decided)
    return compared(decided)


def ante_bonus(decided: Deciding) -> Said:
    if decided.outcome.folded:
        return FOLDED()
    return (pays if decided.result is Result.WIN else straight_needed)(decided)


def pair_plus(decided: Deciding) -> Said:
    if decided.outcome.folded:
        return FOLDED()
    return (pays if decided.result is Result.WIN else pair_needed)(decided)


def progressive(decided: Deciding) -> Said:
    if decided.outcome.folded:
        return FOLDED()
    if decided.result is not Result.WIN:
        return straight_needed(decided)
    return (meter if ace_king_queen_of("s")(decided.outcome) else award)(decided)
