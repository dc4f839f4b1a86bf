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
        self.versions: dict[str, int] = {}
        self.accounts: dict[str, int] = {}
        self.requests: dict[str, Write] = {}
        self.entries: list[object] = []
        self.beside: list[object] = []
        self.erased: list[tuple[int, str]] = []
        self.postings: list[object] = []
        self.standing: list[Part] = []
        before = self.position
        self.outcomes = [self.taken(write) for write in writes]
        self.put_down(before)

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
        return found

    def taken(self, write: Write) -> Outcome:
        request = write.request
        if request is not None and (request in self.requests or request in self.answered):
            return self.answer_to(request)
        if no := self.too_late(write) or self.move(write):
            return no
        if request is not None:
            self.requests[request] = write
        if write.erases:
            self.erased += write.erases
        first = self.position + 1
        for part in write.parts:
            added = len(part.entries)
            self.versions[part.stream] += added
            self.position += added
        self.standing += write.parts
        return Written(tuple(range(first, self.position + 1)))

    def answer_to(self, request: str) -> Answered:
        earlier = self.requests.get(request)
        if earlier is not None:
            return Answered(earlier.answer, earlier.digest)
        return self.answered[request]

    def move(self, write: Write) -> Short | None:
        """Its money, unless a player has too little."""
        accounts, balances = self.accounts, self.balances
        after = {}
        for account, cents in write.moved.items():
            has = accounts.get(account)
            if has is None:
                has = balances.get(account, 0)
            left = after[account] = has + cents
            if left < 0 and cents < 0 and account.startswith(PLAYERS):
                return Short(account, has)
        accounts.update(after)
        return None

    def too_late(self, write: Write) -> Conflict | NotHeld | None:
        """Another node holds the table by now, or something else was written first."""
        if self.sharing is not None:
            elsewhere = self.sharing.held_elsewhere(write.parts, self.held)
            if elsewhere is not None:
                return NotHeld(elsewhere)
            if self.is_behind:
                return Conflict(write.parts[0].stream, self.version(write.parts[0].stream))
        for part in write.parts:
            version = self.versions.get(part.stream)
            if version is None:
                version = self.version(part.stream)
            if version != part.expected:
                return Conflict(part.stream, version)
        return None

    def version(self, stream: str) -> int:
        """How long it is with what was taken so far."""
        if stream not in self.versions:
            version, last = self.store.head(stream)
            self.heads[stream] = version, self.store.blob(last)
            self.versions[stream] = version
        return self.versions[stream]

    def put_down(self, position: int) -> None:
        """What stands as rows, after what there is."""
        blob, macs, heads = self.store.blob, self.store.macs, self.heads
        entries, postings = self.entries, self.postings
        nonces, used = blob(os.urandom(NONCE_BYTES * (self.position - position))), 0
        for part in self.standing:
            stream = part.stream
            version, previous = heads[stream]
            for new in part.entries:
                position += 1
                version += 1
                nonce = nonces[used : used + NONCE_BYTES]
                used += NONCE_BYTES
                now = blob(hashed(previous, stream, version, new, nonce))
                mac = blob(macs.mac(position, now)) if macs else None
                body = blob(new.body)
                entries += (position, stream, version, new.at, body, previous, now, nonce, mac)
                for line, (account, cents) in enumerate(new.postings):
                    postings += (position, line, account, cents)
                for one in new.beside:
                    self.beside += (position, *one)
                previous = now
            heads[stream] = version, previous
