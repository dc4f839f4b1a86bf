"""One node of a rehearsed house: the rooms that decide, write and deal, put together as opened.

Without those that touch folders, sockets, passwords or other machines. It is opened at one moment;
everything after that is the house's own code, under simulated time.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server.dealing.dealer import AutomaticDealer
from croupier.server.dealing.faults import Faults
from croupier.server.floor.floor import Floor
from croupier.server.journal.acts import Acts, HouseOpened
from croupier.server.journal.sharing import Sharing
from croupier.server.journal.store import Unreadable
from croupier.server.money.cage import Cage
from croupier.server.money.jackpots import Jackpots
from croupier.server.nodes import joining
from croupier.server.nodes.following import Following
from croupier.server.nodes.holdings import Holdings
from croupier.server.nodes.node_queue import NodeQueue, Shared
from croupier.server.past.disputes import Disputes
from croupier.server.play.clock import Clock, newest
from croupier.server.play.house import House
from croupier.server.shoes.sealed import SealedShoes, ShoeKey
from croupier.version import __version__
from croupier.wire.house_terms import HouseTerms
from tests.simulation.rehearsal.faulty_sqlite import FaultySqlite
from tests.simulation.rehearsal.processes import Process

if TYPE_CHECKING:
    from random import Random

    from croupier.server.dealing.dealer import TableClock
    from croupier.server.dealing.line_terms import Lines
    from croupier.server.journal.acts import HouseRestored
    from croupier.server.journal.keys import Keys
    from croupier.server.journal.sqlite import SqliteStore
    from croupier.server.nodes.local import Exchange
    from croupier.server.nodes.node import Node, Runs
    from croupier.table.state import Table
    from tests.simulation.rehearsal.clocks import NodeClock
    from tests.simulation.rehearsal.weather import NodeWeather

SHOE_KEY = bytes(32)


class Rooms(Process):
    """A run of a node, as `joining.Rooms` has it."""

    restored: HouseRestored | None = None
    node: Node

    def __init__(self, name: str, run: int, weather: NodeWeather, clock: NodeClock) -> None:
        super().__init__(name)
        self.machine_clock = clock
        self.sharing = Sharing(name, f"{name}.{run}")
        self.weather = weather
        self.stores: list[FaultySqlite] = []
        self.clocks: list[TableClock] = []
        self.lines: Lines = {}
        self.is_open = False
        self.compared: dict[str, tuple[Table, int]] = {}
        """Each table as an observer has last found it to be what was written."""

    def open(self, keys: Keys, exchange: Exchange, shuffles: Random) -> None:
        """As `OpenHouse.read` does."""
        connected = FaultySqlite(self.weather.path, self.sharing, self.weather)
        self.store = store = self.kept_open(connected)
        keys.unlock(store)
        self.clock = Clock(newest(store), self.machine_clock.wall, self.machine_clock.monotonic_ns)
        self.sharing.looked = store.tree_size()
        self.acts = Acts(store)
        self.play = House(store, keys)
        self.play.checkpoint(self.clock())
        shoes = self.kept_open(connected.another())
        self.shoes = SealedShoes(shoes, ShoeKey(SHOE_KEY), shuffles.randbytes)
        self.cage = Cage(store, self.play.balances, self.play.own_play)
        self.jackpots = Jackpots(self.play.meters, self.play.balances)
        self.disputes = Disputes(store, self.play)
        leases = connected.another()
        self.kept_open(leases)
        own = self.machine_clock
        holdings = Holdings(leases, self.sharing, "", own.monotonic, lambda: own.wall() // 10**6)
        following, messages = Following(self.play, self.sharing), exchange.messages(self.name)
        shared = Shared(connected, holdings, following, messages)
        self.queue = NodeQueue(self.play, self.clock, shared)
        self.floor = Floor(self.queue, HouseTerms())
        self.faults = Faults(self.clock)
        self.queue.out_of_order = self.faults.tables
        joining.hear_of_others(self, self.queue)

    def kept_open(self, store: FaultySqlite) -> SqliteStore:
        self.stores.append(store)
        return store

    async def run(self, pace: float) -> None:
        """Until it is killed."""
        self.pace = pace
        self.play.catch_up()
        if self.acts.record(self.opening()) is not None:
            raise Unreadable("nothing can be written")
        async with self.queue.messages, self.queue:
            self.clocks = [self.dealer_at(name) for name in self.play.tables]
            self.node = joining.node_of(self, self.queue)
            self.is_open = True
            await asyncio.gather(self.node.run(), self.queue.run_following())

    def opening(self) -> HouseOpened:
        return HouseOpened(
            at=self.clock(),
            version=__version__,
            program="rehearsed",
            configuration=None,
            key="",
            node=self.name,
        )

    def dealer_at(self, table: str) -> TableClock:
        dealer = AutomaticDealer(self.floor, table, self.shoes, self.pace)
        dealer.faults = self.faults
        return dealer

    def duties(self) -> Runs:
        return []

    def close(self) -> None:
        """As the database does when it no longer hears of a process that was killed."""
        self.sharing.turn = None
        for store in self.stores:
            store.close()
        self.stores = []
