"""What a PAR sheet says, whatever it is written as."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.engine.deal import Tableau
from croupier.lab.figures import ROUNDS, decimal, root
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.lab.figures import BetOdds, GameOdds
    from croupier.lab.returns import Range


@dataclass(frozen=True)
class Simulated:
    mean: float
    standard_error: float

    def z(self, bet: BetOdds) -> float:
        return (self.mean - float(bet.ev)) / self.standard_error


@dataclass(frozen=True)
class ParSheet:
    odds: GameOdds
    pays: tuple[str, ...] = ()
    simulated: Mapping[str, Simulated] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"{self.odds.game.title}: PAR sheet"

    @property
    def head(self) -> list[tuple[str, str]]:
        game, document = self.odds.game, self.odds.game.document
        decks = "as left in the shoe" if self.odds.decks is None else str(self.odds.decks)
        method = (
            "exact count of ordered deals of six cards, by value"
            if isinstance(game.deal, Tableau)
            else "exact count of all pairs of hands, by classes"
        )
        policy = "best play of the ante" if game.decision else "nothing to decide"
        return [
            ("game", f"{document.title} ({document.operator})"),
            ("document", f"version {document.version}, in force from {document.effective}"),
            ("decks", decks),
            ("pay table", ", ".join(self.pays) or "as approved"),
            *self.jackpot(),
            ("strategy", policy),
            ("method", method),
            ("combinations", f"{self.odds.combinations:,}"),
            ("interpretations", "; ".join(f"{n}: {v}" for n, v in game.readings.items())),
            ("software", f"croupier {__version__}, digest {software_digest()[:16]}"),
            ("pays are stated", "to 1, the stake coming back besides"),
        ]

    def jackpot(self) -> list[tuple[str, str]]:
        meter, hands = self.odds.meter_cents, self.odds.hands
        if meter is None:
            return []
        others = f"{hands} hands at the table" if hands > 1 else "no other hand at the table"
        return [("jackpot", f"meter at {format_amount(meter)}, {others}")]

    def name(self, bet: BetOdds) -> str:
        return self.odds.game.bet[bet.bet].title


def summary(bet: BetOdds) -> list[tuple[str, str]]:
    """The figures below a bet's table."""
    note = [("note", "returns less than 75 %")] if bet.falls_short else []
    return [*figures(bet), *ranges(bet), *note]


def figures(bet: BetOdds) -> list[tuple[str, str]]:
    return [
        ("house edge", f"{decimal(100 * bet.house_edge, 6)} %"),
        ("return", f"{decimal(100 * bet.returns, 6)} %"),
        ("hit frequency", f"{decimal(100 * bet.hit_frequency, 6)} %"),
        ("push frequency", f"{decimal(100 * bet.push_frequency, 6)} %"),
        ("variance", decimal(bet.variance, 6)),
        ("standard deviation", root(bet.variance, 6)),
        ("volatility index", decimal(Fraction(bet.volatility()), 6)),
    ]


def ranges(bet: BetOdds) -> list[tuple[str, str]]:
    """Where nine returns in ten lie, the longer the play the closer."""
    told = [bet.return_after(rounds) for rounds in ROUNDS]
    by = ", ".join(dict.fromkeys(one.method for one in told))
    about = [f"{decimal(100 * Fraction(bet.volatility(rounds)), 2)} %" for rounds in ROUNDS]
    return [
        *((f"return after {one.rounds:,} rounds", lies(one)) for one in told),
        ("5 % lie below, 5 % above", by),
        ("± index / root of rounds", f"{about[0]} to {about[-1]}"),
    ]


def lies(told: Range) -> str:
    return f"{decimal(100 * told.low, 2)} % to {decimal(100 * told.high, 2)} %"


class SimulatedBet(msgspec.Struct):
    bet: str
    mean: float
    standard_error: float


class Simulation(msgspec.Struct):
    game: str
    bets: list[SimulatedBet]


def read_simulation(data: bytes, odds: GameOdds) -> dict[str, Simulated]:
    """The answer of a simulation of the same game, to stand beside the exact figures."""
    try:
        given = msgspec.json.decode(data, type=Simulation)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput("is no answer of a simulation as JSON", "simulation") from None
    if given.game != odds.game.name:
        raise BadInput(f"is of {given.game[:40]!r}, not of {odds.game.name}", "simulation")
    for one in given.bets:
        if one.bet not in odds.bets or not one.standard_error > 0:
            raise BadInput(f"has no usable figures of {one.bet[:40]!r}", "simulation")
    return {one.bet: Simulated(one.mean, one.standard_error) for one in given.bets}
