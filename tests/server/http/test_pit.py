"""What the pit and the audit ask of the house: risk, jackpots, the journal in parts, any shoe."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest

from croupier.games import game
from croupier.server.http.api import exports as operations_exports
from croupier.server.journal.export import json_lines
from croupier.server.journal.export_check import ExportCheck
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, Part, Selection, Write
from croupier.server.past.shoe_record import shoe_record
from croupier.server.shoes.fairness import record
from tests.support.configured_house import hurried, on_the_web, opened, until, written
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse

POKER, TABLE = "three-card-poker", "three-pictures"
METER = f"/api/jackpots/{POKER}"
STAFF = ("d1", "s1", "m1", "f1", "a1", "c1")


class Floor(NamedTuple):
    house: OpenHouse
    url: str
    who: dict[str, httpx.Client]
    """Everybody of the staff, signed in."""
    player: str


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """Two games with automatic dealers; a player has staked in the first round of one."""
    text = written(TABLE, POKER, betting_seconds=5)
    house = opened(tmp_path, text, clock=hurried(20))
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    with on_the_web(house) as address:
        url = f"http://{address}"
        who = {name: httpx.Client(base_url=url) for name in (*STAFF, "player")}
        for name, _, password in staff:
            assert (
                who[name].post("/api/sign-in", json={"name": name, "password": password}).is_success
            )
        player = who["player"].post("/api/guest").json()["name"]
        terminal = Terminal(url, f"croupier={who['player'].cookies['croupier']}", player)
        terminal.ask(TABLE, command="sit", player=player, box=1)
        laid = {"player": player, "bet": "initial", "cents": 2_500, "box": 1}
        while terminal.ask(TABLE, command="place", **laid)["type"] != "acknowledged":
            pass
        live = house.play.tables[TABLE]
        number = live.table.round.number
        until(lambda: live.table.round.number > number)
        terminal.way.__exit__(None, None, None)
        yield Floor(house, url, who, player)
        for client in who.values():
            client.close()


@pytest.mark.slow
def test_the_pit_is_told_what_each_person_may_do(floor: Floor) -> None:
    told = floor.who["s1"].get("/api/pit").json()
    assert [one["name"] for one in told["tables"]] == [TABLE, POKER]
    [jackpot] = told["jackpots"]
    assert (jackpot["displayed_cents"], jackpot["frozen"], jackpot["tables"]) == (
        2_000_000,
        False,
        [POKER],
    )
    assert floor.who["d1"].get("/api/pit").status_code == 403
    risk = told["tables"][0]["exposure"]
    assert [one["bet"] for one in risk["bets"]] == ["initial", "tie", "three-pictures"]
    readings = {one["name"]: one["value"] for one in told["tables"][0]["readings"]}
    assert readings.items() <= game(TABLE).readings.items()
    assert "restrict" not in told["tables"][0]["may"]


def test_a_jackpot_by_its_roles_and_two_people(floor: Floor) -> None:
    """3 Card Poker 5.17; a correction is by two, of whom one is a pit manager."""
    first, second = floor.who["s1"], floor.who["m1"]
    reason = {"reason": "the display is dark"}
    assert floor.who["d1"].post(f"{METER}/freeze", json=reason).status_code == 403
    assert first.post(f"{METER}/freeze", json={"reason": " "}).status_code == 400
    assert first.post(f"{METER}/freeze", json=reason).is_success
    assert first.post(f"{METER}/freeze", json=reason).status_code == 409
    assert second.get("/api/pit").json()["jackpots"][0]["faults"] == [""]
    assert second.post(f"{METER}/resume").is_success
    assert second.post(f"{METER}/resume").status_code == 409
    wanted = {"cents": 2_100_000, "reason": "a win was not reset"}
    assert second.post(f"{METER}/correction", json=wanted).is_success
    told = first.get("/api/pit").json()["jackpots"][0]["change"]
    assert (told["by"], told["shown_cents"], told["cents"]) == ("m1", 2_000_000, 2_100_000)
    assert second.post(f"{METER}/correction/approve").status_code == 409
    assert first.post(f"{METER}/correction/approve").status_code == 403
    assert floor.who["f1"].post(f"{METER}/correction/approve").is_success
    assert floor.house.play.meters[POKER].jackpot.displayed_cents == 2_100_000
    assert first.post(f"{METER}/correction", json=wanted | {"cents": 2_050_000}).is_success
    assert first.post(f"{METER}/correction/refuse").is_success
    nowhere = first.post("/api/jackpots/baccarat/resume")
    assert (nowhere.status_code, nowhere.json()["says"]) == (
        404,
        "there is no jackpot of 'baccarat'",
    )


def test_the_journal_in_parts(floor: Floor) -> None:
    """Every part is of the journal itself, in its order, and no more than was asked for."""
    auditor = floor.who["a1"]

    def part(**asked: object) -> list[dict[str, object]]:
        told = auditor.get("/api/journal", params={key: str(one) for key, one in asked.items()})
        assert told.is_success, told.text
        found: list[dict[str, object]] = told.json()
        return found

    everything = part(limit=500)
    newest = part(before=10**15, limit=5)
    assert newest[0]["position"] > newest[-1]["position"]  # type: ignore[operator]
    middle = everything[20]["position"]
    assert [one["position"] for one in part(before=middle, limit=3)] == [
        one["position"] for one in reversed(everything[17:20])
    ]
    stream = f"table:{TABLE}"
    of_table = [one for one in everything if one["stream"] == stream]
    assert part(stream=stream, limit=3) == of_table[:3]
    placed = part(event="wager-placed", person=floor.player)
    assert {(one["stream"], one["event"]["event"]) for one in placed} == {(stream, "wager-placed")}  # type: ignore[index]
    assert part(person="nobody") == []
    assert part(**{"from": "2100-01-01T00:00"}) == []
    assert len(part(to="2100-01-01T00:00", limit=500)) >= len(everything)
    assert auditor.get("/api/journal?from=then").status_code == 400
    assert auditor.get("/api/journal.csv?from=then").status_code == 400
    assert floor.who["s1"].get("/api/journal.csv").status_code == 403


def test_the_journal_to_take_away(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """In small parts it is the same as in one; passwords and rounds in play stay in the house."""
    monkeypatch.setattr(operations_exports, "AT_ONCE", 7)
    auditor = floor.who["m1"]
    lines = auditor.get("/api/journal.jsonl").content.splitlines()
    rows = [json.loads(line) for line in lines]
    assert rows[-1]["checkpoint"], "which covers them all"
    assert list(ExportCheck(floor.house.keys.public).faults(lines)) == []
    store = SqliteStore(floor.house.store.path)
    written_down = [json.loads(line) for line in json_lines(store)][: len(rows)]
    store.close()
    assert [row["hash"] for row in rows] == [row["hash"] for row in written_down]
    shown = [(row, real) for row, real in zip(rows, written_down, strict=True) if row["event"]]
    assert all(row["event"] == real["event"] for row, real in shown)
    assert "argon2" not in json.dumps(rows)
    assert all(bool(row["nonce"]) is (row["withheld"] is None) for row in rows)
    text = auditor.get(f"/api/journal.csv?stream=table:{TABLE}&event=betting-opened").text
    table = list(csv.DictReader(io.StringIO(text)))
    assert [json.loads(one["event"])["round"] for one in table if one["event"]] == list(
        range(1, sum(bool(one["event"]) for one in table) + 1)
    )


def test_a_body_that_is_no_json_is_found_nowhere(tmp_path: Path) -> None:
    """An entry tampered with in the file does not stop those who look for others."""
    store = SqliteStore(tmp_path / "house.db")
    for version, by in enumerate(("d1", "d2")):
        new = New(1, json.dumps({"event": "one", "by": by}).encode())
        store.append([Write((Part("s", version, (new,)),))])
    store.connection.execute(
        "INSERT INTO entries (stream, version, at, body, previous, hash, nonce)"
        " VALUES ('other', 1, 1, x'ff7b', x'', x'', x'')"
    )
    found = [entry.stream for entry in store.select(Selection(event="one"))]
    assert found == ["s", "s"]
    assert [one.version for one in store.select(Selection(person="d2"))] == [2]
    assert len(list(store.select(Selection()))) == 3
    store.close()


def test_a_round_as_its_player_saw_it(floor: Floor) -> None:
    """Staff see a round that has ended through a player's eyes; nobody one that is in play."""
    live = floor.house.play.tables[TABLE].table
    played = [
        number
        for number in range(1, live.round.number)
        if floor.who["player"].get(f"/api/tables/{TABLE}/rounds/{number}").is_success
    ]
    path = f"/api/tables/{TABLE}/rounds/{played[0]}"
    mine = floor.who["player"].get(path).json()
    theirs = floor.who["s1"].get(f"{path}?as={floor.player}").json()
    assert mine == theirs
    assert theirs["seen_by"] == floor.player
    everything = floor.who["s1"].get(path).json()
    assert everything["seen_by"] is None
    assert floor.who["player"].get(f"{path}?as=g9").status_code == 403
    assert floor.who["d1"].get(f"{path}?as={floor.player}").status_code == 403
    now = f"/api/tables/{TABLE}/rounds/{floor.house.play.tables[TABLE].table.round.number}"
    told = floor.who["f1"].get(f"{now}?as={floor.player}")
    assert told.status_code in {403, 200}  # it may have ended meanwhile
    if told.status_code == 200:
        assert not told.json()["in_play"]


def test_a_shoe_s_own_part_of_the_record(floor: Floor) -> None:
    """What is told of one shoe is what the whole record of its table says of it."""
    told = floor.who["player"].get("/api/shoes", params={"table": TABLE}).json()
    ended = [one["shoe"] for one in told if one["revealed"]]
    assert ended[-1] == f"{TABLE}-1"
    store = SqliteStore(floor.house.store.path)
    whole = record(store, TABLE)
    for name in ended:
        own = shoe_record(store, name)
        assert own is not None
        assert own.shoe == next(one for one in whole.shoes if one.shoe == name)
        numbers = [one.round for one in own.rounds]
        assert own.rounds == tuple(one for one in whole.rounds if one.round in numbers)
        assert sum(bool(one.drawn) for one in own.rounds) == 1  # one pack serves one deal
    assert shoe_record(store, f"{TABLE}-9999") is None
    store.close()
    told = floor.who["player"].get(f"/api/shoes/{ended[0]}/record").json()
    assert told["shoe"]["shoe"] == ended[0]
