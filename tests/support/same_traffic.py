"""Whether a viewer of two houses was told the same by both.

Fresh randomness, and what is computed over it, is a token: it need only appear where it appears in
the other house, and be the same wherever it is the same there. What is fresh is not assumed but
seen: a token that two houses with the same cards share is not fresh, and has to be the same in the
house with other cards, too.
"""

from __future__ import annotations

import re
from itertools import zip_longest

TOKEN = re.compile(rb"[0-9a-f]{32,}|[A-Za-z0-9+/_-]{43,}={0,2}")
QUOTE = b'"'
NOTHING = b"(nothing)"
AROUND = 160


class Tokens:
    """Which token of one house stands for which of another."""

    def __init__(self) -> None:
        self.there: dict[bytes, bytes] = {}
        self.here: dict[bytes, bytes] = {}

    def match(self, mine: bytes, theirs: bytes) -> bool:
        """Whether two messages are the same up to tokens, and these as everywhere else."""
        if mine == theirs:
            return True
        here, there = mine.split(QUOTE), theirs.split(QUOTE)
        if len(here) != len(there):
            return False
        return all(
            one == other or self.stand(one, other) for one, other in zip(here, there, strict=True)
        )

    def stand(self, mine: bytes, theirs: bytes) -> bool:
        if TOKEN.split(mine) != TOKEN.split(theirs):
            return False
        pairs = zip(TOKEN.findall(mine), TOKEN.findall(theirs), strict=True)
        return all(
            self.there.setdefault(one, other) == other and self.here.setdefault(other, one) == one
            for one, other in pairs
        )


def differences(first: list[bytes], again: list[bytes], other: list[bytes]) -> list[str]:
    """What tells a viewer the other house from the first, one of each kind.

    `again` has the cards of the first, and tells what is fresh.
    """
    fresh, there = Tokens(), Tokens()
    if found := unlike(first, again, fresh):
        return [f"not even with the same cards: {found[0]}"]
    if found := unlike(first, other, there):
        return found
    for token, counterpart in there.there.items():
        if token != counterpart and fresh.there.get(token, token) == token:
            where = next(message for message in first if token in message)
            return [f"computed from hidden cards alone: {part(where, where.index(token))}"]
    return []


def unlike(one: list[bytes], other: list[bytes], tokens: Tokens) -> list[str]:
    """Of answers, which are in step, a difference of each kind; of all else the first."""
    found: dict[bytes, str] = {}
    for wanted in (True, False):
        mine, theirs = ([it for it in all_ if is_answer(it) is wanted] for all_ in (one, other))
        for here, there in zip_longest(mine, theirs, fillvalue=NOTHING):
            if not tokens.match(here, there):
                found.setdefault(here.partition(b"?")[0][:60] if wanted else b"", told(here, there))
                if not wanted:
                    break
    if not found and [is_answer(it) for it in one] != [is_answer(it) for it in other]:
        return ["what came by itself came before another answer"]
    return list(found.values())


def told(here: bytes, there: bytes) -> str:
    least = min(len(here), len(there))
    at = next((n for n, (x, y) in enumerate(zip(here, there, strict=False)) if x != y), least)
    head = here[:AROUND].decode("utf-8", "replace").replace("\n", " ")
    return f"{head}\n  A: …{part(here, at)}\n  B: …{part(there, at)}"


def is_answer(message: bytes) -> bool:
    return message.startswith((b"GET ", b"POST ", b"DELETE "))


def part(message: bytes, at: int) -> str:
    return message[max(0, at - AROUND) : at + AROUND].decode("utf-8", "replace")
