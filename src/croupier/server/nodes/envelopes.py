"""Messages between nodes, sealed: without the house's key none can be made, altered or repeated.

A code over every byte is enough, because nothing that is hidden travels here: bodies are commands
of persons and places in the journal. Against reading there is TLS.

A node forgets what it has taken when it ends, so after its start it refuses whatever was sent
before it. Clocks of nodes may differ by `SKEW_MS`: by as much a deadline is stretched, and by as
much before a start may a message have been taken that can be repeated after it.
"""

from __future__ import annotations

import hmac
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

SKEW_MS = 2_000
LONGEST_MS = 60_000
"""From sending to the deadline."""
WIDTH = 8_192
"""How far behind the newest of its run a message may come."""
MOST_RUNS = 1_024
"""Runs of all senders that are remembered, each until its last deadline."""
LABEL = b"croupier messages between nodes 1\0"
MAC_BYTES = 32
EVERYBODY = ""
SEEN_MASK = (1 << WIDTH) - 1

Kind = Literal["ask", "tell", "answer", "fault"]


class Answers(msgspec.Struct, frozen=True, array_like=True):
    """Which request, of which run of the node that asked."""

    run: str
    number: int


class Envelope(
    msgspec.Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True
):
    kind: Kind
    sender: str
    run: str
    """Drawn when the sender starts."""
    number: int
    """Of all that the sender has sent in its run."""
    to: str
    what: str
    sent_ms: int
    until_ms: int
    answers: Answers | None
    body: bytes


class Refused(StrEnum):
    FORGED = "its code is wrong"
    UNREADABLE = "it cannot be read"
    NOT_HERE = "it is for another node"
    EXPIRED = "its deadline is over"
    AHEAD = "it was sent later than now: a clock is wrong"
    BEFORE_START = "it was sent before this node started"
    REPEATED = "it has come before, or comes far too late"
    TOO_MANY_RUNS = "too many nodes started in a minute"


class Address(NamedTuple):
    to: str
    what: str
    until_ms: int
    answers: Answers | None = None


class Sealed(NamedTuple):
    envelope: Envelope
    data: bytes


class Window:
    """Which of the last numbers of a run have come."""

    def __init__(self) -> None:
        self.newest, self.seen, self.until_ms = 0, 0, 0

    def take(self, number: int) -> bool:
        """Whether it comes for the first time."""
        behind = self.newest - number
        if behind >= WIDTH or (behind >= 0 and self.seen >> behind & 1):
            return False
        if behind >= 0:
            self.seen |= 1 << behind
        else:
            self.seen = (self.seen << min(-behind, WIDTH) | 1) & SEEN_MASK
            self.newest = number
        return True


class Seals:
    """One run of one node: what it sends is sealed, what it is sent is looked at."""

    def __init__(
        self, secret: bytes, house: str, node: str, run: str, clock: Callable[[], int]
    ) -> None:
        self.key = hmac.digest(secret, LABEL + house.encode(), "sha256")
        self.node, self.run, self.clock = node, run, clock
        self.started_ms, self.number = clock(), 0
        self.windows: dict[tuple[str, str], Window] = {}
        """By sender and run."""
        self.encoder = msgspec.msgpack.Encoder()
        self.decoder = msgspec.msgpack.Decoder(Envelope)

    def mac(self, text: bytes | memoryview) -> bytes:
        return hmac.digest(self.key, text, "sha256")

    def seal(self, kind: Kind, address: Address, body: bytes) -> Sealed:
        self.number += 1
        envelope = Envelope(
            kind=kind,
            sender=self.node,
            run=self.run,
            number=self.number,
            to=address.to,
            what=address.what,
            sent_ms=self.clock(),
            until_ms=address.until_ms,
            answers=address.answers,
            body=body,
        )
        text = self.encoder.encode(envelope)
        return Sealed(envelope, self.mac(text) + text)

    def open(self, data: bytes) -> Envelope | Refused:
        """Read only once its code was found right, and taken once."""
        text = memoryview(data)[MAC_BYTES:]
        if not hmac.compare_digest(data[:MAC_BYTES], self.mac(text)):
            return Refused.FORGED
        try:
            envelope = self.decoder.decode(text)
        except msgspec.MsgspecError:
            return Refused.UNREADABLE
        return self.wrong_with(envelope) or envelope

    def wrong_with(self, envelope: Envelope) -> Refused | None:
        now_ms = self.clock()
        if envelope.to != (EVERYBODY if envelope.kind == "tell" else self.node):
            return Refused.NOT_HERE
        if now_ms > min(envelope.until_ms, envelope.sent_ms + LONGEST_MS) + SKEW_MS:
            return Refused.EXPIRED
        if envelope.sent_ms > now_ms + SKEW_MS:
            return Refused.AHEAD
        if envelope.sent_ms < self.started_ms:
            return Refused.BEFORE_START
        return self.repeated(envelope, now_ms)

    def repeated(self, envelope: Envelope, now_ms: int) -> Refused | None:
        window = self.windows.get((envelope.sender, envelope.run))
        if window is None:
            self.forget(now_ms)
            if len(self.windows) >= MOST_RUNS:
                return Refused.TOO_MANY_RUNS
            window = self.windows[envelope.sender, envelope.run] = Window()
        if not window.take(envelope.number):
            return Refused.REPEATED
        window.until_ms = max(window.until_ms, envelope.sent_ms + LONGEST_MS)
        return None

    def forget(self, now_ms: int) -> None:
        """Runs of which every message that could be repeated has expired."""
        over = [of for of, window in self.windows.items() if now_ms > window.until_ms + SKEW_MS]
        for of in over:
            del self.windows[of]
