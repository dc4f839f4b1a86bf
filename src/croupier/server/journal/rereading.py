"""A whole journal read again while its house writes on: a little at a time, then its end at once.

Each entry's hash and place in its chain, its postings, the tree over all entries against every
checkpoint; at the end what no checkpoint covers yet, balances, streams, the database itself.
`audit verify` compares snapshots with the entries.
"""

from __future__ import annotations

from itertools import chain as together
from itertools import islice
from typing import TYPE_CHECKING

from croupier.server.journal import erasing, verify
from croupier.server.journal.log_check import LogCheck

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.store import Entry, Store
    from croupier.server.journal.tree import Complete

SLICE = 256
"""Entries that are read at once."""


class KeptTree(LogCheck):
    """Nodes are looked up as they are come to: a house of years has many."""

    store: Store

    def wrong_node(self, one: Complete) -> Iterator[str]:
        if self.store.tree_node(one.level, one.place) != one.hash:
            yield f"node {one.place} of level {one.level} is not of the entries below it"


class Rereading:
    """One pass; the connection is its own, and whoever made it closes it."""

    def __init__(self, store: Store, keys: KeyChain, known: Iterable[str] = ()) -> None:
        """Checkpoints that are known from elsewhere have to be of its entries, too."""
        self.store, self.size = store, store.tree_size()
        last = store.last_checkpoint()
        judge = keys.covering([last.note] if last else [])
        self.tree = KeptTree([one.note for one in store.checkpoints(0, 0)], judge)
        self.tree.store = store
        heads = [head for note in known if (head := self.tree.read(note))]
        self.known = max((head.size for head in heads), default=0)
        self.books = verify.Books()
        self.checkpoints = 0

    @property
    def position(self) -> int:
        """Up to which it has read."""
        return self.books.position

    @property
    def is_near_end(self) -> bool:
        return self.position + SLICE >= self.size

    def step(self) -> list[str]:
        """What is wrong with the next entries."""
        return list(self.wrong(islice(self.store.everything(self.position), SLICE)))

    def wrong(self, entries: Iterator[Entry]) -> Iterator[str]:
        some = list(entries)
        if not some:
            return
        for one in self.store.checkpoints(some[0].position, some[-1].position):
            self.checkpoints += 1
            self.tree.read(one.note)
        for entry in some:
            yield from self.books.wrong(entry)
            yield from self.tree.follow(entry.hash)

    def finish(self) -> list[str]:
        """The rest and all that is told of the whole, as they stand in one moment."""
        steady = self.store.reader()
        own, self.store, self.tree.store = self.store, steady, steady
        try:
            return list(together(self.wrong(steady.everything(self.position)), self.wrong_end()))
        finally:
            steady.close()
            self.store, self.tree.store = own, own

    def wrong_end(self) -> Iterator[str]:
        last = self.store.last_checkpoint()
        if (last.size if last else 0) < self.known:
            yield f"the checkpoint of {self.known} entries is known, and is not in its journal"
        yield from self.tree.faults()
        yield from self.store.wrong_schema()
        yield from erasing.unrecorded(self.store)
        yield from verify.wrong_tail(self.store)
        yield from verify.wrong_meta(self.store)
        yield from verify.wrong_heads(self.store, self.books.heads)
        yield from verify.wrong_balances(self.store, self.books.sums)
