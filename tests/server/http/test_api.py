"""The HTTP API: what each role may ask, what is answered, and that nonsense changes nothing."""

from __future__ import annotations

import json
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import one_of
from msgspec.structs import replace
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.cli.main import run as command_line
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.server.app import DOCUMENT, OPERATIONS, application
from croupier.server.floor.frames import served
from croupier.server.http.api.audit import IN_PLAY, SECRET, page
from croupier.server.http.guard import AT_ONCE, RateLimit
from croupier.server.http.operation import PLAYER
from croupier.server.http.stopping import HouseServer
from croupier.server.journal.checkpoints import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.opening import OpenHouse
from croupier.server.past.history import played
from croupier.server.past.replay import replay
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.play.house import Carried, House, Request
from croupier.server.streams import faults
from croupier.server.web import MOST_BYTES
from croupier.sim.dealer import Shoe
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.state import Step, next_place
from croupier.wire.house import DEFAULT, setup_of
from tests.support.server_process import Served
from tools.operations import PAGE, fresh
from tools.typescript import WIRE, wire_ts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.http.operation import AnyOperation

PASSWORD = "a fine password"  # noqa: S105 - of nobody
WRONG = {"password": "wrong"}
STAFF = {
    "d1": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "m2": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
    "p1": Role.PLAYER,
    "p2": Role.PLAYER,
    "p3": Role.PLAYER,
}
OF_ROLE = {role: name for name, role in reversed(STAFF.items())}
TABLES = {"t1": "three-card-poker", "t2": "baccarat"}
BANKROLL = 100_000
ACE_OF_RULES = Who("f1", Role.SHIFT_MANAGER)
DEALER, P1, P2 = (Who(name, STAFF[name]) for name in ("d1", "p1", "p2"))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
LONG = 3600
"""Seconds of betting, so that the dealers wait."""


def refused(why: str, says: str) -> dict[str, object]:
    """By the house's own policy."""
    return {"why": why, "clauses": [], "says": says}


class Played:
    """Rounds by hand, before the doors open."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder / "house.db")
        self.house = House(self.store, Keys.at(folder / "signing.key"))
        self.shoe, self.at = Shoe(1, Random(7)), 1_000

    def furnished(self) -> None:
        for name, game in TABLES.items():
            setup = replace(setup_of(game), betting_seconds=LONG)
            self.house.add_table(name, setup, "house", 0)
        self.store.set_meta("demonstration", "yes")
        people, cage = (
            People(self.store, profile=LIGHT),
            Cage(self.house.store, self.house.balances),
        )
        for name, role in STAFF.items():
            assert not isinstance(people.make(name, role, PASSWORD, ACE_OF_RULES, 1), Refused)
        for name in ("p1", "p2"):
            cage.buy_in(name, BANKROLL, "d1", 2)

    def ask(self, command: asks.AnyCommand, who: Who, table: str = "t1") -> None:
        self.at += 1_000
        [reply] = self.house.submit([Request(table, who, command, self.at)])
        assert isinstance(reply, Carried), reply

    def dealt(self) -> None:
        """p1 looks at box 1, p2 at box 2."""
        self.ask(asks.OpenBetting(), DEALER)
        for box, who in ((1, P1), (2, P2)):
            self.ask(asks.Place(who.name, "ante", 2_500, box), who)
        self.ask(asks.CloseBetting(), DEALER)
        table = self.house.tables["t1"]
        while table.table.step is Step.DEALING and next_place(table.table) is not None:
            [card] = self.shoe.take(table.table, 1)
            self.ask(asks.Deal(str(card)), DEALER)
        for box, who in ((1, P1), (2, P2)):
            self.ask(asks.Look(who.name, box), who)

    def at_terminals(self) -> None:
        """A round of baccarat with p1 and p2."""
        self.ask(asks.OpenBetting(), DEALER, "t2")
        for bet, who in (("player", P1), ("banker", P2)):
            self.ask(asks.Place(who.name, bet, 2_500), who, "t2")
        self.ask(asks.CloseBetting(), DEALER, "t2")
        live, shoe = self.house.tables["t2"], Shoe(8, Random(7))
        while live.table.step is Step.DEALING and next_place(live.table) is not None:
            [card] = shoe.take(live.table, 1)
            self.ask(asks.Deal(str(card)), DEALER, "t2")
        self.ask(asks.Settle(None), DEALER, "t2")

    def settled(self) -> None:
        """p2 folds, whose cards nobody else sees."""
        self.ask(asks.Decide("p1", 1, Choice.PLAY), P1)
        self.ask(asks.Decide("p2", 2, Choice.FOLD), P2)
        self.ask(asks.ExposeDealer(), DEALER)
        self.ask(asks.Settle(self.house.meters["three-card-poker"].jackpot.displayed_cents), DEALER)


def founded(folder: Path, rounds: int = 1) -> Path:
    made = Played(folder)
    made.furnished()
    for _ in range(rounds):
        made.dealt()
        made.settled()
    made.store.close()
    return folder


class Server:
    """A real one, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.house = OpenHouse(folder, pace=0, profile=LIGHT)
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = served(application(self.house), log_config=None)
        self.server = HouseServer(config, self.house)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        end = time.monotonic() + 20
        while not self.server.started:
            assert time.monotonic() < end, "it did not start"
            time.sleep(0.01)
        self.sessions: dict[str, Caller] = {}
        self.client = httpx.Client(base_url=self.url, timeout=60)
        self.session = requests.Session()

    def stop(self) -> None:
        self.client.close()
        self.session.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()

    def sign_in(self, name: str) -> Caller:
        caller = Caller(self)
        told = caller.post("/api/sign-in", name=name, password=PASSWORD)
        assert told == (200, {"name": name, "role": STAFF[name]})
        return caller

    def as_(self, name: str) -> Caller:
        if name not in self.sessions:
            self.sessions[name] = self.sign_in(name)
        return self.sessions[name]


