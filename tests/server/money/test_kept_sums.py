"""The index of reports: it tells what the journal tells, or it is found out."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import croupier
from croupier.lab.figures import decimal, root
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money import kept_sums
from croupier.server.money.cage import Cage
from croupier.server.money.counting import QUARTER
from croupier.server.money.report import Asked, report_of
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.wire.report import Heading
from tests.support.played_house import DEALER, F1, KEYS, PLAYERS, Floor, furnished, opened

if TYPE_CHECKING:
    from croupier.server.play.house import House
    from croupier.wire.report import Report

P1, P2 = PLAYERS
HOUR, DAY = 4 * QUARTER, 96 * QUARTER
NOON = 20_000 * DAY + DAY // 2
HEADING = Heading(house="House of Example", made=NOON + 40 * HOUR)


def told(house: House, **given: Any) -> Report:  # noqa: ANN401
    """Without how much of the journal was read for it."""
    asked = Asked(**{"heading": HEADING, "by": "dealer", **given})
    found = report_of(house.store, asked)
    return msgspec.structs.replace(found, read=0)


def evening(path: Path) -> House:
    """Rounds of two tables over two days, one voided, with money paid in between."""
    house = furnished(path, "three-pictures", "three-card-poker")
    floors = [Floor(house, name, NOON) for name in ("t1", "t2")]
    for number in range(6):
        for floor in floors:
            floor.at = NOON + number * 5 * HOUR + 7_000
            floor.round()
        cage = Cage(house.store, house.balances, house.own_play)
        cage.buy_in("p1", 10_000, "c1", floors[0].at)
        if not number:
            lies = {0: "2h 3h"}
            report = asks.Report(irregularity="dealer-hand-miscounted", lies=lies)
            floors[0].carried(report, DEALER)
            floors[0].carried(asks.Rule("two cards"), F1)
    return house


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "house.db"
    evening(path).store.close()
    return path


@pytest.fixture
def house(played: Path, tmp_path: Path) -> House:
    house = opened(Path(shutil.copy(played, tmp_path)))
    house.store.secret = bytes(32)
    return house


def more(house: House, table: str, at: int) -> Floor:
    """The same table later, with requests of its own."""
    floor = Floor(house, table, at)
    floor.asked = at
    return floor


SPANS: tuple[dict[str, Any], ...] = (
    {},
    {"since": NOON + 5 * HOUR + 7_100, "until": NOON + 15 * HOUR + 7_050},
    {"since": NOON + 5 * HOUR, "until": NOON + 29 * HOUR, "compare": "before"},
    {"by": "player"},
    {"by": "hour"},
    {"by": "day", "since": NOON, "until": NOON + DAY, "compare": "day"},
    {"since": NOON + 10 * DAY},
)


def test_an_index_tells_what_the_journal_tells(house: House) -> None:
    before = [told(house, **span) for span in SPANS]
    assert report_of(house.store, Asked()).read == house.store.tree_size()
    assert kept_sums.keep(house.store) == house.store.tree_size()
    assert [told(house, **span) for span in SPANS] == before
    assert report_of(house.store, Asked()).read == 0
    assert kept_sums.keep(house.store) == 0
    assert list(faults(house.store, KEYS.public)) == []


def test_what_came_since_is_counted(house: House) -> None:
    kept_sums.keep(house.store)
    size = house.store.tree_size()
    more(house, "t1", NOON + 40 * HOUR).open()
    more(house, "t2", NOON + 2 * HOUR).round()  # a clock that went back
    found = [told(house, **span) for span in SPANS]
    assert report_of(house.store, Asked()).read == house.store.tree_size() - size
    kept_sums.keep(house.store)
    assert [told(house, **span) for span in SPANS] == found
    with closing(sqlite3.connect(house.store.path)) as other:  # type: ignore[attr-defined]
        other.execute("DELETE FROM snapshots WHERE stream LIKE 'report-%'")
        other.commit()
    assert [told(house, **span) for span in SPANS] == found


DAMAGE = {
    "a day is gone": "DELETE FROM snapshots WHERE stream LIKE 'report-2:day:20000'",
    "a total is gone": "DELETE FROM snapshots WHERE stream LIKE 'report-2:total:20000'",
    "a day was changed": "UPDATE snapshots SET data = CAST(replace(hex(data), '02', '03') AS BLOB)"
    " WHERE stream LIKE 'report-2:day:20000'",
    "a day stands elsewhere": "UPDATE snapshots SET version = version - 1"
    " WHERE stream LIKE 'report-2:day:20000'",
    "one day passes for another": "UPDATE snapshots SET data = (SELECT data FROM snapshots"
    " WHERE stream = 'report-2:day:20001') WHERE stream = 'report-2:day:20000'",
    "where it stands is nonsense": "UPDATE snapshots SET data = X'00' WHERE stream = 'report-2'",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_found_and_mended(house: House, damage: str) -> None:
    before = [told(house, **span) for span in SPANS]
    kept_sums.keep(house.store)
    with closing(sqlite3.connect(house.store.path)) as other:  # type: ignore[attr-defined]
        assert other.execute(damage).rowcount == 1
        other.commit()
    wrong = list(faults(house.store, KEYS.public))
    assert wrong
    assert all(one.startswith("the report's index report-2") for one in wrong)
    assert [told(house, **span) for span in SPANS] == before


def test_whoever_holds_the_database_alone_cannot_make_figures_up(house: House) -> None:
    """A day with its digest in order, and without the house's secret."""
    before = told(house, by="hour")
    kept_sums.keep(house.store)
    name = f"{kept_sums.DAYS}20000"
    store = SqliteStore(house.store.path)  # type: ignore[attr-defined]
    kept = kept_sums.get(store, name, kept_sums.KeptDay)
    assert kept
    buckets = kept_sums.unpacked(kept.data)
    next(iter(buckets.values())).drops["p1"] = 99_999_900
    assert kept_sums.put(store, name, kept.position, kept_sums.KeptDay, kept_sums.packed(buckets))
    store.close()
    assert house.store.secret
    assert told(house, by="hour") == before
    with closing(SqliteStore(house.store.path)) as alone:  # type: ignore[attr-defined]
        assert list(faults(alone, KEYS.public)) == [
            f"the report's index {name} is not what the journal says"
        ]


