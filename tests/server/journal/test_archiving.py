"""Events of old rounds in files: the journal reads as before, or says which file is missing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.cli.house_archive import archived
from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server.journal import archiving, snapshots, starting
from croupier.server.journal.acts import Acts, ClockJumped, EntriesArchived
from croupier.server.journal.archive import FOLDER
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Selection, Unreadable
from croupier.server.past.archived import rounds
from croupier.server.past.capture import Dispute, capture_round
from croupier.server.past.disputes import Disputed, Disputes, captured_in
from croupier.server.play.house import TABLE
from tests.support.http_callers import founded, serving
from tests.support.own_store import own_store
from tests.support.played_rounds import tampered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.store import Entry
    from tests.support.played_rounds import Asked

ROUNDS = 6
DAY = "1970-01-02"
"""After all rounds of a house whose clock began with 1970."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few rounds come to snapshots and to several files."""
    monkeypatch.setattr(snapshots, "EVERY", 20)
    monkeypatch.setattr(starting, "STRETCH", 10)
    monkeypatch.setattr(archiving, "MOST", 30)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archived") / "house"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", 20)
        founded(folder, ROUNDS)
    return folder


@pytest.fixture
def house(kept: Path, tmp_path: Path) -> Path:
    return shutil.copytree(kept, tmp_path / "house")


def entries(folder: Path) -> list[Entry]:
    store = SqliteStore(folder / "house.db")
    found = list(store.everything())
    store.close()
    return found


def empty(folder: Path) -> int:
    """Entries whose events are not in the database."""
    with closing(sqlite3.connect(folder / "house.db")) as raw:
        [(count,)] = raw.execute("SELECT COUNT(*) FROM entries WHERE body = X''")
    return int(count)


def verified(ask: Callable[..., Asked], folder: Path) -> Asked:
    return ask("audit", "verify", folder, "--key", folder / "signing.pub")


def files(folder: Path) -> list[Path]:
    return sorted((folder / FOLDER).iterdir())


def less_checkpoint(told: Asked) -> str:
    """What was said; the journal's own newest checkpoint aside."""
    assert told.status == 0, told
    return re.sub(r"Journal at .*", "", told.out)


def less_moment(asked: Asked) -> str:
    """A report less when it was made, and the end of the journal then."""
    assert asked.status == 0, asked
    lines = asked.out.splitlines()
    ends = (", made ", "Journal at", "checkpoint")
    return "\n".join(one for one in lines if not any(end in one for end in ends))


def test_what_lies_in_files_reads_as_before(house: Path, ask: Callable[..., Asked]) -> None:
    asked: list[tuple[object, ...]] = [
        ("audit", "replay", house, "t1", 1),
        ("audit", "recall", house, "p1"),
    ]
    report = ("report", house / "house.db", "--to", "1970-01-03")
    before, said = entries(house), [less_checkpoint(ask(*one)) for one in asked]
    summed = less_moment(ask(*report))
    told = ask("house", "archive", house, "--before", DAY)
    assert (told.status, told.out.count("\n")) == (0, len(files(house))), told
    assert len(files(house)) > 1
    assert empty(house) > 60
    assert entries(house)[: len(before)] == before
    assert [less_checkpoint(ask(*one)) for one in asked] == said
    assert less_moment(ask(*report)) == summed
    assert verified(ask, house).status == 0
    for file in files(house):
        alone = ask("audit", "verify", file, "--key", house / "signing.pub")
        assert alone.out.startswith("it is a part of a journal"), alone
        assert "each is as it was written" in alone.out
    assert ask("house", "archive", house, "--before", "1970-01-01").out == (
        "no rounds from before that can be moved\n"
    )


