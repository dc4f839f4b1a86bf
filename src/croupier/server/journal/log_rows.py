"""The tree over all entries and its signed checkpoints, as rows.

A leaf is the hash of an entry. Of the nodes above, the roots of whole tiles are kept, each over
256 nodes of the tile below; any other node is worked out from at most 256 that are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.journal.rows import LAST, Rows
from croupier.server.journal.store import TILE, Checkpoint, Unreadable
from croupier.server.journal.tree import leaf_hash, node_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Unavailable

MARKED = "SELECT position, stream, version, hash, mac FROM entries"
CHECKPOINTS = "SELECT size, root, note, at FROM checkpoints"


class LogRows(Rows):
    def tree_size(self) -> int:
        """How many entries there are; positions have no gap."""
        found = self.row("SELECT MAX(position) FROM entries")
        return (found and found[0]) or 0

    def has_no_gap(self) -> bool:
        found = self.row("SELECT COUNT(*) FROM entries")
        return found == (self.tree_size(),)

    def foreign(self, after: int) -> str | None:
        """By the codes of its entries; None also where there is no secret to tell by."""
        if self.macs is None:
            return None
        found = self.rows(f"{MARKED} WHERE position > ? ORDER BY position", (after,))
        for position, stream, version, own, mac in found:
            if not self.macs.is_own(position, own, mac):
                return f"{stream} entry {version} (position {position})"
        return None

    def refuse_foreign(self) -> None:
        """Of what another wrote since this house last looked or signed: a house has one writer."""
        macs, size = self.macs, self.tree_size()
        if macs is None or macs.seen == size:
            return
        since = macs.seen
        if since is None:
            last = self.last_checkpoint()
            since = last.size if last else 0
        if since > size:
            raise Unreadable(f"{since} entries were there, and {size} are left")
        if found := self.foreign(since):
            raise Unreadable(f"{found} was not written by this house")
        macs.seen = size

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        end = self.tree_size() if until is None else until
        found = self.rows(
            "SELECT hash FROM entries WHERE position > ? AND position <= ? ORDER BY position",
            (after, end),
        )
        return (leaf_hash(row[0]) for row in found)

    def tree_node(self, level: int, index: int) -> bytes:
        below = level - (level % TILE or TILE)
        if level == 0:
            [leaf] = self.leaves(index, index + 1)
            return leaf
        if level % TILE == 0 and (kept := self.kept_node(level, index)) is not None:
            return kept
        first, last = index << level - below, (index + 1) << level - below
        return folded(self.row_of_nodes(below, first, last))

    def kept_node(self, level: int, index: int) -> bytes | None:
        found = self.row("SELECT hash FROM nodes WHERE level = ? AND place = ?", (level, index))
        return found[0] if found else None

    def row_of_nodes(self, level: int, first: int, last: int) -> list[bytes]:
        """Those of one level, kept or worked out."""
        if level == 0:
            return list(self.leaves(first, last))
        found = self.rows(
            "SELECT hash FROM nodes WHERE level = ? AND place >= ? AND place < ? ORDER BY place",
            (level, first, last),
        )
        kept = [row[0] for row in found]
        return [*kept, *(self.tree_node(level, one) for one in range(first + len(kept), last))]

    def nodes(self) -> Iterator[tuple[int, int, bytes]]:
        return self.rows("SELECT level, place, hash FROM nodes ORDER BY level, place")

    def save_note(self, size: int, note: str) -> Unavailable | None:
        change = "UPDATE checkpoints SET note = ? WHERE size = ?"
        return self.put_row("note", change, (note, size))

    def last_checkpoint(self) -> Checkpoint | None:
        found = self.row(f"{CHECKPOINTS} ORDER BY size DESC LIMIT 1")
        return Checkpoint(*found) if found else None

    def checkpoint_at_least(self, size: int) -> Checkpoint | None:
        found = self.row(f"{CHECKPOINTS} WHERE size >= ? ORDER BY size LIMIT 1", (size,))
        return Checkpoint(*found) if found else None

    def checkpoints(self, since: int = 0, until: int | None = None) -> Iterator[Checkpoint]:
        last = LAST if until is None else until
        some = f"{CHECKPOINTS} WHERE size >= ? AND size <= ? ORDER BY size"
        return (Checkpoint(*row) for row in self.rows(some, (since, last)))


def folded(nodes: list[bytes]) -> bytes:
    """The root over a power of two of nodes."""
    while len(nodes) > 1:
        pairs = zip(nodes[::2], nodes[1::2], strict=True)
        nodes = [node_hash(left, right) for left, right in pairs]
    [root] = nodes
    return root
