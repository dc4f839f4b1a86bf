"""The house's signing key, and checkpoints: signatures of the last entry of a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.problems import BadInput
from croupier.server.journal.store import Checkpoint

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.store import Store


class Keys:
    def __init__(self, private: Ed25519PrivateKey) -> None:
        self.private = private

    @classmethod
    def new(cls) -> Keys:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def at(cls, path: Path) -> Keys:
        """The key kept in a file that only its owner may read; made when there is none."""
        if not path.exists():
            path.touch(mode=0o600)
            path.write_bytes(Ed25519PrivateKey.generate().private_bytes_raw())
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(path.read_bytes()))
        except ValueError:
            raise BadInput("holds no signing key", str(path)) from None

    @property
    def public(self) -> str:
        return self.private.public_key().public_bytes_raw().hex()

    def checkpoint(self, store: Store, stream: str, at: int) -> Checkpoint:
        version, head = store.head(stream)
        return Checkpoint(
            stream, version, head, self.private.sign(sealed(stream, version, head, at)), at
        )


def sealed(stream: str, version: int, head: bytes, at: int) -> bytes:
    return f"{stream} {version} {at} ".encode() + head


def is_genuine(seal: Checkpoint, public: str) -> bool:
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        key.verify(seal.signature, sealed(seal.stream, seal.version, seal.hash, seal.at))
    except InvalidSignature:
        return False
    return True
