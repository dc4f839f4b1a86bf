"""The tree over all entries, and the checkpoints that are signed as it grows."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal.keychain import KeyChain
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.notes import Note, TreeHead, cosign
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Checkpoint, New, Part, Unavailable, Write
from croupier.server.journal.tree import (
    EMPTY,
    Frontier,
    inclusion_proof,
    is_included,
    leaf_hash,
    root_of,
)
from croupier.server.streams import faults

if TYPE_CHECKING:
    from pathlib import Path

KEYS = Keys.new()
MANY = 700
"""Entries: two tiles, and a part of the third."""


def add(store: SqliteStore, entries: int, stream: str = "s") -> None:
    version, _ = store.head(stream)
    store.append([Write((Part(stream, version, (New(1, b"1"),) * entries),))])


def roots(store: SqliteStore) -> list[bytes]:
    """Of the first entries, as many as the place says, from the leaves alone."""
    tree = Frontier()
    found = [tree.root]
    for entry in store.everything():
        tree.append(leaf_hash(entry.hash))
        found.append(tree.root)
    return found


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "house.db")


def test_the_kept_tree_is_that_of_the_entries(store: SqliteStore) -> None:
    """Whatever the sizes at which it was signed, and beyond the last of them."""
    log = Log(store, KEYS)
    assert log.checkpoint(1) is None
    for entries in (1, 2, 250, 3, 1, 260, 183):
        add(store, entries)
        assert log.checkpoint(2) is None
    add(store, 7)
    expected = roots(store)
    assert {root_of(store.tree_node, size) == expected[size] for size in range(MANY + 8)} == {True}
    assert [one.root for one in store.checkpoints()] == [
        expected[size] for size in (0, 1, 3, 253, 256, 257, 517, 700)
    ]
    assert {(level, index) for level, index, _ in store.nodes()} == {(8, 0), (8, 1)}
    for index in (0, 255, 256, 699):
        proof = inclusion_proof(store.tree_node, index, MANY)
        [entry] = store.entries("position = ?", (index + 1,))
        assert is_included(leaf_hash(entry.hash), index, MANY, proof, expected[MANY])
    assert list(faults(store, KEYS.public)) == []


def test_a_log_goes_on_where_another_process_left_it(store: SqliteStore) -> None:
    for _ in range(3):
        add(store, 130)
        Log(store, KEYS).checkpoint(1)
    assert [one.size for one in store.checkpoints()] == [130, 260, 390]
    assert list(faults(store, KEYS.public)) == []


def test_a_checkpoint_is_a_signed_note_in_the_file_too(store: SqliteStore, tmp_path: Path) -> None:
    log = Log(store, KEYS, tmp_path / "checkpoint")
    assert log.checkpoint(5) is None
    assert store.last_checkpoint() == Checkpoint(0, EMPTY, (tmp_path / "checkpoint").read_text(), 5)
    add(store, 3)
    assert log.checkpoint(6) is None
    last = store.last_checkpoint()
    assert last
    assert (tmp_path / "checkpoint").read_text() == last.note
    head = TreeHead(f"croupier/{KEYS.public[:16]}", 3, roots(store)[3])
    assert KeyChain.of(KEYS.public).checkpoint(last.note) == head
    with pytest.raises(BadInput):
        KeyChain.of(Keys.new().public).checkpoint(last.note)
    found = [store.checkpoint_at_least(size) for size in (0, 1, 3, 4)]
    assert [one and one.size for one in found] == [0, 3, 3, None]


def test_nothing_new_is_signed_once(store: SqliteStore, tmp_path: Path) -> None:
    log = Log(store, KEYS, tmp_path / "checkpoint")
    add(store, 3)
    log.checkpoint(1)
    before = (tmp_path / "checkpoint").stat().st_ino
    log.checkpoint(2)
    assert (tmp_path / "checkpoint").stat().st_ino == before
    assert len(list(store.checkpoints())) == 1


def test_checkpoints_only_grow(store: SqliteStore) -> None:
    add(store, 3)
    Log(store, KEYS).checkpoint(1)
    for size in (2, 3):
        failed = store.save_checkpoint(Checkpoint(size, EMPTY, "", 1))
        assert failed == Unavailable("a checkpoint covers more than the last")


def test_a_file_that_cannot_be_written_is_tried_again(store: SqliteStore, tmp_path: Path) -> None:
    log = Log(store, KEYS, tmp_path / "folder" / "checkpoint")
    add(store, 1)
    assert log.checkpoint(1) == Unavailable("checkpoint: there is no such file")
    (tmp_path / "folder").mkdir()
    assert log.checkpoint(1) is None
    last = store.last_checkpoint()
    assert last
    assert (tmp_path / "folder" / "checkpoint").read_text() == last.note


def test_a_witness_signs_a_checkpoint_later(store: SqliteStore) -> None:
    log, witness = Log(store, KEYS), Keys.new()
    add(store, 2)
    log.checkpoint(1)
    last = store.last_checkpoint()
    assert last
    note = Note.parse(last.note)
    line = cosign(note.text, "witness.example/w1", witness.private, 7)
    assert log.attach(Note(note.text, (line,))) is None
    again = store.last_checkpoint()
    assert again
    assert Note.parse(again.note).signatures == (*note.signatures, line)
    other = TreeHead(note.text.partition("\n")[0], 2, sha256(b"").digest())
    refused = log.attach(Note(str(other), (line,)))
    assert refused == Unavailable("there is no such checkpoint of 2 entries")
    assert list(faults(store, KEYS.public)) == []
