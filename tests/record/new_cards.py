"""The cards of new evenings, as they leave a shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class Shoe:
    """Cards as they come; after a third of the shuffles one box is dealt a hand that pays well."""

    def __init__(self, rng: Random, decks: int) -> None:
        self.rng, self.decks = rng, decks
        self.cards: list[str] = []
        self.lucky, self.luck = 0, list[str]()

    def shuffle(self) -> None:
        self.cards = DECK * self.decks
        self.rng.shuffle(self.cards)
        self.lucky = self.rng.choice((0, 0, 0, 0, 0, 0, 1, 2, 3))
        self.luck = self.good_hand()
        for card in self.luck:
            self.cards.remove(card)

    def good_hand(self) -> list[str]:
        suit, rank = self.rng.choice("cdhs"), self.rng.choice("26TJQKA")
        return self.rng.choice(
            (
                ["As", "Ks", "Qs"],
                [f"{one}{suit}" for one in "AKQ"],
                [f"{one}{suit}" for one in "JQK"],
                [f"{one}{suit}" for one in "678"],
                [f"{rank}{one}" for one in self.rng.sample("cdhs", 3)],
                ["Kc", "Qd", "Jh"],
            )
        )

    def take(self, text: str, to: int, ordered: list[str]) -> str:
        """Return cards for a place, as many as a view leaves open."""
        taken = []
        if to and to == self.lucky and not ordered:
            ordered = self.luck
        for _ in text.split():
            if not self.cards:
                self.shuffle()
            card = ordered.pop(0) if ordered else self.cards.pop(0)
            taken.append(card)
        return " ".join(taken)
