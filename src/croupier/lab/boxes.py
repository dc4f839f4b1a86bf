"""Boxes against one dealer: what two of them bring, counted, and from that what any number does.

Against each of the dealer's hands, a box's hands are put together by what they bring. Pairs of
hands that share no card are counted by inclusion and exclusion over shared cards, in whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.cards import DECK, RANKS, Hand
from croupier.engine.deal import Tableau
from croupier.lab import pictures
from croupier.lab.figures import root
from croupier.lab.hands import up_to_suits
from croupier.lab.jackpot import MOST_HANDS
from croupier.lab.joint import Rounds
from croupier.lab.sessions import Session, by_normal
from croupier.lab.several import Given, together
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome
    from croupier.lab.joint import Nets, Stakes
    from croupier.lab.poker import Lab

CARDS, THREE = len(DECK), 3
KNOWN = 2


class By(StrEnum):
    """How what several boxes bring is told."""

    EXACT = "the exact distribution"
    PAIRS = (
        "a distribution made of what every two boxes have in common;"
        " what only three have is left out"
    )
    NORMAL = "a normal approximation with the exact mean and variance"


Array = Any
"""numpy's own types are as wide as it is."""


@dataclass(frozen=True)
class TwoBoxes:
    """What two boxes bring, each with its own stakes, and how likely both."""

    nets: dict[tuple[Fraction, Fraction], Fraction]
    staked: tuple[int | Fraction, int | Fraction]
    alike: bool
    """Whether the stakes are the same on both."""
    most: int
    """So many boxes has the table."""
    given: tuple[Given, ...] = field(default=(), repr=False, compare=False)
    """The same against each of the dealer's hands, where both are staked the same."""
    many: dict[int, Session | None] = field(default_factory=dict, repr=False, compare=False)
    """What more boxes bring together, once asked for."""

    @cached_property
    def each(self) -> tuple[Session, Session]:
        """Either box for itself."""
        sums: tuple[Nets, Nets] = ({}, {})
        for both, chance in self.nets.items():
            for nets, net in zip(sums, both, strict=True):
                nets[net] = nets.get(net, Fraction(0)) + chance
        first, second = (
            Session(dict(sorted(nets.items())), staked)
            for nets, staked in zip(sums, self.staked, strict=True)
        )
        return first, second

    @cached_property
    def together(self) -> Session:
        nets: Nets = {}
        for (one, other), chance in self.nets.items():
            nets[one + other] = nets.get(one + other, Fraction(0)) + chance
        return Session(dict(sorted(nets.items())), sum(self.staked))

    @cached_property
    def covariance(self) -> Fraction:
        product = sum((one * other * p for (one, other), p in self.nets.items()), Fraction(0))
        first, second = self.each
        return product - first.mean * second.mean

    @property
    def correlation(self) -> Fraction:
        """Exact where both are staked the same; else, as it is a root, to twelve decimals."""
        first, second = self.each
        if self.alike:
            return self.covariance / first.variance
        size = Fraction(root(self.covariance**2 / (first.variance * second.variance)))
        return size if self.covariance > 0 else -size

    def mean(self, boxes: int) -> Fraction:
        """Of a round of so many such boxes."""
        self.check(boxes)
        return boxes * self.each[0].mean

    def variance(self, boxes: int) -> Fraction:
        """Any two boxes move together as these two do."""
        self.check(boxes)
        return boxes * self.each[0].variance + boxes * (boxes - 1) * self.covariance

    def worst_for_the_house(self, boxes: int, rounds: int, chance: float = 0.99) -> float:
        """What the house loses to so many at most, with so great a chance; see `by`."""
        session = self.of(boxes)
        if session is not None:
            return session.worst_for_the_house(rounds, chance)
        return max(0.0, by_normal(rounds * self.mean(boxes), rounds * self.variance(boxes), chance))

    def of(self, boxes: int) -> Session | None:
        """So many boxes as one player; None where they have too many results to tell apart."""
        self.check(boxes)
        if boxes <= KNOWN:
            return self.each[0] if boxes == 1 else self.together
        if boxes not in self.many:
            nets = together(self.given, boxes)
            self.many[boxes] = None if nets is None else Session(nets, boxes * self.staked[0])
        return self.many[boxes]

    def by(self, boxes: int) -> By:
        if boxes <= KNOWN:
            return By.EXACT
        return By.NORMAL if self.of(boxes) is None else By.PAIRS

    def check(self, boxes: int) -> None:
        if not self.alike:
            raise BadInput("the two are not staked the same, so more of them say nothing", "boxes")
        if not 1 <= boxes <= self.most:
            raise BadInput(f"a table has 1 to {self.most}", "boxes")


