"""How the house edge moves through a shoe: card by card exactly, and over shuffled shoes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import DECK, RANKS
from croupier.frames import Framed
from croupier.lab.tableau import SIX_CARDS, check_shoe, full_shoe
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from croupier.cards import Hand
    from croupier.frames import Row
    from croupier.lab.compiled import Whole
    from croupier.lab.shoes import Shoes

    Edges = Mapping[str, Fraction]

EVERY = 26
"""Cards from one look at the shoe to the next."""
FEWEST_DECKS, MOST_DECKS = 2, 100
MOST_SHOES = 10**8
MOST_CARDS_AT_ONCE = 1 << 21


def removal(shoes: Shoes, shoe: Mapping[str, int]) -> dict[str, Edges | None]:
    """By how much each edge changes when a card of the rank is taken out; none may be left."""
    check_shoe(shoe)
    if sum(shoe.values()) == SIX_CARDS:
        raise BadInput(f"{SIX_CARDS} cards are left, and with one fewer there is no round")
    now = shoes.house_edges(shoe)

    def change(rank: str) -> Edges:
        then = shoes.house_edges({**shoe, rank: shoe[rank] - 1})
        return {bet: then[bet] - edge for bet, edge in now.items()}

    return {rank: change(rank) if shoe[rank] else None for rank in RANKS}


def along(shoes: Shoes, seen: Hand, decks: int) -> Iterator[tuple[int, Edges]]:
    """The edges after so many of the cards seen, from none to all of them."""
    for number in (*range(0, len(seen), EVERY), len(seen)):
        gone = Counter(card.rank for card in seen[:number])
        left = {rank: cards - gone[rank] for rank, cards in full_shoe(decks).items()}
        yield number, shoes.house_edges(left)


@dataclass(frozen=True)
class ShoeMoves(Framed):
    """The edges of a shoe, and how each card that leaves it moves them."""

    left: Mapping[str, int]
    house_edge: Edges
    removal: Mapping[str, Edges | None]
    """By rank; None: none of it is left."""
    along: tuple[tuple[int, Edges], ...]
    """After so many of the cards seen, where it is known which they were."""

    def rows(self) -> list[Row]:
        """A row for each rank and bet."""
        return [
            {"rank": rank, "left": self.left[rank], "bet": bet, "change": float(change)}
            for rank, changes in self.removal.items()
            for bet, change in (changes or {}).items()
        ]


def shoe_moves(
    shoes: Shoes, shoe: Mapping[str, int], seen: Hand | None = None, decks: int = 0
) -> ShoeMoves:
    """What is left, or what so many decks leave of it once these cards were seen."""
    check_shoe(shoe)
    passed = () if seen is None else tuple(along(shoes, seen, decks))
    return ShoeMoves(dict(shoe), shoes.house_edges(shoe), removal(shoes, shoe), passed)


@dataclass(frozen=True)
class Depth:
    """How the edges of shuffled shoes spread after so many decks, a figure a bet."""

    decks_dealt: int
    means: list[float]
    sds: list[float]
    better: list[int]
    """In how many shoes the player has the better of it."""


def spread(
    shoes: Shoes, decks: int, number: int, seed: int, done: Callable[[int], None]
) -> list[Depth]:
    """Sampled are the shoes; the edge of each is computed. Now and then it tells how many are."""
    if number < 1:
        raise BadInput("at least one shoe is needed", "spread")
    if number > MOST_SHOES:
        raise BadInput(f"{number:,} are too many; at most {MOST_SHOES:,}", "spread")
    if not FEWEST_DECKS <= decks <= MOST_DECKS:
        raise BadInput(f"a shoe of {FEWEST_DECKS} to {MOST_DECKS} decks is dealt so", "decks")
    if seed < 0:
        raise BadInput("a seed is 0 or more", "seed")
    usual = np.array([float(edge) for edge in shoes.house_edges(full_shoe(decks)).values()])
    sums, squares, better = np.zeros((3, decks - 1, len(usual)))
    dealt = 0
    for left in shuffled(decks, number, np.random.default_rng(seed)):
        for depth, those in enumerate(left):
            edges = shoes.edges(those)
            sums[depth] += (edges - usual).sum(axis=0)
            squares[depth] += ((edges - usual) ** 2).sum(axis=0)
            better[depth] += (edges < 0).sum(axis=0)
        dealt += left.shape[1]
        done(dealt)
    means = usual + sums / number
    sds = np.sqrt(np.maximum(squares / number - (sums / number) ** 2, 0.0))
    return [
        Depth(
            depth + 1,
            means[depth].tolist(),
            sds[depth].tolist(),
            better[depth].astype(int).tolist(),
        )
        for depth in range(decks - 1)
    ]


def shuffled(decks: int, number: int, rng: np.random.Generator) -> Iterator[Whole]:
    """Some shoes at a time: for each depth and each of them, the cards left by rank."""
    cards = np.repeat(np.arange(len(RANKS), dtype=np.int64), len(DECK) // len(RANKS) * decks)
    at_once = max(1, MOST_CARDS_AT_ONCE // len(cards))
    for begun in range(0, number, at_once):
        some = min(at_once, number - begun)
        order = rng.permuted(np.tile(cards, (some, 1)), axis=1).reshape(some, decks, -1)
        row = np.arange(some * decks).reshape(some, decks, 1) * len(RANKS)
        dealt = np.bincount((order + row).ravel(), minlength=some * decks * len(RANKS))
        in_each = dealt.reshape(some, decks, len(RANKS)).swapaxes(0, 1)
        yield in_each[::-1].cumsum(axis=0)[-2::-1]
