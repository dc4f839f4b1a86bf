"""The house on the web: sockets for play, plain requests for everything else."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.server.cage import No, TicketIssued
from croupier.server.floor import Watcher
from croupier.server.house import Carried, Paused, Request
from croupier.server.ledger import player_account
from croupier.server.people import No as NotThatPerson
from croupier.server.protocol import (
    Acknowledged,
    Ask,
    Bad,
    Pause,
    Ping,
    Pong,
    Refusal,
    Unwatch,
    Watch,
    decoder,
)
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request as HttpRequest

    from croupier.server.open_house import OpenHouse
    from croupier.table.commands import Who

COOKIE = "croupier"
MOST_BYTES = 16_384
"""Of one message from a terminal."""
A_SECOND = 40
"""Messages that a terminal may send, over a few seconds on average."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


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
            WebSocketRoute("/ws", web.socket),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(Guarded)
    return app


class Guarded:
    """Headers on every answer, and no request from a page of another site."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - any ASGI application
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        if scope["type"] == "http":
            if scope["method"] not in {"GET", "HEAD"} and not same_origin(scope):
                refused = answer({"says": "this request comes from another site"}, 403)
                await refused(scope, receive, send)
                return

            async def with_headers(message: Any) -> None:  # noqa: ANN401
                if message["type"] == "http.response.start":
                    extra = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                    message["headers"] = [*message["headers"], *extra]
                await send(message)

            await self.app(scope, receive, with_headers)
            return
        await self.app(scope, receive, send)


def same_origin(scope: Any) -> bool:  # noqa: ANN401 - an ASGI scope
    """A browser says where a page came from; a program that is no browser says nothing."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or urlsplit(origin.decode("latin-1")).netloc == headers.get(
        b"host", b""
    ).decode("latin-1")


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

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        who = self.house.who(socket.cookies.get(COOKIE))
        if who is None or not same_origin(socket.scope):
            await socket.close(4401)
            return
        await socket.accept()
        watcher = Watcher(self.house.floor, who, socket)
        self.house.floor.watchers.add(watcher)
        watcher.say(self.house.floor.welcome(who))
        sender = asyncio.create_task(watcher.run())
        try:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.listen(socket, watcher)
        finally:
            self.house.floor.watchers.discard(watcher)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def listen(self, socket: WebSocket, watcher: Watcher) -> None:
        allowed, last = float(2 * A_SECOND), time.monotonic()
        while not watcher.dropped:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            now = time.monotonic()
            allowed = min(2.0 * A_SECOND, allowed + (now - last) * A_SECOND) - 1
            last = now
            if allowed < 0:
                watcher.say(Bad("too many messages: slow down"))
                await asyncio.sleep(1)
                allowed = 0.0
                continue
            data = message.get("bytes") or (message.get("text") or "").encode()
            await self.hear(data, watcher)

    async def hear(self, data: bytes, watcher: Watcher) -> None:
        if len(data) > MOST_BYTES:
            watcher.say(Bad(f"a message has at most {MOST_BYTES} bytes"))
            return
        try:
            message = decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            watcher.say(Bad(str(error)[:300]))
            return
        tables = self.house.house.tables
        match message:
            case Watch() if message.table in tables:
                watcher.watch(message.table, message.since)
            case Unwatch():
                watcher.watching.pop(message.table, None)
            case Ask():
                await self.ask(message, watcher)
            case Ping():
                watcher.say(Pong(self.house.live.clock()))
            case _:
                watcher.say(Bad(f"there is no table {message.table[:40]!r}"))

    async def ask(self, message: Ask, watcher: Watcher) -> None:
        who, now = watcher.who, self.house.live.clock()
        command = self.house.completed(message.table, message.command)
        request = Request(message.table, who, command, now, f"{who.name}/{message.id}"[:200])
        reply = await self.house.live.ask(request)
        if isinstance(reply, Carried):
            watcher.say(Acknowledged(message.id, reply.version))
        elif isinstance(reply, Paused):
            watcher.say(Pause(message.id, reply.says))
        else:
            watcher.say(Refusal(message.id, reply.why, reply.clauses, reply.says))


def answer(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")


async def read(request: HttpRequest, kind: type[Any]) -> Any:  # noqa: ANN401 - as the kind says
    """The body of a request, or the answer that it is none."""
    data = await request.body()
    if len(data) > MOST_BYTES:
        return answer({"says": f"a request has at most {MOST_BYTES} bytes"}, 413)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return answer({"says": str(error)[:300]}, 400)
