"""A window of the cage: its drawer, its cashier, and what takes a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.server.journal.erasing import values_by_person
from croupier.server.journal.export import json_lines
from croupier.server.streams import faults
from tests.support.cage_window import FLOAT, balance, counts, opens, pays, takes, window
from tests.support.http_callers import Server, founded, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CARD = "6021441760214417"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=0)) as made:
        yield made
        assert list(faults(made.house.store.reader(), made.house.keys.public)) == []


@pytest.fixture
def open_(house: Server) -> Server:
    return opens(house)


@pytest.mark.standard(10)
def test_cash_comes_in_and_goes_out_with_receipts(open_: Server) -> None:
    given = {"player": "p3", "cents": 215_000, "id": "b1"}
    status, slip = open_.as_("c1").post("/api/cage/buy-in", **given)
    assert status == 200
    assert {key: slip[key] for key in ("event", "window", "by", "cents", "available_cents")} == {
        "event": "bought-in",
        "window": "2",
        "by": "c1",
        "cents": 215_000,
        "available_cents": 215_000,
    }
    lines = open_.as_("a1").get("/api/journal?stream=cage&event=bought-in&limit=50")[1]
    assert slip["entry"] in {one["position"] for one in lines}
    assert open_.as_("c1").post("/api/cage/buy-in", **given) == (200, slip), "it is the same one"
    paid = pays(open_, 15_000, paid_as="chips")[1]
    assert (paid["event"], paid["paid_as"], paid["available_cents"]) == (
        "cashed-out",
        "chips",
        200_000,
    )
    assert balance(open_, "p3") == 200_000
    assert pays(open_, 200_001)[1]["why"] == "not-enough"
    assert (
        open_.as_("c1").post("/api/cage/buy-in", **given | {"cents": 1})[1]["why"]
        == "request-reused"
    )


@pytest.mark.threat("T33")
def test_no_table_role_works_at_the_cage_and_no_cashier_at_a_table(open_: Server) -> None:
    given = {"player": "p3", "cents": 100, "id": "x"}
    for name in ("d1", "s1", "m1", "f1", "a1", "p1"):
        who = open_.as_(name)
        told = [
            who.post("/api/cage/buy-in", **given)[0],
            who.post("/api/cage/cash-out", **given)[0],
            who.post("/api/cage/tickets", **given)[0],
            who.post("/api/cage/requests", kind="cash-out", reason="mine", player="p1", cents=9)[0],
            who.get("/api/cage/players?search=p")[0],
            who.post("/api/cage/players/p1/card", full_name="Me", card=CARD)[0],
        ]
        assert told == [403] * 6, name
    cashier = open_.as_("c1")
    told = [
        cashier.post("/api/players/p3/buy-in", cents=100)[0],
        cashier.post("/api/corrections", player="p3", cents=100, reason="a gift")[0],
        cashier.post("/api/corrections/1/approve")[0],
        cashier.get("/api/pit")[0],
        cashier.get("/api/journal")[0],
        cashier.post("/api/cash-out", cents=100)[0],
    ]
    assert told == [403] * 6


@pytest.mark.threat("T40")
def test_nothing_moves_without_an_open_drawer_of_one_s_own(house: Server) -> None:
    assert takes(house, 100) == 409
    assert counts(house.as_("c1"), FLOAT)[0] == 200
    assert takes(house, 100) == 409, "one count opens nothing"
    assert counts(house.as_("c1"), FLOAT)[1]["why"] == "second-person"
    assert counts(house.as_("d1"), FLOAT)[0] == 403
    assert counts(house.as_("c2"), FLOAT)[0] == 200
    assert takes(house, 100) == 200
    assert takes(house, 200, by="c2") == 409, "it is c1's drawer"
    assert counts(house.as_("c1"), FLOAT, "3")[1]["why"] == "already-so"
    assert counts(house.as_("s1"), FLOAT, "3")[1]["why"] == "not-for-this-role"


def test_a_float_that_two_count_differently_opens_nothing(house: Server) -> None:
    assert counts(house.as_("c1"), FLOAT)[0] == 200
    assert counts(house.as_("c2"), {"notes": {"10000": 1}})[0] == 200
    assert window(house)["agrees"] is False
    assert counts(house.as_("s1"), FLOAT)[1]["why"] == "already-so"
    again = "/api/cage/windows/2/count-again"
    assert house.as_("s1").post(again)[0] == 409, "s1 has not counted"
    assert house.as_("c2").post(again)[0] == 200
    for name in ("c1", "c2"):
        counts(house.as_(name), FLOAT)
    assert window(house)["cashier"] == "c1"


@pytest.mark.threat("T34")
@pytest.mark.standard(16)
def test_a_blind_count_shows_nothing_before_both_are_in(open_: Server) -> None:
    takes(open_, 50_000)
    before = window(open_)
    assert (before["should_cents"], before["tallies"][0]["cents"]) == (None, None)
    assert counts(open_.as_("c1"), {"notes": {"100000": 40, "10000": 104}})[0] == 200
    for name in ("c1", "s1", "m1"):
        seen = window(open_, name)
        assert [one["cents"] for one in seen["counted"]] == [None]
        assert (seen["should_cents"], seen["difference_cents"]) == (None, None)
    told = b"".join(json_lines(open_.house.store.reader())).decode()
    told += open_.as_("a1").ask("GET", "/api/journal?stream=cage").text
    assert '"104' not in told
    assert ":104" not in told
    assert takes(open_, 700) == 409, "nothing moves while it is counted"
    assert counts(open_.as_("s1"), {"notes": {"100000": 40, "10000": 105}})[0] == 200
    seen = window(open_)
    assert [one["cents"] for one in seen["counted"]] == [5_040_000, 5_050_000]
    assert (seen["should_cents"], seen["agrees"]) == (5_050_000, False)
    close = "/api/cage/windows/2/close"
    assert open_.as_("c1").post(close, reason="one of us is wrong")[0] == 409


def test_a_drawer_is_closed_short_with_a_reason(open_: Server) -> None:
    takes(open_, 1_000)
    for name in ("c1", "c2"):
        counts(open_.as_(name), FLOAT)
    close = "/api/cage/windows/2/close"
    assert window(open_)["difference_cents"] == -1_000
    assert open_.as_("c2").post(close, reason="not mine")[1]["why"] == "not-for-this-person"
    assert open_.as_("c1").post(close)[1]["why"] == "reason-needed"
    status, told = open_.as_("c1").post(close, reason="a note too many at 11:42")
    slip = told["slip"]
    assert (status, slip["counted_cents"], slip["should_cents"]) == (200, 5_000_000, 5_001_000)
    assert open_.house.play.balances["differences"] == -1_000
    closed = open_.as_("a1").get("/api/journal?stream=cage&event=drawer-closed&limit=5")[1]
    assert [one["position"] for one in closed] == [slip["entry"]]
    assert slip["opened_at"] < slip["at"]
    assert (slip["float_cents"], slip["float_with"]) == (5_000_000, "s1")
    assert (slip["left_cents"], slip["float_reason"], slip["by"]) == (None, "", "c1")
    assert window(open_)["cashier"] is None
    assert takes(open_, 5) == 409, "the shift is over"
    assert open_.as_("c1").post(close, reason="again")[0] == 409


def test_another_float_than_was_left_stands_on_the_slip(open_: Server) -> None:
    for name in ("c1", "c2"):
        counts(open_.as_(name), FLOAT)
    assert open_.as_("c1").post("/api/cage/windows/2/close")[0] == 200
    less = {"notes": {"500": 20}}
    opens_, close = "/api/cage/windows/2/open", "/api/cage/windows/2/close"
    counts(open_.as_("c1"), less)
    assert window(open_, "c2")["left_cents"] is None, "nothing to lean on"
    assert counts(open_.as_("c2"), less)[0] == 200
    seen = window(open_, "c2")
    assert (seen["cashier"], seen["agrees"], seen["left_cents"]) == (None, True, 5_000_000)
    assert takes(open_, 100) == 409
    assert open_.as_("c1").post(opens_, reason="mine to say")[1]["why"] == "second-person"
    assert open_.as_("d1").post(opens_, reason="mine to say")[0] == 403
    assert open_.as_("c2").post(opens_, reason="brought to the vault")[0] == 200
    assert takes(open_, 100) == 200
    for name in ("c1", "c2"):
        counts(open_.as_(name), less | {"coins_cents": 100})
    slip = open_.as_("c1").post(close)[1]["slip"]
    told = ("float_cents", "float_with", "left_cents", "float_reason")
    assert [slip[name] for name in told] == [10_000, "c2", 5_000_000, "brought to the vault"]


def test_beyond_the_limit_a_manager_signs_who_has_not_counted(open_: Server) -> None:
    takes(open_, 1_001)
    counts(open_.as_("c1"), FLOAT)
    counts(open_.as_("m1"), FLOAT)
    said = open_.as_("c1").post("/api/cage/windows/2/close", reason="who knows")[1]
    assert said["says"] == "a pit manager signs the difference of window 2"
    sign = "/api/cage/windows/2/sign"
    assert window(open_)["waits_for_manager"]
    assert open_.as_("m1").post(sign)[1]["why"] == "second-person"
    for name in ("c1", "c2", "s1", "d1"):
        assert open_.as_(name).post(sign)[0] == 403
    assert open_.as_("m2").post(sign)[1]["slip"]["signed_by"] == "m2"
    assert open_.as_("m2").post(sign)[0] == 409
    assert open_.house.play.balances["differences"] == -1_001


@pytest.mark.standard(15, 16)
def test_over_the_limit_a_second_person_answers_in_their_own_session(open_: Server) -> None:
    assert takes(open_, 1_000_001) == 409
    assert takes(open_, 1_000_000) == 200
    assert pays(open_, 1_000_000)[0] == 200
    assert takes(open_, 10_000, "p2") == 409, "c1 has taken in so much already"
    wish = {"kind": "buy-in", "player": "p2", "cents": 10_000, "reason": "comes every day"}
    asked = open_.as_("c1").post("/api/cage/requests", **wish)[1]
    number, approve = asked["number"], f"/api/corrections/{asked['number']}/approve"
    assert (asked["kind"], asked["window"]) == ("buy-in", "2")
    for name in ("c1", "c2", "d1", "s1"):
        assert open_.as_(name).post(approve)[0] == 403
    assert counts(open_.as_("c1"), FLOAT)[0] == 409, "it waits for an answer"
    assert open_.as_("m1").post(approve)[0] == 200
    state = open_.as_("c1").get(f"/api/cage/requests/{number}")[1]
    assert (state["state"], state["by"], state["receipt"]["approved_by"]) == ("paid", "m1", "m1")
    assert open_.as_("c2").get(f"/api/cage/requests/{number}")[0] == 404
    assert window(open_)["tallies"][0] == {"kind": "buy-in", "number": 2, "cents": None}


def test_a_request_is_withdrawn_by_who_asked_and_paid_by_nobody_then(open_: Server) -> None:
    wish = {"kind": "cash-out", "player": "p1", "cents": 50_000, "reason": "leaves early"}
    number = open_.as_("c1").post("/api/cage/requests", **wish)[1]["number"]
    away = f"/api/cage/requests/{number}/withdraw"
    assert open_.as_("c2").post(away)[0] == 409
    assert open_.as_("c1").post(away)[0] == 200
    assert open_.as_("m1").post(f"/api/corrections/{number}/approve")[0] == 404
    assert open_.as_("c1").get(f"/api/cage/requests/{number}")[1]["state"] == "withdrawn"
    assert balance(open_, "p1") == 100_000
    other = open_.as_("c1").post("/api/cage/requests", **wish)[1]["number"]
    assert open_.as_("m1").post(f"/api/corrections/{other}/refuse")[0] == 200
    assert open_.as_("c1").get(f"/api/cage/requests/{other}")[1]["by"] == "m1"


def test_a_ticket_is_issued_looked_at_and_redeemed_once(open_: Server) -> None:
    given = {"player": "p1", "cents": 34_000, "id": "t1"}
    issued = open_.as_("c1").post("/api/cage/tickets", **given)[1]
    ticket = issued["ticket"]
    seen = open_.as_("c1").get(f"/api/cage/tickets/{ticket}")[1]
    assert (seen["cents"], seen["player"], seen["limit_cents"]) == (34_000, "p1", 300_000)
    redeem = f"/api/cage/tickets/{ticket}/redeem"
    assert open_.as_("c2").post(redeem)[0] == 409, "c2 has no drawer"
    slip = open_.as_("c1").post(redeem)[1]
    assert (slip["event"], slip["ticket"][1:], slip["player"]) == (
        "ticket-redeemed",
        ticket[-4:],
        None,
    )
    assert open_.as_("c1").post(redeem)[0] == 404, "a ticket is paid once"
    assert open_.as_("c1").get(f"/api/cage/tickets/{ticket}")[0] == 404
    assert [one["kind"] for one in window(open_)["last"]] == ["redeem"]


def test_a_large_ticket_is_asked_for(open_: Server) -> None:
    takes(open_, 300_001)
    issued = open_.as_("c1").post("/api/cage/tickets", player="p3", cents=300_001, id="t")[1]
    ticket = issued["ticket"]
    assert open_.as_("c1").post(f"/api/cage/tickets/{ticket}/redeem")[1]["why"] == "second-person"
    wish = {"kind": "redeem", "ticket": ticket, "reason": "the holder is known"}
    number = open_.as_("c1").post("/api/cage/requests", **wish)[1]["number"]
    assert open_.as_("f1").post(f"/api/corrections/{number}/approve")[0] == 200
    assert open_.as_("c1").get(f"/api/cage/requests/{number}")[1]["state"] == "paid"


def test_what_is_owed_is_paid_and_no_more(open_: Server) -> None:
    asked = {"player": "p1", "cents": -124_000, "reason": "paid twice"}
    number = open_.as_("s1").post("/api/corrections", **asked)[1]["number"]
    assert open_.as_("m1").post(f"/api/corrections/{number}/approve")[1]["owed_cents"] == 24_000
    debt = {"player": "p1", "id": "d"}
    assert open_.as_("c1").post("/api/cage/debts", **debt, cents=24_001)[1]["why"] == "unfit-amount"
    assert open_.as_("c1").post("/api/cage/debts", **debt, cents=24_000)[1]["owed_cents"] == 0
    assert open_.as_("c1").get("/api/cage/players/p1")[1]["owed_cents"] == 0


def test_name_and_card_find_an_account_and_are_private(open_: Server) -> None:
    cashier = open_.as_("c1")
    kept = {"full_name": "Player One", "card": CARD}
    assert cashier.post("/api/cage/players/p1/card", **kept)[0] == 200
    assert cashier.post("/api/cage/players/p2/card", **kept)[1]["why"] == "already-so"
    assert cashier.post("/api/cage/players/p9/card", **kept)[0] == 404
    found = [{"player": "p1", "full_name": "Player One", "card": "4417"}]
    assert cashier.get(f"/api/cage/players?search={CARD}")[1] == found
    assert cashier.get("/api/cage/players?search=player+o")[1] == found
    account = cashier.get("/api/cage/players/p1")[1]
    assert (account["card"], account["available_cents"]) == ("4417", 100_000)
    assert [(one["event"], one["after_cents"]) for one in account["moves"]] == [
        ("bought-in", 100_000)
    ]
    told = b"".join(json_lines(open_.house.store.reader())).decode()
    told += open_.as_("a1").ask("GET", "/api/journal?stream=cage").text
    assert "Player One" not in told
    assert CARD not in told
    held = values_by_person(open_.house.store.reader())["p1"]
    assert {field for _, field in held} == {"full_name", "card", "password"}


def test_nonsense_is_answered_in_one_line(open_: Server) -> None:
    cashier = open_.as_("c1")
    assert counts(open_.as_("c2"), {"notes": {"7": 1}}, "3")[1]["says"] == (
        "'7' is no note or chip that is counted here"
    )
    assert counts(cashier, {}, "x")[0] == 404
    assert cashier.post("/api/cage/buy-in", player="p3", cents=0, id="n")[0] == 400
    assert cashier.post("/api/cage/buy-in", player="nobody", cents=1, id="n")[0] == 409
    assert cashier.post("/api/cage/requests", kind="cash-out", reason="no player")[0] == 409
    assert cashier.post("/api/cage/requests", kind="redeem", reason="no ticket")[0] == 404
