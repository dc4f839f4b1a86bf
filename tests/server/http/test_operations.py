"""How a house stands, by its own figures; alerts that somebody takes, and backups on demand."""

from __future__ import annotations

import asyncio
import shutil
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import msgspec
import pytest

from croupier.server import backups
from croupier.server.backups import Backups, Kept, kept_in
from croupier.server.exposition import BOUNDS
from croupier.server.http.alerts import Alerts, causes
from croupier.server.http.sampling import MOST, Counted, Sample, between, quantile_ms
from croupier.server.journal.acts import AlertTaken, BackupAsked, ClockJumped, ProbingNoticed
from croupier.server.journal.check_acts import BackupProven
from croupier.version import __version__
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.http_callers import refused
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse

TABLE = "three-pictures"
TEXT = written(TABLE, betting_seconds=3600) + '\n[backup]\nfolder = "kept"\n'
NO_TAPS = (0,) * (len(BOUNDS) + 1)


class Watched(NamedTuple):
    house: OpenHouse
    who: dict[str, httpx.Client]
    player: str

    def stands(self, name: str = "m1") -> dict[str, Any]:
        answer: dict[str, Any] = self.who[name].get("/api/operations").json()
        return answer


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A player has tapped once; the machine's clock has jumped, and somebody has searched."""
    folder = tmp_path_factory.mktemp("operated")
    (folder / "house.toml").write_text(TEXT)
    house = opened(folder, TEXT)
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    now = house.clock()
    house.acts.record(
        ClockJumped(at=now, by_ms=5_000),
        ProbingNoticed(at=now, by="d1", table=None, asked="look", count=40, since=now),
    )
    with on_the_web(house) as address:
        url = f"http://{address}"
        who = {name: httpx.Client(base_url=url) for name in ("d1", "s1", "m1", "f1", "a1", "p")}
        for name, _, password in staff:
            if name in who:
                asked = {"name": name, "password": password}
                assert who[name].post("/api/sign-in", json=asked).is_success
        player = who["p"].post("/api/guest").json()["name"]
        with Terminal(url, f"croupier={who['p'].cookies['croupier']}", player) as terminal:
            terminal.ask(TABLE, command="sit", player=player, box=1)
        yield Watched(house, who, player)
        for client in who.values():
            client.close()


@pytest.mark.parametrize(("name", "status"), [("d1", 403), ("s1", 403), ("p", 403)])
def test_who_may_not(watched: Watched, name: str, status: int) -> None:
    assert watched.who[name].get("/api/operations").status_code == status
    assert watched.who[name].post("/api/operations/backup").status_code == status


def test_an_auditor_reads_and_acts_not(watched: Watched) -> None:
    assert watched.who["a1"].get("/api/operations").is_success
    assert watched.who["a1"].post("/api/operations/backup").status_code == 403
    assert watched.who["a1"].post("/api/operations/alerts/x/take").status_code == 403


def test_how_it_stands(watched: Watched) -> None:
    told, house = watched.stands(), watched.house
    assert (told["ready"], told["reasons"], told["able"]) == (True, [], 1)
    assert (told["version"], told["webhook"], told["wallet"]) == (__version__, None, None)
    [node] = told["nodes"]
    assert node["tables"] == [TABLE]
    assert node["up_since"] == house.started
    [table] = told["tables"]
    assert (table["table"], table["node"], table["state"]) == (TABLE, node["name"], "dealing")
    assert told["totals"]["taps"] == sum(one["taps"] for one in told["totals"]["spread"]) >= 1
    assert told["totals"]["p99_ms"] is not None
    assert told["journal"]["entries"] >= told["journal"]["checkpoint"] > 0
    assert told["journal"]["witnesses"] == []
    assert told["keeping"] == {
        "personal_days": None,
    }


def test_what_it_has_found_of_itself(watched: Watched) -> None:
    house, told = watched.house, watched.stands("a1")
    assert told["checks"] == msgspec.json.decode(msgspec.json.encode(house.checks.standing))
    assert told["checks"]["journal"]["whole_at"] is None
    assert (told["checks"]["backup_at"], told["backup"]["proven"]) == (None, None)
    house.checks.backups.last = BackupProven(at=9, made=7, file="one.backup", entries=3)
    told = watched.stands()
    assert told["checks"]["backup_at"] == 7
    assert told["backup"]["proven"] == {"file": "one.backup", "made": 7, "entries": 3}
    house.checks.backups.last = None


def test_no_player_is_named(watched: Watched) -> None:
    assert watched.player not in watched.who["m1"].get("/api/operations").text


def test_samples_are_of_what_happened_between() -> None:
    before = Counted(NO_TAPS, 10, 0.5, 7, 1)
    taps = (90, 0, 0, 0, 10, *(0,) * (len(BOUNDS) - 4))
    now = Counted(taps, 14, 0.508, 107, 3)
    assert between(before, now, 99, 10.0, 5) == Sample(
        at=99,
        seconds=10.0,
        taps=100,
        p50_ms=0.556,
        p99_ms=23.5,
        commits=4,
        commit_ms=2.0,
        carried=100,
        refused=2,
        connections=5,
    )
    assert between(now, now, 99, 10.0, 0).p99_ms is None


def test_quantiles_at_the_bounds() -> None:
    assert quantile_ms(NO_TAPS, 0.99) is None
    assert quantile_ms((1, *NO_TAPS[1:]), 1.0) == 1.0
    beyond = (*NO_TAPS[:-1], 3)
    assert quantile_ms(beyond, 0.5) == BOUNDS[-1] * 1000


