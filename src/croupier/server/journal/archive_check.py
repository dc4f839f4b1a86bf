"""The check of archive files against what the journal tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.journal.acts import STREAM, EntriesArchived, read_act
from croupier.server.journal.archive import ArchiveFile
from croupier.server.journal.store import Selection, Unreadable, is_as_written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store

ARCHIVED = "entries-archived"


def wrong_archives(store: Store) -> Iterator[str]:
    """Files that are missing or changed, and files or acts that only the one or the other knows."""
    told = {}
    for entry in store.select(Selection(stream=STREAM, event=ARCHIVED)):
        act = read_act(entry) if is_as_written(entry) else None
        if isinstance(act, EntriesArchived):
            digest = bytes.fromhex(act.digest)
            told[act.file] = ArchiveFile(act.file, act.first, act.last, act.entries, digest)
    known = {one.name: one for one in store.archives()}
    for name in sorted(told.keys() | known.keys()):
        if told.get(name) != known.get(name):
            yield f"the archive file {name} is not the one that the journal tells of"
            continue
        try:
            store.archive_lines(known[name])
        except Unreadable as wrong:
            yield str(wrong)
