"""Any round of a simulation dealt again, as the rulebook settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.checks import check
from croupier.engine.deal import Side, Tableau
from croupier.engine.decisions import Choice
from croupier.engine.rounds import Box, Round, Wager
from croupier.montecarlo.dealing import Draw, dealt, shuffled
from croupier.montecarlo.hands import DECK, THREE
from croupier.montecarlo.shoes import SIX, of_a_fresh_shoe
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.dealing import Cards

STAKE_CENTS = 100_00
"""On every bet but the jackpot's, whose amount is prescribed."""


def round_shown(asked: Asked, number: int) -> Round:
    """Every bet on every box; the first round is number 0."""
    asked.check()
    if not 0 <= number < asked.rounds:
        raise BadInput(f"there are rounds 0 to {asked.rounds - 1:,}", "show")
    found = from_shoe(asked, number) if asked.game.boxes is None else at_boxes(asked, number)
    check(found)
    return found


def at_boxes(asked: Asked, number: int) -> Round:
    draw = Draw(DECK, THREE * (asked.boxes + 1), THREE)
    cards = written(dealt(key_of(asked.seed), np.array([number], np.uint64), draw)[0], DECK)
    *hands, dealer = (Hand(cards[at : at + THREE]) for at in range(0, len(cards), THREE))
    boxes = tuple(box_of(asked, place, hand) for place, hand in enumerate(hands, 1))
    meter = asked.meter_cents
    if asked.jackpot and meter is None:
        meter = asked.jackpot.seed_cents
    return Round(
        game=asked.game,
        boxes=boxes,
        against=dealer,
        meter_cents=meter,
        jackpot_bet_cents=asked.jackpot.bet_cents if asked.jackpot else None,
    )


def box_of(asked: Asked, place: int, hand: Hand) -> Box:
    choice = None
    if asked.policy:
        choice = Choice.FOLD if asked.policy.folds(hand) else Choice.PLAY
    return Box(place, wagers_of(asked, place, choice), hand, choice)


def wagers_of(asked: Asked, place: int, choice: Choice | None = None) -> tuple[Wager, ...]:
    game = asked.game
    cents = {one.name: STAKE_CENTS for one in game.bets if not one.bonus_on}
    if game.decision and choice is not Choice.PLAY:
        del cents[game.decision.play]
    if game.jackpot and asked.jackpot:
        cents[game.jackpot.bet] = asked.jackpot.bet_cents
    return tuple(Wager(f"p{place}", bet, stake) for bet, stake in cents.items())


def from_shoe(asked: Asked, number: int) -> Round:
    table, decks = asked.game.deal, asked.decks or asked.game.packs.most
    assert isinstance(table, Tableau)
    draw = of_a_fresh_shoe(decks)
    if asked.cut_card:
        cards = six_of_a_whole_shoe(asked, number)
    else:
        cards = dealt(key_of(asked.seed), np.array([number], np.uint64), draw)[0]
    drawn = written(cards, draw.deck)
    player, banker = Hand(drawn[0:4:2]), Hand(drawn[1:4:2])
    used = 4
    while side := table.draws(player, banker):
        card, used = drawn[used], used + 1
        if side is Side.PLAYER:
            player = Hand((*player, card))
        else:
            banker = Hand((*banker, card))
    return Round(
        game=asked.game,
        boxes=(Box(None, wagers_of(asked, 1), player),),
        against=banker,
        decks=decks,
    )


def six_of_a_whole_shoe(asked: Asked, number: int) -> Cards:
    """Shoe after shoe is dealt, as how long they are hangs on their cards."""
    from croupier.montecarlo.whole_shoes import AT_A_TIME, Dealt  # noqa: PLC0415 - seldom asked for

    dealing, first = Dealt(asked), 0
    while True:
        lengths = dealing.seen(first, AT_A_TIME).lengths
        ends = np.cumsum(lengths)
        if number < ends[-1]:
            break
        number -= int(ends[-1])
        first += AT_A_TIME
    shoe = int(np.searchsorted(ends, number, side="right"))
    number -= int(ends[shoe - 1] if shoe else 0)
    cards = shuffled(dealing.key, np.array([first + shoe], np.uint64), dealing.draw)
    at = int(dealing.burnt(cards)[0])
    for _ in range(number):
        cell = dealing.cells.counted_in(cards[at : at + SIX].T)[0]
        at += int(dealing.used[cell])
    return cards[at : at + SIX, 0]


def written(places: Cards, deck: int) -> Hand:
    of_a_rank = deck // len(RANKS)
    return Hand([Card(RANKS[place // of_a_rank], SUITS[place % len(SUITS)]) for place in places])
