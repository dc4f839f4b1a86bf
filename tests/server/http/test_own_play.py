"""Own play over HTTP: what a player sets holds; what staff, guests and liars try does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.http_callers import Caller, Server, founded, refused, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAY = 86_400_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=1)) as made:
        yield made


def limit(told: dict[str, Any], kind: str) -> dict[str, Any]:
    [found] = [one for one in told["limits"] if one["kind"] == kind]
    return dict(found)


def seen(caller: Caller) -> dict[str, Any]:
    status, told = caller.get("/api/own-play")
    assert status == 200, told
    return dict(told)


def test_an_id_of_own_play_is_none_of_the_cage(house: Server) -> None:
    p1 = house.as_("p1")
    assert p1.post("/api/own-play/break", minutes=15, id="a")[0] == 200
    assert p1.post("/api/cash-out", cents=100, id="play/a")[0] == 200


def test_a_players_own_figures_and_limits(house: Server) -> None:
    p1 = house.as_("p1")
    told = seen(p1)
    assert told["session"] is None, "played an hour ago, in the house's time"
    assert told["last"]["number"] == 1
    assert told["last"]["figures"]["rounds"] == 1
    assert told["last"]["figures"]["staked_cents"] == 5_000
    assert told["offer"] is True
    status, told = p1.post("/api/own-play/limit", kind="loss-day", value=80_000)
    assert status == 200
    assert limit(told, "loss-day") == {
        "kind": "loss-day",
        "value": 80_000,
        "most": None,
        "used": 0,
        "later": None,
    }
    assert told["offer"] is False
    status, told = p1.post("/api/own-play/limit", kind="loss-day", value=100_000)
    found = limit(told, "loss-day")
    assert (found["value"], found["later"]["value"]) == (80_000, 100_000)
    assert found["later"]["holds"] - found["later"]["asked"] == DAY
    again = limit(p1.post("/api/own-play/limit", kind="loss-day", value=100_000)[1], "loss-day")
    assert again == found, "the same wish again does not begin again"
    status, told = p1.post("/api/own-play/limit", kind="loss-day", value=None)
    assert limit(told, "loss-day")["value"] == 80_000
    status, told = p1.post("/api/own-play/limit/keep", kind="loss-day")
    assert limit(told, "loss-day") == {**found, "later": None}
    assert [one["what"] for one in told["changes"]] == ["kept", "limit", "limit", "limit"]
    assert p1.post("/api/own-play/limit/keep", kind="loss-day") == (
        409,
        refused("nothing-waits", "no change of this limit waits"),
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("limit", {"kind": "loss-day", "value": -1}),
        ("limit", {"kind": "loss-year", "value": 1}),
        ("limit", {"kind": "loss-day"}),
        ("break", {"minutes": 0}),
        ("break", {"minutes": 10**9}),
        ("exclusion", {"months": 6, "sure": False}),
        ("exclusion", {"months": 6}),
        ("exclusion", {"months": 121, "sure": True}),
        ("reminder", {"answer": "never"}),
    ],
)
def test_nonsense_is_answered_in_one_line(house: Server, path: str, body: dict[str, Any]) -> None:
    status, told = house.as_("p1").post(f"/api/own-play/{path}", **body)
    assert (status, told["why"]) == (400, "unreadable")
    assert "\n" not in told["says"]


@pytest.mark.threat("T96")
def test_a_deposit_limit_holds_for_everybody_who_takes_money_in(house: Server) -> None:
    p1, d1 = house.as_("p1"), house.as_("d1")
    p1.post("/api/own-play/limit", kind="deposit-day", value=5_000)
    assert d1.post("/api/players/p1/buy-in", cents=5_000)[0] == 200
    status, told = d1.post("/api/players/p1/buy-in", cents=1)
    assert (status, told["why"]) == (409, "own-limit")
    status, told = p1.post("/api/buy-in", cents=1)
    assert (status, told["why"]) == (409, "own-limit")
    number = d1.post("/api/players/p1/buy-in/propose", cents=100, reason="asked for")[1]["number"]
    status, told = house.as_("m1").post(f"/api/corrections/{number}/approve")
    assert (status, told["why"]) == (409, "own-limit"), "nor do two people"


@pytest.mark.threat("T95")
def test_nobody_lifts_an_exclusion(house: Server) -> None:
    """By name every way that staff have."""
    p1, balance = house.as_("p1"), house.as_("p1").get("/api/me")[1]["balance_cents"]
    assert p1.post("/api/own-play/exclusion", months=5, sure=True)[0] == 409
    status, told = p1.post("/api/own-play/exclusion", months=6, sure=True, id="once")
    assert status == 200
    assert told["cents"] == balance
    until = told["until"]
    status, again = p1.post("/api/own-play/exclusion", months=6, sure=True, id="once")
    assert (status, again["until"]) == (200, until), "a repeated request changes nothing"
    assert p1.post("/api/own-play/exclusion", months=12, sure=True, id="once")[0] == 409
    assert p1.post("/api/own-play/exclusion", months=12, sure=True)[1]["until"] > until
    until = seen(p1)["away"][0]["until"]
    assert p1.post("/api/own-play/exclusion", months=6, sure=True)[1]["why"] == "already-so"
    m1, m2, f1 = (house.as_(name) for name in ("m1", "m2", "f1"))
    for staff in (m1, f1):
        assert staff.post("/api/players/p1/bar/lift", reason="he asks")[0] == 409
        assert staff.post("/api/players/p1/bar/lift/confirm")[0] == 409
        assert staff.post("/api/own-play/limit", kind="loss-day", value=None)[0] == 403
    assert m1.post("/api/players/p1/bar", reason="two reasons")[0] == 200
    assert m1.post("/api/players/p1/bar/lift", reason="he asks")[0] == 200
    assert m1.post("/api/players/p1/bar/lift/confirm")[1]["why"] == "second-person"
    assert m2.post("/api/players/p1/bar/lift/confirm")[0] == 200
    [away] = m2.get("/api/players/p1/own-play")[1]["away"]
    assert (away["why"], away["until"]) == ("excluded", until)
    status, told = house.as_("d1").post("/api/players/p1/buy-in", cents=100)
    assert (status, told["why"]) == (409, "excluded")
    later = house.sign_in("p1")
    assert seen(later)["away"][0]["until"] == until, "also after signing in anew"


def test_a_bar_has_a_reason_that_the_player_is_not_told(house: Server) -> None:
    m1, p2 = house.as_("m1"), house.as_("p2")
    assert m1.post("/api/players/p2/bar", reason="")[0] == 400
    assert house.as_("s1").post("/api/players/p2/bar", reason="why")[0] == 403
    assert m1.post("/api/players/nobody/bar", reason="why")[0] == 404
    status, told = m1.post("/api/players/p2/bar", reason="counts aloud")
    assert status == 200
    assert told["bar"]["reason"] == "counts aloud"
    assert m1.post("/api/players/p2/bar", reason="again")[1]["why"] == "already-so"
    assert "counts aloud" not in str(seen(p2))
    assert [one["why"] for one in seen(p2)["away"]] == ["barred"]
    assert p2.post("/api/cash-out", cents=100)[0] == 200, "the balance is payable"
    assert m1.post("/api/players/p2/bar/lift", reason="calm")[0] == 200
    assert house.as_("m2").post("/api/players/p2/bar/lift/refuse")[1]["bar"] is not None


def test_a_break_is_not_shortened_and_a_guest_has_one_too(house: Server) -> None:
    guest = Caller(house)
    assert guest.post("/api/guest")[0] == 200
    assert seen(guest)["offer"] is True
    assert guest.post("/api/own-play/offer")[1]["offer"] is False
    assert guest.post("/api/own-play/break", minutes=14)[0] == 409
    status, told = guest.post("/api/own-play/break", minutes=60)
    assert status == 200
    until = told["away"][0]["until"]
    assert guest.post("/api/own-play/break", minutes=30)[1]["why"] == "already-so"
    assert guest.post("/api/buy-in", cents=100)[1]["why"] == "on-break"
    assert seen(guest)["away"][0]["until"] == until
    assert guest.post("/api/own-play/reminder", answer="go-on")[1]["why"] == "nothing-waits"


def test_an_id_used_for_something_else_answers_for_no_wish(house: Server) -> None:
    """Else whoever asks to be kept away would be told yes, and go on playing."""
    p1 = house.as_("p1")
    status, told = p1.post("/api/own-play/break", minutes=15, id="x")
    until = told["away"][0]["until"]
    assert (status, p1.post("/api/own-play/break", minutes=15, id="x")[0]) == (200, 200)
    for path, body in (
        ("break", {"minutes": 600}),
        ("exclusion", {"months": 6, "sure": True}),
        ("reminder", {"answer": "stop"}),
    ):
        status, told = p1.post(f"/api/own-play/{path}", id="x", **body)
        assert (status, told["why"]) == (409, "request-reused"), path
    assert [one["until"] for one in seen(p1)["away"]] == [until]
    assert p1.post("/api/own-play/exclusion", months=6, sure=True, id="y")[0] == 200
