"""A house asked for its checkpoint and the proof that it follows the last one that was seen."""

from __future__ import annotations

import socket
import ssl
from http.client import HTTPException
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from croupier.problems import BadInput, own_words
from croupier.server.journal.notes import (
    Kind,
    Note,
    Submission,
    TreeHead,
    VerifierKey,
    hash_in,
    is_signed,
    rotation_text,
)
from croupier.server.journal.tree import is_consistent
from croupier.witness.folder import Accepted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.witness.folder import Witness, Witnessed

T = TypeVar("T")
PATIENCE = 10
MOST_BYTES = 1_000_000
BAD = 400


class Reply(NamedTuple):
    status: int
    text: str


class Rotation(msgspec.Struct, frozen=True):
    old: str
    new: str
    signature: str


class LogKeys(msgspec.Struct, frozen=True):
    """As `GET /api/log/keys` answers."""

    verifier: str
    rotations: tuple[Rotation, ...]


class Hashes(msgspec.Struct, frozen=True):
    hashes: tuple[str, ...]


def asked(url: str) -> Reply:
    check_address(url)
    try:
        with urlopen(Request(url), timeout=PATIENCE) as reply:  # noqa: S310 - checked above
            return Reply(reply.status, reply.read(MOST_BYTES).decode())
    except HTTPError as error:
        with error:
            return Reply(error.code, error.read(MOST_BYTES).decode("utf-8", "replace"))
    except (OSError, HTTPException, ValueError) as error:
        raise BadInput(f"cannot be asked: {why(error)}", url) from None


def check_address(url: str) -> None:
    try:
        place = urlsplit(url)
        named = bool(place.hostname) and place.port != 0
    except ValueError:
        named = False
    if not named or place.scheme not in {"http", "https"} or not url.isprintable() or " " in url:
        raise BadInput("is no address like https://house.example:8000", url)


def why(error: OSError | HTTPException | ValueError) -> str:
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        return f"no answer within {PATIENCE} seconds"
    if isinstance(reason, socket.gaierror):
        return "there is no such host"
    if isinstance(reason, ssl.SSLError):
        return "its certificate or its TLS does not hold"
    if isinstance(reason, OSError):
        return own_words(reason)
    return "what it answers is no text" if isinstance(reason, ValueError) else "it breaks off"


class HouseLog:
    """The public operations of a house that a witness needs."""

    def __init__(self, url: str, ask: Callable[[str], Reply] = asked) -> None:
        self.url, self.ask = url.rstrip("/"), ask

    def get(self, path: str) -> str:
        reply = self.ask(f"{self.url}{path}")
        if reply.status >= BAD:
            raise BadInput(f"answers {reply.status} to {path}", self.url)
        return reply.text

    def checkpoint(self) -> str:
        return self.get("/api/log/checkpoint")

    def proof(self, old: int, new: int) -> tuple[bytes, ...] | None:
        """None: the house says that there is none."""
        if old in {0, new}:
            return ()
        reply = self.ask(f"{self.url}/api/log/consistency?from={old}&to={new}")
        if reply.status >= 500:  # noqa: PLR2004 - it cannot say now
            raise BadInput(f"answers {reply.status} when asked for a proof", self.url)
        if reply.status >= BAD:
            return None
        given = self.read(reply.text, Hashes)
        return tuple(hash_in(one, "proof") for one in given.hashes)

    def keys(self) -> LogKeys:
        return self.read(self.get("/api/log/keys"), LogKeys)

    def read(self, text: str, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.MsgspecError:
            raise BadInput("what it answers is no answer of a house", self.url) from None


class Look(NamedTuple):
    """What one look at a house came to."""

    says: str
    is_wrong: bool = False


def first_sight(witness: Witness, house: HouseLog, origin: str | None = None) -> Witnessed:
    """The log that a house serves; one that is new is believed this once."""
    found = TreeHead.parse(Note.parse(house.checkpoint()).text).origin
    if origin not in {None, found}:
        raise BadInput(f"its log is {found}, not {origin}", house.url)
    known = witness.logs.get(found)
    if known is not None:
        return known
    key = VerifierKey.parse(house.keys().verifier)
    if key.name != found:
        raise BadInput(f"its log is {found}, and its key of {key.name}", house.url)
    return witness.follow(key)


def looked(witness: Witness, log: Witnessed, house: HouseLog) -> Look:
    """The house's last checkpoint, taken if it follows; else kept as evidence."""
    written = house.checkpoint()
    note = Note.parse(written)
    head = TreeHead.parse(note.text)
    if head.origin != log.key.name:
        raise BadInput(f"its log is {head.origin}, not {log.key.name}", house.url)
    if not is_trusted(log, house, note):
        log.keep_evidence("not signed with the log's key", written, kind="unsigned")
        return Look("the checkpoint is not signed with the log's key", is_wrong=True)
    if head.size < log.size:
        says = f"the house says that it has {head.size} entries, and {log.size} were seen"
        log.keep_evidence(says, written, kind="rollback")
        return Look(says, is_wrong=True)
    proof = house.proof(log.size, head.size)
    answer = witness.add(Submission.of(log.size, proof or (), written))
    if not isinstance(answer, Accepted):
        return Look(answer.says, is_wrong=True)
    cleared_up(log, house, head)
    return Look(f"{head.size} entries, cosigned")


def is_trusted(log: Witnessed, house: HouseLog, note: Note) -> bool:
    """Signed with the key that is known, or with one that it has put in its place since."""
    if signs(log.key, note):
        return True
    key = followed(log.key, house.keys().rotations)
    if key != log.key and signs(key, note):
        log.trust(key)
        return True
    return False


def signs(key: VerifierKey, note: Note) -> bool:
    try:
        return bool(note.signed_by(key))
    except BadInput:
        return False


def followed(key: VerifierKey, rotations: Sequence[Rotation]) -> VerifierKey:
    """The newest key, each signed by the one before it."""
    for one in rotations:
        if one.old == key.public.hex() and is_next(key, one):
            key = VerifierKey(key.name, Kind.NOTE, bytes.fromhex(one.new))
    return key


def is_next(key: VerifierKey, one: Rotation) -> bool:
    try:
        signature, new = bytes.fromhex(one.signature), bytes.fromhex(one.new)
    except ValueError:
        return False
    text = rotation_text(key.name, one.old, new.hex())
    return len(new) == len(key.public) and is_signed(signature, key.public, text)


def cleared_up(log: Witnessed, house: HouseLog, head: TreeHead) -> None:
    """A false proof, an old checkpoint or one of no key may be a stranger's: not held on to.

    The house has just shown that all that is held stands under this head; a checkpoint that its key
    signed must stand under it, too.
    """
    for path, old in log.in_doubt().items():
        if old is None or stands_under(house, old, head):
            log.settle(path)


def stands_under(house: HouseLog, old: TreeHead, head: TreeHead) -> bool:
    proof = house.proof(old.size, head.size) if old.size <= head.size else None
    return proof is not None and is_consistent(old.size, old.root, head.size, head.root, proof)
