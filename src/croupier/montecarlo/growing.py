"""A meter that grows with every bet, is won, and begins anew."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.jackpot import grown_by

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.configuration import JackpotTerms
    from croupier.montecarlo.units import Spread


class Hit(NamedTuple):
    """Where the meter was won, in the order of rounds and boxes."""

    round: int
    box: int
    units: int
    """That all boxes of the round got for the bet beside the meter."""


class Award(NamedTuple):
    hit: Hit
    cents: int


@dataclass(frozen=True)
class Won:
    """Every time the meter was won, and what it stood at."""

    awards: tuple[Award, ...]

    @property
    def mean_cents(self) -> Fraction | None:
        cents = [one.cents for one in self.awards]
        return Fraction(sum(cents), len(cents)) if cents else None

    def paid_into(self, spread: Spread, units_a_cent: int) -> None:
        """What the meter paid, added to what its rounds had brought without it."""
        for hit, cents in self.awards:
            more = cents * units_a_cent
            spread.units += more
            spread.squares += 2 * hit.units * more + more**2
            spread.products += more * (spread.rounds // spread.groups)


def won_by(hits: Iterable[Hit], terms: JackpotTerms, boxes: int, meter_cents: int) -> Won:
    """All boxes of a round have bet before it is dealt; what is less than a cent is carried."""
    a_round = grown_by(terms.contribution, terms.bet_cents) * boxes
    awards, since, meter = [], 0, Fraction(meter_cents)
    for hit in sorted(hits):
        meter += a_round * (hit.round + 1 - since)
        awards.append(Award(hit, floor(meter)))
        meter += terms.seed_cents - floor(meter)
        since = hit.round + 1
    return Won(tuple(awards))
