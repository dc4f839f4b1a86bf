"""Nonsense over HTTP is answered in one line; and plain pages for other programs."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import httpx

from croupier.server.http.guard import A_SECOND, AT_ONCE
from croupier.server.limits import RateLimit
from tests.support.exposition import Read, read
from tests.support.http_callers import WRONG, Caller, Server, founded, refused, serving

if TYPE_CHECKING:
    from pathlib import Path

FIELDS = ["why", "clauses", "says", "said"]


def test_nonsense_is_one_line_and_changes_nothing(server: Server) -> None:
    dealer = server.as_("d1")
    path = "/api/players/p1/buy-in"
    balances = dict(server.house.play.balances)
    bodies = [b"", b"{", b"[]", b"null", b'{"cents":0}', b'{"cents":1.5}', b'{"cents":1,"more":1}']
    bodies += [b'{"cents":99999999999999999999}', b"\xff", b"[" * 5_000, b'{"cents":"1"}']
    for body in bodies:
        told = dealer.ask("POST", path, content=body)
        assert (told.status_code, list(told.json())) == (400, FIELDS), body
        assert "\n" not in told.json()["says"]
    long = dealer.ask("POST", path, content=b'{"cents":1' + b" " * 16_384 + b"}")
    assert (long.status_code, list(long.json())) == (413, FIELDS)
    surrogate = b'{"player":"p1","cents":1,"reason":"\\ud800"}'
    assert server.as_("s1").ask("POST", "/api/corrections", content=surrogate).status_code == 400
    assert server.house.play.balances == balances
    assert dealer.get("/nowhere") == (
        404,
        refused("no-such-thing", "not found"),
    )
    assert dealer.get("/api/tables/")[0] == 404
    wrong = dealer.ask("PATCH", "/api/people")
    assert (wrong.status_code, wrong.json()) == (
        405,
        refused("no-such-thing", "method not allowed"),
    )
    assert set(wrong.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert dealer.ask("POST", path, json={"cents": 1}, headers=elsewhere).status_code == 403


def test_metrics_are_as_prometheus_reads_them(server: Server) -> None:
    text = httpx.get(f"{server.url}/metrics").text
    assert read(text)["croupier_tables"] == Read("gauge", "Tables of the house.", {("", ()): 2})


def test_an_address_may_not_knock_too_often() -> None:
    now = 0.0
    patience = RateLimit(AT_ONCE, A_SECOND, lambda: now)
    assert [patience.allows("a") for _ in range(AT_ONCE + 2)] == [True] * AT_ONCE + [False, False]
    assert patience.allows("b")
    now = 1.0
    assert [patience.allows("a"), patience.allows("a")] == [True, False]


def test_too_many_guests_are_told_to_wait(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as server:
        caller = Caller(server)
        told = {caller.post("/api/sign-in", name="x", **WRONG)[0] for _ in range(AT_ONCE + 5)}
        assert told == {403, 429}
        assert caller.post("/api/guest") == (
            429,
            refused("too-often", "too often: wait a moment"),
        )
        assert caller.ask("GET", "/health").status_code == 200


def test_a_house_that_is_paused_takes_no_money(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as server:
        dealer = server.as_("d1")

        def full(place: str) -> None:
            if place == "entries":
                raise sqlite3.OperationalError("database or disk is full")

        server.house.store.on_step = full
        status, told = dealer.post("/api/players/p1/buy-in", cents=100)
        assert (status, "pauses" in told["says"]) == (503, True)
        server.house.store.on_step = lambda _step: None
        assert dealer.post("/api/players/p1/buy-in", cents=100)[1]["balance_cents"] == 100_100
