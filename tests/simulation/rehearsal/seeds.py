"""Chance by name: one generator for each part, so that a draw of one moves no other."""

from __future__ import annotations

from hashlib import sha256
from random import Random


def chance(seed: int, part: str) -> Random:
    return Random(int.from_bytes(sha256(f"{seed} {part}".encode()).digest()[:8], "big"))
