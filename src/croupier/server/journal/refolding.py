"""The check of snapshots: each is compared with its stream, folded from the beginning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.server.journal import private, snapshots
from croupier.server.journal.store import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.server.journal.store import Store, Told
    from croupier.server.journal.stream import Codec, Fold


def itself(state: object) -> object:
    return state


@dataclass(frozen=True, slots=True)
class Refold:
    """How a kind of stream begins, is folded, and is compared with its snapshots."""

    fold: Fold[Any, Any]
    codec: Codec[Any]
    begin: Callable[[str, Any, Mapping[str, Any]], Any]
    """From a name, its first event, and the states of all streams so far."""
    comparable: Callable[[Any], object] = itself


class Refolded:
    """The streams that have snapshots, folded entry by entry, each snapshot compared on its way."""

    def __init__(self, store: Store, refolds: Mapping[str, Refold]) -> None:
        self.store = store
        self.states: dict[str, Any] = {}
        self.streams: dict[str, RefoldedStream] = {}
        for stream in store.versions():
            kind = stream.partition(":")[0]
            if kind in refolds:
                kept = dict(kept_of(store, stream))
                self.streams[stream] = RefoldedStream(refolds[kind], stream, kept)

    def follow(self, told: Told) -> None:
        stream = self.streams.get(told.stream)
        if stream is None or stream.is_broken:
            return
        try:
            state = stream.folded(self.body(told), self.states)
        except UNREADABLE:
            stream.is_broken = True
            return
        self.states[told.stream] = state
        if told.version in stream.kept:
            stream.compare(told.version, state)

    def body(self, told: Told) -> bytes:
        """With the private values, where there are any."""
        if private.MARK not in told.body:
            return told.body
        return private.whole(next(self.store.everything(told.position - 1)))

    def faults(self) -> Iterator[str]:
        wrong = (
            (name, version)
            for name, stream in self.streams.items()
            for version in (*stream.wrong, *stream.kept)
        )
        for name, version in sorted(wrong):
            yield f"the snapshot of {name} at entry {version} is not what the journal says"


class RefoldedStream:
    def __init__(self, refold: Refold, stream: str, kept: dict[int, snapshots.Kept | None]) -> None:
        self.refold, self.stream = refold, stream
        self.decode, self.evolve = refold.fold.decoder.decode, refold.fold.evolve
        self.kept = kept
        """Snapshots by version that were not come to yet."""
        self.wrong: list[int] = []
        self.is_broken = False
        """Whether an entry could not be folded: what follows is not, either."""

    def folded(self, body: bytes, states: Mapping[str, Any]) -> object:
        event = self.decode(body)
        state = states.get(self.stream)
        if state is None:
            state = self.refold.begin(self.stream.partition(":")[2], event, states)
        return self.evolve(state, event)

    def compare(self, version: int, state: object) -> None:
        if not self.agrees(self.kept.pop(version), state):
            self.wrong.append(version)

    def agrees(self, kept: snapshots.Kept | None, state: object) -> bool:
        """One of another program's shape is passed over by a start, and by this."""
        if kept is None:
            return False
        codec, comparable = self.refold.codec, self.refold.comparable
        if kept.shape != snapshots.shape_of(codec.shape):
            return True
        try:
            return bool(comparable(codec.load(kept.state)) == comparable(state))
        except UNREADABLE:
            return False


def kept_of(store: Store, stream: str) -> Iterator[tuple[int, snapshots.Kept | None]]:
    found = store.snapshot(stream)
    while found is not None:
        yield found.version, snapshots.opened(found)
        found = store.snapshot(stream, found.version)
