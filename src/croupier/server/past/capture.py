"""A round captured for a dispute with its proofs, and whether they hold."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.server.journal.checkpoints import is_genuine
from croupier.server.journal.store import Checkpoint, New, Posting, hashed
from croupier.server.past.played import TABLE, played_round
from croupier.table.commands import Setup  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store

FORMAT = "croupier-dispute-1"


class Proof(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry with everything that its hash is made of, bytes in hexadecimal."""

    position: int
    stream: str
    version: int
    at: int
    body: str
    postings: tuple[Posting, ...]
    previous: str
    hash: str
    nonce: str = ""

    @classmethod
    def of(cls, entry: Entry) -> Proof:
        return cls(
            position=entry.position,
            stream=entry.stream,
            version=entry.version,
            at=entry.at,
            body=entry.body.decode(),
            postings=entry.postings,
            previous=entry.previous.hex(),
            hash=entry.hash.hex(),
            nonce=entry.nonce.hex(),
        )


class Signed(msgspec.Struct, frozen=True):
    """A seal, bytes in hexadecimal."""

    stream: str
    version: int
    hash: str
    signature: str
    at: int


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """One round with all that is needed to judge it, away from the house."""

    format: str
    software: str
    captured_at: int
    table: str
    round: int
    game: str
    version: int
    setup: Setup
    entries: tuple[Proof, ...]
    """The round's, and what follows up to the next seal."""
    meter: tuple[Proof, ...]
    seals: tuple[Signed, ...]


dispute_decoder = msgspec.json.Decoder(Dispute)


def capture_round(store: Store, table: str, number: int, at: int) -> Dispute:
    round_ = played_round(store, table, number)
    stream, opened = f"{TABLE}{table}", round_.moments[0].after
    first, last = (round_.moments[place].entry.version for place in (0, -1))
    later = store.checkpoints(stream, first)
    end = next((one.version for one in later if one.version >= last), last)
    entries = takewhile(lambda one: one.version <= end, store.read(stream, first - 1))
    return Dispute(
        format=FORMAT,
        software=software_digest(),
        captured_at=at,
        table=table,
        round=number,
        game=opened.setup.game,
        version=opened.game.version,
        setup=opened.setup,
        entries=tuple(Proof.of(entry) for entry in entries),
        meter=tuple(Proof.of(entry) for entry, _ in round_.meter),
        seals=tuple(
            Signed(one.stream, one.version, one.hash.hex(), one.signature.hex(), one.at)
            for one in later
            if one.version <= end
        ),
    )


def dispute_faults(captured: Dispute, public: str | None = None) -> Iterator[str]:
    """Whatever was changed in a captured round since the house wrote it."""
    hashes: dict[tuple[str, int], str] = {}
    for one in (*captured.entries, *captured.meter):
        where = f"{one.stream} entry {one.version}"
        new = New(one.at, one.body.encode(), one.postings)
        previous, nonce = bytes.fromhex(one.previous), bytes.fromhex(one.nonce)
        if hashed(previous, one.stream, one.version, new, nonce).hex() != one.hash:
            yield f"{where}: was changed after it was written"
        hashes[one.stream, one.version] = one.hash
    for one, after in pairwise(captured.entries):
        if (after.version, after.previous) != (one.version + 1, one.hash):
            yield f"{after.stream} entry {after.version}: does not follow the entry before it"
    for seal in captured.seals:
        real = Checkpoint(
            seal.stream,
            seal.version,
            bytes.fromhex(seal.hash),
            bytes.fromhex(seal.signature),
            seal.at,
        )
        if hashes.get((seal.stream, seal.version)) != seal.hash:
            yield f"the seal at entry {seal.version} is not of what stands there"
        if public is not None and not is_genuine(real, public):
            yield f"the seal at entry {seal.version} was not made with the house's key"
