"""A whole journal as rows, table by table, to be put down in another database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.entry_rows import EntryRows

TABLES = {
    "entries": ("position", "stream, version, at, body, previous, hash, nonce, mac"),
    "postings": ("position, line", "account, cents"),
    "beside": ("position, field", "salt, value"),
    "accounts": ("account", "cents"),
    "heads": ("stream", "version, hash"),
    "requests": ("request", "answer, digest"),
    "snapshots": ("stream, version", "data"),
    "nodes": ("level, place", "hash"),
    "checkpoints": ("size", "root, note, at"),
    "meta": ("name", "value"),
}
"""By what their rows are told apart, and what else they hold."""


class Content(NamedTuple):
    table: str
    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


def contents(store: EntryRows) -> Iterator[Content]:
    """Whoever reads them has a store of one moment."""
    for table, (key, rest) in TABLES.items():
        columns = f"{key}, {rest}"
        rows = store.rows(f"SELECT {columns} FROM {table} ORDER BY {key}")  # noqa: S608 - our names
        if table == "requests":
            rows = (((ask if isinstance(ask, str) else ask.decode()), *rest) for ask, *rest in rows)
        yield Content(table, tuple(columns.split(", ")), rows)
