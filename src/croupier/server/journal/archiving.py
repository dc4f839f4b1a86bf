"""Old entries moved from the database to files; the journal says so, and stays whole.

What the house needs to open stays: whatever follows from the last snapshot of a stream, and what
its kind does not give up: of tables where each round began and how they were set up.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.problems import BadInput
from croupier.server.journal import durable, export, snapshots, starting
from croupier.server.journal.acts import STREAM, Acts, EntriesArchived
from croupier.server.journal.archive import FOLDER, ArchiveFile
from croupier.server.journal.export_check import entry_of
from croupier.server.journal.store import (
    ArchivingWrite,
    Part,
    Selection,
    Unreadable,
    Written,
    is_as_written,
)
from croupier.server.journal.stream import not_written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Checkpoint, Entry, Store

MOST = 4096
"""Entries of one file."""
Fault = Callable[[str], None]


class Kind(NamedTuple):
    """Of streams whose old entries are moved."""

    begins: str
    """The names of such streams."""
    shape: type
    """Of their snapshots."""
    moves: Callable[[Entry], bool]


class Wish(NamedTuple):
    before: int
    """Milliseconds."""
    by: str
    at: int


def nothing(_place: str) -> None:
    """Where tests stop."""


def archive(
    store: Store, folder: Path, kind: Kind, wish: Wish, fault: Fault = nothing
) -> Iterator[EntriesArchived]:
    """File by file, each a commit of its own; whoever calls holds the house."""
    last = store.last_checkpoint()
    if last is None:
        return
    needed = {
        stream: found.version
        for stream in store.versions()
        if stream.startswith(kind.begins)
        and (found := snapshots.trusted(store, stream, kind.shape))
    }
    # Every opening reads a stretch before the last checkpoint once more.
    wanted = Selection(until=wish.before, before=last.size - starting.STRETCH + 1)
    while some := list(islice(movable(store, kind, needed, wanted), MOST)):
        yield moved(store, folder, some, last, wish, fault)
        wanted = replace(wanted, after=some[-1].position)


def movable(store: Store, kind: Kind, needed: dict[str, int], wanted: Selection) -> Iterator[Entry]:
    """Entries that the streams' last snapshots have passed, each as it was written."""
    for entry in store.with_bodies(kind.begins, wanted):
        if entry.version < needed.get(entry.stream, 0) and kind.moves(entry):
            if not is_as_written(entry):
                raise Unreadable(f"{entry.place}: was changed after it was written")
            yield entry


def moved(  # noqa: PLR0913, PLR0917 - what, where to, under what, and by whom
    store: Store, folder: Path, some: list[Entry], last: Checkpoint, wish: Wish, fault: Fault
) -> EntriesArchived:
    """The file is on disk and read back before any body goes; act and bodies in one commit."""
    covers = store.checkpoint_at_least(some[-1].position) or last
    lines = [export.line(one) for one in some]
    lines[-1] = replace(lines[-1], checkpoint=covers.note)
    data = b"".join(msgspec.json.encode(one) + b"\n" for one in lines)
    name = f"entries-{some[0].position:012d}-{some[-1].position:012d}.jsonl"
    file = ArchiveFile(name, some[0].position, some[-1].position, len(some), sha256(data).digest())
    fault("file")
    (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
    durable.replace(folder / FOLDER / name, data)
    durable.sync_folder(folder)
    fault("filed")
    check(folder / FOLDER / name, some)
    act = EntriesArchived(
        at=wish.at,
        by=wish.by,
        file=name,
        first=file.first,
        last=file.last,
        entries=file.entries,
        digest=file.digest.hex(),
        checkpoint=covers.size,
    )
    acts = Acts(store).stream
    part = Part(STREAM, acts.version, (acts.new(act),))
    write = ArchivingWrite((part,), file=file, empties=tuple(one.position for one in some))
    [outcome] = store.append([write])
    if not isinstance(outcome, Written):
        raise BadInput(not_written(outcome).says, "archive")
    return act


def check(path: Path, some: list[Entry]) -> None:
    """What lies there is what was written, entry by entry."""
    read = [entry_of(export.decoder.decode(line)) for line in path.read_bytes().splitlines()]
    same = [(one.position, one.body, one.hash) for one in some]
    if [(one.position, one.body, one.hash) for one in read] != same:
        raise BadInput("was not written as it should be", str(path))
