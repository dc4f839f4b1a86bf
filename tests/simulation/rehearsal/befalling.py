"""Troubles as they come: each begins at its time, and ends after a while."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from tests.simulation.rehearsal.troubles import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulation.rehearsal.machines import Machine
    from tests.simulation.rehearsal.rehearsal import Rehearsal
    from tests.simulation.rehearsal.troubles import Trouble

LINGERS = 0.3
"""As often, of those killed, the database notices late."""


class Befalling:
    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal, self.house, self.sky = rehearsal, rehearsal.house, rehearsal.sky
        self.loop, self.post = rehearsal.loop, rehearsal.post
        self.counted = Counter[str]()
        self.is_over = False
        begins: dict[Kind, Callable[[Machine, Trouble], Callable[[], None] | None]] = {
            Kind.KILLED: self.kill,
            Kind.KILLED_WRITING: self.kill_writing,
            Kind.STOOD_STILL: self.stand_still,
            Kind.SLEPT: self.sleep,
            Kind.NO_DATABASE: self.cut_database,
            Kind.DATABASE_DOWN: self.database_down,
            Kind.DATABASE_SLOW: self.slow,
            Kind.COMMITS_FAIL: self.commits_fail,
            Kind.COMMITS_UNKNOWN: self.commits_unknown,
            Kind.LOCKED: self.locked,
            Kind.DROPPED: self.drop,
            Kind.ONE_WAY: self.one_way,
            Kind.LOSSY: self.lossy,
            Kind.CLOCK_SET: self.set_clock,
            Kind.DATABASE_CLOCK_SET: self.set_database_clock,
            Kind.HANDED_OVER: self.hand_over,
        }
        self.begins = begins

    async def run(self) -> None:
        for trouble in self.rehearsal.options.troubles:
            await asyncio.sleep(max(0.0, trouble.at - self.loop.time()))
            if self.is_over:
                return
            self.counted[trouble.kind] += 1
            self.rehearsal.observer.tell(trouble)
            machine = self.house.machines[f"n{trouble.node}"]
            ends = self.begins[trouble.kind](machine, trouble)
            if ends is not None:
                self.loop.call_later(trouble.seconds, self.end, ends)

    def end(self, ends: Callable[[], None]) -> None:
        if not self.is_over:
            ends()

    def clear(self) -> None:
        """From now on nothing goes wrong."""
        self.is_over = True
        self.sky.clear()
        self.post.clear()
        self.loop.workers.slower = 1.0
        for machine in self.house.machines.values():
            machine.clear()

    def kill(self, machine: Machine, trouble: Trouble) -> None:
        lingers = trouble.seconds if trouble.how < LINGERS else 0.0
        machine.kill(trouble.seconds, lingers)

    def kill_writing(self, machine: Machine, trouble: Trouble) -> None:
        machine.weather.dies_at = trouble.place

    def stand_still(self, machine: Machine, _trouble: Trouble) -> Callable[[], None]:
        machine.stop()
        return machine.go_on

    def sleep(self, machine: Machine, trouble: Trouble) -> Callable[[], None]:
        machine.stop()

        def wakes() -> None:
            machine.clock.slept += trouble.seconds
            machine.clock.ahead -= trouble.seconds * (trouble.how < LINGERS)
            machine.go_on()

        return wakes

    def cut_database(self, machine: Machine, _trouble: Trouble) -> Callable[[], None]:
        weather = machine.weather
        weather.cut += 1

        def mends() -> None:
            weather.cut -= 1

        return mends

    def database_down(self, _machine: Machine, _trouble: Trouble) -> Callable[[], None]:
        self.sky.down += 1

        def mends() -> None:
            self.sky.down -= 1

        return mends

    def slow(self, _machine: Machine, trouble: Trouble) -> Callable[[], None]:
        self.loop.workers.slower = 1 + 40 * trouble.how

        def mends() -> None:
            self.loop.workers.slower = 1.0

        return mends

    def commits_fail(self, _machine: Machine, trouble: Trouble) -> Callable[[], None]:
        self.sky.fails = trouble.how / 4

        def mends() -> None:
            self.sky.fails = 0.0

        return mends

    def commits_unknown(self, _machine: Machine, trouble: Trouble) -> Callable[[], None]:
        self.sky.unknown = trouble.how

        def mends() -> None:
            self.sky.unknown = 0.0

        return mends

    def locked(self, _machine: Machine, trouble: Trouble) -> Callable[[], None]:
        self.sky.locked = trouble.how

        def mends() -> None:
            self.sky.locked = 0.0

        return mends

    def drop(self, machine: Machine, _trouble: Trouble) -> None:
        rooms = machine.rooms
        if rooms is not None and rooms.sharing.turn is not None:
            rooms.store.roll_back()
            machine.weather.dropped = True

    def one_way(self, machine: Machine, trouble: Trouble) -> Callable[[], None]:
        way = machine.name, f"n{trouble.other}"
        self.post.cut[way] = self.post.cut.get(way, 0) + 1

        def mends() -> None:
            self.post.cut[way] -= 1

        return mends

    def lossy(self, _machine: Machine, trouble: Trouble) -> Callable[[], None]:
        self.post.worse = trouble.how

        def mends() -> None:
            self.post.worse = 0.0

        return mends

    def set_clock(self, machine: Machine, trouble: Trouble) -> None:
        machine.clock.ahead += trouble.how

    def set_database_clock(self, _machine: Machine, trouble: Trouble) -> None:
        self.sky.clock.ahead += trouble.how

    def hand_over(self, machine: Machine, trouble: Trouble) -> None:
        store, rooms = self.rehearsal.observer.store, machine.rooms
        if rooms is None or self.house.has_writer(None):
            return
        for name in rooms.queue.holdings.held:
            store.want(name, f"n{trouble.other}")
