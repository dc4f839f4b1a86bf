"""The journal in order from any position, for those who follow it and keep their own position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput
from croupier.server.past.journal_lines import (
    IN_PLAY,
    JournalLine,
    PlacedLine,
    line,
    placed,
    rounds_in_play,
    with_notes,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from croupier.server.journal.store import Store

PERSONAL = frozenset({"own-play", "people", "services", "wallet", "watch"})
"""Kinds of streams that tell of people: accounts, sessions, limits of their own, investigations."""
OF_ONE_TABLE = ("table", "line")
MOST_LINES, MOST_LOOKED_AT = 200, 1000
"""Told, and looked at, in one part."""


class Wanted(NamedTuple):
    """Which entries are told, to whoever asks."""

    streams: Collection[str] = ()
    """Streams, or kinds of streams; all of them, where none is named."""
    personal: bool = False
    table: str | None = None
    """The only one that is told of."""
    waits: bool = True
    """Until a round in play has ended, so that each entry is told whole, once and in order."""

    def takes(self, stream: str) -> bool:
        kind, _, of = stream.partition(":")
        if kind in PERSONAL and not self.personal:
            return False
        if self.table is not None and (kind not in OF_ONE_TABLE or of != self.table):
            return False
        return not self.streams or stream in self.streams or kind in self.streams


class Told(NamedTuple):
    lines: list[PlacedLine]
    position: int
    """Up to which everything was told that is told at all."""
    held: str | None
    """The stream whose round in play holds back what follows."""
    more: bool
    """Whether something may follow at once."""


def told(store: Store, after: int, wanted: Wanted) -> Told:
    lines: list[JournalLine] = []
    position, opened = after, None
    for looked_at, entry in enumerate(store.everything(after)):
        if len(lines) == MOST_LINES or looked_at == MOST_LOOKED_AT:
            return Told(whole(store, lines), position, None, more=True)
        if wanted.takes(entry.stream):
            opened = rounds_in_play(store) if opened is None else opened
            found = line(entry, opened)
            if found.withheld == IN_PLAY and wanted.waits:
                return Told(whole(store, lines), position, entry.stream, more=False)
            lines.append(found)
        position = entry.position
    return Told(whole(store, lines), position, None, more=False)


def whole(store: Store, lines: list[JournalLine]) -> list[PlacedLine]:
    return placed(store, with_notes(store, lines))


def check_place(store: Store, after: int, hash_: str | None) -> None:
    """That a position, with the hash of its entry, is of this journal and not of another one."""
    size = store.tree_size()
    if after > size:
        raise BadInput(f"the journal has {size} entries, and {after} is not one of them", "after")
    if hash_ is not None and after:
        entry = next(store.everything(after - 1))
        if entry.hash.hex() != hash_:
            raise BadInput(f"entry {after} of this journal is another one", "hash")
