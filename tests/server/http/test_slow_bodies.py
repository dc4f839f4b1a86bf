"""A request whose body arrives slowly is judged by whom it is from when it is whole."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

from croupier.server.web import COOKIE

if TYPE_CHECKING:
    from tests.support.http_callers import Server


def test_a_session_that_ended_meanwhile_does_nothing(server: Server) -> None:
    f1, m1 = server.as_("f1"), server.as_("m1")
    token = m1.cookie
    body = json.dumps({"player": "p1", "cents": 100, "reason": "slow"}).encode()
    head = (
        f"POST /api/corrections HTTP/1.1\r\nHost: {server.url.removeprefix('http://')}\r\n"
        f"Origin: {server.url}\r\nCookie: {COOKIE}={token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    address = server.url.removeprefix("http://").split(":")
    with socket.create_connection((address[0], int(address[1])), timeout=10) as way:
        way.sendall(head.encode() + body[:3])
        assert f1.post("/api/people/m1/lock", reason="dismissed")[0] == 200
        way.sendall(body[3:])
        assert b" 401 " in way.recv(4096).splitlines()[0]
    _, waiting = f1.get("/api/corrections")
    assert not any(one["reason"] == "slow" for one in waiting)
