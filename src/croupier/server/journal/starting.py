"""What is checked each time a house opens, in a moment however long its journal is.

That nothing is missing or put in another's place: the last checkpoint, in the database and in its
file, is genuine and of the entries that are there; each stream ends with an entry under it; what
came after it is chained; balances are what the postings say. `audit verify` checks every entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput, own_words
from croupier.server.journal import erasing, verify
from croupier.server.journal.keychain import key_acts
from croupier.server.journal.store import NOTHING_BEFORE, is_as_written
from croupier.server.journal.tree import inclusion_proof, is_included, leaf_hash, root_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.keychain import KeyChain
    from croupier.server.journal.notes import TreeHead
    from croupier.server.journal.store import Entry, Store

STRETCH = 512
"""Entries before the last checkpoint that are looked at once more."""
EMPTY = (
    "the journal is empty although the folder has the keys of a house. Restore a backup with"
    " `croupier house restore`, or start a new house in another folder"
)


class Known(NamedTuple):
    """The last checkpoint in the database and the one in the file."""

    kept: TreeHead | None
    filed: TreeHead | None

    @property
    def size(self) -> int:
        return max((one.size for one in self if one), default=0)


def known_to(store: Store, chain: KeyChain, file: Path) -> Known:
    last = store.last_checkpoint()
    kept = None if last is None else genuine(chain, last.note, "the last checkpoint of its journal")
    if last is not None and kept is not None and (last.size, last.root) != (kept.size, kept.root):
        raise BadInput("the last checkpoint of its journal does not say what it is kept as")
    try:
        note = file.read_text("utf-8")
    except FileNotFoundError:
        return Known(kept, None)
    except (OSError, UnicodeDecodeError) as error:
        why = own_words(error) if isinstance(error, OSError) else "it is no text"
        raise BadInput(f"its file {file.name} cannot be read: {why}") from None
    return Known(kept, genuine(chain, note, f"its file {file.name}"))


def genuine(chain: KeyChain, note: str, what: str) -> TreeHead:
    try:
        return chain.checkpoint(note)
    except BadInput as wrong:
        raise BadInput(f"{what} does not count: {wrong}") from None


def check(store: Store, chain: KeyChain, file: Path) -> None:
    """What is wrong is told in one line."""
    for wrong in store.wrong_schema():
        raise BadInput(wrong)
    known = known_to(store, chain, file)
    size = store.tree_size()
    if known.size > size:
        raise BadInput(
            f"the journal has {size} entries and a checkpoint tells of {known.size}: entries are"
            " missing. If a backup was put back, say so: croupier audit accept FOLDER --by NAME"
        )
    if known == (None, None) and not size:
        raise BadInput(EMPTY)
    for wrong in wrong_in(store, known, file):
        raise BadInput(wrong)


def wrong_in(store: Store, known: Known, file: Path) -> Iterator[str]:
    kept, filed = known
    if kept is None and not store.tree_size():
        yield f"the checkpoint of no entries, which its file {file.name} has, is not in its journal"
        return
    if kept is None:
        yield "its journal has entries without a checkpoint: checkpoints were removed"
        return
    if filed is None:
        yield f"its file {file.name} is missing: put it back from where it is kept"
        return
    if filed.size > kept.size:
        yield f"the checkpoint of {filed.size} entries, which its file has, is not in its journal"
    for head in (kept, filed):
        if root_of(store.tree_node, head.size) != head.root:
            yield f"the entries are not those of the checkpoint of {head.size}"
    yield from wrong_ends(store, kept)
    yield from wrong_keys(store, kept)
    yield from wrong_tail(store, max(0, kept.size - STRETCH))
    yield from erasing.unrecorded(store, lambda act: is_in(store, act, kept))
    if foreign := store.foreign(kept.size):
        yield f"{foreign}: was not written by this house"
    yield from verify.wrong_balances(store, store.posted())
    yield from verify.wrong_meta(store)


def wrong_ends(store: Store, head: TreeHead) -> Iterator[str]:
    """Each stream's last entry stands under the checkpoint, or after it."""
    versions = store.versions()
    if sum(versions.values()) != store.tree_size() or not store.has_no_gap():
        yield "entries are missing: the streams do not come to as many as there should be"
    for stream, version in versions.items():
        last = next(store.read(stream, version - 1), None)
        if last is None or (last.version, last.hash) != store.head(stream):
            yield f"{stream}: its last entry is not the one that the next would follow"
        elif last.position <= head.size and not stands(store, last, head):
            yield f"{last.place}: is not the one that was signed"


def wrong_keys(store: Store, head: TreeHead) -> Iterator[str]:
    """What is told of keys stands under the checkpoint, too, however long ago it was."""
    for position, _ in key_acts(store):
        entry = next(store.everything(position - 1))
        if position <= head.size and not stands(store, entry, head):
            yield f"{entry.place}: is not the one that was signed"


def stands(store: Store, entry: Entry, head: TreeHead) -> bool:
    proof = inclusion_proof(store.tree_node, entry.position - 1, head.size)
    return is_included(leaf_hash(entry.hash), entry.position - 1, head.size, proof, head.root)


def is_in(store: Store, entry: Entry, head: TreeHead) -> bool:
    """As it was written, and signed where it is not of the tail."""
    return is_as_written(entry) and (entry.position > head.size or stands(store, entry, head))


def wrong_tail(store: Store, after: int) -> Iterator[str]:
    heads: dict[str, bytes] = {}
    for entry in store.everything(after):
        before = heads.get(entry.stream)
        if before is None:
            before = hash_before(store, entry)
        heads[entry.stream] = entry.hash
        if entry.previous != before:
            yield f"{entry.place}: does not follow the entry before it"
        if not is_as_written(entry):
            yield f"{entry.place}: was changed after it was written"
        if wrong := verify.wrong_private(entry):
            yield f"{entry.place}: {wrong}"


def hash_before(store: Store, entry: Entry) -> bytes:
    if entry.version == 1:
        return NOTHING_BEFORE
    before = next(store.read(entry.stream, entry.version - 2), None)
    return before.hash if before and before.version == entry.version - 1 else b""
