"""Whether a wager or a buy-in may be, by what the player has set for himself and the house's terms.

Functions of the player's own play, what lies on the tables and the moment; nothing is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Said, Sentence, phrase
from croupier.server.own_play.figures import month_of, week_of
from croupier.server.own_play.limits import LimitKind, strictest

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.own_play.figures import Sums
    from croupier.server.own_play.limits import Terms
    from croupier.server.own_play.state import Own
    from croupier.wire.gaming_days import Day

MINUTE = 60_000
WARNED_BEFORE = 10
"""Minutes before the time limit at which a reminder comes."""
PERIODS: dict[LimitKind, Callable[[int], int]] = {
    LimitKind.LOSS_DAY: lambda day: day,
    LimitKind.LOSS_WEEK: week_of,
    LimitKind.LOSS_MONTH: month_of,
}
"""The gaming day with which the period begins that a day belongs to."""
CALLED = {
    LimitKind.LOSS_DAY: phrase("loss a day"),
    LimitKind.LOSS_WEEK: phrase("loss a week"),
    LimitKind.LOSS_MONTH: phrase("loss a month"),
    LimitKind.STAKED_DAY: phrase("staked a day"),
    LimitKind.DEPOSIT_DAY: phrase("deposit limit a day"),
    LimitKind.SINGLE_BET: phrase("largest single bet"),
    LimitKind.TIME_DAY: phrase("time a day"),
    LimitKind.REMINDER: phrase("reminder"),
}
EXCLUDED_UNTIL = Sentence(
    "excluded-until", "excluded by own wish until {until:moment}, and nobody lifts it"
)
BARRED_SINCE = Sentence("barred-since", "barred by the house since {since:moment}")
ON_BREAK_UNTIL = Sentence(
    "on-break-until", "on a break until {until:moment}, which is not shortened"
)
A_REMINDER_WAITS = Sentence("a-reminder-waits", "a reminder waits for an answer")
MORE_THAN = Sentence("more-than-the-limit", "{cents:money} is more than {most:money}")
PLAYED_TODAY = Sentence("played-today", "{minutes} of {most} minutes are played today")
USED_SO_FAR = Sentence(
    "used-so-far", "{used:money} of {most:money} is used, and this could add {more:money}"
)
HOUSES_MAXIMUM = Sentence(
    "the-house-s-maximum", "the house's maximum, {limit:said}: {figures:said}"
)
OWN_LIMIT = Sentence("own-limit-is-passed", "own limit, {limit:said}: {figures:said}")


class Asked(NamedTuple):
    """New wagers of one player, together with what lies on all tables."""

    cents: int
    """New, with a bet that may have to follow."""
    lying: int
    """Also with what may have to follow."""
    largest: int
    """What would lie on one spot."""


class Ground(NamedTuple):
    """On which a player's wish is decided."""

    own: Own
    terms: Terms
    now: int

    def in_force(self, kind: LimitKind) -> int | None:
        """The stricter of the player's and the house's."""
        return strictest(self.own.limit(kind, self.now).value, self.terms.most.get(kind))

    def is_houses(self, kind: LimitKind) -> bool:
        """Whether the house's maximum is the stricter one."""
        mine, most = self.own.limit(kind, self.now).value, self.terms.most.get(kind)
        return most is not None and (mine is None or most < mine)

    @property
    def today(self) -> Sums:
        return self.own.today(self.now, self.day)

    @property
    def day(self) -> Day:
        return self.terms.day(self.now)

    def lost(self, kind: LimitKind) -> int:
        """In the period of a limit; less than nothing is won."""
        today = self.day.number
        return -self.own.net_between(PERIODS[kind](today), today)

    @property
    def reminder_due(self) -> bool:
        """By the time played since the last answer, or shortly before the time limit."""
        every = self.in_force(LimitKind.REMINDER)
        if every is not None and self.own.played(self.own.since, self.now) >= every * MINUTE:
            return True
        most = self.in_force(LimitKind.TIME_DAY)
        warned = ((most or 0) - WARNED_BEFORE) * MINUTE
        if warned <= 0 or self.today.played < warned:
            return False
        day, played = self.own.answered or (-1, 0)
        return day != self.day.number or played < warned


def away(own: Own, now: int) -> Refused | None:
    """Nobody who stays away bets, sits or buys in; what lies there is played out."""
    if own.exclusion and now < own.exclusion.until:
        return declined(Policy.EXCLUDED, EXCLUDED_UNTIL(until=own.exclusion.until))
    if own.bar:
        return declined(Policy.BARRED, BARRED_SINCE(since=own.bar.since))
    if own.rest and now < own.rest.until:
        return declined(Policy.ON_BREAK, ON_BREAK_UNTIL(until=own.rest.until))
    return None


def may_wager(ground: Ground, asked: Asked) -> Refused | None:
    """Decided in the order of the refusals."""
    if no := away(ground.own, ground.now):
        return no
    kinds = ground.own.limits.keys() | ground.terms.most.keys()
    if not kinds:
        return None
    if ground.reminder_due:
        return declined(Policy.REMINDER_WAITS, A_REMINDER_WAITS())
    used = {kind: ground.lost(kind) + asked.lying for kind in PERIODS if kind in kinds}
    if LimitKind.STAKED_DAY in kinds:
        used[LimitKind.STAKED_DAY] = ground.today.staked + asked.lying
    found = (passes(ground, kind, so_far, asked.cents) for kind, so_far in used.items())
    return next(filter(None, found), None) or too_large(ground, asked) or too_long(ground)


def too_large(ground: Ground, asked: Asked) -> Refused | None:
    most = ground.in_force(LimitKind.SINGLE_BET)
    if most is None or asked.largest <= most:
        return None
    return over(ground, LimitKind.SINGLE_BET, MORE_THAN(cents=asked.largest, most=most))


def too_long(ground: Ground) -> Refused | None:
    most, played = ground.in_force(LimitKind.TIME_DAY), ground.today.played
    if most is None or played < most * MINUTE:
        return None
    return over(ground, LimitKind.TIME_DAY, PLAYED_TODAY(minutes=played // MINUTE, most=most))


def may_buy_in(ground: Ground, cents: int) -> Refused | None:
    if no := away(ground.own, ground.now):
        return no
    return passes(ground, LimitKind.DEPOSIT_DAY, ground.today.paid_in, cents)


def passes(ground: Ground, kind: LimitKind, used: int, more: int) -> Refused | None:
    most = ground.in_force(kind)
    if most is None or used + more <= most:
        return None
    return over(ground, kind, USED_SO_FAR(used=max(0, used), most=most, more=more))


def over(ground: Ground, kind: LimitKind, figures: Said) -> Refused:
    called = CALLED[kind]()
    if ground.is_houses(kind):
        return declined(Policy.HOUSE_LIMIT, HOUSES_MAXIMUM(limit=called, figures=figures))
    return declined(Policy.OWN_LIMIT, OWN_LIMIT(limit=called, figures=figures))
