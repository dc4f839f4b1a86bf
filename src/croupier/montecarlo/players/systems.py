"""Betting systems: how many units are staked next, by how the last rounds came out.

A system knows a player's place in it, a whole number that begins at 0, and whether the bet won (1),
lost (-1) or stood off (0, which leaves the place as it is). Systems work on many players at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MOST_DOUBLINGS = 40
"""Of one unit: more than any maximum."""
PAROLI_WINS = 3
STEPS_1326: Numbers = np.array([1, 3, 2, 6])


@dataclass(frozen=True)
class System:
    name: str
    says: str
    units: Callable[[Numbers], Numbers]
    after: Callable[[Numbers, Numbers], Numbers]
    follows: bool = False
    """On whoever won the shoe's last decided round."""


def one_unit(place: Numbers) -> Numbers:
    return np.ones_like(place)


def stays(place: Numbers, _result: Numbers) -> Numbers:
    return place


def doubled(place: Numbers) -> Numbers:
    units: Numbers = np.left_shift(1, np.minimum(place, MOST_DOUBLINGS))
    return units


def losses_in_a_row(place: Numbers, result: Numbers) -> Numbers:
    return np.where(result > 0, 0, place - np.minimum(result, 0))


def wins_in_a_row(place: Numbers, result: Numbers, most: int) -> Numbers:
    """After so many of them it begins anew."""
    return np.where(result < 0, 0, (place + np.maximum(result, 0)) % most)


def after_paroli(place: Numbers, result: Numbers) -> Numbers:
    return wins_in_a_row(place, result, PAROLI_WINS)


def after_1326(place: Numbers, result: Numbers) -> Numbers:
    return wins_in_a_row(place, result, len(STEPS_1326))


def units_1326(place: Numbers) -> Numbers:
    units: Numbers = STEPS_1326[place]
    return units


def one_more(place: Numbers) -> Numbers:
    return place + 1


def losses_less_wins(place: Numbers, result: Numbers) -> Numbers:
    lower: Numbers = np.maximum(place - result, 0)
    return lower


SYSTEMS = {
    system.name: system
    for system in (
        System("flat", "the same stake every round", one_unit, stays),
        System("martingale", "twice the stake after each loss", doubled, losses_in_a_row),
        System("paroli", "twice the stake after a win, three wins long", doubled, after_paroli),
        System("dalembert", "a unit up after a loss, down after a win", one_more, losses_less_wins),
        System("1-3-2-6", "1, 3, 2 and 6 units as wins follow wins", units_1326, after_1326),
        System("follow", "on whoever won the last decided round", one_unit, stays, follows=True),
    )
}


def system_of(name: str) -> System:
    """`d'Alembert` is read, too."""
    plain = str(name).lower().replace("'", "")
    if plain not in SYSTEMS:
        raise BadInput(f"{str(name)[:40]!r} is none of {', '.join(SYSTEMS)}", "system")
    return SYSTEMS[plain]
