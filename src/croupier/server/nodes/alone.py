"""A node without a line to others: it deals at its own tables, and asks nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from croupier.server.nodes.messages import NoAnswer

if TYPE_CHECKING:
    from croupier.server.nodes.messages import Answering, Hearing


class NoMessages:
    is_connected = False

    def __init__(self, node: str) -> None:
        self.node = node

    async def ask(self, node: str, _what: str, _body: bytes, _seconds: float) -> bytes:
        raise NoAnswer(f"there is no line to {node}: --messages names none")

    def answer(self, what: str, handler: Answering) -> None:
        """Nobody asks."""

    def tell(self, what: str, body: bytes) -> None:
        """Nobody hears."""

    def hear(self, what: str, handler: Hearing) -> None:
        """Nobody tells."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None: ...
