"""A player's own play as it is told: to the player, and to the pit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from croupier.server.own_play import events as happened
from croupier.server.own_play.counting import staked_now
from croupier.server.own_play.deciding import MINUTE, PERIODS
from croupier.server.own_play.limits import LimitKind
from croupier.server.own_play.wishes import end_of_today

if TYPE_CHECKING:
    from croupier.server.own_play.deciding import Ground
    from croupier.server.own_play.figures import Session, Sums
    from croupier.server.own_play.state import Away, Bar
    from croupier.server.play.house import House


class PlayFigures(msgspec.Struct, frozen=True, kw_only=True):
    played_ms: int
    staked_cents: int
    """With what lies on the tables now."""
    net_cents: int
    """Of what is settled."""
    rounds: int


class SessionSeen(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    began: int
    figures: PlayFigures


class LimitLater(msgspec.Struct, frozen=True):
    value: int | None
    asked: int
    holds: int


class LimitSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Cents; minutes of `time-day` and `reminder`."""

    kind: LimitKind
    value: int | None
    """The player's own."""
    most: int | None
    """The house's."""
    used: int | None
    """Of the period that runs, with what lies on the tables."""
    later: LimitLater | None


class ReminderSeen(msgspec.Struct, frozen=True, kw_only=True):
    every_minutes: int | None
    own: bool
    """Whether the player has chosen it, and not the house."""
    due: bool
    since: int
    figures: PlayFigures


class AwaySeen(msgspec.Struct, frozen=True, kw_only=True):
    why: Literal["excluded", "barred", "on-break"]
    since: int
    until: int | None
    """None: until two people of the house lift it."""


class PlayChange(msgspec.Struct, frozen=True, kw_only=True):
    """What the player has changed: a limit, or a time away."""

    at: int
    what: Literal["limit", "kept", "break", "exclusion"]
    kind: LimitKind | None = None
    before: int | None = None
    value: int | None = None
    from_: int | None = msgspec.field(name="from", default=None)
    """From when on it holds."""
    until: int | None = None


class OwnPlaySeen(msgspec.Struct, frozen=True, kw_only=True):
    now: int
    day_began: int
    last_wager: int | None
    """From which time is counted, for two minutes."""
    session: SessionSeen | None
    last: SessionSeen | None
    """The session before."""
    today: PlayFigures
    lying_cents: int
    limits: tuple[LimitSeen, ...]
    reminder: ReminderSeen
    away: tuple[AwaySeen, ...]
    changes: tuple[PlayChange, ...]
    """The newest first."""
    offer: bool
    """Whether a limit is to be offered, after the first buy-in."""
    stop_until: int
    """How long who stops for today would stop."""
    helpline: str


class BarSeen(msgspec.Struct, frozen=True):
    by: str
    since: int
    reason: str


class PlayFile(msgspec.Struct, frozen=True, kw_only=True):
    """As the pit sees it."""

    player: str
    today: PlayFigures
    limits: tuple[LimitSeen, ...]
    away: tuple[AwaySeen, ...]
    bar: BarSeen | None
    lifting: BarSeen | None
    """Who proposes to lift it, and why."""
    changes: tuple[PlayChange, ...]


def own_play_seen(house: House, player: str, ground: Ground) -> OwnPlaySeen:
    own, now = ground.own, ground.now
    lying = staked_now((one.table for one in house.tables.values()), player)
    playing = own.is_playing(now)
    return OwnPlaySeen(
        now=now,
        day_began=ground.day.began,
        last_wager=own.mark,
        session=session_seen(ground, own.session, lying) if playing else None,
        last=session_seen(ground, own.last if playing else own.session, 0, running=False),
        today=figures(ground.today, lying),
        lying_cents=lying,
        limits=limits_seen(ground, lying),
        reminder=reminder_seen(ground, lying),
        away=tuple(aways(ground)),
        changes=tuple(map(change, reversed(own.changes))),
        offer=own.bought and not own.offered,
        stop_until=end_of_today(ground),
        helpline=ground.terms.helpline,
    )


