"""The house's log: the tree over all entries, and checkpoints signed over it as it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput, own_words
from croupier.server.journal import durable
from croupier.server.journal.keychain import origin_of
from croupier.server.journal.notes import Note, TreeHead, signed
from croupier.server.journal.store import TILE, Checkpoint, Unavailable, Unreadable
from croupier.server.journal.tree import Complete, Frontier

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.keys import Keys
    from croupier.server.journal.store import Store

FILE = "checkpoint"
"""In the house's folder, outside of its database: the newest."""


def origin_in(checkpoint: Checkpoint) -> str:
    return checkpoint.note.partition("\n")[0]


class Log:
    """Whoever calls `checkpoint` holds the write lock; what it signs is durable by then."""

    def __init__(self, store: Store, keys: Keys, file: Path | None = None) -> None:
        self.store, self.keys, self.file = store, keys, file
        self.frontier: Frontier | None = None
        """Of the last checkpoint, once one was made or asked for."""
        self.filed: str | None = None

    def checkpoint(self, at: int) -> Unavailable | None:
        """Over all entries, where there are new ones; in the database first, then in the file."""
        try:
            return self.sign(at)
        except Unreadable as error:
            return Unavailable(str(error))

    def must_checkpoint(self, at: int) -> None:
        """Where nothing counts that is not signed."""
        if failed := self.checkpoint(at):
            raise BadInput(f"cannot be signed: {failed.reason}")

    def sign(self, at: int) -> Unavailable | None:
        last = self.store.last_checkpoint()
        if last is None or self.store.tree_size() > last.size:
            made = self.made(last, at)
            if isinstance(made, Unavailable):
                return made
            last = made
        return self.put_in_file(last)

    def made(self, last: Checkpoint | None, at: int) -> Checkpoint | Unavailable:
        size = last.size if last else 0
        if foreign := self.store.foreign(size):
            return Unavailable(f"{foreign} was not written by this house, which does not sign it")
        known = self.frontier
        if known is None or known.size != size:
            known = Frontier.of(self.store.tree_node, size)
        grown, completed = known.copy(), list[Complete]()
        for leaf in self.store.leaves(size):
            completed += grown.tiles(leaf, TILE)
        origin = origin_in(last) if last else origin_of(self.keys.public)
        head = TreeHead(origin, grown.size, grown.root)
        note = signed(str(head), origin, self.keys.private)
        checkpoint = Checkpoint(grown.size, grown.root, str(note), at)
        if failed := self.store.save_checkpoint(checkpoint, completed):
            return failed
        self.frontier = grown
        return checkpoint

    def put_in_file(self, last: Checkpoint) -> Unavailable | None:
        if self.file is None or self.filed == last.note:
            return None
        try:
            durable.replace(self.file, last.note.encode(), durable.READ_BY_ALL)
        except OSError as error:
            return Unavailable(f"{self.file.name}: {own_words(error)}")
        self.filed = last.note
        return None

    def attach(self, cosigned: Note) -> Unavailable | None:
        """Signatures of witnesses, to the checkpoint that they are of."""
        head = TreeHead.parse(cosigned.text)
        kept = self.store.checkpoint_at_least(head.size)
        if kept is None or (kept.size, kept.root) != (head.size, head.root):
            return Unavailable(f"there is no such checkpoint of {head.size} entries")
        note = Note.parse(kept.note).with_signatures(*cosigned.signatures)
        return self.store.save_note(kept.size, str(note))
