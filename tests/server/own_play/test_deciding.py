"""Limits, reminders and times away: at, below and above each number."""

from __future__ import annotations

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.server.own_play import events as happened
from croupier.server.own_play import wishes
from croupier.server.own_play.deciding import Asked, Ground, may_buy_in, may_wager
from croupier.server.own_play.figures import (
    GRAIN,
    IDLE,
    SESSION_GAP,
    by_day,
    month_of,
    week_of,
)
from croupier.server.own_play.limits import Later, Limit, LimitKind, Terms
from croupier.server.own_play.state import NOBODY, Own, evolve
from croupier.wire.gaming_days import DAY, utc_day
from croupier.wire.house_file import CARE_AMOUNTS, care_limits
from croupier.wire.house_sections import CareIn
from tests.support.said import declined

MINUTE = 60_000
NOON = 20_000 * DAY + DAY // 2
"""Of 4 October 2024, a Friday."""
P1 = "p1"
NO_TERMS = Terms()


def after(*events: happened.AnyOwnPlayEvent, own: Own = NOBODY) -> Own:
    for event in events:
        own = evolve(own, event)
    return own


def limited(kind: LimitKind, value: int, own: Own = NOBODY, at: int = 0) -> Own:
    event = wishes.set_limit(own, P1, kind, value, at)
    assert isinstance(event, happened.LimitSet)
    return evolve(own, event)


def settled(net: int, at: int = NOON, staked: int = 0) -> happened.PlaySettled:
    return happened.PlaySettled(
        at=at, player=P1, table="t1", staked_cents=staked, net_cents=net, rounds=1
    )


def wager(
    own: Own, cents: int, lying: int = 0, at: int = NOON, terms: Terms = NO_TERMS
) -> Refused | None:
    return may_wager(Ground(own, terms, at), Asked(cents, lying, cents))


def noted(*minutes: float) -> list[happened.WagerNoted]:
    return [happened.WagerNoted(at=NOON + int(one * MINUTE), player=P1) for one in minutes]


def test_the_house_file_names_the_same_limits() -> None:
    assert set(CARE_AMOUNTS) == {one for one in LimitKind if one.is_money}
    given = CareIn(most={"loss-day": "5.00"}, time_minutes=90)
    assert care_limits(given) == {"loss-day": 500, "time-day": 90, "reminder": 60}


@pytest.mark.parametrize(("cents", "lying"), [(15_000, 0), (5_000, 10_000), (1, 14_999)])
def test_a_bet_that_just_reaches_a_loss_limit_is_taken(cents: int, lying: int) -> None:
    own = after(settled(-35_000), own=limited(LimitKind.LOSS_DAY, 50_000))
    assert wager(own, cents, lying) is None
    assert wager(own, cents + 1, lying) == declined(
        Policy.OWN_LIMIT,
        f"own limit, loss a day: {(35_000 + lying) / 100:.2f} of 500.00 is used,"
        f" and this could add {(cents + 1) / 100:.2f}",
    )


def test_what_was_won_may_be_lost_again() -> None:
    own = after(settled(20_000), own=limited(LimitKind.LOSS_DAY, 50_000))
    assert wager(own, 70_000) is None
    assert wager(own, 70_001) is not None


@pytest.mark.parametrize(
    ("kind", "inside", "outside"),
    [
        (LimitKind.LOSS_DAY, NOON, NOON + DAY),
        (LimitKind.LOSS_WEEK, NOON + 2 * DAY, NOON + 3 * DAY),
        (LimitKind.LOSS_MONTH, NOON + 27 * DAY, NOON + 28 * DAY),
    ],
)
def test_a_period_ends(kind: LimitKind, inside: int, outside: int) -> None:
    """A week with its Sunday, a month with its last day."""
    own = after(settled(-1_000), own=limited(kind, 1_000))
    no = wager(own, 1, at=inside)
    assert no is not None
    assert no.why is Policy.OWN_LIMIT
    assert wager(own, 1, at=outside) is None
    assert wager(own, 1_000, at=outside) is None
    assert wager(own, 1_001, at=outside) is not None


