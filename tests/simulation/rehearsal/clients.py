"""People's devices: they ask a node over a line, wait for a while, and ask again."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextvars import Context
from typing import TYPE_CHECKING, TypeVar

from croupier.engine.refusals import Policy, Refused
from croupier.server.journal.store import Unreadable
from croupier.server.play.requests import Carried, Request
from tests.simulation.rehearsal.seeds import chance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from random import Random

    from croupier.server.play.requests import Reply
    from croupier.table.commands import AnyCommand, Who
    from tests.simulation.rehearsal.machines import House, Machine
    from tests.simulation.rehearsal.observer import Observer
    from tests.simulation.rehearsal.rooms import Rooms

T = TypeVar("T")
PATIENCE = 3.0
LINE_SECONDS = 0.01
AGAIN = {Policy.PAUSED, Policy.ON_ANOTHER_NODE, Policy.CHANGED_MEANWHILE}
"""After which the same is asked again: nothing was done, or nobody knows."""
TRIES, GIVES_UP = 6, 0.1


class Floor:
    """All that people have to do with."""

    def __init__(self, house: House, observer: Observer, seed: int) -> None:
        self.house, self.observer, self.seed = house, observer, seed
        self.tables = list(observer.folded.tables)
        self.replies = Counter[str]()
        self.is_over = False
        """No further bets are made."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self.house.loop


class Client:
    """One person, who goes to any node."""

    def __init__(self, floor: Floor, who: Who, of: str = "") -> None:
        self.floor, self.who = floor, who
        self.name = f"{who.name}{of}"
        self.rng: Random = chance(floor.seed, self.name)
        self.asked = 0
        self.old: list[tuple[str, str, AnyCommand]] = []

    def any_node(self) -> Rooms | None:
        """As whatever stands before the nodes finds it: it may be one that is just dead."""
        machines: list[Machine] = list(self.floor.house.machines.values())
        rooms = self.rng.choice(machines).rooms
        return rooms if rooms is not None and rooms.is_open else None

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self.rng.uniform(0.3, 1.7))

    async def call(self, rooms: Rooms, work: Callable[[], Awaitable[T]]) -> T | None:
        """What a node answers; None: nothing came back."""
        loop, answer = self.floor.loop, asyncio.get_running_loop().create_future()

        async def serve() -> None:
            try:
                told, fault = await work(), None
            except Exception as error:  # noqa: BLE001 - told to whoever asked
                told, fault = None, error
            loop.call_later(self.line(), arrives, told, fault, context=Context())

        def arrives(told: T | None, fault: Exception | None) -> None:
            if fault is not None and not isinstance(fault, Unreadable):
                self.floor.observer.find(f"a node failed to answer {self.name}: {fault!r}")
            if not answer.done():
                answer.set_result(told)

        def begin() -> None:
            rooms.kept.append(loop.create_task(serve()))

        loop.call_later(self.line(), begin, context=rooms.context)
        try:
            async with asyncio.timeout(PATIENCE):
                found: T | None = await answer
                return found
        except TimeoutError:
            return None

    def line(self) -> float:
        return self.rng.random() * LINE_SECONDS

    def new_name(self) -> str:
        self.asked += 1
        return f"{self.name}/{self.asked}"

    async def ask(self, table: str, command: AnyCommand) -> Reply | None:
        """The same under the same name, until it is answered or given up."""
        return await self.repeat(self.new_name(), table, command)

    async def repeat(self, name: str, table: str, command: AnyCommand) -> Reply | None:
        observer = self.floor.observer
        observer.acknowledged.asked(name, table, command)
        for _ in range(TRIES):
            if (rooms := self.any_node()) is not None:
                reply = await self.asked_at(rooms, name, table, command)
                if reply is not None and not is_open(reply):
                    return reply
            if self.rng.random() < GIVES_UP:
                break
            await self.pause(0.3)
        return None

    async def asked_at(
        self, rooms: Rooms, name: str, table: str, command: AnyCommand
    ) -> Reply | None:
        async def work() -> Reply:
            return await rooms.queue.ask(Request(table, self.who, command, rooms.clock(), name))

        observer = self.floor.observer
        was_done = observer.store.answer_to(name) is not None
        reply = await self.call(rooms, work)
        said = "-" if reply is None else reply.why if isinstance(reply, Refused) else "carried"
        self.floor.replies[said] += 1
        observer.tell(self.name, rooms.sharing.run, name, table, type(command).__name__, said)
        if isinstance(reply, Carried):
            self.old.append((name, table, command))
            for wrong in observer.acknowledged.carried(name, table, reply):
                observer.find(wrong)
        elif was_done and isinstance(reply, Refused) and not is_open(reply):
            observer.find(f"{name} was refused, and was in the journal when it was asked again")
        return reply

    async def on_disk(self, work: Callable[[Rooms], T], name: str) -> T | Refused | None:
        """Something that is done at no table, under a name where it may be repeated."""
        observer = self.floor.observer
        rooms = self.any_node()
        if rooms is None:
            return None
        told = await self.call(rooms, lambda: rooms.queue.on_disk(lambda: work(rooms)))
        said = "-" if told is None else told.why if isinstance(told, Refused) else "done"
        observer.tell(self.name, rooms.sharing.run, name, said)
        return told


def is_open(reply: Reply) -> bool:
    return isinstance(reply, Refused) and reply.why in AGAIN