def play_file(house: House, player: str, ground: Ground) -> PlayFile:
    lying = staked_now((one.table for one in house.tables.values()), player)
    return PlayFile(
        player=player,
        today=figures(ground.today, lying),
        limits=limits_seen(ground, lying),
        away=tuple(aways(ground)),
        bar=bar_seen(ground.own.bar),
        lifting=bar_seen(ground.own.lifting),
        changes=tuple(map(change, reversed(ground.own.changes))),
    )


def bar_seen(bar: Bar | None) -> BarSeen | None:
    return BarSeen(bar.by, bar.since, bar.reason) if bar else None


def figures(sums: Sums, lying: int, played: int | None = None) -> PlayFigures:
    return PlayFigures(
        played_ms=sums.played if played is None else played,
        staked_cents=sums.staked + lying,
        net_cents=sums.net,
        rounds=sums.rounds,
    )


def session_seen(
    ground: Ground, session: Session | None, lying: int, *, running: bool = True
) -> SessionSeen | None:
    if session is None:
        return None
    latest = running or session is ground.own.session
    played = ground.own.played(session.sums, ground.now) if latest else session.sums.played
    seen = figures(session.sums, lying, played)
    return SessionSeen(number=session.number, began=session.began, figures=seen)


def limits_seen(ground: Ground, lying: int) -> tuple[LimitSeen, ...]:
    return tuple(limit_seen(ground, kind, lying) for kind in LimitKind)


def limit_seen(ground: Ground, kind: LimitKind, lying: int) -> LimitSeen:
    limit = ground.own.limit(kind, ground.now)
    later = limit.later
    return LimitSeen(
        kind=kind,
        value=limit.value,
        most=ground.terms.most.get(kind),
        used=used(ground, kind, lying),
        later=LimitLater(later.value, later.asked, later.holds) if later else None,
    )


def used(ground: Ground, kind: LimitKind, lying: int) -> int | None:
    if kind in PERIODS:
        return max(0, ground.lost(kind) + lying)
    if kind is LimitKind.STAKED_DAY:
        return ground.today.staked + lying
    if kind is LimitKind.DEPOSIT_DAY:
        return ground.today.paid_in
    if kind is LimitKind.TIME_DAY:
        return ground.today.played // MINUTE
    return None


def reminder_seen(ground: Ground, lying: int) -> ReminderSeen:
    own = ground.own
    return ReminderSeen(
        every_minutes=ground.in_force(LimitKind.REMINDER),
        own=not ground.is_houses(LimitKind.REMINDER),
        due=ground.reminder_due,
        since=own.since_at,
        figures=figures(own.since, lying, own.played(own.since, ground.now)),
    )


def aways(ground: Ground) -> list[AwaySeen]:
    """All that hold, the one that is told first."""
    own, found = ground.own, []
    if own.exclusion and ground.now < own.exclusion.until:
        found.append(timed("excluded", own.exclusion))
    if own.bar:
        found.append(AwaySeen(why="barred", since=own.bar.since, until=None))
    if own.rest and ground.now < own.rest.until:
        found.append(timed("on-break", own.rest))
    return found


def timed(why: Literal["excluded", "on-break"], away: Away) -> AwaySeen:
    return AwaySeen(why=why, since=away.since, until=away.until)


def change(event: happened.AnyOwnPlayEvent) -> PlayChange:
    match event:
        case happened.LimitSet():
            return PlayChange(
                at=event.at,
                what="limit",
                kind=event.kind,
                before=event.before,
                value=event.value,
                from_=event.holds,
            )
        case happened.LimitKept():
            return PlayChange(at=event.at, what="kept", kind=event.kind, value=event.value)
        case happened.BreakTaken():
            return PlayChange(at=event.at, what="break", until=event.until)
        case happened.SelfExcluded():
            return PlayChange(at=event.at, what="exclusion", until=event.until)
    raise AssertionError(event)
