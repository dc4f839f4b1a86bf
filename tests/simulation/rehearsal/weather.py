"""What nodes meet on their way to the database and to each other."""

from __future__ import annotations

from contextvars import Context
from typing import TYPE_CHECKING

from tests.simulation.rehearsal.faulty_sqlite import COMMITTED
from tests.simulation.rehearsal.processes import RUNNING, Killed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from tests.simulation.rehearsal.clocks import DatabaseClock
    from tests.simulation.rehearsal.loop import SeededLoop
    from tests.simulation.rehearsal.rooms import Rooms

UNREACHED = "the database cannot be reached"
WAITS_FOR_LOCK = {"turn", "begin", "lease"}


class Sky:
    """What is the same for all nodes."""

    def __init__(self, path: Path, clock: DatabaseClock, rng: Random) -> None:
        self.path, self.clock, self.rng = path, clock, rng
        self.down = 0
        self.fails, self.unknown, self.locked = 0.0, 0.0, 0.0
        """How often a commit fails, leaves nobody knowing, or finds a lock."""

    def clear(self) -> None:
        self.down = 0
        self.fails = self.unknown = self.locked = 0.0
        self.clock.ahead = 0.0


class NodeWeather:
    def __init__(self, sky: Sky, committed: Callable[[Rooms], None]) -> None:
        self.sky, self.path = sky, sky.path
        self.rooms: Rooms | None = None
        self.tell = committed
        self.cut = 0
        self.dies_at = ""
        """The step at whose next pass the process is killed."""
        self.kill: Callable[[], None] = lambda: None
        self.dropped = False
        """What it has begun was ended by the database, and it does not know."""

    def now(self) -> int:
        return self.sky.clock()

    def out_of_reach(self) -> str | None:
        return UNREACHED if self.cut or self.sky.down else None

    def fails(self, step: str) -> str | None:
        self.die(step)
        if step == COMMITTED:
            return self.drawn(self.sky.unknown, "the line broke before the answer came")
        if why := self.out_of_reach():
            return why
        if self.dropped and step in WAITS_FOR_LOCK:
            self.dropped = False
            return "the line was dropped"
        if step in WAITS_FOR_LOCK:
            return self.drawn(self.sky.locked, "database is locked")
        return self.drawn(self.sky.fails, "disk I/O error")

    def die(self, place: str) -> None:
        if place == self.dies_at and RUNNING.get() is self.rooms and self.rooms is not None:
            self.dies_at = ""
            self.kill()
            raise Killed

    def drawn(self, often: float, why: str) -> str | None:
        return why if often and self.sky.rng.random() < often else None

    def committed(self) -> None:
        assert self.rooms is not None
        self.tell(self.rooms)

    def clear(self) -> None:
        self.cut, self.dies_at, self.dropped = 0, "", False


class Calm:
    """As an observer meets it, who is never in trouble."""

    def __init__(self, sky: Sky) -> None:
        self.sky = sky

    def now(self) -> int:
        return self.sky.clock()

    def out_of_reach(self) -> str | None:
        return None

    def fails(self, _step: str) -> str | None:
        return None

    def committed(self) -> None: ...


class Post:
    """Carries messages between nodes: late, twice, out of order, or not at all."""

    def __init__(self, loop: SeededLoop, rng: Random, losses: float) -> None:
        self.loop, self.rng, self.losses, self.worse = loop, rng, losses, 0.0
        self.cut: dict[tuple[str, str], int] = {}
        self.to: Callable[[str], Rooms | None] = lambda _node: None

    def carry(self, sender: str, receiver: str, deliver: Callable[[], None]) -> None:
        losses = self.losses + self.worse
        if self.cut.get((sender, receiver)) or self.rng.random() < losses:
            return
        self.send(receiver, deliver, losses)
        if self.rng.random() < losses:
            self.send(receiver, deliver, losses)

    def send(self, receiver: str, deliver: Callable[[], None], losses: float) -> None:
        slow = 1.5 if self.rng.random() < losses else 0.004
        after, outside = self.rng.random() * slow, Context()  # it is on its way, whoever dies
        self.loop.call_later(after, self.arrives, receiver, deliver, context=outside)

    def arrives(self, receiver: str, deliver: Callable[[], None]) -> None:
        if rooms := self.to(receiver):
            self.loop.call_soon(deliver, context=rooms.context)

    def clear(self) -> None:
        self.losses, self.worse, self.cut = 0.0, 0.0, {}
