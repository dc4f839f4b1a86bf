"""One commit in the making: which writes stand, and the rows that they come to."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Protocol

from croupier.server.journal.sharing import fenced_by
from croupier.server.journal.store import (
    NONCE_BYTES,
    PLAYERS,
    Answered,
    ArchivingWrite,
    Conflict,
    NotHeld,
    Short,
    Written,
    hashed,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.store import Outcome, Part, Write


class Standing(Protocol):
    """The journal as a commit finds it."""

    macs: Macs | None
    sharing: Sharing | None

    def tree_size(self) -> int: ...

    def head(self, stream: str) -> tuple[int, bytes]: ...

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]: ...

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]: ...

    def held(self, names: Sequence[str]) -> dict[str, int]:
        """Leases of this node that are in force, each with its token."""


class Batch:
    """Writes held against the journal as it stands, in their order, before any is put down."""

    def __init__(self, store: Standing, writes: Sequence[Write]) -> None:
        self.store = store
        self.position = store.tree_size()
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.answered = store.answers_to([one.request for one in writes if one.request])
        self.balances = store.balances_of(sorted({name for one in writes for name in one.moved}))
        self.sharing = store.sharing
        self.held: dict[str, int] = {}
        self.is_behind = False
        if self.sharing is not None:
            self.is_behind = self.sharing.is_behind(self.position)
            self.held = store.held(fenced_by(part for one in writes for part in one.parts))
        self.accounts: dict[str, int] = {}
        self.requests: dict[str, Answered] = {}
        entries = sum([len(part.entries) for one in writes for part in one.parts])
        self.nonces = io.BytesIO(os.urandom(NONCE_BYTES * entries))
        self.entries: list[tuple[object, ...]] = []
        self.beside: list[tuple[object, ...]] = []
        self.erased: list[tuple[object, ...]] = []
        self.archives: list[tuple[object, ...]] = []
        self.emptied: list[tuple[object, ...]] = []
        self.postings: list[tuple[object, ...]] = []
        self.outcomes = [self.taken(write) for write in writes]

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        return {
            "requests": [
                (request, one.answer, one.digest) for request, one in self.requests.items()
            ],
            "entries": self.entries,
            "postings": self.postings,
            "beside": self.beside,
            "accounts": list(self.accounts.items()),
            "heads": [(stream, *head) for stream, head in self.heads.items() if head[0]],
            **self.taken_away(),
        }

    def taken_away(self) -> dict[str, list[tuple[object, ...]]]:
        erased = {"erased": self.erased, "forgotten": [one[:1] for one in self.erased]}
        archived = {"archives": self.archives, "emptied": self.emptied}
        return {**(erased if self.erased else {}), **(archived if self.archives else {})}

    def taken(self, write: Write) -> Outcome:
        if write.request is not None:
            before = self.requests.get(write.request) or self.answered.get(write.request)
            if before is not None:
                return before
        if late := self.too_late(write):
            return late
        accounts, after = self.accounts, dict[str, int]()
        for account, cents in write.moved.items():
            now = accounts.get(account)
            after[account] = cents + (self.balances.get(account, 0) if now is None else now)
            if after[account] < 0 and account.startswith(PLAYERS):
                return Short(account, after[account] - cents)
        accounts.update(after)
        self.erased += write.erases
        if type(write) is ArchivingWrite:
            self.archives.append(write.file)
            self.emptied += [(position,) for position in write.empties]
        if write.request is not None:
            self.requests[write.request] = Answered(write.answer, write.digest)
        if len(write.parts) == 1:
            return Written(tuple(self.put(write.parts[0])))
        return Written(tuple([at for part in write.parts for at in self.put(part)]))

    def too_late(self, write: Write) -> Conflict | NotHeld | None:
        """Another node holds the table by now, or something else was written first."""
        if self.sharing is not None:
            elsewhere = self.sharing.held_elsewhere(write.parts, self.held)
            if elsewhere is not None:
                return NotHeld(elsewhere)
            if self.is_behind:
                return Conflict(write.parts[0].stream, self.head(write.parts[0].stream)[0])
        for part in write.parts:
            version, _ = self.heads.get(part.stream) or self.head(part.stream)
            if version != part.expected:
                return Conflict(part.stream, version)
        return None

    def head(self, stream: str) -> tuple[int, bytes]:
        known = self.heads.get(stream)
        if known is None:
            known = self.heads[stream] = self.store.head(stream)
        return known

    def put(self, part: Part) -> range:
        stream, first, macs = part.stream, self.position + 1, self.store.macs
        version, previous = self.heads.get(stream) or self.head(stream)
        for new in part.entries:
            version += 1
            self.position = position = self.position + 1
            nonce = self.nonces.read(NONCE_BYTES)
            now = hashed(previous, stream, version, new, nonce)
            mac = macs.mac(position, now) if macs else None
            self.entries.append(
                (position, stream, version, new.at, new.body, previous, now, nonce, mac)
            )
            for line, (account, cents) in enumerate(new.postings):
                self.postings.append((position, line, account, cents))
            if new.beside:
                self.beside += [(position, *one) for one in new.beside]
            previous = now
        self.heads[stream] = (version, previous)
        return range(first, self.position + 1)
