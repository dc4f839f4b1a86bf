"""Why a bet of baccarat was settled as it was, with the sums of both hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Result
from croupier.games._points import points
from croupier.games._tableau import banker_won_on_six
from croupier.said import Said, Sentence

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.reasons import Deciding

SUMS = "The Player Hand {mine:symbols} has {points}, the Banker Hand {theirs:symbols} has {others}."
WINS = Sentence("baccarat-wins", SUMS + " A win pays {odds:odds}.")
WINS_ON_SIX = Sentence(
    "baccarat-wins-on-six", SUMS + " A win of the Banker on six pays {odds:odds}."
)
LOSES = Sentence("baccarat-loses", SUMS)
COMES_BACK = Sentence(
    "baccarat-comes-back",
    "Both hands have {points}, {mine:symbols} and {theirs:symbols}: the bet comes back.",
)
TIE_PAYS = Sentence(
    "baccarat-tie-pays",
    "Both hands have {points}, {mine:symbols} and {theirs:symbols}. A tie pays {odds:odds}.",
)
PAIR = Sentence(
    "baccarat-pair",
    "The first two cards of {place:place} are {cards:listed}, a pair. It pays {odds:odds}.",
)
NO_PAIR = Sentence(
    "baccarat-no-pair", "The first two cards of {place:place} are {cards:listed}, no pair."
)


def sums(decided: Deciding) -> dict[str, object]:
    mine, theirs = decided.outcome.hand, decided.outcome.against
    hands = {"mine": decided.mine, "theirs": decided.theirs}
    return hands | {"points": points(mine), "others": points(theirs)}


def won(decided: Deciding) -> Said:
    return WINS(**sums(decided), odds=decided.odds)


def won_on_six(decided: Deciding) -> Said:
    return WINS_ON_SIX(**sums(decided), odds=decided.odds)


def lost(decided: Deciding) -> Said:
    return LOSES(**sums(decided))


def comes_back(decided: Deciding) -> Said:
    return COMES_BACK(points=points(decided.outcome.hand), mine=decided.mine, theirs=decided.theirs)


def tie_pays(decided: Deciding) -> Said:
    return TIE_PAYS(
        points=points(decided.outcome.hand),
        mine=decided.mine,
        theirs=decided.theirs,
        odds=decided.odds,
    )


def first_two(hand: Hand) -> str:
    return " ".join(str(card) for card in hand[:2])


def player_pair(decided: Deciding) -> Said:
    return PAIR(place="player", cards=first_two(decided.outcome.hand), odds=decided.odds)


def banker_pair(decided: Deciding) -> Said:
    return PAIR(place="banker", cards=first_two(decided.outcome.against), odds=decided.odds)


def no_player_pair(decided: Deciding) -> Said:
    return NO_PAIR(place="player", cards=first_two(decided.outcome.hand))


def no_banker_pair(decided: Deciding) -> Said:
    return NO_PAIR(place="banker", cards=first_two(decided.outcome.against))


# One for each bet


def player(decided: Deciding) -> Said:
    match decided.result:
        case Result.WIN:
            return won(decided)
        case Result.PUSH:
            return comes_back(decided)
    return lost(decided)


def banker(decided: Deciding) -> Said:
    if decided.result is Result.WIN and banker_won_on_six(decided.outcome):
        return won_on_six(decided)
    return player(decided)


def tie(decided: Deciding) -> Said:
    return (tie_pays if decided.result is Result.WIN else lost)(decided)


def pair_of_player(decided: Deciding) -> Said:
    return (player_pair if decided.result is Result.WIN else no_player_pair)(decided)


def pair_of_banker(decided: Deciding) -> Said:
    return (banker_pair if decided.result is Result.WIN else no_banker_pair)(decided)
