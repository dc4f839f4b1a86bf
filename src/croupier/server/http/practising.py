"""Practice rounds that wait for an answer, in memory only."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING

from croupier.server.limits import RateLimit

if TYPE_CHECKING:
    from croupier.guide.practice import Practice

AT_ONCE, A_SECOND = 30, 1.0
"""Practice rounds of one address."""
MOST_WAITING = 1_000
"""Held at a time; the one that has waited for longest is forgotten."""


class Waiting:
    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most = most
        self.rounds: dict[str, Practice] = {}
        self.rate_limit = RateLimit(AT_ONCE, A_SECOND)

    def keep(self, practice: Practice) -> str:
        number = token_urlsafe(12)
        self.rounds[number] = practice
        if len(self.rounds) > self.most:
            del self.rounds[next(iter(self.rounds))]
        return number
