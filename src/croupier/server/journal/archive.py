"""Archive files beside a journal: the events of old entries, looked up where their bodies were.

A file is an export of those entries as JSON Lines, which `audit verify` reads by itself; its last
line carries a checkpoint that covers all of them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.problems import own_words
from croupier.server.journal import export
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FOLDER = "archive"
MOST_HELD = 3


class ArchiveFile(NamedTuple):
    """As the journal has recorded it."""

    name: str
    first: int
    last: int
    entries: int
    digest: bytes


class Archive:
    """Files by position; the last few that were read are held."""

    def __init__(self, folder: Path, covering: Callable[[int], list[ArchiveFile]]) -> None:
        self.folder, self.covering = folder, covering
        self.held: dict[str, dict[int, bytes]] = {}

    def body(self, position: int) -> bytes:
        for bodies in self.held.values():
            if position in bodies:
                return bodies[position]
        for file in self.covering(position):
            bodies = self.bodies(file)
            if position in bodies:
                return bodies[position]
        raise Unreadable(f"position {position}: its event is gone, and no archive file holds it")

    def bodies(self, file: ArchiveFile) -> dict[int, bytes]:
        if file.name not in self.held:
            while len(self.held) >= MOST_HELD:
                del self.held[next(iter(self.held))]
            self.held[file.name] = bodies_in(self.lines(file))
        return self.held[file.name]

    def lines(self, file: ArchiveFile) -> list[bytes]:
        """Of a file that is there and as it was written."""
        try:
            data = (self.folder / file.name).read_bytes()
        except OSError as error:
            where = f"{FOLDER}/{file.name}"
            raise Unreadable(
                f"{file.entries:,} entries of positions {file.first} to {file.last} lie in the"
                f" archive file {where}, which cannot be read: {own_words(error)}"
            ) from None
        if sha256(data).digest() != file.digest:
            raise Unreadable(f"the archive file {FOLDER}/{file.name} is not as it was written")
        return data.splitlines()


def bodies_in(lines: list[bytes]) -> dict[int, bytes]:
    try:
        told = map(export.decoder.decode, lines)
        return {one.position: bytes(one.event) for one in told}
    except msgspec.MsgspecError:
        raise Unreadable("an archive file cannot be read") from None
