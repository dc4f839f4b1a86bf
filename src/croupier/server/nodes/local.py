"""Nodes of one process that send each other messages: for tests, and for simulated houses.

Nothing here looks at a clock or draws lots: time is the event loop's, and what becomes of a message
is decided by `carry`, which may call `deliver` at once, later, twice or never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Self

from croupier.server.nodes.desk import Desk
from croupier.server.nodes.envelopes import Seals
from croupier.server.nodes.messages import NoAnswer

if TYPE_CHECKING:
    from croupier.server.nodes.envelopes import Sealed

Carry = Callable[[str, str, Callable[[], None]], None]
"""From which node to which, and what delivers it."""


def at_once(_sender: str, _receiver: str, deliver: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_soon(deliver)


def loop_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)


class Exchange:
    def __init__(
        self,
        carry: Carry = at_once,
        clock: Callable[[], int] = loop_ms,
        secret: bytes = b"of one process",
        house: str = "house",
    ) -> None:
        self.carry, self.clock, self.secret, self.house = carry, clock, secret, house
        self.nodes: dict[str, LocalMessages] = {}
        """Those that are open."""
        self.runs = 0

    def messages(self, node: str) -> LocalMessages:
        return LocalMessages(self, node)

    def deliver(self, receiver: str, data: bytes) -> None:
        node = self.nodes.get(receiver)
        if node and node.is_connected:
            node.receive(data)


class LocalMessages(Desk):
    def __init__(self, exchange: Exchange, node: str) -> None:
        super().__init__(node)
        self.exchange, self.is_open, self.is_cut = exchange, False, False

    @property
    def is_connected(self) -> bool:
        return self.is_open and not self.is_cut

    def cut(self) -> None:
        """The line, as if the server of messages had gone away; until it is mended."""
        self.is_cut = True
        self.line_broke()

    def mend(self) -> None:
        self.is_cut = False

    def vanish(self) -> None:
        """As a process does that is killed; what it was about to answer is its simulator's."""
        if self.is_open:
            self.is_open = False
            del self.exchange.nodes[self.node]

    def send(self, sealed: Sealed) -> None:
        there = [name for name, node in self.exchange.nodes.items() if node.is_connected]
        to = sealed.envelope.to
        if sealed.envelope.kind == "tell":
            receivers = [name for name in there if name != self.node]
        elif to in there:
            receivers = [to]
        else:
            raise NoAnswer(f"there is no node {to}")
        for receiver in receivers:
            deliver = partial(self.exchange.deliver, receiver, sealed.data)
            self.exchange.carry(self.node, receiver, deliver)

    async def __aenter__(self) -> Self:
        exchange = self.exchange
        assert self.node not in exchange.nodes
        exchange.runs += 1
        run = f"run{exchange.runs}"
        self.seals = Seals(exchange.secret, exchange.house, self.node, run, exchange.clock)
        exchange.nodes[self.node] = self
        self.is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.vanish()
        await self.clear()
