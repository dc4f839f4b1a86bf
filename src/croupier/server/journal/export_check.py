"""The check of an export away from its house: hashes, chains, and the checkpoints in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.journal import acts, export
from croupier.server.journal.key_history import REVOKED, Trusted, revocations, trusted_by
from croupier.server.journal.keychain import KEY_ACTS, chain_of
from croupier.server.journal.log_check import OTHER_KEY, LogCheck, unsigned
from croupier.server.journal.store import Entry
from croupier.server.journal.verify import Books, chain_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.server.journal.export import Line
    from croupier.server.journal.key_history import KeyHistory
    from croupier.server.journal.keychain import KeyChain, Placed

IN_PLAY = frozenset({"table", "line"})
"""Kinds of streams whose events are withheld while a round is in play."""


class ExportCheck:
    """Line by line; what it counts is there at the end."""

    def __init__(
        self,
        public: str | None = None,
        known: Iterable[str] = (),
        history: KeyHistory | None = None,
    ) -> None:
        """What the house tells of its keys now stands above what the export tells."""
        self.public, self.known, self.history = public, list(known), history
        self.trusted = Trusted()
        self.books, self.log = Books(away=True), LogCheck(self.known)
        self.notes: list[str] = []
        self.told: list[Placed] = []
        self.entries = self.withheld = self.signed = 0

    def faults(
        self, lines: Iterable[bytes], progress: Callable[[int], None] = lambda _: None
    ) -> Iterator[str]:
        yield from export.wrong_lines(lines, self.wrong, progress)
        yield from self.log.faults()
        yield from self.wrong_notes()
        yield from self.wrong_end()

    def wrong(self, line: Line) -> Iterator[str]:
        entry = entry_of(line)
        withheld = line.withheld is not None
        self.entries += 1
        self.withheld += withheld
        yield from self.wrong_withheld(line)
        yield from self.books.wrong(entry, withheld=withheld)
        yield from self.log.follow(entry.hash)
        if entry.stream == acts.STREAM and not withheld:
            self.hear(entry)
        if line.checkpoint:
            self.notes.append(line.checkpoint)
            head = self.log.read(line.checkpoint)
            yield from self.log.wrong_heads()
            self.signed = head.size if head else self.signed

    def wrong_withheld(self, line: Line) -> Iterator[str]:
        """Nothing is told of an event that is not there; only few kinds are ever withheld."""
        if line.withheld is None:
            return
        kind = line.stream.partition(":")[0]
        told = bytes(line.event) != bytes(export.NOTHING) or line.nonce
        if told or kind not in IN_PLAY:
            yield f"{line.stream} entry {line.version}: is withheld, and is not of what ever is"

    def wrong_end(self) -> Iterator[str]:
        """The house exports up to a checkpoint."""
        covered = max([self.signed, *(unsigned(one).size for one in self.known)])
        if covered and self.entries > covered:
            yield (
                f"{self.entries - covered:,} entries come after its last checkpoint:"
                " nothing shows that they are the house's"
            )

    def hear(self, entry: Entry) -> None:
        act = acts.decoder.decode(entry.body)
        if type(act).__struct_config__.tag in KEY_ACTS:
            self.told.append((entry.position, act))

    def wrong_notes(self) -> Iterator[str]:
        chain, wrong = self.chain()
        self.trusted = Trusted(chain)
        yield from wrong
        if not self.notes and not self.known:
            yield "no checkpoint is in it, so that nothing shows what is missing"
        if chain is not None:
            yield from LogCheck([*self.notes, *self.known], chain.covering(self.notes)).unread

    def chain(self) -> tuple[KeyChain | None, list[str]]:
        if self.history is None:
            return chain_for(self.told, self.public, self.notes)
        try:
            chain = trusted_by(self.public, self.history).chain
        except BadInput as wrong:
            return None, [f"what is told of the house's keys does not hold: {wrong}"]
        if chain is None or chain.has_signed_any(self.notes):
            return chain, []
        return None, [OTHER_KEY]

    def revoked(self) -> Iterator[str]:
        """Keys, and how many checkpoints count no more because of it."""
        try:
            chain = self.trusted.chain or (chain_of(self.told, "") if self.told else None)
        except BadInput:
            return
        if chain is None or not any(one.is_revoked for one in chain.keys):
            return
        yield from revocations(chain.keys)
        if gone := sum(1 for one in self.notes if chain.counted(one) is None):
            yield REVOKED.format(gone)


def entry_of(line: Line) -> Entry:
    return Entry(
        position=line.position,
        stream=line.stream,
        version=line.version,
        at=line.at,
        body=bytes(line.event),
        postings=line.postings,
        previous=bytes.fromhex(line.previous),
        hash=bytes.fromhex(line.hash),
        nonce=bytes.fromhex(line.nonce or ""),
    )
