"""A round captured for a dispute with its proofs, and whether they hold."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.money import Posting  # noqa: TC001 - a part of what is sent
from croupier.problems import BadInput
from croupier.server.journal.key_history import KeyHistory, history
from croupier.server.journal.log_check import OtherKey, judge_by
from croupier.server.journal.meta import KEY
from croupier.server.journal.notes import encoded, hash_in
from croupier.server.journal.store import New, Selection, hashed
from croupier.server.journal.tree import inclusion_proof, is_included, leaf_hash
from croupier.server.past.openings import opens_decoder
from croupier.server.past.played import played_round
from croupier.table import events as happened
from croupier.table.commands import Setup  # noqa: TC001 - part of what is kept
from croupier.table.events import OPENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.log_check import Judge
    from croupier.server.journal.store import Checkpoint, Entry, Store

FORMAT = "croupier-dispute-1"
CONFIGURES = "table-configured"
ENDS = ('"event":"round-settled"', '"event":"round-voided"', '"event":"round-concluded"')


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
    nonce: str

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


class Inclusion(msgspec.Struct, frozen=True):
    """That the entry at a position stands in the log: hashes in base64, from the leaf upwards."""

    position: int
    hashes: tuple[str, ...]


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
    meter: tuple[Proof, ...]
    checkpoint: str = ""
    """The signed note that covers the entries."""
    key: str = ""
    """The house's, as it says itself: compare it with the one that is kept elsewhere."""
    proofs: tuple[Inclusion, ...] = ()
    """Of the last entry of each run; those before it are chained to it."""
    configured: Proof | None = None
    """The entry that set the table up as it was, which shows setup, game and version."""
    keys: KeyHistory | None = None
    """Where the house's key was ever changed: how each followed the one before it."""


dispute_decoder = msgspec.json.Decoder(Dispute)


def capture_round(store: Store, table: str, number: int, at: int) -> Dispute:
    round_ = played_round(store, table, number)
    opened = round_.moments[0].after
    entries = tuple(one.entry for one in round_.moments)
    meter = tuple(entry for entry, _ in round_.meter)
    configured, version = configured_before(store, entries[0])
    covering = newest_over(store, max(one.position for one in (*entries, *meter)))
    shown = (configured, *entries, *meter)
    return Dispute(
        format=FORMAT,
        software=software_digest(),
        captured_at=at,
        table=table,
        round=number,
        game=opened.setup.game,
        version=version,
        setup=opened.setup,
        entries=tuple(map(Proof.of, entries)),
        meter=tuple(map(Proof.of, meter)),
        checkpoint=covering.note if covering else "",
        key=store.meta().get(KEY, ""),
        proofs=tuple(inclusions(store, shown, covering.size)) if covering else (),
        configured=Proof.of(configured),
        keys=history(store),
    )


def newest_over(store: Store, position: int) -> Checkpoint | None:
    """The last checkpoint, which the key in force has signed, where it covers an entry."""
    last = store.last_checkpoint()
    return last if last is not None and last.size >= position else None


def configured_before(store: Store, opening: Entry) -> tuple[Entry, int]:
    """The entry by which the table is as it was, and the version of its rules."""
    wanted = Selection(stream=opening.stream, event=CONFIGURES, before=opening.position)
    entry = next(store.select(wanted))
    event = happened.decoder.decode(entry.body)
    assert isinstance(event, happened.TableConfigured)
    return entry, event.version


def inclusions(store: Store, entries: tuple[Entry, ...], size: int) -> Iterator[Inclusion]:
    chained = {(one.stream, one.previous) for one in entries}
    for one in entries:
        if (one.stream, one.hash) not in chained:
            proof = inclusion_proof(store.tree_node, one.position - 1, size)
            yield Inclusion(one.position, tuple(map(encoded, proof)))


def dispute_faults(
    captured: Dispute, public: str | None = None, judge: Judge | None = None
) -> Iterator[str]:
    """Whatever was changed in a captured round since the house wrote it."""
    for one in proofs_in(captured):
        new = New(one.at, one.body.encode(), one.postings)
        previous, nonce = bytes.fromhex(one.previous), bytes.fromhex(one.nonce)
        if hashed(previous, one.stream, one.version, new, nonce).hex() != one.hash:
            yield f"{one.stream} entry {one.version}: was changed after it was written"
    for one, after in pairwise(captured.entries):
        if (after.version, after.previous) != (one.version + 1, one.hash):
            yield f"{after.stream} entry {after.version}: does not follow the entry before it"
    yield from wrong_labels(captured)
    if captured.checkpoint:
        yield from not_in_log(captured, judge or judge_by(public))
    else:
        yield "no checkpoint of the house covers the round yet"


def proofs_in(captured: Dispute) -> tuple[Proof, ...]:
    configured = (captured.configured,) if captured.configured else ()
    return (*configured, *captured.entries, *captured.meter)


def wrong_labels(captured: Dispute) -> Iterator[str]:
    """What is said of the round is what its entries say."""
    table, meter = f"table:{captured.table}", f"meter:{captured.setup.game}"
    for said, own in ((table, captured.entries), (meter, captured.meter)):
        for one in own:
            if one.stream != said:
                yield f"{one.stream} entry {one.version}: is not of {said}"
    opened = [opening_in(one) for one in captured.entries]
    if not opened or opened[0] != captured.round:
        yield f"it does not begin with the opening of round {captured.round}"
    if captured.checkpoint and any(one is not None for one in opened[1:]):
        yield f"it has entries of another round than {captured.round}"
    if captured.configured is not None:
        yield from wrong_setup(captured, captured.configured)


def opening_in(one: Proof) -> int | None:
    """The number of the round that an entry opens."""
    try:
        seen = opens_decoder.decode(one.body)
    except msgspec.MsgspecError:
        return None
    return seen.round if seen.event == OPENS else None


def wrong_setup(captured: Dispute, configured: Proof) -> Iterator[str]:
    try:
        event = happened.decoder.decode(configured.body)
    except msgspec.MsgspecError:
        event = None
    if configured.stream != f"table:{captured.table}" or not isinstance(
        event, happened.TableConfigured
    ):
        yield f"{configured.stream} entry {configured.version}: does not set the table up"
        return
    said = captured.setup, captured.game, captured.version
    if said != (event.setup, event.setup.game, event.version):
        yield f"its setup, game or version is not that of entry {configured.version}"


def unproven(captured: Dispute) -> Iterator[str]:
    """What a capture says and does not show, though nothing in it is wrong."""
    if captured.configured is None:
        yield "its setup, game and version are as it says: no entry in it proves them"
    if not any(ends in one.body for one in captured.entries for ends in ENDS):
        yield "the round has not ended in it"


def not_in_log(captured: Dispute, judge: Judge) -> Iterator[str]:
    try:
        head = judge(captured.checkpoint)
        proofs = {one.position: one.hashes for one in captured.proofs}
        proofs_read = {at: tuple(hash_in(one, "proof") for one in proofs[at]) for at in proofs}
    except OtherKey as wrong:
        yield str(wrong)
        return
    except BadInput as wrong:
        yield f"the checkpoint does not count: {wrong}"
        return
    shown: set[tuple[str, str]] = set()
    for one in sorted(proofs_in(captured), key=lambda one: -one.position):
        leaf, proof = leaf_hash(bytes.fromhex(one.hash)), proofs_read.get(one.position)
        if (one.stream, one.hash) in shown or (
            proof is not None and is_included(leaf, one.position - 1, head.size, proof, head.root)
        ):
            shown.add((one.stream, one.previous))
        else:
            yield f"{one.stream} entry {one.version}: is not shown to stand in the house's log"
