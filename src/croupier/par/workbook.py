"""A PAR sheet as a workbook whose figures follow from its pays by formulas."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from croupier.lab.figures import ROUNDS, VOLATILITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.figures import BetOdds
    from croupier.par.sheet import ParSheet, Simulated

EVENT, PAYS, COMBINATIONS, PROBABILITY, RETURN, CLAUSES = range(6)
ROW_HEIGHT, ROW_LETTERS = 15, 110
NAME_LENGTH = 31
"""What a workbook allows for the name of a sheet."""


def workbook(sheets: Sequence[ParSheet]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.set_calc_mode("auto")
        formats = {
            "title": book.add_format({"bold": True, "font_size": 14}),
            "head": book.add_format({"bold": True, "bottom": 1}),
            "number_head": book.add_format({"bold": True, "bottom": 1, "align": "right"}),
            "clauses": book.add_format({"indent": 1}),
            "label": book.add_format({"font_color": "#666666"}),
            "text": book.add_format({"text_wrap": True, "valign": "top"}),
            "pays": book.add_format({"bg_color": "#FFF7D6", "num_format": "0.######"}),
            "count": book.add_format({"num_format": "#,##0"}),
            "part": book.add_format({"num_format": "0.000000000000"}),
            "percent": book.add_format({"num_format": "0.000000%"}),
            "total": book.add_format({"bold": True, "top": 1, "num_format": "#,##0"}),
            "total_part": book.add_format({"bold": True, "top": 1, "num_format": "0.000000000"}),
            "short": book.add_format({"bold": True, "font_color": "#B00020"}),
        }
        for sheet in sheets:
            Writer(book, formats, sheet).write()
    return out.getvalue()


class Writer:
    """One game on one worksheet."""

    def __init__(self, book: Any, formats: dict[str, Any], sheet: ParSheet) -> None:  # noqa: ANN401
        self.book, self.formats, self.sheet = book, formats, sheet
        self.name = sheet.odds.game.name[:NAME_LENGTH]
        self.page = book.add_worksheet(self.name)
        self.row = 0
        self.edges: list[tuple[str, str]] = []

    def write(self) -> None:
        page = self.page
        page.set_column(EVENT, EVENT, 34)
        page.set_column(PAYS, RETURN, 22)
        page.set_column(CLAUSES, CLAUSES, 24)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.set_footer(f"&L{self.sheet.title}&RPage &P of &N")
        page.write(0, EVENT, self.sheet.title, self.formats["title"])
        self.row = 1
        for label, text in self.sheet.head:
            page.write(self.row, EVENT, label, self.formats["label"])
            page.merge_range(self.row, PAYS, self.row, CLAUSES, text, self.formats["text"])
            page.set_row(self.row, ROW_HEIGHT * (1 + len(text) // ROW_LETTERS))
            self.row += 1
        page.write(
            self.row, EVENT, "change a yellow pay and everything follows", self.formats["label"]
        )
        self.row += 2
        for bet in self.sheet.odds.bets.values():
            self.bet(bet)
        self.chart()

    def bet(self, bet: BetOdds) -> None:
        page, formats = self.page, self.formats
        page.write(self.row, EVENT, self.sheet.name(bet), formats["title"])
        self.row += 1
        for column, heading in enumerate(
            ("event", "pays to 1 (net)", "combinations", "probability", "return", "clauses")
        ):
            is_number = PAYS <= column <= RETURN
            page.write(self.row, column, heading, formats["number_head" if is_number else "head"])
        first, last = self.row + 1, self.row + len(bet.lines)
        total = self.absolute(last + 1, COMBINATIONS)
        for row, line in enumerate(bet.lines, start=first):
            page.write(row, EVENT, line.event)
            page.write_number(row, PAYS, float(line.net), formats["pays"])
            page.write_number(row, COMBINATIONS, line.combinations, formats["count"])
            self.formula(
                row,
                PROBABILITY,
                f"={self.cell(row, COMBINATIONS)}/{total}",
                "part",
                float(line.probability),
            )
            product = f"={self.cell(row, PAYS)}*{self.cell(row, PROBABILITY)}"
            self.formula(row, RETURN, product, "part", float(line.brings))
            page.write(row, CLAUSES, ", ".join(line.clauses), formats["clauses"])
        self.totals(bet, first, last)
        self.figures(bet, first, last)

    def totals(self, bet: BetOdds, first: int, last: int) -> None:
        row = last + 1
        self.page.write(row, EVENT, "total", self.formats["total"])
        self.page.write(row, PAYS, "", self.formats["total"])
        for column, style, value in (
            (COMBINATIONS, "total", self.sheet.odds.combinations),
            (PROBABILITY, "total_part", 1.0),
            (RETURN, "total_part", float(bet.ev)),
        ):
            self.formula(row, column, f"=SUM({self.span(first, last, column)})", style, value)
        self.row = row + 1

    def figures(self, bet: BetOdds, first: int, last: int) -> None:
        pays, part = self.span(first, last, PAYS), self.span(first, last, PROBABILITY)
        ev = self.absolute(last + 1, RETURN)
        variance = float(bet.variance)
        hit, push = float(bet.hit_frequency), float(bet.push_frequency)
        told: list[tuple[str, str, str, float, str]] = [
            ("house edge", f"=-{ev}", "percent", float(bet.house_edge), "edge"),
            ("return", f"=1+{ev}", "percent", float(bet.returns), "return"),
            ("hit frequency", f'=SUMIF({pays},">0",{part})', "percent", hit, "hit"),
            ("push frequency", f"=SUMIF({pays},0,{part})", "percent", push, "push"),
            ("variance", f"=SUMPRODUCT({part},{pays},{pays})-{ev}^2", "part", variance, "variance"),
        ]
        scatters = any(line.square != line.net**2 for line in bet.lines)
        for label, formula, style, value, name in told:
            fixed = scatters and name in ("hit", "push", "variance")
            self.figure(bet, label, f"={value!r}" if fixed else formula, style, value, name)
        if scatters:
            note = "a line's pay is its mean: hit, push and variance do not follow from it"
            self.page.write(self.row - 1, COMBINATIONS, note, self.formats["label"])
        spread = self.absolute(self.row - 1, PAYS)
        deviation = variance**0.5
        self.figure(bet, "standard deviation", f"=SQRT({spread})", "part", deviation, "sd")
        index = f"={float(VOLATILITY)}*{self.absolute(self.row - 1, PAYS)}"
        self.figure(bet, "volatility index", index, "part", float(VOLATILITY) * deviation, "vi")
        volatility = self.absolute(self.row - 1, PAYS)
        for rounds in ROUNDS:
            self.reach(bet, rounds)
        for rounds in ROUNDS:
            self.about(rounds, volatility, float(VOLATILITY) * deviation)
        self.edges.append((self.sheet.name(bet), self.named(bet, "edge")))
        if bet.falls_short:
            self.page.write(self.row, EVENT, "returns less than 75 %", self.formats["short"])
            self.row += 1
        if found := self.sheet.simulated.get(bet.bet):
            self.simulated(bet, found, ev)
        self.row += 1

    def simulated(self, bet: BetOdds, found: Simulated, ev: str) -> None:
        part = self.formats["part"]
        self.page.write(self.row, EVENT, "simulated mean, standard error, z")
        self.page.write_number(self.row, PAYS, found.mean, part)
        self.page.write_number(self.row, COMBINATIONS, found.standard_error, part)
        cell, error = self.cell(self.row, PAYS), self.cell(self.row, COMBINATIONS)
        self.formula(self.row, PROBABILITY, f"=({cell}-{ev})/{error}", "part", found.z(bet))
        self.row += 1

    def reach(self, bet: BetOdds, rounds: int) -> None:
        """Where nine returns in ten lie: of the pays as they were, as no formula convolves."""
        told = bet.return_after(rounds)
        self.page.write(self.row, EVENT, f"return after {rounds:,} rounds", self.formats["label"])
        self.page.write_number(self.row, PAYS, float(told.low), self.formats["percent"])
        self.page.write_number(self.row, COMBINATIONS, float(told.high), self.formats["percent"])
        says = f"5 % below, 5 % above; {told.method}; does not follow changed pays"
        self.page.write(self.row, PROBABILITY, says, self.formats["label"])
        self.row += 1

    def about(self, rounds: int, volatility: str, index: float) -> None:
        """What the volatility index makes of so many rounds."""
        label = f"± volatility index / √{rounds:,}"
        self.page.write(self.row, EVENT, label, self.formats["label"])
        formula, value = f"={volatility}/SQRT({rounds})", index / rounds**0.5
        self.formula(self.row, PAYS, formula, "percent", value)
        self.row += 1

    def figure(  # noqa: PLR0913, PLR0917 - one row of a sheet
        self, bet: BetOdds, label: str, formula: str, style: str, value: float, name: str
    ) -> None:
        self.page.write(self.row, EVENT, label, self.formats["label"])
        self.formula(self.row, PAYS, formula, style, value)
        place = xl_rowcol_to_cell(self.row, PAYS, row_abs=True, col_abs=True)
        self.book.define_name(self.named(bet, name), f"='{self.name}'!{place}")
        self.row += 1

    def named(self, bet: BetOdds, name: str) -> str:
        return re.sub(r"\W", "_", f"{self.name}_{bet.bet}_{name}")

    def formula(self, row: int, column: int, formula: str, style: str, value: float) -> None:
        self.page.write_formula(row, column, formula, self.formats[style], value)

    def cell(self, row: int, column: int) -> str:
        return str(xl_rowcol_to_cell(row, column))

    def absolute(self, row: int, column: int) -> str:
        return str(xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True))

    def span(self, first: int, last: int, column: int) -> str:
        return f"{self.absolute(first, column)}:{self.absolute(last, column)}"

    def chart(self) -> None:
        """The house edge of each bet, following the formulas."""
        page = self.page
        page.write(self.row, EVENT, "house edge by bet", self.formats["head"])
        first = self.row + 1
        bets = self.sheet.odds.bets.values()
        for row, ((name, edge), bet) in enumerate(zip(self.edges, bets, strict=True), start=first):
            page.write(row, EVENT, name)
            self.formula(row, PAYS, f"={edge}", "percent", float(bet.house_edge))
        last = first + len(self.edges) - 1
        chart = self.book.add_chart({"type": "bar"})
        chart.add_series(
            {
                "name": "house edge",
                "categories": [self.name, first, EVENT, last, EVENT],
                "values": [self.name, first, PAYS, last, PAYS],
                "data_labels": {"value": True, "num_format": "0.00%"},
            }
        )
        chart.set_title({"name": "House edge"})
        chart.set_legend({"none": True})
        page.insert_chart(first, COMBINATIONS, chart)
