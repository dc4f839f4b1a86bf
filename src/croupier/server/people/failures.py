"""Which failures to sign in are written, and when: the first few soon, a flood of them together."""

from __future__ import annotations

FIRST, EVERY_MS = 3, 60_000
"""So many entries of an account in a minute, and then one for all that follow."""


class Failures:
    """Of accounts, and of all names together that no account has."""

    def __init__(self) -> None:
        self.written: dict[str, tuple[int, int]] = {}
        """Since when, and how often since then."""
        self.kept: dict[str, int] = {}
        """Not written yet."""

    def add(self, name: str, count: int = 1) -> None:
        self.kept[name] = self.kept.get(name, 0) + count

    def so_far(self, name: str, at: int) -> tuple[int, int]:
        since, times = self.written.get(name, (at, 0))
        return (since, times) if 0 <= at - since < EVERY_MS else (at, 0)

    def is_due(self, at: int) -> bool:
        return any(self.so_far(name, at)[1] < FIRST for name in list(self.kept))

    def due(self, at: int, *, all_: bool = False) -> dict[str, int]:
        """Those that are to be written now, or all of them."""
        found = [name for name in list(self.kept) if all_ or self.so_far(name, at)[1] < FIRST]
        for name in found:
            since, times = self.so_far(name, at)
            self.written[name] = since, times + 1
        return {name: self.kept.pop(name) for name in found}
