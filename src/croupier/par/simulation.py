"""A simulation to stand beside the exact figures: what `simulate --out` writes, read with doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.rules_digest import rules_digest
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.lab.figures import BetOdds, GameOdds

CLOSE = 1e-9
"""Of an exact value that a file gives as a rounded number."""
MOST_LETTERS = 40


@dataclass(frozen=True)
class Simulated:
    mean: float
    standard_error: float

    def z(self, bet: BetOdds) -> float:
        return (self.mean - float(bet.ev)) / self.standard_error


@dataclass(frozen=True)
class Simulation:
    """One run: its bets, and what it says of itself."""

    bets: Mapping[str, Simulated] = field(default_factory=dict)
    about: str = ""


class BetIn(msgspec.Struct):
    bet: str
    mean: float
    standard_error: float
    exact: str | float | None = None


class ChiSquareIn(msgspec.Struct):
    p: float
    level: float
    agrees: bool


class SimulationIn(msgspec.Struct, kw_only=True):
    game: str
    bets: list[BetIn]
    rounds: int | None = None
    seed: int | None = None
    device: str | None = None
    generator: str | None = None
    version: int | str | None = None
    rules: str | None = None
    decks: int | None = None
    boxes: int = 1
    strategy: str = "best"
    chi_square: ChiSquareIn | None = None


def read_simulation(data: bytes, odds: GameOdds) -> Simulation:
    """Of the same game under the same rules; anything else is refused in one line."""
    try:
        given = msgspec.json.decode(data, type=SimulationIn)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise refused("is no answer of a simulation as JSON") from None
    check_rules(given, odds)
    if len({one.bet for one in given.bets}) < len(given.bets):
        raise refused("has a bet twice")
    if not given.bets:
        raise refused("has no bets")
    return Simulation({one.bet: beside(one, odds) for one in given.bets}, about(given))


def refused(what: str) -> BadInput:
    return BadInput(what, "simulation")


def check_rules(given: SimulationIn, odds: GameOdds) -> None:
    game = odds.game
    if given.game != game.name:
        raise refused(f"is of {given.game[:MOST_LETTERS]!r}, not of {game.name}")
    if isinstance(given.version, int) and given.version != game.version:
        raise refused(f"is of version {given.version} of the document, not of {game.version}")
    if given.decks is not None and given.decks != odds.decks:
        raise refused(f"is of {given.decks} decks, not of {odds.decks}")
    if given.rules is not None and given.rules != rules_digest(game):
        raise refused("is of other rules: of another document, pay table or reading")
    if given.rounds is not None and given.rounds < 1:
        raise refused("has no rounds")


def beside(one: BetIn, odds: GameOdds) -> Simulated:
    name = one.bet[:MOST_LETTERS]
    known = one.bet in odds.bets
    if not known or not one.standard_error > 0 or not isfinite(one.mean + one.standard_error):
        raise refused(f"has no usable figures of {name!r}")
    exact = exact_value(one)
    if exact is not None and abs(exact - odds.bets[one.bet].ev) > CLOSE:
        ours = float(odds.bets[one.bet].ev)
        what = f"compares {name} with {float(exact):.9f}, and here it is {ours:.9f}"
        raise refused(f"{what}: other pays, readings, decks, meter or play")
    return Simulated(one.mean, one.standard_error)


def exact_value(one: BetIn) -> Fraction | None:
    try:
        return None if one.exact is None else Fraction(one.exact)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise refused(f"has no usable figures of {one.bet[:MOST_LETTERS]!r}") from None


def about(given: SimulationIn) -> str:
    told = [
        f"{given.rounds:,} rounds" if given.rounds else "",
        f"{given.boxes} boxes" if given.boxes > 1 else "",
        f"seed {given.seed}" if given.seed is not None else "",
        f"generator {plain(given.generator)}" if given.generator else "",
        f"on {plain(given.device)}" if given.device else "",
        f"strategy {plain(given.strategy)}" if given.strategy != "best" else "",
    ]
    if given.chi_square:
        found = given.chi_square
        verdict = "agrees" if found.agrees else "does NOT agree"
        told.append(
            f"chi-square over all classes: p = {found.p:.4f}, {verdict} at {found.level:.0%}"
        )
    if given.rules is None:
        told.append("the file does not say by which rules")
    return ", ".join(part for part in told if part)


def plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:MOST_LETTERS])
