"""Accounts as managers read them: sessions, sign-ins and refusals of a person, and who may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.engine.irregularities import Role
from croupier.server.journal.acts import Acts, CommandsRefused
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.past.refused_commands import refused_since
from croupier.server.people.keeping import STREAM
from tests.support.http_callers import (
    PASSWORD,
    STAFF,
    WRONG,
    Caller,
    Server,
    founded,
    refused,
    serving,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TWELVE_HOURS_MS = 12 * 3_600_000
HERE = "127.0.0.1"
NOT_YOURS = refused("not-for-this-role", "a shift manager or higher does this")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=0)) as made:
        yield made


def file_of(house: Server, name: str, by: str = "m1") -> dict[str, Any]:
    status, told = house.as_(by).get(f"/api/people/{name}/file")
    assert status == 200, told
    return dict(told)


def listed(house: Server, name: str) -> dict[str, Any]:
    [found] = [one for one in house.as_("m1").get("/api/people")[1] if one["name"] == name]
    return dict(found)


def written_down(house: Server) -> None:
    """Wrong passwords, as the house writes them down after a moment."""
    house.house.people.write_down(house.house.clock())


def refusal_at(at: int) -> CommandsRefused:
    return CommandsRefused(
        at=at,
        by="d1",
        role="dealer",
        table=None,
        asked="GET /api/people",
        why="not-for-this-role",
        says="no",
        count=1,
        since=at,
    )


def test_a_file_tells_sessions_sign_ins_and_what_was_refused(house: Server) -> None:
    assert Caller(house).post("/api/sign-in", name="d1", **WRONG)[0] == 403
    written_down(house)
    first, second = house.sign_in("d1"), house.sign_in("d1")
    assert first.get("/api/people")[0] == 403
    assert first.get("/api/people")[0] == 403
    told = file_of(house, "d1", "a1")
    assert told["account"] == listed(house, "d1")
    about = {key: told["account"][key] for key in ("sessions", "refused", "address", "locked")}
    assert about == {"sessions": 2, "refused": 2, "address": HERE, "locked": False}
    assert told["account"]["made_by"] == ["house"]
    assert [(one["address"], one["wrong"]) for one in told["arrivals"]] == [
        (HERE, 0),
        (HERE, 0),
        (HERE, 1),
    ]
    newest, oldest = told["sessions"]
    assert newest["since"] == told["arrivals"][0]["at"] == newest["until"] - TWELVE_HOURS_MS
    assert (oldest["address"], oldest["mine"], oldest["locked"]) == (HERE, False, False)
    [in_vain] = told["refused"]
    assert (in_vain["asked"], in_vain["count"], in_vain["entry"]) == ("GET /api/people", 2, None)
    assert second.get("/api/me")[0] == 200


def test_what_was_refused_is_counted_once_when_it_is_written(house: Server) -> None:
    assert house.as_("d1").get("/api/people")[0] == 403
    before = file_of(house, "d1")["refused"]
    refusals = house.house.refusals
    assert refusals.acts.record(*refusals.waiting()) is None
    refusals.gathered.clear()
    [written] = file_of(house, "d1")["refused"]
    assert written == before[0] | {"entry": written["entry"]}
    assert written["entry"] > 0
    assert listed(house, "d1")["refused"] == 1


def test_one_day_ends_where_the_next_begins(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    acts = Acts(store)
    for at in (999, 1_000, 1_001):
        acts.record(refusal_at(at))
    assert [one.act.at for one in refused_since(store, 1_000)] == [1_001, 1_000]
    store.close()


@pytest.mark.threat("T54")
@pytest.mark.parametrize("name", ["d1", "s1", "p1"])
def test_files_are_for_managers_and_auditors(house: Server, name: str) -> None:
    for path in ("/api/people", "/api/people/f1/file", f"/api/people/{name}/file", "/api/roles"):
        assert house.as_(name).get(path)[0] == 403
        assert Caller(house).get(path)[0] == 401
    status, told = house.as_("m1").get("/api/people/nobody/file")
    assert (status, told["says"]) == (404, "there is no account 'nobody'")


def test_an_address_is_kept_beside_the_entry_and_of_staff_alone(house: Server) -> None:
    assert Caller(house).post("/api/sign-in", name="p1", **WRONG)[0] == 403
    written_down(house)
    house.sign_in("p1")
    house.sign_in("d1")
    told = file_of(house, "p1")
    assert (told["account"]["address"], told["arrivals"]) == (None, [])
    assert told["sessions"][0]["address"] is None
    store = house.house.store.reader()
    entries = list(store.read(STREAM))
    assert not [one for one in entries if HERE.encode() in one.body]
    beside = [(b.field, b.value) for one in entries for b in one.beside if b.field == "address"]
    store.close()
    assert beside == [("address", f'"{HERE}"'.encode())] * 2, "of d1 and m1"


@pytest.mark.threat("T53")
def test_nobody_ends_a_session_above_or_beside_them(house: Server) -> None:
    """m1 reads where f1 is signed in, and cannot end it; d1 cannot end anybody's but his own."""
    f1, d1, _ = house.as_("f1"), house.as_("d1"), house.as_("s1")
    [session] = file_of(house, "f1")["sessions"]
    assert house.as_("m1").delete(f"/api/sessions/{session['id']}") == (403, NOT_YOURS)
    assert f1.get("/api/me")[0] == 200
    [of_s1] = file_of(house, "s1")["sessions"]
    assert d1.delete(f"/api/sessions/{of_s1['id']}")[0] == 403
    [own] = file_of(house, "d1")["sessions"]
    assert house.as_("m1").delete(f"/api/sessions/{own['id']}")[0] == 200
    assert d1.get("/api/me")[0] == 401
    assert file_of(house, "d1")["sessions"] == []
    assert house.as_("m1").delete(f"/api/sessions/{own['id']}")[0] == 404, "ended twice"


def test_roles_say_who_is_made_by_two_and_it_is_so(house: Server) -> None:
    roles = house.as_("f1").get("/api/roles")[1]
    assert [one["role"] for one in roles][:4] == [
        "shift-manager",
        "pit-manager",
        "pit-supervisor",
        "dealer",
    ]
    assert {one["role"] for one in roles} == {str(one) for one in Role}
    for number, one in enumerate(roles):
        asked = {"name": f"x{number}", "role": one["role"], "reason": "hired"}
        told = house.as_("f1").post("/api/people", **asked)[1]
        assert (told["proposal"] is not None) is one["approves"], one
        whole = Caller(house).post(
            "/api/sign-in", name=f"x{number}", password=told["password"], new="of my own, long"
        )
        assert (whole[0] == 200) is not one["approves"], "half a code opens nothing"
    assert len(house.house.people.accounts) == len(STAFF) + 3


def test_ones_own_password_ends_ones_other_sessions(house: Server) -> None:
    here, there = house.sign_in("d1"), house.sign_in("d1")
    assert here.post("/api/password", old="guessed", new="a longer password")[0] == 403
    assert here.post("/api/password", old=PASSWORD, new="short")[0] == 409
    assert len(file_of(house, "d1")["sessions"]) == 2, "nothing has changed"
    assert here.post("/api/password", old=PASSWORD, new="a longer password")[0] == 200
    assert (here.get("/api/me")[0], there.get("/api/me")[0]) == (200, 401)
    written_down(house)
    assert file_of(house, "d1")["arrivals"][0]["wrong"] == 1
