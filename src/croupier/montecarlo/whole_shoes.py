"""Shoes dealt until the cut card comes out: the rounds of a shoe hang together."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS, SUITS, Card
from croupier.engine.readings import BACCARAT_BURN, BACCARAT_CUT_CARD, BaccaratBurn
from croupier.montecarlo.chunks import in_order
from croupier.montecarlo.dealing import Draw, shuffled
from croupier.montecarlo.paying import BetPaid, Paid
from croupier.montecarlo.shoes import SIX, TWO, Shoes
from croupier.montecarlo.simulation import Simulation, cells_of
from croupier.montecarlo.tables import DEVICE
from croupier.montecarlo.units import Spread, by_cell, merged
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.counting import Counts
    from croupier.montecarlo.dealing import Cards

    Numbers = NDArray[np.int64]

AT_A_TIME = 1024
"""Shoes: few enough to stay in the cache."""
FIRST_FOUR = 4


@dataclass
class Seen:
    """What came of some shoes."""

    shoes: int
    rounds: int
    counts: Counts
    first: Counts
    """Of the first round of each shoe: these do not hang together."""
    spreads: dict[str, Spread]
    lengths: Numbers
    """Rounds of each shoe."""

    def add(self, other: Seen) -> None:
        self.shoes += other.shoes
        self.rounds += other.rounds
        self.counts += other.counts
        self.first += other.first
        merged(self.spreads, other.spreads)


class Dealt:
    """Shoes by their numbers."""

    def __init__(self, asked: Asked) -> None:
        cells = cells_of(asked)
        assert isinstance(cells, Shoes)
        self.asked, self.cells, self.key = asked, cells, key_of(asked.seed)
        self.size = cells.draw.deck
        self.draw = Draw(self.size, self.size, TWO)
        self.behind = max(asked.game.reads(BACCARAT_CUT_CARD), SIX - 1)
        self.paid = Paid(cells, np.zeros(cells.cells.number, np.int64), asked)
        self.units = {name: by_cell(self.paid, name) for name in self.paid.names}
        drawn = np.arange(cells.cells.number) // cells.mores**2 % 4
        self.used = FIRST_FOUR + drawn // 2 + drawn % 2
        """Cards, by cell."""

    def burnt(self, cards: Cards) -> Numbers:
        """How many of each new shoe."""
        if self.asked.game.reads(BACCARAT_BURN) is not BaccaratBurn.FIRST_CARD_VALUE:
            return np.zeros(cards.shape[1], np.int64)
        after = [self.cells.table.burnt_after(Card(rank, SUITS[0])) for rank in RANKS]
        of_rank = 1 + np.array(after)
        told: Numbers = of_rank[cards[0] // (self.size // len(RANKS))]
        return told

    def rounds(self, cards: Cards) -> Iterator[tuple[Numbers, Numbers]]:
        """Round after round: which shoes still deal one, and the cell of each of these."""
        at = self.burnt(cards)
        going = np.arange(cards.shape[1])
        while len(going):
            rows = at[going, None] + np.arange(SIX)
            cells = self.cells.counted_in(cards[rows, going[:, None]])
            yield going, cells
            at[going] += self.used[cells]
            going = going[self.size - at[going] > self.behind]

    def nobody(self, shoes: int = 0) -> Seen:
        counts, first = np.zeros((2, self.cells.cells.number), np.int64)
        spreads = {name: Spread() for name in self.units}
        return Seen(shoes, 0, counts, first, spreads, np.zeros(shoes, np.int64))

    def seen(self, first: int, shoes: int, last: int | None = None) -> Seen:
        """Of the last shoe no more than so many rounds."""
        numbers = np.arange(first, first + shoes, dtype=np.uint64)
        cards = shuffled(self.key, numbers, self.draw)
        found = self.nobody(shoes)
        brought = {name: np.zeros(shoes, np.int64) for name in self.units}
        for going, cells in self.rounds(cards):
            if last is not None and going[-1] == shoes - 1 and found.lengths[-1] == last:
                going, cells = going[:-1], cells[:-1]  # noqa: PLW2901 - the last shoe has enough
            found.counts += np.bincount(cells, minlength=len(found.counts))
            if not found.rounds:
                found.first += np.bincount(cells, minlength=len(found.first))
            for name, units in self.units.items():
                brought[name][going] += units.of_cell[cells]
            found.rounds += len(going)
            found.lengths[going] += 1
        for name, spread in found.spreads.items():
            spread.add(brought[name], found.lengths)
        return found


def dealt_to_the_cut_card(asked: Asked, told: Callable[[int], None]) -> Simulation:
    dealing = Dealt(asked)
    seen = dealing.nobody()
    chunks = (chunk * AT_A_TIME for chunk in range(1 + asked.rounds))
    begun = time.perf_counter()
    for one in in_order(chunks, lambda first: dealing.seen(first, AT_A_TIME), asked.workers):
        left = asked.rounds - seen.rounds
        if one.rounds >= left:
            seen.add(cut_off(dealing, seen.shoes, one.lengths, left))
            break
        seen.add(one)
        told(seen.rounds)
    return summed_up(dealing, seen, time.perf_counter() - begun)


def cut_off(dealing: Dealt, first: int, lengths: Numbers, left: int) -> Seen:
    """So many rounds of a chunk of shoes, and no more."""
    ends = np.cumsum(lengths)
    shoes = int(np.searchsorted(ends, left)) + 1
    last = left - int(ends[shoes - 2] if shoes > 1 else 0)
    return dealing.seen(first, shoes, last)


def summed_up(dealing: Dealt, seen: Seen, seconds: float) -> Simulation:
    """The exact means are those of a fresh shoe, from which the cut card moves them very little."""
    paid = Paid(dealing.cells, seen.counts, dealing.asked)
    of_first = Paid(dealing.cells, seen.first, dealing.asked)
    bets = tuple(
        BetPaid(
            name,
            spread.mean() / dealing.units[name].parts,
            paid.exact(name)[0],
            spread.error() / dealing.units[name].parts,
        )
        for name, spread in seen.spreads.items()
    )
    return Simulation(
        asked=dealing.asked,
        rounds=seen.rounds,
        device=DEVICE,
        seconds=seconds,
        outcomes=paid.classes(),
        bets=bets,
        chi_square=of_first.chi_square(),
    )
