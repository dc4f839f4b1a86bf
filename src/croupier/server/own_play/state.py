"""What the events of own play come to, player by player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.server.journal.stream import Fold, packed
from croupier.server.own_play import events as happened
from croupier.server.own_play import limits
from croupier.server.own_play.events import STREAM, AnyOwnPlayEvent, decoder
from croupier.server.own_play.figures import (
    GRAIN,
    SESSION_GAP,
    Days,
    Session,
    Sums,
    added,
    by_day,
    over,
    tail,
)
from croupier.server.own_play.limits import Limit, LimitKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.wire.gaming_days import Day

MOST_CHANGES = 30


class Away(msgspec.Struct, frozen=True):
    since: int
    until: int


class Bar(msgspec.Struct, frozen=True):
    by: str
    since: int
    reason: str


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """One player's."""

    mark: int | None = None
    """The last wager that was noted, while time goes on to be counted from it."""
    session: Session | None = None
    last: Session | None = None
    days: Days = {}
    since: Sums = Sums()
    """From the last reminder, or from the beginning of play."""
    since_at: int = 0
    answered: tuple[int, int] | None = None
    """The gaming day of the last answer, and the time that was played on it."""
    limits: dict[LimitKind, Limit] = {}
    rest: Away | None = None
    exclusion: Away | None = None
    bar: Bar | None = None
    lifting: Bar | None = None
    """Who proposes to lift it, since when and why."""
    changes: tuple[AnyOwnPlayEvent, ...] = ()
    """What the player has changed, the newest last."""
    bought: bool = False
    """Whether money was ever paid in."""
    offered: bool = False
    """Whether the offer of a limit was answered."""

    @property
    def is_free(self) -> bool:
        """With no limit, and with nothing that keeps the player away."""
        return not (self.limits or self.exclusion or self.bar or self.rest)

    def limit(self, kind: LimitKind, now: int) -> Limit:
        return self.limits.get(kind, limits.NONE).at(now)

    def played(self, sums: Sums, now: int) -> int:
        """With the time since the last wager."""
        return sums.played + (0 if self.mark is None else tail(self.mark, now) - self.mark)

    def today(self, now: int, day: Day) -> Sums:
        """With the time since the last wager, as far as it is of today."""
        sums = self.days.get(day.number, Sums())
        if self.mark is None:
            return sums
        more = dict(by_day(self.mark, tail(self.mark, now), day)).get(day.number, 0)
        return replace(sums, played=sums.played + more)

    def net_between(self, first: int, last: int) -> int:
        """In so many gaming days, by their numbers."""
        return over(self.days, first, last).net

    def is_to_note(self, at: int) -> bool:
        """A wager at this moment, so long after the last one that was noted."""
        return self.mark is None or at - self.mark >= GRAIN

    def is_playing(self, now: int) -> bool:
        """Whether the last session goes on."""
        return (
            self.session is not None
            and self.session.ended is None
            and self.mark is not None
            and now - self.mark < SESSION_GAP
        )


NOBODY = Own()


def counted(own: Own, event: happened.CountedEvent, mark: int | None) -> Own:
    """The time since the last wager, noted; from now on it counts from another, or from none."""
    if own.mark is None:
        return replace(own, mark=mark)
    end, days = tail(own.mark, event.at), own.days
    for day, played in by_day(own.mark, end, event.on):
        days = added(days, day, Sums(played=played))
    more = Sums(played=end - own.mark)
    session = own.session and own.session.with_more(more)
    return replace(own, mark=mark, days=days, session=session, since=own.since.plus(more))


def wager_noted(own: Own, event: happened.WagerNoted) -> Own:
    playing, at = own.is_playing(event.at), event.at
    left = own.mark if own.session is None or own.session.ended is None else own.session.ended
    own = counted(own, event, at)
    if playing:
        return own
    number = own.session.number + 1 if own.session else 1
    own = replace(own, last=own.session or own.last, session=Session(number, at))
    if left is None or at - left >= SESSION_GAP:
        own = replace(own, since=Sums(), since_at=at)
    return own


