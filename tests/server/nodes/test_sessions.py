"""A session at several nodes: each knows when it was used at any, and what is locked stays so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
from websockets.asyncio.client import connect

from croupier.engine.refusals import Policy, Refused
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.people.accounts import SessionsSeen
from croupier.server.people.people import IDLE_MS, SEEN_EVERY_MS, Session, named
from croupier.table.commands import Who
from tests.support.several_nodes import cluster, on_the_web, queue_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from croupier.server.opening import OpenHouse

MINUTE = SEEN_EVERY_MS
SECOND = 1_000
Nodes = tuple["OpenHouse", "OpenHouse"]


def at_two_nodes(folder: Path, evening: Callable[[Nodes, str, int], Awaitable[None]]) -> None:
    """With a person who has signed in at the first."""

    async def play() -> None:
        async with cluster(folder, "baccarat") as floor:
            first, second = floor.houses.values()
            now = first.clock()
            await evening((first, second), await signed_in(first, 0, now), now)

    asyncio.run(play())


async def signed_in(node: OpenHouse, place: int, now: int) -> str:
    people, on_disk = node.people, node.queue.on_disk
    if not people.accounts:
        assert isinstance(await on_disk(lambda: people.first_staff(now)), list)
    name, account = list(people.accounts.items())[place]
    session = await on_disk(lambda: people.admit(name, account.password, now))
    assert isinstance(session, Session), session
    return session.token


async def all_known(nodes: Nodes) -> None:
    for node in nodes:
        await node.queue.on_disk(lambda: None)


async def written_if_due(node: OpenHouse, at: int) -> None:
    """As it looks every second."""
    if node.people.is_due(at):
        await node.queue.on_disk(lambda: node.people.write_down(at))


def is_locked(node: OpenHouse, token: str, at: int) -> bool:
    found = node.people.standing(token, at)
    return isinstance(found, Refused) and found.why is Policy.SESSION_LOCKED


def test_what_is_locked_at_one_node_stays_locked(tmp_path: Path) -> None:
    """Also when another tells later that it was used there before."""

    async def evening(nodes: Nodes, token: str, now: int) -> None:
        first, second = nodes
        await all_known(nodes)
        assert isinstance(second.people.use(token, now + SECOND), Who)
        locked = SessionsSeen(at=now + 2 * SECOND, seen={named(token): -IDLE_MS})
        assert await first.queue.on_disk(lambda: first.people.write(locked)) is None
        await all_known(nodes)
        later = now + 2 * MINUTE
        await second.queue.on_disk(lambda: second.people.write_down(later, all_=True))
        await all_known(nodes)
        assert [is_locked(node, token, later) for node in nodes] == [True, True]

    at_two_nodes(tmp_path, evening)


def test_what_was_used_at_another_node_long_ago_locks_nothing_in_use(tmp_path: Path) -> None:
    async def evening(nodes: Nodes, token: str, now: int) -> None:
        first, second = nodes
        await all_known(nodes)
        second.people.use(token, now + SECOND)
        later = now + IDLE_MS + MINUTE
        first.people.use(token, now + IDLE_MS - SECOND)
        await second.queue.on_disk(lambda: second.people.write_down(later, all_=True))
        await all_known(nodes)
        assert not is_locked(first, token, later)

    at_two_nodes(tmp_path, evening)


def test_each_node_tells_what_is_used_there(tmp_path: Path) -> None:
    """However often others write: a person who goes on elsewhere is known to have been there."""

    async def evening(nodes: Nodes, token: str, now: int) -> None:
        first, second = nodes
        other = await signed_in(first, 1, now)
        await all_known(nodes)
        for at in range(now + SECOND, now + IDLE_MS + 2 * MINUTE, 30 * SECOND):
            second.people.use(token, at)
            first.people.use(other, at)
            for node in nodes:
                await written_if_due(node, at)
            await all_known(nodes)
        assert not is_locked(first, token, at)

    at_two_nodes(tmp_path, evening)


def test_a_cookie_opens_any_node_at_once(tmp_path: Path) -> None:
    """Also where no message has told that another gave it."""

    async def play() -> None:
        async with cluster(tmp_path, "baccarat", more="") as floor:
            first, second = floor.houses.values()
            first.store.set_meta(DEMONSTRATION, YES)
            for node in floor.exchange.nodes.values():
                node.cut()
            async with on_the_web(second) as address:
                for _ in range(5):
                    made = await first.seat_guest()
                    assert not isinstance(made, Refused), made
                    cookie = {"Cookie": f"croupier={made[1]}"}
                    async with httpx.AsyncClient(headers=cookie) as client:
                        told = await client.get(f"http://{address}/api/me")
                    assert told.status_code == 200, told.text
                    made = await first.seat_guest()
                    assert not isinstance(made, Refused), made
                    cookie = {"Cookie": f"croupier={made[1]}"}
                    async with connect(f"ws://{address}/ws", additional_headers=cookie) as line:
                        assert made[0].name.encode() in await line.recv(decode=False)

    asyncio.run(play())


def test_many_cookies_of_nobody_are_one_look(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat") as floor:
            house = floor.houses["n1"]
            queue = queue_of(house)
            before = queue.looks
            await asyncio.gather(*(house.hear_of(f"nobody's {one}") for one in range(200)))
            assert 0 < queue.looks - before <= 2
            known = await signed_in(house, 0, house.clock())
            await all_known((house, floor.houses["n2"]))
            async with queue.write_lock:  # nobody can look
                await asyncio.wait_for(house.hear_of(known), 0.5)

    asyncio.run(play())
