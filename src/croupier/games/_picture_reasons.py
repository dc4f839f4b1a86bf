"""Why a bet of the Three Pictures games was settled as it was, with cards and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Result
from croupier.games._pictures import (
    EIGHT_OR_NINE,
    PAIR,
    PICTURES,
    SIX,
    any_picture_pair,
    both_three_pictures,
    is_three_pictures,
    picture_count,
)
from croupier.games._pictures import won_on_six as is_won_on_six
from croupier.games._points import points
from croupier.games._reasons import BEATS, LOSES, WINS, stood_off
from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.reasons import Deciding

WINS_ON_SIX = Sentence("hand-wins-on-six", BEATS + " A win on six pays {odds:odds}.")
MORE_PICTURES = Sentence(
    "more-pictures-win", "Both have {points} points, and more pictures rank higher."
)
SAME_POINTS = Sentence(
    "same-points", "You and the dealer both have {points} points. A tie pays {odds:odds}."
)
SAME_EIGHT_OR_NINE = Sentence(
    "same-eight-or-nine",
    "You and the dealer both have {points} points. A tie on 8 or 9 pays {odds:odds}.",
)
BOTH_THREE_PICTURES = Sentence(
    "both-three-pictures",
    "You and the dealer both have Three Pictures, {mine:symbols} and {theirs:symbols}."
    " The tie pays {odds:odds}.",
)
OTHER_POINTS = Sentence("other-points", "You have {points} points, the dealer {others}.")
NO_TIE = Sentence(
    "hands-are-no-tie",
    "{mine:symbols}, {hand:said}, and {theirs:symbols}, {other:said}, are no tie.",
)
ALL_PICTURES = Sentence(
    "all-three-are-pictures",
    "All three of your cards are pictures, {pictures:listed}. Three pictures pay {odds:odds}.",
)
TWO_PICTURES = Sentence(
    "two-of-three-are-pictures",
    "Two of your three cards are pictures, {pictures:listed}. {others:listed} is not.",
)
ONE_PICTURE = Sentence(
    "one-of-three-is-a-picture",
    "One of your three cards is a picture, {pictures:listed}. {others:listed} are not.",
)
NO_PICTURE = Sentence(
    "none-of-three-is-a-picture", "None of your three cards is a picture: {others:listed}."
)
BY_PICTURES = (NO_PICTURE, ONE_PICTURE, TWO_PICTURES)
THREE_ALIKE = {
    "K": Sentence("three-kings", "{pictures:listed} are three kings and pay {odds:odds}."),
    "Q": Sentence("three-queens", "{pictures:listed} are three queens and pay {odds:odds}."),
    "J": Sentence("three-jacks", "{pictures:listed} are three jacks and pay {odds:odds}."),
}
PICTURE_PAIR = Sentence(
    "pair-of-pictures", "{pictures:listed} are a pair of pictures, which pays {odds:odds}."
)
ANY_KING = Sentence(
    "king-without-a-pair",
    "Your [{others:if}only picture is|pictures are] {pictures:listed}: a king pays {odds:odds}.",
)
NO_KING_NO_PAIR = Sentence(
    "no-king-and-no-pair",
    "You have [{pictures:listed}|no picture]; a king or a pair of pictures is needed.",
)
IN_BOTH_HANDS = (
    "{count:pictures} in both hands[, your {mine:listed}][, the dealer's {theirs:listed}]"
)
TOGETHER_PAY = Sentence("pictures-together-pay", IN_BOTH_HANDS + ". They pay {odds:odds}.")
TOO_FEW_TOGETHER = Sentence("too-few-pictures-together", IN_BOTH_HANDS + "; three are needed.")
LUCKY_SIX = Sentence(
    "player-lucky-six",
    "You win on six with {count:with_pictures}: {mine:symbols} beats {theirs:symbols},"
    " {other:said}. It pays {odds:odds}.",
)
DEALER_LUCKY_SIX = Sentence(
    "dealer-lucky-six",
    "The dealer wins on six with {count:with_pictures}: {theirs:symbols} beats {mine:symbols},"
    " {other:said}. It pays {odds:odds}.",
)
NOT_SIX = Sentence(
    "player-has-not-six", "{cards:symbols} make {hand:said}; you need a win on six points."
)
SIX_DID_NOT_WIN = Sentence(
    "six-did-not-win",
    "{mine:symbols}, {hand:said}, does not beat {theirs:symbols}, {other:said};"
    " you need a win on six points.",
)
DEALER_HAS_NOT_SIX = Sentence(
    "dealer-has-not-six",
    "The dealer's {cards:symbols} make {hand:said}; the dealer must win on six points.",
)
DEALERS_SIX_DID_NOT_WIN = Sentence(
    "dealers-six-did-not-win",
    "The dealer's {theirs:symbols}, {other:said}, does not beat {mine:symbols}, {hand:said};"
    " the dealer must win on six points.",
)


def pictures_of(hand: Hand) -> str:
    return " ".join(str(card) for card in hand if card.rank in PICTURES)


def others_of(hand: Hand) -> str:
    return " ".join(str(card) for card in hand if card.rank not in PICTURES)


def level(decided: Deciding) -> Said | None:
    """Where points are equal and pictures decide."""
    mine, theirs = decided.outcome.hand, decided.outcome.against
    three = is_three_pictures(mine) or is_three_pictures(theirs)
    same = points(mine) == points(theirs) and not three
    return MORE_PICTURES(points=points(mine)) if same else None


def won(decided: Deciding, sentence: Sentence = WINS) -> Said:
    return sentence(
        winner=decided.mine,
        hand=decided.called(decided.outcome.hand),
        loser=decided.theirs,
        other=decided.called(decided.outcome.against),
        level=level(decided),
        odds=decided.odds,
    )


def lost(decided: Deciding) -> Said:
    return LOSES(
        winner=decided.theirs,
        hand=decided.called(decided.outcome.against),
        loser=decided.mine,
        other=decided.called(decided.outcome.hand),
        level=level(decided),
    )


def tied(decided: Deciding, sentence: Sentence = SAME_POINTS) -> Said:
    if both_three_pictures(decided.outcome):
        return BOTH_THREE_PICTURES(mine=decided.mine, theirs=decided.theirs, odds=decided.odds)
    return sentence(points=points(decided.outcome.hand), odds=decided.odds)


def no_tie(decided: Deciding) -> Said:
    mine, theirs = decided.outcome.hand, decided.outcome.against
    if not is_three_pictures(mine) and not is_three_pictures(theirs):
        return OTHER_POINTS(points=points(mine), others=points(theirs))
    return NO_TIE(
        mine=decided.mine,
        hand=decided.called(mine),
        theirs=decided.theirs,
        other=decided.called(theirs),
    )


def three_pictures(decided: Deciding) -> Said:
    return ALL_PICTURES(pictures=decided.mine, odds=decided.odds)


def not_three_pictures(decided: Deciding) -> Said:
    hand = decided.outcome.hand
    facts = {"pictures": pictures_of(hand), "others": others_of(hand)}
    sentence = BY_PICTURES[picture_count(hand)]
    return sentence(**{name: fact for name, fact in facts.items() if name in sentence.slots})


def three_alike(decided: Deciding) -> Said:
    rank = decided.outcome.hand[0].rank
    return THREE_ALIKE[rank](pictures=decided.mine, odds=decided.odds)


def picture_pair(decided: Deciding) -> Said:
    return PICTURE_PAIR(pictures=pictures_of(decided.outcome.hand), odds=decided.odds)


def any_king(decided: Deciding) -> Said:
    hand = decided.outcome.hand
    alone = picture_count(hand) < PAIR
    return ANY_KING(pictures=pictures_of(hand), others=alone, odds=decided.odds)


def no_king_no_pair(decided: Deciding) -> Said:
    return NO_KING_NO_PAIR(pictures=pictures_of(decided.outcome.hand))


def together(decided: Deciding) -> dict[str, object]:
    mine, theirs = decided.outcome.hand, decided.outcome.against
    count = picture_count(mine) + picture_count(theirs)
    return {"count": count, "mine": pictures_of(mine), "theirs": pictures_of(theirs)}


def pictures_together(decided: Deciding) -> Said:
    return TOGETHER_PAY(**together(decided), odds=decided.odds)


def too_few_together(decided: Deciding) -> Said:
    return TOO_FEW_TOGETHER(**together(decided))


def player_lucky_six(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    return LUCKY_SIX(
        count=picture_count(hand),
        mine=decided.mine,
        theirs=decided.theirs,
        other=decided.called(against),
        odds=decided.odds,
    )


def dealer_lucky_six(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    return DEALER_LUCKY_SIX(
        count=picture_count(against),
        mine=decided.mine,
        theirs=decided.theirs,
        other=decided.called(hand),
        odds=decided.odds,
    )


def no_player_lucky_six(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    if points(hand) != SIX:
        return NOT_SIX(cards=decided.mine, hand=decided.called(hand))
    return SIX_DID_NOT_WIN(
        mine=decided.mine,
        hand=decided.called(hand),
        theirs=decided.theirs,
        other=decided.called(against),
    )


def no_dealer_lucky_six(decided: Deciding) -> Said:
    hand, against = decided.outcome.hand, decided.outcome.against
    if points(against) != SIX:
        return DEALER_HAS_NOT_SIX(cards=decided.theirs, hand=decided.called(against))
    return DEALERS_SIX_DID_NOT_WIN(
        mine=decided.mine,
        hand=decided.called(hand),
        theirs=decided.theirs,
        other=decided.called(against),
    )


# One for each bet


def main(decided: Deciding) -> Said:
    match decided.result:
        case Result.WIN:
            return won(decided, WINS_ON_SIX if is_won_on_six(decided.outcome) else WINS)
        case Result.PUSH:
            return stood_off(decided)
    return lost(decided)


def tie(decided: Deciding) -> Said:
    return tied(decided) if decided.result is Result.WIN else no_tie(decided)


def lucky_tie(decided: Deciding) -> Said:
    if decided.result is not Result.WIN:
        return no_tie(decided)
    on_eight_or_nine = points(decided.outcome.hand) in EIGHT_OR_NINE
    return tied(decided, SAME_EIGHT_OR_NINE if on_eight_or_nine else SAME_POINTS)


def all_pictures(decided: Deciding) -> Said:
    return (three_pictures if decided.result is Result.WIN else not_three_pictures)(decided)


def royal_pictures(decided: Deciding) -> Said:
    hand, count = decided.outcome.hand, picture_count(decided.outcome.hand)
    if decided.result is not Result.WIN:
        return no_king_no_pair(decided)
    if count == len(hand):
        alike = len({card.rank for card in hand}) == 1
        return (three_alike if alike else three_pictures)(decided)
    return (picture_pair if any_picture_pair(decided.outcome) else any_king)(decided)


def lucky_pictures(decided: Deciding) -> Said:
    return (pictures_together if decided.result is Result.WIN else too_few_together)(decided)


def player_lucky_6(decided: Deciding) -> Said:
    return (player_lucky_six if decided.result is Result.WIN else no_player_lucky_six)(decided)


def dealer_lucky_6(decided: Deciding) -> Said:
    return (dealer_lucky_six if decided.result is Result.WIN else no_dealer_lucky_six)(decided)
