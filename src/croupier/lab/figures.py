"""What the lab says of a bet: lines, frequencies and moments as exact fractions."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from math import isqrt
from typing import TYPE_CHECKING

from croupier.frames import Framed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.engine.game import Game
    from croupier.frames import Row
    from croupier.lab.returns import Range

DECIMALS = 12
LEAST_RETURN = Fraction(3, 4)
"""What the trade's standards ask of every wager."""
VOLATILITY = Fraction(165, 100)
"""Of a standard deviation: the reach of nine results in ten, were they normal."""
ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)
"""After which the return is told."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What a line brings each time, and how likely that is once it settles the bet."""

    nets: Mapping[Fraction, Fraction]

    @property
    def square(self) -> Fraction:
        """The mean of the net's square."""
        return sum((net**2 * chance for net, chance in self.nets.items()), Fraction(0))

    @property
    def hit(self) -> Fraction:
        return sum((chance for net, chance in self.nets.items() if net > 0), Fraction(0))

    @property
    def push(self) -> Fraction:
        return self.nets.get(Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineOdds:
    """One line of a pay table: how often it settles the bet, and what it brings per unit staked."""

    event: str
    odds: str | None
    net: Fraction
    combinations: int
    probability: Fraction
    clauses: tuple[str, ...]
    spread: Spread | None = None
    """How the net scatters around its mean, where a line does not bring the same each time."""

    @property
    def square(self) -> Fraction:
        return self.net**2 if self.spread is None else self.spread.square

    @property
    def hit(self) -> Fraction:
        """The part of the line in which something is won."""
        return Fraction(self.net > 0) if self.spread is None else self.spread.hit

    @property
    def push(self) -> Fraction:
        return Fraction(self.net == 0) if self.spread is None else self.spread.push

    @property
    def brings(self) -> Fraction:
        return self.probability * self.net

    @property
    def one_in(self) -> Fraction | None:
        return 1 / self.probability if self.probability else None


@dataclass(frozen=True)
class BetOdds:
    """A bet by its disjoint lines, losing and push lines included."""

    bet: str
    lines: tuple[LineOdds, ...]
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """How often each clause is among those that decide the bet."""
    staked: Fraction = Fraction(1)
    """On average, per unit of the bet: more where a decision adds to it."""

    @cached_property
    def ev(self) -> Fraction:
        return sum((line.brings for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is staked."""
        return self.house_edge / self.staked

    @property
    def returns(self) -> Fraction:
        """The part of what is staked that comes back in the long run."""
        return 1 + self.ev

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability * line.hit for line in self.lines), Fraction(0))

    @property
    def push_frequency(self) -> Fraction:
        return sum((line.probability * line.push for line in self.lines), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        square = sum((line.probability * line.square for line in self.lines), Fraction(0))
        return square - self.ev**2

    @property
    def sd(self) -> str:
        return root(self.variance)

    @property
    def falls_short(self) -> bool:
        """It returns less than the standards ask."""
        return self.returns < LEAST_RETURN

    @cached_property
    def nets(self) -> dict[Fraction, Fraction]:
        """What the bet can bring, and how likely."""
        nets: dict[Fraction, Fraction] = {}
        for line in self.lines:
            each = {line.net: Fraction(1)} if line.spread is None else line.spread.nets
            for net, chance in each.items():
                nets[net] = nets.get(net, Fraction(0)) + line.probability * chance
        return {net: chance for net, chance in sorted(nets.items()) if chance}

    def return_after(self, rounds: int) -> Range:
        """Between which returns at least nine in ten lie after so many rounds."""
        from croupier.lab.returns import return_after  # noqa: PLC0415 - numpy only where needed

        return return_after(self.nets, rounds)

    def volatility(self, rounds: int = 1) -> str:
        """The volatility index over the root of so many rounds: plus or minus, about the mean."""
        return root(VOLATILITY**2 * self.variance / rounds)


@dataclass(frozen=True)
class GameOdds(Framed):
    """The exact odds of every bet of a game, under the readings in force."""

    game: Game
    decks: int | None
    combinations: int
    bets: Mapping[str, BetOdds]
    meter_cents: int | None = None
    hands: int = 1
    """At the table with the entry bet, for the Envy Bonus."""

    def rows(self) -> list[Row]:
        """A plain row a line, for a data frame."""
        return [
            {
                "game": self.game.name,
                "bet": bet.bet,
                "event": line.event,
                "net": float(line.net),
                "combinations": line.combinations,
                "probability": float(line.probability),
                "return": float(line.brings),
                "clauses": ", ".join(line.clauses),
            }
            for bet in self.bets.values()
            for line in bet.lines
        ]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("bet", "house edge", "hit", "SD"))
        rows = "".join(
            f"<tr><td>{bet.bet}</td><td>{decimal(100 * bet.house_edge, 4)} %</td>"
            f"<td>{decimal(100 * bet.hit_frequency, 4)} %</td><td>{root(bet.variance, 4)}</td></tr>"
            for bet in self.bets.values()
        )
        title = f"{escape(self.game.title)}, version {self.game.version}"
        return f"<table><caption>{title}</caption><tr>{head}</tr>{rows}</table>"


def decimal(value: Fraction, places: int = DECIMALS) -> str:
    """A fraction rounded to so many decimals, halves away from zero."""
    scaled = (2 * abs(value.numerator) * 10**places + value.denominator) // (2 * value.denominator)
    whole, part = divmod(scaled, 10**places)
    return f"{'-' if value < 0 and scaled else ''}{whole}.{part:0{places}d}"


def root(value: Fraction, places: int = DECIMALS) -> str:
    """A square root rounded to so many decimals, by integers alone."""
    doubled = isqrt(4 * value.numerator * 10 ** (2 * places) // value.denominator)
    return decimal(Fraction((doubled + 1) // 2, 10**places), places)


def chances_of(decided: Iterable[tuple[tuple[str, ...], int]], total: int) -> dict[str, Fraction]:
    """How often each clause is cited, of counts with the clauses behind them."""
    counts: dict[str, int] = {}
    for clauses, number in decided:
        for clause in clauses:
            counts[clause] = counts.get(clause, 0) + number
    return {clause: Fraction(number, total) for clause, number in counts.items() if number}
