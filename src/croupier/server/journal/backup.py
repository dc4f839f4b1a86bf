"""A journal opened for reading, backed up, and restored once it is verified."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.problems import BadInput, own_words
from croupier.server.journal import durable, open_reader, open_store
from croupier.server.journal.database import said
from croupier.server.journal.format import check_format
from croupier.server.journal.store import Unreadable
from croupier.server.logs import OWNER_ONLY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Store


@contextmanager
def journal(where: Path | str) -> Iterator[Store]:
    """One that is there, and left as it is: a wrong name makes no new house."""
    if isinstance(where, Path):
        check_journal(where)
    store = open_reader(where)
    try:
        yield store
    except Unreadable as error:
        raise BadInput(f"cannot be read: {error}", store.where) from None
    finally:
        store.close()


def check_journal(path: Path) -> None:
    try:
        if not path.is_file():
            raise BadInput("there is no such file", str(path))
        with closing(read_only(path)) as given:
            [number] = given.execute("PRAGMA user_version").fetchone()
            known = given.execute("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise BadInput(
            f"cannot be opened as a house's journal: {words(error)}", str(path)
        ) from None
    if not number and not known:
        raise BadInput("is no house's journal", str(path))
    check_format(number, str(path))


def words(error: Exception) -> str:
    if isinstance(error, OSError):
        return own_words(error)
    return said(error) if isinstance(error, sqlite3.Error) else str(error)


def read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def restore(source: Path, to: Path, faults: Callable[[Store], Iterator[str]]) -> int:
    """A backup put in a place where there is none, once it is found whole; its entries."""
    if to.exists():
        raise BadInput("is there already", str(to))
    check_journal(source)
    partial = to.with_name(f"{to.name}.partial")
    try:
        copied(source, partial)
        entries = checked(partial, source, faults)
        partial.rename(to)
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", str(to)) from None
    except (sqlite3.Error, Unreadable) as error:
        raise BadInput(f"cannot be restored: {words(error)}", str(source)) from None
    finally:
        for leftover in (partial, *(partial.with_name(partial.name + e) for e in ("-wal", "-shm"))):
            durable.discard(leftover)
    return entries


def checked(
    copy: Path,
    source: Path,
    faults: Callable[[Store], Iterator[str]],
    so: str = "nothing is restored",
) -> int:
    store = open_store(copy)
    try:
        entries = sum(store.versions().values())
        wrong = list(faults(store))
    finally:
        store.close()
    refuse_damaged(wrong, source, so)
    return entries


def refuse_damaged(wrong: list[str], source: Path, so: str) -> None:
    if wrong:
        more = f", and {len(wrong) - 1} more" if wrong[1:] else ""
        raise BadInput(f"is not whole, {so}: {wrong[0]}{more}", str(source))


def copied(source: Path, partial: Path) -> None:
    partial.unlink(missing_ok=True)
    partial.touch(OWNER_ONLY)
    with closing(read_only(source)) as given, closing(sqlite3.connect(partial)) as copy:
        given.backup(copy)
