"""What a PAR sheet says, whatever it is written as."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.digest import software_digest
from croupier.engine.deal import Tableau
from croupier.engine.rules_digest import rules_digest
from croupier.lab.figures import LEAST_RETURN, ROUNDS, decimal, root
from croupier.lab.jackpot import prospects
from croupier.money import format_amount
from croupier.par.simulation import Simulation
from croupier.version import __version__
from croupier.wire.house import default_house

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds, GameOdds
    from croupier.lab.jackpot import Prospects
    from croupier.lab.returns import Range

SIGN_OFF = ("prepared by", "checked by", "approved by")
SIGNED = ("name", "date", "signature")
"""What each of them fills in."""
LEAST = f"{float(100 * LEAST_RETURN):g} %"
RETURN = (
    "what comes back for each unit of the named bet, that unit included; 100 % less the house edge"
)
"""Not of all that is staked: an ante that is played is staked twice."""
CONFIDENCE = "90 %: of all returns at most 5 % lie below the range and at most 5 % above"
LONG_RUN = "return in the long run, with the jackpot"


@dataclass(frozen=True)
class ParSheet:
    odds: GameOdds
    pays: tuple[str, ...] = ()
    simulation: Simulation = field(default_factory=Simulation)

    @property
    def title(self) -> str:
        return f"{self.odds.game.title}: PAR sheet"

    @cached_property
    def head(self) -> list[tuple[str, str]]:
        game, document = self.odds.game, self.odds.game.document
        decks = "as left in the shoe" if self.odds.decks is None else str(self.odds.decks)
        return [
            ("game", f"{document.title} ({document.operator})"),
            ("document", f"version {document.version}, in force from {document.effective}"),
            ("decks", decks),
            ("pay table", ", ".join(self.pays) or "as approved"),
            *self.meter(),
            ("strategy", "best play of the ante" if game.decision else "nothing to decide"),
            ("method", self.method),
            ("combinations", f"{self.odds.combinations:,}"),
            ("interpretations", "; ".join(f"{n}: {v}" for n, v in game.readings.items())),
            ("pays are stated", "to 1, the stake coming back besides"),
            ("return", RETURN),
            ("confidence level", f"{CONFIDENCE}; method: {', '.join(self.methods)}"),
            *self.simulated(),
            ("software", f"croupier {__version__}, digest {software_digest()[:16]}"),
            ("digest of program", f"SHA-256 {software_digest()}"),
            ("digest of rules", f"SHA-256 {rules_digest(game)}"),
        ]

    @property
    def method(self) -> str:
        if isinstance(self.odds.game.deal, Tableau):
            return "exact count of ordered deals of six cards, by value"
        return "exact count of all pairs of hands, by classes"

    @cached_property
    def methods(self) -> list[str]:
        """By which the ranges were found."""
        told = (one.method for bet in self.odds.bets.values() for one in returns_after(bet))
        return [
            f"{one} distribution" if one == "exact" else str(one) for one in dict.fromkeys(told)
        ]

    def meter(self) -> list[tuple[str, str]]:
        meter, hands = self.odds.meter_cents, self.odds.hands
        if meter is None:
            return []
        others = f"{hands} hands at the table" if hands > 1 else "no other hand at the table"
        return [("jackpot", f"meter at {format_amount(meter)}, {others}")]

    def simulated(self) -> list[tuple[str, str]]:
        return [("simulation", self.simulation.about)] if self.simulation.about else []

    def name(self, bet: BetOdds) -> str:
        return self.odds.game.bet[bet.bet].title

    def prospects(self, bet: BetOdds) -> Prospects | None:
        """What comes of the jackpot in the long run, for the bet that feeds it."""
        jackpot, terms = self.odds.game.jackpot, default_house()[self.odds.game.name].jackpot
        meter = self.odds.meter_cents
        if jackpot is None or terms is None or meter is None or jackpot.bet != bet.bet:
            return None
        return prospects(bet, self.odds.game.bet[bet.bet], terms, meter)

    def summary(self, bet: BetOdds) -> list[tuple[str, str]]:
        """The figures below a bet's table."""
        note = [("note", f"returns less than {LEAST}")] if bet.falls_short else []
        return [*figures(bet), *self.jackpot(bet), *ranges(bet), *self.beside(bet), *note]

    def jackpot(self, bet: BetOdds) -> list[tuple[str, str]]:
        ahead = self.prospects(bet)
        if ahead is None:
            return []
        part = decimal(100 * ahead.terms.contribution, 2)
        return [
            ("seed of the meter", cents(Fraction(ahead.terms.seed_cents))),
            ("contribution to the meter", f"{cents(ahead.contribution)} a bet, {part} % of it"),
            ("bets between hits", f"{float(decimal(ahead.bets_between_hits, 2)):,.2f}"),
            ("break-even meter", cents(ahead.break_even_meter)),
            ("mean meter when won", cents(ahead.mean_meter_at_hit)),
            (LONG_RUN, f"{decimal(100 * (1 + ahead.ev_in_the_long_run), 6)} %"),
        ]

    def beside(self, bet: BetOdds) -> list[tuple[str, str]]:
        """Exact and simulated side by side, where a simulation is given."""
        found = self.simulation.bets.get(bet.bet)
        if found is None:
            return []
        error = f"± {100 * found.standard_error:.7f} %"
        return [
            ("exact return", f"{decimal(100 * bet.returns, 7)} %"),
            ("simulated return", f"{100 * (1 + found.mean):.7f} % {error}"),
            ("z", f"{found.z(bet):+.2f}"),
        ]


def cents(amount: Fraction) -> str:
    """An amount in dollars, rounded to the cent."""
    return f"{float(decimal(amount / 100, 2)):,.2f}"


def figures(bet: BetOdds) -> list[tuple[str, str]]:
    return [
        ("house edge", f"{decimal(100 * bet.house_edge, 6)} %"),
        ("element of risk", f"{decimal(100 * bet.element_of_risk, 6)} %"),
        ("return", f"{decimal(100 * bet.returns, 6)} %"),
        ("hit frequency", f"{decimal(100 * bet.hit_frequency, 6)} %"),
        ("push frequency", f"{decimal(100 * bet.push_frequency, 6)} %"),
        ("variance", decimal(bet.variance, 6)),
        ("standard deviation", root(bet.variance, 6)),
        ("volatility index", decimal(Fraction(bet.volatility()), 6)),
    ]


def ranges(bet: BetOdds) -> list[tuple[str, str]]:
    """Where nine returns in ten lie; beside it what the volatility index alone makes of it."""
    about = [f"{decimal(100 * Fraction(bet.volatility(rounds)), 2)} %" for rounds in ROUNDS]
    return [
        *((f"return after {one.rounds:,} rounds", lies(one)) for one in returns_after(bet)),
        (f"± index / √rounds, {ROUNDS[0]:,} to {ROUNDS[-1]:,}", f"{about[0]} to {about[-1]}"),
    ]


def returns_after(bet: BetOdds) -> list[Range]:
    return [bet.return_after(rounds) for rounds in ROUNDS]


def lies(told: Range) -> str:
    by = "" if told.method == "exact" else f" ({told.method})"
    return f"{decimal(100 * told.low, 2)} % to {decimal(100 * told.high, 2)} %{by}"
