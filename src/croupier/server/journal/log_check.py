"""The check of a log: each kept node and each checkpoint against the tree of the entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal.notes import Kind, Note, TreeHead, VerifierKey, read_checkpoint
from croupier.server.journal.store import TILE
from croupier.server.journal.tree import Frontier, leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.server.journal.tree import Complete

Judge = Callable[[str], TreeHead]
"""What a checkpoint says; it raises where the note does not count. A chain of keys has one."""
OTHER_KEY = (
    "signed with another key than the one given: the house may have changed it since;"
    " ask with --house"
)


class OtherKey(BadInput):
    """Nothing is wrong with it by itself: whose it is does not show with the key that is kept."""

    def __init__(self) -> None:
        super().__init__(OTHER_KEY)


def unsigned(note: str) -> TreeHead:
    return TreeHead.parse(Note.parse(note).text)


def judge_by(public: str | None) -> Judge:
    """By one key, whatever the log is called; without one, signatures are not looked at."""
    if public is None:
        return unsigned

    def judge(note: str) -> TreeHead:
        key = VerifierKey(unsigned(note).origin, Kind.NOTE, bytes.fromhex(public))
        if not any(one.is_of(key) for one in Note.parse(note).signatures):
            raise OtherKey
        return read_checkpoint(note, key)

    return judge


class LogCheck:
    """Entries are followed in their order; what does not agree with them is told."""

    def __init__(
        self,
        notes: Iterable[str],
        judge: Judge = unsigned,
        nodes: Iterable[tuple[int, int, bytes]] | None = None,
    ) -> None:
        """Nodes are looked at where there are any: only a house keeps them."""
        self.frontier = Frontier()
        self.judge = judge
        self.nodes: dict[tuple[int, int], bytes] | None = None
        if nodes is not None:
            self.nodes = {(level, index): node for level, index, node in nodes}
        self.unread: list[str] = []
        self.heads: dict[int, list[TreeHead]] = {}
        self.count = 0
        for note in notes:
            self.count += 1
            self.read(note)

    def read(self, note: str) -> TreeHead | None:
        try:
            head = self.judge(note)
        except BadInput as wrong:
            self.unread.append(f"a checkpoint of the journal does not count: {wrong}")
            return None
        self.heads.setdefault(head.size, []).append(head)
        if not head.size:
            self.unread += self.wrong_heads()
        return head

    def follow(self, entry: bytes) -> Sequence[str]:
        """The hash of the next entry."""
        completed = self.frontier.tiles(leaf_hash(entry), TILE)
        if not completed and self.frontier.size not in self.heads:
            return ()
        wrong = [fault for one in completed for fault in self.wrong_node(one)]
        return [*wrong, *self.wrong_heads()]

    def wrong_node(self, complete: Complete) -> Iterator[str]:
        if self.nodes is None:
            return
        level, index, node = complete
        if self.nodes.pop((level, index), node) != node:
            yield f"node {index} of level {level} is not of the entries below it"

    def wrong_heads(self) -> Iterator[str]:
        size, root = self.frontier.size, self.frontier.root
        for head in self.heads.pop(size, []):
            if head.root != root:
                yield f"the checkpoint of {size} entries is not of the entries that are there"

    def faults(self) -> Iterator[str]:
        """What is left when all entries were followed."""
        yield from self.unread
        for size in sorted(self.heads):
            yield (
                f"a checkpoint of {size} entries is known and {self.frontier.size} are there:"
                " entries are missing"
            )
        for level, index in self.nodes or ():
            yield f"node {index} of level {level} has no entries below it"
