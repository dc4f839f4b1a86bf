"""A decision on a hand of three cards: what it is worth, tabulated from the game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.cards import RANKS, Hand
from croupier.games import game as game_named
from croupier.lab.joint import Rounds
from croupier.lab.paytables import with_pays
from croupier.montecarlo.cards import Cards
from croupier.montecarlo.dealing import Draw, dealt
from croupier.montecarlo.hands import DECK, FAR, INDEXES, THREE, Hands, index_of
from croupier.problems import BadInput
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.engine.outcome import Outcome

    Numbers = NDArray[np.int64]

GAME = "three-card-poker"
FOLD, PLAY = 0, 1
ACTIONS = ("fold", "play")
STRENGTH = "strength"
REST = Draw(DECK - THREE, THREE, THREE)
"""The dealer's cards out of what a hand leaves."""
Stakes = Mapping[str, int | Fraction]


class Terms:
    """The game under readings and pays, and what lies on the hand, in units of the ante."""

    def __init__(
        self,
        stakes: Stakes | None = None,
        pays: Sequence[str] = (),
        interpretations: Mapping[str, str] | None = None,
    ) -> None:
        self.game = with_pays(game_named(GAME).under(dict(interpretations or {})), pays)
        assert self.game.decision is not None
        self.entry, self.play = self.game.decision.entry, self.game.decision.play
        self.stakes = {self.entry: 1} if stakes is None else dict(stakes)
        self.rounds = Rounds(self.game, jackpot=default_house()[GAME].jackpot)
        self.rounds.check(self.stakes)
        if self.stakes.get(self.entry) != 1:
            raise BadInput(f"the {self.entry} is the unit: it is staked 1", "stakes")

    def __deepcopy__(self, _memo: dict[int, Any]) -> Terms:
        return self  # it never changes

    def brings(self, outcome: Outcome) -> float:
        return float(self.rounds.brings(self.stakes, outcome))

    @cached_property
    def rewards(self) -> NDArray[np.float64]:
        """By cell, what folding and playing bring: each settled once by the rulebook."""
        told = np.full((hands().cells.number, len(ACTIONS)), np.nan)
        for cell in range(len(told)):
            both = hands().example(cell)
            if both is None:
                continue
            for action in (FOLD, PLAY):
                outcome = self.game.outcome(*both, folded=action == FOLD)
                told[cell, action] = self.brings(outcome)
        return told


@cache
def hands() -> Hands:
    """Under any readings: its cells serve them all."""
    return Hands(game_named(GAME))


@cache
def cards() -> Cards:
    return Cards(hands().draw)


@cache
def strengths() -> Numbers:
    """By the index of a hand, its place among all that rank differently, from the weakest."""
    told = np.zeros(INDEXES + 1, np.int64)
    for sort, strength in hands().strength.items():
        told[list(sort.indexes)] = strength
    return told


@cache
def by_strength() -> tuple[Numbers, Numbers]:
    """All hands, the weakest first, and where those of each strength begin."""
    places = np.indices((DECK, DECK, DECK)).reshape(THREE, -1).T
    every = places[(places[:, 0] < places[:, 1]) & (places[:, 1] < places[:, 2])]
    strength = strengths()[index_of(every)]
    order = np.argsort(strength, kind="stable")
    return every[order], np.searchsorted(strength[order], np.arange(number_of_strengths() + 1))


class Cells(NamedTuple):
    """By the index of a hand: its first cell, and from which dealers on the others begin."""

    first: NDArray[np.int64]
    bounds: tuple[NDArray[np.uint16], ...]


@cache
def cells() -> Cells:
    """`Hands.counted_in` with narrower numbers."""
    bounds = hands().cells.bounds[hands().cells.player]
    first, *others = (bounds >> np.uint64(bits) & np.uint64(FAR) for bits in (0, 16, 32, 48))
    return Cells(first.astype(np.int64), tuple(one.astype(np.uint16) for one in others))


def counted_in(own: Numbers, dealers: Numbers) -> Numbers:
    """The cell of each round, by the indexes of both hands."""
    told = cells().first[own]
    strength = narrow_strengths()[dealers]
    for bound in cells().bounds:
        told += strength >= bound[own]
    return told


@cache
def narrow_strengths() -> NDArray[np.uint16]:
    return strengths().astype(np.uint16)


def number_of_strengths() -> int:
    return len(hands().ranks)


def some_of(wanted: object, number: int, rng: np.random.Generator) -> Numbers:
    """So many hands of the strength, or strengths, asked for, any as likely as another."""
    asked = np.asarray(wanted)
    most = number_of_strengths()
    if asked.dtype.kind not in "iu" or not ((asked >= 0) & (asked < most)).all():
        raise BadInput(f"a whole number from 0 to {most - 1}", "options", STRENGTH)
    if asked.shape not in {(), (number,)}:
        raise BadInput(f"one, or {number} of them", "options", STRENGTH)
    asked = np.broadcast_to(asked, number)
    every, begins = by_strength()
    found: Numbers = every[rng.integers(begins[asked], begins[asked + 1])]
    return found


def dealt_to(key: int, first: int, given: Numbers) -> Numbers:
    """Rounds in which the player has the hands given, and the dealer any of what is left."""
    rounds = np.arange(first, first + len(given), dtype=np.uint64)
    dealers = dealt(key, rounds, REST)
    for held in np.sort(given, axis=1).T:
        dealers = dealers + (dealers >= held[:, None])
    return np.concatenate((given, dealers), axis=1)


def example(strength: int) -> Hand:
    """A hand of that strength, the highest card first."""
    return Hand(sorted(hands().of_strength[strength], key=lambda card: -RANKS.index(card.rank)))
