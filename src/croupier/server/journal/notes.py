"""Signed notes, as C2SP has them: keys and signatures, checkpoints of a log, proofs in a file."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from enum import IntEnum
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.problems import BadInput

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ID_BYTES, HASH_BYTES, KEY_BYTES, TIME_BYTES = 4, 32, 32, 8
MOST_SIGNATURES = 100
LONGEST_NOTE = 1_000_000
LARGEST = 2**63
DASH = "\N{EM DASH}"
MOST_HASHES = 63
"""Of a proof."""
OLD = "old "
PROOF = "c2sp.org/tlog-proof@v1"
DECIMAL = re.compile(r"0|[1-9][0-9]*", re.ASCII)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\ud800-\udfff]")
"""And halves of letters, which no UTF-8 holds."""
HEX = re.compile(r"[0-9a-f]{8}", re.ASCII)


class Kind(IntEnum):
    """What a key signs: notes of its owner, or other people's checkpoints with the time."""

    NOTE = 1
    COSIGNATURE = 4


class VerifierKey(msgspec.Struct, frozen=True):
    """A public key with its owner's name: `name+id+key`."""

    name: str
    kind: Kind
    public: bytes

    @classmethod
    def of(cls, name: str, private: Ed25519PrivateKey, kind: Kind = Kind.NOTE) -> VerifierKey:
        checked_name(name)
        return cls(name, kind, private.public_key().public_bytes_raw())

    @classmethod
    def parse(cls, text: str) -> VerifierKey:
        name, _, rest = text.partition("+")
        id_, _, encoded = rest.partition("+")
        checked_name(name)
        if not HEX.fullmatch(id_):
            raise BadInput("a verifier key is name+8 hexadecimal digits+base64", "key")
        kind, public = split_at(decoded(encoded, "key"), 1)
        if len(public) != KEY_BYTES or kind[0] not in list(Kind):
            raise BadInput("is neither an Ed25519 key of a note nor of a cosignature", name)
        key = cls(name, Kind(kind[0]), public)
        if key.id.hex() != id_:
            raise BadInput(f"this key's id is {key.id.hex()}, not {id_}", name)
        return key

    @property
    def id(self) -> bytes:
        named = f"{self.name}\n".encode() + bytes([self.kind]) + self.public
        return sha256(named).digest()[:ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.public)}"

    def verifies(self, text: str, blob: bytes) -> bool:
        """Whether this signature of the text was made with the key."""
        if self.kind is Kind.COSIGNATURE:
            stamp, blob = split_at(blob, TIME_BYTES)
            signed = cosigned_text(text, int.from_bytes(stamp))
        else:
            signed = text.encode()
        return is_signed(blob, self.public, signed)


def is_signed(signature: bytes, public: bytes, data: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def rotation_text(origin: str, old: str, new: str) -> bytes:
    """What a log's key signs to put another in its place; both as hexadecimal digits."""
    return f"croupier/key-rotation\n{origin}\n{old}\n{new}\n".encode()


class Signature(msgspec.Struct, frozen=True):
    name: str
    id: bytes
    blob: bytes

    @classmethod
    def parse(cls, line: str) -> Signature:
        match line.split(" "):
            case [dash, name, code] if dash == DASH:
                checked_name(name)
                id_, blob = split_at(decoded(code, f"signature of {name}"), ID_BYTES)
                if not blob:
                    raise BadInput("is too short", f"signature of {name}")
                return cls(name, id_, blob)
        raise BadInput("a signature line is a dash, a name and base64", "note")

    @property
    def line(self) -> str:
        return f"{DASH} {self.name} {encoded(self.id + self.blob)}\n"

    def is_of(self, key: VerifierKey) -> bool:
        return (self.name, self.id) == (key.name, key.id)

    @property
    def seconds(self) -> int:
        """Of a cosignature: when it was made."""
        return int.from_bytes(self.blob[:TIME_BYTES])


class Note(msgspec.Struct, frozen=True):
    text: str
    signatures: tuple[Signature, ...]

    @classmethod
    def parse(cls, written: str) -> Note:
        checked_letters(written)
        text, divided, lines = written.rpartition("\n\n")
        if not divided or not lines.endswith("\n"):
            raise BadInput("is a text, an empty line and signature lines, each ended", "note")
        signatures = lines.removesuffix("\n").split("\n")
        if len(signatures) > MOST_SIGNATURES:
            raise BadInput(f"has more than {MOST_SIGNATURES} signatures", "note")
        return cls(f"{text}\n", tuple(map(Signature.parse, signatures)))

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(one.line for one in self.signatures)}"

    def with_signatures(self, *more: Signature) -> Note:
        """One of a key takes the place of its earlier one."""
        again = {(one.name, one.id) for one in more}
        kept = [one for one in self.signatures if (one.name, one.id) not in again]
        return Note(self.text, (*kept, *more))

    def signed_by(self, *keys: VerifierKey) -> tuple[VerifierKey, ...]:
        """The keys that signed it, one at least; others are passed over, a false one is not."""
        found = []
        for key in keys:
            own = [one for one in self.signatures if one.is_of(key)]
            if not all(key.verifies(self.text, one.blob) for one in own):
                raise BadInput(f"the signature of {key.name} is false", "note")
            if own:
                found.append(key)
        if not found:
            raise BadInput(f"is not signed by {' or '.join(key.name for key in keys)}", "note")
        return tuple(found)


def sign(text: str, name: str, private: Ed25519PrivateKey) -> Signature:
    key = VerifierKey.of(name, private)
    return Signature(name, key.id, private.sign(checked_text(text).encode()))


