"""Cards, hands and their notation: `Kh 9s Td`; `10d` and `K♥` are read too."""

from __future__ import annotations

from itertools import product
from operator import itemgetter
from typing import NamedTuple

from croupier.problems import BadInput
from croupier.said import Sentence

NO_CARD = Sentence(
    "no-such-card", "there is no card {card:quoted}; cards are written like Kh 9s Td"
)
RANKS = "23456789TJQKA"
SUITS = "cdhs"
VARIATIONS = "\ufe0e\ufe0f"
"""Marks that some keyboards put behind the symbol of a suit."""
RANK = itemgetter(0)
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))


class Card(NamedTuple):
    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def symbol(self) -> str:
        return self.rank.replace("T", "10") + SYMBOLS[self.suit]


class Hand(tuple[Card, ...]):
    """Cards in the order in which they were dealt."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(WRITTEN.__getitem__, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    @property
    def symbols(self) -> str:
        return " ".join(card.symbol for card in self)

    def _repr_html_(self) -> str:
        colours = {"d": "#c0392b", "h": "#c0392b"}
        return " ".join(
            f'<span style="color:{colours.get(card.suit, "inherit")}">{card.symbol}</span>'
            for card in self
        )


def ranks_of(hand: Hand) -> tuple[str, ...]:
    return tuple(map(RANK, hand))


DECK = tuple(Card(rank, suit) for suit, rank in product(SUITS, RANKS))
WRITTEN = {card: str(card) for card in DECK}


def _spellings(card: Card) -> list[str]:
    ranks = {card.rank, card.rank.lower()} | ({"10"} if card.rank == "T" else set())
    suits = {card.suit, card.suit.upper(), SYMBOLS[card.suit]}
    return [rank + suit for rank in ranks for suit in suits]


CARDS = {spelling: card for card in DECK for spelling in _spellings(card)}


def parse_card(text: str) -> Card:
    try:
        return CARDS[text.rstrip(VARIATIONS)]
    except KeyError:
        raise BadInput(NO_CARD(card=text[:20])) from None


def parse_cards(text: str) -> Hand:
    try:
        return Hand(map(CARDS.__getitem__, text.split()))
    except KeyError:
        return Hand(map(parse_card, text.split()))
