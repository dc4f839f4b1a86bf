"""The journal exported, backed up and put back."""

from __future__ import annotations

import csv
import io
import json
import threading
from typing import TYPE_CHECKING

import msgspec
import pytest

import croupier
from croupier.games import GAMES
from croupier.server.journal import export as exports
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import New, hashed
from croupier.server.past.played import moments
from croupier.server.play.house import House
from croupier.server.streams import faults
from tests.support.played_house import (
    KEYS,
    Floor,
    furnished,
    opened,
)
from tests.support.played_rounds import Asked, some_rounds, tampered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.standard(19)
def test_an_export_proves_itself(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    store = some_rounds(tmp_path / "house.db", "three-card-poker").house.store
    lines = list(exports.json_lines(store))
    for entry, line in zip(store.everything(), lines, strict=True):
        told = msgspec.json.decode(line, type=exports.Line)
        new = New(told.at, bytes(told.event), told.postings)
        previous, nonce = bytes.fromhex(told.previous), bytes.fromhex(told.nonce or "")
        assert hashed(previous, told.stream, told.version, new, nonce).hex() == told.hash
        assert (told.position, bytes.fromhex(told.hash)) == (entry.position, entry.hash)
    out = tmp_path / "all.csv"
    assert ask("audit", "export", tmp_path / "house.db", "--out", out).status == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    assert [json.loads(row["event"]) for row in rows] == [
        json.loads(line)["event"] for line in lines
    ]


def test_an_export_is_written_whole_or_not_at_all(
    tmp_path: Path, ask: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    some_rounds(tmp_path / "house.db")
    out = tmp_path / "all.jsonl"
    row = exports.line

    def full(entry: object) -> exports.Line:
        if getattr(entry, "position", 0) > 5:
            raise OSError(28, "No space left on device")
        return row(entry)  # type: ignore[arg-type]

    monkeypatch.setattr(exports, "line", full)
    status, _, err = ask("audit", "export", tmp_path / "house.db", "--out", out)
    assert (status, err) == (2, f"{out}: cannot be written: there is no room left\n")
    assert not out.exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.standard(58)
def test_a_backup_made_while_rounds_are_played_is_put_back(
    tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    path, copy, elsewhere = (tmp_path / name for name in ("house.db", "copy.db", "again.db"))
    house = furnished(path, *(game.name for game in GAMES))
    floors = [Floor(house, name) for name in house.tables]
    for floor in floors:
        floor.round()
    started, stop = threading.Event(), threading.Event()

    def play() -> None:
        while not stop.is_set():
            floors[-1].open()
            started.set()
            floors[-1].bet()
            floors[-1].deal()
            floors[-1].finish()

    playing = threading.Thread(target=play)
    playing.start()
    started.wait()
    made = ask("backup", path, copy)
    stop.set()
    playing.join()
    assert made == (0, f"{copy}: {copy.stat().st_size:,} bytes\n", "")
    status, out, _ = ask("restore", copy, elsewhere, "--key", KEYS.public)
    entries = list(SqliteStore(elsewhere).everything())
    assert (status, out) == (0, f"{elsewhere}: {len(entries)} entries, found whole.\n")
    assert entries == list(house.store.everything())[: len(entries)]
    again = opened(elsewhere)
    for floor in floors[:-1]:
        assert again.tables[floor.name].table == floor.table
    assert again.meters == house.meters
    [*_, last] = (
        one for one in moments(house.store, "t5") if one.entry.version <= again.tables["t5"].version
    )
    assert again.tables["t5"].table == last.after
    again.recover(10**7)
    assert list(faults(again.store, KEYS.public)) == []


def test_the_same_house_stands_in_another_place(tmp_path: Path) -> None:
    path, copy, elsewhere = (tmp_path / name for name in ("house.db", "copy.db", "again.db"))
    floor = some_rounds(path, "three-card-poker")
    floor.open()
    floor.bet()
    croupier.backup(path, copy)
    assert croupier.restore(copy, elsewhere) == sum(floor.house.store.versions().values())
    again = House(SqliteStore(elsewhere), KEYS)
    assert (again.tables, again.meters, again.balances) == (
        floor.house.tables,
        floor.house.meters,
        floor.house.store.balances(),
    )


def test_nothing_is_overwritten(tmp_path: Path, ask: Callable[..., Asked]) -> None:
    path, copy, there = (tmp_path / name for name in ("house.db", "copy.db", "there.db"))
    some_rounds(path).house.store.close()
    there.write_text("mine")
    assert ask("backup", path, there) == (2, "", f"{there}: is there already\n")
    assert ask("backup", path, copy).status == 0
    assert ask("restore", copy, there) == (2, "", f"{there}: is there already\n")
    assert there.read_text() == "mine"
    nowhere = tmp_path / "nowhere" / "x.db"
    assert ask("backup", path, nowhere).err == (
        f"{nowhere}: cannot be written: there is no such file\n"
    )


def test_a_backup_that_is_not_whole_is_not_put_back(
    tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    path, elsewhere = tmp_path / "house.db", tmp_path / "again.db"
    some_rounds(path).house.store.close()
    tampered(path, "UPDATE accounts SET cents = cents + 1 WHERE account = 'cage'")
    wrong = "cage: holds -199999, its postings say -200000"
    assert ask("restore", path, elsewhere) == (
        2,
        "",
        f"{path}: is not whole, nothing is restored: {wrong}\n",
    )
    assert not list(tmp_path.glob("again*"))
    assert ask("restore", tmp_path / "none.db", elsewhere).err == (
        f"{tmp_path / 'none.db'}: there is no such file\n"
    )
