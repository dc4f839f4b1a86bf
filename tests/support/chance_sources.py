"""Generators to try the battery on: a good one that is none of ours, and some with a fault each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.chance.draws import Draws

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Cards = NDArray[np.int64]
    Bytes = NDArray[np.uint8]

PACK = 52
CHUNK = 1 << 16


class Good:
    """NumPy's PCG64, and its own way to shuffle."""

    name, generator, serves = "good", "PCG64", "trying the battery"

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def orders(self, decks: int, number: int, first: int = 0) -> Cards:  # noqa: ARG002 - always new ones
        shoe = np.repeat(np.arange(PACK), decks)
        return self.rng.permuted(np.tile(shoe, (number, 1)), axis=1)

    def rounds(self, number: int) -> Mapping[str, Draws]:
        return {
            f"rounds of {size}": Draws(self.six_of(size, number), size) for size in (PACK, 8 * PACK)
        }

    def six_of(self, size: int, number: int) -> Cards:
        drawn = self.rng.integers(size, size=(number, 6))
        ordered = np.sort(drawn, axis=1)
        again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if again.any():
            drawn[again] = self.six_of(size, int(again.sum()))
        return drawn

    def stream(self) -> Iterator[bytes]:
        while True:
            yield self.rng.bytes(CHUNK)


# Shuffles with a fault


def exchanged_with_any(rng: np.random.Generator, decks: int, number: int) -> Cards:
    """Every card changes places with any: more ways than orders, so some come more often."""
    size = decks * PACK
    return shuffled_by(size, decks, range(size), rng.integers(size, size=(size, number)))


def by_remainder(rng: np.random.Generator, number: int) -> Cards:
    """Fisher and Yates, but a byte's remainder is taken without drawing again."""
    places = range(PACK - 1, 0, -1)
    drawn = rng.integers(256, size=(len(places), number))
    return shuffled_by(PACK, 1, places, drawn % (np.array(places)[:, None] + 1))


