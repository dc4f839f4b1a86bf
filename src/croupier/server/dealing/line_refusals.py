"""Lines of a shoe that nobody who may speak there would send: logged and recorded, a flood in one.

The first few of a table and a reason in a minute are written one by one, the others together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server import logs
from croupier.server.journal.acts import ShoeLineRefused
from croupier.server.people.failures import Failures

if TYPE_CHECKING:
    from croupier.server.journal.acts import Acts
    from croupier.server.shoes.line import Misused

MOST_ADDRESS = 60


class LineRefusals:
    def __init__(self, acts: Acts) -> None:
        self.acts, self.failures = acts, Failures()
        self.last: dict[str, tuple[str, str]] = {}
        """Of each table and reason: who it said it was, and from where it came."""
        self.counts: dict[str, int] = {}
        """By table, since the house was opened."""

    def at(self, table: str) -> Misused:
        def misused(shoe: str, address: str, why: str) -> None:
            key = f"{table} {why}"
            self.last[key] = shoe, address[:MOST_ADDRESS]
            self.counts[table] = self.counts.get(table, 0) + 1
            self.failures.add(key)

        return misused

    def is_due(self, at: int) -> bool:
        return self.failures.is_due(at)

    def write_down(self, at: int, *, all_: bool = False) -> None:
        due = self.failures.due(at, all_=all_)
        found = [self.act(key, count, at) for key, count in due.items()]
        for one in found:
            facts = {"table": one.table, "shoe": one.shoe or None, "address": one.address}
            logs.warn("shoe's line refused", **facts, why=one.why, count=one.count)
        if found and self.acts.record(*found):
            for key, count in due.items():
                self.failures.add(key, count)

    def act(self, key: str, count: int, at: int) -> ShoeLineRefused:
        table, _, why = key.partition(" ")
        shoe, address = self.last[key]
        return ShoeLineRefused(at=at, table=table, shoe=shoe, address=address, why=why, count=count)
