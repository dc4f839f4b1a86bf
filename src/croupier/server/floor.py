"""Who watches which table, and what each is sent: the newest view, never a hidden card."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol

from croupier.server.ledger import player_account, provisional
from croupier.server.protocol import AnyToClient, Seen, TableInfo, Welcome, encode
from croupier.server.told import told
from croupier.table.evolve import evolve, jackpot_of
from croupier.table.state import Step, Table
from croupier.table.views import view

if TYPE_CHECKING:
    from croupier.server.live import LiveHouse
    from croupier.table.commands import Who
    from croupier.table.events import AnyEvent

RECENT = 400
"""Events of a table kept for those who come back."""
TICK = 0.02
"""Seconds over which changes are gathered into one message."""
SLOW = 5
"""Seconds after which a connection that does not take its messages is dropped."""
MOST_WAITING = 256


class Socket(Protocol):
    async def send_bytes(self, data: bytes) -> None: ...

    async def close(self, code: int) -> None: ...


class Recent(NamedTuple):
    version: int
    event: AnyEvent
    after: Table


class Watcher:
    """One connection: what it was sent of each table, and what still waits to be sent."""

    def __init__(self, floor: Floor, who: Who, socket: Socket) -> None:
        self.floor, self.who, self.socket = floor, who, socket
        self.watching: dict[str, int] = {}
        self.changed: set[str] = set()
        self.waiting: deque[AnyToClient] = deque()
        self.wake = asyncio.Event()
        self.dropped = False

    def say(self, message: AnyToClient) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.dropped = True
        self.waiting.append(message)
        self.wake.set()

    def watch(self, table: str, since: int | None) -> None:
        version = self.floor.live.house.tables[table].version
        self.watching[table] = version if since is None else min(since, version)
        self.notice(table)

    def notice(self, table: str) -> None:
        self.changed.add(table)
        self.wake.set()

    async def run(self) -> None:
        """Sends until the connection is too slow, or gone."""
        while not self.dropped:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting and not self.dropped:
                await self.send(self.waiting.popleft())
            if self.changed:
                await asyncio.sleep(TICK)
                tables, self.changed = self.changed, set()
                for table in sorted(tables & self.watching.keys()):
                    await self.send(self.floor.seen(self, table))
        await self.socket.close(1008)

    async def send(self, message: AnyToClient) -> None:
        try:
            async with asyncio.timeout(SLOW):
                await self.socket.send_bytes(encode(message))
        except (TimeoutError, OSError, RuntimeError):
            self.dropped = True


class Floor:
    def __init__(self, live: LiveHouse) -> None:
        self.live = live
        self.watchers: set[Watcher] = set()
        self.recent: dict[str, deque[Recent]] = {}
        self.sealed: dict[str, tuple[str, str]] = {}
        live.listeners.append(self.heard)

    def heard(self, name: str, before: Table, events: tuple[AnyEvent, ...], version: int) -> None:
        kept = self.recent.setdefault(name, deque(maxlen=RECENT))
        table = before
        for number, event in enumerate(events, version - len(events) + 1):
            table = evolve(table, event)
            kept.append(Recent(number, event, table))
        for watcher in self.watchers:
            if name in watcher.watching:
                watcher.notice(name)

    def publish(self, name: str, shoe: str, commitment: str) -> None:
        """The shoe in use, and what the house has committed itself to."""
        if self.sealed.get(name) != (shoe, commitment):
            self.sealed[name] = (shoe, commitment)
            for watcher in self.watchers:
                if name in watcher.watching:
                    watcher.notice(name)

    def welcome(self, who: Who) -> Welcome:
        return Welcome(who, self.live.clock(), tuple(self.tables()))

    def tables(self) -> list[TableInfo]:
        return [self.info(live.table) for live in self.live.house.tables.values()]

    def info(self, table: Table) -> TableInfo:
        return TableInfo(
            table.name,
            table.setup.game,
            table.game.title,
            table.step,
            table.round.number,
            table.is_open,
            table.setup.boxes,
            len(
                {wager.player for wager in table.round.wagers.values()} | set(table.seats.values())
            ),
            {
                bet: (limit.minimum_cents, limit.maximum_cents)
                for bet, limit in table.limits.items()
            },
            self.meter(table),
        )

    def meter(self, table: Table) -> int | None:
        meter = self.live.house.meters.get(table.setup.game)
        return meter.jackpot.displayed_cents if meter and jackpot_of(table.setup) else None

    def seen(self, watcher: Watcher, name: str) -> Seen:
        house, who = self.live.house, watcher.who
        live = house.tables[name]
        since = watcher.watching[name]
        watcher.watching[name] = live.version
        missed = [one for one in self.recent.get(name, ()) if since < one.version <= live.version]
        return Seen(
            name,
            live.version,
            self.live.clock(),
            view(live.table, who),
            tuple(told(one.event, one.after, who) for one in missed),
            house.balances.get(player_account(who.name), 0),
            house.balances.get(provisional(name, who.name), 0),
            self.meter(live.table),
            until(live.table),
            *self.sealed.get(name, (None, None)),
        )


def players_at(table: Table) -> set[str]:
    return {wager.player for wager in table.round.wagers.values()} | set(table.seats.values())


def until(table: Table) -> int | None:
    """When the clock says that time is up, while someone's time runs."""
    options = table.awaiting is not None and bool(table.awaiting.offers)
    if options or table.step is Step.BETTING or (table.step is Step.PLAYING and table.undecided):
        return table.since + 1000 * table.setup.betting_seconds
    return None
