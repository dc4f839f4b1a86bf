"""Every snapshot held against what the journal itself makes of its stream."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import msgspec

from croupier.server.journal import snapshots
from croupier.server.money import cage, jackpots
from croupier.server.past.history import followed
from croupier.server.people import people
from croupier.server.people.accounts import Register
from croupier.server.people.accounts import decoder as people_decoder
from croupier.server.play.house import meter_decoder
from croupier.table import meter, saved
from croupier.table.meter import Jackpot
from croupier.table.state import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Entry, Store

State = Table | Jackpot | Register | cage.Books
UNREADABLE = (msgspec.MsgspecError, ValueError, LookupError, TypeError, AssertionError)
"""What a body or a snapshot that was changed can run into."""


class Refolded:
    """The streams that have snapshots, folded entry by entry, each snapshot compared on its way."""

    def __init__(self, store: Store) -> None:
        streams = [one for one in store.versions() if one.partition(":")[0] in LOADS]
        self.kept = {stream: dict(kept_of(store, stream)) for stream in streams}
        self.states: dict[str, State] = {}
        self.setups: dict[str, Table] = {}
        self.broken: set[str] = set()
        self.wrong: list[tuple[str, int]] = []

    def follow(self, entry: Entry) -> None:
        kept = self.kept.get(entry.stream)
        if not kept or entry.stream in self.broken:
            return
        try:
            self.states[entry.stream] = self.folded(entry)
        except UNREADABLE:
            self.broken.add(entry.stream)
            return
        if entry.version in kept and not self.agrees(entry.stream, kept.pop(entry.version)):
            self.wrong.append((entry.stream, entry.version))

    def folded(self, entry: Entry) -> State:
        kind, _, name = entry.stream.partition(":")
        state = self.states.get(entry.stream)
        if kind == "table":
            *_, now = followed(cast("Table | None", state), name, entry)
            self.setups[now.setup.game] = now
            return now
        if kind == "meter":
            first = jackpots.new_meter(self.setups[name].setup)
            assert first is not None
            before = state if isinstance(state, Jackpot) else first.jackpot
            return meter.evolve(before, meter_decoder.decode(entry.body))
        if kind == people.STREAM:
            register = state if isinstance(state, Register) else Register()
            register.follow(people_decoder.decode(entry.body))
            return register
        books = state if isinstance(state, cage.Books) else cage.Books()
        books.follow(cage.decoder.decode(entry.body))
        return books

    def agrees(self, stream: str, kept: snapshots.Kept | None) -> bool:
        """One of another program's shape is passed over by a start, and by this."""
        if kept is None:
            return False
        shape, load = LOADS[stream.partition(":")[0]]
        if kept.shape != snapshots.shape_of(shape):
            return True
        try:
            return bool(comparable(load(kept.state)) == comparable(self.states[stream]))
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


def comparable(state: State) -> object:
    """When a session was last used is known to a running house before it is written."""
    return (state.accounts, state.sessions, state.guests) if isinstance(state, Register) else state


LOADS: dict[str, tuple[type, Callable[[bytes], State]]] = {
    "table": (saved.Saved, saved.load),
    "meter": (saved.SavedJackpot, saved.load_jackpot),
    cage.STREAM: (cage.Books, partial(msgspec.msgpack.decode, type=cage.Books)),
    people.STREAM: (Register, partial(msgspec.msgpack.decode, type=Register)),
}
