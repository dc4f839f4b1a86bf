"""Tokens at the door: what each opens, and what follows when one opens nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.server.app import OPERATIONS
from croupier.server.http.operation import ANYBODY
from croupier.server.people.service_events import Scope
from tests.support.http_callers import Caller, Refusal, Server, founded, refused, serving
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

WRONG = refused("not-signed-in", "this token opens nothing: it is wrong, has ended or was revoked")


def made(server: Server, name: str, *scopes: str, table: str | None = None) -> str:
    """By m1 and f1, each in a session of their own."""
    asked = {"name": name, "scopes": scopes, "reason": "a test", "table": table}
    status, proposal = server.as_("m1").post("/api/services", **asked)
    assert status == 200, proposal
    path = f"/api/services/proposals/{proposal['number']}/confirm"
    status, shown = server.as_("f1").post(path)
    assert status == 200, shown
    return str(shown["token"])


def asked(server: Server, token: str, path: str, method: str = "GET") -> tuple[int, Any]:
    bearer = {"Authorization": f"Bearer {token}"}
    answered = Caller(server).ask(method, path, headers=bearer)
    is_json = answered.headers["content-type"] == "application/json"
    return answered.status_code, answered.json() if is_json else answered.text


def info(server: Server, name: str) -> dict[str, Any]:
    [found] = [one for one in server.as_("a1").get("/api/services")[1] if one["name"] == name]
    return dict(found)


def test_a_token_opens_what_its_scope_names_and_nothing_else(server: Server) -> None:
    tokens = {scope: made(server, f"only-{scope}", scope) for scope in Scope}
    for operation in OPERATIONS:
        if "{" in operation.path or operation.may is ANYBODY:
            continue
        more = "?follow=false" if operation.path == "/api/events" else ""
        for scope, token in tokens.items():
            server.delays.clear()
            status, told = asked(server, token, operation.path + more, operation.method)
            if scope in operation.scopes:
                assert status == 200, (operation.name, told)
            else:
                says = f"the token of only-{scope} is for something else: {scope}"
                assert (status, told) == (403, refused("not-for-this-role", says))
    assert {scope for one in OPERATIONS for scope in one.scopes} == set(Scope)
    assert all(one.method == "GET" for one in OPERATIONS if one.scopes), "tokens change nothing"


def test_a_token_takes_the_place_of_a_session(server: Server) -> None:
    """Also where its bearer has one: what it opens is asked of the token."""
    token = made(server, "beside", "metrics")
    headers = {"Authorization": f"Bearer {token}"}
    assert server.as_("f1").ask("GET", "/api/report", headers=headers).status_code == 403
    proxy = {"Authorization": "Basic eDp5"}
    assert server.as_("f1").ask("GET", "/api/report", headers=proxy).status_code == 200


@pytest.mark.threat("T98")
def test_what_opens_nothing_is_told_in_one_line_counted_and_delayed(tmp_path: Path) -> None:
    with serving(founded(tmp_path)) as server:
        token = made(server, "loyalty", "reports")
        for wrong in ("", "x", "cs_loyalty.", token[:-1], token + "x", "cs_nobody.x", "é" * 9):
            assert asked_raw(server, wrong) == (401, WRONG)
        told = [asked(server, "cs_loyalty.guess", "/health") for _ in range(3)]
        assert {status for status, _ in told} == {429}, "three wrong ones of the name before"
        wait = refused("too-often", "too many wrong passwords: wait 1 s")
        assert told[0][1] == wait
        assert asked(server, token, "/api/report")[0] == 200, "a right one is never delayed"
        assert asked(server, token, "/api/journal")[0] == 403
        server.as_("m2").post("/api/services/loyalty/revoke", reason="lost")
        assert asked(server, token, "/api/report") == (401, WRONG)
        wait_until(lambda: info(server, "loyalty")["refused"] >= 5, "all refusals are counted")
        one = info(server, "loyalty")
        assert (one["state"], one["revoked_by"], one["refused"]) == ("revoked", "m2", 5)
        found = server.as_("a1").get("/api/journal?stream=services&event=service-refused")[1]
        assert {(line["event"]["name"], line["event"]["why"]) for line in found} == {
            ("", "token"),
            ("loyalty", "token"),
            ("loyalty", "scope"),
        }


def asked_raw(server: Server, token: str) -> tuple[int, Any]:
    headers = [(b"authorization", (b"Bearer " + token.encode()).strip())]
    answered = server.client.get("/api/report", headers=headers)
    return answered.status_code, answered.json()


def test_a_token_of_one_table(server: Server) -> None:
    token = made(server, "one-table", "reports", "shoe", table="t1")
    says = "the token of one-table is for table t1 alone"
    no = (403, refused("not-for-this-person", says))
    assert asked(server, token, "/api/report") == no
    server.delays.clear()
    assert asked(server, token, "/api/tables/t2/shoe-line") == no


def test_it_is_listed_proposed_confirmed_withdrawn_and_revoked(server: Server) -> None:
    manager, second = server.as_("m1"), server.as_("f1")
    asked = {"name": "cms", "scopes": ["events"], "days": 7, "reason": "the floor's system"}
    proposal = manager.post("/api/services", **asked)[1]
    assert proposal["scopes"] == ["events"]
    number = proposal["number"]
    assert proposal in second.get("/api/services/proposals")[1]
    confirm = f"/api/services/proposals/{number}/confirm"
    assert manager.post(confirm)[1]["why"] == "second-person"
    assert server.as_("d1").post(confirm)[0] == 403
    shown = second.post(confirm)[1]
    assert shown["ends"] == proposal["ends"]
    assert second.post(confirm)[1]["why"] == "nothing-waits", "it is shown once"
    one = info(server, "cms")
    assert {key: one[key] for key in ("state", "by", "confirmed_by", "used", "refused")} == {
        "state": "in-use",
        "by": "m1",
        "confirmed_by": "f1",
        "used": None,
        "refused": 0,
    }
    again = manager.post("/api/services", **asked)[1]["number"]
    withdrawn = manager.post(f"/api/services/proposals/{again}/withdraw")
    assert withdrawn == (200, Refusal({"says": f"proposal {again} is withdrawn"}))
    gone = (200, Refusal({"says": "cms opens nothing any more"}))
    assert manager.post("/api/services/cms/revoke") == gone
    assert manager.post("/api/services/nobody/revoke")[0] == 404


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "scopes": [], "reason": "y"},
        {"name": "x", "scopes": ["everything"], "reason": "y"},
        {"name": "x", "scopes": ["events"], "days": 0, "reason": "y"},
        {"name": "x", "scopes": ["events"], "days": 367, "reason": "y"},
        {"name": "x", "scopes": ["events"], "reason": ""},
        {"name": "x", "scopes": "events", "reason": "y"},
    ],
)
def test_nonsense_makes_nothing(server: Server, body: dict[str, Any]) -> None:
    before = server.house.services.stream.version
    status, told = server.as_("m1").post("/api/services", **body)
    assert (status, told["why"]) == (400, "unreadable")
    assert server.house.services.stream.version == before
