"""Journals and keys as they are named on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import backup
from croupier.server.journal.notes import VerifierKey
from croupier.server.journal.place import journal_in
from croupier.server.journal.postgres_address import is_address
from croupier.server.journal.verify import public_key

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from croupier.server.journal.store import Store


def journal(file: str) -> AbstractContextManager[Store]:
    """A journal, its address in PostgreSQL, or the folder of the house that keeps it."""
    if "\0" in file:
        raise BadInput("is no name of a file", repr(file)[:60])
    if is_address(file):
        return backup.journal(file)
    path = Path(file)
    return house_journal(path) if path.is_dir() else backup.journal(path)


def house_journal(folder: Path) -> AbstractContextManager[Store]:
    """The one that the file of a house names, or the file beside it."""
    return backup.journal(journal_in(folder))


def key_of(given: str | None) -> str | None:
    """A public key in hexadecimal digits or as notes have it, or the file that holds it."""
    if given is None:
        return None
    path = Path(given)
    try:
        text = path.read_text("ascii") if path.is_file() else given
    except (OSError, ValueError):
        raise BadInput("holds no public key", given) from None
    if "+" in text:
        return VerifierKey.parse(text.strip()).public.hex()
    return public_key(text)
