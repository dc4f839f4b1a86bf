"""A bet in a workbook: its pays, its lines, and the figures that follow from them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.lab.figures import LEAST_RETURN, ROUNDS, VOLATILITY
from croupier.lab.lines import net_of
from croupier.par.best_play import cell, fixed
from croupier.par.jackpot_cells import jackpot_formulas
from croupier.par.sheet import LEAST, returns_after

if TYPE_CHECKING:
    from croupier.engine.bets import Line
    from croupier.lab.figures import BetOdds
    from croupier.par.simulation import Simulated
    from croupier.par.workbook import Writer

EVENT, PAYS, COMBINATIONS, PROBABILITY, NET, CLAUSES, APPROVED = range(7)
CLOSE = "1E-9"
CHANGED = "a pay was changed: this does not follow"


class Row(NamedTuple):
    """A line of a pay table: its pay and number, each a formula or a number to be given."""

    event: str
    net: Fraction
    combinations: int
    clauses: tuple[str, ...]
    pays: str | None = None
    counted: str | None = None


class BetWriter:
    """One bet: its pays, its lines, and the figures that follow."""

    def __init__(self, on: Writer, bet: BetOdds) -> None:
        self.on, self.bet = on, bet
        game = on.sheet.odds.game
        self.is_entry = game.decision is not None and bet.bet == game.decision.entry
        self.is_fed = game.jackpot is not None and bet.bet == game.jackpot.bet
        self.scatters = any(line.square != line.net**2 for line in bet.lines)
        self.changed = ""

    def write(self) -> None:
        on = self.on
        on.page.write(on.row, EVENT, on.sheet.name(self.bet), on.formats["title"])
        on.row += 1
        parts = self.parts() if self.is_entry else None
        on.heads()
        rows = self.rows(parts or {})
        first, last = on.row, on.row + len(rows) - 1
        for place, row in enumerate(rows, start=first):
            self.line(place, row, fixed(last + 1, COMBINATIONS))
        if self.is_entry and on.play:
            on.play.write(
                [f"'{on.name}'!{fixed(first + self.place(way), PAYS)}" for way in self.ways]
            )
        self.totals(first, last)
        if not self.is_entry:
            self.changes(first, last)
        self.figures(first, last)
        on.row += 1

    def parts(self) -> dict[int, str]:
        """The pays of the bets that are settled together, each a cell of its own."""
        on = self.on
        assert on.play is not None
        best, found = on.play.of, {}
        used = {id(line) for way in best.ways for line in way.lines}
        on.heads()
        first = on.row
        for bet in best.bets:
            for line in bet.lines:
                if id(line) in used:
                    on.page.write(on.row, EVENT, f"{bet.title}: {line.event}")
                    on.yellow(on.row, net_of(line))
                    on.page.write(on.row, CLAUSES, str(line.cite), on.formats["clauses"])
                    found[id(line)] = fixed(on.row, PAYS)
                    on.row += 1
        self.changes(first, on.row - 1)
        on.entry_changed = self.changed
        on.row += 1
        return found

    @property
    def ways(self) -> range:
        return range(len(self.on.play.of.ways)) if self.on.play else range(0)

    def ordered(self) -> list[int]:
        """The ways to end as the odds list them: the best first."""
        assert self.on.play is not None
        ways = self.on.play.of.ways
        return sorted(self.ways, key=lambda way: (-ways[way].net, ways[way].event))

    def place(self, way: int) -> int:
        return self.ordered().index(way)

    def rows(self, parts: dict[int, str]) -> list[Row]:
        on, play = self.on, self.on.play
        if self.is_entry and play:
            return [
                Row(
                    play.of.ways[way].event,
                    play.of.ways[way].net,
                    play.of.counted(way),
                    play.of.ways[way].clauses,
                    together(play.of.lines(way), parts),
                    play.combinations(way),
                )
                for way in self.ordered()
            ]
        follows = self.is_fed and play is not None and on.sheet.odds.hands == 1
        return [
            Row(
                line.event,
                line.net,
                line.combinations,
                line.clauses,
                counted=play.awarded(place) if follows and play else None,
            )
            for place, line in enumerate(self.bet.lines)
        ]

    def line(self, place: int, row: Row, total: str) -> None:
        on, chance = self.on, Fraction(row.combinations, self.on.sheet.odds.combinations)
        on.page.write(place, EVENT, row.event)
        if row.pays is None:
            on.yellow(place, row.net)
        else:
            on.formula(place, PAYS, row.pays, "net", float(row.net))
        if row.counted is None:
            on.page.write_number(place, COMBINATIONS, row.combinations, on.formats["count"])
        else:
            on.formula(place, COMBINATIONS, row.counted, "count", row.combinations)
        part = f"={cell(place, COMBINATIONS)}/{total}"
        on.formula(place, PROBABILITY, part, "part", float(chance))
        product = f"={cell(place, PAYS)}*{cell(place, PROBABILITY)}"
        on.formula(place, NET, product, "part", float(chance * row.net))
        on.page.write(place, CLAUSES, ", ".join(row.clauses), on.formats["clauses"])

    def totals(self, first: int, last: int) -> None:
        on, row = self.on, last + 1
        on.page.write(row, EVENT, "total", on.formats["total"])
        on.page.write(row, PAYS, "", on.formats["total"])
        for column, style, value in (
            (COMBINATIONS, "total", self.on.sheet.odds.combinations),
            (PROBABILITY, "total_part", 1.0),
            (NET, "total_part", float(self.bet.ev)),
        ):
            on.formula(row, column, f"=SUM({span(first, last, column)})", style, value)
        on.row = row + 1

    def changes(self, first: int, last: int) -> None:
        """How many pays differ from those computed with; to the jackpot's the ante's matter too."""
        on = self.on
        own = f"ABS({span(first, last, PAYS)}-{span(first, last, APPROVED)})"
        formula = f"=SUMPRODUCT(--({own}>{CLOSE}))"
        if self.is_fed and on.entry_changed:
            formula += f"+{on.entry_changed}"
        self.changed = fixed(on.row, PAYS)
        self.figure("changed pays", formula, "count", 0, "changed")

    def figures(self, first: int, last: int) -> None:
        bet, pays, part = self.bet, span(first, last, PAYS), span(first, last, PROBABILITY)
        ev = fixed(last + 1, NET)
        stays = self.scatters
        edge, returns = float(bet.house_edge), float(bet.returns)
        hit, push = float(bet.hit_frequency), float(bet.push_frequency)
        self.figure("house edge", f"=-{ev}", "percent", edge, "edge", stays=stays)
        self.risk(fixed(self.on.row - 1, PAYS))
        self.figure("return", f"=1+{ev}", "percent", returns, "return", stays=stays)
        told = fixed(self.on.row - 1, PAYS)
        positive = f'=SUMIF({pays},">0",{part})'
        self.figure("hit frequency", positive, "percent", hit, "hit", stays=stays)
        self.figure(
            "push frequency", f"=SUMIF({pays},0,{part})", "percent", push, "push", stays=stays
        )
        square = f"=SUMPRODUCT({part},{pays},{pays})-{ev}^2"
        self.figure("variance", square, "part", float(bet.variance), "variance", stays=stays)
        self.volatility()
        self.jackpot(first, ev)
        self.ranges()
        short = f'=IF({told}<{float(LEAST_RETURN)},"returns less than {LEAST}","")'
        says = f"returns less than {LEAST}" if bet.falls_short else ""
        self.on.formula(self.on.row, EVENT, short, "short", says)
        self.on.row += 1
        self.on.edges.append((self.on.sheet.name(bet), self.named("edge")))
        if found := self.on.sheet.simulation.bets.get(bet.bet):
            self.simulated(found, ev)

    def risk(self, edge: str) -> None:
        """The edge of all that is staked."""
        play = self.on.play
        staked = f"/({play.staked.removeprefix('=')})" if self.is_entry and play else ""
        value, stays = float(self.bet.element_of_risk), self.scatters
        self.figure("element of risk", f"={edge}{staked}", "percent", value, "risk", stays=stays)

    def volatility(self) -> None:
        deviation, stays = float(self.bet.variance) ** 0.5, self.scatters
        variance = fixed(self.on.row - 1, PAYS)
        self.figure(
            "standard deviation", f"=SQRT({variance})", "part", deviation, "sd", stays=stays
        )
        sd, index = fixed(self.on.row - 1, PAYS), float(VOLATILITY)
        value = index * deviation
        self.figure("volatility index", f"={index}*{sd}", "part", value, "vi", stays=stays)
        volatility = fixed(self.on.row - 1, PAYS)
        for rounds in ROUNDS:
            label, about = f"± volatility index / √{rounds:,}", f"={volatility}/SQRT({rounds})"
            self.figure(label, about, "percent", value / rounds**0.5, stays=stays)

    def jackpot(self, first: int, ev: str) -> None:
        ahead = self.on.sheet.prospects(self.bet)
        if ahead is None:
            return
        for one in jackpot_formulas(
            self.bet, self.on.sheet.odds.game.bet[self.bet.bet], ahead, first, ev
        ):
            self.figure(one.label, one.formula, one.style, one.value, one.name, stays=self.scatters)

    def ranges(self) -> None:
        """Where nine returns in ten lie: no formula convolves."""
        on = self.on
        for told in returns_after(self.bet):
            on.page.write(
                on.row, EVENT, f"return after {told.rounds:,} rounds", on.formats["label"]
            )
            for column, end in ((PAYS, told.low), (COMBINATIONS, told.high)):
                on.formula(on.row, column, self.unless(repr(float(end))), "percent", float(end))
            says = f"5 % lie below, 5 % above: {told.method}"
            on.page.write(on.row, PROBABILITY, says, on.formats["label"])
            on.row += 1

    def unless(self, formula: str) -> str:
        """What holds for the pays that were computed with, and for no others."""
        return f'=IF({self.changed}>0,"{CHANGED}",{formula})'

    def simulated(self, found: Simulated, ev: str) -> None:
        on = self.on
        on.page.write(on.row, EVENT, "simulated return, standard error, z", on.formats["label"])
        mean, error = self.unless(repr(1 + found.mean)), found.standard_error
        on.formula(on.row, PAYS, mean, "percent", 1 + found.mean)
        on.page.write_number(on.row, COMBINATIONS, error, on.formats["percent"])
        z = f"({found.mean!r}-{ev})/{cell(on.row, COMBINATIONS)}"
        on.formula(on.row, PROBABILITY, self.unless(z), "part", found.z(self.bet))
        on.row += 1

    def figure(  # noqa: PLR0913 - one row of a sheet
        self,
        label: str,
        formula: str,
        style: str,
        value: float,
        name: str = "",
        *,
        stays: bool = False,
    ) -> None:
        """A row that follows the pays, or stays as it is and says so."""
        on = self.on
        on.page.write(on.row, EVENT, label, on.formats["label"])
        on.formula(on.row, PAYS, self.unless(repr(value)) if stays else formula, style, value)
        if name:
            on.book.define_name(self.named(name), f"='{on.name}'!{fixed(on.row, PAYS)}")
        on.row += 1

    def named(self, name: str) -> str:
        return re.sub(r"\W", "_", f"{self.on.name}_{self.bet.bet}_{name}")


def together(lines: tuple[Line, ...], parts: dict[int, str]) -> str:
    return "=" + "+".join(parts[id(line)] for line in lines)


def span(first: int, last: int, column: int) -> str:
    return f"{fixed(first, column)}:{fixed(last, column)}"
