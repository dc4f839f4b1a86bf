"""A house on the web, and every kind of caller that can ask it for every route."""

from __future__ import annotations

import math
import re
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
from starlette.routing import Route, WebSocketRoute

from croupier.engine.irregularities import Role
from croupier.server.app import DOCUMENT, application
from croupier.server.floor.door import served
from croupier.server.http.schooling import FILE, School
from croupier.server.http.stopping import HouseServer
from croupier.server.limits import RateLimit
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import named
from croupier.server.people.service_events import Scope
from croupier.wire.house import plan_house
from tests.support.configured_house import until, written
from tests.support.http_callers import LEFT_ALONE, PASSWORD, founded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.applications import Starlette

ANONYMOUS, GUEST = "anonymous", "guest"
SUBJECT, SUBJECT_LIMIT_CENTS = "p1", 77_731
"""The player whom every other caller asks about; no other player has this loss limit."""
PERSON_OF = {
    Role.PLAYER: "p2",
    Role.DEALER: "d1",
    Role.PIT_SUPERVISOR: "s1",
    Role.PIT_MANAGER: "m1",
    Role.SHIFT_MANAGER: "f1",
    Role.CASHIER: "c1",
    Role.AUDITOR: "a1",
}
TABLE, OTHER_TABLE = "t1", "t2"
"""Paths and queries name the first; half of the tokens are for the second alone."""
SCOPE_OF = {
    **{f"token:{scope}": (scope, None) for scope in Scope},
    **{f"token:{scope}@other-table": (scope, OTHER_TABLE) for scope in Scope},
}
SIGNED_IN = (GUEST, *PERSON_OF)
CALLERS = (ANONYMOUS, *SIGNED_IN, *SCOPE_OF)
NO_ROLE, NO_SESSION, NO_PERSON = "not-for-this-role", "not-signed-in", "not-for-this-person"
SHOWS_SUBJECT = re.compile(rf"(?<![\w+/=-])(?:{SUBJECT}|{SUBJECT_LIMIT_CENTS})(?![\w+/=-])")
ABOUT_PEOPLE = {"name", "id"}
"""Parameters of paths that name a person or a person's session."""
ASKED_OF_PEOPLE = {"player", "as", "trainee", "person"}
"""Parameters of queries that name a person; a call about oneself leaves them out."""
OWN_DISPUTE = "/api/disputes/{number}/withdraw"
"""Its number names a player's dispute, which is not found by anybody else."""
FIGURES = "GET /metrics"
"""Its handler decides, partly by address, and no page calls it."""
PATH_VALUES = {
    "table": TABLE,
    "game": "three-card-poker",
    "clause": "3.1",
    "shoe": f"{TABLE}-1",
    "window": "1",
    "number": "999",
    "ticket": "99999999",
    "alert": "0123456789abcdef",
    "kind": "txt",
    "rest": "anything",
}
"""None of them leads to anything that a call could use up."""
QUERY_VALUES: dict[str, str] = {
    "table": TABLE,
    "follow": "false",
    "from": "1",
    "to": "2",
    "position": "1",
}
NAMES_NOBODY = re.compile(
    "after|bankroll|before|bets|by|cards|compare|covers|decks|event|game|hands?|hash|language|left"
    "|limit|meter|number|open|pays|per_hour|readings|result|rounds?|search|seen|since|size|skip"
    "|stream|title|until|withheld"
)
"""Parameters of queries that calls leave out."""


class RouteName(NamedTuple):
    """One method of one registered path."""

    path: str
    method: str

    @property
    def line_start(self) -> str:
        return f"{self.method:6} {self.path}"

    @property
    def parameters(self) -> set[str]:
        return {part[1:-1].partition(":")[0] for part in re.findall(r"\{[^}]*\}", self.path)}

    @property
    def described(self) -> dict[str, Any]:
        """What the description of the API says of it; nothing of pages and the socket."""
        methods: dict[str, dict[str, Any]] = DOCUMENT["paths"].get(self.path, {})
        return methods.get(self.method.lower(), {})

    @property
    def query(self) -> set[str]:
        parameters = self.described.get("parameters", ())
        return {one["name"] for one in parameters if one["in"] == "query"}

    @property
    def can_name_a_person(self) -> bool:
        names_one = bool(ABOUT_PEOPLE & self.parameters or ASKED_OF_PEOPLE & self.query)
        return names_one or self.path == OWN_DISPUTE


class Answer(NamedTuple):
    status: int
    text: str
    why: str = ""
    says: str = ""

    @property
    def refuses_the_caller(self) -> bool:
        return self.status in {401, 403} and self.why in {NO_ROLE, NO_SESSION, NO_PERSON}

    @property
    def shows_subject(self) -> bool:
        return self.status < 300 and bool(SHOWS_SUBJECT.search(self.text))


