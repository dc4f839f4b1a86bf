"""The house on the web: sockets for play, plain requests for everything else."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from croupier.server.cage import No, TicketIssued
from croupier.server.guard import COOKIE, MOST_BYTES, Guarded, answer
from croupier.server.ledger import player_account
from croupier.server.people import No as NotThatPerson
from croupier.server.sockets import Sockets
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request as HttpRequest

    from croupier.server.open_house import OpenHouse
    from croupier.table.commands import Who


def application(house: OpenHouse) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with house.in_motion():
            yield

    web = Web(house)
    app = Starlette(
        routes=[
            Route("/", web.status_page),
            Route("/health", web.health),
            Route("/ready", web.ready),
            Route("/metrics", web.metrics),
            Route("/api/tables", web.tables),
            Route("/api/guest", web.guest, methods=["POST"]),
            Route("/api/sign-in", web.sign_in, methods=["POST"]),
            Route("/api/sign-out", web.sign_out, methods=["POST"]),
            Route("/api/me", web.me),
            Route("/api/cash-out", web.cash_out, methods=["POST"]),
            WebSocketRoute("/ws", Sockets(house).socket),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(Guarded)
    return app


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str


class Amount(msgspec.Struct, forbid_unknown_fields=True):
    cents: int


class Web:
    def __init__(self, house: OpenHouse) -> None:
        self.house = house

    # Plain requests

    async def status_page(self, _request: HttpRequest) -> Response:
        rows = "".join(
            f"<tr><td>{one.name}</td><td>{one.title}</td><td>{one.step}</td>"
            f"<td>{one.round}</td><td>{one.players}</td></tr>"
            for one in self.house.floor.tables()
        )
        return HTMLResponse(
            "<!doctype html><html lang=en><title>croupier</title><h1>croupier</h1>"
            f"<p>Version {__version__}. {self.house.says()}</p><table><tr><th>table<th>game"
            f"<th>step<th>round<th>players</tr>{rows}</table></html>"
        )

    async def health(self, _request: HttpRequest) -> Response:
        return PlainTextResponse("ok\n")

    async def ready(self, _request: HttpRequest) -> Response:
        reason = self.house.live.paused
        return PlainTextResponse(f"{reason or 'ready'}\n", 503 if reason else 200)

    async def metrics(self, _request: HttpRequest) -> Response:
        lines = [f"croupier_{name} {value}" for name, value in self.house.measures().items()]
        return PlainTextResponse("\n".join(lines) + "\n")

    async def tables(self, _request: HttpRequest) -> Response:
        return answer(self.house.floor.tables())

    async def guest(self, _request: HttpRequest) -> Response:
        """A player with play credits, in a demonstration house only."""
        made = await self.house.seat_guest()
        if isinstance(made, str):
            return answer({"says": made}, 403)
        who, token = made
        return self.signed_in(who, token)

    async def sign_in(self, request: HttpRequest) -> Response:
        given = await read(request, Name)
        if isinstance(given, Response):
            return given
        people = self.house.people
        proof = await run_in_threadpool(people.proof, given.name, given.password)
        session = people.admit(given.name, proof, self.house.live.clock())
        if isinstance(session, NotThatPerson):
            return answer({"says": session.says}, 403)
        who = self.house.who(session.token)
        return self.signed_in(who, session.token) if who else answer({"says": "try again"}, 403)

    def signed_in(self, who: Who, token: str) -> Response:
        told = answer({"name": who.name, "role": who.role})
        told.set_cookie(
            COOKIE, token, httponly=True, samesite="strict", secure=self.house.secure, path="/"
        )
        return told

    async def sign_out(self, request: HttpRequest) -> Response:
        token = request.cookies.get(COOKIE)
        if token:
            self.house.people.sign_out(token, self.house.live.clock())
        told = answer({"says": "signed out"})
        told.delete_cookie(COOKIE)
        return told

    async def me(self, request: HttpRequest) -> Response:
        who = self.house.who(request.cookies.get(COOKIE))
        if who is None:
            return answer({"says": "not signed in"}, 401)
        cents = self.house.house.balances.get(player_account(who.name), 0)
        return answer({"name": who.name, "role": who.role, "balance_cents": cents})

    async def cash_out(self, request: HttpRequest) -> Response:
        who = self.house.who(request.cookies.get(COOKIE))
        given = await read(request, Amount)
        if who is None:
            return answer({"says": "not signed in"}, 401)
        if isinstance(given, Response):
            return given
        made = await self.house.cash_out(who, given.cents)
        if isinstance(made, No):
            return answer({"says": made.says}, 409)
        assert isinstance(made, TicketIssued)
        return answer({"ticket": made.ticket, "cents": made.cents})


async def read(request: HttpRequest, kind: type[Any]) -> Any:  # noqa: ANN401 - as the kind says
    """The body of a request, or the answer that it is none."""
    data = await request.body()
    if len(data) > MOST_BYTES:
        return answer({"says": f"a request has at most {MOST_BYTES} bytes"}, 413)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return answer({"says": str(error)[:300]}, 400)