class Caller:
    """Asks, and holds every answer against the description of the API."""

    def __init__(self, server: Server) -> None:
        self.client = server.client
        self.cookie = ""

    def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        **more: Any,  # noqa: ANN401 - as httpx takes it
    ) -> httpx.Response:
        cookie = {"Cookie": f"croupier={self.cookie}"} if self.cookie else {}
        answered = self.client.request(method, path, headers=cookie | (headers or {}), **more)
        self.cookie = answered.cookies.get("croupier") or self.cookie
        self.client.cookies.clear()
        described = SCHEMA.find_operation_by_path(method, path.partition("?")[0])
        if described is not None:
            described.validate_response(answered)
        return answered

    def get(self, path: str) -> tuple[int, Any]:
        answered = self.ask("GET", path)
        return answered.status_code, answered.json()

    def post(self, path: str, **body: Any) -> tuple[int, Any]:  # noqa: ANN401
        answered = self.ask("POST", path, json=body) if body else self.ask("POST", path)
        return answered.status_code, answered.json()

    def delete(self, path: str) -> tuple[int, Any]:
        answered = self.ask("DELETE", path)
        return answered.status_code, answered.json()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    made = Server(folder)
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for tests that leave each other alone; its journal is whole when it closes."""
    folder = founded(tmp_path_factory.mktemp("house"))
    with serving(folder) as made:
        yield made
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, made.house.keys.public)) == []
    store.close()


# Who may


NOWHERE = {
    "game": "no-game",
    "clause": "99.9",
    "shoe": "t1-999",
    "id": "0" * 64,
    "name": "nobody",
    "ticket": "99999999",
    "number": "999",
    "table": "t9",
}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_every_operation_by_every_role(server: Server, operation: AnyOperation) -> None:
    """Who may not is told so before anything is read; who may gets to the next question.

    GLI-33 4.2 and its like: access by role, nothing without a session.
    """
    path = operation.path.format_map(defaultdict(lambda: "nothing", NOWHERE))
    for role in (None, *Role):
        caller = Caller(server)
        if role is not None:
            gone = operation.path in {"/api/lock", "/api/sign-out"}
            session = server.sign_in(OF_ROLE[role]) if gone else server.as_(OF_ROLE[role])
            caller.cookie = session.cookie
        told = caller.ask(operation.method, path, content=b"{" if operation.takes else None)
        not_for = told.json()["says"] if told.status_code in {401, 403} else ""
        if operation.who_may is None:
            assert not not_for.startswith("not for"), role
        elif role is None:
            assert (told.status_code, not_for) == (401, "not signed in")
        elif role in operation.who_may:
            assert not not_for.startswith("not for"), role
            assert told.status_code != 401
        else:
            says = f"not for a {role.replace('-', ' ')}"
            assert (told.status_code, not_for) == (403, says)


def test_an_auditor_reads_only() -> None:
    own = {"/api/lock", "/api/password", "/api/sessions/{id}"}
    writes = {
        one.path
        for one in OPERATIONS
        if one.method != "GET" and one.who_may is not None and Role.AUDITOR in one.who_may
    }
    assert writes == own


# Sessions


def test_sessions_are_locked_unlocked_seen_and_ended(server: Server) -> None:
    mine, other = server.sign_in("d1"), server.sign_in("d1")
    assert mine.post("/api/lock") == (200, {"says": "locked"})
    locked = {
        "why": "session-locked",
        "clauses": [],
        "says": "the session is locked: unlock it with the password",
    }
    assert mine.get("/api/me") == (401, locked)
    assert other.get("/api/me")[0] == 200
    assert mine.post("/api/unlock", **WRONG)[0] == 403
    assert mine.post("/api/unlock", password=PASSWORD) == (200, {"name": "d1", "role": "dealer"})
    assert mine.get("/api/me")[1]["name"] == "d1"
    status, sessions = mine.get("/api/sessions")
    assert (status, {one["name"] for one in sessions}) == (200, {"d1"})
    theirs = next(one["id"] for one in other.get("/api/sessions")[1] if one["mine"])
    assert server.as_("p1").delete(f"/api/sessions/{theirs}")[0] == 403
    assert mine.delete(f"/api/sessions/{theirs}") == (200, {"says": "ended"})
    assert other.get("/api/me") == (
        401,
        refused("not-signed-in", "not signed in"),
    )
    everybody = server.as_("m1").get("/api/sessions")[1]
    assert {"d1", "m1"} <= {one["name"] for one in everybody}
    here = next(one["id"] for one in mine.get("/api/sessions")[1] if one["mine"])
    assert server.as_("m1").delete(f"/api/sessions/{here}") == (200, {"says": "ended"})
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
    assert made[1] == {"name": "d7", "role": "dealer", "password": made[1]["password"]}
    caller = Caller(server)
    given = made[1]["password"]
    assert caller.post("/api/sign-in", name="d7", password=given)[0] == 200
    assert caller.post("/api/password", old="wrong", new=PASSWORD)[0] == 403
    assert caller.post("/api/password", old=given, new="short")[0] == 409
    assert caller.post("/api/password", old=given, new=PASSWORD)[0] == 200
    assert Caller(server).post("/api/sign-in", name="d7", password=PASSWORD)[0] == 200


def test_accounts(server: Server) -> None:
    manager = server.as_("m1")
    assert manager.post("/api/people", name="a7", role="auditor")[0] == 403
    assert server.as_("f1").post("/api/people", name="a7", role="auditor", password=PASSWORD) == (
        200,
        {"name": "a7", "role": "auditor", "password": None},
    )
    assert manager.post("/api/people", name="d1", role="dealer", password=PASSWORD)[0] == 409
    assert manager.post("/api/people", name="d8", role="king")[0] == 400
    assert manager.post("/api/people/m1/lock", reason="a test") == (
        403,
        refused("not-for-this-person", "another person does this"),
    )
    assert manager.post("/api/people/a7/lock", reason="gone") == (200, {"says": "a7 is locked"})
    found = [one for one in manager.get("/api/people")[1] if one["name"] == "a7"]
    assert found == [{"name": "a7", "role": "auditor", "locked": True, "failures": 0}]
    assert manager.post("/api/people/a7/unlock") == (200, {"says": "a7 is unlocked"})
    assert manager.post("/api/people/a7/unlock")[0] == 409
    assert manager.post("/api/people/a7/reset-password")[0] == 403
    shown = server.as_("f1").post("/api/people/a7/reset-password")[1]
    assert Caller(server).post("/api/sign-in", **shown)[0] == 200
    assert manager.post("/api/people/nobody/unlock")[0] == 404


# Money


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
    [mine] = player.get("/api/tickets")[1]
    assert {key: mine[key] for key in ("ticket", "cents", "player")} == ticket | {"player": "p3"}
    assert server.as_("p1").get("/api/tickets") == (200, [])
    about = server.as_("s1").get("/api/players/p3")[1]
    purse = {"name": "p3", "balance_cents": 2_000, "provisional_cents": 0, "owed_cents": 0}
    assert about == {"player": purse, "tickets": [mine], "corrections": []}
    paid = f"/api/tickets/{ticket['ticket']}/redeem"
    assert dealer.post(paid) == (200, ticket)
    assert dealer.post(paid)[0] == 404
    assert server.as_("a1").get("/api/players?search=p3") == (200, [purse])
    told = {"name": "p3", "role": "player", "balance_cents": 2_000}
    assert player.get("/api/me") == (200, told | {"provisional_cents": 0, "owed_cents": 0})


def test_corrections_are_by_two_people(server: Server) -> None:
    """GLI-33 C.6.8 and its like: a second person approves corrections."""
    first, second = server.as_("m1"), server.as_("m2")
    server.as_("d1").post("/api/players/p3/buy-in", cents=5_000)
    before = first.get("/api/players/p3")[1]["player"]["balance_cents"]
    asked = {"player": "p3", "cents": -before - 300, "reason": "miscounted"}
    status, made = first.post("/api/corrections", **asked)
    after = {"before_cents": before, "after_cents": 0, "owed_cents": 300}
    assert status == 200
    assert made == {**asked, **after, "number": made["number"], "at": made["at"], "by": "m1"}
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
    assert first.get("/api/players/p3")[1]["player"] == owes
    other = first.post("/api/corrections", player="p3", cents=300, reason="found again")[1]
    ended = second.post(f"/api/corrections/{other['number']}/refuse")
    assert ended == (200, {"says": f"correction {other['number']} is refused"})
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


# Rounds


def test_the_last_rounds_as_one_had_them(server: Server) -> None:
    [mine] = server.as_("p1").get("/api/rounds")[1]
    assert (mine["table"], mine["round"], mine["wagers"][0]["cents"]) == ("t1", 1, 2_500)
    assert server.as_("s1").get("/api/rounds?player=p1") == (200, [mine])
    assert server.as_("p2").get("/api/rounds?player=p1")[0] == 403
    assert server.as_("p3").get("/api/rounds") == (200, [])


def test_a_replay_hides_from_a_player_what_he_did_not_see(server: Server) -> None:
    path = "/api/tables/t1/rounds/1"
    whole = server.as_("a1").get(path)[1]
    assert (whole["seen_by"], whole["in_play"]) == (None, False)
    assert "??" not in json.dumps(whole)
    folded = whole["happened"][-1]["hands"]["box 2"]
    mine, theirs = server.as_("p1").get(path)[1], server.as_("p2").get(path)[1]
    assert (mine["seen_by"], theirs["happened"][-1]["hands"]["box 2"]) == ("p1", folded)
    assert folded not in json.dumps(mine)
    assert all(card not in json.dumps(mine) for card in folded.split())
    accounts = {account for one in mine["happened"] for account, _ in one["postings"]}
    assert accounts == {"player:p1", "provisional:t1:p1"}
    assert mine["clauses"] == whole["clauses"] != {}
    assert server.as_("p3").get(path)[0] == 404
    assert server.as_("a1").get("/api/tables/t1/rounds/99")[0] == 404
    assert server.as_("a1").get("/api/tables/t9/rounds/1")[0] == 404


def test_nobody_is_shown_hidden_cards_of_a_round_in_play(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.dealt()
    told = replay(played(made.store, "t1", 1), Who("m1", Role.PIT_MANAGER))
    assert (told.in_play, told.seen_by) == (True, "m1")
    assert set(" ".join(told.happened[-1].hands.values()).split()) == {"??"}
    dealt = [one for one in told.happened if "cards-dealt" in str(msgspec.json.encode(one.event))]
    assert {one.event.cards for one in dealt} == {"??"}  # type: ignore[union-attr]
    lines = page(made.store, 0, 500)
    of_table = [one for one in lines if one.stream == "table:t1"]
    assert {one.withheld for one in of_table[1:]} == {IN_PLAY}
    assert {bytes(one.event) for one in of_table[1:]} == {b"null"}
    made.settled()
    later = [one for one in page(made.store, 0, 500) if one.stream == "table:t1"]
    assert {one.withheld for one in later} == {None}
    made.store.close()


def test_at_terminals_a_player_is_not_told_of_others(tmp_path: Path) -> None:
    made = Played(tmp_path)
    made.furnished()
    made.at_terminals()
    round_ = played(made.store, "t2", 1)
    told = msgspec.json.encode(replay(round_, P1)).decode()
    assert ('"p1"' in told, "p2" in told) == (True, False)
    assert "p2" in msgspec.json.encode(replay(round_, DEALER)).decode()
    made.store.close()


def test_a_dispute_is_captured_and_outlives_a_start(tmp_path: Path) -> None:
    """New Jersey's rule that an unresolved dispute keeps the round's history."""
    founded(tmp_path)
    path = "/api/tables/t1/rounds/1/dispute"
    with serving(tmp_path) as before:
        status, raised = before.as_("p1").post(path, reason="the ante was paid short")
        assert status == 200
        assert before.as_("p1").post(path, reason="again") == (
            409,
            refused("already-so", "that is dispute 1 already"),
        )
        assert before.as_("p3").post(path, reason="not mine")[0] == 404
        assert before.as_("p3").get("/api/disputes") == (200, [])
        number = before.house.play.tables["t2"].table.round.number
        in_play = f"/api/tables/t2/rounds/{number}/dispute"
        assert before.as_("s1").post(in_play, reason="too early")[0] == 409
    with serving(tmp_path) as after:
        assert after.as_("p1").get("/api/disputes") == (200, [raised])
        kept = after.as_("a1").get("/api/disputes/1")[1]
        assert (kept["dispute"], kept["faults"]) == (raised, [])
        assert kept["captured"]["entries"][0]["stream"] == "table:t1"
        assert kept["captured"]["seals"]
        resolved = {"resolution": "the camera agrees with the dealer"}
        status, closed = after.as_("m1").post("/api/disputes/1/close", **resolved)
        assert closed == raised | {"closed_by": "m1", "closed_at": closed["closed_at"]} | resolved
        assert after.as_("m1").post("/api/disputes/1/close", **resolved)[0] == 409


# Records


def test_records_that_are_public(server: Server) -> None:
    anybody = Caller(server)
    documents = anybody.get("/api/rules")[1]
    assert [one["game"] for one in documents] == [one.name for one in GAMES]
    rules = anybody.get("/api/rules/baccarat")[1]
    assert rules["document"] in documents
    assert len(rules["clauses"]) == rules["document"]["clauses"]
    assert anybody.get("/api/rules/whist")[0] == 404
    [jackpot] = anybody.get("/api/jackpots")[1]
    assert (jackpot["game"], jackpot["frozen"], jackpot["tables"]) == (
        "three-card-poker",
        False,
        ["t1"],
    )
    shoe = anybody.get("/api/shoes/t2-1")[1]
    assert (len(shoe["commitment"]), shoe["revealed"], shoe["order"]) == (64, None, "")
    for nonsense in ("t2-0", "t2-2", "t2", "t2-x", "t9-1", "t2-" + "9" * 30):
        assert anybody.get(f"/api/shoes/{nonsense}")[0] == 404


def test_odds_are_those_of_the_command_line(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("three-card-poker", "three-pictures"):
        assert command_line(["odds", name, "--json"]) == 0
        told = Caller(server).get(f"/api/odds/{name}")
        assert told == (200, json.loads(capsys.readouterr().out))


def test_a_shoe_that_has_ended_is_revealed(tmp_path: Path) -> None:
    founded(tmp_path, rounds=0)
    with serving(tmp_path) as before:
        sealed = Caller(before).get("/api/shoes/t1-1")[1]
    with serving(tmp_path) as after:
        end = time.monotonic() + 10
        while (shoe := Caller(after).get("/api/shoes/t1-1")[1])["revealed"] is None:
            assert time.monotonic() < end, "it was never revealed"
            time.sleep(0.05)
        assert shoe["commitment"] == sealed["commitment"]
        assert len(shoe["order"].split()) == 52


def test_the_report_is_that_of_the_command_line(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        told = server.as_("s1").get("/api/report")[1]
        assert (told["drop"], told["rounds"]) == ("2000.00", 2)
        none = server.as_("a1").get("/api/report?from=2030-01-01T00:00")[1]
        assert (none["from"], none["rounds"]) == (1893456000000, 0)
        assert server.as_("a1").get("/api/report?from=soon")[0] == 400
        assert server.as_("a1").get("/api/report?from=2030-01-01&to=2029-01-01")[0] == 400
        assert server.as_("a1").get("/api/report?whence=1")[0] == 400


def test_the_journal_is_read_and_verified(server: Server) -> None:
    auditor = server.as_("a1")
    told = auditor.get("/api/audit/verify")[1]
    assert (told["faults"], told["key"]) == ([], server.house.keys.public)
    lines = auditor.get("/api/journal?limit=500")[1]
    assert [one["position"] for one in lines] == list(range(1, len(lines) + 1))
    assert auditor.get("/api/journal?after=3&limit=2")[1] == lines[3:5]
    secret = [one for one in lines if one["withheld"] == SECRET]
    assert {one["stream"] for one in secret} == {"people"}
    assert "argon2" not in json.dumps(lines)
    assert auditor.get("/api/journal?limit=501")[0] == 400
    assert auditor.get("/api/journal?limit=1&limit=2")[0] == 400


# Nonsense and plain pages


def test_nonsense_is_one_line_and_changes_nothing(server: Server) -> None:
    dealer = server.as_("d1")
    path = "/api/players/p1/buy-in"
    balances = dict(server.house.play.balances)
    bodies = [b"", b"{", b"[]", b"null", b'{"cents":0}', b'{"cents":1.5}', b'{"cents":1,"more":1}']
    bodies += [b'{"cents":99999999999999999999}', b"\xff", b"[" * 5_000, b'{"cents":"1"}']
    for body in bodies:
        told = dealer.ask("POST", path, content=body)
        assert (told.status_code, list(told.json())) == (400, ["why", "clauses", "says"]), body
        assert "\n" not in told.json()["says"]
    long = dealer.ask("POST", path, content=b'{"cents":1' + b" " * MOST_BYTES + b"}")
    assert (long.status_code, list(long.json())) == (413, ["why", "clauses", "says"])
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
    lines = text.splitlines()
    assert "# HELP croupier_tables Tables of the house." in lines
    assert "# TYPE croupier_tables gauge" in lines
    assert "croupier_tables 2" in lines
    assert "# TYPE croupier_commits_total counter" in lines
    assert len([one for one in lines if one.startswith("# HELP")]) * 3 == len(lines)


def test_an_address_may_not_knock_too_often() -> None:
    now = 0.0
    patience = RateLimit(lambda: now)
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

        server.house.store.fault = full
        status, told = dealer.post("/api/players/p1/buy-in", cents=100)
        assert (status, "pauses" in told["says"]) == (503, True)
        server.house.store.fault = lambda _place: None
        assert dealer.post("/api/players/p1/buy-in", cents=100)[1]["balance_cents"] == 100_100


# The description


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = founded(tmp_path_factory.mktemp("fuzzed"))
    with serving(folder) as made:
        assert made.as_("p1").post("/api/cash-out", cents=100)[1]["ticket"] == THERE["ticket"]
        assert made.as_("s1").post("/api/corrections", player="p1", cents=1, reason="x")[0] == 200
        assert made.as_("p1").post("/api/tables/t1/rounds/1/dispute", reason="x")[0] == 200
        yield made
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, made.house.keys.public)) == []
    store.close()


THERE = {
    "game": "baccarat",
    "clause": "3.6",
    "shoe": "t2-1",
    "id": "0" * 64,
    "name": "p1",
    "ticket": "00000003",
    "number": 1,
    "table": "t1",
}
"""What stands in paths where there is such a thing."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


