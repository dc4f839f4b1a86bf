"""A file under a passphrase: scrypt makes the key, AES-GCM seals it in chunks.

A chunk's nonce holds its number and whether it is the last, so that none can be left out, moved or
cut off at the end without it being noticed.
"""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"croupier-backup sealed 1\n"
SALT, PREFIX, TAG = 16, 7, 16
CHUNK = 1 << 20
MOST_CHUNKS = 2**32
COST = 2**17
"""Of scrypt, with blocks of 8: some 128 MiB and a good part of a second."""


class Sealed:
    """How chunks of one file are sealed."""

    def __init__(self, passphrase: bytes, salt: bytes, prefix: bytes, cost: int = COST) -> None:
        key = Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(passphrase)
        self.cipher, self.prefix = AESGCM(key), prefix

    def nonce(self, number: int, *, last: bool) -> bytes:
        return self.prefix + number.to_bytes(4, "big") + bytes([last])


class SealingWriter:
    """Takes bytes as a file does; `close` seals what is left."""

    def __init__(self, to: IO[bytes], passphrase: bytes, cost: int | None = None) -> None:
        salt, prefix, cost = os.urandom(SALT), os.urandom(PREFIX), cost or COST
        self.to, self.left, self.number = to, b"", 0
        self.sealed = Sealed(passphrase, salt, prefix, cost)
        to.write(MAGIC + cost.bit_length().to_bytes(1, "big") + salt + prefix)

    def write(self, data: bytes) -> int:
        self.left += data
        while len(self.left) > CHUNK:
            self.seal(self.left[:CHUNK], last=False)
            self.left = self.left[CHUNK:]
        return len(data)

    def close(self) -> None:
        self.seal(self.left, last=True)

    def seal(self, data: bytes, *, last: bool) -> None:
        assert self.number < MOST_CHUNKS
        nonce = self.sealed.nonce(self.number, last=last)
        self.to.write(self.sealed.cipher.encrypt(nonce, data, MAGIC))
        self.number += 1


def opened(file: IO[bytes], passphrase: bytes, where: str) -> Iterator[bytes]:
    """What was sealed, chunk by chunk; the whole of it is there when the last one was."""
    file.seek(len(MAGIC))
    head = file.read(1 + SALT + PREFIX)
    if len(head) != 1 + SALT + PREFIX or not 1 <= head[0] <= COST.bit_length():
        raise BadInput("is no whole backup: its beginning is damaged", where)
    sealed = Sealed(passphrase, head[1 : 1 + SALT], head[1 + SALT :], 1 << (head[0] - 1))
    number, chunk = 0, file.read(CHUNK + TAG)
    while chunk:
        more = file.read(CHUNK + TAG)
        nonce = sealed.nonce(number, last=not more)
        try:
            yield sealed.cipher.decrypt(nonce, chunk, MAGIC)
        except InvalidTag:
            says = (
                "does not open with this passphrase, or its beginning is damaged"
                if not number
                else "is damaged or not whole"
            )
            raise BadInput(says, where) from None
        number, chunk = number + 1, more
    if not number:
        raise BadInput("is no whole backup: it is empty", where)
