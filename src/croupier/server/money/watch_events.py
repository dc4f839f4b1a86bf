"""What the watch over results tells, and what people make of it, as events."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

STREAM = "watch"
HOUSE = "house"
"""Who opens what the house opens by itself."""

Kind = Literal["table", "bet", "dealer", "player"]
SpanName = Literal["shift", "day", "life", "span"]
"""A shift, a gaming day, all there is; or a stretch that somebody has chosen."""
Level = Literal["notice", "alarm"]


class Cause(StrEnum):
    """What an investigation has found."""

    CHANCE = "chance"
    ERROR = "error"
    """Of a person, in good faith."""
    FAULT = "fault"
    """Of a device or a program."""
    WRONGDOING = "wrongdoing"
    UNEXPLAINED = "unexplained"


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """Whose results they are: a bet's are those of its pay table, at all tables."""

    kind: Kind
    name: str
    game: str = ""
    bet: str = ""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """As they stood when it was told."""

    rounds: int
    handle_cents: int
    win_cents: int
    theoretical_cents: str
    """Exact."""
    z: str
    adjusted: str
    """The same, allowing for few wagers and long odds; the watch goes by it."""


class Place(msgspec.Struct, frozen=True):
    """What is watched: somebody's or something's results over a stretch of time."""

    about: Subject
    span: SpanName
    since: int


class WatchEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int


class ReturnAbnormal(WatchEvent, frozen=True, kw_only=True, tag="return-abnormal"):
    """Once when it is first seen, and once more when it goes farther."""

    place: Place
    level: Level
    figures: Figures
    threshold: str


class ReturnUsual(WatchEvent, frozen=True, kw_only=True, tag="return-usual"):
    """It came back into the range where most results are: what comes next is told anew."""

    place: Place
    figures: Figures


class InvestigationEvent(WatchEvent, frozen=True, kw_only=True):
    by: str
    number: int


class InvestigationOpened(
    InvestigationEvent, frozen=True, kw_only=True, tag="investigation-opened"
):
    place: Place
    until: int | None
    """None: it was going on."""
    figures: Figures
    reason: str


class InvestigationNoted(InvestigationEvent, frozen=True, kw_only=True, tag="investigation-noted"):
    note: str


class InvestigationClosed(
    InvestigationEvent, frozen=True, kw_only=True, tag="investigation-closed"
):
    cause: Cause
    finding: str


AnyWatchEvent = (
    ReturnAbnormal | ReturnUsual | InvestigationOpened | InvestigationNoted | InvestigationClosed
)
decoder: msgspec.json.Decoder[AnyWatchEvent] = msgspec.json.Decoder(AnyWatchEvent)
