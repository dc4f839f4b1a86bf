"""What the bets of a game can tell of a hand of three cards against the dealer's: it is asked.

Hands that no bet tells apart under any reading have one look, and a round is counted in the cell of
its two hands. Nothing here is a rule: a cell keeps an example of both hands, to be settled by the
rulebook.
"""

from __future__ import annotations

import json
from functools import cached_property
from itertools import combinations_with_replacement, pairwise, permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import Deal
from croupier.montecarlo.dealing import Draw
from croupier.montecarlo.deciding_lines import DecidingLines
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from numpy.typing import NDArray

    from croupier.engine.game import Game
    from croupier.montecarlo.cache_files import CacheFile
    from croupier.montecarlo.dealing import Cards

    Numbers = dict["Sort", int]
    Table = NDArray[np.uint16]

THREE, DECK = 3, len(RANKS) * len(SUITS)
OF_RANKS: int = len(RANKS) ** THREE
INDEXES = (1 + len(SUITS)) * OF_RANKS
"""Three ranks in any order, of several suits or all of one."""
FEW_RANKS = 64
"""Up to here each rank of the dealer is counted apart; beyond, whether it qualifies and wins."""
SORTS = 4
"""Of dealers told by bounds."""
REFUSED = INDEXES
"""Stands for the hand of a round whose draw is refused."""
FAR = (1 << 16) - 1


class Sort(NamedTuple):
    """Hands alike for every game: their ranks, and the suit where all have the same."""

    ranks: tuple[int, ...]
    suit: int | None

    @property
    def hand(self) -> Hand:
        """Cards of one rank differ in suit, and so do two others where the suits are several."""
        if self.suit is not None:
            return Hand([Card(RANKS[rank], SUITS[self.suit]) for rank in self.ranks])
        return Hand([Card(RANKS[rank], SUITS[place]) for place, rank in enumerate(self.ranks)])

    @property
    def indexes(self) -> set[int]:
        first = OF_RANKS * (0 if self.suit is None else 1 + self.suit)
        of_ranks = (np.ravel_multi_index(order, (13,) * 3) for order in permutations(self.ranks))
        return {first + int(one) for one in of_ranks}


def sorts() -> Iterator[Sort]:
    for ranks in combinations_with_replacement(range(len(RANKS)), THREE):
        yield Sort(ranks, None)
        if len(set(ranks)) == THREE:
            yield from (Sort(ranks, suit) for suit in range(len(SUITS)))


def index_of(cards: Cards) -> Cards:
    """Of hands as rows of places in the deck."""
    rank, suit = cards >> 2, cards & 3
    one_suit = (suit[:, 0] == suit[:, 1]) & (suit[:, 1] == suit[:, 2])
    first = np.where(one_suit, 1 + suit[:, 2], 0) * OF_RANKS
    told: Cards = first + rank[:, 0] * 169 + rank[:, 1] * 13 + rank[:, 2]
    return told


def card_of(place: int) -> Card:
    return Card(RANKS[place >> 2], SUITS[place & 3])


def never(_: Hand) -> bool:
    return False


class Cells(NamedTuple):
    """Where a round is counted, by the indexes of its two hands."""

    player: Table
    dealer: Table
    bounds: NDArray[np.uint64]
    """Of each look, where dealers are told by bounds: its first cell and three strengths."""
    number: int


