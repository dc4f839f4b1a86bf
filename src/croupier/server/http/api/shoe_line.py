"""How the line of a table's electronic shoe stands, for who looks after the shoe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.operation import AUDITOR, DEALERS, Name, Operation, Strict
from croupier.server.people.service_events import Scope

if TYPE_CHECKING:
    from croupier.server.http.operation import Call

TABLE_HAS_NO_SHOE_LINE = Sentence(
    "table-has-no-shoe-line", "no electronic shoe is listened for at table {table:quoted}"
)


class OfLine(Strict, frozen=True):
    table: Name


class ShoeLineInfo(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    shoe: str | None
    """In use, or the last one."""
    last: int
    """Card of it that was taken, or its end."""
    ended: bool
    connected: bool
    signed: bool
    """Whether its lines are signed with a shared key."""
    encrypted: bool
    refused: int
    """Lines that nobody who may speak there would send, since the house was opened."""


async def shoe_line(call: Call[None, None, OfLine]) -> ShoeLineInfo | Refused:
    name = call.place.table
    if name not in call.house.lines:
        return declined(Policy.NO_SUCH_TABLE, TABLE_HAS_NO_SHOE_LINE(table=name))
    table, _ = call.house.lines[name]
    line, begun = table.line, table.begun
    filling = line.fillings.get(begun.shoe) if begun else None
    writer = filling.writer if filling else None
    return ShoeLineInfo(
        table=name,
        shoe=begun.shoe if begun else None,
        last=filling.last if filling else 0,
        ended=filling is not None and filling.ended,
        connected=writer is not None and not writer.is_closing(),
        signed=line.key is not None,
        encrypted=line.tls is not None,
        refused=call.house.line_refusals.counts.get(name, 0),
    )


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{table}/shoe-line",
        "How the line of a table's electronic shoe stands.",
        shoe_line,
        ShoeLineInfo,
        may=DEALERS | AUDITOR,
        scopes=frozenset({Scope.SHOE}),
        place=OfLine,
    ),
)