def slow(count: int, ms: float | None) -> list[Sample]:
    one = between(Counted(NO_TAPS, 0, 0, 0, 0), Counted(NO_TAPS, 0, 0, 0, 0), 1, 10.0, 0)
    return [Sample(**{**{f: getattr(one, f) for f in one.__struct_fields__}, "p99_ms": ms})] * count


@pytest.mark.parametrize(
    ("count", "ms", "is_so"),
    [(6, 26.0, True), (6, 25.0, False), (5, 26.0, False), (6, None, False)],
)
def test_a_minute_of_slow_taps(
    watched: Watched, count: int, ms: float | None, *, is_so: bool
) -> None:
    codes = [one.said.code for one in causes(watched.house, slow(count, ms))]
    assert ("taps-are-slow" in codes) is is_so


def test_a_disk_that_fills(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    class Disk(NamedTuple):
        total: int
        used: int
        free: int

    def full(percent: int) -> list[str]:
        disk = Disk(100 * 10**9, percent * 10**9, (100 - percent) * 10**9)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: disk)
        return [str(one.said) for one in causes(watched.house, []) if one.said.code == "disk-fills"]

    assert full(79) == []
    assert full(80) == ["the disk is 80 % full, 20.0 GB are free"]


def test_an_alert_is_taken_once_and_on_record(watched: Watched) -> None:
    who, house = watched.who, watched.house
    [jumped] = [one for one in watched.stands()["alerts"] if one["notice"]]
    assert (jumped["grade"], jumped["notice"]["event"]) == ("warn", "clock-jumped")
    assert jumped["taken"] is None
    path = f"/api/operations/alerts/{jumped['id']}/take"
    assert who["m1"].post(path).json()["says"] == "taken by m1"
    [act] = [one for one in house.acts.last if isinstance(one, AlertTaken)]
    assert (act.by, act.alert, act.since) == ("m1", jumped["id"], jumped["since"])
    [after] = [one for one in watched.stands("f1")["alerts"] if one["id"] == jumped["id"]]
    assert after["taken"] == {"by": "m1", "at": act.at}
    again = who["f1"].post(path)
    assert (again.status_code, again.json()) == (409, refused("nothing-waits", "m1 has taken it"))
    gone = who["f1"].post("/api/operations/alerts/0123456789abcdef/take")
    assert gone.status_code == 404


def test_an_alert_that_had_gone_is_new(watched: Watched) -> None:
    kept = Alerts(watched.house)
    watched.house.faults.tables[TABLE] = "ValueError"
    try:
        first, *_ = kept.look([])
        again, *_ = kept.look([])
    finally:
        del watched.house.faults.tables[TABLE]
    assert (str(first.said), first.way) == ("no table can deal", None)
    assert again.since == first.since
    assert kept.look([]) != (first,)
    assert first.id not in kept.seen


def test_a_backup_proves_itself(watched: Watched) -> None:
    who, to = watched.who["m1"], watched.house.folder / "kept"
    assert watched.stands()["backup"] == {
        "configured": True,
        "making": False,
        "said": None,
        "kept": [],
        "proven": None,
    }
    assert who.post("/api/operations/backup").is_success
    assert who.post("/api/operations/backup").json()["why"] in {"busy", "too-often"}
    until(lambda: not watched.stands()["backup"]["making"], seconds=60)
    told = watched.stands()["backup"]
    assert told["said"]["code"] == "backup-is-made", told
    [kept] = told["kept"]
    assert kept["size"] == (to / kept["file"]).stat().st_size
    assert abs(kept["made"] - watched.house.clock()) < 120_000
    assert [one.by for one in watched.house.acts.last if isinstance(one, BackupAsked)] == ["m1"]


def test_why_no_backup_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def why(made: Backups, now: int = 0) -> str | None:
        no = made.hinders(now)
        return None if no is None else no.says

    assert "names no folder" in (why(Backups(tmp_path, None)) or "")
    (tmp_path / "house.db").write_bytes(b"x" * 2**20)
    made = Backups(tmp_path, tmp_path / "kept")
    assert why(made) is None
    made.asked_at = 0
    assert why(made, backups.AGAIN_AFTER - 1) == "one was asked for less than 10 minutes ago"
    assert why(made, backups.AGAIN_AFTER) is None

    class Disk(NamedTuple):
        free: int

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(67 * 2**20 - 1))
    says = "66 MB are free where backups lie, and one needs 67"
    assert why(made, backups.AGAIN_AFTER) == says
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(67 * 2**20))
    assert why(made, backups.AGAIN_AFTER) is None


def test_what_lies_in_a_folder(tmp_path: Path) -> None:
    for name in ("house-20261101T000000Z.backup", "house-20261102T000000Z.backup", "other.backup"):
        (tmp_path / name).write_bytes(b"12345")
    newest = Kept("house-20261102T000000Z.backup", 1_793_577_600_000, 5)
    assert kept_in(tmp_path, 1) == [newest]
    assert [one.file for one in kept_in(tmp_path, 9)] == [
        newest.file,
        newest.file.replace("02T", "01T"),
    ]
    assert kept_in(tmp_path / "nowhere", 9) == []


def test_a_name_that_is_of_no_day_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "house-20261399T000000Z.backup").write_bytes(b"12345")
    assert kept_in(tmp_path, 9) == []


def test_a_backup_whose_program_does_not_start_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    made = Backups(tmp_path, tmp_path / "kept")
    asyncio.run(made.make())
    assert str(made.said).startswith("no backup was made: ")


def test_an_hour_is_kept_and_no_more() -> None:
    assert MOST * 10 == 3600
