"""A password that is given: when it may be tried, where it is hashed, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.people.people import WRONG, WRONG_CODE, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Desk
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


def for_strangers(call: AnyCall, name: str) -> Door:
    """By account and address: what one address does delays no other."""
    return Door(call.desk.delays, call.desk.hashing.strangers, name, call.sender.address)


def for_session(call: AnyCall) -> Door:
    """Nobody else has its token, so that nobody else can delay it."""
    return Door(call.desk.unlocking, call.desk.hashing.sessions, named(call.token), "")


async def tried(
    desk: Desk, door: Door, hashed: Callable[[], H], then: Callable[[H], T | Refused]
) -> T | Refused:
    """First what takes long, off the loop and outside of any commit; then what is written."""
    wait = door.delays.attempt(door.name, door.address, desk.now())
    if wait:
        return too_soon(wait)
    found = await door.lane.run(door.address or door.name, hashed)
    if isinstance(found, Refused):
        door.delays.forgive(door.name, door.address)
        return found
    told = await desk.write(lambda: then(found))
    if not isinstance(told, Refused):
        door.delays.succeeded(door.name, door.address)
    elif told not in {WRONG, WRONG_CODE}:
        door.delays.forgive(door.name, door.address)
    return told


def too_soon(wait_ms: int) -> Refused:
    seconds = -(-wait_ms // 1000)
    return declined(Policy.TOO_OFTEN, TOO_MANY_WRONG_PASSWORDS(seconds=seconds))
