"""How long whoever gave wrong passwords waits: by account and address, a while, never for good."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")
FREE = 3
"""Wrong ones after which there is a delay, which doubles with each further one."""
FIRST_MS, LONGEST_MS = 1_000, 60_000
SESSION_LONGEST_MS = 5_000
"""For whoever unlocks a session that is open already."""
FORGOTTEN_MS = 15 * 60 * 1000
"""Without another try."""
MANY, WITHIN_MS, GENTLY_MS = 5, 60_000, 5_000
"""Addresses that fail at one account within a minute: each waits so long after its first."""
MOST = 10_000
MOST_ADDRESSES = 64


class Tries(NamedTuple):
    wrong: int
    at: int


class Delays:
    """A try counts as wrong until it is known to be right, so that none is had for nothing.

    An address that has not failed at an account never waits, whatever others do; a name that nobody
    has is treated as any other.
    """

    def __init__(self, longest_ms: int = LONGEST_MS) -> None:
        self.longest_ms = longest_ms
        self.tries: dict[tuple[str, str], Tries] = {}
        self.failing: dict[str, dict[str, int]] = {}
        """When each address last failed at an account."""

    def attempt(self, name: str, address: str, at: int) -> int:
        """Milliseconds to wait; with none it is counted and may be made now."""
        key = digest(name), address
        before = self.before(key, at)
        wait = before.at + self.delay(key[0], before.wrong, at) - at
        if wait > 0:
            return wait
        self.tries.pop(key, None)
        self.tries[key] = Tries(before.wrong + 1, at)
        shorten(self.tries, MOST)
        addresses = self.failing.pop(key[0], {})
        addresses.pop(address, None)
        addresses[address] = at
        shorten(addresses, MOST_ADDRESSES)
        self.failing[key[0]] = addresses
        shorten(self.failing, MOST)
        return 0

    def before(self, key: tuple[str, str], at: int) -> Tries:
        found = self.tries.get(key)
        if found is None or at - found.at >= FORGOTTEN_MS:
            return Tries(0, at)
        return found

    def delay(self, name: str, wrong: int, at: int) -> int:
        since = [one for one in self.failing.get(name, {}).values() if at - one < WITHIN_MS]
        return delay(wrong, len(since), self.longest_ms)

    def succeeded(self, name: str, address: str) -> None:
        key = digest(name), address
        self.tries.pop(key, None)
        self.failing.get(key[0], {}).pop(address, None)

    def forgive(self, name: str, address: str) -> None:
        """One that was not made after all, or was not wrong."""
        key = digest(name), address
        found = self.tries.get(key)
        if found is not None and found.wrong > 1:
            self.tries[key] = Tries(found.wrong - 1, found.at)
        else:
            self.succeeded(name, address)


def delay(wrong: int, failing: int, longest_ms: int) -> int:
    """After so many wrong ones, while so many addresses fail at the account."""
    own = FIRST_MS << min(wrong - FREE, 30) if wrong >= FREE else 0
    if wrong and failing >= MANY:
        own = max(own, GENTLY_MS)
    return min(own, longest_ms)


def shorten(of: dict[K, V], to: int) -> None:
    """By what is oldest."""
    while len(of) > to:
        del of[next(iter(of))]


def digest(name: str) -> str:
    """A name may be long, or a password in the wrong place."""
    return sha256(name.encode(errors="replace")).hexdigest()
