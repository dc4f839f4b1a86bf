"""A PAR sheet as pages to print, one game or several in a file."""

from __future__ import annotations

import io
from functools import partial
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from croupier.lab.figures import decimal
from croupier.par.sheet import figures, ranges
from croupier.par.text import COLUMNS, beside, cells
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.figures import BetOdds
    from croupier.par.sheet import ParSheet

REGULAR, BOLD = "Helvetica", "Helvetica-Bold"
INK, GREY, BLUE, RED = (HexColor(code) for code in ("#1d2329", "#666666", "#2f6f8f", "#b00020"))
RULE, BAND = HexColor("#cccccc"), HexColor("#eef4f7")
WIDTH, HEIGHT = A4
MARGIN, TOP, FOOT = 16 * mm, 14 * mm, 10 * mm
BREADTH = WIDTH - 2 * MARGIN

TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=16, leading=20, textColor=INK)
BET = ParagraphStyle(
    "bet", TITLE, fontSize=12, leading=15, textColor=BLUE, spaceBefore=11, spaceAfter=3
)
TEXT = ParagraphStyle("text", fontName=REGULAR, fontSize=8, leading=10, textColor=INK)
LABEL = ParagraphStyle("label", TEXT, textColor=GREY)
SHORT = ParagraphStyle("short", TEXT, fontName=BOLD, textColor=RED, leftIndent=3)

PLAIN = [
    ("FONT", (0, 0), (-1, -1), REGULAR, 8, 10),
    ("TEXTCOLOR", (0, 0), (-1, -1), INK),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5),
]
LINES = [
    *PLAIN,
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("TOPPADDING", (0, 0), (-1, -1), 1.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
    ("FONT", (0, 0), (-1, 0), BOLD, 8, 10),
    ("BACKGROUND", (0, 0), (-1, 0), BAND),
    ("ALIGN", (1, 0), (4, -1), "RIGHT"),
    ("LEFTPADDING", (5, 0), (5, -1), 8),
    ("LINEBELOW", (0, 0), (-1, -2), 0.4, RULE),
    ("LINEABOVE", (0, -1), (-1, -1), 0.8, INK),
    ("FONT", (0, -1), (-1, -1), BOLD, 8, 10),
]
FIGURES = [
    *PLAIN,
    ("LEFTPADDING", (0, 0), (0, -1), 3),
    ("RIGHTPADDING", (-1, 0), (-1, -1), 3),
    *(("TEXTCOLOR", (column, 0), (column, -1), GREY) for column in (0, 3, 6)),
    *(("ALIGN", (column, 0), (column, -1), "RIGHT") for column in (1, 4, 7)),
    ("FONT", (0, 0), (1, 0), BOLD, 8, 10),
    ("TEXTCOLOR", (0, 0), (1, 0), BLUE),
]
FIGURE_WIDTHS = [63, 57, 26, 72, 52, 26, 112, BREADTH - 408]
CLAUSES = 105
BAR, BARS_FROM, BAR_LONGEST = 14, 76, 360


def pdf(sheets: Sequence[ParSheet]) -> bytes:
    """The same bytes for the same sheets; a first writing counts the pages."""
    _, pages = built(sheets, 0)
    data, _ = built(sheets, pages)
    return data


def built(sheets: Sequence[ParSheet], pages: int) -> tuple[bytes, int]:
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        title=sheets[0].title if len(sheets) == 1 else "PAR sheets",
        author=f"croupier {__version__}",
        subject=", ".join(sheet.odds.game.title for sheet in sheets),
        creator=f"croupier {__version__}",
        lang="en",
        invariant=1,
        pageTemplates=[template(sheet, pages) for sheet in sheets],
    )
    document.build(story(sheets), canvasmaker=partial(canvas, sheets))
    return out.getvalue(), document.page


def canvas(sheets: Sequence[ParSheet], *given: Any, **named: Any) -> Canvas:  # noqa: ANN401
    """Pages to draw on, with a bookmark for each game and each of its bets."""
    made = Canvas(*given, **named)
    made.setViewerPreference("DisplayDocTitle", "true")
    made.showOutline()
    for sheet in sheets:
        made.addOutlineEntry(sheet.odds.game.title, sheet.odds.game.name, 0, len(sheets) > 1)
        for bet in sheet.odds.bets.values():
            made.addOutlineEntry(sheet.name(bet), place(sheet, bet), 1)
    return made


def place(sheet: ParSheet, bet: BetOdds) -> str:
    return f"{sheet.odds.game.name}.{bet.bet}"


