"""`croupier report`."""

from __future__ import annotations

from datetime import UTC, datetime
from time import time_ns
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.journal import journal
from croupier.cli.progress import counted, tracked
from croupier.cli.reading import path_of
from croupier.cli.verb import AsJson, Journal, declared
from croupier.cli.writing import put_json, refuse_place, save
from croupier.games import game
from croupier.lab.figures import decimal
from croupier.money import format_amount
from croupier.problems import BadInput, own_words
from croupier.server.journal.place import CONFIGURATION
from croupier.server.money.grouping import BY
from croupier.server.money.report import Asked, report_of
from croupier.server.money.spans import WITHIN
from croupier.server.money.watch import Watch
from croupier.server.past.investigated import within
from croupier.server.past.report_files import as_csv, as_workbook
from croupier.wire.house import plan_house
from croupier.wire.house_terms import HouseTerms
from croupier.wire.report import Heading, amount, moment
from croupier.wire.report_sent import reported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from croupier.server.journal.store import Store
    from croupier.server.money.report import Bet
    from croupier.wire.report import Group, Liability, Offer, Report, Row, TableRow
    from croupier.wire.report_sent import ShiftReport


app = declared()


WRITERS = {".csv": as_csv, ".xlsx": as_workbook}


@app.command()
def run(
    file: Journal,
    *,
    since: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="2026-07-01T06:00, in UTC")
    ] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="until before")] = None,
    by: Annotated[str, typer.Option(metavar="WHAT", help=", ".join(BY))] = "",
    compare: Annotated[
        str, typer.Option(metavar="WITH", help=f"an earlier span: {', '.join(WITHIN)}")
    ] = "",
    house: Annotated[str | None, typer.Option(help="the name that stands above")] = None,
    title: Annotated[str, typer.Option(help="what the report is called")] = "Shift report",
    zone: Annotated[str | None, typer.Option(help="time zone, like Asia/Singapore")] = None,
    day: Annotated[
        str | None, typer.Option(metavar="TIME", help="when a gaming day begins")
    ] = None,
    out: Annotated[str | None, typer.Option(help="FILE.csv or FILE.xlsx")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a house took and won in a shift, by table, game and bet, and what is improbable.

    Name, zone and day that are not given are those of house.toml beside the journal.
    """
    above = heading(
        terms_beside(file), title, {"name": house, "time_zone": zone, "gaming_day": day}
    )
    asked = Asked(moment(since, "from"), moment(until, "to"), by, compare, above)
    written = writer(out) if out is not None else None
    with (
        journal(file) as store,
        counted(sum(store.versions().values()), "reading", "entries") as progress,
    ):
        found = looked_into(store, report_of(store, asked, watched, progress))
    if out is not None and written is not None:
        save(out, [written(reported(found))])
    elif as_json:
        put_json(reported(found))
    else:
        show(found, since, until)


def looked_into(store: Store, found: Report) -> Report:
    """With the investigations of its time."""
    told = within(Watch(store).investigations.values(), found.since, found.until)
    return msgspec.structs.replace(found, investigations=told)


def writer(out: str) -> Callable[[ShiftReport], bytes]:
    """For a file that is not there yet."""
    found = WRITERS.get(path_of(out).suffix.lower())
    if found is None:
        raise BadInput(f"write to one of {', '.join(WRITERS)}", out)
    refuse_place(path_of(out))
    return found


def heading(terms: HouseTerms, title: str, given: dict[str, str | None]) -> Heading:
    said = {name: value for name, value in given.items() if value is not None}
    terms = msgspec.structs.replace(terms, **said)
    return Heading(
        house=terms.name,
        title=title,
        currency=terms.currency,
        time_zone=terms.time_zone,
        gaming_day=terms.gaming_day,
        made=time_ns() // 1_000_000,
    )


def terms_beside(file: str) -> HouseTerms:
    """Of the house whose file lies beside the journal; a journal alone is told of in UTC."""
    path = path_of(file)
    configuration = (path if path.is_dir() else path.parent) / CONFIGURATION
    if not configuration.is_file():
        return HouseTerms(currency="")
    try:
        return plan_house(configuration.read_bytes()).terms
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", str(configuration)) from None
    except BadInput as wrong:
        raise BadInput(str(wrong), str(configuration)) from None


def watched(bets: Sequence[Bet]) -> Iterable[Bet]:
    """With a bar while the lab counts."""
    return tracked(bets, "counting")


def percent(of: Fraction | None) -> str:
    return "" if of is None else f"{decimal(100 * of, 2)} %"


def show(found: Report, since: str | None, until: str | None) -> None:
    from croupier.cli.show import screen

    console = screen()
    head = found.heading
    above = ", ".join(one for one in (head.title, head.house) if one)
    made = datetime.fromtimestamp(head.made / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    console.print(f"{above}, made {made}")
    console.print(f"From {since or 'the beginning'} to {until or 'now'}", style="bold")
    if not found.is_active:
        console.print("No activity.")
    console.print(
        f"Drop {format_amount(found.drop_cents)}, paid out {format_amount(found.paid_out_cents)},"
        f" handle {format_amount(found.handle_cents)}, win {format_amount(found.win_cents)},"
        f" jackpots {format_amount(found.jackpot_win_cents)},"
        f" hold {percent(found.hold) or 'none'}; {found.rounds} rounds, {found.voided} voided."
    )
    if last := found.checkpoint:
        when = datetime.fromtimestamp(last.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        console.print(f"Journal at {when},")
        console.print(f"checkpoint {last.size:,}:{last.root}", soft_wrap=True)
    show_groups(console, found)
    console.print(tables_grid(found.tables))
    groups = dict.fromkeys(group(row.offer) for row in found.rows)
    for one in groups:
        console.print(one, style="bold")
        console.print(bets_grid(row for row in found.rows if group(row.offer) == one))
    for row in found.rows:
        if row.outside:
            says = row.flag or f"outside the {row.outside} range"
            told = f"{group(row.offer)}, {row.offer.bet}: {says} (z {row.z})"
            console.print(told, style="bold red" if row.flag else "yellow")
    for case in found.investigations:
        came_to = f"{case.cause}: {case.finding}" if case.cause else "open"
        about = f"{case.result.kind} {case.result.name}, z {case.result.z}"
        console.print(f"Investigation {case.number}, {about}: {came_to}")


def show_groups(console: Console, found: Report) -> None:
    if found.groups:
        console.print(groups_grid(found.by, found.groups))
    spans = [msgspec.structs.replace(found.total, name="this")]
    if found.compared:
        spans.append(msgspec.structs.replace(found.compared.total, name="compared with"))
    spans += [
        msgspec.structs.replace(one.total, name=f"{one.period} to date") for one in found.to_date
    ]
    console.print(groups_grid("span", spans))
    for jackpot in found.jackpots:
        console.print(
            f"Jackpot of {jackpot.game}: {format_amount(jackpot.opening_cents)} at the beginning,"
            f" {format_amount(jackpot.closing_cents)} at the end;"
            f" won {jackpot.hits} times, {format_amount(jackpot.reserve_cents)} put aside"
            f"{by_attendant(jackpot)}"
        )


def by_attendant(jackpot: Liability) -> str:
    """Where awards are paid by hand, or wait to be."""
    if not jackpot.by_hand and not jackpot.held_cents:
        return ""
    paid, held = format_amount(jackpot.by_hand_cents), format_amount(jackpot.held_cents)
    return f"; by hand {jackpot.by_hand} of {paid}, {held} waits for an attendant"


def groups_grid(by: str, groups: Iterable[Group]) -> Table:
    heads = "rounds", "voided", "drop", "handle", "win", "theoretical", "hold", "z"
    table = grid(1, by, *heads)
    for one in groups:
        table.add_row(
            one.name,
            str(one.rounds),
            str(one.voided),
            "" if one.drop_cents is None else format_amount(one.drop_cents),
            format_amount(one.handle_cents),
            format_amount(one.win_cents),
            amount(one.theoretical_cents),
            percent(one.hold),
            one.z or "",
        )
    return table


def tables_grid(rows: Iterable[TableRow]) -> Table:
    table = grid(2, "table", "game", "rounds", "voided", "handle", "win", "theoretical")
    for row in rows:
        table.add_row(
            row.table,
            row.game,
            str(row.rounds),
            str(row.voided),
            format_amount(row.handle_cents),
            format_amount(row.win_cents),
            amount(row.theoretical_cents),
        )
    return table


def bets_grid(rows: Iterable[Row]) -> Table:
    table = grid(1, "bet", "wagers", "handle", "win", "hold", "theoretical", "z")
    for row in rows:
        table.add_row(
            row.offer.bet,
            str(row.wagers),
            format_amount(row.handle_cents),
            format_amount(row.win_cents),
            percent(row.hold),
            amount(row.theoretical_cents) or "",
            row.z or "",
        )
    return table


def group(offer: Offer) -> str:
    """A table with its game, and whatever is not as that is played by default."""
    usual = game(offer.game).readings
    other = [f", {key}: {value}" for key, value in offer.readings if usual[key] != value]
    decks = f", {offer.decks} decks" if offer.decks > 1 else ""
    return f"{offer.table}: {offer.game}, version {offer.version}{decks}{''.join(other)}"


def grid(left: int, *headings: str) -> Table:
    """So many columns of words, then figures."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        justify: JustifyMethod = "left" if place < left else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    return table
