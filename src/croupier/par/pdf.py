"""A PAR sheet as pages to print, one game or several in a file, tagged for screen readers.

The pages are set by Typst, which refuses what PDF/UA-1 does not allow: every page has a structure
of headings and tables, a language and a title, and its fonts with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typst

from croupier.lab.figures import decimal
from croupier.par.sheet import LEAST, SIGN_OFF
from croupier.par.text import COLUMNS, cells
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.figures import BetOdds
    from croupier.par.sheet import ParSheet

TEMPLATE = Path(__file__).with_name("sheet.typ")


def pdf(sheets: Sequence[ParSheet]) -> bytes:
    """The same bytes for the same sheets: no date, and no font but those that come along."""
    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        pdf_standards="ua-1",
        ignore_system_fonts=True,
        sys_inputs={"sheets": msgspec.json.encode(told(sheets)).decode()},
    )


def told(sheets: Sequence[ParSheet]) -> dict[str, Any]:
    return {
        "title": sheets[0].title if len(sheets) == 1 else "PAR sheets",
        "subject": ", ".join(sheet.odds.game.title for sheet in sheets),
        "software": f"croupier {__version__}",
        "sign_off": SIGN_OFF,
        "sheets": [game(sheet) for sheet in sheets],
    }


def game(sheet: ParSheet) -> dict[str, Any]:
    bets = list(sheet.odds.bets.values())
    most = max(abs(bet.house_edge) for bet in bets) or 1
    return {
        "title": sheet.title,
        "software": dict(sheet.head)["software"],
        "head": sheet.head,
        "columns": ["pays to 1" if name == "pays" else name for name in COLUMNS],
        "chart": [
            (
                sheet.name(bet),
                f"{decimal(100 * bet.house_edge, 3)} %",
                max(0.002, float(abs(bet.house_edge) / most)),
            )
            for bet in bets
        ],
        "bets": [section(sheet, bet) for bet in bets],
    }


def section(sheet: ParSheet, bet: BetOdds) -> dict[str, Any]:
    return {
        "title": sheet.name(bet),
        "lines": [cells(line) for line in bet.lines],
        "total": ("total", "", f"{sheet.odds.combinations:,}", "1", decimal(bet.ev), ""),
        "figures": [row for row in sheet.summary(bet) if row[0] != "note"],
        "short": f"Returns less than {LEAST}." if bet.falls_short else None,
    }
