"""Results that are abnormal, and their investigations, as they are sent."""

from __future__ import annotations

import msgspec


class ResultTold(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    """Whose results, since when, and what they came to."""

    kind: str
    """table, bet, dealer or player; a bet's are those of its pay table at all tables."""
    name: str
    game: str
    bet: str
    """Of a bet."""
    span: str
    """shift, day, life, or span: one that somebody has chosen."""
    since: int
    rounds: int
    """Wagers, of a bet."""
    handle: str
    win: str
    theoretical_win: str
    z: str
    adjusted: str
    """The same, allowing for few wagers and long odds."""


class AbnormalReturn(msgspec.Struct, frozen=True, kw_only=True):
    """Of now, as it was last told."""

    at: int
    level: str
    """notice or alarm."""
    result: ResultTold


class NoteTold(msgspec.Struct, frozen=True):
    by: str
    at: int
    note: str


class InvestigationTold(msgspec.Struct, frozen=True, kw_only=True, rename={"until": "to"}):
    number: int
    by: str
    """`house`, where it was opened by itself."""
    at: int
    reason: str
    result: ResultTold
    until: int | None
    notes: tuple[NoteTold, ...]
    closed_by: str | None
    closed_at: int | None
    cause: str | None
    """chance, error, fault, wrongdoing or unexplained."""
    finding: str
