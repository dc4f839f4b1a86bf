"""A house on several nodes in one process: one journal, messages by hand, real rooms."""

from __future__ import annotations

import asyncio
import shutil
import socket
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import TYPE_CHECKING

import uvicorn

from croupier.engine.irregularities import Role
from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.server.nodes.local import Exchange
from croupier.server.nodes.node_queue import NodeQueue
from croupier.server.nodes.terms import NodeTerms
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.play.requests import Request
from croupier.table.commands import Who
from croupier.wire.house import plan_house
from tests.support.configured_house import written
from tests.support.waiting import LONGEST, wait_until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from croupier.server.play.requests import Reply
    from croupier.table.commands import AnyCommand

KEPT = ("*.key", "checkpoint", "key*", "shoe*", "signing*")
PERSON = 'dealer = "person"'


def joined(  # noqa: PLR0913 - each is one choice of a test
    folder: Path,
    exchange: Exchange,
    node: str,
    text: str,
    database: str = "",
    *,
    pace: float = 0.01,
) -> OpenHouse:
    """The first founds the house; each has a folder of its own with the same keys."""
    own, first = folder / node, next((one for one in sorted(folder.glob("n*"))), None)
    if first is not None and not own.exists():
        own.mkdir()
        for one in first.iterdir():
            if one.is_file() and one.name not in {"lock", "house.db"}:
                shutil.copy(one, own / one.name)
    terms = NodeTerms(
        node=node,
        database=database or f"sqlite:{folder / 'house.db'}",
        messages=lambda _secret: exchange.messages(node),
    )
    plan = plan_house(text.encode())
    house = OpenHouse(own, plan=plan, pace=pace, patience=1, profile=LIGHT, nodes=terms)
    house.furnish()
    return house


class Cluster:
    def __init__(self, folder: Path, text: str, database: str = "", *, pace: float = 0.01) -> None:
        self.folder, self.text, self.database, self.pace = folder, text, database, pace
        self.exchange = Exchange()
        self.houses: dict[str, OpenHouse] = {}
        self.stacks: dict[str, AsyncExitStack] = {}
        self.requests = 0

    async def start(self, node: str) -> OpenHouse:
        house = joined(self.folder, self.exchange, node, self.text, self.database, pace=self.pace)
        stack = AsyncExitStack()
        await stack.enter_async_context(house.in_motion())
        self.houses[node], self.stacks[node] = house, stack
        return house

    async def stop(self, node: str) -> None:
        await self.stacks.pop(node).aclose()
        del self.houses[node]

    async def reached(self, what: Callable[[], object], seconds: float = LONGEST) -> None:
        await wait_until_async(what, seconds=seconds)

    def holder(self, table: str) -> str | None:
        return next((name for name in self.houses if table in self.held(name)), None)

    def held(self, node: str) -> list[str]:
        return queue_of(self.houses[node]).holdings.held

    async def ask(
        self, node: str, table: str, command: AnyCommand, who: Who, name: str | None = None
    ) -> Reply:
        self.requests += 1
        house = self.houses[node]
        name = name or f"{who.name}/r{self.requests}"
        return await house.queue.ask(Request(table, who, command, house.clock(), name))


def queue_of(house: OpenHouse) -> NodeQueue:
    assert isinstance(house.queue, NodeQueue)
    return house.queue


@asynccontextmanager
async def cluster(
    folder: Path,
    *games: str,
    nodes: int = 2,
    more: str = PERSON,
    database: str = "",
    pace: float = 0.01,
) -> AsyncIterator[Cluster]:
    made = Cluster(folder, written(*games, more=more), database, pace=pace)
    try:
        for number in range(1, nodes + 1):
            await made.start(f"n{number}")
        yield made
    finally:
        for node in tuple(made.stacks):
            await made.stop(node)


P1, P2 = Who("p1", Role.PLAYER), Who("p2", Role.PLAYER)
DEALER = Who("d1", Role.DEALER)


@asynccontextmanager
async def on_the_web(house: OpenHouse) -> AsyncIterator[str]:
    """A house that is in motion already."""
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        app = application(house, None)
        server = uvicorn.Server(served(app, log_level="critical", lifespan="off"))
        serving = asyncio.create_task(server.serve([listening]))
        try:
            await wait_until_async(lambda: server.started, "the server listens")
            yield "{}:{}".format(*listening.getsockname())
        finally:
            server.should_exit = True
            await serving