class Verdict(NamedTuple):
    """What one caller gets from one route."""

    may_call: bool
    own_only: bool
    shows_subject: bool


class RunningHouse:
    """A house with a settled round, a dispute, tickets, a school and service accounts."""

    def __init__(self, house: OpenHouse, app: Starlette, url: str) -> None:
        self.house, self.desk, self.app = house, app.state.desk, app
        self.client = httpx.Client(base_url=url, timeout=60)
        self.cookies: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.names: dict[str, str] = {str(role): name for role, name in PERSON_OF.items()}
        self.names[SUBJECT] = SUBJECT
        self.unexpected: list[str] = []
        lift_rate_limits(self.desk, house)

    def prepare(self) -> None:
        for name in (SUBJECT, str(Role.PLAYER)):
            cookie = self.cookie(name)
            limit = SUBJECT_LIMIT_CENTS if name == SUBJECT else 50_000
            self.must("POST", "/api/own-play/limit", cookie, kind="loss-day", value=limit)
            self.must("POST", "/api/cash-out", cookie, cents=500)
            path = f"/api/tables/{TABLE}/rounds/1/dispute"
            self.must("POST", path, cookie, reason="the cards were others")
        disputes = self.must("GET", "/api/disputes", self.cookie(SUBJECT))
        self.dispute = str(disputes[0]["number"])
        for caller, (scope, table) in SCOPE_OF.items():
            self.tokens[caller] = self.new_token(scope, table)

    def new_token(self, scope: Scope, table: str | None) -> str:
        name = f"{scope}-{table or 'all'}"
        wish = {"name": name, "scopes": [scope], "reason": "a test", "table": table}
        manager, shift = self.cookie(Role.PIT_MANAGER), self.cookie(Role.SHIFT_MANAGER)
        number = self.must("POST", "/api/services", manager, **wish)["number"]
        confirmed = self.must("POST", f"/api/services/proposals/{number}/confirm", shift)
        return str(confirmed["token"])

    def must(self, method: str, path: str, cookie: str, **body: object) -> Any:  # noqa: ANN401
        headers = {"Cookie": f"croupier={cookie}"}
        answer = self.client.request(method, path, headers=headers, json=body or None)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def state_of_subject(self) -> list[Any]:
        cookie = self.cookie(SUBJECT)
        paths = ("/api/me", "/api/tickets", "/api/disputes", "/api/history")
        limits = self.must("GET", "/api/own-play", cookie)["limits"]
        return [limits, *(self.must("GET", path, cookie) for path in paths)]

    def routes(self) -> list[RouteName]:
        """Every method of every registered path; HEAD is answered as GET is."""
        found: set[RouteName] = set()
        for route in self.app.routes:
            if isinstance(route, WebSocketRoute):
                found.add(RouteName(route.path, "SOCKET"))
            else:
                assert isinstance(route, Route), f"a kind of route that is not tried: {route}"
                methods = route.methods or set()
                found |= {RouteName(route.path, method) for method in methods - {"HEAD"}}
        return sorted(found)

    def cookie(self, caller: str) -> str:
        """A session of this caller, begun when the last one may have been used up."""
        if caller not in self.cookies:
            self.cookies[caller] = self.new_session(caller)
        return self.cookies[caller]

    def new_session(self, caller: str) -> str:
        if caller == GUEST:
            answer = self.client.post("/api/guest")
            self.names[GUEST] = answer.json()["name"]
        else:
            body = {"name": self.names[caller], "password": PASSWORD}
            answer = self.client.post("/api/sign-in", json=body)
        assert answer.status_code == 200, answer.text
        self.client.cookies.clear()
        return answer.cookies["croupier"]

    def verdict(self, route: RouteName, caller: str) -> Verdict:
        about_subject = self.call(route, caller, SUBJECT)
        answers = [about_subject]
        if caller in self.names and route.can_name_a_person:
            answers.append(self.call(route, caller, caller))
        hides = route.path == OWN_DISPUTE and about_subject.status == 404
        kept_from_caller = about_subject.refuses_the_caller or hides
        own_only = kept_from_caller and not answers[-1].refuses_the_caller
        return Verdict(
            may_call=not all(one.refuses_the_caller for one in answers),
            own_only=own_only,
            shows_subject=any(one.shows_subject for one in answers),
        )

    def call(self, route: RouteName, caller: str, about: str) -> Answer:
        """Bodies are broken on purpose: who may call it is decided before they are read."""
        self.desk.delays.tries.clear()
        self.desk.guesses.wrong.clear()
        headers = {"Accept": "*/*"}
        if caller in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[caller]}"
        elif caller != ANONYMOUS:
            headers["Cookie"] = f"croupier={self.cookie(caller)}"
        address = self.address(route, about)
        if route.method == "SOCKET":
            return self.knock(address, headers)
        body = None if route.method in {"GET", "DELETE"} else b"{"
        try:
            answer = self.client.request(route.method, address, headers=headers, content=body)
        except httpx.TransportError as error:  # a fault of the program may cut the connection
            return self.noted(route, caller, Answer(500, str(error)))
        self.client.cookies.clear()
        if route.method != "GET" and answer.status_code < 300:
            self.cookies.pop(caller, None)
        return self.noted(route, caller, read(answer))

    def knock(self, address: str, headers: dict[str, str]) -> Answer:
        opening = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        with self.client.stream("GET", address, headers=headers | opening) as answer:
            status = answer.status_code
        return Answer(status, "", NO_SESSION if status == 403 else "")

    def noted(self, route: RouteName, caller: str, answer: Answer) -> Answer:
        """Keep an answer that something else than the permission has decided."""
        expected = answer.status not in {429, 500} and answer.why != "session-locked"
        if route.described:
            expected &= str(answer.status) in route.described["responses"]
        if answer.why == NO_SESSION:
            told = (caller, answer.status, answer.says)
            expected &= told == (ANONYMOUS, 401, "not signed in")
        elif answer.refuses_the_caller:
            role = Role.PLAYER if caller in {GUEST, SUBJECT} else caller
            at_the_door = f"not for this role: {role.replace('-', ' ')}"
            expected &= answer.status == 403
            expected &= answer.says == at_the_door or "not for this role" not in answer.says
        if not expected:
            self.unexpected.append(f"{route.line_start} as {caller}: {answer}")
        return answer

    def address(self, route: RouteName, about: str) -> str:
        values = dict(PATH_VALUES)
        if "name" in route.parameters:
            values["name"] = self.names[about]
        if "id" in route.parameters:
            own = about != SUBJECT  # the subject's own is needed by later calls
            values["id"] = named(self.cookie(about) if own else self.new_session(about))
        if "rounds/{number}" in route.path:
            values["number"] = "1"
        elif route.path == OWN_DISPUTE and about == SUBJECT:
            values["number"] = self.dispute
        unknown = route.parameters - values.keys()
        assert not unknown, f"{route}: say here what to call it with: {unknown}"
        path = re.sub(r"\{(\w+)[^}]*\}", lambda found: values[found[1]], route.path)
        query = {name: QUERY_VALUES[name] for name in route.query if name in QUERY_VALUES}
        if about == SUBJECT:
            query |= {name: SUBJECT for name in route.query if name in ASKED_OF_PEOPLE}
        unknown = route.query - QUERY_VALUES.keys() - ASKED_OF_PEOPLE
        unknown = {name for name in unknown if not NAMES_NOBODY.fullmatch(name)}
        assert not unknown, f"{route}: say here whether these name a person: {unknown}"
        return f"{path}?{httpx.QueryParams(query)}" if query else path


