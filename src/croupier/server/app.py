"""The web application: routes of the pages, the HTTP operations and the socket."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from croupier.engine.refusals import Policy, declined
from croupier.said import Sentence
from croupier.server.floor.sockets import Sockets
from croupier.server.http.answering import answered
from croupier.server.http.api import (
    accounts,
    audit,
    cage,
    cage_accounts,
    cage_requests,
    cage_shift,
    condition,
    console,
    corrections,
    disputes,
    events,
    exports,
    fairness,
    floor,
    games,
    history,
    house,
    jackpot_awards,
    jackpot_terms,
    jackpots,
    lab,
    log,
    money,
    operations,
    own_play,
    people,
    pictures,
    pit,
    practice,
    program,
    refused,
    reports,
    rounds,
    rulebook,
    school,
    seeds,
    services,
    sessions,
    shoe_line,
    tables,
    tickets,
    watch,
)
from croupier.server.http.dismissing import keep_ending
from croupier.server.http.guard import Guarded, answer
from croupier.server.http.openapi import document
from croupier.server.http.operation import ANYBODY, Desk, Operation
from croupier.server.http.pages import BUILT, index_of, looks_for_a_page, page_routes
from croupier.server.pictures import origins

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from pathlib import Path

    from starlette.requests import Request

    from croupier.server.http.operation import AnyOperation, PlainCall
    from croupier.server.http.pages import File
    from croupier.server.http.schooling import School
    from croupier.server.opening import OpenHouse

NOT_SERVED = Sentence("not-served", "{status:status}")
SOMETHING_WENT_WRONG_IN_THE_HOUSE = Sentence(
    "something-went-wrong-in-the-house",
    "something went wrong in the house; nothing more is known here",
)


async def described(_call: PlainCall) -> Response:
    """As it was encoded once: it is long, and anybody may ask for it."""
    return Response(ENCODED, media_type="application/json")


OPERATIONS: tuple[AnyOperation, ...] = (
    *house.OPERATIONS,
    *tables.OPERATIONS,
    *condition.OPERATIONS,
    *operations.OPERATIONS,
    *games.OPERATIONS,
    *practice.OPERATIONS,
    *rulebook.OPERATIONS,
    *school.OPERATIONS,
    *sessions.OPERATIONS,
    *people.OPERATIONS,
    *accounts.OPERATIONS,
    *services.OPERATIONS,
    *money.OPERATIONS,
    *tickets.OPERATIONS,
    *corrections.OPERATIONS,
    *cage.OPERATIONS,
    *cage_accounts.OPERATIONS,
    *cage_requests.OPERATIONS,
    *cage_shift.OPERATIONS,
    *own_play.OPERATIONS,
    *rounds.OPERATIONS,
    *disputes.OPERATIONS,
    *history.OPERATIONS,
    *console.OPERATIONS,
    *pit.OPERATIONS,
    *floor.OPERATIONS,
    *pictures.OPERATIONS,
    *refused.OPERATIONS,
    *jackpots.OPERATIONS,
    *jackpot_terms.OPERATIONS,
    *jackpot_awards.OPERATIONS,
    *reports.OPERATIONS,
    *watch.OPERATIONS,
    *audit.OPERATIONS,
    *exports.OPERATIONS,
    *events.OPERATIONS,
    *fairness.OPERATIONS,
    *seeds.OPERATIONS,
    *lab.OPERATIONS,
    *log.OPERATIONS,
    *program.OPERATIONS,
    *shoe_line.OPERATIONS,
    Operation("GET", "/openapi.json", "This document.", described, dict[str, Any], may=ANYBODY),
)
DOCUMENT = document(OPERATIONS)
ENCODED = msgspec.json.encode(DOCUMENT)


def application(
    house: OpenHouse,
    pages: Path | None = BUILT,
    *,
    names: Iterable[str] = (),
    trainees: School | None = None,
) -> Starlette:
    """A house on the web; besides its own address and those of the machine, by these host names."""
    desk = Desk(house, trainees)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with house.in_motion():
            beside = [asyncio.create_task(one) for one in (keep_ending(desk), desk.watching.run())]
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
        desk.hashing.close()

    sockets = Sockets(house.floor, house.who, house.hear_of, house.crowd)
    app = Starlette(
        routes=[
            WebSocketRoute("/ws", sockets.socket),
            *page_routes(pages),
            *(route(desk, path) for path in dict.fromkeys(one.path for one in OPERATIONS)),
        ],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: partial(not_served, index_of(pages)),
            Exception: failed,
        },
    )
    app.state.crowd, app.state.desk = house.crowd, desk
    app.router.redirect_slashes = False
    known, pictures = frozenset(name.lower() for name in names), origins(house.cameras)
    app.add_middleware(Guarded, crowd=house.crowd, names=known, pictures=pictures)
    return app


def route(desk: Desk, path: str) -> Route:
    """All methods of a path, so that the answer to any other names them."""
    by_method = {one.method: one for one in OPERATIONS if one.path == path}

    async def serve(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await answered(desk, by_method[method], request)

    return Route(path, serve, methods=list(by_method))


async def not_served(index: File | None, request: Request, error: Exception) -> Response:
    """To people the app says that nothing is there, to programs the house."""
    assert isinstance(error, HTTPException)
    if (
        index is not None
        and error.status_code == HTTPStatus.NOT_FOUND
        and looks_for_a_page(request)
    ):
        page = await index.serve(request)
        page.status_code = error.status_code
        return page
    told = answer(
        declined(Policy.NO_SUCH_THING, NOT_SERVED(status=error.status_code)), error.status_code
    )
    told.headers.update(error.headers or {})
    return told


async def failed(_request: Request, _error: Exception) -> Response:
    says = SOMETHING_WENT_WRONG_IN_THE_HOUSE()
    return answer(declined(Policy.FAULT, says), 500)
