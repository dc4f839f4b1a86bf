"""The manifest of a program: its version, its files and dependencies with their hashes, signed.

A signed note. Its lines are those that the program's digest is made of, so that it tells the digest
as well. The maker of a program signs one, and the house signs the one that it was told to accept.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from croupier.digest import digest_of
from croupier.problems import BadInput
from croupier.server.journal.notes import Kind, Note, VerifierKey, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE = "program.manifest"
"""In the house's folder."""
NAME = "croupier/program"
FORMAT, VERSION = "croupier program 1", "version "


class Manifest(NamedTuple):
    version: str
    lines: tuple[str, ...]

    @property
    def program(self) -> str:
        """The digest of the program that it is of."""
        return digest_of(self.lines)

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in (FORMAT, f"{VERSION}{self.version}", *self.lines))

    def differs(self, lines: Iterable[str]) -> Iterator[str]:
        """Where a program is not this one, a line for each file or dependency."""
        mine, theirs = hashes(self.lines), hashes(lines)
        for name in sorted(mine.keys() | theirs.keys()):
            if name not in theirs:
                yield f"{name} is missing"
            elif name not in mine:
                yield f"{name} is not part of it"
            elif mine[name] != theirs[name]:
                yield f"{name} is another"


def hashes(lines: Iterable[str]) -> dict[str, str]:
    return {name: found for name, _, found in (line.rpartition(" ") for line in lines)}


def digest(manifest: Manifest) -> str:
    return sha256(str(manifest).encode()).hexdigest()


def sign(manifest: Manifest, private: Ed25519PrivateKey) -> str:
    return str(signed(str(manifest), NAME, private))


def signature(manifest: Manifest, private: Ed25519PrivateKey) -> str:
    """Alone, for whoever has the program itself."""
    return sign(manifest, private).removeprefix(f"{manifest}\n")


def is_signed(manifest: Manifest, signature: str, *publics: str) -> bool:
    try:
        read(f"{manifest}\n{signature}", *publics)
    except BadInput:
        return False
    return True


def read(written: str, *publics: str) -> Manifest:
    """What a manifest says, once one of the keys is seen to have signed it."""
    note = Note.parse(written)
    note.signed_by(*(VerifierKey(NAME, Kind.NOTE, bytes.fromhex(one)) for one in publics))
    match note.text.removesuffix("\n").split("\n"):
        case [first, second, *lines] if first == FORMAT and second.startswith(VERSION) and lines:
            return Manifest(second.removeprefix(VERSION), tuple(lines))
    raise BadInput("is no manifest of a program")
