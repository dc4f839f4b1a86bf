"""`croupier house status`, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import format_amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.housekeeping import Standing, TableStanding


def lines(found: Standing) -> Iterator[str]:
    yield from (table(one) for one in found.tables)
    if not found.tables:
        yield "no tables"
    money = found.players.values()
    own, aside = sum(one.balance for one in money), sum(one.provisional for one in money)
    count = f"{len(found.players)} player{'s' * (len(found.players) != 1)}"
    yield (
        f"{count}: {format_amount(own)} of their own,"
        f" {format_amount(aside)} provisional, {format_amount(sum(one.owed for one in money))} owed"
    )
    for name, meter in found.meters.items():
        frozen = ", frozen" if meter.frozen else ""
        yield f"jackpot of {name}: {format_amount(meter.displayed_cents)}{frozen}"
    yield f"tickets not yet redeemed: {format_amount(found.tickets_cents)}"
    yield f"{found.entries:,} entries"
    yield f"program {found.software}"


def table(one: TableStanding) -> str:
    notes = (
        [] if one.is_open else ["closed"],
        ["interrupted"] if one.interrupted else [],
        ["waits for a decision"] if one.awaiting else [],
    )
    after = "".join(f", {note}" for some in notes for note in some)
    return (
        f"{one.table}: {one.game}, version {one.version}, round {one.round}, {one.step}{after};"
        f" stakes held {format_amount(one.stakes_cents)}"
    )
