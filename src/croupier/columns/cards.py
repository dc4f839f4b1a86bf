"""Columns of cards, as text like `Kh 9s Td` or as places in the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.problems import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

NONE = -1
"""Where a round has no further card."""
UNREAD = -2
"""Where something else is written than a card as we write it."""
LETTERS = 128
A_CARD = 3
"""Letters from one card to the next."""


def places_of(letters: str) -> NDArray[np.int8]:
    found = np.full(LETTERS, UNREAD, np.int8)
    for place, letter in enumerate(letters):
        found[ord(letter)] = place
    return found


RANK, SUIT = places_of(RANKS), places_of(SUITS)


def card_of(place: int) -> Card:
    return Card(RANKS[place // len(SUITS)], SUITS[place % len(SUITS)])


def hand_of(places: Places) -> Hand:
    return Hand([card_of(place) for place in places.tolist() if place != NONE])


def read_cards(column: Any, most: int, name: str) -> Places:  # noqa: ANN401 - any array, frame or list
    """Each round's cards as places in the deck, 2c to As by rank, then suit."""
    given = np.asarray(column)
    if not len(given):
        return np.zeros((0, most), np.int64)
    if given.ndim == 1 and given.dtype.kind in "UOT":
        return from_text(given.astype(str), most)
    if given.ndim == 2 and given.dtype.kind in "iu" and given.shape[1] <= most:  # noqa: PLR2004 - rows and cards
        places = np.full((len(given), most), NONE, np.int64)
        places[:, : given.shape[1]] = given
        last = len(RANKS) * len(SUITS)
        places[(places < NONE) | (places >= last)] = UNREAD
        return places
    raise BadInput(f"cards are text like Kh 9s Td, or {most} whole numbers a round", name)


def from_text(text: NDArray[np.str_], most: int) -> Places:
    wide = np.ascontiguousarray(text.astype(f"U{A_CARD * most}"))
    letters = wide.view(np.uint32).reshape(len(text), A_CARD * most)
    known = np.minimum(letters, LETTERS - 1)
    ranks, suits = RANK[known[:, ::A_CARD]], SUIT[known[:, 1::A_CARD]]
    between = letters[:, 2::A_CARD]
    places = ranks.astype(np.int64) * len(SUITS) + suits
    places[(ranks == UNREAD) | (suits == UNREAD)] = UNREAD
    ended = letters[:, ::A_CARD] == 0
    places[ended] = NONE
    follows = np.hstack([~ended[:, 1:], np.zeros((len(text), 1), bool)])
    wrong = (between != np.where(follows, ord(" "), 0)).any(axis=1)
    wrong |= text.astype(f"U{A_CARD * most + 1}") != wide
    places[wrong] = UNREAD
    return places
