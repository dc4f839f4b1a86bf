"""Halves of one-time codes, which are written nowhere: the node that made one is asked for it.

A second person may confirm at another node than the one at which it was proposed. On its way a half
is encrypted by what the nodes of a house share.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.server.nodes.messages import NoAnswer

if TYPE_CHECKING:
    from croupier.server.nodes.node_queue import NodeQueue

HALF = "half"
NONCE_BYTES = 12
SECONDS = 1.0


class Keeps(Protocol):
    """Whoever has made proposals."""

    halves: dict[int, str]


class Halves:
    def __init__(self, queue: NodeQueue, people: Keeps, secret: bytes) -> None:
        self.queue, self.people = queue, people
        self.cipher = AESGCM(sha256(b"croupier halves\n" + secret).digest())
        queue.messages.answer(HALF, self.give)

    async def give(self, asked: bytes) -> bytes:
        found = self.people.halves.get(int(asked))
        if found is None:
            return b""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self.cipher.encrypt(nonce, found.encode(), asked)

    async def learn(self, number: int) -> None:
        """Before something is confirmed here; where nobody has it, it is proposed again."""
        asked = str(number).encode()
        for one in self.queue.holdings.nodes:
            if number in self.people.halves or not self.queue.holdings.is_other(one):
                continue
            try:
                told = await self.queue.messages.ask(one.node, HALF, asked, SECONDS)
                if told:
                    found = self.cipher.decrypt(told[:NONCE_BYTES], told[NONCE_BYTES:], asked)
                    self.people.halves[number] = found.decode()
            except (NoAnswer, InvalidTag):
                continue