def test_stakes_and_single_bets() -> None:
    own = after(settled(500, staked=700), own=limited(LimitKind.STAKED_DAY, 1_000))
    assert wager(own, 200, 100) is None
    assert wager(own, 201, 100) is not None
    own = limited(LimitKind.SINGLE_BET, 1_000)
    assert wager(own, 1_000) is None
    assert wager(own, 1_001) == declined(
        Policy.OWN_LIMIT, "own limit, largest single bet: 10.01 is more than 10.00"
    )


def test_a_deposit_limit_knows_no_netting() -> None:
    own = limited(LimitKind.DEPOSIT_DAY, 1_000)
    own = after(happened.MoneyPaidIn(at=NOON, player=P1, cents=600), settled(90_000), own=own)
    assert may_buy_in(Ground(own, Terms(), NOON), 400) is None
    assert may_buy_in(Ground(own, Terms(), NOON), 401) == declined(
        Policy.OWN_LIMIT,
        "own limit, deposit limit a day: 6.00 of 10.00 is used, and this could add 4.01",
    )
    assert may_buy_in(Ground(own, Terms(), NOON + DAY), 1_000) is None


def test_the_stricter_of_player_and_house_counts() -> None:
    terms = Terms({LimitKind.LOSS_DAY: 1_000})
    no = wager(NOBODY, 1_001, terms=terms)
    assert no is not None
    assert no.why is Policy.HOUSE_LIMIT
    own = limited(LimitKind.LOSS_DAY, 400)
    no = wager(own, 401, terms=terms)
    assert no is not None
    assert no.why is Policy.OWN_LIMIT
    own = limited(LimitKind.LOSS_DAY, 4_000)
    no = wager(own, 1_001, terms=terms)
    assert no is not None
    assert no.why is Policy.HOUSE_LIMIT


def test_time_counts_for_two_minutes_after_a_wager() -> None:
    own = after(*noted(0, 1, 5))
    assert own.today(NOON + 5 * MINUTE, utc_day(NOON + 5 * MINUTE)).played == 3 * MINUTE
    assert own.today(NOON + 6 * MINUTE, utc_day(NOON + 6 * MINUTE)).played == 4 * MINUTE
    assert own.today(NOON + 7 * MINUTE, utc_day(NOON + 7 * MINUTE)).played == 5 * MINUTE
    assert own.today(NOON + 90 * MINUTE, utc_day(NOON + 90 * MINUTE)).played == 5 * MINUTE
    assert IDLE == 2 * MINUTE
    assert not own.is_to_note(NOON + 5 * MINUTE + GRAIN - 1)
    assert own.is_to_note(NOON + 5 * MINUTE + GRAIN)


def test_time_belongs_to_its_day() -> None:
    night = (utc_day(NOON).number + 1) * DAY
    assert dict(by_day(night - 10, night + 30, utc_day(night))) == {
        utc_day(NOON).number: 10,
        utc_day(NOON).number + 1: 30,
    }
    own = after(happened.WagerNoted(at=night - MINUTE, player=P1))
    assert own.today(night - 1, utc_day(night - 1)).played == MINUTE - 1
    assert own.today(night + 5 * MINUTE, utc_day(night + 5 * MINUTE)).played == MINUTE


def test_a_session_ends_by_signing_out_or_after_an_hour() -> None:
    own = after(*noted(0, 1), settled(-500, NOON + MINUTE, 500))
    assert own.session is not None
    assert own.is_playing(NOON + MINUTE + SESSION_GAP - 1)
    assert not own.is_playing(NOON + MINUTE + SESSION_GAP)
    ended = after(happened.SessionEnded(at=NOON + 2 * MINUTE, player=P1), own=own)
    assert not ended.is_playing(NOON + 2 * MINUTE)
    again = after(*noted(3), own=ended)
    assert again.last is not None
    assert again.session is not None
    assert (again.last.number, again.session.number) == (1, 2)
    assert (again.last.sums.played, again.last.sums.net) == (2 * MINUTE, -500)
    assert again.session.sums.net == 0
    assert again.played(again.since, NOON + 3 * MINUTE) == 2 * MINUTE, "the reminder counts on"
    later = after(*noted(1 + 60), own=own)
    assert later.session is not None
    assert later.session.number == 2
    assert later.played(later.since, NOON + 61 * MINUTE) == 0


