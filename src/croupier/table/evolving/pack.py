"""The cards that a person deals from: counted, shuffled, confirmed by a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.pack_parts import Counted, Pack, Shuffled
from croupier.table.packs import count_is_due, is_awaited, shuffled_each_round
from croupier.table.state import CONCLUDED, Awaiting
from croupier.table.tally import DAY

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.state import Table


def numbered(table: Table, waits: Awaiting) -> Table:
    number = table.asked + 1
    return replace(table, asked=number, awaiting=replace(waits, number=number))


def brought(table: Table) -> Table:
    """To a table that opens: other cards, but for a shoe that goes on."""
    goes_on = table.game.shoe_lasts and not table.fresh_shoe
    return table if goes_on else replace(table, pack=Pack(day=table.pack.day))


def dealt_from(table: Table) -> Table:
    again = shuffled_each_round(table)
    pack = table.pack
    return replace(table, pack=replace(pack, used=True, is_shuffled=pack.is_shuffled and not again))


def cards_counted(table: Table, event: happened.CardsCounted) -> Table:
    """In a round, or of a shoe in use, it asks for nothing more now; a wrong one for another."""
    counted = Counted(event.by, event.at, event.found, event.expected)
    due = count_is_due(table) and table.step is CONCLUDED
    pack = replace(table.pack, counted=counted)
    if due:
        pack = replace(pack, is_counted=False, is_shuffled=False)
    if event.found != event.expected:
        pack = replace(pack, is_counted=False, day=-1)
    table = replace(table, pack=pack)
    if table.step is not CONCLUDED or event.found == event.expected:
        return table
    return awaits_a_second(table, event)


def cards_shuffled(table: Table, event: happened.CardsShuffled) -> Table:
    shuffled = Shuffled(event.by, event.at, event.how, event.cut)
    table = replace(table, pack=replace(table.pack, shuffled=shuffled, is_shuffled=True))
    return awaits_a_second(table, event) if is_awaited(table) else table


def awaits_a_second(table: Table, event: happened.CardsCounted | happened.CardsShuffled) -> Table:
    counted = table.pack.counted
    assert counted is not None
    waits = Awaiting(cards=counted, by=counted.by, clauses=event.clauses, since=event.at)
    return numbered(table, waits)


def cards_confirmed(table: Table, event: happened.CardsConfirmed) -> Table:
    counted = table.pack.counted
    assert counted is not None
    right = event.found == event.expected
    pack = replace(
        table.pack,
        counted=replace(counted, confirmed_by=event.by),
        is_counted=right,
        day=event.at // DAY if right else table.pack.day,
    )
    return replace(table, awaiting=None, pack=pack)


def counted_in_vain(table: Table) -> Table:
    """The second person does not agree: they are counted and shuffled again."""
    pack = replace(table.pack, counted=None, is_counted=False, is_shuffled=False)
    return replace(table, pack=pack)