def test_one_of_before_the_keys_were_rotated_is_no_fault(house: House) -> None:
    """It counts for nobody any more, and is made anew."""
    kept_sums.keep(house.store)
    size = house.store.tree_size()
    house.store.secret = b"of the keys that follow"
    assert list(faults(house.store, KEYS.public)) == []
    assert report_of(house.store, Asked()).read == size
    assert kept_sums.keep(house.store) == size
    assert list(faults(house.store, KEYS.public)) == []


@pytest.mark.slow
def test_a_crash_while_it_is_kept_counts_nothing_twice(house: House) -> None:
    """At each step of each of its writes: two days, their totals, and where it stands."""
    for times in range(1, 20):
        for number in (1, 30):
            floor = more(house, "t2", NOON + number * HOUR + times * 10_000)
            floor.round()
        before = told(house)
        left = [times]

        def stop(_: str, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        other = house.store.another()
        other.on_step = stop  # type: ignore[attr-defined]
        with pytest.raises(KeyboardInterrupt):
            kept_sums.keep(other)
        other.close()
        assert told(house) == before
        assert list(faults(house.store)) == [], "a total of before its day is passed over"
    kept_sums.keep(house.store)
    assert told(house) == before
    assert list(faults(house.store, KEYS.public)) == []


def test_figures_of_all_bets_on_the_same_cards(tmp_path: Path) -> None:
    """100.00 on player and 40.00 on banker: the variance of both together, and of one person."""
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house, at=NOON)
    floor.open()
    floor.carried(asks.Place("p1", "player", 10_000), P1)
    floor.carried(asks.Place("p2", "banker", 4_000), P2)
    floor.carried(asks.CloseBetting(), DEALER)
    for card in ("9h", "2c", "Kd", "3s"):
        floor.carried(asks.Deal(card), DEALER)
    floor.carried(asks.Settle(), DEALER)
    figures = croupier.odds("baccarat").bets
    edge = figures["player"].house_edge * 10_000 + figures["banker"].house_edge * 4_000
    session = croupier.session("baccarat", {"player": 10_000, "banker": 4_000})
    z = decimal((-6_000 - edge) / Fraction(root(session.variance)), 2)
    [dealer] = told(house).groups
    assert (dealer.name, dealer.rounds, dealer.win_cents, dealer.z) == ("d1", 1, -6_000, z)
    assert dealer.theoretical_cents == str(edge)
    p1, p2 = told(house, by="player").groups
    assert [(one.name, one.win_cents, one.drop_cents) for one in (p1, p2)] == [
        ("p1", -10_000, 100_000),
        ("p2", 4_000, 100_000),
    ]
    alone = (-1 - figures["player"].house_edge) / Fraction(root(figures["player"].variance))
    assert p1.z == decimal(alone, 2)


def test_no_activity(house: House) -> None:
    assert not told(house, since=NOON + 10 * DAY).is_active
    assert told(house, since=NOON).is_active


def test_to_date_and_compared(house: House) -> None:
    """The gaming day begins at 06:00 in Singapore, 22:00 in UTC."""
    heading = Heading(time_zone="Asia/Singapore", gaming_day="06:00", made=NOON + 12 * HOUR)
    found = told(house, heading=heading, since=NOON + 10 * HOUR, compare="before")
    day, month, year = found.to_date
    assert (day.since, day.until) == (NOON + 10 * HOUR, NOON + 12 * HOUR)
    assert (day.total.rounds, month.total.rounds, year.total.rounds) == (2, 5, 5)
    assert found.compared
    assert (found.compared.since, found.compared.until) == (NOON + 8 * HOUR, NOON + 10 * HOUR)
    assert (found.compared.total.rounds, found.total.rounds) == (0, 8)