def test_rounds_go_on_and_old_ones_are_found_by_what_they_say(
    house: Path, ask: Callable[..., Asked]
) -> None:
    wanted = Selection(stream="table:t1", event="wager-placed", person="p1")
    store = SqliteStore(house / "house.db")
    before = list(store.select(wanted))
    store.close()
    list(archived(house, DAY))
    store = SqliteStore(house / "house.db")
    assert list(store.select(wanted)) == before
    assert len(before) == 2 * ROUNDS, "an ante and a play"
    store.close()
    with serving(house) as server:
        first = server.as_("a1").get("/api/tables/t1/rounds/1")
        assert first[0] == 200
        history = server.as_("p1").get("/api/history")
        assert history[0] == 200
    assert verified(ask, house).status == 0


def lost(file: Path) -> None:
    file.unlink()


def changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"2500", b"2600", 1))


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


@pytest.mark.threat("T80")
@pytest.mark.parametrize("damage", [lost, changed, cut])
def test_a_file_that_is_missing_or_changed_is_named(
    house: Path, ask: Callable[..., Asked], damage: Callable[[Path], None]
) -> None:
    list(archived(house, DAY))
    file = files(house)[0]
    damage(file)
    told = verified(ask, house)
    assert told.status == 1
    assert file.name in told.out + told.err
    replayed = ask("audit", "replay", house, "t1", 1)
    assert (replayed.status, replayed.out) == (2, "")
    assert file.name in replayed.err
    if damage is not lost:
        return
    report = ask("report", house / "house.db")
    assert (report.status, report.out) == (2, ""), "no sum over days that cannot be read"
    assert file.name in report.err
    with serving(house) as server:  # it opens all the same, and deals on
        assert httpx.get(f"{server.url}/ready").text == "ready\n"
        status, said = server.as_("a1").get("/api/tables/t1/rounds/1")
        assert (status, file.name in said["says"]) == (503, True)


@pytest.mark.threat("T81")
def test_a_body_that_is_gone_without_a_file_is_a_fault(
    house: Path, ask: Callable[..., Asked]
) -> None:
    tampered(house / "house.db", "UPDATE entries SET body = X'' WHERE position = 30")
    told = verified(ask, house)
    assert told.status == 1
    assert "position 30: its event is gone, and no archive file holds it" in told.out


def test_a_file_that_the_journal_does_not_tell_of_is_a_fault(
    house: Path, ask: Callable[..., Asked]
) -> None:
    list(archived(house, DAY))
    tampered(house / "house.db", "UPDATE archives SET last = last + 1")
    told = verified(ask, house)
    assert told.status == 1
    assert "is not the one that the journal tells of" in told.out + told.err


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = X'' WHERE position = (SELECT MAX(position) FROM entries)",
        "UPDATE entries SET body = X'00' WHERE position = 30",
        "UPDATE entries SET body = X'', at = 1 WHERE position = 30",
        "UPDATE entries SET at = 1 WHERE position = 30",
        "DELETE FROM entries WHERE position = 30",
    ],
)
def test_the_database_gives_up_nothing_else(house: Path, statement: str) -> None:
    list(archived(house, DAY))
    with (
        closing(sqlite3.connect(house / "house.db")) as raw,
        pytest.raises(sqlite3.IntegrityError, match="never"),
    ):
        raw.execute(statement)


def disputed(folder: Path) -> list[Dispute]:
    """Rounds 1 to 3, captured; the disputes of the first two are closed."""
    store = own_store(folder)
    disputes = Disputes(store)
    captured = [capture_round(store, "t1", number, 5) for number in (1, 2, 3)]
    for one in captured:
        assert isinstance(disputes.raise_one(one, "not so", "p1", 6), Disputed)
    for number in (1, 2):
        assert isinstance(disputes.close(number, "it was", "m1", 7), Disputed)
    acts = Acts(store)
    for at in range(20):  # so much is looked at again by every opening, and stays
        assert acts.record(ClockJumped(at=10 + at, by_ms=5000)) is None
    store.close()
    return captured


