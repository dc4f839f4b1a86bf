"""A player's receipt of a round: proofs that what concerns the player stands in the house's log.

It names a checkpoint, so that whoever keeps it notices a house whose log no longer goes on from it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.money import Posting  # noqa: TC001 - a part of what is sent
from croupier.problems import BadInput
from croupier.server.journal.key_history import KeyHistory, history
from croupier.server.journal.log import origin_in
from croupier.server.journal.log_check import OTHER_KEY, OtherKey, unsigned
from croupier.server.journal.notes import Note, OfflineProof, encoded, signed
from croupier.server.journal.store import New, hashed
from croupier.server.journal.tree import inclusion_proof, is_included, leaf_hash
from croupier.server.past.capture import newest_over
from croupier.server.past.replay import own_accounts
from croupier.table import events as happened
from croupier.table.commands import Who
from croupier.table.secrecy import seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.key_history import Trusted
    from croupier.server.journal.keys import Keys
    from croupier.server.journal.notes import TreeHead
    from croupier.server.journal.store import Checkpoint, Store
    from croupier.server.past.played import Moment, Played

FORMAT = "croupier-receipt-1"
OF_ALL = (happened.RoundSettled, happened.RoundVoided, happened.RoundConcluded)
"""Events that end a round for everybody who staked in it."""
OF_PEOPLE = ("player:", "provisional:", "owed:", "attendant:")


class Covered(msgspec.Struct, frozen=True):
    """A checkpoint: how many entries it covers, the root over them in base64, the signed note."""

    size: int
    root: str
    note: str

    @classmethod
    def by(cls, checkpoint: Checkpoint) -> Covered:
        return cls(checkpoint.size, encoded(checkpoint.root), checkpoint.note)


class Proven(msgspec.Struct, frozen=True, kw_only=True):
    """An entry's hash with its proof; what the hash is made of where all of it is the player's."""

    position: int
    hash: str
    proof: str
    """In the offline format of C2SP, with the checkpoint in it."""
    stream: str | None = None
    version: int | None = None
    at: int | None = None
    body: str | None = None
    postings: tuple[Posting, ...] = ()
    previous: str | None = None
    nonce: str | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    table: str
    round: int
    player: str
    key: str
    """The house's, as it says itself: compare it with the one that is kept elsewhere."""
    entries: tuple[Proven, ...]
    signed: str
    """A note of the house: that these are the player's entries of the round."""
    keys: KeyHistory | None = None
    """Where the house's key was ever changed: how each followed the one before it."""


decoder = msgspec.json.Decoder(Receipt)


def concerns(event: happened.AnyEvent, player: str) -> bool:
    return isinstance(event, OF_ALL) or getattr(event, "player", None) == player


def statement(given: Receipt) -> str:
    """What the house signs: whose entries of which round they are."""
    about = msgspec.json.encode((given.table, given.round, given.player)).decode()
    entries = msgspec.json.encode([(one.position, one.hash) for one in given.entries])
    return f"{FORMAT}\n{about}\n{sha256(entries).hexdigest()}\n"


def receipt(store: Store, played: Played, player: str, keys: Keys) -> Receipt | None:
    """None where no checkpoint covers the round yet."""
    own = [one for one in played.moments if concerns(one.event, player)]
    last = max((one.entry.position for one in own), default=0)
    covering = newest_over(store, last)
    if covering is None or not own:
        return None
    table = own[0].after
    made = Receipt(
        format=FORMAT,
        table=table.name,
        round=table.round.number,
        player=player,
        key=keys.public,
        entries=tuple(proven(store, one, player, covering) for one in own),
        signed="",
        keys=history(store),
    )
    note = signed(statement(made), origin_in(covering), keys.private)
    return replace(made, signed=str(note))


