"""The house on the web: sockets for play, plain requests for everything else."""

from __future__ import annotations

from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route, WebSocketRoute

from croupier.server import (
    operations_audit,
    operations_console,
    operations_exports,
    operations_fairness,
    operations_games,
    operations_house,
    operations_jackpots,
    operations_lab,
    operations_money,
    operations_people,
    operations_pit,
    operations_rounds,
    operations_sessions,
    rulebook_page,
)
from croupier.server.disputes import Disputes
from croupier.server.guard import Guarded, answer
from croupier.server.openapi import document
from croupier.server.operations import Desk, Operation, Says, answered
from croupier.server.pages import BUILT, page_routes
from croupier.server.sockets import Sockets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from croupier.server.open_house import OpenHouse
    from croupier.server.operations import Call


async def described(_call: Call) -> dict[str, Any]:
    return DOCUMENT


OPERATIONS = (
    *operations_house.OPERATIONS,
    *operations_games.OPERATIONS,
    *rulebook_page.OPERATIONS,
    *operations_sessions.OPERATIONS,
    *operations_people.OPERATIONS,
    *operations_money.OPERATIONS,
    *operations_rounds.OPERATIONS,
    *operations_console.OPERATIONS,
    *operations_pit.OPERATIONS,
    *operations_jackpots.OPERATIONS,
    *operations_audit.OPERATIONS,
    *operations_exports.OPERATIONS,
    *operations_fairness.OPERATIONS,
    *operations_lab.OPERATIONS,
    Operation("GET", "/openapi.json", "This document.", described, dict[str, Any]),
)
DOCUMENT = document(OPERATIONS)


def application(house: OpenHouse, pages: Path | None = BUILT) -> Starlette:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with house.in_motion():
            yield

    desk = Desk(house, Disputes(house.store))
    app = Starlette(
        routes=[
            *page_routes(pages),
            *(route(desk, path) for path in dict.fromkeys(one.path for one in OPERATIONS)),
            WebSocketRoute("/ws", Sockets(house).socket),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: not_served, Exception: failed},
    )
    app.router.redirect_slashes = False
    app.add_middleware(Guarded)
    return app


def route(desk: Desk, path: str) -> Route:
    """All methods of a path, so that the answer to any other names them."""
    by_method = {one.method: one for one in OPERATIONS if one.path == path}

    async def serve(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await answered(desk, by_method[method], request)

    return Route(path, serve, methods=list(by_method))


async def not_served(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = answer(Says(f"{HTTPStatus(error.status_code).phrase.lower()}"), error.status_code)
    told.headers.update(error.headers or {})
    return told


async def failed(_request: Request, _error: Exception) -> Response:
    return answer(Says("something went wrong in the house; nothing more is known here"), 500)
