"""Where cards come from: the sealed shoe's shuffle for play, the simulator's for figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from croupier.cards import DECK, RANKS, SUITS, Card, Hand
from croupier.chance.draws import Draws
from croupier.engine.deal import Tableau
from croupier.games import GAMES
from croupier.montecarlo.asking import Asked
from croupier.montecarlo.dealing import Draw, dealt
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import ALL_BITS, NAME, key_of, words
from croupier.problems import BadInput
from croupier.server.shoes.seeds import Mix, digest, order_of, stream_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.chance.draws import Cards

FULL_SHOE = 8
"""Decks."""
AT_ONCE = 3
"""Cards of a whole order that a half word gives: more would be refused too often."""
STREAMED = 1 << 16
"""Rounds whose words are made at a time."""
WORDS_A_ROUND = 2
TESTED = "croupier/rng-test/1"
OF_A_SHOE = 1024
"""Bytes of each shoe's stream: eight decks take fewer."""
NUMBERS = {card: RANKS.index(card.rank) * len(SUITS) + SUITS.index(card.suit) for card in DECK}


class Source(Protocol):
    name: str
    generator: str
    serves: str
    """What it is for."""

    def orders(self, decks: int, number: int, first: int = 0) -> Cards:
        """So many shuffled orders, a row each, from the first, second, … on."""

    def rounds(self, number: int) -> Mapping[str, Draws]:
        """Rounds as they are dealt, where they are not the beginnings of orders."""

    def stream(self) -> Iterator[bytes]:
        """Raw bytes, without end."""


class Play:
    """Shoes sealed one after the other, by seeds of the house that follow from one number."""

    name = "play"
    generator = "HMAC-SHA-256 under the house's seed, Fisher and Yates"
    serves = "every card that is played for: cryptographic"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def mix(self, number: int, decks: int) -> Mix:
        return Mix("rng-test", number, decks, digest(TESTED, self.seed, number))

    def orders(self, decks: int, number: int, first: int = 0) -> Cards:
        rows = np.empty((number, decks * len(DECK)), np.int64)
        for row in range(number):
            rows[row] = [NUMBERS[card] for card in order_of(self.mix(first + row, decks))]
        return rows

    def rounds(self, number: int) -> Mapping[str, Draws]:  # noqa: ARG002 - each begins an order
        return {}

    def stream(self) -> Iterator[bytes]:
        shoe = 0
        while True:
            yield stream_of(self.mix(shoe, FULL_SHOE))(OF_A_SHOE)
            shoe += 1


class Simulation:
    """What `simulate` deals under a seed."""

    name = "simulation"
    generator = f"{NAME}, several cards of a half word"
    serves = "figures only, dealt by the billion: not cryptographic"

    def __init__(self, seed: int) -> None:
        self.key = key_of(seed)

    def dealt(self, draw: Draw, number: int, first: int = 0) -> Cards:
        return dealt(self.key, np.arange(first, first + number, dtype=np.uint64), draw)

    def orders(self, decks: int, number: int, first: int = 0) -> Cards:
        """Whole packs by the same code; cards that look alike get one number."""
        size = decks * len(DECK)
        places = self.dealt(Draw(size, size, AT_ONCE), number, first)
        return places // (decks * len(SUITS)) * len(SUITS) + places % len(SUITS)

    def rounds(self, number: int) -> Mapping[str, Draws]:
        games = {isinstance(game.deal, Tableau): game for game in GAMES}.values()
        draws = [cells_of(Asked(game=game, rounds=1)).draw for game in games]
        return {
            f"rounds of {draw.deck}": Draws(self.dealt(draw, number), draw.deck) for draw in draws
        }

    def stream(self) -> Iterator[bytes]:
        """Words of 64 bits, the lowest byte first, round after round."""
        first = 0
        while True:
            rounds = np.arange(first, first + STREAMED, dtype=np.uint64)
            of_each = [words(self.key, rounds, draw) for draw in range(WORDS_A_ROUND)]
            yield np.stack(of_each, axis=1).astype("<u8").tobytes()
            first += STREAMED


SOURCES: dict[str, type[Play | Simulation]] = {"play": Play, "simulation": Simulation}


def source_of(name: str, seed: int) -> Play | Simulation:
    if name not in SOURCES:
        raise BadInput(f"{name[:40]!r} is none of {', '.join(SOURCES)}", "source")
    if not 0 <= seed <= ALL_BITS:
        raise BadInput("a seed is a whole number from 0 to 2^64 - 1", "seed")
    return SOURCES[name](seed)


def hand_of(order: Cards) -> Hand:
    of = len(SUITS)
    return Hand([Card(RANKS[card // of], SUITS[card % of]) for card in order.tolist()])