def played(minutes: int, own: Own = NOBODY, since: int = 0) -> Own:
    return after(*noted(*range(since, since + minutes + 1)), own=own)


def test_a_reminder_stops_new_bets_until_it_is_answered() -> None:
    own = limited(LimitKind.REMINDER, 15)
    own, at = played(14, own), NOON + 15 * MINUTE
    assert wager(own, 100, at=at - 1) is None
    waits = declined(Policy.REMINDER_WAITS, "a reminder waits for an answer")
    assert wager(own, 100, at=at) == waits
    assert wager(own, 100, at=at + 3 * DAY) == waits, "it does not go away by itself"
    ground = Ground(own, Terms(), at)
    events = wishes.answer_reminder(ground, P1, "go-on", 15)
    assert events == [happened.ReminderAnswered(at=at, player=P1, answer="go-on")]
    own = after(*events, own=own)
    assert wager(own, 100, at=at) is None
    assert own.played(own.since, at + MINUTE) == MINUTE
    assert wishes.answer_reminder(Ground(own, Terms(), at), P1, "go-on", 15) == declined(
        Policy.NOTHING_WAITS, "no reminder waits for an answer"
    )


def test_the_house_reminds_who_has_chosen_nothing() -> None:
    terms = Terms({LimitKind.REMINDER: 60})
    own = played(59)
    assert wager(own, 100, at=NOON + 60 * MINUTE - 1, terms=terms) is None
    no = wager(own, 100, at=NOON + 60 * MINUTE, terms=terms)
    assert no is not None
    assert no.why is Policy.REMINDER_WAITS


def test_a_reminder_comes_ten_minutes_before_the_time_is_over() -> None:
    own = played(49, limited(LimitKind.TIME_DAY, 60))
    at = NOON + 50 * MINUTE
    assert wager(own, 100, at=at - 1) is None
    no = wager(own, 100, at=at)
    assert no is not None
    assert no.why is Policy.REMINDER_WAITS
    events = wishes.answer_reminder(Ground(own, Terms(), at), P1, "go-on", 15)
    assert not isinstance(events, Refused)
    own = played(9, after(*events, own=own), 50)
    at = NOON + 60 * MINUTE
    assert wager(own, 100, at=at - 1) is None
    assert wager(own, 100, at=at) == declined(
        Policy.OWN_LIMIT, "own limit, time a day: 60 of 60 minutes are played today"
    )
    assert wager(own, 100, at=NOON + DAY) is None


@pytest.mark.parametrize(
    ("own", "why", "ends"),
    [
        (Own(), None, 0),
        (
            after(happened.BreakTaken(at=NOON, player=P1, until=NOON + MINUTE)),
            Policy.ON_BREAK,
            NOON + MINUTE,
        ),
        (
            after(happened.SelfExcluded(at=NOON, player=P1, months=6, until=NOON + MINUTE)),
            Policy.EXCLUDED,
            NOON + MINUTE,
        ),
        (
            after(happened.PlayerBarred(at=NOON, player=P1, by="m1", reason="a reason")),
            Policy.BARRED,
            None,
        ),
    ],
)
def test_who_stays_away(own: Own, why: Policy | None, ends: int | None) -> None:
    for no in (wager(own, 1), may_buy_in(Ground(own, Terms(), NOON), 1)):
        assert (no and no.why) == why
    if ends:
        assert wager(own, 1, at=ends - 1) is not None
        assert wager(own, 1, at=ends) is None
    elif why:
        assert wager(own, 1, at=NOON + 1_000 * DAY) is not None


