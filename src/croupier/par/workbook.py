"""A PAR sheet as a workbook whose figures follow from its pays by formulas.

What no formula can follow, as a range that is convolved, says so in its cell once a pay is changed.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import xlsxwriter

from croupier.par.best_play import BestPlay, BestPlaySheet, fixed
from croupier.par.sheet import SIGN_OFF, SIGNED
from croupier.par.workbook_bets import (
    APPROVED,
    CLAUSES,
    COMBINATIONS,
    EVENT,
    NET,
    PAYS,
    BetWriter,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from croupier.par.sheet import ParSheet

HEADS = (
    "event",
    "pays to 1 (net)",
    "combinations",
    "probability",
    "expected net",
    "clauses",
    "pays as computed",
)
ROW_HEIGHT, ROW_LETTERS = 15, 110
NAME_LENGTH = 31
"""What a workbook allows for the name of a sheet."""
HOW_TO = "Change a yellow pay: the figures follow, and what cannot follow says so in its cell."


def workbook(sheets: Sequence[ParSheet]) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.set_calc_mode("auto")
        formats = {name: book.add_format(style) for name, style in STYLES.items()}
        for sheet in sheets:
            Writer(book, formats, sheet).write()
    return out.getvalue()


STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "head": {"bold": True, "bottom": 1},
    "number_head": {"bold": True, "bottom": 1, "align": "right"},
    "clauses": {"indent": 1},
    "label": {"font_color": "#666666"},
    "text": {"text_wrap": True, "valign": "top"},
    "pays": {"bg_color": "#FFF7D6", "num_format": "0.######"},
    "net": {"num_format": "0.######"},
    "approved": {"font_color": "#666666", "num_format": "0.######"},
    "count": {"num_format": "#,##0"},
    "part": {"num_format": "0.000000000000"},
    "percent": {"num_format": "0.000000%"},
    "amount": {"num_format": "#,##0.00"},
    "total": {"bold": True, "top": 1, "num_format": "#,##0"},
    "total_part": {"bold": True, "top": 1, "num_format": "0.000000000"},
    "short": {"bold": True, "font_color": "#B00020"},
    "sign": {"bottom": 1},
}


class Writer:
    """One game on one worksheet; where there is a decision, best play on another."""

    def __init__(self, book: Any, formats: dict[str, Any], sheet: ParSheet) -> None:  # noqa: ANN401
        self.book, self.formats, self.sheet = book, formats, sheet
        self.name = sheet.odds.game.name[:NAME_LENGTH]
        self.page = book.add_worksheet(self.name)
        self.row = 0
        self.edges: list[tuple[str, str]] = []
        self.play: BestPlaySheet | None = None
        self.entry_changed = ""
        if sheet.odds.game.decision:
            best = f"{sheet.odds.game.name} best play"[:NAME_LENGTH]
            self.play = BestPlaySheet(book, formats, best, BestPlay(sheet.odds.game))

    def write(self) -> None:
        page = self.page
        page.set_column(EVENT, EVENT, 38)
        page.set_column(PAYS, NET, 22)
        page.set_column(CLAUSES, APPROVED, 22)
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
        page.write(self.row, EVENT, HOW_TO, self.formats["label"])
        self.row += 2
        for bet in self.sheet.odds.bets.values():
            BetWriter(self, bet).write()
        self.signing()
        self.chart()

    def heads(self) -> None:
        for column, heading in enumerate(HEADS):
            style = "number_head" if PAYS <= column <= NET or column == APPROVED else "head"
            self.page.write(self.row, column, heading, self.formats[style])
        self.row += 1

    def formula(self, row: int, column: int, formula: str, style: str, value: float | str) -> None:
        self.page.write_formula(row, column, formula, self.formats[style], value)

    def yellow(self, row: int, net: Fraction) -> None:
        """A pay to be changed, red once it is, with what it was beside it."""
        self.page.write_number(row, PAYS, float(net), self.formats["pays"])
        self.page.write_number(row, APPROVED, float(net), self.formats["approved"])
        rule = {"type": "cell", "criteria": "!=", "value": f"={fixed(row, APPROVED)}"}
        self.page.conditional_format(row, PAYS, row, PAYS, rule | {"format": self.formats["short"]})

    def signing(self) -> None:
        self.page.write(self.row, EVENT, "sign-off", self.formats["head"])
        for column, name in enumerate(SIGNED, start=PAYS):
            self.page.write(self.row, column, name, self.formats["head"])
        for role in SIGN_OFF:
            self.row += 1
            self.page.set_row(self.row, 2 * ROW_HEIGHT)
            self.page.write(self.row, EVENT, role, self.formats["label"])
            for column, _ in enumerate(SIGNED, start=PAYS):
                self.page.write_blank(self.row, column, None, self.formats["sign"])
        self.row += 2

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
        page.insert_chart(first, COMBINATIONS, chart, {"description": "house edge of each bet"})