RIGHT, WRONG_WAY = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_whatever_is_sent_the_answer_is_as_described(
    fuzzed: Server, operation: AnyOperation
) -> None:
    """Requests made from the description, right and wrong, as a shift manager or a player."""
    if operation.path in {"/api/lock", "/api/sign-out"}:
        return
    role = Role.PLAYER if operation.who_may == PLAYER else Role.SHIFT_MANAGER
    cookies = {"croupier": fuzzed.as_(OF_ROLE[role]).cookie}
    described = SCHEMA[operation.path][operation.method]

    kinds = [described.as_strategy(generation_mode=RIGHT)]
    if operation.takes or operation.query or operation.place:
        kinds.append(described.as_strategy(generation_mode=WRONG_WAY))
    if operation.place:
        there = {name: THERE.get(name, "1") for name in operation.place.__struct_fields__}
        kinds.append(described.as_strategy(generation_mode=RIGHT, path_parameters=there))

    @settings(
        max_examples=8 * len(kinds),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=one_of(kinds))
    def try_it(case: Any) -> None:  # noqa: ANN401 - a request as schemathesis makes it
        answered = case.call(base_url=fuzzed.url, session=fuzzed.session, cookies=cookies)
        case.validate_response(answered, checks=CHECKS)

    try_it()