@pytest.mark.threat("T94")
def test_lower_at_once_higher_after_a_day_and_not_by_two_steps() -> None:
    own = limited(LimitKind.LOSS_DAY, 800, at=NOON)
    assert own.limit(LimitKind.LOSS_DAY, NOON) == Limit(800)
    own = limited(LimitKind.LOSS_DAY, 1_000, own, NOON)
    assert own.limits[LimitKind.LOSS_DAY] == Limit(800, Later(1_000, NOON, NOON + DAY))
    assert own.limit(LimitKind.LOSS_DAY, NOON + DAY - 1).value == 800
    assert own.limit(LimitKind.LOSS_DAY, NOON + DAY) == Limit(1_000)
    assert wishes.set_limit(own, P1, LimitKind.LOSS_DAY, 1_000, NOON + 5) is None, "asked already"
    half = NOON + DAY // 2
    twice = limited(LimitKind.LOSS_DAY, 2_000, own, half)
    assert twice.limit(LimitKind.LOSS_DAY, NOON + DAY).value == 800
    assert twice.limit(LimitKind.LOSS_DAY, half + DAY).value == 2_000
    lower = limited(LimitKind.LOSS_DAY, 700, own, half)
    assert lower.limit(LimitKind.LOSS_DAY, NOON + 9 * DAY) == Limit(700)
    kept = wishes.keep_limit(own, P1, LimitKind.LOSS_DAY, half)
    assert isinstance(kept, happened.LimitKept)
    assert after(kept, own=own).limit(LimitKind.LOSS_DAY, NOON + 9 * DAY) == Limit(800)
    none = wishes.set_limit(own, P1, LimitKind.LOSS_DAY, None, half)
    assert isinstance(none, happened.LimitSet)
    assert none.holds == half + DAY
    again = wishes.set_limit(own, P1, LimitKind.LOSS_DAY, 800, half)
    assert again == happened.LimitKept(at=half, player=P1, kind=LimitKind.LOSS_DAY, value=800)


@pytest.mark.parametrize(
    ("kind", "value", "fit"),
    [
        (LimitKind.REMINDER, 15, True),
        (LimitKind.REMINDER, 20, False),
        (LimitKind.TIME_DAY, 1440, True),
        (LimitKind.TIME_DAY, 1441, False),
        (LimitKind.LOSS_DAY, 0, True),
        (LimitKind.LOSS_DAY, -1, False),
    ],
)
def test_what_a_limit_may_be(kind: LimitKind, value: int, *, fit: bool) -> None:
    made = wishes.set_limit(NOBODY, P1, kind, value, 0)
    assert isinstance(made, happened.LimitSet) is fit


@pytest.mark.parametrize(("minutes", "fit"), [(14, False), (15, True), (259_200, True)])
def test_a_break_is_not_shortened(minutes: int, *, fit: bool) -> None:
    until = NOON + minutes * MINUTE
    made = wishes.take_break(NOBODY, P1, until, NOON)
    assert isinstance(made, happened.BreakTaken) is fit
    if not isinstance(made, happened.BreakTaken):
        return
    own = after(made)
    assert isinstance(wishes.take_break(own, P1, until, NOON + 1), Refused)
    longer = wishes.take_break(own, P1, until + MINUTE, NOON + MINUTE)
    assert isinstance(longer, happened.BreakTaken)
    assert isinstance(wishes.take_break(NOBODY, P1, NOON + 259_201 * MINUTE, NOON), Refused)


def test_an_exclusion_has_six_months_at_least_and_only_grows() -> None:
    assert isinstance(wishes.exclude(NOBODY, P1, 5, NOON), Refused)
    made = wishes.exclude(NOBODY, P1, 6, NOON)
    assert isinstance(made, happened.SelfExcluded)
    own = after(made)
    assert isinstance(wishes.exclude(own, P1, 6, NOON), Refused)
    longer = wishes.exclude(own, P1, 12, NOON + 1)
    assert isinstance(longer, happened.SelfExcluded)
    assert longer.until > made.until


def test_months_end_where_months_end() -> None:
    end_of_august = 1_756_598_400_000
    assert wishes.months_after(end_of_august, 6) == 1_772_236_800_000, "28 February 2026"
    assert wishes.months_after(end_of_august, 12) == end_of_august + 365 * DAY
    assert [week_of(day) for day in (4, 10, 11)] == [4, 4, 11]
    assert [month_of(day) for day in (0, 30, 31)] == [0, 0, 31]


def test_who_stops_for_today_stops_for_a_night() -> None:
    evening = (utc_day(NOON).number + 1) * DAY - MINUTE
    assert wishes.end_of_today(Ground(NOBODY, Terms(), NOON)) == (utc_day(NOON).number + 1) * DAY
    assert wishes.end_of_today(Ground(NOBODY, Terms(), evening)) == evening + 8 * 60 * MINUTE