def template(sheet: ParSheet, pages: int) -> PageTemplate:
    def foot(page: Canvas, document: BaseDocTemplate) -> None:
        page.setStrokeColor(RULE)
        page.setLineWidth(0.4)
        page.line(MARGIN, FOOT + 10, WIDTH - MARGIN, FOOT + 10)
        page.setFillColor(GREY)
        page.setFont(REGULAR, 7)
        page.drawString(MARGIN, FOOT, f"{sheet.title}; {dict(sheet.head)['software']}")
        page.drawRightString(WIDTH - MARGIN, FOOT, f"page {document.page} of {pages}")

    padding = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
    frame = Frame(MARGIN, FOOT + 16, BREADTH, HEIGHT - TOP - FOOT - 16, **padding)
    return PageTemplate(id=sheet.odds.game.name, frames=[frame], onPage=foot)


def paragraph(text: str, style: ParagraphStyle, name: str = "") -> Paragraph:
    return Paragraph((f'<a name="{name}"/>' if name else "") + escape(text), style)


def story(sheets: Sequence[ParSheet]) -> list[Any]:
    """Every game from a page of its own; the first needs no turning."""
    turned = [
        part
        for sheet in sheets
        for part in (NextPageTemplate(sheet.odds.game.name), PageBreak(), *game(sheet))
    ]
    return turned[2:]


def game(sheet: ParSheet) -> list[Any]:
    head = [[paragraph(name, LABEL), paragraph(text, TEXT)] for name, text in sheet.head]
    return [
        paragraph(sheet.title, TITLE, sheet.odds.game.name),
        Spacer(0, 6),
        Table(head, [BARS_FROM, BREADTH - BARS_FROM], style=PLAIN),
        paragraph("House edge", BET),
        edges(sheet),
        *(section(sheet, bet) for bet in sheet.odds.bets.values()),
    ]


def section(sheet: ParSheet, bet: BetOdds) -> KeepTogether:
    heads = ["pays to 1" if name == "pays" else name for name in COLUMNS]
    rows = [
        [paragraph(event, TEXT), *numbers, paragraph(clauses, TEXT)]
        for event, *numbers, clauses in map(cells, bet.lines)
    ]
    total = ["total", "", f"{sheet.odds.combinations:,}", "1", decimal(bet.ev), ""]
    often, scatter = figures(bet)[:4], figures(bet)[4:]
    told = [
        [*left, "", *middle, "", *right]
        for left, middle, right in zip_longest(
            often, scatter, [*ranges(bet), *beside(sheet, bet)], fillvalue=("", "")
        )
    ]
    return KeepTogether(
        [
            paragraph(sheet.name(bet), BET, place(sheet, bet)),
            Table([heads, *rows, total], widths(sheet), style=LINES, repeatRows=1),
            Spacer(0, 4),
            Table(told, FIGURE_WIDTHS, style=FIGURES),
            *([paragraph("Returns less than 75 %.", SHORT)] if bet.falls_short else []),
        ]
    )


def widths(sheet: ParSheet) -> list[float]:
    """Of the columns: what the events and clauses leave is shared by the numbers."""
    lines = [line for bet in sheet.odds.bets.values() for line in bet.lines]
    events = max(stringWidth(line.event, REGULAR, 8) for line in lines) + 6
    combinations = max(58, stringWidth(f"{sheet.odds.combinations:,}", BOLD, 8) + 8)
    numbers = [41, combinations, 67, 69]
    spare = max(0, BREADTH - CLAUSES - events - sum(numbers)) / len(numbers)
    wider = [number + spare for number in numbers]
    return [BREADTH - CLAUSES - sum(wider), *wider, CLAUSES]


def edges(sheet: ParSheet) -> Drawing:
    """The house edge of each bet as a bar."""
    bets = list(sheet.odds.bets.values())
    most = max(abs(float(bet.house_edge)) for bet in bets) or 1
    drawing = Drawing(BREADTH, BAR * len(bets))
    for row, bet in enumerate(reversed(bets)):
        width = max(1, BAR_LONGEST * abs(float(bet.house_edge)) / most)
        bottom = BAR * row
        drawing.add(
            Rect(BARS_FROM, bottom + 2, width, BAR - 4, rx=1.5, fillColor=BLUE, strokeColor=None)
        )
        for left, text in (
            (0, sheet.name(bet)),
            (BARS_FROM + width + 6, f"{decimal(100 * bet.house_edge, 3)} %"),
        ):
            drawing.add(String(left, bottom + 4, text, fontName=REGULAR, fontSize=8, fillColor=INK))
    return drawing
