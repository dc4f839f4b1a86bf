"""One commit in the making: which writes stand, and the rows that they come to."""

from __future__ import annotations

import os
from itertools import chain
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
    from croupier.server.journal.store import Blob, Outcome, Part, Write


WIDTHS = {
    "requests": 3,
    "entries": 9,
    "postings": 4,
    "beside": 4,
    "accounts": 2,
    "heads": 3,
    "erased": 2,
    "forgotten": 1,
    "archives": 5,
    "emptied": 1,
}
"""How many values are a row."""


class Standing(Protocol):
    """The journal as a commit finds it."""

    macs: Macs | None
    sharing: Sharing | None

    @property
    def blob(self) -> type[Blob]:
        """What its database takes fastest."""

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
        self.heads: dict[str, tuple[int, Blob]] = {}
        self.answered = store.answers_to([one.request for one in writes if one.request])
        self.balances = store.balances_of([*{name for one in writes for name in one.moved}])
        self.sharing = store.sharing
        self.held: dict[str, int] = {}
        self.is_behind = False
        if self.sharing is not None:
            self.is_behind = self.sharing.is_behind(self.position)
            self.held = store.held(fenced_by(part for one in writes for part in one.parts))
        self.accounts: dict[str, int] = {}
        self.requests: dict[str, Write] = {}
        entries = sum([len(part.entries) for one in writes for part in one.parts])
        self.nonces, self.used = store.blob(os.urandom(NONCE_BYTES * entries)), 0
        self.entries: list[object] = []
        self.beside: list[object] = []
        self.erased: list[tuple[int, str]] = []
        self.archives: list[object] = []
        self.emptied: list[object] = []
        self.postings: list[object] = []
        self.outcomes = [self.taken(write) for write in writes]

    def rows(self) -> dict[str, list[object]]:
        """Of each table, one value after another."""
        blob = self.store.blob
        return {
            "requests": [
                value
                for request, write in self.requests.items()
                for value in (request, blob(write.answer), blob(write.digest))
            ],
            "entries": self.entries,
            "postings": self.postings,
            "beside": self.beside,
            "accounts": [*chain.from_iterable(self.accounts.items())],
            "heads": [
                value
                for stream, (version, last) in self.heads.items()
                if version
                for value in (stream, version, last)
            ],
            **self.taken_away(),
        }

    def taken_away(self) -> dict[str, list[object]]:
        found: dict[str, list[object]] = {}
        if self.erased:
            found["erased"] = [*chain.from_iterable(self.erased)]
            found["forgotten"] = [position for position, _ in self.erased]
        if self.archives:
            found |= {"archives": self.archives, "emptied": self.emptied}
        return found

    def taken(self, write: Write) -> Outcome:
        if write.request is not None and (before := self.answer_to(write.request)):
            return before
        if no := self.too_late(write) or self.short(write):
            return no
        accounts, balances = self.accounts, self.balances
        for account, cents in write.moved.items():
            now = accounts.get(account)
            accounts[account] = cents + (balances.get(account, 0) if now is None else now)
        if write.request is not None:
            self.requests[write.request] = write
        if write.erases:
            self.erased += write.erases
        if type(write) is ArchivingWrite:
            self.archives += write.file
            self.emptied += write.empties
        if len(write.parts) == 1:
            return Written(tuple(self.put(write.parts[0])))
        return Written(tuple([at for part in write.parts for at in self.put(part)]))

    def answer_to(self, request: str) -> Answered | None:
        earlier = self.requests.get(request)
        if earlier is not None:
            return Answered(earlier.answer, earlier.digest)
        return self.answered.get(request)

    def short(self, write: Write) -> Short | None:
        for account, cents in write.moved.items():
            if cents < 0 and account.startswith(PLAYERS):
                has = self.accounts.get(account, self.balances.get(account, 0))
                if has + cents < 0:
                    return Short(account, has)
        return None

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

    def head(self, stream: str) -> tuple[int, Blob]:
        known = self.heads.get(stream)
        if known is None:
            version, last = self.store.head(stream)
            known = self.heads[stream] = version, self.store.blob(last)
        return known

    def put(self, part: Part) -> range:
        stream, first = part.stream, self.position + 1
        blob, macs = self.store.blob, self.store.macs
        version, previous = self.heads.get(stream) or self.head(stream)
        for new in part.entries:
            version += 1
            self.position = position = self.position + 1
            nonce = self.nonces[self.used : self.used + NONCE_BYTES]
            self.used += NONCE_BYTES
            now = blob(hashed(previous, stream, version, new, nonce))
            mac = blob(macs.mac(position, now)) if macs else None
            body = blob(new.body)
            self.entries += (position, stream, version, new.at, body, previous, now, nonce, mac)
            for line, (account, cents) in enumerate(new.postings):
                self.postings += (position, line, account, cents)
            for one in new.beside:
                self.beside += (position, *one)
            previous = now
        self.heads[stream] = (version, previous)
        return range(first, self.position + 1)