def test_the_types_of_the_screens_are_fresh() -> None:
    assert WIRE.read_text("utf-8") == wire_ts(), "write it anew: python -m tools.typescript"


def test_the_page_lists_every_operation() -> None:
    page = PAGE.read_text("utf-8")
    assert page == fresh(page), "write it anew: python -m tools.operations"


def test_the_page_s_examples_run(tmp_path: Path) -> None:
    """Against `croupier serve` itself; betting takes a second."""
    (tmp_path / "house").mkdir()
    plan = re.sub(r"(?m)^betting_seconds = \d+", "betting_seconds = 1", DEFAULT.read_text("utf-8"))
    (tmp_path / "house" / "house.toml").write_text(plan, "utf-8")
    text = PAGE.read_text("utf-8")
    [shell], [script] = (block(kind).findall(text) for kind in ("sh", "python"))
    file = tmp_path / "example.py"
    file.write_text(script, "utf-8")
    house = Served(tmp_path / "house")
    try:
        asked = [sys.executable, str(file), house.url]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.fullmatch(EXAMPLE_SAYS, done.stdout), done.stdout
        if not shutil.which("curl"):
            return
        lines = shell.replace("http://127.0.0.1:8000", house.url)
        command = ["sh", "-ec", lines.replace("\n", "; echo\n")]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [told[1]["balance_cents"], told[2]["balance_cents"]] == [250_000, 250_000]
        assert told[4] == {"ticket": told[5][0]["ticket"], "cents": 20_000}
    finally:
        house.kill()


def block(kind: str) -> re.Pattern[str]:
    return re.compile(rf"```{kind}\n(.*?)```", re.DOTALL)


EXAMPLE_SAYS = r"player: \w+, \d+ back, by \[.+\]\nticket \d{8} over 100000 cents\n"


def test_every_operation_is_described_once() -> None:
    names = [one.name for one in OPERATIONS]
    assert len(set(names)) == len(names)
    ids = [one["operationId"] for path in DOCUMENT["paths"].values() for one in path.values()]
    assert len(set(ids)) == len(ids) == len(names)
