"""The keys that a house has signed with, one after another, as its journal tells it.

A checkpoint counts when it is signed with the key in force at its size: the founding key until a
rotation is written, from that entry on the next one, each signed by the one before it. What a
revoked key signed beyond an entry counts no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.problems import BadInput
from croupier.server.journal import acts
from croupier.server.journal.notes import (
    Kind,
    Note,
    TreeHead,
    VerifierKey,
    is_signed,
    rotation_text,
)
from croupier.server.journal.store import Selection, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.server.journal.keys import Keys
    from croupier.server.journal.log_check import Judge
    from croupier.server.journal.store import Entry, Store

KEY_ACTS = ("key-rotated", "key-revoked")
Placed = tuple[int, acts.AnyAct]
"""An act with the position of its entry; the first entry of a house has position 1."""


class HeldKey(msgspec.Struct, frozen=True, kw_only=True):
    public: str
    since: int = 0
    """The size of a log from which it signs."""
    until: int | None = None
    """And before which it last does."""
    revoked_after: int | None = None
    reason: str = ""

    def signs_at(self, size: int) -> bool:
        return self.since <= size and (self.until is None or size < self.until)

    def counts_at(self, size: int) -> bool:
        return self.signs_at(size) and (self.revoked_after is None or size <= self.revoked_after)

    @property
    def is_revoked(self) -> bool:
        return self.revoked_after is not None


class KeyChain(msgspec.Struct, frozen=True):
    keys: tuple[HeldKey, ...]

    @classmethod
    def of(cls, public: str, told: Iterable[Placed] = ()) -> KeyChain:
        """From the founding key on; what does not follow from it is told in one line."""
        chain = cls((HeldKey(public=public),))
        for position, act in told:
            if isinstance(act, acts.KeyRotated):
                chain = chain.rotated(position, act)
            elif isinstance(act, acts.KeyRevoked):
                chain = chain.revoked(act)
        return chain

    @property
    def founding(self) -> HeldKey:
        return self.keys[0]

    @property
    def current(self) -> HeldKey:
        return self.keys[-1]

    @property
    def origin(self) -> str:
        return origin_of(self.founding.public)

    def rotated(self, position: int, act: acts.KeyRotated) -> KeyChain:
        if act.old != self.current.public:
            raise BadInput("follows a key that was not in force", f"key {act.new[:16]}")
        if any(act.new == one.public for one in self.keys):
            raise BadInput("was in force before", f"key {act.new[:16]}")
        if not is_follower(self.origin, act):
            raise BadInput("was not signed by the key before it", f"key {act.new[:16]}")
        before = replace(self.current, until=position)
        return KeyChain((*self.keys[:-1], before, HeldKey(public=act.new, since=position)))

    def revoked(self, act: acts.KeyRevoked) -> KeyChain:
        if all(act.key != one.public for one in self.keys):
            raise BadInput("is revoked, and was never this house's", f"key {act.key[:16]}")
        return KeyChain(
            tuple(lowered(one, act) if one.public == act.key else one for one in self.keys)
        )

    def holds(self, public: str) -> bool:
        return any(public == one.public for one in self.keys)

    def covering(self, notes: Sequence[str]) -> Judge:
        """What checkpoints say, the last of which counts.

        One of a key that was revoked since adds nothing below it, and is not wrong by itself.
        """
        counts = (size for one in reversed(notes) if (size := self.counted(one)) is not None)
        last = next(counts, 0)

        def judge(written: str) -> TreeHead:
            told = self.read(written, HeldKey.signs_at)
            return told if told.size < last else self.checkpoint(written)

        return judge

    def counted(self, written: str) -> int | None:
        """The size of a checkpoint that counts."""
        try:
            return self.checkpoint(written).size
        except BadInput:
            return None

    def checkpoint(self, written: str) -> TreeHead:
        """What a checkpoint says, if it counts."""
        return self.read(written, HeldKey.counts_at)

    def read(self, written: str, counts: Callable[[HeldKey, int], bool]) -> TreeHead:
        note = Note.parse(written)
        head = TreeHead.parse(note.text)
        if head.origin != self.origin:
            raise BadInput(f"is of {head.origin}, not of {self.origin}", "checkpoint")
        note.signed_by(verifier(self.origin, self.counting_at(head.size, counts).public))
        return head

    def counting_at(
        self, size: int, counts: Callable[[HeldKey, int], bool] = HeldKey.counts_at
    ) -> HeldKey:
        held = next((one for one in self.keys if counts(one, size)), None)
        if held is None:
            gone = next((one for one in self.keys if one.signs_at(size)), self.current)
            says = f"its key was revoked after entry {gone.revoked_after}: {gone.reason}"
            raise BadInput(f"no key of the house counts at {size} entries: {says}", "checkpoint")
        return held

    def has_signed_any(self, notes: Sequence[str]) -> bool:
        """The first or the last of them, where there are any."""
        ends = {*notes[:1], *notes[-1:]}
        return not ends or any(self.has_signed(Note.parse(one)) for one in ends)

    def has_signed(self, note: Note) -> bool:
        """Whether it bears the mark of one of the keys; `Note.signed_by` checks the signature."""
        names = {one.name for one in note.signatures}
        keys = [verifier(name, one.public) for name in names for one in self.keys]
        return any(one.is_of(key) for one in note.signatures for key in keys)


def lowered(held: HeldKey, act: acts.KeyRevoked) -> HeldKey:
    """A revocation is never softened: the first entry that counts no more stays so."""
    if held.revoked_after is not None and held.revoked_after <= act.after:
        return held
    return replace(held, revoked_after=act.after, reason=act.reason)


def origin_of(founding: str) -> str:
    """What a house's log is called, for good: by the key that it was founded with."""
    return f"croupier/{founding[:16]}"


def verifier(origin: str, public: str) -> VerifierKey:
    return VerifierKey(origin, Kind.NOTE, bytes.fromhex(public))


def is_follower(origin: str, act: acts.KeyRotated) -> bool:
    try:
        signature, old = bytes.fromhex(act.signature), bytes.fromhex(act.old)
    except ValueError:
        return False
    return is_signed(signature, old, rotation_text(origin, act.old, act.new))


def rotation(chain: KeyChain, old: Keys, new: Keys, *, by: str, at: int) -> acts.KeyRotated:
    """The act that puts another key in the place of the one in force, which signs it."""
    text = rotation_text(chain.origin, old.public, new.public)
    signature = old.private.sign(text).hex()
    return acts.KeyRotated(at=at, by=by, old=old.public, new=new.public, signature=signature)


def key_acts(store: Store) -> list[Placed]:
    entries = [
        entry
        for event in KEY_ACTS
        for entry in store.select(Selection(stream=acts.STREAM, event=event))
    ]
    entries.sort(key=lambda entry: entry.position)
    return [(one.position, act_of(one)) for one in entries]


def act_of(entry: Entry) -> acts.AnyAct:
    try:
        return acts.read_act(entry)
    except Unreadable as wrong:
        raise BadInput(str(wrong)) from None


def chain_of(told: list[Placed], current: str) -> KeyChain:
    """Without a rotation the key of now is the founding one."""
    first = next((act.old for _, act in told if isinstance(act, acts.KeyRotated)), current)
    return KeyChain.of(first, told)
