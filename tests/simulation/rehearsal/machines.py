"""The machines that a house runs on: each is started, killed, stopped and cut off as it is told."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal.store import Unreadable
from tests.simulation.rehearsal.clocks import NodeClock
from tests.simulation.rehearsal.rooms import Rooms
from tests.simulation.rehearsal.weather import NodeWeather

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from croupier.server.journal.keys import Keys
    from croupier.server.nodes.local import Exchange
    from tests.simulation.rehearsal.loop import SeededLoop, Step
    from tests.simulation.rehearsal.weather import Sky

TRY_AGAIN = 0.5
"""Seconds after which a node that could not be opened is started again."""
MOST_DRIFT, MOST_AHEAD = 1e-4, 0.9


class House:
    """What the nodes of one house have in common."""

    def __init__(self, loop: SeededLoop, sky: Sky, keys: Keys, exchange: Exchange) -> None:
        self.loop, self.sky, self.keys, self.exchange = loop, sky, keys, exchange
        self.pace = 0.1
        self.committed: Callable[[Rooms], None] = lambda _rooms: None
        self.failed: Callable[[str], None] = lambda _what: None
        self.machines: dict[str, Machine] = {}
        self.dead: list[Rooms] = []
        """Kept: whatever was left of them would clean up after itself."""

    def has_writer(self, but: Rooms | None) -> bool:
        """Whether a node has the turn to write, or one that was killed has it still."""
        for machine in self.machines.values():
            rooms = machine.rooms
            if rooms is not None and rooms is not but and rooms.sharing.turn is not None:
                return True
        return any(one is not but and one.sharing.turn is not None for one in self.dead)


class Machine:
    def __init__(self, house: House, name: str, rng: Random) -> None:
        self.house, self.name, self.rng = house, name, rng
        self.drift, self.ahead = (
            rng.uniform(-MOST_DRIFT, MOST_DRIFT),
            rng.uniform(-1, 1) * MOST_AHEAD,
        )
        self.clock = NodeClock(house.loop.time, 1 + self.drift, self.ahead)
        self.weather = NodeWeather(house.sky, house.committed)
        self.weather.kill = self.kill
        self.rooms: Rooms | None = None
        self.runs, self.kills = 0, 0
        self.is_wanted = False

    @property
    def is_up(self) -> bool:
        rooms = self.rooms
        return rooms is not None and rooms.is_open and not rooms.stands_still

    def start(self) -> None:
        self.is_wanted = True
        if self.rooms is None:
            self.try_to_open()

    def try_to_open(self) -> None:
        if not self.is_wanted or self.rooms is not None:
            return
        self.runs += 1
        rooms = Rooms(self.name, self.runs, self.weather, self.clock)
        self.weather.rooms = self.rooms = rooms
        if self.house.has_writer(rooms):
            self.give_up(rooms)
            return
        try:
            rooms.context.run(rooms.open, self.house.keys, self.house.exchange, self.rng)
        except (Unreadable, BadInput):
            self.give_up(rooms)
            return
        task = self.house.loop.create_task(self.runs_on(rooms), context=rooms.context)
        rooms.kept.append(task)

    async def runs_on(self, rooms: Rooms) -> None:
        try:
            await rooms.run(self.house.pace)
        except Unreadable:
            if rooms.is_open:
                self.house.failed(f"{self.name} ended by itself: it could not read")
            self.give_up(rooms)
        except Exception as fault:  # noqa: BLE001 - whatever ends a node is a finding
            self.house.failed(f"{self.name} ended by itself: {fault!r}")

    def give_up(self, rooms: Rooms) -> None:
        """A start that failed; whoever looks after the machine tries again."""
        self.forget(rooms)
        rooms.close()
        self.later(TRY_AGAIN, self.try_to_open)

    def later(self, seconds: float, what: Callable[[], None]) -> Step:
        """Whatever becomes of the process."""
        return self.house.loop.call_later(seconds, what, context=Context())

    def forget(self, rooms: Rooms) -> None:
        rooms.is_alive = rooms.is_open = False
        self.rooms = self.weather.rooms = None
        self.house.dead.append(rooms)
        here = self.house.exchange.nodes.get(self.name)
        if here is not None:
            here.vanish()

    def kill(self, after: float = 0.5, lingers: float = 0.0) -> None:
        """Nothing is let go; the database notices at once or a little later."""
        self.weather.dies_at = ""
        rooms = self.rooms
        if rooms is None:
            return
        self.kills += 1
        self.forget(rooms)
        self.later(lingers, rooms.close)
        self.later(after, self.try_to_open)

    def stop(self) -> None:
        if self.rooms is not None:
            self.rooms.stop()

    def go_on(self) -> None:
        if self.rooms is not None and self.rooms.stands_still:
            self.rooms.go_on(self.house.loop)

    def clear(self) -> None:
        self.weather.clear()
        self.clock.ahead = self.ahead
        self.go_on()
