"""Messages between the nodes of one house: requests to one of them, and news to all others.

What is true is in the database. A message makes it known sooner or asks for something, at most
once, and may be lost.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, Self

from croupier.problems import BadInput

if TYPE_CHECKING:
    from types import TracebackType

MOST_BYTES = (1 << 20) - (1 << 10)
"""Of a body: what NATS takes unless it is told otherwise, less an envelope."""
TELL_SECONDS = 10.0
"""Until news are too old to be heard."""
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Of a house, a node and what a message is about: each is a part of a subject."""

Answering = Callable[[bytes], Awaitable[bytes]]
Hearing = Callable[[str, bytes], None]
"""From which node, and what."""


class NoAnswer(Exception):  # noqa: N818 - what became of a request, not a fault
    """One line: why there is none. What was asked may have been done all the same."""

    @property
    def reason(self) -> str:
        return str(self)


class Messages(Protocol):
    node: str

    @property
    def is_connected(self) -> bool: ...

    async def ask(self, node: str, what: str, body: bytes, seconds: float) -> bytes:
        """The answer of one node, or NoAnswer: at once where nobody is there to answer."""
        ...

    def answer(self, what: str, handler: Answering) -> None:
        """One handler for each: whatever it raises, the node that asked has NoAnswer."""
        ...

    def tell(self, what: str, body: bytes) -> None:
        """To all other nodes that are there now; neither waits nor raises."""
        ...

    def hear(self, what: str, handler: Hearing) -> None:
        """In the order in which a node told it."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


def named(name: str, of: str) -> str:
    if not NAME.fullmatch(name):
        raise BadInput("a name has 1 to 64 letters, digits, _ and -", of)
    return name
