"""Checkpoints: signatures of the last entry of a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from croupier.server.journal.keys import Keys, sealed

if TYPE_CHECKING:
    from croupier.server.journal.store import Checkpoint

__all__ = ["Keys", "is_genuine", "sealed"]


def is_genuine(seal: Checkpoint, public: str) -> bool:
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        key.verify(seal.signature, sealed(seal.stream, seal.version, seal.hash, seal.at))
    except InvalidSignature:
        return False
    return True
