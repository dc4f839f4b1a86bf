"""A log in memory that answers as a house does, and whose owner may rewrite it with the key."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.server.journal.notes import (
    Submission,
    TreeHead,
    VerifierKey,
    encoded,
    rotation_text,
    signed,
)
from croupier.server.journal.tree import Frontier, consistency_proof, leaf_hash
from croupier.witness.following import HouseLog, Reply

ORIGIN = "croupier.example/house1"


class SmallLog:
    def __init__(self, *entries: str, origin: str = ORIGIN) -> None:
        self.entries, self.origin = list(entries), origin
        self.private = Ed25519PrivateKey.generate()
        self.rotations: list[dict[str, str]] = []
        self.asked: list[str] = []

    @property
    def key(self) -> VerifierKey:
        return VerifierKey.of(self.origin, self.private)

    def tree(self, size: int | None = None) -> tuple[Frontier, dict[tuple[int, int], bytes]]:
        frontier, nodes = Frontier(), {}
        for entry in self.entries[:size]:
            for level, place, found in frontier.append(leaf_hash(entry.encode())):
                nodes[level, place] = found
        return frontier, nodes

    def checkpoint(self, size: int | None = None) -> str:
        frontier, _ = self.tree(size)
        head = TreeHead(self.origin, frontier.size, frontier.root)
        return str(signed(str(head), self.origin, self.private))

    def proof(self, old: int, new: int) -> tuple[bytes, ...]:
        _, nodes = self.tree()
        return consistency_proof(lambda level, place: nodes[level, place], old, new)

    def submission(self, old: int, size: int | None = None) -> Submission:
        size = len(self.entries) if size is None else size
        return Submission.of(old, self.proof(old, size), self.checkpoint(size))

    def rotate(self) -> None:
        old, self.private = self.private, Ed25519PrivateKey.generate()
        both = [one.public_key().public_bytes_raw().hex() for one in (old, self.private)]
        signature = old.sign(rotation_text(self.origin, *both)).hex()
        self.rotations.append({"old": both[0], "new": both[1], "signature": signature})

    def ask(self, url: str) -> Reply:
        """As the public operations of a house answer."""
        place = urlsplit(url)
        self.asked.append(place.path)
        if place.path == "/api/log/checkpoint":
            return Reply(200, self.checkpoint())
        if place.path == "/api/log/keys":
            told = {"verifier": str(self.key), "rotations": self.rotations, "origin": self.origin}
            return Reply(200, json.dumps(told))
        query = {name: int(value) for name, [value] in parse_qs(place.query).items()}
        if not query["from"] <= query["to"] <= len(self.entries):
            return Reply(404, "")
        proof = self.proof(query["from"], query["to"])
        return Reply(200, json.dumps({"hashes": [encoded(one) for one in proof]}))

    @property
    def house(self) -> HouseLog:
        return HouseLog("http://house.example", self.ask)
