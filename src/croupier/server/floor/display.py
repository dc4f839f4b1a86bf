"""One state of a table on its way to all who watch it, in as many parts as that takes.

What everybody sees is framed once; what else one person is to know goes out in the same write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.floor.frames import frame
from croupier.server.floor.protocol import Own, encode
from croupier.server.floor.watcher import send_all
from croupier.server.money import ledger
from croupier.table.metered import as_frozen
from croupier.table.showing import Showing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.floor.floor import Floor
    from croupier.server.floor.watcher import Watcher
    from croupier.table.events import AnyEvent

AT_A_TIME = 50
"""Watchers who are sent the same, after whom others may have their turn."""


class Display:
    def __init__(self, floor: Floor, name: str) -> None:
        live = floor.queue.play.tables[name]
        self.floor, self.name, self.version = floor, name, live.version
        frozen = floor.is_frozen(live.table)
        self.showing = Showing(as_frozen(live.table) if frozen else live.table)
        self.since = floor.sent.get(name, live.version)
        self.watching = floor.watching.setdefault(name, set())
        self.framed: dict[int, bytes] = {}
        """As everybody sees it, by the entry from which on events are told."""
        self.events: dict[str, list[AnyEvent]] = {}
        """Of each person whom they concern alone, since the last time."""
        for one in floor.recent.get(name, ()):
            if one.concerns is not None and self.since < one.version <= self.version:
                self.events.setdefault(one.concerns, []).append(one.event)

    def shown(
        self, players: set[str] | None, newcomers: dict[Watcher, int | None]
    ) -> Iterator[None]:
        """In parts: after each of them whoever has asked something may be heard."""
        floor, name = self.floor, self.name
        floor.sent[name] = self.version
        if not self.watching and not newcomers:
            return
        old, data = tuple(self.watching), b""
        for watcher in newcomers:
            self.watching.add(watcher)
            watcher.watching[name] = b""
        if old and (players is None or self.since < self.version or name in floor.sealed):
            data = self.seen(self.since)
        data += floor.new_results(name, self.showing.table)
        concerned = set(old if players is None else floor.those(name, players))
        yield from self.to_all([one for one in old if one not in concerned], data)
        for watcher in old:
            if watcher in concerned and watcher in self.watching:
                watcher.send(data + self.own(watcher) + self.purse(watcher))
                yield
        yield from self.to_newcomers(newcomers)

    def to_all(self, watchers: list[Watcher], data: bytes) -> Iterator[None]:
        for start in range(0, len(watchers) if data else 0, AT_A_TIME):
            part = watchers[start : start + AT_A_TIME]
            send_all([one for one in part if one in self.watching], data)
            yield

    def to_newcomers(self, newcomers: dict[Watcher, int | None]) -> Iterator[None]:
        for watcher, from_ in newcomers.items():
            if watcher in self.watching:
                past = self.version if from_ is None else min(from_, self.version)
                results = self.floor.results[self.name][1]
                watcher.send(self.seen(past) + self.own(watcher, past) + results)
                yield

    def seen(self, since: int) -> bytes:
        if since not in self.framed:
            seen = self.floor.seen(self.name, self.showing, since, self.version)
            self.framed[since] = frame(encode(seen))
        return self.framed[since]

    def own(self, watcher: Watcher, since: int | None = None) -> bytes:
        """A person's own part, framed, if it is not as it was last sent."""
        who, floor, name = watcher.who, self.floor, self.name
        if who is None or not floor.is_in(watcher):
            return b""
        events = self.events.get(who.name, ()) if since is None else self.missed(who.name, since)
        aside = floor.queue.play.balances.get(ledger.provisional(name, who.name), 0)
        data = encode(Own(name, self.showing.own(who), aside, tuple(events)))
        if data == watcher.watching.get(name):
            return b""
        watcher.watching[name] = data
        return frame(data)

    def missed(self, player: str, since: int) -> list[AnyEvent]:
        return [
            one.event
            for one in self.floor.recent.get(self.name, ())
            if one.concerns == player and since < one.version <= self.version
        ]

    def purse(self, watcher: Watcher) -> bytes:
        """If money of it has moved."""
        who = watcher.who
        return self.floor.purse(watcher) if who and who.name in self.floor.moved else b""
