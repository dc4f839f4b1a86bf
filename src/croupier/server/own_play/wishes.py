"""What a player wishes for his own play, and what the pit does about a player: events, or a no."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.own_play import events as happened
from croupier.server.own_play.deciding import MINUTE
from croupier.server.own_play.limits import MINUTES, REMINDERS, LimitKind, is_tighter
from croupier.wire.gaming_days import DAY

if TYPE_CHECKING:
    from croupier.server.own_play.deciding import Ground
    from croupier.server.own_play.events import Answer, AnyOwnPlayEvent
    from croupier.server.own_play.state import Own
    from croupier.table.commands import Who

MOST_CENTS, MOST_MINUTES = 10**11, 24 * 60
LEAST_BREAK, MOST_BREAK = 15, 180 * 24 * 60
"""In minutes: what is longer is an exclusion."""
LEAST_MONTHS, MOST_MONTHS = 6, 120
NIGHT = 8 * 60 * MINUTE
"""Who stops for today stops for so long at least."""
BARRED_ALREADY = Sentence("barred-already", "barred already")
IS_NOT_BARRED = Sentence("not-barred", "not barred")
SECOND_PERSON_LIFTS_A_BAR = Sentence(
    "second-person-lifts-a-bar", "a second person confirms that a bar is lifted"
)
WHEN_A_REMINDER_COMES = Sentence(
    "when-a-reminder-comes", "a reminder comes every 15, 30 or 60 minutes"
)
NO_CHANGE_OF_THIS_LIMIT_WAITS = Sentence(
    "no-change-of-this-limit-waits", "no change of this limit waits"
)
NO_REMINDER_WAITS = Sentence("no-reminder-waits", "no reminder waits for an answer")
A_BREAK_IS_NOT_SHORTENED = Sentence(
    "a-break-is-not-shortened", "a break that runs is not shortened"
)
AN_EXCLUSION_IS_NOT_SHORTENED = Sentence(
    "an-exclusion-is-not-shortened", "an exclusion that runs is not shortened"
)
LIFTING_IS_PROPOSED_ALREADY = Sentence(
    "lifting-is-proposed-already", "it is proposed already: a second person confirms it"
)
NO_LIFTING_IS_PROPOSED = Sentence("no-lifting-is-proposed", "nobody has proposed to lift a bar")
LIMIT_IS_A_NUMBER = Sentence("limit-is-a-number", "a limit is a number from 0 to {most}")
HOW_LONG_A_BREAK_IS = Sentence(
    "how-long-a-break-is", "a break has {minutes} minutes at least and {days} days at most"
)
HOW_LONG_AN_EXCLUSION_IS = Sentence(
    "how-long-an-exclusion-is", "an exclusion has {least} to {most} months"
)

BARRED = declined(Policy.ALREADY_SO, BARRED_ALREADY())
NOT_BARRED = declined(Policy.NOTHING_WAITS, IS_NOT_BARRED())
SECOND_PERSON = declined(Refusal.SECOND_PERSON, SECOND_PERSON_LIFTS_A_BAR())


def set_limit(
    own: Own, player: str, kind: LimitKind, value: int | None, at: int
) -> AnyOwnPlayEvent | Refused | None:
    """None: it is what was asked for already."""
    if no := unfit(kind, value):
        return no
    limit = own.limit(kind, at)
    if limit.later is not None and limit.later.value == value:
        return None
    if value == limit.value:
        return None if limit.later is None else keep_limit(own, player, kind, at)
    holds = at if is_tighter(value, limit.value) else at + DAY
    return happened.LimitSet(
        at=at, player=player, kind=kind, before=limit.value, value=value, holds=holds
    )


def unfit(kind: LimitKind, value: int | None) -> Refused | None:
    if value is None:
        return None
    if kind is LimitKind.REMINDER and value not in REMINDERS:
        return declined(Policy.UNFIT_AMOUNT, WHEN_A_REMINDER_COMES())
    most = MOST_MINUTES if kind in MINUTES else MOST_CENTS
    if 0 <= value <= most:
        return None
    return declined(Policy.UNFIT_AMOUNT, LIMIT_IS_A_NUMBER(most=most))


def keep_limit(own: Own, player: str, kind: LimitKind, at: int) -> happened.LimitKept | Refused:
    limit = own.limit(kind, at)
    if limit.later is None:
        return declined(Policy.NOTHING_WAITS, NO_CHANGE_OF_THIS_LIMIT_WAITS())
    return happened.LimitKept(at=at, player=player, kind=kind, value=limit.value)


def answer_reminder(
    ground: Ground, player: str, answer: Answer, minutes: int
) -> list[AnyOwnPlayEvent] | Refused:
    own, at = ground.own, ground.now
    if not ground.reminder_due:
        return declined(Policy.NOTHING_WAITS, NO_REMINDER_WAITS())
    answered = happened.ReminderAnswered(at=at, player=player, answer=answer)
    if answer == "go-on":
        return [answered]
    until = end_of_today(ground) if answer == "stop" else at + minutes * MINUTE
    rest = take_break(own, player, until, at)
    return rest if isinstance(rest, Refused) else [answered, rest]


def end_of_today(ground: Ground) -> int:
    """Of the gaming day, and not before a night is over."""
    return max(ground.terms.next_day(ground.now), ground.now + NIGHT)


def take_break(own: Own, player: str, until: int, at: int) -> happened.BreakTaken | Refused:
    """Never a shorter one than is running."""
    if not LEAST_BREAK * MINUTE <= until - at <= MOST_BREAK * MINUTE:
        days = MOST_BREAK // (24 * 60)
        return declined(Policy.UNFIT_AMOUNT, HOW_LONG_A_BREAK_IS(minutes=LEAST_BREAK, days=days))
    if own.rest and at < own.rest.until and until <= own.rest.until:
        return declined(Policy.ALREADY_SO, A_BREAK_IS_NOT_SHORTENED())
    return happened.BreakTaken(at=at, player=player, until=until)


def exclude(own: Own, player: str, months: int, at: int) -> happened.SelfExcluded | Refused:
    """Never a shorter one than is running."""
    if not LEAST_MONTHS <= months <= MOST_MONTHS:
        bounds = HOW_LONG_AN_EXCLUSION_IS(least=LEAST_MONTHS, most=MOST_MONTHS)
        return declined(Policy.UNFIT_AMOUNT, bounds)
    until = months_after(at, months)
    if own.exclusion and at < own.exclusion.until and until <= own.exclusion.until:
        return declined(Policy.ALREADY_SO, AN_EXCLUSION_IS_NOT_SHORTENED())
    return happened.SelfExcluded(at=at, player=player, months=months, until=until)


def months_after(at: int, months: int) -> int:
    """The same day and time of a later month, or the last day of a shorter one."""
    then = datetime.fromtimestamp(at / 1000, UTC)
    year, month = divmod(then.year * 12 + then.month - 1 + months, 12)
    day = min(then.day, monthrange(year, month + 1)[1])
    return round(then.replace(year=year, month=month + 1, day=day).timestamp() * 1000)


def bar(own: Own, player: str, by: Who, reason: str, at: int) -> AnyOwnPlayEvent | Refused:
    if own.bar is not None:
        return BARRED
    return happened.PlayerBarred(at=at, player=player, by=by.name, reason=reason)


def propose_lift(own: Own, player: str, by: Who, reason: str, at: int) -> AnyOwnPlayEvent | Refused:
    if own.bar is None:
        return NOT_BARRED
    if own.lifting is not None:
        return declined(Policy.ALREADY_SO, LIFTING_IS_PROPOSED_ALREADY())
    return happened.BarLiftProposed(at=at, player=player, by=by.name, reason=reason)


def confirm_lift(own: Own, player: str, by: Who, at: int) -> AnyOwnPlayEvent | Refused:
    if own.bar is None or own.lifting is None:
        return declined(Policy.NOTHING_WAITS, NO_LIFTING_IS_PROPOSED())
    if not by.pairs_with(own.lifting.by):
        return SECOND_PERSON
    return happened.BarLifted(at=at, player=player, by=own.lifting.by, approved_by=by.name)


def refuse_lift(own: Own, player: str, by: Who, at: int) -> AnyOwnPlayEvent | Refused:
    """Also by whoever has proposed it."""
    if own.lifting is None:
        return declined(Policy.NOTHING_WAITS, NO_LIFTING_IS_PROPOSED())
    return happened.BarLiftRefused(at=at, player=player, by=by.name)
