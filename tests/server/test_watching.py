"""A house that watches its own results: what it tells, when, to whom, and how often."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.server.exposition import written as exposed
from croupier.server.journal.store import Selection
from croupier.server.money import kept_sums
from croupier.server.money.watch import Limits
from croupier.server.money.watch_events import (
    InvestigationOpened,
    ReturnAbnormal,
    ReturnUsual,
    decoder,
)
from croupier.server.play.clock import Clock
from tests.support.configured_house import opened, written
from tests.support.rigged import Rigged

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.store import Store
    from croupier.server.money.watch_events import AnyWatchEvent
    from croupier.server.opening import OpenHouse

NOON = 1_800_000_000_000 // 86_400_000 * 86_400_000 + 9 * 3_600_000
"""In the second shift of a day that begins at midnight."""
TABLE = "three-pictures"
PERSON = 'dealer = "person"'
FILE = written(TABLE, more=PERSON) + "[watch]\nrounds = 50\n"


class House:
    """One whose clock a test turns, and whose rounds are rigged."""

    def __init__(self, folder: Path, text: str = FILE) -> None:
        self.folder, self.text, self.wall = folder, text, NOON
        self.house = self.open()
        self.floor = Rigged(self.house.play, NOON, TABLE)

    def open(self) -> OpenHouse:
        return opened(self.folder, self.text, clock=self.clock)

    def clock(self, not_before: int) -> Clock:
        return Clock(not_before, lambda: self.wall * 1_000_000, lambda: self.wall * 1_000_000)

    def again(self) -> None:
        self.house.close()
        self.house = self.open()
        self.floor.house = self.house.play

    def play(self, results: str) -> list[AnyWatchEvent]:
        """What is said then, of two looks."""
        before = len(said(self.house.store))
        self.floor.play(results)
        self.wall = max(self.wall, self.floor.at)
        self.look()
        self.look()
        return said(self.house.store)[before:]

    def look(self) -> None:
        asyncio.run(self.house.watching.look())


def said(store: Store) -> list[AnyWatchEvent]:
    return [decoder.decode(entry.body) for entry in store.select(Selection(stream="watch"))]


def told(events: list[AnyWatchEvent]) -> list[tuple[str, str, str]]:
    return [
        (one.level, one.place.about.kind, one.place.span)
        for one in events
        if isinstance(one, ReturnAbnormal)
    ]


KINDS = ("bet", "dealer", "player", "table")


def of_each(level: str, span: str) -> list[tuple[str, str, str]]:
    return [(level, kind, span) for kind in KINDS]


@pytest.mark.standard(41)
def test_an_abnormal_return_is_told_once_escalated_and_told_anew_when_it_comes_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """37 of 50 rounds are lost by the house, then ten more: 3.8, then 4.8 standard deviations."""
    one = House(tmp_path)
    with caplog.at_level(logging.WARNING):
        first = one.play("wwwl" * 12 + "wl")
        assert sorted(told(first)) == of_each("notice", "shift")
        assert [type(event) for event in first] == [ReturnAbnormal] * 4
        assert one.play("wl") == [], "once, and not with each round"
        one.again()
        assert one.play("wl") == [], "nor after a restart"
        alarm = one.play("w" * 12)
    assert sorted(told(alarm)) == of_each("alarm", "shift")
    opened_ = [event for event in alarm if isinstance(event, InvestigationOpened)]
    assert [event.by for event in opened_] == ["house"] * 4
    assert [event.number for event in opened_] == [1, 2, 3, 4]
    table = next(event for event in first if event.place.about.kind == "table")  # type: ignore[union-attr]
    assert isinstance(table, ReturnAbnormal)
    assert (table.place.about.name, table.threshold) == (TABLE, "3.5")
    assert (table.figures.rounds, table.figures.handle_cents) == (50, 50 * 2500)
    assert table.figures.win_cents == -24 * 2500
    assert table.figures.z == "-3.77"
    messages = [record.getMessage() for record in caplog.records]
    assert messages.count("abnormal return") == 8
    assert messages.count("investigation opened") == 4
    figures = exposed(one.house.watching.families())
    assert 'croupier_abnormal_returns_total{level="alarm"} 4' in figures
    assert "croupier_abnormal_returns 4\n" in figures
    assert "croupier_investigations_open 4\n" in figures
    back = one.play("l" * 30)
    assert [type(event) for event in back] == [ReturnUsual] * 4
    assert one.house.watching.abnormal() == []
    again = one.play("w" * 45)
    assert sorted(told(again)) == of_each("alarm", "shift")
    assert len(again) == 4, "they are investigated already"
    one.house.close()


@pytest.mark.standard(41)
def test_nothing_is_told_of_what_chance_gives(tmp_path: Path) -> None:
    """Six in ten of 80 rounds won by the player: two standard deviations."""
    one = House(tmp_path)
    assert one.play("wlwlw" * 16) == []
    one.house.close()


@pytest.mark.standard(41)
def test_nothing_is_told_of_fewer_rounds_than_are_asked_for(tmp_path: Path) -> None:
    one = House(tmp_path)
    assert one.play("w" * 49) == []
    assert sorted(told(one.play("w"))) == of_each("alarm", "shift")
    one.house.close()


def test_a_new_shift_is_watched_by_itself_and_the_day_beside_it(tmp_path: Path) -> None:
    one = House(tmp_path)
    assert sorted(told(one.play("w" * 50))) == of_each("alarm", "shift")
    one.floor.at = one.wall = NOON + 8 * 3_600_000
    later = one.play("wl" * 4)
    assert sorted(told(later)) == of_each("alarm", "day"), "the life has seen no more than the day"
    spans = {event.place.span for event in one.house.watching.abnormal()}
    assert spans == {"day"}, "the shift that was is over"
    one.floor.at = one.wall = NOON + 24 * 3_600_000
    assert sorted(told(one.play("wl" * 4))) == of_each("alarm", "life")
    one.house.close()


def test_a_look_reads_no_more_of_the_journal_than_the_index_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = House(tmp_path)
    one.floor.play("wl" * 5)
    kept_sums.keep(one.house.store)
    read: list[int] = []
    count = kept_sums.Index.catch_up

    def counted(index: kept_sums.Index) -> None:
        count(index)
        read.append(index.entries)

    monkeypatch.setattr(kept_sums.Index, "catch_up", lambda index, *_: counted(index))
    one.look()
    size = one.house.store.tree_size()
    one.floor.play("w")
    one.look()
    one.look()
    since = one.house.store.tree_size() - size
    assert read == [0, since], "entries; and no look where nothing was written"
    one.house.close()


def test_a_house_that_watches_nothing_does_not_look(tmp_path: Path) -> None:
    one = House(tmp_path, written(TABLE, more=PERSON) + "[watch]\nspans = []\n")
    asyncio.run(asyncio.wait_for(one.house.watching.run(), 5))
    assert said(one.house.store) == []
    one.house.close()


@pytest.mark.parametrize(
    ("off", "level"),
    [(3.49, None), (3.5, "notice"), (4.49, "notice"), (4.5, "alarm"), (99.0, "alarm")],
)
def test_at_below_and_above_each_threshold(off: float, level: str | None) -> None:
    assert Limits(3.5, 4.5, 200).level(off) == level


def test_what_cannot_be_written_is_said_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = House(tmp_path)
    one.floor.play("w" * 50)
    one.wall = one.floor.at
    watch = one.house.watching.watch
    monkeypatch.setattr(watch, "looked", lambda *_: Refused(Policy.PAUSED, (), "the disk is full"))
    one.look()
    monkeypatch.undo()
    one.look()
    assert sorted(told(said(one.house.store))) == of_each("alarm", "shift")
    one.house.close()
