"""A running house reads its whole journal again by itself, and tells what is not as it was."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

import pytest

from croupier.server import rereading
from croupier.server.journal import rereading as one_pass
from croupier.server.journal.check_acts import JournalFaulty, JournalRead
from croupier.server.journal.rereading import Rereading
from croupier.server.journal.store import Unreadable
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.readiness import not_ready, remarks
from tests.support.configured_house import until
from tests.support.http_callers import Caller, founded, serving
from tests.support.played_rounds import tampered

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import AnyAct

EDITED = """UPDATE entries SET body = CAST(replace(body, 'p1', 'p9') AS BLOB)
    WHERE position = (SELECT MIN(position) FROM entries WHERE stream = 'table:t1'
    AND CAST(body AS TEXT) LIKE '{"event":"wager-placed"%')"""
MOVED = """UPDATE postings SET cents = cents * 2 WHERE cents > 0
    AND position = (SELECT MIN(position) FROM postings)"""
HASHED = "UPDATE entries SET hash = zeroblob(32) WHERE position = 9"
RICHER = "UPDATE accounts SET cents = cents + 1 WHERE account = 'player:p2'"
FORGED = "UPDATE checkpoints SET note = replace(note, '— ', '— x') WHERE size > 9"
UNKEPT = "DELETE FROM checkpoints"
VIEW = "CREATE VIEW more AS SELECT 1"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few rounds are read in many steps."""
    monkeypatch.setattr(one_pass, "SLICE", 8)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return founded(tmp_path_factory.mktemp("played"), 3)


def acts(house: OpenHouse, kind: type[AnyAct]) -> list[AnyAct]:
    return [act for act in house.acts.last if isinstance(act, kind)]


@pytest.mark.standard(17)
@pytest.mark.usefixtures("small")
def test_an_old_entry_edited_under_a_running_house_is_found_without_anybody_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rereading, "FIRST_AFTER", 0.0)
    monkeypatch.setattr(rereading, "LEAST_REST", 0.05)
    monkeypatch.setattr(rereading, "HOUR", 0)
    monkeypatch.setattr(rereading, "SHARE", 0.9)
    with serving(founded(tmp_path, 3)) as server:
        house = server.house
        until(lambda: len(acts(house, JournalRead)) >= 2)
        assert (not_ready(house), acts(house, JournalFaulty)) == ([], [])
        whole = house.checks.journal.standing
        assert (whole.count, whole.unread, whole.whole_entries > 100) == (0, None, True)
        tampered(tmp_path / "house.db", EDITED)
        until(lambda: bool(acts(house, JournalFaulty)))
        [faulty] = acts(house, JournalFaulty)
        assert isinstance(faulty, JournalFaulty)
        [fault] = faulty.faults
        assert fault.startswith("table:t1 entry ")
        assert fault.endswith("was changed after it was written")
        until(lambda: acts(house, JournalRead)[-1] == house.checks.journal.whole)
        status, told = Caller(server).get("/ready")
        assert (status, told["why"]) == (503, "not-ready")
        assert (
            told["says"] == "1 of what the journal holds is not as it was written: see its notices"
        )
        notices = server.as_("s1").get("/api/pit")[1]["notices"]
        assert [one["event"] for one in notices] == ["journal-faulty"]
        figures = server.as_("s1").ask("GET", "/metrics").text
        assert "croupier_journal_faults 1\n" in figures
        tampered(tmp_path / "house.db", EDITED.replace("'p1', 'p9'", "'p9', 'p1'"))
        until(lambda: not_ready(house) == [])
        assert len(acts(house, JournalFaulty)) == 1, "each is told once"


def faults_of(house: OpenHouse) -> list[str]:
    """One pass, here and now."""
    store = house.store.another()
    reading = Rereading(store, house.ring.chain, [house.play.log.filed or ""])
    wrong = []
    while not reading.is_near_end:
        wrong += reading.step()
    wrong += reading.finish()
    assert reading.position == store.tree_size()
    store.close()
    return wrong


@pytest.mark.standard(17)
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("done", "told"),
    [
        (EDITED, "was changed after it was written"),
        (MOVED, "its postings do not add up to nothing"),
        (HASHED, "is not of the entries that are there"),
        (RICHER, "player:p2: holds "),
        (FORGED, "a checkpoint of the journal does not count"),
        (UNKEPT, "entries is known, and is not in its journal"),
        (VIEW, "its database is not as this program makes it: view more"),
    ],
)
def test_whatever_is_changed_is_found_by_one_pass(
    played: Path, tmp_path: Path, done: str, told: str
) -> None:
    folder = shutil.copytree(played, tmp_path / "house")
    house = OpenHouse(folder, profile=LIGHT)
    assert faults_of(house) == []
    tampered(folder / "house.db", done)
    found = faults_of(house)
    house.close()
    assert any(told in one for one in found), found


@pytest.mark.standard(17)
def test_a_journal_that_cannot_be_read_is_a_remark_and_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(founded(tmp_path)) as server:
        house = server.house

        def unreadable(_self: Rereading) -> list[str]:
            raise Unreadable("the database is damaged")

        monkeypatch.setattr(Rereading, "finish", unreadable)
        pump = house.queue.pump
        assert pump is not None
        asyncio.run_coroutine_threadsafe(house.checks.journal.read(), pump.get_loop()).result(20)
        assert house.checks.journal.unread == "the database is damaged"
        assert (not_ready(house), acts(house, JournalRead)) == ([], [])
        assert remarks(house)[-1].endswith("the database is damaged")


@pytest.mark.standard(17)
def test_a_pass_takes_a_small_share_of_the_time() -> None:
    """After each step it rests nineteen times as long as the step took."""
    assert rereading.rest_after(0.01) == pytest.approx(0.19)