def read(answer: httpx.Response) -> Answer:
    if answer.status_code < 400 or answer.headers.get("content-type") != "application/json":
        return Answer(answer.status_code, answer.text)
    refusal = answer.json()
    return Answer(answer.status_code, answer.text, refusal["why"], refusal["says"])


def lift_rate_limits(desk: Any, house: OpenHouse) -> None:  # noqa: ANN401
    unlimited = RateLimit(math.inf, 1)
    house.crowd.requests = house.crowd.arrivals = unlimited
    desk.rate_limit = desk.guests = desk.guests_of = unlimited
    desk.buy_ins = desk.cash_outs = unlimited
    desk.practice.rate_limit = desk.school.rate_limit = unlimited


@contextmanager
def running_house(folder: Path) -> Iterator[RunningHouse]:
    """A real server; its file lets nobody read the figures by address."""
    (folder / "house").mkdir()
    house_folder, pages = founded(folder / "house"), folder / "pages"
    (pages / "assets").mkdir(parents=True)
    for file in ("index.html", "favicon.svg", "assets/app.js"):
        (pages / file).write_text("a page")
    text = written("baccarat", serve='metrics = ["10.9.8.7"]')
    house = OpenHouse(house_folder, plan=plan_house(text.encode()), pace=0, profile=LIGHT)
    house.play.rounds.terms = LEFT_ALONE
    app = application(house, pages, trainees=School(folder / FILE))
    listening = socket.create_server(("127.0.0.1", 0))
    server = HouseServer(served(app, log_config=None), house)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started)
    running = RunningHouse(house, app, f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        running.prepare()
        yield running
    finally:
        running.client.close()
        server.should_exit = True
        thread.join(30)
