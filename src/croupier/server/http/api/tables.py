"""Operations for tables: the list of tables, and the table that a path names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.said import Sentence
from croupier.server.floor.protocol import TableInfo
from croupier.server.http.operation import ANYBODY, Operation, not_found

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.server.http.operation import AnyCall, PlainCall
    from croupier.table.state import Table

NO_SUCH_TABLE = Sentence("no-such-table", "there is no such table")


async def tables(call: PlainCall) -> list[TableInfo]:
    return call.house.floor.tables()


def table_of(call: AnyCall) -> Table | Refused:
    """Return the table that the path names, or the refusal to answer with."""
    live = call.house.play.tables.get(call.place.table)
    return live.table if live else not_found(NO_SUCH_TABLE())


OPERATIONS = (
    Operation(
        "GET", "/api/tables", "The tables of the house.", tables, list[TableInfo], may=ANYBODY
    ),
)
