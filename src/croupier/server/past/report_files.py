"""A shift's report to take away: comma-separated values, and a workbook."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.server.journal.export import row
from croupier.server.past.history_csv import text
from croupier.wire.house_terms import zone_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.report_sent import GroupTotals, ShiftReport

NOTHING = "No activity"
COLUMNS = (
    "rounds",
    "voided",
    "voided stakes",
    "drop",
    "cashed out",
    "handle",
    "win",
    "jackpots",
    "theoretical win",
    "hold",
    "theoretical hold",
    "return",
    "theoretical return",
    "z",
    "remark",
    "outside",
    "drop at tables",
    "hold of drop at tables",
)
LOOKED_INTO = (
    "about",
    "opened",
    "by",
    "reason",
    "rounds or wagers",
    "win",
    "theoretical win",
    "z",
    "notes",
    "closed by",
    "cause",
    "finding",
)
HEADS = {COLUMNS[0], "opening", "stakes held", LOOKED_INTO[0]}
SHARES = {"hold", "theoretical hold", "return", "theoretical return", "hold of drop at tables"}
Cells = tuple[object, ...]


def lines(found: ShiftReport) -> Iterator[Cells]:
    """The same on paper, in a file and in a workbook."""
    yield from above(found)
    yield ()
    if not found.active:
        yield (NOTHING,)
    elif found.groups:
        yield (found.by, *COLUMNS)
        yield from map(cells, found.groups)
        yield ()
    yield ("span", *COLUMNS)
    yield "all", *cells(found.total)[1:]
    if found.compared:
        earlier = found.compared
        said = f"{moment(found, earlier.since)} to {moment(found, earlier.until)}"
        yield said, *cells(earlier.total)[1:]
    for period in found.to_date:
        yield f"{period.period} to date", *cells(period.total)[1:]
    yield ()
    more = "reserve now", "held now", "times won", "times by hand", "paid by hand"
    yield "jackpot", "opening", "fed", "won", "corrected", "closing", *more
    for jackpot in found.jackpots:
        moved = jackpot.fed, jackpot.won, jackpot.corrected
        awards = str(jackpot.hits), str(jackpot.by_hand), jackpot.by_hand_paid
        aside = jackpot.reserve, jackpot.held
        yield jackpot.game, jackpot.opening, *moved, jackpot.closing, *aside, *awards
    yield ()
    yield from investigated(found)
    yield "interrupted round at", "stakes held"
    for one in found.held:
        yield text(one.table), one.stakes


def investigated(found: ShiftReport) -> Iterator[Cells]:
    if not found.investigations:
        return
    yield "investigation", *LOOKED_INTO
    for one in found.investigations:
        result = one.result
        yield (
            str(one.number),
            f"{result.kind} {result.name}",
            moment(found, one.at),
            text(one.by),
            text(one.reason),
            result.rounds,
            result.win,
            result.theoretical_win,
            result.z,
            "; ".join(f"{note.by}: {note.note}" for note in one.notes),
            text(one.closed_by or ""),
            one.cause or "open",
            text(one.finding),
        )
    yield ()


def above(found: ShiftReport) -> Iterator[Cells]:
    heading = found.heading
    yield "house", text(heading.house)
    yield "title", text(heading.title)
    yield "from", "the beginning" if found.since is None else moment(found, found.since)
    yield "to", "now" if found.until is None else moment(found, found.until)
    yield "time zone", heading.time_zone
    yield "gaming day begins", heading.gaming_day
    yield "currency", heading.currency
    yield "made", moment(found, heading.made)
    yield "by", text(heading.by)
    if found.checkpoint:
        yield "checkpoint", f"{found.checkpoint.size}:{found.checkpoint.root}"


def moment(found: ShiftReport, at: int) -> str:
    zone = zone_named(found.heading.time_zone)
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).isoformat(timespec="seconds")


def cells(one: GroupTotals) -> Cells:
    return (
        text(one.name),
        one.rounds,
        one.voided,
        one.voided_stakes,
        one.drop or "",
        one.cashed_out or "",
        one.handle,
        one.win,
        one.jackpot_win,
        one.theoretical_win,
        one.hold or "",
        one.theoretical_hold or "",
        one.returned or "",
        one.theoretical_return or "",
        one.z or "",
        one.flag,
        one.outside,
        one.table_drop or "",
        one.table_hold or "",
    )


def as_csv(found: ShiftReport) -> bytes:
    return b"".join(row(line) for line in lines(found))


def as_workbook(found: ShiftReport) -> bytes:
    import xlsxwriter  # noqa: PLC0415 - only where a workbook is written

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False}) as book:
        made = datetime.fromtimestamp(found.heading.made / 1000, UTC)
        book.set_properties({"created": made.replace(tzinfo=None)})
        sheet, number = book.add_worksheet("Report"), book.add_format({"num_format": "#,##0.00"})
        share, head = book.add_format({"num_format": "0.00%"}), book.add_format({"bold": True})
        sheet.set_column(0, 0, 30)
        sheet.set_column(1, len(COLUMNS), 16)
        heads: Cells = ()
        for place, line in enumerate(lines(found)):
            is_head = len(line) > 1 and line[1] in HEADS
            heads = line if is_head else heads
            for column, cell in enumerate(line):
                figure = figure_of(cell) if column else None
                if figure is None:
                    bold = head if is_head or not column else None
                    sheet.write_string(place, column, str(cell), bold)
                elif isinstance(cell, int):
                    sheet.write_number(place, column, cell)
                else:
                    is_share = column < len(heads) and heads[column] in SHARES
                    sheet.write_number(place, column, figure, share if is_share else number)
    return out.getvalue()


def figure_of(cell: object) -> float | None:
    if isinstance(cell, int):
        return cell
    try:
        return float(str(cell)) if str(cell)[-1:].isdigit() else None
    except ValueError:
        return None
