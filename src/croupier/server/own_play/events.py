"""What a player did about his own play, and what of it was counted: one stream."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.server.own_play.limits import LimitKind  # noqa: TC001 - events are read again
from croupier.wire.gaming_days import Day, utc_day

STREAM = "own-play"
Answer = Literal["go-on", "break", "stop"]


class OwnPlayEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    player: str


class CountedEvent(OwnPlayEvent, frozen=True, kw_only=True):
    """Of which something is counted by the day."""

    day: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET
    """The gaming day's number and when it began; not set: a day is one of UTC."""

    @property
    def on(self) -> Day:
        return utc_day(self.at) if isinstance(self.day, msgspec.UnsetType) else Day(*self.day)


class WagerNoted(CountedEvent, frozen=True, kw_only=True, tag="wager-noted"):
    """When somebody played; not each wager is noted."""


class PlaySettled(CountedEvent, frozen=True, kw_only=True, tag="play-settled"):
    """What a settlement, its reversal or its correction came to."""

    table: str
    staked_cents: int
    net_cents: int
    rounds: int = 0


class MoneyPaidIn(CountedEvent, frozen=True, kw_only=True, tag="money-paid-in"):
    cents: int


class SessionEnded(CountedEvent, frozen=True, kw_only=True, tag="session-ended"):
    """By signing out."""


class LimitSet(OwnPlayEvent, frozen=True, kw_only=True, tag="limit-set"):
    kind: LimitKind
    before: int | None
    value: int | None
    holds: int


class LimitKept(OwnPlayEvent, frozen=True, kw_only=True, tag="limit-kept"):
    """A higher one was asked for and is taken back."""

    kind: LimitKind
    value: int | None


class LimitOfferAnswered(OwnPlayEvent, frozen=True, kw_only=True, tag="limit-offer-answered"):
    pass


class ReminderAnswered(CountedEvent, frozen=True, kw_only=True, tag="reminder-answered"):
    answer: Answer


class BreakTaken(OwnPlayEvent, frozen=True, kw_only=True, tag="break-taken"):
    until: int


class SelfExcluded(OwnPlayEvent, frozen=True, kw_only=True, tag="self-excluded"):
    months: int
    until: int


class PlayerBarred(OwnPlayEvent, frozen=True, kw_only=True, tag="player-barred"):
    by: str
    reason: str


class BarLiftProposed(OwnPlayEvent, frozen=True, kw_only=True, tag="bar-lift-proposed"):
    by: str
    reason: str


class BarLiftRefused(OwnPlayEvent, frozen=True, kw_only=True, tag="bar-lift-refused"):
    by: str


class BarLifted(OwnPlayEvent, frozen=True, kw_only=True, tag="bar-lifted"):
    by: str
    approved_by: str


AnyOwnPlayEvent = (
    WagerNoted
    | PlaySettled
    | MoneyPaidIn
    | SessionEnded
    | LimitSet
    | LimitKept
    | LimitOfferAnswered
    | ReminderAnswered
    | BreakTaken
    | SelfExcluded
    | PlayerBarred
    | BarLiftProposed
    | BarLiftRefused
    | BarLifted
)
decoder: msgspec.json.Decoder[AnyOwnPlayEvent] = msgspec.json.Decoder(AnyOwnPlayEvent)
