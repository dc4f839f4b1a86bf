"""Rounds of the past as comma-separated values: amounts are numbers, no text begins a formula."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.server.journal.export import row

if TYPE_CHECKING:
    from croupier.server.past.summary import Met, PastRound
    from croupier.table.corrected import RoundCorrection

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
HEADINGS = (
    "opened",
    "table",
    "game",
    "round",
    "bets",
    "hands",
    "decisions",
    "staked",
    "back",
    "net",
    "result",
    "dispute",
    "clauses",
    "corrected",
)
HEAD = row(HEADINGS)


def line(one: PastRound) -> bytes:
    net = one.back_cents - one.staked_cents
    return row(
        (
            moment(one.opened_at),
            text(one.table),
            text(one.game),
            one.round,
            text(", ".join(one.bets)),
            text("; ".join(hands(met) for met in one.met)),
            text(", ".join(met.decision for met in one.met if met.decision)),
            format_amount(one.staked_cents),
            format_amount(one.back_cents),
            format_amount(net),
            one.result.value,
            one.dispute_status or "",
            text(" ".join(one.clauses)),
            "; ".join(map(correction, one.corrected)),
        )
    )


def moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def correction(one: RoundCorrection) -> str:
    """When, what was done, and what had come back before, where it was settled."""
    before = "" if one.before_cents is None else f" {format_amount(one.before_cents)} to"
    return f"{moment(one.at)} {', '.join(one.changed)}:{before} {format_amount(one.after_cents)}"


def hands(met: Met) -> str:
    """Both as the house names them, by points where a hand has no name."""
    both = [(met.hand, met.points), (met.against, met.against_points)]
    told = [name or ("" if points is None else str(points)) for name, points in both]
    return " : ".join(told) if any(told) else ""


def text(cell: str) -> str:
    """A quote before what a spreadsheet would work out."""
    return f"'{cell}" if cell.startswith(BEGINS_A_FORMULA) else cell