def proven(store: Store, moment: Moment, player: str, covering: Checkpoint) -> Proven:
    entry = moment.entry
    hashes = inclusion_proof(store.tree_node, entry.position - 1, covering.size)
    proof = str(OfflineProof(entry.position - 1, hashes, covering.note))
    if not is_whole(moment, player):
        return Proven(position=entry.position, hash=entry.hash.hex(), proof=proof)
    return Proven(
        position=entry.position,
        hash=entry.hash.hex(),
        proof=proof,
        stream=entry.stream,
        version=entry.version,
        at=entry.at,
        body=entry.body.decode(),
        postings=entry.postings,
        previous=entry.previous.hex(),
        nonce=entry.nonce.hex(),
    )


def is_whole(moment: Moment, player: str) -> bool:
    """Whether all of an entry is the player's to see, with the money that it moves."""
    own = own_accounts(moment.after.name, player)
    others = any(
        account.startswith(OF_PEOPLE) and account not in own for account, _ in moment.entry.postings
    )
    return not others and seen(moment.event, moment.after, Who(player, Role.PLAYER)) == moment.event


def receipt_faults(given: Receipt, trusted: Trusted) -> Iterator[str]:
    """What of a receipt does not hold."""
    if not given.entries:
        yield "it proves nothing: there is no entry in it"
    if any(is_strange(one, trusted) for one in given.entries):
        yield OTHER_KEY
        return
    yield from not_stated(given, trusted)
    for one in given.entries:
        if one.body is not None and not is_as_written(one):
            yield f"entry {one.position}: was changed after it was written"
        yield from beside_the_point(given, one)
        try:
            proof = OfflineProof.parse(one.proof)
            head = trusted.judge(proof.checkpoint)
        except BadInput as wrong:
            yield f"entry {one.position}: its proof does not count: {wrong}"
            continue
        leaf = leaf_hash(bytes.fromhex(one.hash))
        placed = proof.index == one.position - 1
        if not placed or not is_included(leaf, proof.index, head.size, proof.hashes, head.root):
            yield f"entry {one.position}: is not shown to stand in the house's log"


def not_stated(given: Receipt, trusted: Trusted) -> Iterator[str]:
    """Where the house has signed another round, table, player or other entries, or nothing."""
    try:
        note = Note.parse(given.signed)
        trusted.check_statement(note, max((size_of(one) for one in given.entries), default=0))
    except BadInput as wrong:
        yield f"that these are entries of the round is not signed by the house: {wrong}"
        return
    if given.format != FORMAT or note.text != statement(given):
        yield "the house has signed a receipt of another round, table, player or other entries"


def is_strange(one: Proven, trusted: Trusted) -> bool:
    """Whether its checkpoint is of a key that is not known."""
    try:
        trusted.judge(OfflineProof.parse(one.proof).checkpoint)
    except OtherKey:
        return True
    except BadInput:
        return False
    return False


def size_of(one: Proven) -> int:
    """Of the checkpoint that it names."""
    return unsigned(OfflineProof.parse(one.proof).checkpoint).size


def beside_the_point(given: Receipt, one: Proven) -> Iterator[str]:
    """What is told of an entry is the player's, and nothing is told beside a hash alone."""
    where = f"entry {one.position}"
    if one.body is None:
        if one != Proven(position=one.position, hash=one.hash, proof=one.proof):
            yield f"{where}: tells what its hash alone does not show"
        return
    try:
        event = happened.decoder.decode(one.body)
    except msgspec.MsgspecError:
        event = None
    if event is None or one.stream != f"table:{given.table}" or not concerns(event, given.player):
        yield f"{where}: is not of {given.player} at {given.table}"


def is_as_written(one: Proven) -> bool:
    new = New(one.at or 0, (one.body or "").encode(), one.postings)
    previous, nonce = bytes.fromhex(one.previous or ""), bytes.fromhex(one.nonce or "")
    return hashed(previous, one.stream or "", one.version or 0, new, nonce).hex() == one.hash


def heads_of(given: Receipt, trusted: Trusted) -> list[TreeHead]:
    return [trusted.judge(OfflineProof.parse(one.proof).checkpoint) for one in given.entries]