def by_a_short_period(number: int, period: int = 4096) -> Cards:
    """Fisher and Yates by a linear congruential generator that soon begins again."""
    state, draws = 1, []
    for _ in range(number * (PACK - 1)):
        state = (state * 1229 + 351) % period
        draws.append(state)
    drawn = np.array(draws).reshape(number, -1).T
    places = range(PACK - 1, 0, -1)
    return shuffled_by(PACK, 1, places, drawn * (np.array(places)[:, None] + 1) // period)


def shuffled_by(size: int, decks: int, places: range, others: Cards) -> Cards:
    number = others.shape[1]
    cards = np.tile(np.repeat(np.arange(PACK), decks), (number, 1))
    row = np.arange(number)
    for place, other in zip(places, others, strict=True):
        kept = cards[:, place].copy()
        cards[:, place] = cards[row, other]
        cards[row, other] = kept
    assert cards.shape == (number, size)
    return cards


def turned_on(number: int) -> Cards:
    """The same order each time, one card further: too even."""
    pack = np.random.default_rng(3).permutation(PACK)
    return np.array([np.roll(pack, shift) for shift in range(number)])


def some(rng: np.random.Generator, number: int, share: float) -> NDArray[np.bool_]:
    return rng.random(number) < share


def changed_places(cards: Cards, rows: NDArray[np.bool_], one: int, other: int) -> None:
    cards[rows, one], cards[rows, other] = cards[rows, other], cards[rows, one]


def brought(cards: Cards, rows: NDArray[np.bool_], place: int, wanted: Cards) -> None:
    """Cards that are wanted at a place, exchanged with what lies there."""
    [found] = np.nonzero(rows)
    where = (cards[found] == wanted[found, None]).argmax(axis=1)
    cards[found, where] = cards[found, place]
    cards[found, place] = wanted[found]


def in_each_pack(cards: Cards, place: int) -> range:
    """That place, in every pack of a shoe."""
    return range(place, cards.shape[1], PACK)


def one_card_twice(cards: Cards, rng: np.random.Generator) -> None:
    cards[rng.integers(len(cards))] = 7


def repeated(cards: Cards, rng: np.random.Generator) -> None:
    """One order in a hundred is the one before it again."""
    again = some(rng, len(cards), 0.01)
    again[0] = False
    cards[again] = cards[np.flatnonzero(again) - 1]


def stuck_together(cards: Cards, rng: np.random.Generator) -> None:
    """A low card drags one of the high ones after it, now and then."""
    for place in in_each_pack(cards, 20):
        rows = some(rng, len(cards), 0.5) & (cards[:, place] < 6)
        brought(cards, rows, place + 1, cards[:, place] + 30)


def coloured(cards: Cards, rng: np.random.Generator) -> None:
    """Two neighbours of one colour and two of the other are made to alternate, now and then."""
    for place in in_each_pack(cards, 8):
        red = np.isin(cards[:, place : place + 4] % 4, (1, 2))
        rows = some(rng, len(cards), 0.5) & (red[:, 1] != red[:, 2])
        rows &= (red[:, 0] == red[:, 1]) & (red[:, 2] == red[:, 3])
        changed_places(cards, rows, place + 1, place + 2)


def turning(cards: Cards, rng: np.random.Generator) -> None:
    """Three that rise are made to turn, now and then."""
    for first in range(0, cards.shape[1] - 2, 10):
        one, other, last = cards[:, first : first + 3].T
        rows = some(rng, len(cards), 0.5) & (one < other) & (other < last)
        changed_places(cards, rows, first + 1, first + 2)


def rising(cards: Cards, rng: np.random.Generator) -> None:
    """Eight neighbours lie in order in a tenth of orders, upwards or downwards."""
    for place in in_each_pack(cards, 20):
        rows = some(rng, len(cards), 0.1)
        turn = np.where(rng.random(int(rows.sum())) < 0.5, 1, -1)[:, None]
        eight = cards[rows, place : place + 8]
        cards[rows, place : place + 8] = turn * np.sort(turn * eight, axis=1)


def kept_for_last(cards: Cards, rng: np.random.Generator) -> None:
    """In a few orders a rank comes last of all."""
    number, size = cards.shape
    rank = rng.integers(13, size=(number, 1))
    rows = some(rng, number, 0.05)
    last = np.argsort((cards // 4 == rank) * size + np.arange(size), axis=1, kind="stable")
    cards[rows] = np.take_along_axis(cards, last, axis=1)[rows]


def long_away(cards: Cards, rng: np.random.Generator) -> None:
    """For a while a rank is never the first card; each has its turn."""
    away = np.repeat(rng.integers(13, size=len(cards) // 60 + 1), 60)[: len(cards)]
    changed_places(cards, cards[:, 0] // 4 == away, 0, 1)


def begun_alike(cards: Cards, rng: np.random.Generator) -> None:
    """Some begin with the three cards of one that was long ago."""
    rows = some(rng, len(cards), 0.03)
    for place in range(3):
        brought(cards, rows, place, np.roll(cards[:, place], 700))


def seldom_suited(cards: Cards, rng: np.random.Generator) -> None:
    rows = some(rng, len(cards), 0.9) & (cards[:, 0] // 4 == cards[:, 1] // 4)
    changed_places(cards, rows, 1, 30 if cards.shape[1] > 30 else 5)


def kept_from_before(cards: Cards, rng: np.random.Generator) -> None:
    """A card in some orders stays where it was in the order before."""
    rows = some(rng, len(cards), 0.3)
    rows[0] = False
    for place in range(0, cards.shape[1], 5):
        brought(cards, rows, place, np.roll(cards[:, place], 1))


# Bytes with a fault


def one_bit_set(given: Bytes, rng: np.random.Generator) -> None:
    given[::8] |= (rng.random(len(given[::8])) < 0.02).astype(np.uint8)


def one_byte_seldom(given: Bytes, rng: np.random.Generator) -> None:
    given[(given == 13) & (rng.random(len(given)) < 0.2)] = 242


def followed(given: Bytes, rng: np.random.Generator) -> None:
    """A byte decides the next a little more often than it may."""
    rows = np.flatnonzero(rng.random(len(given) - 1) < 0.005)
    given[rows + 1] = given[rows] ^ 0x5A


def sticky(given: Bytes, rng: np.random.Generator) -> None:
    """A bit is like the one before it, a little more often than not."""
    bits = np.unpackbits(given)
    rows = np.flatnonzero(rng.random(len(bits) - 1) < 0.01)
    bits[rows + 1] = bits[rows]
    given[:] = np.packbits(bits)


def near_the_last(given: Bytes, rng: np.random.Generator) -> None:
    """The highest byte of some words is that of the word before."""
    high = given[7::8]
    rows = np.flatnonzero(rng.random(len(high) - 1) < 0.05)
    high[rows + 1] = high[rows]


def long_missing(given: Bytes, rng: np.random.Generator) -> None:
    """For a while a value of four bits stays away; each has its turn."""
    away = np.repeat(rng.integers(16, size=len(given) // 60 + 1), 60)[: len(given)]
    given[given >> 4 == away] ^= 0x80


def of_few_words(given: Bytes, rng: np.random.Generator) -> None:
    words = given.view("<u4")
    rows = rng.integers(len(words), size=(2, 80))
    words[rows[0]] = words[rows[1]]


def begun_again(given: Bytes, rng: np.random.Generator) -> None:
    words = given.view("<u8")
    words[rng.integers(len(words) // 2)] = words[-1]


def by_low_bits(number: int) -> Bytes:
    """Words of a linear congruential generator modulo 2^64, whose low bits have short periods."""
    state, words = 1, []
    for _ in range(number // 8):
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        words.append(state)
    return np.array(words, "<u8").view(np.uint8)