def play_settled(own: Own, event: happened.PlaySettled) -> Own:
    more = Sums(staked=event.staked_cents, net=event.net_cents, rounds=event.rounds)
    return replace(
        own,
        days=added(own.days, event.on.number, more),
        session=own.session and own.session.with_more(more),
        since=own.since.plus(more),
    )


def money_paid_in(own: Own, event: happened.MoneyPaidIn) -> Own:
    more = Sums(paid_in=event.cents)
    return replace(own, days=added(own.days, event.on.number, more), bought=True)


def session_ended(own: Own, event: happened.SessionEnded) -> Own:
    own = counted(own, event, None)
    return replace(own, session=own.session and replace(own.session, ended=event.at))


def limit_set(own: Own, event: happened.LimitSet) -> Own:
    before = own.limits.get(event.kind, limits.NONE)
    after = limits.changed(before, event.value, event.at, event.holds)
    return noted(replace(own, limits=own.limits | {event.kind: after}, offered=True), event)


def limit_kept(own: Own, event: happened.LimitKept) -> Own:
    return noted(replace(own, limits=own.limits | {event.kind: Limit(event.value)}), event)


def limit_offer_answered(own: Own, _event: happened.LimitOfferAnswered) -> Own:
    return replace(own, offered=True)


def reminder_answered(own: Own, event: happened.ReminderAnswered) -> Own:
    """The time since the last wager, which is counted with the next one, is left out then."""
    answered = (event.on.number, own.today(event.at, event.on).played)
    since = Sums(played=-own.played(Sums(), event.at))
    return replace(own, since=since, since_at=event.at, answered=answered)


def break_taken(own: Own, event: happened.BreakTaken) -> Own:
    return noted(replace(own, rest=Away(event.at, event.until)), event)


def self_excluded(own: Own, event: happened.SelfExcluded) -> Own:
    return noted(replace(own, exclusion=Away(event.at, event.until)), event)


def player_barred(own: Own, event: happened.PlayerBarred) -> Own:
    return replace(own, bar=Bar(event.by, event.at, event.reason), lifting=None)


def bar_lift_proposed(own: Own, event: happened.BarLiftProposed) -> Own:
    return replace(own, lifting=Bar(event.by, event.at, event.reason))


def bar_lift_refused(own: Own, _event: happened.BarLiftRefused) -> Own:
    return replace(own, lifting=None)


def bar_lifted(own: Own, _event: happened.BarLifted) -> Own:
    return replace(own, bar=None, lifting=None)


def noted(own: Own, event: AnyOwnPlayEvent) -> Own:
    return replace(own, changes=(*own.changes, event)[-MOST_CHANGES:])


EVOLVES: dict[type[happened.OwnPlayEvent], Callable[[Own, Any], Own]] = {
    happened.WagerNoted: wager_noted,
    happened.PlaySettled: play_settled,
    happened.MoneyPaidIn: money_paid_in,
    happened.SessionEnded: session_ended,
    happened.LimitSet: limit_set,
    happened.LimitKept: limit_kept,
    happened.LimitOfferAnswered: limit_offer_answered,
    happened.ReminderAnswered: reminder_answered,
    happened.BreakTaken: break_taken,
    happened.SelfExcluded: self_excluded,
    happened.PlayerBarred: player_barred,
    happened.BarLiftProposed: bar_lift_proposed,
    happened.BarLiftRefused: bar_lift_refused,
    happened.BarLifted: bar_lifted,
}
"""What each event makes of a player's own play."""


def evolve(own: Own, event: AnyOwnPlayEvent) -> Own:
    return EVOLVES[type(event)](own, event)


class Players(msgspec.Struct):
    """Of the whole house."""

    players: dict[str, Own] = {}


def followed(all_: Players, event: AnyOwnPlayEvent) -> Players:
    all_.players[event.player] = evolve(all_.players.get(event.player, NOBODY), event)
    return all_


PLAYERS = packed(Players)
OWN_PLAY = Fold(STREAM, decoder, followed, PLAYERS)
