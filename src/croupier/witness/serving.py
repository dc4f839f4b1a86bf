"""The witness over HTTP, as C2SP's tlog-witness has it: logs post, monitors read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from croupier.problems import BadInput
from croupier.server.journal.notes import Submission
from croupier.witness.folder import Accepted, name_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from croupier.witness.folder import Witness
    from croupier.witness.judging import Refusal

MOST_BYTES = 65_536
BAD_REQUEST, CONFLICT, TOO_LARGE, NOT_FOUND = 400, 409, 413, 404
SIZE = "text/x.tlog.size"


def application(witness: Witness) -> Starlette:
    async def add_checkpoint(request: Request) -> Response:
        data = b""
        async for part in request.stream():
            data += part
            if len(data) > MOST_BYTES:
                return told(TOO_LARGE, f"a request has at most {MOST_BYTES} bytes")
        return await run_sync(lambda: added(witness, data))

    async def checkpoint(request: Request) -> Response:
        name = request.path_params["name"]
        for origin, log in witness.logs.items():
            if name == name_of(origin) and log.held is not None:
                return PlainTextResponse(str(log.held))
        return told(NOT_FOUND, "no checkpoint of this log was seen")

    return Starlette(
        routes=[
            Route("/add-checkpoint", add_checkpoint, methods=["POST"]),
            Route("/{name}/checkpoint", checkpoint),
        ]
    )


def told(status: int, says: str) -> Response:
    return PlainTextResponse(f"{says}\n", status)


def added(witness: Witness, data: bytes) -> Response:
    try:
        new = Submission.parse(data.decode())
    except UnicodeDecodeError:
        return told(BAD_REQUEST, "is not UTF-8")
    except BadInput as wrong:
        return told(BAD_REQUEST, str(wrong))
    answer = witness.add(new)
    if isinstance(answer, Accepted):
        return PlainTextResponse(answer.lines)
    return refused(witness, new.head.origin, answer)


def refused(witness: Witness, origin: str, refusal: Refusal) -> Response:
    if refusal.status == CONFLICT:
        return PlainTextResponse(f"{witness.logs[origin].size}\n", CONFLICT, media_type=SIZE)
    return told(refusal.status, refusal.says)