def test_rounds_captured_for_disputes_go_with_the_others_once_they_are_closed(
    house: Path, ask: Callable[..., Asked]
) -> None:
    captured = disputed(house)
    list(archived(house, DAY))
    with closing(sqlite3.connect(house / "house.db")) as raw:
        left = raw.execute("SELECT version, body <> X'' FROM entries WHERE stream = 'disputes'")
        assert list(left) == [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1)], "one is open"
    assert verified(ask, house).status == 0
    store = SqliteStore(house / "house.db")
    assert [captured_in(store, number) for number in (1, 2, 3)] == captured
    store.close()
    assert list(archived(house, DAY)) == [], "nothing is moved twice"
    file = files(house)[-1]
    alone = ask("audit", "verify", file, "--key", house / "signing.pub")
    assert "each is as it was written" in alone.out
    file.unlink()
    with serving(house) as server:
        manager = server.as_("m1")
        status, told = manager.get("/api/disputes")
        assert (status, [one["status"] for one in told]) == (200, ["answered", "answered", "open"])
        status, said = manager.get("/api/disputes/1")
        assert (status, file.name in said["says"]) == (503, True)
        assert manager.post("/api/disputes/3/close", resolution="it was")[0] == 200


STEPS = ("file", "filed", "begin", "entries", "archives", "emptied", "commit", "committed")


def killed(folder: Path, place: str, times: int) -> None:
    """A process that archives and is killed when it comes to a place for the so many-th time."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL
        return
    left = [times]

    def fault(at: str) -> None:
        left[0] -= at == place
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        store = own_store(folder)
        store.fault = fault
        wish = archiving.Wish(24 * 3600 * 1000, "folder", 10**9)
        list(archiving.archive(store, folder, rounds(TABLE.shape), wish, fault))
    finally:
        os._exit(1)


@pytest.mark.parametrize("place", STEPS)
def test_a_kill_at_any_step_loses_nothing(
    house: Path, ask: Callable[..., Asked], place: str
) -> None:
    """Of the second file: the first is archived by then."""
    before = entries(house)
    killed(house, place, 2)
    assert empty(house) in {30, 60}
    assert entries(house)[: len(before)] == before
    assert verified(ask, house).status == 0
    acts = list(archived(house, DAY))
    assert all(isinstance(one, EntriesArchived) for one in acts)
    assert entries(house)[: len(before)] == before
    assert verified(ask, house).status == 0
    assert [one.name for one in files(house) if one.name.startswith(".")] == []


def test_a_backup_has_the_files_and_a_restore_too(
    house: Path, tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    list(archived(house, DAY))
    copy, back = tmp_path / "copy", tmp_path / "back"
    assert ask("house", "backup", house, copy).status == 0
    assert ask("house", "restore", copy, back).status == 0
    assert [one.name for one in files(back)] == [one.name for one in files(house)]
    assert verified(ask, back).status == 0
    files(house)[0].unlink()
    told = ask("house", "backup", house, tmp_path / "again")
    assert (told.status, told.out) == (2, "")


@pytest.mark.parametrize(("day", "moves"), [("1970-01-01", False), ("1970-01-02", True)])
def test_only_what_is_from_before_the_day_is_moved(house: Path, day: str, *, moves: bool) -> None:
    assert bool(list(archived(house, day))) is moves


@pytest.mark.parametrize("day", ["soon", "2026-13-01", "1.1.2026", ""])
def test_no_day_moves_nothing(house: Path, day: str) -> None:
    with pytest.raises(BadInput, match="is no day like"):
        list(archived(house, day))
    assert empty(house) == 0


def test_a_house_that_keeps_its_journal_for_ever_says_so(house: Path) -> None:
    with pytest.raises(BadInput, match="keeps its journal for ever"):
        list(archived(house, None))


def test_damage_is_not_moved(house: Path) -> None:
    tampered(house / "house.db", "UPDATE entries SET at = at + 1 WHERE position = 30")
    with pytest.raises((Unreadable, BadInput)):
        list(archived(house, DAY))
    assert empty(house) == 0
    assert run(["audit", "verify", str(house)]) == 1


def test_a_house_that_is_not_there_is_said_to_be_none(
    tmp_path: Path, ask: Callable[..., Asked]
) -> None:
    told = ask("house", "archive", tmp_path)
    assert (told.status, told.out) == (2, "")
    assert told.err == f"{tmp_path / 'house.db'}: there is no such file\n"
