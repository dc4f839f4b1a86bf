"""A closed house's journal copied to another kind of database, entry by entry, and compared."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput
from croupier.server.journal import open_store, open_to_read
from croupier.server.journal.contents import contents
from croupier.server.journal.postgres_address import is_address
from croupier.server.journal.sqlite import filled
from croupier.server.journal.store import NOTHING_BEFORE, Unreadable, is_as_written
from croupier.server.journal.tree import Frontier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.contents import Content
    from croupier.server.journal.postgres import PostgresStore
    from croupier.server.journal.sqlite import SqliteStore

    Kept = SqliteStore | PostgresStore


class Moved(NamedTuple):
    entries: int
    root: bytes
    checkpoint: int | None
    """Of how many entries the last one is."""


def move(source: Path | str, target: Path | str) -> Moved:
    """Into a place where there is no journal yet, whole or not at all."""
    with (
        closing(open_to_read(source)) as now,
        closing(now.reader()) as store,
    ):
        check(store)
        refuse_used(target)
        put(target, unchanged(store, now))
        with closing(open_to_read(target)) as copy:
            compare(store, copy)
        last = store.last_checkpoint()
        return Moved(store.tree_size(), root_over(store), last.size if last else None)


def check(store: Kept) -> None:
    """Each entry is as it was written and follows the one before it; the money adds up."""
    heads: dict[str, bytes] = {}
    for entry in store.everything():
        if entry.previous != heads.get(entry.stream, NOTHING_BEFORE) or not is_as_written(entry):
            raise Unreadable(f"{entry.place}: was changed after it was written")
        heads[entry.stream] = entry.hash
    last = store.last_checkpoint()
    if last is not None and root_over(store, last.size) != last.root:
        raise Unreadable("its last checkpoint is of other entries")
    balances = {account: cents for account, cents in store.balances().items() if cents}
    if balances != {account: cents for account, cents in store.posted().items() if cents}:
        raise Unreadable("its balances are not what its postings come to")


def root_over(store: Kept, size: int | None = None) -> bytes:
    """By every leaf, whatever is kept above them."""
    grown = Frontier()
    for leaf in store.leaves(0, size):
        grown.append(leaf)
    return grown.root


def refuse_used(target: Path | str) -> None:
    if isinstance(target, Path) and target.exists():
        raise BadInput("is there already", str(target))


def put(target: Path | str, found: Iterator[Content]) -> None:
    if isinstance(target, Path):
        filled(target, found)
        return
    with closing(open_store(target)) as copy:
        copy.fill(found)


def unchanged(store: Kept, now: Kept) -> Iterator[Content]:
    """All that there is; a house that went on meanwhile is not moved."""
    yield from contents(store)
    if now.tree_size() != store.tree_size():
        raise BadInput("the house is open: it was written to meanwhile", now.where)


def compare(store: Kept, copy: Kept) -> None:
    for ours, theirs in zip(contents(store), contents(copy), strict=True):
        if any(one != other for one, other in pairs(ours, theirs)):
            raise BadInput(f"is not the same journal: {ours.table} differ", copy.where)
    if root_over(store) != root_over(copy):
        raise BadInput("is not the same journal: the root of its tree differs", copy.where)


def pairs(ours: Content, theirs: Content) -> Iterator[tuple[object, object]]:
    """Of each row; one that has no counterpart differs."""
    for one in ours.rows:
        yield one, next(theirs.rows, None)
    yield None, next(theirs.rows, None)


def place_of(given: str, name: str) -> Path | str:
    """An address, or a folder with its journal, or the journal itself."""
    if is_address(given):
        return given
    path = Path(given)
    return path / name if path.is_dir() else path
