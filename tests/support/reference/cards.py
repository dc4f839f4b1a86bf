"""Cards as the documents count them."""

from __future__ import annotations

Hand = list[str]  # cards as two characters, in the order of the input: ["Kh", "9s", "Td"]

SUITS = {"s": "s", "h": "h", "d": "d", "c": "c", "♠": "s", "♥": "h", "♦": "d", "♣": "c"}
POINT_VALUE = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 0,  # also in baccarat, whose 3.2.2 says 10: the second digit of the total is the same
    "J": 0,
    "Q": 0,
    "K": 0,
}


def read_cards(text: str) -> Hand:
    cards = []
    for word in text.split():
        rank = word[:-1].replace("10", "T")
        assert rank in tuple("A23456789TJQK"), word
        cards.append(rank + SUITS[word[-1]])
    return cards


def point_total(hand: Hand) -> int:
    return sum(POINT_VALUE[card[0]] for card in hand) % 10