class Dealer(NamedTuple):
    hand: Hand
    alike: int
    """So many of the dealer's hands count the same."""
    sort: int


class Meetings(NamedTuple):
    """Every hand against every dealer's, by what the bets can tell apart."""

    size: int
    """Cards of a hand."""
    kinds: Array
    """Of each hand; of three cards there are 22,100."""
    dealers: list[Dealer]
    outcomes: list[Outcome]
    met: Array
    """Which outcome, by the kind of the hand and the dealer's sort."""


def two_boxes(
    game: Game,
    stakes: Stakes,
    other: Stakes | None = None,
    *,
    most: int | None = None,
    watched: Callable[[list[Dealer]], Iterable[Dealer]] = iter,
) -> TwoBoxes:
    """The joint distribution of two boxes; 3 Card Poker at best play."""
    if isinstance(game.deal, Tableau):
        raise BadInput(
            "all bets ride on the same hand and there are no boxes; place several bets instead",
            game.name,
        )
    rounds, other = Rounds(game), stakes if other is None else other
    check(rounds, stakes)
    check(rounds, other)
    every, alike = meetings(rounds), dict(stakes) == dict(other)
    first = told_apart(rounds, every, stakes)
    second = first if alike else told_apart(rounds, every, other)
    counts = np.zeros((len(first.nets), len(second.nets)), dtype=np.int64)
    given = []
    for dealer in watched(every.dealers):
        own = Brought.of(every, dealer, first)
        others = own if alike else Brought.of(every, dealer, second)
        two = apart(own, others)
        counts[np.ix_(own.places, others.places)] += dealer.alike * two
        here = tuple(first.nets[place] for place in own.places)
        given.append(Given(dealer.alike, here, own.holding[0].sum(axis=1), two))
    deals = int(counts.sum())
    assert deals == deals_of_three(every.size)
    nets = {
        (first.nets[row], second.nets[column]): Fraction(int(counts[row, column]), deals)
        for row, column in np.argwhere(counts)
    }
    document = game.boxes.most if game.boxes else None
    staked = rounds.staked(stakes), rounds.staked(other)
    at_most = most or document or MOST_HANDS - 1
    return TwoBoxes(nets, staked, alike, at_most, tuple(given) if alike else ())


def check(rounds: Rounds, stakes: Stakes) -> None:
    rounds.check(stakes)
    jackpot = rounds.game.jackpot
    if jackpot and jackpot.bet in stakes:
        raise BadInput(
            "is not counted over boxes, as its Envy Bonus pays for other hands", jackpot.bet
        )


class Told(NamedTuple):
    """What stakes can bring, and which of it comes of each meeting."""

    nets: list[Fraction]
    places: Array


def told_apart(rounds: Rounds, every: Meetings, stakes: Stakes) -> Told:
    brought = [rounds.brings(stakes, outcome) for outcome in every.outcomes]
    nets = sorted(set(brought))
    place = {net: index for index, net in enumerate(nets)}
    return Told(nets, np.array([place[net] for net in brought])[every.met])


def meetings(rounds: Rounds) -> Meetings:
    return of_pictures(rounds.game) if rounds.lab is None else of_poker(rounds.lab)


def of_pictures(game: Game) -> Meetings:
    """By ranks alone, whatever the suits; the dealer's by what it ranks."""
    size = pictures.size_of(game)
    example, count = pictures.kinds(size), pictures.by_shared(size)[0]
    place = {kind: index for index, kind in enumerate(example)}
    rank_of = {kind: game.ranking.rank(hand) for kind, hand in example.items()}
    dealer = {rank_of[kind]: hand for kind, hand in example.items()}
    sort = {rank: index for index, rank in enumerate(dealer)}
    return Meetings(
        size,
        np.array([place[kind_of(hand)] for hand in every_hand(size)]),
        [Dealer(hand, count[kind], sort[rank_of[kind]]) for kind, hand in example.items()],
        [game.outcome(hand, one) for hand in example.values() for one in dealer.values()],
        np.arange(len(example) * len(sort)).reshape(len(example), len(sort)),
    )


