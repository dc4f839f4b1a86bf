"""Where the journal of a house is: a file of its folder, or the database that its file names."""

from __future__ import annotations

import tomllib
from contextlib import closing
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import open_store, open_to_read
from croupier.server.journal.postgres_address import is_address

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.postgres import PostgresStore
    from croupier.server.journal.sqlite import SqliteStore

CONFIGURATION, JOURNAL = "house.toml", "house.db"
OPEN_AT = """SELECT node FROM members WHERE at > clock_timestamp() - make_interval(secs => 10)
    ORDER BY node LIMIT 1"""


def names_database(folder: Path) -> str | None:
    """A file that cannot be read names none; whoever needs it says so."""
    try:
        told = tomllib.loads((folder / CONFIGURATION).read_text("utf-8"))
        database = told["nodes"]["database"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return str(database) if is_address(database) else None


def journal_in(folder: Path) -> Path | str:
    database = names_database(folder)
    if database is None:
        return folder / JOURNAL
    refuse_two(folder)
    return database


def refuse_two(folder: Path) -> None:
    """What is written to one would be missing from the other."""
    if (folder / JOURNAL).exists():
        says = (
            f"holds {JOURNAL} beside the database that its journal is in: put the file elsewhere,"
            f" or `croupier house move` it there first"
        )
        raise BadInput(says, str(folder))


def node_in(folder: Path) -> str | None:
    """One at which the house is open, or was a moment ago, of those that share a database."""
    where = journal_in(folder)
    if not is_address(where):
        return None
    with closing(open_to_read(where)) as store:
        found = store.row(OPEN_AT)
    return found[0] if found else None


def opened_alone(folder: Path) -> SqliteStore | PostgresStore:
    """To be written to while the house is closed, at all of its machines."""
    if node := node_in(folder):
        raise BadInput(f"this house is open at {node}, or was a moment ago", str(folder))
    return open_store(journal_in(folder), make=False)


def opened_beside_nodes(folder: Path) -> SqliteStore | PostgresStore:
    """To be added to while nodes go on: each entry finds its stream as it was read, or is not."""
    return open_to_read(journal_in(folder))
