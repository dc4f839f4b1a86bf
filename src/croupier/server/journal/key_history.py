"""How a house's keys followed each other, with proofs, carried by what the house signs.

Whoever keeps one key of a house knows the others by it. Later ones: each was signed by the one
before it. Earlier ones: a checkpoint of the newest key covers the entries that tell of them; that
an earlier key signed the kept one shows nothing, since anybody can sign a key. What a history
leaves out does not show in it: of a later change of keys, or a revocation, only the house tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import acts
from croupier.server.journal.keychain import (
    KEY_ACTS,
    KeyChain,
    act_of,
    chain_of,
    key_acts,
    verifier,
)
from croupier.server.journal.log_check import OtherKey, judge_by, unsigned
from croupier.server.journal.notes import Note, encoded, hash_in
from croupier.server.journal.store import Entry, New, hashed
from croupier.server.journal.tree import inclusion_proof, is_included, leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.keychain import HeldKey, Placed
    from croupier.server.journal.notes import TreeHead
    from croupier.server.journal.store import Store

REVOKED = "{:,} checkpoints are of a key that was revoked since: they count no more"


class KeyAct(msgspec.Struct, frozen=True, kw_only=True):
    """A `key-rotated` or `key-revoked` entry of the house's own stream, with its proof."""

    position: int
    version: int
    at: int
    body: str
    previous: str
    nonce: str
    hashes: tuple[str, ...]
    """From the leaf upwards, in base64."""

    @property
    def entry(self) -> Entry:
        try:
            previous, nonce = bytes.fromhex(self.previous), bytes.fromhex(self.nonce)
        except ValueError:
            raise BadInput("is not of hexadecimal digits", f"key act {self.position}") from None
        new = New(self.at, self.body.encode())
        return Entry(
            position=self.position,
            stream=acts.STREAM,
            version=self.version,
            at=self.at,
            body=new.body,
            postings=(),
            previous=previous,
            hash=hashed(previous, acts.STREAM, self.version, new, nonce),
            nonce=nonce,
        )


class KeyHistory(msgspec.Struct, frozen=True):
    """Every change of a house's keys, under one checkpoint."""

    checkpoint: str
    acts: tuple[KeyAct, ...]

    @property
    def told(self) -> list[Placed]:
        found = [(one.position, act_of(one.entry)) for one in self.acts]
        if any(type(act).__struct_config__.tag not in KEY_ACTS for _, act in found):
            raise BadInput("tells of something else than keys", "keys")
        return found

    @property
    def chain(self) -> KeyChain:
        """As it tells itself; `trusted_by` asks whether that holds."""
        return chain_of(self.told, "")


def history(store: Store) -> KeyHistory | None:
    """Up to the last checkpoint; None where the keys were never changed."""
    last = store.last_checkpoint()
    positions = [at for at, _ in key_acts(store) if last is not None and at <= last.size]
    if last is None or not positions:
        return None
    return KeyHistory(last.note, tuple(proven(store, at, last.size) for at in positions))


def proven(store: Store, position: int, size: int) -> KeyAct:
    entry = next(store.everything(position - 1))
    hashes = inclusion_proof(store.tree_node, position - 1, size)
    return KeyAct(
        position=position,
        version=entry.version,
        at=entry.at,
        body=entry.body.decode(),
        previous=entry.previous.hex(),
        nonce=entry.nonce.hex(),
        hashes=tuple(map(encoded, hashes)),
    )


class Trusted(msgspec.Struct, frozen=True):
    """The keys that count for whoever keeps one of them; none: no signature is looked at."""

    chain: KeyChain | None = None

    @property
    def founding(self) -> str | None:
        return self.chain.founding.public if self.chain else None

    def judge(self, written: str) -> TreeHead:
        """What a checkpoint says, if it counts."""
        if self.chain is None:
            return unsigned(written)
        if not self.chain.keys[1:]:
            return judge_by(self.chain.founding.public)(written)
        if not self.chain.has_signed(Note.parse(written)):
            raise OtherKey
        return self.chain.checkpoint(written)

    def check_statement(self, note: Note, size: int) -> None:
        """What the house signed beside a checkpoint of this size, by the key that signed that."""
        if self.chain is None:
            return
        if not self.chain.has_signed(note):
            raise OtherKey
        held = self.chain.counting_at(size)
        note.signed_by(*(verifier(one.name, held.public) for one in note.signatures))

    def revoked(self) -> Iterator[str]:
        yield from revocations(self.chain.keys if self.chain else ())


def revocations(keys: tuple[HeldKey, ...]) -> Iterator[str]:
    for one in keys:
        if one.is_revoked:
            yield (
                f"key {one.public[:16]} was revoked: what it signed after entry"
                f" {one.revoked_after} counts no more ({one.reason})"
            )


def trusted_by(public: str | None, told: KeyHistory | None) -> Trusted:
    """By a kept key and a history; of one that does not hold the key, the key alone is left."""
    if public is None:
        return Trusted()
    chain = told.chain if told else KeyChain.of(public)
    if told is None or not chain.holds(public):
        return Trusted(KeyChain.of(public))
    head = chain.checkpoint(told.checkpoint)
    for one in told.acts:
        leaf, proof = leaf_hash(one.entry.hash), tuple(hash_in(h, "proof") for h in one.hashes)
        if not is_included(leaf, one.position - 1, head.size, proof, head.root):
            raise BadInput("is not shown to stand in the house's log", f"key act {one.position}")
    return Trusted(chain)
