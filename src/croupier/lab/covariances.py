"""How any two bets of a round move together: on the same hand, and on two boxes of one dealer.

What the rules give as the documents read by default stands in `covariances.tsv`, which
`python -m tools.covariances` writes and a test counts again; any other reading is counted. Sums
over pairs of hands that share no card come from sums over hands that hold given cards, by
inclusion and exclusion, in whole numbers; no distribution is made for it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.cards import DECK
from croupier.engine.deal import Tableau
from croupier.lab.boxes import CARDS, THREE, deals_of_three, holding, meetings
from croupier.lab.joint import Rounds

if TYPE_CHECKING:
    from croupier.engine.game import Game

Pair = tuple[str, str]
"""Two bets in their order in the rules; one with itself, too."""
Array = Any
EXACT = 2**53
FILE = Path(__file__).with_name("covariances.tsv")


class Moves(NamedTuple):
    """Covariances of the nets of bets, each of one unit."""

    within: dict[Pair, Fraction]
    """Both on one hand."""
    across: dict[Pair, Fraction]
    """One on each of two boxes; none where all bets ride on the same hand."""


def bets_of(game: Game) -> list[str]:
    """Those that have a figure: a play bet and a bonus are counted with their ante."""
    jackpot = game.jackpot.bet if game.jackpot else None
    return [name for name in game.placeable if name != jackpot]


def moves(game: Game, decks: int | None = None) -> Moves:
    """Of all bets but the jackpot's; 3 Card Poker at best play."""
    if isinstance(game.deal, Tableau):
        return Moves(on_one_hand(Rounds(game, decks=decks), bets_of(game)), {})
    return kept().get(key_of(game)) or on_boxes(game, bets_of(game))


def key_of(game: Game) -> str:
    """By all that the figures follow from: version, readings, pays."""
    pays = [
        (bet.name, [(type(one).__name__, one.event, getattr(one, "pays", "")) for one in bet.lines])
        for bet in game.bets
    ]
    said = repr((game.name, game.version, sorted(game.readings.items()), pays))
    return f"{game.name} {sha256(said.encode()).hexdigest()[:16]}"


@cache
def kept() -> dict[str, Moves]:
    found: dict[str, Moves] = {}
    for line in FILE.read_text("utf-8").splitlines():
        key, where, one, other, figure = line.split("\t")
        moved = found.setdefault(key, Moves({}, {}))
        (moved.within if where == "within" else moved.across)[one, other] = Fraction(figure)
    return found


def written(game: Game) -> list[str]:
    """A game's lines of the file, counted."""
    found = on_boxes(game, bets_of(game))
    return [
        "\t".join((key_of(game), where, one, other, str(figure)))
        for where, some in (("within", found.within), ("across", found.across))
        for (one, other), figure in some.items()
    ]


def on_one_hand(rounds: Rounds, bets: list[str]) -> dict[Pair, Fraction]:
    rows = [[rounds.net(bet, outcome) for bet in bets] for outcome, _ in rounds.outcomes]
    unit = lcm(*(net.denominator for row in rows for net in row))
    nets = np.array([[int(net * unit) for net in row] for row in rows], dtype=object)
    weights = np.array([number for _, number in rounds.outcomes], dtype=object)
    means = weights @ nets
    both = nets.T @ (nets * weights[:, None])
    return {
        (bets[i], bets[j]): Fraction(both[i, j], rounds.total * unit**2)
        - Fraction(means[i] * means[j], (rounds.total * unit) ** 2)
        for i, j in combinations_with_replacement(range(len(bets)), 2)
    }


@cache
def members() -> Array:
    """Of every two cards, the hands of three that hold them; a row for each two."""
    place = {two: index for index, two in enumerate(combinations(range(CARDS), 2))}
    holds: list[list[int]] = [[] for _ in place]
    for number, hand in enumerate(combinations(range(CARDS), THREE)):
        for two in combinations(hand, 2):
            holds[place[two]].append(number)
    return np.array(holds)


@cache
def in_two() -> Array:
    """Which card is one of which two."""
    return np.array(
        [[card in two for two in combinations(range(CARDS), 2)] for card in range(CARDS)]
    )


class Sums(NamedTuple):
    """Of what hands bring, a row for each bet: all, those with a card, with two, and each.

    Whole numbers, small enough that floating point holds them exactly.
    """

    total: Array
    by_card: Array
    by_two: Array
    each: Array

    @classmethod
    def of(cls, each: Array) -> Sums:
        by_two = each[:, members()].sum(axis=2)
        by_card = by_two @ in_two().T.astype(float) / 2  # a hand with a card holds it in two pairs
        return cls(each.sum(axis=1)[:, None], by_card, by_two, each)

    def apart(self) -> Array:
        """Sums of products over pairs of hands that share no card, of every two bets."""
        signs = zip((1, -1, 1, -1), self, strict=True)
        return sum(sign * exact(part @ part.T) for sign, part in signs)


def exact(figures: Array) -> Array:
    assert abs(figures).max() < EXACT
    return figures.astype(np.int64).astype(object)


def on_boxes(game: Game, bets: list[str]) -> Moves:
    rounds = Rounds(game)
    every = meetings(rounds)
    assert every.size == THREE
    nets = [[rounds.net(bet, outcome) for outcome in every.outcomes] for bet in bets]
    unit = lcm(*(net.denominator for row in nets for net in row))
    whole = np.array([[int(net * unit) for net in row] for row in nets], dtype=float)
    means: Array = 0
    within: Array = 0
    across: Array = 0
    for dealer in every.dealers:
        held = holding(THREE)[[DECK.index(card) for card in dealer.hand]].any(axis=0)
        brought = whole[:, every.met[:, dealer.sort]][:, every.kinds]
        sums = Sums.of(np.where(held, 0, brought))
        means += dealer.alike * exact(sums.total[:, 0])
        within += dealer.alike * exact(sums.each @ sums.each.T)
        across += dealer.alike * sums.apart()
    one_box = comb(CARDS, THREE) * comb(CARDS - THREE, THREE)
    mean = [Fraction(one, one_box * unit) for one in means]

    def told(sums: Array, deals: int) -> dict[Pair, Fraction]:
        return {
            (bets[i], bets[j]): Fraction(sums[i, j], deals * unit**2) - mean[i] * mean[j]
            for i, j in combinations_with_replacement(range(len(bets)), 2)
        }

    return Moves(told(within, one_box), told(across, deals_of_three(THREE)))