def signed(text: str, name: str, private: Ed25519PrivateKey) -> Note:
    return Note(text, (sign(text, name, private),))


def cosigned_text(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def cosign(text: str, name: str, private: Ed25519PrivateKey, seconds: int) -> Signature:
    """A witness's, of a checkpoint's text at a time."""
    key = VerifierKey.of(name, private, Kind.COSIGNATURE)
    blob = seconds.to_bytes(TIME_BYTES) + private.sign(cosigned_text(checked_text(text), seconds))
    return Signature(name, key.id, blob)


class TreeHead(msgspec.Struct, frozen=True):
    """What a checkpoint says: the log, how many entries it has, and the root over them."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...] = ()
    """Further lines, which the format allows and discourages."""

    @classmethod
    def parse(cls, text: str) -> TreeHead:
        checked_letters(text)
        match text.removesuffix("\n").split("\n"):
            case [origin, size, root, *more] if origin and all(more) and text.endswith("\n"):
                found = hash_in(root, "root")
                return cls(origin, number_in(size, "size"), found, tuple(more))
        raise BadInput("is three lines: origin, size and root", "checkpoint")

    def __str__(self) -> str:
        lines = (self.origin, str(self.size), encoded(self.root), *self.more)
        return "".join(f"{line}\n" for line in lines)


def read_checkpoint(written: str, *keys: VerifierKey) -> TreeHead:
    """What the note says, once one of the keys is seen to have signed it."""
    note = Note.parse(written)
    note.signed_by(*keys)
    return TreeHead.parse(note.text)


class OfflineProof(msgspec.Struct, frozen=True):
    """That an entry stands in a log, for whoever holds only the log's key and the entry."""

    index: int
    hashes: tuple[bytes, ...]
    checkpoint: str
    """The whole note."""
    extra: bytes | None = None

    @classmethod
    def parse(cls, written: str) -> OfflineProof:
        checked_letters(written)
        head, _, checkpoint = written.partition("\n\n")
        first, *lines = head.split("\n")
        if first != PROOF or not checkpoint:
            raise BadInput(f"begins with {PROOF} and ends with a checkpoint", "proof")
        extra = None
        if lines and lines[0].startswith("extra "):
            extra = decoded(lines.pop(0).removeprefix("extra "), "proof")
        if not lines or not lines[0].startswith("index "):
            raise BadInput("says no index", "proof")
        index = number_in(lines[0].removeprefix("index "), "index")
        hashes = tuple(hash_in(line, "proof") for line in lines[1:])
        return cls(index, hashes, str(Note.parse(checkpoint)), extra)

    def __str__(self) -> str:
        extra = [] if self.extra is None else [f"extra {encoded(self.extra)}"]
        lines = [PROOF, *extra, f"index {self.index}", *map(encoded, self.hashes), "", ""]
        return "\n".join(lines) + self.checkpoint


class Submission(msgspec.Struct, frozen=True):
    """What a witness is asked: a checkpoint, and the proof that it follows one of an old size."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    head: TreeHead

    @classmethod
    def of(cls, old: int, proof: tuple[bytes, ...], checkpoint: str) -> Submission:
        note = Note.parse(checkpoint)
        return cls(old, proof, note, TreeHead.parse(note.text))

    @classmethod
    def parse(cls, text: str) -> Submission:
        head, divided, checkpoint = text.partition("\n\n")
        first, *lines = head.split("\n")
        if not divided or not first.startswith(OLD):
            raise BadInput("is `old N`, a proof, an empty line and a checkpoint", "request")
        if len(lines) > MOST_HASHES:
            raise BadInput(f"has more than {MOST_HASHES} hashes", "proof")
        proof = tuple(hash_in(line, "proof") for line in lines)
        return cls.of(number_in(first.removeprefix(OLD), "old"), proof, checkpoint)

    def __str__(self) -> str:
        lines = [f"{OLD}{self.old}", *map(encoded, self.proof), "", ""]
        return "\n".join(lines) + str(self.note)


def checked_name(name: str) -> str:
    if not name or "+" in name or any(letter.isspace() for letter in name):
        raise BadInput("a key's name is not empty and has no space and no plus", "key")
    return checked_letters(name)


def checked_letters(text: str) -> str:
    if len(text) > LONGEST_NOTE:
        raise BadInput(f"is longer than {LONGEST_NOTE} letters", "note")
    if CONTROL.search(text):
        raise BadInput("holds a control character", "note")
    return text


def checked_text(text: str) -> str:
    if not text.endswith("\n"):
        raise BadInput("what is signed ends with a new line", "note")
    return checked_letters(text)


def split_at(data: bytes, length: int) -> tuple[bytes, bytes]:
    if len(data) < length:
        return bytes(length), b""
    return data[:length], data[length:]


def encoded(data: bytes) -> str:
    return b64encode(data).decode("ascii")


def decoded(text: str, place: str) -> bytes:
    """Base64 in its one spelling."""
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        data = b""
    if encoded(data) != text or not data:
        raise BadInput("is not base64", place)
    return data


def hash_in(text: str, place: str) -> bytes:
    data = decoded(text, place)
    if len(data) != HASH_BYTES:
        raise BadInput(f"is not {HASH_BYTES} bytes in base64", place)
    return data


def number_in(text: str, place: str) -> int:
    if not DECIMAL.fullmatch(text) or len(text) > len(str(LARGEST)) or int(text) >= LARGEST:
        raise BadInput("is a number without a sign and leading zeros", place)
    return int(text)
