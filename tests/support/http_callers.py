"""A house with a round played, served by a real process, and callers of every role."""

from __future__ import annotations

import math
import socket
import threading
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import requests
import schemathesis
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.app import DOCUMENT, application
from croupier.server.floor.door import served
from croupier.server.http.stopping import HouseServer
from croupier.server.journal import keyring
from croupier.server.journal.keys import key_places
from croupier.server.journal.log import FILE
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.limits import RateLimit
from croupier.server.money.cage import Cage
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.play.round_rules import RoundTerms
from croupier.sim.dealer import Shoe
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.state import Step, next_place
from croupier.wire.house import setup_of
from tests.support.staffed_people import has_account
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


PASSWORD = "a fine password"  # noqa: S105 - of nobody
WRONG = {"password": "wrong"}
STAFF = {
    "d1": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "m2": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
    "c1": Role.CASHIER,
    "c2": Role.CASHIER,
    "p1": Role.PLAYER,
    "p2": Role.PLAYER,
    "p3": Role.PLAYER,
}


OF_ROLE = {role: name for name, role in reversed(STAFF.items())}
TABLES = {"t1": "three-card-poker", "t2": "baccarat"}
BANKROLL = 100_000
DEALER, P1, P2 = (Who(name, STAFF[name]) for name in ("d1", "p1", "p2"))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
LONG = 3600
"""Seconds of betting, so that the dealers wait."""
LEFT_ALONE = RoundTerms(release_seconds=10**11)
"""Rounds were played at the beginning of time, and what they left aside stays there."""


class Refusal(dict[str, object]):
    """Equal to an answer that says this, whatever the code of the sentence is."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict):
            return False
        return {key: one for key, one in other.items() if key != "said"} == dict(self)

    __hash__ = None


def refused(why: str, says: str) -> Refusal:
    """By the house's own policy."""
    return Refusal(why=why, clauses=[], says=says)


class Played:
    """Rounds by hand, before the doors open."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder / "house.db")
        keys = keyring.create(key_places(folder))
        keys.unlock(self.store)
        self.house = House(self.store, keys, folder / FILE)
        self.shoe, self.at = Shoe(1, Random(7)), 1_000

    def furnished(self) -> None:
        for name, game in TABLES.items():
            setup = replace(setup_of(game), betting_seconds=LONG)
            self.house.add_table(name, setup, "house", 0)
        self.store.set_meta("demonstration", "yes")
        people, cage = (
            People(self.store, profile=LIGHT),
            Cage(self.house.store, self.house.balances, self.house.own_play),
        )
        for name, role in STAFF.items():
            has_account(people, name, role, PASSWORD)
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

    def __init__(self, folder: Path, send_buffer: int | None = None) -> None:
        self.house = OpenHouse(folder, pace=0, profile=LIGHT)
        self.house.play.rounds.terms = LEFT_ALONE
        self.house.crowd.requests = RateLimit(math.inf, 1)  # on a fast machine tests ask often
        listening = socket.socket()
        if send_buffer is not None:  # of each connection, so that a test need not fill a large one
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listening.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = application(self.house)
        self.delays = app.state.desk.delays.tries
        """Of wrong passwords and tokens, by name and address."""
        self.feeds = app.state.desk.feeds
        """Readers of the event feed."""
        config = served(app, log_config=None)
        self.server = HouseServer(config, self.house)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started, "the server listens")
        self.sessions: dict[str, Caller] = {}
        self.client = httpx.Client(base_url=self.url, timeout=60)
        self.session = requests.Session()
        self.session.trust_env = False  # it would look for a proxy at each request

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
def serving(folder: Path, send_buffer: int | None = None) -> Iterator[Server]:
    made = Server(folder, send_buffer)
    try:
        yield made
    finally:
        made.stop()
