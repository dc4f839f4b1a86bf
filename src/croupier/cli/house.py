"""`croupier house init|check|status`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.journal import journal
from croupier.cli.main import FOUND_SOMETHING
from croupier.cli.reading import read
from croupier.money import format_amount
from croupier.server import housekeeping
from croupier.wire.house_checks import wrong_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.housekeeping import Standing, TableStanding


def init(folder: str) -> None:
    public = housekeeping.found(Path(folder))
    print(f"{folder}: {housekeeping.CONFIGURATION} to be read and changed,")
    print(f"an empty journal {housekeeping.JOURNAL}, the signing key {housekeeping.KEY}")
    print(f"and the public key {housekeeping.PUBLIC}, to be kept elsewhere as well:")
    print(public)


def check(file: str) -> int:
    data = read(file)
    wrong = [str(one) for one in wrong_with(data)]
    print("\n".join(wrong) if wrong else f"{file}: nothing is wrong with it.")
    return FOUND_SOMETHING if wrong else 0


def status(file: str, *, as_json: bool) -> None:
    with journal(file) as store:
        found = housekeeping.standing(store)
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(told(found)))


def told(found: Standing) -> Iterator[str]:
    yield from (table(one) for one in found.tables)
    if not found.tables:
        yield "no tables"
    money = found.players.values()
    own, aside = sum(one.balance for one in money), sum(one.provisional for one in money)
    yield (
        f"{len(found.players)} players: {format_amount(own)} of their own,"
        f" {format_amount(aside)} provisional, {format_amount(sum(one.owed for one in money))} owed"
    )
    for name, meter in found.meters.items():
        frozen = ", frozen" if meter.frozen else ""
        yield f"jackpot of {name}: {format_amount(meter.displayed_cents)}{frozen}"
    yield f"tickets not yet redeemed: {format_amount(found.tickets_cents)}"
    yield f"{found.entries:,} entries; program {found.software}"


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
