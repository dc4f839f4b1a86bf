"""The check of snapshots: each is compared with its stream, folded from the beginning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.server.journal import private, snapshots
from croupier.server.journal.store import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.server.journal.store import Entry, Store
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
        self.refolds = refolds
        streams = [one for one in store.versions() if one.partition(":")[0] in refolds]
        self.kept = {stream: dict(kept_of(store, stream)) for stream in streams}
        self.states: dict[str, Any] = {}
        self.broken: set[str] = set()
        self.wrong: list[tuple[str, int]] = []

    def follow(self, entry: Entry) -> None:
        if entry.stream not in self.kept or entry.stream in self.broken:
            return
        try:
            self.states[entry.stream] = self.folded(entry)
        except UNREADABLE:
            self.broken.add(entry.stream)
            return
        kept = self.kept[entry.stream]
        if entry.version in kept and not self.agrees(entry.stream, kept.pop(entry.version)):
            self.wrong.append((entry.stream, entry.version))

    def folded(self, entry: Entry) -> object:
        kind, _, name = entry.stream.partition(":")
        refold = self.refolds[kind]
        event = refold.fold.decoder.decode(private.whole(entry))
        if entry.stream not in self.states:
            self.states[entry.stream] = refold.begin(name, event, self.states)
        return refold.fold.evolve(self.states[entry.stream], event)

    def agrees(self, stream: str, kept: snapshots.Kept | None) -> bool:
        """One of another program's shape is passed over by a start, and by this."""
        if kept is None:
            return False
        refold = self.refolds[stream.partition(":")[0]]
        if kept.shape != snapshots.shape_of(refold.codec.shape):
            return True
        try:
            loaded = refold.codec.load(kept.state)
            return bool(refold.comparable(loaded) == refold.comparable(self.states[stream]))
        except UNREADABLE:
            return False

    def faults(self) -> Iterator[str]:
        left = [(stream, version) for stream, kept in self.kept.items() for version in kept]
        for stream, version in sorted(self.wrong + left):
            yield f"the snapshot of {stream} at entry {version} is not what the journal says"


def kept_of(store: Store, stream: str) -> Iterator[tuple[int, snapshots.Kept | None]]:
    found = store.snapshot(stream)
    while found is not None:
        yield found.version, snapshots.opened(found)
        found = store.snapshot(stream, found.version)
