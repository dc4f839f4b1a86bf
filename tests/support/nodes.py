"""Nodes of a house that talk to each other, by a server or in one process."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from croupier.server.nodes.local import Exchange
from croupier.server.nodes.nats import NatsMessages
from croupier.server.nodes.nats_place import Place
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from croupier.server.nodes.desk import Desk

SECRET = b"a secret of all nodes of one house"
HOUSE = "house"


def by_server(url: str) -> Callable[[str], NatsMessages]:
    return lambda node: NatsMessages(Place(url), house=HOUSE, node=node, secret=SECRET)


def in_process() -> Callable[[str], Desk]:
    return Exchange(secret=SECRET, house=HOUSE).messages


@asynccontextmanager
async def opened(make: Callable[[str], Desk], *names: str) -> AsyncIterator[list[Desk]]:
    async with AsyncExitStack() as stack:
        nodes = [make(name) for name in names]
        for node in nodes:
            await stack.enter_async_context(node)
        yield nodes


until = wait_until_async
