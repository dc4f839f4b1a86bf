"""A cashier, a second counter or a ticket that lies: what one person alone does not come to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Policy, Refused
from croupier.server.streams import faults
from tests.support.cage_window import FLOAT, balance, counts, opens, pays, takes, window
from tests.support.http_callers import Server, founded, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIMIT = 1_000_000
"""That a cashier pays out alone."""


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=0)) as made:
        yield opens(made)
        assert list(faults(made.house.store.reader(), made.house.keys.public)) == []


def issues(house: Server, cents: int, player: str = "p3") -> tuple[int, dict[str, str]]:
    given = {"player": player, "cents": cents, "id": f"t{player}{cents}"}
    return house.as_("c1").post("/api/cage/tickets", **given)


def has(house: Server, cents: int, player: str = "p3") -> None:
    house.as_("f1").post(f"/api/players/{player}/buy-in", cents=cents, id=f"in{cents}")


@pytest.mark.threat("T35")
@pytest.mark.standard(15, 16)
def test_a_balance_is_not_turned_into_paper_by_one_person(open_: Server) -> None:
    has(open_, 2 * LIMIT + 1)
    assert issues(open_, LIMIT + 1)[1]["why"] == "second-person"
    assert issues(open_, LIMIT - 100)[0] == 200
    assert issues(open_, 101)[1]["why"] == "second-person", "tickets add up"
    assert pays(open_, 101)[1]["why"] == "second-person", "also with what is handed out"
    assert issues(open_, 100)[0] == 200
    wish = {"kind": "cash-out", "paid_as": "ticket", "player": "p3", "cents": LIMIT + 1}
    asked = open_.as_("c1").post("/api/cage/requests", **wish, reason="flies home")[1]
    number, path = asked["number"], f"/api/cage/requests/{asked['number']}"
    assert (asked["paid_as"], asked["after_cents"]) == ("ticket", 0)
    for name in ("c1", "c2", "s1"):
        assert open_.as_(name).post(f"/api/corrections/{number}/approve")[0] == 403
    assert open_.as_("m1").post(f"/api/corrections/{number}/approve")[0] == 200
    told = open_.as_("c1").get(path)[1]
    slip = told["receipt"]
    assert (told["state"], slip["event"], slip["approved_by"]) == ("paid", "ticket-issued", "m1")
    assert open_.as_("c1").get(f"/api/cage/tickets/{slip['ticket']}")[1]["cents"] == LIMIT + 1
    assert open_.as_("c2").get(path)[0] == 404, "who did not ask is shown no ticket"
    assert balance(open_, "p3") == 0
    assert open_.as_("m1").post(f"/api/corrections/{number}/approve")[0] == 404


def test_what_was_done_alone_is_told_to_who_did_it(open_: Server) -> None:
    takes(open_, 5_000)
    pays(open_, 1_000)
    issues(open_, 2_000)
    limits = open_.as_("c1").get("/api/cage")[1]["limits"]
    assert {name: limits[name] for name in limits if "done" in name} == {
        "buy_in_done_cents": 5_000,
        "cash_out_done_cents": 3_000,
        "redeem_done_cents": 0,
    }
    assert limits["hours"] == 12
    assert open_.as_("c2").get("/api/cage")[1]["limits"]["buy_in_done_cents"] == 0


@pytest.mark.threat("T37")
def test_a_second_counter_cannot_compute_what_should_be_there(open_: Server) -> None:
    takes(open_, 50_000)
    own = window(open_)
    assert (own["float_cents"], len(own["last"])) == (5_000_000, 1)
    assert counts(open_.as_("c1"), FLOAT)[0] == 200
    for name in ("c2", "s1", "m1"):
        seen = window(open_, name)
        assert (seen["float_cents"], seen["left_cents"], seen["last"]) == (None, None, []), name
    assert counts(open_.as_("c2"), FLOAT)[0] == 200
    assert window(open_, "c2")["float_cents"] == 5_000_000, "both are in"


@pytest.mark.threat("T38")
def test_counts_that_are_put_away_stay_on_record(open_: Server) -> None:
    takes(open_, 50_000)
    again, close = "/api/cage/windows/2/count-again", "/api/cage/windows/2/close"
    assert counts(open_.as_("c1"), FLOAT)[0] == 200
    assert open_.as_("c1").post(again)[0] == 200
    for name in ("c1", "c2"):
        counts(open_.as_(name), FLOAT)
    assert window(open_)["difference_cents"] == -50_000
    assert open_.as_("c1").post(again)[0] == 200
    for name in ("c1", "c2"):
        counts(open_.as_(name), {"notes": {"100000": 40, "10000": 105}})
    assert open_.as_("c1").post(close)[0] == 200, "to what they were told should be there"
    lines = open_.as_("a1").get("/api/journal?stream=cage&event=drawer-recounted&limit=9")[1]
    told = [one["event"]["put_away_cents"] for one in lines]
    assert sorted(told) == [[], [5_000_000, 5_000_000]], "a count that nobody may know is not told"


def test_a_ticket_that_was_paid_says_when_and_where(open_: Server) -> None:
    ticket = issues(open_, 34_000, "p1")[1]["ticket"]
    redeem = f"/api/cage/tickets/{ticket}/redeem"
    assert open_.as_("c1").post(redeem)[0] == 200
    paid_at = window(open_)["last"][0]["at"]
    for _ in range(6):  # more than anybody guesses
        status, no = open_.as_("c1").post(redeem)
        assert (status, no["why"], no["said"]["code"]) == (
            404,
            "no-such-thing",
            "ticket-was-paid-out",
        )
        assert no["said"]["facts"] == {"at": paid_at, "window": "2", "by": "c1"}
    assert open_.as_("d1").post(f"/api/tickets/{ticket}/redeem")[1]["said"] == no["said"]
    assert open_.as_("c1").get("/api/cage/tickets/aaaa-aaaa-aaaa-aaaa-aaaa")[0] == 404
    assert ticket not in str(open_.house.cage.books.paid)


@pytest.mark.threat("T39")
def test_a_ticket_is_paid_once_by_whoever_asks_at_the_same_time(open_: Server) -> None:
    for name in ("c2", "s1"):
        assert counts(open_.as_(name), FLOAT, "3")[0] == 200
    ticket = issues(open_, 34_000, "p1")[1]["ticket"]
    asked = [("c1", "/api/cage/tickets"), ("c2", "/api/cage/tickets"), ("d1", "/api/tickets")] * 4
    ways = [(open_.as_(name), f"{path}/{ticket}/redeem") for name, path in asked]
    with ThreadPoolExecutor(12) as together:
        told = list(together.map(lambda way: way[0].post(way[1])[0], ways))
    assert sorted(told) == [200] + [404] * 11
    moved = open_.as_("a1").get("/api/journal?stream=cage&event=ticket-redeemed&limit=9")[1]
    assert len(moved) == 1


@pytest.mark.threat("T36")
def test_for_a_card_that_is_new_at_an_account_two_people_pay_out(open_: Server) -> None:
    give = "/api/cage/players/p1/card"
    mine, other = "6021441760214417", "6021441760219999"
    assert open_.as_("c1").post(give, full_name="Player One", card=mine)[0] == 200
    assert pays(open_, 100, "p1")[0] == 200, "the first card of an account"
    assert open_.as_("c1").post(give, full_name="Player Once", card=mine)[0] == 200
    assert pays(open_, 200, "p1")[0] == 200, "the same card"
    assert open_.as_("c2").post(give, full_name="Player One", card=other)[0] == 200
    assert pays(open_, 300, "p1")[1]["said"]["code"] == "card-was-replaced"
    assert issues(open_, 300, "p1")[1]["why"] == "second-person"
    assert pays(open_, 100, "p1")[0] == 200, "what was paid before is answered again"
    wish = {"kind": "cash-out", "player": "p1", "cents": 300, "reason": "the old one was lost"}
    number = open_.as_("c1").post("/api/cage/requests", **wish)[1]["number"]
    assert open_.as_("m1").post(f"/api/corrections/{number}/approve")[0] == 200
    assert balance(open_, "p1") == 100_000 - 600


@pytest.mark.threat("T138")
def test_where_a_wallet_keeps_the_money_no_window_pays_it_out(open_: Server) -> None:
    cage = open_.house.cage
    cage.kept_elsewhere = True
    wish = {"kind": "cash-out", "player": "p1", "cents": 300, "reason": "asks for it"}
    number = open_.as_("c1").post("/api/cage/requests", **wish)[1]["number"]
    told = [
        pays(open_, 300, "p1")[1]["why"],
        issues(open_, 300, "p1")[1]["why"],
        open_.as_("m1").post(f"/api/corrections/{number}/approve")[1]["why"],
    ]
    assert told == [Policy.KEPT_ELSEWHERE] * 3
    assert isinstance(cage.cash_out("p1", 1, "c1", 1), Refused)
    assert balance(open_, "p1") == 100_000
