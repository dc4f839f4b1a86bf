"""What is on record of the cards that a person deals from."""

from __future__ import annotations

import msgspec

from croupier.table.commands import Shuffle


class Counted(msgspec.Struct, frozen=True):
    """All cards that a person deals from, counted by hand."""

    by: str
    at: int
    found: int
    expected: int
    confirmed_by: str = ""


class Shuffled(msgspec.Struct, frozen=True):
    by: str
    at: int
    how: Shuffle
    cut: bool


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """What was done with the cards that a person deals from."""

    counted: Counted | None = None
    """The last count."""
    shuffled: Shuffled | None = None
    """The last shuffle."""
    is_counted: bool = False
    """Two people have counted these cards, and none is missing or too many."""
    is_shuffled: bool = False
    """Since a round was dealt from them, or of a shoe since it was new."""
    used: bool = False
    """A round was dealt from them."""
    day: int = -1
    """Of the last count that two people have made."""
