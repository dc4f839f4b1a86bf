"""What other nodes have written, taken over as if it had happened here.

Everything that a house knows is a fold of streams: an entry is given to each room that has read its
stream, moves the balances, and is told to those who watch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.play.house import TABLES, Happened, LiveTable
from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.store import Entry
    from croupier.server.play.house import House


class Following:
    def __init__(self, play: House, sharing: Sharing) -> None:
        self.play, self.sharing = play, sharing
        self.also: dict[str, Callable[[Entry], None]] = {}
        """By kind of stream: what else follows from an entry."""
        self.new_tables: list[Callable[[str], None]] = []

    def apply(self, entries: Iterable[Entry]) -> Iterator[Happened]:
        """What has happened at tables by it, to be told.

        An entry that fails is followed again, with all after it: only money is moved once.
        """
        for entry in entries:
            kind, _, name = entry.stream.partition(":")
            told: list[Happened] = []
            if kind == TABLES.kind:
                told = self.at_table(name, entry)
            else:
                for stream in self.sharing.followers(entry.stream):
                    stream.take(entry)
            if kind in self.also:
                self.also[kind](entry)
            if entry.postings and entry.position > self.play.balances_at:
                self.play.balances.move(entry.postings)
            self.sharing.followed(entry.position)
            yield from told

    def at_table(self, name: str, entry: Entry) -> list[Happened]:
        live = self.play.tables.get(name)
        if live is None:
            return self.new_table(name)
        before, version = live.table, live.version
        live.take(entry)
        for other in self.sharing.followers(entry.stream):
            if other is not live:
                other.take(entry)
        if live.version == version:
            return []
        self.play.meters.add(live.table.setup)
        self.play.rounds.stakes.follow(live.table)
        if live.version != version + 1:
            return []  # read together with others: whoever watches is shown the table as it is
        event = happened.decoder.decode(entry.body)
        return [Happened(name, before, (event,), (live.table,), live.version, elsewhere=True)]

    def new_table(self, name: str) -> list[Happened]:
        live = self.play.tables[name] = LiveTable(self.play.store, name)
        self.play.meters.add(live.table.setup)
        self.play.rounds.stakes.follow(live.table)
        for told in self.new_tables:
            told(name)
        return []
