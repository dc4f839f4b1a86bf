"""`croupier house move`: the journal of a closed house, from one kind of database to another."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import msgspec

from croupier.problems import BadInput
from croupier.server.house_folder import locked
from croupier.server.journal import backup, moving
from croupier.server.journal.place import JOURNAL
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.store import Unreadable


class Moved(msgspec.Struct, frozen=True):
    source: str
    target: str
    entries: int
    checkpoint: int | None
    root: str

    @property
    def says(self) -> str:
        under = "" if self.checkpoint is None else f", the last checkpoint of {self.checkpoint:,}"
        return (
            f"{self.target}: {self.entries:,} entries{under}, root {self.root[:16]}, found the"
            f" same in both. {self.source} is left as it is: open one of them only."
        )


def moved(source: str, target: str) -> Moved:
    given, to = place(source), place(target)
    folders = {one.parent.resolve() for one in (given, to) if isinstance(one, Path)}
    if isinstance(given, Path):
        backup.check_journal(given)
    if isinstance(to, Path) and not to.parent.is_dir():
        raise BadInput("there is no such folder", str(to.parent))
    with ExitStack() as held:
        for folder in sorted(folders):
            held.callback(os.close, locked(folder))
        try:
            found = moving.move(given, to)
        except Unreadable as error:
            raise BadInput(f"is not moved: {error}", shown(given)) from None
    return Moved(shown(given), shown(to), found.entries, found.checkpoint, found.root.hex())


def place(given: str) -> Path | str:
    if "\0" in given:
        raise BadInput("is no name of a file", repr(given)[:60])
    return moving.place_of(given, JOURNAL)


def shown(where: Path | str) -> str:
    """Without a password."""
    return str(where) if isinstance(where, Path) else Address.of(where).shown
