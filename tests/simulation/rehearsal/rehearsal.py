"""A house on several nodes from one seed: an evening with troubles, then a calm end."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.server.journal.keys import Keys
from croupier.server.journal.meta import KEY
from croupier.server.journal.sharing import Sharing
from croupier.server.journal.store import Unreadable
from croupier.server.logs import LOG
from croupier.server.money.cage import Cage
from croupier.server.nodes.local import Exchange
from croupier.server.play.house import House as Play
from tests.simulation.hostile import PLAYERS
from tests.simulation.rehearsal.befalling import Befalling
from tests.simulation.rehearsal.clients import Floor
from tests.simulation.rehearsal.clocks import DatabaseClock
from tests.simulation.rehearsal.ending import Ending
from tests.simulation.rehearsal.faulty_sqlite import FaultySqlite
from tests.simulation.rehearsal.loop import SeededLoop
from tests.simulation.rehearsal.machines import House, Machine
from tests.simulation.rehearsal.observer import Observer
from tests.simulation.rehearsal.people import everybody
from tests.simulation.rehearsal.processes import RUNNING
from tests.simulation.rehearsal.result import Result
from tests.simulation.rehearsal.rooms import Rooms
from tests.simulation.rehearsal.seeds import chance
from tests.simulation.rehearsal.weather import Calm, Post, Sky
from tests.simulation.soak import floor_of_each_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.journal.sqlite import SqliteStore
    from croupier.table.commands import Setup
    from tests.simulation.rehearsal.troubles import Options

MEMORY = Path("/dev/shm")  # noqa: S108 - where files are never written to a disk
BETTING_SECONDS, LOOKING_SECONDS = 1, 1
EACH_HAS_CENTS = 2_000_000
LOOKS_EVERY = 0.25


def furnished(options: Options) -> dict[str, Setup]:
    """Tables of each game and some that share a jackpot, dealt by people or by the house."""
    by = cycle(options.by_person)
    return {
        f"t{number}": replace(
            setup,
            dealer="person" if next(by) else "automatic",
            betting_seconds=BETTING_SECONDS,
            looking_seconds=LOOKING_SECONDS,
        )
        for number, setup in enumerate(floor_of_each_game() * options.sets, 1)
    }


def clock_of_whoever_runs() -> int:
    rooms = RUNNING.get()
    assert isinstance(rooms, Rooms)
    return rooms.machine_clock.wall() // 1_000_000


class Faults(logging.Handler):
    """What the program itself says is its own fault."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and not isinstance(fault, Unreadable):
            self.tell(f"a fault is logged: {record.getMessage()}: {fault!r}")


class Rehearsal:
    def __init__(self, options: Options, folder: Path) -> None:
        self.options = options
        seed = options.seed
        self.loop = SeededLoop(chance(seed, "order"), chance(seed, "delays"))
        sky = self.sky = Sky(
            folder / "house.db", DatabaseClock(self.loop.time), chance(seed, "database")
        )
        self.post = Post(self.loop, chance(seed, "messages"), options.losses)
        self.keys = Keys.new()
        exchange = Exchange(self.post.carry, clock_of_whoever_runs)
        self.house = house = House(self.loop, sky, self.keys, exchange)
        self.setups = furnished(options)
        self.observer = Observer(Calm(sky), self.setups)
        self.observer.time = self.loop.time
        house.pace, house.committed = options.pace, self.observer.committed
        house.failed = self.observer.find
        for number in range(1, options.nodes + 1):
            name = f"n{number}"
            house.machines[name] = Machine(house, name, chance(seed, name))
        self.post.to = lambda node: house.machines[node].rooms
        self.loop.workers.must_wait = self.must_wait
        self.floor = Floor(house, self.observer, seed)
        self.befalling = Befalling(self)

    def must_wait(self, executor: object, work: Callable[..., object]) -> bool:
        """Whether another connection writes; whoever only reads is not kept."""
        function = getattr(work, "func", work)
        if getattr(function, "__name__", "") in {"others", "answers_to"}:
            return False
        rooms = RUNNING.get()
        assert isinstance(rooms, Rooms)
        has_turn = executor is rooms.queue.disk
        return self.house.has_writer(rooms if has_turn else None)

    def prepare(self) -> None:
        """The house before it opens: its tables, and players who have something to lose."""
        store: SqliteStore = FaultySqlite(
            self.sky.path, Sharing("founder", "founder"), Calm(self.sky)
        )
        self.keys.unlock(store)
        store.set_meta(KEY, self.keys.public)
        play = Play(store, self.keys)
        at = self.sky.clock()
        for name, setup in self.setups.items():
            play.add_table(name, setup, "m1", at)
        cage = Cage(store, play.balances, play.own_play)
        for who in PLAYERS:
            cage.buy_in(who.name, EACH_HAS_CENTS, "c1", at)
        store.close()
        for entry in self.observer.store.everything():
            self.observer.take(entry)

    def run(self) -> Result:
        handler, level = Faults(self.observer.find), LOG.level
        LOG.addHandler(handler)
        LOG.setLevel(logging.ERROR)
        spreads, LOG.propagate = LOG.propagate, False
        try:
            self.prepare()
            asyncio.set_event_loop(self.loop)
            self.loop.run_until_complete(self.evening())
        finally:
            asyncio.set_event_loop(None)
            LOG.removeHandler(handler)
            LOG.setLevel(level)
            LOG.propagate = spreads
            self.end()
        return Result.of(self)

    async def evening(self) -> None:
        for machine in self.house.machines.values():
            machine.start()
        tasks = [self.loop.create_task(one) for one in everybody(self.floor, self.options)]
        tasks += [self.loop.create_task(one) for one in (self.befalling.run(), self.watch())]
        self.tasks = tasks
        while self.loop.time() < self.options.seconds and not self.observer.found:  # noqa: ASYNC110 - time is simulated
            await asyncio.sleep(LOOKS_EVERY)
        if not self.observer.found:
            self.befalling.clear()
            await Ending(self).run()

    async def watch(self) -> None:
        """What is dear to check, now and then."""
        rng = chance(self.options.seed, "watch")
        while not self.observer.found:
            await asyncio.sleep(rng.random() * LOOKS_EVERY)
            self.look()

    def look(self) -> None:
        self.observer.look()
        for machine in self.house.machines.values():
            if machine.rooms is not None and machine.is_up:
                self.observer.look_at(machine.rooms)

    def end(self) -> None:
        """Nothing cleans up after itself: whatever still waits is gone with its process."""
        for rooms in (*self.house.dead, *(one.rooms for one in self.house.machines.values())):
            if rooms is not None:
                rooms.is_alive = False
                rooms.close()
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined] # noqa: SLF001
        self.loop.close()
        self.observer.store.close()


def rehearsed(options: Options, *, keep_lines: bool = False) -> Result:
    with ExitStack() as stack:
        place = str(MEMORY) if MEMORY.is_dir() else None
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=place))
        rehearsal = Rehearsal(options, Path(folder))
        rehearsal.observer.lines = [] if keep_lines else None
        return rehearsal.run()
