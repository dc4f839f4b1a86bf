"""One round of a simulation, dealt again as cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import Side
from croupier.montecarlo.dealing import dealt
from croupier.montecarlo.hands import THREE
from croupier.montecarlo.shoes import Shoes
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from croupier.montecarlo.hands import Hands


class Shown(NamedTuple):
    """The hands, and the cards in the order drawn, as far as they were."""

    hand: Hand
    against: Hand
    drawn: Hand


def cards_of(cells: Hands | Shoes, seed: int, number: int) -> Hand:
    """All that a round may need."""
    places = dealt(key_of(seed), np.array([number], np.uint64), cells.draw)[0]
    of_a_rank = cells.draw.deck // len(RANKS)
    return Hand([Card(RANKS[place // of_a_rank], SUITS[place % len(SUITS)]) for place in places])


def shown(cells: Hands | Shoes, seed: int, number: int) -> Shown:
    cards = cards_of(cells, seed, number)
    if not isinstance(cells, Shoes):
        return Shown(Hand(cards[:THREE]), Hand(cards[THREE:]), cards)
    drawn, rest = cards[:4], list(cards[4:])
    player, banker = Hand(drawn[::2]), Hand(drawn[1::2])
    while side := cells.table.draws(player, banker):
        card = rest.pop(0)
        drawn = Hand((*drawn, card))
        if side is Side.PLAYER:
            player = Hand((*player, card))
        else:
            banker = Hand((*banker, card))
    return Shown(player, banker, Hand(drawn))