def kind_of(hand: Hand) -> pictures.Kind:
    return tuple(sorted([card.rank for card in hand], key=RANKS.index))


def of_poker(lab: Lab) -> Meetings:
    """By strength: the dealer does not qualify, or ranks lower, the same or higher."""
    example, least = lab.dealers.example, lab.least
    own = np.arange(len(example))[:, None]
    dealt = own.T
    return Meetings(
        THREE,
        np.array([lab.dealers.of(hand) for hand in every_hand(THREE)]),
        [Dealer(hand, alike, lab.dealers.of(hand)) for hand, alike in up_to_suits()],
        [
            lab.game.outcome(hand, dealer, folded=strength < lab.weakest_played)
            for strength, hand in sorted(example.items())
            for dealer in (lab.weak, example[least], hand, lab.strong)
        ],
        4 * own + np.where(dealt < least, 0, 2 + np.sign(dealt - own)),
    )


class Brought(NamedTuple):
    """Hands that hold none of the dealer's cards, by what they bring against them."""

    places: Array
    """Of the nets that come here, among all."""
    by_hand: Array
    """Which of them each hand brings; one more stands for the hands left out."""
    holding: list[Array]
    """How many bring it and hold given cards: none, one, and so on up to all but one."""

    @classmethod
    def of(cls, every: Meetings, dealer: Dealer, told: Told) -> Brought:
        places, by_kind = np.unique(told.places[:, dealer.sort], return_inverse=True)
        held = holding(every.size)[[DECK.index(card) for card in dealer.hand]].any(axis=0)
        by_hand = np.where(held, len(places), by_kind[every.kinds])
        return cls(
            places,
            by_hand,
            [
                counted(by_hand * CARDS**fewer + numbers, len(places), CARDS**fewer)
                for fewer, numbers in enumerate(cards_held(every.size)[:-1])
            ],
        )


def apart(own: Brought, others: Brought) -> Array:
    """Pairs of hands that share no card, by what each brings."""
    columns = len(others.places) + 1
    same = counted(own.by_hand * columns + others.by_hand, len(own.places), columns)
    shared = [one @ other.T for one, other in zip(own.holding, others.holding, strict=True)]
    signed = [(-1) ** cards * number for cards, number in enumerate([*shared, same[:, :-1]])]
    return sum(signed[1:], signed[0])


def counted(cells: Array, rows: int, columns: int) -> Array:
    """How often each cell is named; a row below the others is left out."""
    counts = np.bincount(cells.ravel(), minlength=(rows + 1) * columns)
    return counts.reshape(rows + 1, columns)[:-1]


def deals_of_three(size: int) -> int:
    """Of the hands of two boxes and a dealer's; with three cards 6,180,846,672,000."""
    return comb(CARDS, size) * comb(CARDS - size, size) * comb(CARDS - 2 * size, size)


@cache
def every_hand(size: int) -> tuple[Hand, ...]:
    return tuple(map(Hand, combinations(DECK, size)))


@cache
def cards_held(size: int) -> list[Array]:
    """For none of a hand's cards, one, and so on to all: which they are, as one number."""
    cards = np.array(list(combinations(range(CARDS), size))).T
    return [
        np.stack([as_one_number(cards[list(some)]) for some in combinations(range(size), number)])
        for number in range(size + 1)
    ]


def as_one_number(cards: Array) -> Array:
    number = np.zeros(cards.shape[1], dtype=np.int64)
    for card in cards:
        number = CARDS * number + card
    return number


@cache
def holding(size: int) -> Array:
    """Which hands hold each card."""
    hands = comb(CARDS, size)
    held = np.zeros((CARDS, hands), dtype=bool)
    held[cards_held(size)[1], np.arange(hands)] = True
    return held
