"""A stream of the house's own, and the state that follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import msgspec

from croupier.server.journal.store import New, Part, Unavailable, Write, Written
from croupier.server.money.cage import No

if TYPE_CHECKING:
    from croupier.server.journal.store import Store


class Timed(Protocol):
    @property
    def at(self) -> int: ...


E = TypeVar("E", bound=Timed)


class Kept(Generic[E]):
    """Read whole at the start; whoever writes has the disk."""

    def __init__(self, store: Store, stream: str, decoder: msgspec.json.Decoder[E]) -> None:
        self.store, self.stream = store, stream
        self.version = 0
        for entry in store.read(stream):
            self.version = entry.version
            self.follow(decoder.decode(entry.body))

    def follow(self, event: E) -> None:
        raise NotImplementedError

    def write(self, event: E) -> No | None:
        """Why it could not be written, if it could not; only then has nothing changed."""
        new = New(event.at, msgspec.json.encode(event))
        [outcome] = self.store.append([Write((Part(self.stream, self.version, (new,)),))])
        if isinstance(outcome, Unavailable):
            return No(f"the house pauses, nothing happened: {outcome.reason}", paused=True)
        if not isinstance(outcome, Written):
            return No(f"nothing happened: {outcome}")
        self.version += 1
        self.follow(event)
        return None
