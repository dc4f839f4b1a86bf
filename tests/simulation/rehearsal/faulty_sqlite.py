"""A shared journal that fails as it is told, and tells what is written: for rehearsals."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Protocol

from croupier.server.journal.shared_sqlite import SharedSqlite
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.sharing import Sharing

COMMITTED = "committed"
"""The step after a commit, when the node that wrote the entries does not know it yet."""


class Weather(Protocol):
    """What becomes of each step towards the database, as one node meets it."""

    def now(self) -> int:
        """The database's own clock, in milliseconds."""

    def out_of_reach(self) -> str | None:
        """Why nothing can be read."""

    def fails(self, step: str) -> str | None:
        """Why a step of a write fails; it may end the node there and then."""

    def committed(self) -> None: ...


class FaultySqlite(SharedSqlite):
    """Nothing is synced: nodes die here, and never the machine of the database.

    Nothing waits for a lock, either: whoever rehearses has nobody ask before it is free.
    """

    def __init__(self, path: Path, sharing: Sharing, weather: Weather) -> None:
        self.weather = weather
        super().__init__(path, sharing, weather.now, self.meet)

    def prepare(self) -> None:
        super().prepare()
        for pragma in ("synchronous=OFF", "busy_timeout=0"):
            self.connection.execute(f"PRAGMA {pragma}")

    def another(self) -> FaultySqlite:
        store = FaultySqlite(self.path, self.sharing, self.weather)
        store.secret, store.macs = self.secret, self.macs
        return store

    def meet(self, step: str) -> None:
        if step == COMMITTED:
            self.weather.committed()
        if why := self.weather.fails(step):
            raise sqlite3.OperationalError(why)

    def ask(self, sql: str, given: Sequence[object] = ()) -> sqlite3.Cursor:
        self.refuse_out_of_reach()
        return super().ask(sql, given)

    def row(self, sql: str, given: Sequence[object] = ()) -> tuple[Any, ...] | None:
        self.refuse_out_of_reach()
        return super().row(sql, given)

    def refuse_out_of_reach(self) -> None:
        if why := self.weather.out_of_reach():
            raise Unreadable(why)


def leases(store: SharedSqlite) -> Iterator[tuple[str, str, str, int, int]]:
    """Name, node, run, token and end of each, as they stand."""
    return store.rows("SELECT name, node, run, token, until FROM leases ORDER BY name")
