"""Who deals where since when, what is planned next, and who is over time."""

from __future__ import annotations

import pytest

from croupier.server.play.rotation import (
    LOOKS_BACK,
    DealerRelieved,
    Minutes,
    Spell,
    Spells,
    Stretch,
    dealing,
    dealt,
    followed,
    lanes,
    relieved,
)
from croupier.table import events as happened
from croupier.table.commands import AUTOMATIC, CLOCK

MINUTE = 60_000
AN_HOUR = Minutes(60, 20)


def at(*rounds: tuple[int, str, str]) -> Spells:
    """Rounds that were opened: in which minute, where and by whom."""
    spells: Spells = {}
    for minute, table, dealer in rounds:
        spells = dealt(spells, table, dealer, minute * MINUTE)
    return spells


def test_whoever_opens_rounds_deals_since_the_first_of_them() -> None:
    spells = at((0, "t1", "d1"), (3, "t1", "d1"), (3, "t2", "d2"), (9, "t1", "d1"))
    assert dealing(spells) == {"t1": ("d1", 0), "t2": ("d2", 3 * MINUTE)}


def test_one_who_opens_elsewhere_has_left_and_one_who_takes_over_relieves() -> None:
    spells = at((0, "t1", "d1"), (5, "t2", "d1"), (9, "t2", "d2"))
    assert dealing(spells) == {"t2": ("d2", 9 * MINUTE)}
    assert spells["d1"] == (
        Spell("t1", 0, 5 * MINUTE),
        Spell("t2", 5 * MINUTE, 9 * MINUTE),
    )


@pytest.mark.parametrize("by", [CLOCK.name, AUTOMATIC.name])
def test_neither_clock_nor_automatic_dealer_is_in_the_rotation(by: str) -> None:
    assert followed({}, "t1", happened.BettingOpened(by=by, at=1, round=1)) == {}


def test_a_table_that_closes_lets_its_dealer_go() -> None:
    spells = followed(at((0, "t1", "d1")), "t1", happened.TableClosed(by="s1", at=MINUTE))
    assert spells == {"d1": (Spell("t1", 0, MINUTE),)}


def test_relief_ends_one_and_begins_another() -> None:
    event = DealerRelieved(by="s1", at=MINUTE, table="t1", dealer="d1", relief="d2")
    spells = relieved(at((0, "t1", "d1")), event)
    assert spells == {"d1": (Spell("t1", 0, MINUTE),), "d2": (Spell("t1", MINUTE),)}
    nobody = DealerRelieved(by="s1", at=2 * MINUTE, table="t1", dealer="d2")
    assert dealing(relieved(spells, nobody)) == {}


@pytest.mark.parametrize(("minute", "over"), [(59, False), (60, False), (61, True)])
def test_over_time_is_more_than_the_house_has_them_deal(minute: int, over: bool) -> None:  # noqa: FBT001
    [lane] = lanes(at((0, "t1", "d1")), AN_HOUR, minute * MINUTE)
    assert (lane.due, lane.stretches[0].over) == (60 * MINUTE, over)


def test_who_rested_longest_is_planned_for_the_table_whose_break_comes_first() -> None:
    rounds = (0, "t1", "d1"), (10, "t2", "d2"), (20, "t1", "d3"), (30, "t2", "d4")
    first, second, third, fourth = lanes(at(*rounds), AN_HOUR, 70 * MINUTE)
    assert (third.due, fourth.due) == (80 * MINUTE, 90 * MINUTE)
    assert first.stretches[-1] == Stretch(
        table="t1", since=80 * MINUTE, until=140 * MINUTE, planned=True, relieves="d3"
    )
    assert second.stretches[-1].relieves == "d4"
    assert [one.table for one in third.stretches] == ["t1", "t1", None]
    assert [one.planned for one in third.stretches] == [False, True, True]


def test_a_break_is_planned_to_its_end_before_the_next_table() -> None:
    spells = at((0, "t1", "d1"), (60, "t1", "d2"))
    resting, _ = lanes(spells, Minutes(5, 20), 66 * MINUTE)
    assert [(one.table, one.since // MINUTE, one.until // MINUTE) for one in resting.stretches] == [
        ("t1", 0, 60),
        (None, 60, 66),
        (None, 66, 80),
        ("t1", 80, 85),
    ]


def test_who_has_not_dealt_for_hours_is_not_drawn() -> None:
    spells = at((0, "t1", "d1"), (1, "t1", "d2"))
    shown = lanes(spells, AN_HOUR, MINUTE + LOOKS_BACK)
    assert [one.dealer for one in shown] == ["d2"]
