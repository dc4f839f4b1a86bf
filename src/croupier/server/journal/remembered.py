"""What a connection has just read or written, which stays so until another connection writes."""

from __future__ import annotations


class Remembered:
    def __init__(self, version: object = None) -> None:
        self.version = version
        """Of the database, which tells what others have committed."""
        self.balances: dict[str, int] = {}
        self.unanswered: frozenset[str] = frozenset()
        """Requests that were looked up and not found."""

    def wrote(self, balances: dict[str, int]) -> None:
        self.balances |= balances
        self.unanswered = frozenset()
