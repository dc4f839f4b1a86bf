"""Players by their money, in steps that people count in."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.montecarlo.players.tally import Tally

STEPS = (1, 2, 5, 10)
BINS = 40
"""At most, where there is room for as many."""
SELDOM = 0.001
"""What less often is lower or higher stands in the first and last step."""


class Bin(NamedTuple):
    """From so many cents to less than so many."""

    low_cents: int
    high_cents: int
    players: int


def round_step(least: float) -> int:
    """1, 2 or 5 times a power of ten, no less than asked for and no less than 1."""
    if least <= 1:
        return 1
    power: int = 10 ** floor(log10(least))
    return next(step * power for step in STEPS if step * power >= least)


def histogram(money: Tally, parts: int, most: int) -> list[Bin]:
    """In at most so many steps; money is in parts of a cent."""
    low, high = (money.quantile(chance) // parts for chance in (SELDOM, 1 - SELDOM))
    step = round_step((high - low + 1) / (most - 1))
    edges = range(low // step * step, (high // step + 2) * step, step)
    return list(filled(money, parts, edges))


def filled(money: Tally, parts: int, edges: range) -> Iterator[Bin]:
    lowest, highest = int(money.values[0]) // parts, int(money.values[-1]) // parts + 1
    below = 0
    for place, low in enumerate(edges[:-1]):
        is_last = place == len(edges) - 2
        upto = money.total if is_last else money.below(edges[place + 1] * parts)
        yield Bin(
            min(low, lowest) if not place else low,
            max(edges[place + 1], highest) if is_last else edges[place + 1],
            upto - below,
        )
        below = upto
