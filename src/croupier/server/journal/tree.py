"""The Merkle tree over all entries of a house (RFC 6962): roots, proofs and their checks.

A node is named by its level and its place on it: `node(level, place)` covers the leaves from
`place << level` to `(place + 1) << level`, all of which are there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

Node = Callable[[int, int], bytes]
"""The hash of a complete subtree, by level and place."""
EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Complete(NamedTuple):
    """A subtree that a new leaf completed; the leaf itself is one, of level 0."""

    level: int
    place: int
    hash: bytes


class Frontier:
    """The right edge of a tree, one complete subtree for each bit of its size: enough to grow."""

    def __init__(self, size: int = 0, edge: Sequence[bytes] = ()) -> None:
        """The edge has the largest subtree first."""
        assert len(edge) == size.bit_count()
        self.size, self.edge = size, list(edge)

    @classmethod
    def of(cls, node: Node, size: int) -> Frontier:
        """Of a tree whose complete subtrees are kept."""
        levels = [level for level in reversed(range(size.bit_length())) if size >> level & 1]
        return cls(size, [node(level, (size >> level) - 1) for level in levels])

    def copy(self) -> Frontier:
        return Frontier(self.size, self.edge)

    def append(self, leaf: bytes) -> list[Complete]:
        """One more leaf, given by its hash; the subtrees that it completes."""
        return [Complete(0, self.size, leaf), *self.tiles(leaf, 1)]

    def tiles(self, leaf: bytes, every: int) -> list[Complete]:
        """The same, and only the subtrees of every so many levels, which are few."""
        completed: list[Complete] = []
        level, place, found = 0, self.size, leaf
        while place & 1:
            level, place, found = level + 1, place >> 1, node_hash(self.edge.pop(), found)
            if level % every == 0:
                completed.append(Complete(level, place, found))
        self.edge.append(found)
        self.size += 1
        return completed

    @property
    def root(self) -> bytes:
        if not self.edge:
            return EMPTY
        *rest, root = self.edge
        for left in reversed(rest):
            root = node_hash(left, root)
        return root


def root_of(node: Node, size: int) -> bytes:
    return Frontier.of(node, size).root


def split(size: int) -> int:
    """The largest power of two below a size of two or more."""
    return 1 << (size - 1).bit_length() - 1


def subtree(node: Node, start: int, end: int) -> bytes:
    """The root over some leaves, where a split of the tree cuts them out."""
    size = end - start
    if size.bit_count() == 1:
        level = size.bit_length() - 1
        return node(level, start >> level)
    middle = start + split(size)
    return node_hash(subtree(node, start, middle), subtree(node, middle, end))


def inclusion_proof(node: Node, index: int, size: int) -> tuple[bytes, ...]:
    """That a leaf stands in the tree of a size; from the leaf upwards."""
    assert 0 <= index < size
    proof = []
    start, end = 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            proof.append(subtree(node, middle, end))
            end = middle
        else:
            proof.append(subtree(node, start, middle))
            start = middle
    return tuple(reversed(proof))


def consistency_proof(node: Node, old: int, new: int) -> tuple[bytes, ...]:
    """That the tree of the old size is the beginning of the tree of the new one."""
    assert 0 <= old <= new
    if old == 0:
        return ()
    proof = []
    start, end = 0, new
    while old < end:
        middle = start + split(end - start)
        if old <= middle:
            proof.append(subtree(node, middle, end))
            end = middle
        else:
            proof.append(subtree(node, start, middle))
            start = middle
    if start:
        proof.append(subtree(node, start, end))
    return tuple(reversed(proof))


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows this leaf's hash at this place under the root."""
    if not 0 <= index < size:
        return False
    first, second, found = index, size - 1, leaf
    for sibling in proof:
        if second == 0:
            return False
        if first & 1 or first == second:
            found = node_hash(sibling, found)
            first, second = past_right_edge(first, second)
        else:
            found = node_hash(found, sibling)
        first, second = first >> 1, second >> 1
    return second == 0 and found == root


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the proof shows the one tree to be the beginning of the other."""
    if not 0 <= old <= new:
        return False
    if old in {0, new}:
        return not proof and old_root == (new_root if old == new else EMPTY)
    path = (old_root, *proof) if old.bit_count() == 1 else tuple(proof)
    first, second = old - 1, new - 1
    while first & 1:
        first, second = first >> 1, second >> 1
    if not path:
        return False
    before = after = path[0]
    for sibling in path[1:]:
        if second == 0:
            return False
        if first & 1 or first == second:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            first, second = past_right_edge(first, second)
        else:
            after = node_hash(after, sibling)
        first, second = first >> 1, second >> 1
    return second == 0 and before == old_root and after == new_root


def past_right_edge(first: int, second: int) -> tuple[int, int]:
    """Up over the levels at which a last subtree has no right sibling."""
    while not first & 1 and first:
        first, second = first >> 1, second >> 1
    return first, second
