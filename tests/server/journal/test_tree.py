"""The tree against RFC 6962's own recursive definitions, and its published example."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import pytest

from croupier.server.journal import tree

SIZES = range(71)
LEAVES = tuple(f"entry {number}".encode() for number in SIZES)
EXAMPLE = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
EXAMPLE_ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Of the first one, two, … of these leaves: the reference tree of certificate transparency."""


@cache
def mth(leaves: tuple[bytes, ...]) -> bytes:
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    half = halved(len(leaves))
    return sha256(b"\x01" + mth(leaves[:half]) + mth(leaves[half:])).digest()


def halved(size: int) -> int:
    half = 1
    while 2 * half < size:
        half *= 2
    return half


def path(index: int, leaves: tuple[bytes, ...]) -> tuple[bytes, ...]:
    if len(leaves) == 1:
        return ()
    half = halved(len(leaves))
    if index < half:
        return (*path(index, leaves[:half]), mth(leaves[half:]))
    return (*path(index - half, leaves[half:]), mth(leaves[:half]))


def subproof(old: int, leaves: tuple[bytes, ...], *, whole: bool) -> tuple[bytes, ...]:
    if old == len(leaves):
        return () if whole else (mth(leaves),)
    half = halved(len(leaves))
    if old <= half:
        return (*subproof(old, leaves[:half], whole=whole), mth(leaves[half:]))
    return (*subproof(old - half, leaves[half:], whole=False), mth(leaves[:half]))


def grown(leaves: tuple[bytes, ...]) -> tuple[tree.Frontier, tree.Node]:
    frontier, kept = tree.Frontier(), {}
    for leaf in leaves:
        for level, index, found in frontier.append(tree.leaf_hash(leaf)):
            assert (level, index) not in kept
            kept[level, index] = found
    return frontier, lambda level, index: kept[level, index]


def damaged(proof: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    """Shortened at either end, lengthened, each hash changed, neighbours exchanged."""
    changes = [(*proof[:i], bytes(32), *proof[i + 1 :]) for i in range(len(proof))]
    swaps = [(*proof[:i], proof[i + 1], proof[i], *proof[i + 2 :]) for i in range(len(proof) - 1)]
    cuts = [proof[1:], proof[:-1]] if proof else []
    return [*changes, *swaps, *cuts, (*proof, bytes(32)), (bytes(32), *proof)]


NODE = grown(LEAVES)[1]


def test_the_published_example() -> None:
    leaves = tuple(map(bytes.fromhex, EXAMPLE))
    roots = [grown(leaves[:size])[0].root.hex() for size in range(1, len(leaves) + 1)]
    assert tuple(roots) == EXAMPLE_ROOTS
    assert tree.EMPTY == grown(())[0].root == sha256().digest()


@pytest.mark.parametrize("size", [0, 1, 2, 3, 31, 32, 33, 70])
def test_a_frontier_is_read_back_from_what_was_kept(size: int) -> None:
    read = tree.Frontier.of(NODE, size)
    assert read.edge == grown(LEAVES[:size])[0].edge
    before = read.copy()
    read.append(tree.leaf_hash(LEAVES[size]))
    assert (read.root, before.root) == (mth(LEAVES[: size + 1]), mth(LEAVES[:size]))


def test_roots_and_inclusion_up_to_seventy_leaves() -> None:
    for size in SIZES:
        root = mth(LEAVES[:size])
        assert tree.root_of(NODE, size) == root
        for index in range(size):
            proof = tree.inclusion_proof(NODE, index, size)
            assert proof == path(index, LEAVES[:size])
            assert tree.is_included(tree.leaf_hash(LEAVES[index]), index, size, proof, root)


def test_consistency_up_to_seventy_leaves() -> None:
    for new in SIZES:
        for old in range(new + 1):
            proof = tree.consistency_proof(NODE, old, new)
            assert proof == (subproof(old, LEAVES[:new], whole=True) if old else ())
            assert tree.is_consistent(old, mth(LEAVES[:old]), new, mth(LEAVES[:new]), proof)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 8, 13, 16, 21, 33])
def test_a_damaged_inclusion_proof_fails(size: int) -> None:
    root = mth(LEAVES[:size])
    for index in range(size):
        leaf, proof = tree.leaf_hash(LEAVES[index]), path(index, LEAVES[:size])
        assert not any(tree.is_included(leaf, index, size, bad, root) for bad in damaged(proof))
        elsewhere = [place for place in range(-1, size + 2) if place != index]
        assert not any(tree.is_included(leaf, at, size, proof, root) for at in elsewhere)
        assert not tree.is_included(tree.leaf_hash(b"other"), index, size, proof, root)
        assert not tree.is_included(leaf, index, size, proof, bytes(32))


@pytest.mark.parametrize("new", [1, 2, 3, 5, 6, 7, 8, 13, 16, 21, 33])
def test_a_damaged_consistency_proof_fails(new: int) -> None:
    after = mth(LEAVES[:new])
    for old in range(new + 1):
        before, proof = mth(LEAVES[:old]), tree.consistency_proof(NODE, old, new)
        for bad in damaged(proof):
            assert not tree.is_consistent(old, before, new, after, bad)
        assert not tree.is_consistent(old, bytes(32), new, after, proof)
        assert not tree.is_consistent(new + 1, before, new, after, proof)
        if old:
            assert not tree.is_consistent(old, before, new, bytes(32), proof)


def test_a_tree_with_another_beginning_is_not_consistent() -> None:
    other = grown((b"other", *LEAVES[1:]))[1]
    for old in range(1, 34):
        proof = tree.consistency_proof(other, old, 34)
        root = tree.root_of(other, 34)
        assert not tree.is_consistent(old, mth(LEAVES[:old]), 34, root, proof)
