"""The HTTP API: what each role may ask, sessions and money."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.app import OPERATIONS
from croupier.server.http.operation import ANYBODY
from tests.support.http_callers import (
    PASSWORD,
    WRONG,
    Caller,
    Refusal,
    Server,
    founded,
    refused,
    serving,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_an_auditor_reads_only() -> None:
    """And writes down what was looked into, which moves nothing."""
    own = {"/api/lock", "/api/password", "/api/sessions/{id}"}
    looked_into = "/api/investigations"
    own |= {looked_into, f"{looked_into}/{{number}}/note", f"{looked_into}/{{number}}/close"}
    writes = {
        one.path
        for one in OPERATIONS
        if one.method != "GET" and one.may is not ANYBODY and Role.AUDITOR in one.may
    }
    assert writes == own


def test_sessions_are_locked_unlocked_seen_and_ended(server: Server) -> None:
    mine, other = server.sign_in("d1"), server.sign_in("d1")
    assert mine.post("/api/lock") == (200, Refusal({"says": "locked"}))
    locked = refused("session-locked", "the session is locked: unlock it with the password")
    assert mine.get("/api/me") == (401, locked)
    assert other.get("/api/me")[0] == 200
    assert mine.post("/api/unlock", **WRONG)[0] == 403
    assert mine.post("/api/unlock", password=PASSWORD) == (200, {"name": "d1", "role": "dealer"})
    assert mine.get("/api/me")[1]["name"] == "d1"
    status, sessions = mine.get("/api/sessions")
    assert (status, {one["name"] for one in sessions}) == (200, {"d1"})
    theirs = next(one["id"] for one in other.get("/api/sessions")[1] if one["mine"])
    assert server.as_("p1").delete(f"/api/sessions/{theirs}")[0] == 403
    assert mine.delete(f"/api/sessions/{theirs}") == (200, Refusal({"says": "ended"}))
    assert other.get("/api/me") == (
        401,
        refused("not-signed-in", "not signed in"),
    )
    everybody = server.as_("m1").get("/api/sessions")[1]
    assert {"d1", "m1"} <= {one["name"] for one in everybody}
    here = next(one["id"] for one in mine.get("/api/sessions")[1] if one["mine"])
    assert server.as_("m1").delete(f"/api/sessions/{here}") == (200, Refusal({"says": "ended"}))
    assert mine.get("/api/me")[0] == 401
    assert server.as_("m1").delete(f"/api/sessions/{here}")[0] == 404


def test_a_guest_has_nothing_to_unlock_with(server: Server) -> None:
    guest = Caller(server)
    assert guest.post("/api/guest")[1]["role"] == "player"
    assert guest.post("/api/lock")[0] == 409
    assert Caller(server).post("/api/unlock", **WRONG) == (
        401,
        refused("not-signed-in", "not signed in"),
    )


def test_a_password_is_changed_by_its_owner(server: Server) -> None:
    manager = server.as_("m1")
    made = manager.post("/api/people", name="d7", role="dealer")
    code = made[1]["password"]
    assert made[1] == {"name": "d7", "role": "dealer", "password": code, "proposal": None}
    caller, given = Caller(server), "my own password"
    first = {"name": "d7", "password": code}
    assert caller.post("/api/sign-in", **first, new="short")[0] == 409
    assert caller.post("/api/sign-in", **first, new=code)[0] == 409
    assert caller.post("/api/sign-in", **first, new=given)[0] == 200
    assert Caller(server).post("/api/sign-in", **first, new="another one")[0] == 403
    assert caller.post("/api/password", old="wrong", new=PASSWORD)[0] == 403
    assert caller.post("/api/password", old=given, new="short")[0] == 409
    assert caller.post("/api/password", old=given, new=PASSWORD)[0] == 200
    assert Caller(server).post("/api/sign-in", name="d7", password=PASSWORD)[0] == 200


def test_accounts(server: Server) -> None:
    manager = server.as_("m1")
    assert manager.post("/api/people", name="a7", role="auditor")[0] == 403
    assert server.as_("f1").post("/api/people", name="a7", role="auditor", password=PASSWORD) == (
        200,
        {"name": "a7", "role": "auditor", "password": None, "proposal": None},
    )
    assert manager.post("/api/people", name="d1", role="dealer", password=PASSWORD)[0] == 409
    assert manager.post("/api/people", name="d8", role="king")[0] == 400
    assert manager.post("/api/people/m1/lock", reason="a test") == (
        403,
        refused("not-for-this-person", "another person does this"),
    )
    assert manager.post("/api/people/a7/lock", reason="gone")[0] == 403
    shift = server.as_("f1")
    assert shift.post("/api/people/a7/lock", reason="gone")[1]["says"] == "a7 is locked"
    found = [one for one in manager.get("/api/people")[1] if one["name"] == "a7"]
    new = {"password_to_set": True, "second_factor": False, "seen": None, "apart": ["f1"]}
    none = {"address": None, "sessions": 0, "refused": 0, "made_by": ["f1"]}
    assert found[0].pop("made") > 0
    assert found == [{"name": "a7", "role": "auditor", "locked": True, "failures": 0} | new | none]
    assert manager.post("/api/people/a7/unlock")[0] == 409, "a reason is needed"
    asked = manager.post("/api/people/a7/unlock", reason="back")[1]["proposal"]
    assert shift.post(f"/api/people/proposals/{asked}/confirm")[0] == 200
    assert manager.post("/api/people/a7/unlock", reason="back")[0] == 409
    assert manager.post("/api/people/a7/reset-password")[0] == 403
    code = shift.post("/api/people/a7/reset-password")[1]["password"]
    first = {"name": "a7", "password": code, "new": PASSWORD}
    assert Caller(server).post("/api/sign-in", **first)[0] == 200
    assert manager.post("/api/people/nobody/unlock")[0] == 404


@pytest.mark.standard(10)
def test_money_comes_in_and_goes_out(server: Server) -> None:
    dealer, player = server.as_("d1"), server.as_("p3")
    assert dealer.post("/api/players/p3/buy-in", cents=5_000, id="b1") == (
        200,
        {"player": "p3", "cents": 5_000, "balance_cents": 5_000},
    )
    again = dealer.post("/api/players/p3/buy-in", cents=5_000, id="b1")
    assert again[1]["balance_cents"] == 5_000
    assert dealer.post("/api/players/p3/buy-in", cents=6_000, id="b1")[0] == 409
    assert dealer.post("/api/players/nobody/buy-in", cents=5_000)[0] == 404
    assert player.post("/api/buy-in", cents=1_000)[1]["balance_cents"] == 6_000
    assert player.post("/api/cash-out", cents=6_001) == (
        409,
        refused("not-enough", "60.00 is there"),
    )
    status, ticket = player.post("/api/cash-out", cents=4_000, id="c1")
    assert (status, ticket["cents"]) == (200, 4_000)
    assert player.post("/api/cash-out", cents=4_000, id="c1") == (200, ticket)
    assert player.post("/api/buy-in", cents=4_000, id="c1")[1]["why"] == "request-reused"
    [mine] = player.get("/api/tickets")[1]
    assert {key: mine[key] for key in ("ticket", "cents", "player")} == ticket | {"player": "p3"}
    assert server.as_("p1").get("/api/tickets") == (200, [])
    about = server.as_("s1").get("/api/players/p3")[1]
    purse = {"name": "p3", "balance_cents": 2_000, "provisional_cents": 0, "owed_cents": 0}
    purse |= {"attendant_cents": 0}
    seen = mine | {"ticket": f"\N{HORIZONTAL ELLIPSIS}{mine['ticket'][-4:]}"}
    assert about == {"player": purse, "tickets": [seen], "corrections": []}
    paid = f"/api/tickets/{ticket['ticket']}/redeem"
    assert dealer.post(paid) == (200, ticket)
    assert dealer.post(paid)[0] == 404
    assert server.as_("a1").get("/api/players?search=p3") == (200, [purse])
    told = {"name": "p3", "role": "player", "balance_cents": 2_000}
    assert player.get("/api/me") == (
        200,
        told | {"provisional_cents": 0, "owed_cents": 0, "held_cents": 0, "attendant_cents": 0},
    )


@pytest.mark.standard(15, 16)
def test_corrections_are_by_two_people(server: Server) -> None:
    """GLI-33 C.6.8 and its like: a second person approves corrections."""
    first, second = server.as_("m1"), server.as_("m2")
    server.as_("d1").post("/api/players/p3/buy-in", cents=5_000)
    before = first.get("/api/players/p3")[1]["player"]["balance_cents"]
    asked = {"player": "p3", "cents": -before - 300, "reason": "miscounted"}
    status, made = first.post("/api/corrections", **asked)
    after = {"before_cents": before, "after_cents": 0, "owed_cents": 300}
    assert status == 200
    told = {"number": made["number"], "at": made["at"], "by": "m1", "kind": "correction"}
    told |= {"window": None, "until": None, "paid_as": None}
    assert made == {**asked, **after, **told}
    assert server.as_("a1").get("/api/corrections") == (200, [made])
    path = f"/api/corrections/{made['number']}"
    assert first.post(f"{path}/approve") == (
        409,
        refused("second-person", "a second person approves a correction"),
    )
    assert first.post(f"{path}/refuse")[0] == 409
    assert first.get("/api/players/p3")[1]["player"]["balance_cents"] == before
    told = {**asked, **after, "number": made["number"], "by": "m1", "approved_by": "m2"}
    assert second.post(f"{path}/approve") == (200, told)
    assert second.post(f"{path}/approve")[0] == 404
    owes = {"name": "p3", "balance_cents": 0, "provisional_cents": 0, "owed_cents": 300}
    assert first.get("/api/players/p3")[1]["player"] == owes | {"attendant_cents": 0}
    other = first.post("/api/corrections", player="p3", cents=300, reason="found again")[1]
    ended = second.post(f"/api/corrections/{other['number']}/refuse")
    assert ended == (200, Refusal(says=f"correction {other['number']} is refused"))
    assert first.get("/api/corrections") == (200, [])
    assert first.post("/api/corrections", player="nobody", cents=1, reason="none")[0] == 409
    assert first.post("/api/corrections", player="p3", cents=0, reason="none")[0] == 409


def test_a_proposed_correction_outlives_a_start(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as before:
        asked = {"player": "p1", "cents": 700, "reason": "short paid"}
        made = before.as_("s1").post("/api/corrections", **asked)[1]
    with serving(tmp_path) as after:
        assert after.as_("m1").get("/api/corrections") == (200, [made])
        assert after.as_("m1").post("/api/corrections/1/approve")[1]["after_cents"] == 100_700
