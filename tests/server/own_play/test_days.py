"""Days of own play are the gaming days of the house, by its own clock."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from croupier.server.own_play import events as happened
from croupier.server.own_play import wishes
from croupier.server.own_play.deciding import Ground
from croupier.server.own_play.limits import LimitKind, Terms
from croupier.server.own_play.state import NOBODY, evolve
from croupier.wire.gaming_days import DAY, Day, day_at, next_day, utc_day

MINUTE = 60_000
P1 = "p1"
SINGAPORE = Terms(time_zone="Asia/Singapore", gaming_day="06:00")
SIX = 20_000 * DAY - 2 * 60 * MINUTE
"""06:00 of 4 October 2024 in Singapore, 22:00 of the day before in UTC."""


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (SIX - 1, Day(19_999, SIX - DAY)),
        (SIX, Day(20_000, SIX)),
        (SIX + DAY - 1, Day(20_000, SIX)),
        (SIX + DAY, Day(20_001, SIX + DAY)),
    ],
)
def test_a_day_of_own_play_is_the_houses_gaming_day(at: int, day: Day) -> None:
    assert SINGAPORE.day(at) == day
    assert SINGAPORE.next_day(at) == day.began + DAY
    stop = wishes.end_of_today(Ground(NOBODY, SINGAPORE, at))
    assert stop == max(day.began + DAY, at + 8 * 60 * MINUTE)


def dated(event: happened.CountedEvent) -> happened.AnyOwnPlayEvent:
    made = replace(event, day=tuple(SINGAPORE.day(event.at)))
    assert isinstance(made, happened.WagerNoted | happened.PlaySettled)
    return made


def test_a_loss_counts_for_the_gaming_day_of_the_house_and_not_of_utc() -> None:
    """Between 00:00 UTC, which is 08:00 there, and 06:00 there nothing begins anew."""
    lost = happened.PlaySettled(
        at=SIX + 60 * MINUTE, player=P1, table="t1", staked_cents=500, net_cents=-500, rounds=1
    )
    own = evolve(NOBODY, dated(lost))
    for at, cents in (
        (SIX, 500),
        (SIX + 3 * 60 * MINUTE, 500),
        (SIX + DAY - 1, 500),
        (SIX + DAY, 0),
    ):
        assert (at, Ground(own, SINGAPORE, at).lost(LimitKind.LOSS_DAY)) == (at, cents)
    assert evolve(NOBODY, lost).days == {20_000 - 1: own.days[20_000]}, "as UTC counts it"


def test_time_that_goes_over_the_houses_morning_is_of_two_days() -> None:
    own = evolve(NOBODY, dated(happened.WagerNoted(at=SIX - MINUTE, player=P1)))
    own = evolve(own, dated(happened.WagerNoted(at=SIX + MINUTE // 2, player=P1)))
    assert {day: one.played for day, one in own.days.items()} == {
        19_999: MINUTE,
        20_000: MINUTE // 2,
    }


def test_a_day_on_which_clocks_change_is_one_day() -> None:
    """In Berlin 27 October 2024 has 25 hours."""
    began = day_at("Europe/Berlin", "00:00", 20_023 * DAY + DAY // 2).began
    assert next_day("Europe/Berlin", "00:00", began) - began == 25 * 60 * MINUTE
    late = day_at("Europe/Berlin", "00:00", began + 24 * 60 * MINUTE + 1)
    assert late.began == began
    noted = happened.WagerNoted(at=began + 24 * 60 * MINUTE + MINUTE, player=P1, day=late)
    own = evolve(evolve(NOBODY, replace(noted, at=noted.at - MINUTE)), noted)
    assert {day: one.played for day, one in own.days.items()} == {late.number: MINUTE}


def test_what_was_written_before_there_were_gaming_days_counts_by_utc() -> None:
    body = b'{"event":"money-paid-in","at":1728000000000,"player":"p1","cents":500}'
    event = happened.decoder.decode(body)
    assert isinstance(event, happened.MoneyPaidIn)
    assert event.on == utc_day(event.at)
    assert msgspec.json.decode(msgspec.json.encode(event)) == msgspec.json.decode(body)
