"""Snapshots: the state of a stream at an entry, so that a start need not read all of it.

The stream is the truth: a snapshot that cannot be read, was changed, is of another shape than this
program's, or does not stand on the entry that it says, is passed over.
"""

from __future__ import annotations

import hmac
import re
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.server.journal.store import Snapshot, Unreadable

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

EVERY = 500
"""Entries of a stream from one snapshot to the next."""
MODULE = re.compile(r"croupier\.(?:[a-z_]+\.)*(?=[A-Z])")
MEANING = 1
"""One more when the same fields come to mean something else."""


class Kept(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    shape: str
    entry: bytes
    """The hash of the last entry that the state follows from."""
    digest: bytes
    state: bytes
    mac: bytes = b""
    """By the house's secret: whoever holds the database alone cannot make one up."""


class Trusted(NamedTuple):
    version: int
    state: bytes


decoder = msgspec.msgpack.Decoder(Kept)


@lru_cache(maxsize=64)
def shape_of(kind: type) -> str:
    """A digest over the fields of a struct and of all that it holds, wherever they are defined."""
    fields = MODULE.sub("", repr(msgspec.inspect.type_info(kind)))
    return sha256(f"{MEANING} {fields}".encode()).hexdigest()[:16]


def digest(stream: str, version: int, kept: Kept) -> bytes:
    said = f"{stream} {version} {kept.shape} ".encode() + kept.entry + kept.state
    return sha256(said).digest()


def mac_of(secret: bytes, kept: Kept) -> bytes:
    """Over the digest, which covers all the rest."""
    return hmac.digest(secret, kept.digest, "sha256") if secret else b""


def keep(  # noqa: PLR0913 - where, at which entry, of what shape, what, and beside what
    store: Store, stream: str, version: int, kind: type, state: bytes, *, alone: bool = True
) -> bool:
    """Whether it was saved; if not, the next time will do."""
    try:
        entry = next(store.read(stream, version - 1), None)
    except Unreadable:
        return False
    if entry is None:
        return False
    kept = Kept(shape_of(kind), entry.hash, b"", state)
    kept = msgspec.structs.replace(kept, digest=digest(stream, version, kept))
    kept = msgspec.structs.replace(kept, mac=mac_of(store.secret, kept))
    snapshot = Snapshot(stream, version, msgspec.msgpack.encode(kept))
    return store.save_snapshot(snapshot, alone=alone) is None


def trusted(store: Store, stream: str, kind: type, before: int | None = None) -> Trusted | None:
    """The newest state that can be relied on, of before a version where one is given."""
    found = store.snapshot(stream, before)
    while found is not None:
        kept = opened(found)
        if kept is not None and kept.shape == shape_of(kind) and stands(store, found, kept):
            return Trusted(found.version, kept.state)
        found = store.snapshot(stream, found.version)
    return None


def opened(snapshot: Snapshot) -> Kept | None:
    """The snapshot's contents, if they are as they were written."""
    try:
        kept = decoder.decode(snapshot.data)
    except msgspec.MsgspecError:
        return None
    return kept if kept.digest == digest(snapshot.stream, snapshot.version, kept) else None


def is_authentic(secret: bytes, kept: Kept) -> bool:
    """Told with the house's secret only."""
    return not secret or hmac.compare_digest(kept.mac, mac_of(secret, kept))


def stands(store: Store, snapshot: Snapshot, kept: Kept) -> bool:
    if not is_authentic(store.secret, kept):
        return False
    entry = next(store.read(snapshot.stream, snapshot.version - 1), None)
    return entry is not None and (entry.version, entry.hash) == (snapshot.version, kept.entry)