class Hands:
    """One box against the dealer, from a whole deck; what is folded is told apart."""

    def __init__(
        self,
        game: Game,
        folds: Callable[[Hand], bool] | None = None,
        *,
        kept: CacheFile | None = None,
    ) -> None:
        if not isinstance(game.deal, Deal) or game.deal.cards != THREE or game.packs.most > 1:
            raise BadInput("only hands of three cards from one deck are simulated", game.name)
        self.game, self.told = game, DecidingLines(game)
        self.folds = folds or never
        self.draw = Draw(DECK, 2 * THREE, THREE)
        self.hand = {sort: sort.hand for sort in sorts()}
        rank_of = {sort: game.ranking.rank(hand) for sort, hand in self.hand.items()}
        self.ranks = sorted(set(rank_of.values()))
        place = {rank: number for number, rank in enumerate(self.ranks)}
        self.strength = {sort: place[rank] for sort, rank in rank_of.items()}
        self.of_strength = {one: self.hand[sort] for sort, one in self.strength.items()}
        self.by_looks = len(self.ranks) <= FEW_RANKS
        players, dealers = self.told_apart(kept)
        self.looks = numbered(
            {sort: (self.folds(self.hand[sort]), look) for sort, look in players.items()}
        )
        self.dealers = dealers
        self.player_example = {look: self.hand[sort] for sort, look in self.looks.items()}
        self.dealer_example = {look: self.hand[sort] for sort, look in self.dealers.items()}
        self.strength_of = {look: self.strength[sort] for sort, look in self.looks.items()}

    def told_apart(self, kept: CacheFile | None) -> tuple[Numbers, Numbers]:
        """The players' hands and the dealers', each sort with the number of its look."""
        known = kept.read() if kept else None
        if known is not None:
            players, dealers = json.loads(known)
            return self.each(players), self.each(dealers)
        see = self.by_looks_of if self.by_looks else self.by_bounds_of
        looks = numbered(self.seen(see))
        of_dealers = numbered(self.seen(self.dealer_of)) if self.by_looks else self.strength
        if kept:
            kept.write(json.dumps([list(looks.values()), list(of_dealers.values())]).encode())
        return looks, of_dealers

    def each(self, numbers: list[int]) -> Numbers:
        return dict(zip(self.hand, numbers, strict=True))

    @cached_property
    def least(self) -> int:
        """The strength from which the dealer qualifies."""
        qualifies = self.game.qualifies
        if qualifies is None:
            return 0
        return min(one for one, hand in self.of_strength.items() if qualifies.when(hand))

    def seen(self, see: Callable[[Hand, int], Hashable]) -> dict[Sort, Hashable]:
        """What is seen of each sort of hand; suits are looked at only where some bet does."""
        told = {}
        for sort, hand in self.hand.items():
            if sort.suit is None or self.suits_matter:
                told[sort] = see(hand, self.strength[sort])
            else:
                told[sort] = told[Sort(sort.ranks, None)]
        return told

    @cached_property
    def suits_matter(self) -> bool:
        probes = self.of_strength[0], self.of_strength[len(self.ranks) - 1]
        return any(
            (self.strength[sort], self.told(hand, probe), self.told(probe, hand))
            != (self.strength[plain], self.told(other, probe), self.told(probe, other))
            for sort, hand in self.hand.items()
            if sort.suit is not None
            for plain in [Sort(sort.ranks, None)]
            for other in [self.hand[plain]]
            for probe in probes
        )

    def by_looks_of(self, hand: Hand, own: int) -> Hashable:
        """Against a dealer of each rank."""
        return own, [self.told(hand, one) for one in self.of_strength.values()]

    def dealer_of(self, hand: Hand, own: int) -> Hashable:
        return own, [self.told(one, hand) for one in self.of_strength.values()]

    def by_bounds_of(self, hand: Hand, own: int) -> Hashable:
        """Against dealers who do not qualify, rank below, equal or above: each of them one."""
        found = []
        for dealers in self.sorts_of_dealer(own):
            ends = {self.told(hand, self.of_strength[one]) for one in (*dealers[:1], *dealers[-1:])}
            if len(ends) > 1:
                what = "a bet tells dealers apart that rank alike against a hand"
                raise BadInput(f"{what}: it cannot be simulated", self.game.name)
            found.append(tuple(ends))
        return own, tuple(found)

    def sorts_of_dealer(self, own: int) -> list[range]:
        least, after = self.least, len(self.ranks)
        bounds = (0, least, max(least, own), max(least, own + 1), after)
        return [range(*both) for both in pairwise(bounds)]

    @cached_property
    def cells(self) -> Cells:
        width = len(self.dealer_example) if self.by_looks else SORTS
        number = len(self.player_example) * width
        player, dealer = np.full((2, INDEXES + 1), 0, np.uint16)
        for sort in self.hand:
            for index in sort.indexes:
                player[index] = self.looks[sort] * (width if self.by_looks else 1)
                dealer[index] = self.dealers[sort]
        player[REFUSED] = number if self.by_looks else len(self.player_example)
        bounds = [
            packed(look * SORTS, *[dealers.stop for dealers in self.sorts_of_dealer(own)[:-1]])
            for look, own in sorted(self.strength_of.items())
        ]
        return Cells(player, dealer, np.array([*bounds, packed(number)], np.uint64), number)

    def counted_in(self, cards: Cards) -> Cards:
        """The cell of each round, by its cards."""
        player, dealer = index_of(cards[:, :THREE]), index_of(cards[:, THREE:])
        cells = self.cells
        first, other = cells.player[player].astype(np.int64), cells.dealer[dealer].astype(np.int64)
        if self.by_looks:
            return first + other
        bound = cells.bounds[first].astype(np.int64)
        told: Cards = bound & FAR
        for place in (16, 32, 48):
            told = told + (other >= (bound >> place & FAR))
        return told

    def example(self, cell: int) -> tuple[Hand, Hand] | None:
        """Two hands that are counted there, though perhaps not both of one deck; if there are."""
        if self.by_looks:
            look, dealer = divmod(cell, len(self.dealer_example))
            return self.player_example[look], self.dealer_example[dealer]
        look, sort = divmod(cell, SORTS)
        dealers = self.sorts_of_dealer(self.strength_of[look])[sort]
        return (self.player_example[look], self.of_strength[dealers[0]]) if dealers else None


def packed(*parts: int) -> int:
    return sum(part << 16 * place for place, part in enumerate(parts))


def numbered(told: Mapping[Sort, Hashable]) -> dict[Sort, int]:
    """The same number where the same is told."""
    numbers: dict[str, int] = {}
    return {sort: numbers.setdefault(repr(seen), len(numbers)) for sort, seen in told.items()}
