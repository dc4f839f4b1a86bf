"""What a house keeps for good: streams of events, postings, snapshots, checkpoints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

from croupier.extras import needed
from croupier.problems import BadInput
from croupier.server.journal.postgres_address import Address, is_address
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from croupier.server.journal.postgres import PostgresStore
    from croupier.server.journal.shared_postgres import SharedPostgres
    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.sqlite import SqliteStore


@overload
def open_store(where: Path, *, make: bool = True) -> SqliteStore: ...
@overload
def open_store(where: Path | str, *, make: bool = True) -> SqliteStore | PostgresStore: ...
def open_store(where: Path | str, *, make: bool = True) -> SqliteStore | PostgresStore:
    """The one place where a kind of database is chosen; made when there is none."""
    if is_address(where):
        return open_postgres(str(where), make=make)
    from croupier.server.journal.sqlite import SqliteStore  # noqa: PLC0415 - where it is chosen

    return SqliteStore(Path(where))


def open_to_read(where: Path | str) -> SqliteStore | PostgresStore:
    """One that is there."""
    if is_address(where):
        return open_postgres(str(where), make=False)
    from croupier.server.journal.sqlite import SqliteStore  # noqa: PLC0415 - where it is chosen

    return SqliteStore(Path(where), reading=True)


def open_reader(where: Path | str) -> SqliteStore | PostgresStore:
    """All of whose answers are of one moment."""
    opened = open_to_read(where)
    try:
        return opened.of_this_moment()
    except Unreadable as error:
        opened.close()
        raise BadInput(f"cannot be read: {error}", opened.where) from None


def refuse_without_driver(what: str) -> None:
    try:
        import psycopg  # noqa: F401, PLC0415 - not everybody has it
    except ImportError:  # or one that finds no library of PostgreSQL's
        raise BadInput(needed("postgres"), what) from None


def open_shared(url: str, sharing: Sharing, *, own: bool = True) -> SharedPostgres:
    """Open a journal that other nodes write to, too; a node of the house (`own`) creates it."""
    if not is_address(url):
        raise BadInput("is no address like postgresql://user@host/name", "--database")
    refuse_without_driver("--database")
    from croupier.server.journal.shared_postgres import SharedPostgres  # noqa: PLC0415 - as above

    return SharedPostgres(Address.of(url), sharing, make=own)


def open_postgres(url: str, *, make: bool) -> PostgresStore:
    address = Address.of(url)
    refuse_without_driver(address.shown)
    from croupier.server.journal.postgres import PostgresStore  # noqa: PLC0415 - as above

    return PostgresStore(address, make=make)
