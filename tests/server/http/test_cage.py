"""The cage: tickets that nobody guesses, and amounts that take two people."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from croupier.server.journal.acts import ProbingNoticed
from croupier.server.journal.export import json_lines
from tests.support.http_callers import Server, founded, refused, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOTS = "\N{HORIZONTAL ELLIPSIS}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with serving(founded(tmp_path, rounds=0)) as made:
        yield made


def test_a_ticket_is_shown_in_full_to_its_owner_only(house: Server) -> None:
    player, dealer = house.as_("p1"), house.as_("d1")
    ticket = player.post("/api/cash-out", cents=4_000)[1]["ticket"]
    assert re.fullmatch(r"([a-z2-7]{4}-){4}[a-z2-7]{4}", ticket)
    assert [one["ticket"] for one in player.get("/api/tickets")[1]] == [ticket]
    for name in ("d1", "m1", "f1", "a1"):
        [seen] = house.as_(name).get("/api/tickets")[1]
        assert seen["ticket"] == f"{DOTS}{ticket[-4:]}"
    page = house.as_("a1").ask("GET", "/api/journal?stream=cage").text
    exported = b"".join(json_lines(house.house.store.reader())).decode()
    assert ticket not in page + exported
    assert dealer.post(f"/api/tickets/{ticket}/redeem") == (200, {"ticket": ticket, "cents": 4_000})
    assert dealer.post(f"/api/tickets/{ticket}/redeem")[0] == 404


@pytest.mark.threat("T6")
def test_who_guesses_tickets_is_stopped_and_noticed(house: Server) -> None:
    """d1 counts through the numbers that tickets used to have."""
    right = house.as_("p1").post("/api/cash-out", cents=4_000)[1]["ticket"]
    dealer = house.as_("d1")
    tried = [dealer.post(f"/api/tickets/{number:08d}/redeem")[0] for number in range(1, 8)]
    assert tried == [404] * 5 + [429] * 2
    assert dealer.post(f"/api/tickets/{right}/redeem")[0] == 429
    [noticed] = [one for one in house.house.acts.last if isinstance(one, ProbingNoticed)]
    assert (noticed.by, noticed.count) == ("d1", 5)
    assert house.as_("s1").post(f"/api/tickets/{right}/redeem")[0] == 200


@pytest.mark.threat("T32")
def test_a_large_buy_in_takes_two(house: Server) -> None:
    dealer, path = house.as_("d1"), "/api/players/p3/buy-in"
    assert dealer.post(path, cents=1_000_000)[0] == 200
    alone = "a dealer does this alone up to 10000.00 in 12 hours, and d1 has done 10000.00"
    says = f"{alone}: a second person approves it"
    assert dealer.post(path, cents=1) == (409, refused("second-person", says))
    asked = dealer.post(f"{path}/propose", cents=1_000_001, reason="a high roller")[1]
    assert (asked["kind"], asked["before_cents"], asked["after_cents"]) == (
        "buy-in",
        1_000_000,
        2_000_001,
    )
    assert dealer.post(f"/api/corrections/{asked['number']}/approve")[0] == 403
    assert house.as_("m1").post(f"/api/corrections/{asked['number']}/approve")[0] == 200
    assert house.as_("p3").get("/api/me")[1]["balance_cents"] == 2_000_001
    assert house.as_("m1").get("/api/corrections") == (200, [])


@pytest.mark.threat("T52")
def test_many_small_buy_ins_are_a_large_one(house: Server) -> None:
    """d1 takes in 200,000.00 alone, 10,000.00 at a time; all at once, too."""
    dealer = house.as_("d1")

    def buys(player: str) -> int:
        return dealer.post(f"/api/players/{player}/buy-in", cents=400_000)[0]

    with ThreadPoolExecutor(5) as at_once:
        told = list(at_once.map(buys, ["p1", "p2", "p3", "p1", "p2"]))
    assert sorted(told) == [200, 200, 409, 409, 409]


def test_a_player_s_money_counts_whoever_takes_it_in(house: Server) -> None:
    path = "/api/players/p3/buy-in"
    assert house.as_("s1").post(path, cents=700_000, id="b1")[0] == 200
    alone = "a dealer does this alone up to 10000.00 in 12 hours, and for p3 there was done 7000.00"
    says = f"{alone}: a second person approves it"
    assert house.as_("d1").post(path, cents=300_001) == (409, refused("second-person", says))
    assert house.as_("d1").post(path, cents=300_000, id="b2")[0] == 200
    assert house.as_("d1").post(path, cents=300_000, id="b2")[0] == 200, "it is the same one"
    asked = house.as_("d1").post(f"{path}/propose", cents=100, reason="more")[1]["number"]
    assert house.as_("m1").post(f"/api/corrections/{asked}/approve")[0] == 200
    assert house.as_("p3").get("/api/me")[1]["balance_cents"] == 1_000_100


def test_many_small_tickets_and_corrections_are_large_ones(house: Server) -> None:
    house.as_("m1").post("/api/players/p3/buy-in", cents=2_000_000)
    player, dealer, m1 = house.as_("p3"), house.as_("d1"), house.as_("m1")
    tickets = [player.post("/api/cash-out", cents=600_000)[1]["ticket"] for _ in range(2)]
    told = [dealer.post(f"/api/tickets/{ticket}/redeem")[0] for ticket in tickets]
    assert told == [200, 409]
    asked = {"player": "p1", "cents": -600_000, "reason": "paid twice"}
    numbers = [house.as_("s1").post("/api/corrections", **asked)[1]["number"] for _ in range(2)]
    told = [m1.post(f"/api/corrections/{number}/approve")[0] for number in numbers]
    assert told == [200, 409]
    assert house.as_("f1").post(f"/api/corrections/{numbers[1]}/approve")[0] == 200


def test_a_large_ticket_takes_two(house: Server) -> None:
    house.as_("m1").post("/api/players/p3/buy-in", cents=2_000_000)
    ticket = house.as_("p3").post("/api/cash-out", cents=2_000_000)[1]["ticket"]
    dealer, path = house.as_("d1"), f"/api/tickets/{ticket}"
    assert dealer.post(f"{path}/redeem")[1]["why"] == "second-person"
    asked = dealer.post(f"{path}/propose", reason="leaves")[1]
    assert (asked["kind"], asked["cents"]) == ("redeem", 2_000_000)
    approve = f"/api/corrections/{asked['number']}/approve"
    assert house.as_("m2").post(approve)[0] == 200
    assert house.as_("s1").post(f"{path}/redeem")[0] == 404
    assert house.house.play.balances["tickets"] == 0


@pytest.mark.standard(16)
def test_a_correction_is_approved_within_the_second_person_s_limit(house: Server) -> None:
    asked = {"player": "p1", "cents": -1_000_001, "reason": "paid twice"}
    number = house.as_("s1").post("/api/corrections", **asked)[1]["number"]
    assert house.as_("m1").post(f"/api/corrections/{number}/approve")[1]["why"] == "second-person"
    assert house.as_("f1").post(f"/api/corrections/{number}/approve")[0] == 200


def test_a_ticket_survives_a_start(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as before:
        told = before.as_("p1").post("/api/cash-out", cents=4_000, id="c1")[1]
    with serving(tmp_path) as after:
        assert after.as_("p1").post("/api/cash-out", cents=4_000, id="c1") == (200, told)
        assert after.as_("d1").post(f"/api/tickets/{told['ticket']}/redeem") == (200, told)
