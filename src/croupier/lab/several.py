"""What more than two boxes bring together, from what one and two bring against each dealer's hand.

Against a given hand of the dealer's, boxes hardly know of each other: only by the cards that one
takes from another. That is counted exactly for two boxes and added up over all pairs of more; what
only three have in common is left out, and chances that fall below nothing by it count as nothing.
One box and two are exact. Of seven boxes that moves the mean by up to 0.02 %, the variance by 0.3 %
and a chance by up to 0.0013, as exact counts and simulations have shown.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.joint import Nets

Array = Any
"""numpy's own types are as wide as it is."""
MOST_CELLS = 1 << 17
NOISE = 1e-15
"""A transform's, for chances that add up to one."""


class Given(NamedTuple):
    """Against one of the dealer's hands: what one box brings, and what two do, in counts."""

    alike: int
    """So many of the dealer's hands count the same."""
    nets: tuple[Fraction, ...]
    one: Array
    two: Array


def together(given: Sequence[Given], boxes: int) -> Nets | None:
    """The distribution of what so many boxes bring; None where it has too many results."""
    nets = sorted({net for dealer in given for net in dealer.nets})
    parts = lcm(*(net.denominator for net in nets))
    step = Fraction(gcd(*(int((net - nets[0]) * parts) for net in nets)) or 1, parts)
    moves = {net: int((net - nets[0]) / step) for net in nets}
    cells = boxes * moves[nets[-1]] + 1
    if cells > MOST_CELLS:
        return None
    size = 1 << (cells - 1).bit_length()
    total = np.zeros(size // 2 + 1, dtype=complex)
    for dealer in given:
        own = np.array([moves[net] for net in dealer.nets])
        one = spectrum(own, dealer.one, size)
        two = spectrum(own[:, None] + own, dealer.two, size)
        total += dealer.alike * several(one, two, boxes)
    chances = np.fft.irfft(total / sum(dealer.alike for dealer in given), size)[:cells]
    chances[chances < NOISE] = 0.0
    chances /= chances.sum()
    return {
        boxes * nets[0] + int(place) * step: Fraction(float(chances[place]))
        for place in np.flatnonzero(chances)
    }


def several(one: Array, two: Array, boxes: int) -> Array:
    """The transform of so many boxes: as if each were alone, and what every pair adds to that."""
    if boxes == 1:
        return one
    return one ** (boxes - 2) * (one**2 + comb(boxes, 2) * (two - one**2))


def spectrum(moves: Array, counts: Array, size: int) -> Array:
    chances = np.bincount(moves.ravel(), weights=counts.ravel(), minlength=size) / counts.sum()
    return np.fft.rfft(chances)
