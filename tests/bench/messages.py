"""Messages between two nodes, beside nats-py alone over the same server.

    python -m tests.bench.messages

Both nodes are in one process, so a figure is the work of both ends; the server is a process of its
own on the same cores. The two ways take turns, and the best of each counts.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nats.aio.client import Client
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.support.nats_server import NatsServer
from tests.support.nodes import by_server, opened

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from nats.aio.msg import Msg

    from croupier.server.nodes.desk import Desk

from tests.bench.ending import ended

TRIES, BODY = 5, bytes(300)
REQUESTS, MESSAGES, BATCH = 4_000, 40_000, 200


class Way(Protocol):
    heard: int

    async def ask(self) -> object: ...

    async def tell(self) -> None: ...


class Ours:
    def __init__(self, a: Desk, b: Desk) -> None:
        self.a, self.heard = a, 0
        b.answer("echo", self.echo)
        b.hear("moved", self.hear)

    async def echo(self, body: bytes) -> bytes:
        return body

    def hear(self, _sender: str, _body: bytes) -> None:
        self.heard += 1

    async def ask(self) -> object:
        return await self.a.ask("b", "echo", BODY, 30)

    async def tell(self) -> None:
        self.a.tell("moved", BODY)


class Raw:
    def __init__(self, a: Client) -> None:
        self.a, self.heard = a, 0

    async def listen(self, b: Client) -> None:
        await b.subscribe("echo", cb=self.echo)
        await b.subscribe("moved", cb=self.hear)
        await b.flush()
        await b.flush()

    async def echo(self, message: Msg) -> None:
        await message.respond(message.data)

    async def hear(self, _message: Msg) -> None:
        self.heard += 1

    async def ask(self) -> object:
        return await self.a.request("echo", BODY, timeout=30)

    async def tell(self) -> None:
        await self.a.publish("moved", BODY)


async def requests(way: Way, in_flight: int) -> float:
    each = REQUESTS // in_flight

    async def one_by_one() -> None:
        for _ in range(each):
            await way.ask()

    started = time.perf_counter()
    await asyncio.gather(*(one_by_one() for _ in range(in_flight)))
    return each * in_flight / (time.perf_counter() - started)


async def messages(way: Way) -> float:
    way.heard = 0
    started = time.perf_counter()
    for number in range(MESSAGES):
        await way.tell()
        if number % BATCH == 0:
            await asyncio.sleep(0)
    while way.heard < MESSAGES:  # noqa: ASYNC110 - it is counted, not waited for
        await asyncio.sleep(0)
    return MESSAGES / (time.perf_counter() - started)


MEASURES: dict[str, Callable[[Way], Awaitable[float]]] = {
    "requests, one at a time": lambda way: requests(way, 1),
    "requests, 200 in flight": lambda way: requests(way, 200),
    "messages of 300 bytes": messages,
}


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[Raw]:
    a, b = Client(), Client()
    await a.connect(url)
    await b.connect(url)
    way = Raw(a)
    await way.listen(b)
    yield way
    await a.close()
    await b.close()


async def measured(url: str) -> dict[str, tuple[float, float]]:
    """Ours and raw, a second."""
    found: dict[str, tuple[float, float]] = {}
    async with opened(by_server(url), "a", "b") as [a, b], raw(url) as plain:
        ours = Ours(a, b)
        for name, measure in MEASURES.items():
            pairs = [(await measure(ours), await measure(plain)) for _ in range(TRIES)]
            found[name] = max(one for one, _ in pairs), max(one for _, one in pairs)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, NatsServer(Path(folder)) as server:
        found = asyncio.run(measured(f"nats://{server.address}"))
    table = Table("a second", box=SIMPLE_HEAD)
    for column in ("sealed, between nodes", "nats-py alone", "share"):
        table.add_column(column, justify="right")
    for name, (ours, plain) in found.items():
        table.add_row(name, f"{ours:,.0f}", f"{plain:,.0f}", f"{ours / plain:.0%}")
    Console().print(table)


if __name__ == "__main__":
    ended(main)
