"""Seals: the house's signatures of the last entry of a stream, in journals from before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

if TYPE_CHECKING:
    from croupier.server.journal.store import Seal


def sealed(stream: str, version: int, head: bytes, at: int) -> bytes:
    return f"{stream} {version} {at} ".encode() + head


def is_genuine(seal: Seal, public: str) -> bool:
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        key.verify(seal.signature, sealed(seal.stream, seal.version, seal.hash, seal.at))
    except InvalidSignature:
        return False
    return True
