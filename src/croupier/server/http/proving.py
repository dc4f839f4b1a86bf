"""A password that is given: when it may be tried, where it is hashed, and what follows from it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.people.people import WRONG, WRONG_CODE, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Desk
    from croupier.server.nodes.tries import SharedTries
    from croupier.server.people.delays import Delays
    from croupier.server.people.hashing import Lane

TOO_MANY_WRONG_PASSWORDS = Sentence(
    "too-many-wrong-passwords", "too many wrong passwords: wait {seconds} s"
)

H = TypeVar("H")
T = TypeVar("T")


class Door(NamedTuple):
    """Whose tries are counted together, and with whom they wait."""

    delays: Delays
    lane: Lane
    name: str
    address: str
    shared: SharedTries | None = None
    """Those of all nodes together, where there are several."""

    def counted(self, hashed: Callable[[], H]) -> H | Refused:
        """What is hashed, where no node has had too many; asked off the loop."""
        longest = self.delays.longest_ms
        wait = self.shared.attempt(self.name, self.address, longest) if self.shared else 0
        return too_soon(wait) if wait else hashed()

    async def succeeded(self) -> None:
        self.delays.succeeded(self.name, self.address)
        if self.shared is not None:
            await self.lane.after(partial(self.shared.succeeded, self.name, self.address))

    async def forgive(self) -> None:
        self.delays.forgive(self.name, self.address)
        if self.shared is not None:
            await self.lane.after(partial(self.shared.forgive, self.name, self.address))


def for_strangers(call: AnyCall, name: str) -> Door:
    """By account and address: what one address does delays no other."""
    desk, address = call.desk, call.sender.address
    return Door(desk.delays, desk.hashing.strangers, name, address, desk.tries)


def for_session(call: AnyCall) -> Door:
    """Nobody else has its token, so that nobody else can delay it."""
    desk = call.desk
    return Door(desk.unlocking, desk.hashing.sessions, named(call.token), "", desk.tries)


async def tried(
    desk: Desk, door: Door, hashed: Callable[[], H], then: Callable[[H], T | Refused]
) -> T | Refused:
    """First what takes long, off the loop and outside of any commit; then what is written."""
    wait = door.delays.attempt(door.name, door.address, desk.now())
    if wait:
        return too_soon(wait)
    found = await door.lane.run(door.address or door.name, lambda: door.counted(hashed))
    if isinstance(found, Refused):
        door.delays.forgive(door.name, door.address)  # which no node has counted
        return found
    told = await desk.write(lambda: then(found))
    if not isinstance(told, Refused):
        await door.succeeded()
    elif told not in {WRONG, WRONG_CODE}:
        await door.forgive()
    return told


def too_soon(wait_ms: int) -> Refused:
    seconds = -(-wait_ms // 1000)
    return declined(Policy.TOO_OFTEN, TOO_MANY_WRONG_PASSWORDS(seconds=seconds))
