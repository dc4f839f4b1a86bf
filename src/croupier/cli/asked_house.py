"""A house asked over the web by whoever holds something that it signed: `--house URL`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.problems import BadInput
from croupier.server.journal.key_history import (
    KeyHistory,
    Trusted,
    revocations,
    trusted_by,
)
from croupier.server.journal.keychain import KeyChain, verifier
from croupier.server.journal.log_check import unsigned
from croupier.server.journal.notes import Note
from croupier.server.journal.tree import is_consistent
from croupier.witness.following import HouseLog, followed, signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.notes import TreeHead


def asked_house(url: str | None) -> HouseLog | None:
    return HouseLog(url) if url else None


class Keys(msgspec.Struct, frozen=True):
    """All that is read here of what `GET /api/log/keys` answers."""

    history: KeyHistory | None = None


class Trust(NamedTuple):
    """The keys that count, what is wrong with what was told of them, and who was revoked."""

    keys: Trusted
    faults: list[str]
    notes: list[str]


def trust(public: str | None, carried: KeyHistory | None, house: HouseLog | None = None) -> Trust:
    """By a kept key; what the house tells now stands above what was carried along."""
    told = asked_history(house) if house else None
    told = told or carried
    try:
        keys = trusted_by(public, told)
        notes = revocations(told.chain.keys) if told else ()
        return Trust(keys, [], list(notes))
    except BadInput as wrong:
        alone = Trusted(KeyChain.of(public)) if public else Trusted()
        return Trust(alone, [f"what is told of the house's keys does not hold: {wrong}"], [])


def asked_history(house: HouseLog) -> KeyHistory | None:
    return house.read(house.get("/api/log/keys"), Keys).history


class Growth(NamedTuple):
    """How many entries a house shows now, and where it does not go on from what was seen."""

    size: int
    faults: list[str]


def gone_on(
    house: HouseLog, heads: Sequence[TreeHead], trusted: Trusted, what: str = "receipt"
) -> Growth:
    written = house.checkpoint()
    now = unsigned(written)
    wrong = list(not_its_key(house, written, trusted))
    for one in heads:
        wrong += broken(house, one, now, what)
    return Growth(now.size, wrong)


def not_its_key(house: HouseLog, written: str, trusted: Trusted) -> Iterator[str]:
    """Signed with a key that is known, or with one that it has put in its place since."""
    if trusted.chain is None:
        return
    try:
        trusted.judge(written)
    except BadInput:
        key = verifier(unsigned(written).origin, trusted.chain.current.public)
        if not signs(followed(key, house.keys().rotations), Note.parse(written)):
            yield "the house shows a checkpoint that is not signed with its key"


def broken(house: HouseLog, seen: TreeHead, now: TreeHead, what: str) -> Iterator[str]:
    if seen.origin != now.origin:
        yield f"the house shows the log {now.origin}, and the {what} is of {seen.origin}"
    elif now.size < seen.size:
        yield (
            f"the house shows {now.size} entries, and the {what}'s checkpoint has {seen.size}:"
            " entries are missing"
        )
    else:
        proof = house.proof(seen.size, now.size)
        if proof is None or not is_consistent(seen.size, seen.root, now.size, now.root, proof):
            yield (
                f"the house's log of {now.size} entries does not go on from the {what}'s"
                f" checkpoint of {seen.size}: it was rewritten"
            )
