"""Operations for whoever checks the house's log: checkpoints, keys, and proofs.

Anybody may ask. A leaf of the log is the hash of an entry, and every entry hashes a nonce of its
own, so that nothing can be guessed from the hashes that a proof is made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.responses import PlainTextResponse, Response

from croupier.problems import BadInput
from croupier.server.http.operation import ANYBODY, Number, Operation, Strict
from croupier.server.journal.acts import KeyRotated
from croupier.server.journal.key_history import KeyHistory, history
from croupier.server.journal.keychain import key_acts, verifier
from croupier.server.journal.notes import OfflineProof, encoded
from croupier.server.journal.tree import consistency_proof, inclusion_proof

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.journal.keychain import HeldKey, KeyChain
    from croupier.server.journal.store import Checkpoint, Store

TEXT = "text/plain"
Size = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Covering(Strict, frozen=True):
    covers: Number | None = None
    """The first checkpoint over so many entries; else the last one."""


class Sizes(Strict, frozen=True, rename={"old": "from", "new": "to"}):
    old: Size
    new: Size


class Consistency(msgspec.Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """That the log of one size is the beginning of the log of another (RFC 6962)."""

    old: int
    new: int
    hashes: tuple[str, ...]
    """In base64."""


class OfEntry(Strict, frozen=True):
    position: Number
    size: Number | None = None
    """Of the checkpoint; else the first that covers the entry."""


class Rotation(msgspec.Struct, frozen=True):
    position: int
    old: str
    new: str
    signature: str
    """Of the old key, over origin, old and new key."""


class RevokedKey(msgspec.Struct, frozen=True):
    """Nothing that this key signed after an entry counts."""

    key: str
    after: int
    reason: str


class LogKeys(msgspec.Struct, frozen=True):
    origin: str
    verifier: str
    """The key in force, as signed notes have it."""
    founding: str
    rotations: tuple[Rotation, ...]
    revoked: tuple[RevokedKey, ...] = ()
    history: KeyHistory | None = None
    """Every change of keys with its proof under the last checkpoint; none where there was none."""


async def checkpoint(call: Call[None, Covering, None]) -> Response:
    covers = call.query.covers
    found = await call.read(lambda store: kept(store, covers))
    return PlainTextResponse(found.note)


def kept(store: Store, covers: int | None) -> Checkpoint:
    found = store.checkpoint_at_least(covers) if covers else store.last_checkpoint()
    if found is None:
        raise BadInput("there is no such checkpoint yet", "covers")
    return found


async def consistency(call: Call[None, Sizes, None]) -> Consistency:
    old, new = call.query.old, call.query.new
    return await call.read(lambda store: consistent(store, old, new))


def consistent(store: Store, old: int, new: int) -> Consistency:
    signed = kept(store, None).size
    if not old <= new <= signed:
        raise BadInput(f"two sizes in their order, up to {signed}", "from, to")
    hashes = consistency_proof(store.tree_node, old, new)
    return Consistency(old, new, tuple(map(encoded, hashes)))


async def proof(call: Call[None, OfEntry, None]) -> Response:
    query = call.query
    found = await call.read(lambda store: included(store, query.position, query.size))
    return PlainTextResponse(str(found))


def included(store: Store, position: int, size: int | None) -> OfflineProof:
    under = kept(store, size or position)
    if size not in {None, under.size} or position > under.size:
        raise BadInput("there is no checkpoint of this size that covers the entry", "size")
    hashes = inclusion_proof(store.tree_node, position - 1, under.size)
    return OfflineProof(position - 1, hashes, under.note)


async def keys(call: PlainCall) -> LogKeys:
    chain = call.house.ring.chain
    return await call.read(lambda store: told(store, chain))


def told(store: Store, chain: KeyChain) -> LogKeys:
    rotations = tuple(
        Rotation(position, act.old, act.new, act.signature)
        for position, act in key_acts(store)
        if isinstance(act, KeyRotated)
    )
    current = str(verifier(chain.origin, chain.current.public))
    return LogKeys(
        chain.origin,
        current,
        chain.founding.public,
        rotations,
        revoked_in(chain.keys),
        history(store),
    )


def revoked_in(keys: tuple[HeldKey, ...]) -> tuple[RevokedKey, ...]:
    return tuple(
        RevokedKey(one.public, one.revoked_after, one.reason)
        for one in keys
        if one.revoked_after is not None
    )


OPERATIONS = (
    Operation(
        "GET",
        "/api/log/checkpoint",
        "The last checkpoint of the house's log, or the first that covers so many entries.",
        checkpoint,
        str,
        may=ANYBODY,
        query=Covering,
        media=TEXT,
    ),
    Operation(
        "GET",
        "/api/log/consistency",
        "A proof that the log has only grown from one size to another.",
        consistency,
        Consistency,
        may=ANYBODY,
        query=Sizes,
    ),
    Operation(
        "GET",
        "/api/log/proof",
        "A proof that an entry stands in the log, to be kept and checked offline.",
        proof,
        str,
        may=ANYBODY,
        query=OfEntry,
        media=TEXT,
    ),
    Operation(
        "GET",
        "/api/log/keys",
        "The keys of the log: the one in force, how each put the next in its place, those revoked.",
        keys,
        LogKeys,
        may=ANYBODY,
    ),
)
