"""Gaming days by a house's own clock, at, below and above where they begin."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect

from croupier.cli.main import run
from croupier.server.money import kept_sums
from croupier.server.money.report import Asked, report_of
from croupier.server.money.spans import Calendar, Span, earlier
from croupier.wire.report import Heading
from tests.support.configured_house import on_the_web, opened, written
from tests.support.played_house import Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path

HOUR = 3_600_000


def ms(text: str) -> int:
    """Of a time with its offset."""
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def calendar(begins: str, zone: str = "Europe/Berlin") -> Calendar:
    return Calendar(Heading(gaming_day=begins, time_zone=zone))


@pytest.mark.parametrize(
    ("zone", "begins", "first"),
    [
        ("UTC", "00:00", "2026-11-16T00:00+00:00"),
        ("UTC", "06:00", "2026-11-16T06:00+00:00"),
        ("Asia/Singapore", "06:00", "2026-11-16T06:00+08:00"),
        ("Asia/Kathmandu", "23:45", "2026-11-16T23:45+05:45"),
        ("America/New_York", "00:00", "2026-11-16T00:00-05:00"),
    ],
)
def test_a_day_begins_at_its_time_and_not_a_moment_before(
    zone: str, begins: str, first: str
) -> None:
    by, at = calendar(begins, zone), ms(first)
    assert [by.day(at - 1), by.day(at), by.day(at + 1)] == [
        "2026-11-15",
        "2026-11-16",
        "2026-11-16",
    ]
    assert by.starts(by.gaming_day(at)) == at
    assert by.to_date(at + 1)["day"] == Span(at, at + 1)
    assert by.to_date(at)["day"].until - by.to_date(at)["day"].since == 24 * HOUR


@pytest.mark.parametrize(
    ("begins", "first", "lasts"),
    [
        ("06:00", "2026-03-28T06:00+01:00", 23),
        ("06:00", "2026-03-29T06:00+02:00", 24),
        ("02:30", "2026-03-29T01:30+00:00", 23),
        ("00:00", "2026-03-29T00:00+01:00", 23),
        ("06:00", "2026-10-24T06:00+02:00", 25),
        ("02:30", "2026-10-25T02:30+02:00", 25),
        ("03:00", "2026-10-25T03:00+01:00", 24),
    ],
)
def test_days_on_which_clocks_are_changed(begins: str, first: str, lasts: int) -> None:
    """02:30 is not shown on 29 March, and is shown twice on 25 October."""
    by, at = calendar(begins), ms(first)
    day = by.gaming_day(at)
    assert by.starts(day) == at
    assert by.starts(day + timedelta(days=1)) - at == lasts * HOUR
    assert by.gaming_day(at - 1) == day - timedelta(days=1)
    assert by.gaming_day(at + lasts * HOUR - 1) == day
    assert by.gaming_day(at + lasts * HOUR) == day + timedelta(days=1)


@pytest.mark.parametrize("begins", ["00:00", "02:00", "02:15", "02:30", "02:45", "03:00", "23:45"])
@pytest.mark.parametrize("changed", ["2026-03-29", "2026-10-25"])
def test_days_follow_each_other(begins: str, changed: str) -> None:
    """Each quarter of an hour is of the day that began last."""
    by, middle = calendar(begins), ms(f"{changed}T01:00+00:00")
    for at in range(middle - 30 * HOUR, middle + 30 * HOUR, HOUR // 4):
        day = by.gaming_day(at)
        assert by.starts(day) <= at < by.starts(day + timedelta(days=1))


def test_an_earlier_shift_is_by_the_clock() -> None:
    by = calendar("06:00")
    shift = Span(ms("2026-03-29T06:00+02:00"), ms("2026-03-29T14:00+02:00"))
    assert earlier(by, shift, "day") == Span(
        ms("2026-03-28T06:00+01:00"), ms("2026-03-28T14:00+01:00")
    )
    assert earlier(by, shift, "week") == Span(
        ms("2026-03-22T06:00+01:00"), ms("2026-03-22T14:00+01:00")
    )
    assert earlier(by, shift, "before") == Span(ms("2026-03-28T21:00+01:00"), shift.since)


def test_rounds_around_the_beginning_of_a_day(tmp_path: Path) -> None:
    """One settled a moment before 06:00, one at it, one after it, as summer time begins."""
    house = furnished(tmp_path / "house.db", "baccarat")
    floor, begins = Floor(house), ms("2026-03-29T06:00+02:00")
    for settled in (begins - 1, begins, begins + 1):
        floor.at = settled - HOUR
        floor.open()
        floor.bet()
        floor.deal()
        floor.at = settled - 1000
        floor.finish()
    asked = Asked(by="day", heading=Heading(gaming_day="06:00", time_zone="Europe/Berlin"))
    for keep in (False, True):
        if keep:
            kept_sums.keep(house.store)
        told = [(one.name, one.rounds) for one in report_of(house.store, asked).groups]
        assert told[-2:] == [("2026-03-28", 1), ("2026-03-29", 2)]


FILE = 'name = "House One"\nlocale = "en-IE"\ngaming_day = "06:00"\ntime_zone = "Europe/Berlin"\n'


def test_the_house_s_own_day_stands_above_its_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = FILE + written("baccarat").replace("SGD", "EUR")
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    house = opened(tmp_path, text)
    where_it_is = {"time_zone": "Europe/Berlin", "gaming_day": "06:00"}
    own = {"house": "House One", "currency": "EUR"} | where_it_is
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    passwords = {name: password for name, _, password in staff}
    with on_the_web(house) as where, httpx.Client(base_url=f"http://{where}") as web:
        web.post("/api/sign-in", json={"name": "f1", "password": passwords["f1"]})
        told = web.get("/api/report").json()
        assert {key: told["heading"][key] for key in own} == own
        with connect(f"ws://{where}/ws") as socket:
            welcome = json.loads(socket.recv())
    assert welcome["house"] == {
        "name": "House One",
        "currency": "EUR",
        "locale": "en-IE",
        "lab": "everybody",
        **where_it_is,
    }
    for given, changed in (
        ([], {}),
        (["--zone", "UTC", "--day", "23:45"], {"time_zone": "UTC", "gaming_day": "23:45"}),
        (["--house", ""], {"house": ""}),
    ):
        assert run(["report", str(tmp_path), *given, "--json"]) == 0
        heading = json.loads(capsys.readouterr().out)["heading"]
        assert {key: heading[key] for key in own} == own | changed
    (tmp_path / "house.toml").write_text(text.replace("06:00", "06:01"), encoding="utf-8")
    assert run(["report", str(tmp_path), "--json"]) == 2
    says = "gaming_day: '06:01' is no quarter of an hour from 00:00 to 23:45, like 06:00\n"
    assert capsys.readouterr() == ("", f"{tmp_path / 'house.toml'}: {says}")
