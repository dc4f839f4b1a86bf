"""Middleware: security headers, same-origin check and the rate limit."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.web import knows_host, same_origin

AT_ONCE, A_SECOND = 60, 1.0
"""Sign-ins and guests from one address: so many at once, and so many more each second."""
MOST_GUESSES, GUESSES_MS = 5, 10 * 60 * 1000
"""Tickets that are none, of one person within ten minutes."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
SENT = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""With every answer that says nothing else itself."""


ANOTHER_SITE = declined(Policy.ANOTHER_SITE, "this request comes from another site")


ANOTHER_HOST = declined(Policy.ANOTHER_SITE, "this house is not called that")


class Guarded:
    """Headers on every answer, and no request from a page of another site or to another name."""

    def __init__(self, app: Any, names: frozenset[str] = frozenset()) -> None:  # noqa: ANN401
        self.app, self.names = app, names

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refused = self.refused(scope)
        if scope["type"] == "websocket":
            if refused is None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4403})
            return

        async def with_headers(message: Any) -> None:  # noqa: ANN401
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                extra = [one for one in SENT if one[0] not in given]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        if refused is None:
            await self.app(scope, receive, with_headers)
        else:
            await answer(refused, 403)(scope, receive, with_headers)

    def refused(self, scope: Any) -> Refused | None:  # noqa: ANN401
        if not knows_host(scope, self.names):
            return ANOTHER_HOST
        reads = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        return None if reads or same_origin(scope) else ANOTHER_SITE


class Guesses:
    """Wrong ones of a person within a while; after so many nothing is looked up any more."""

    def __init__(self) -> None:
        self.wrong: dict[str, list[int]] = {}

    def closed(self, name: str, at: int) -> bool:
        self.wrong[name] = [one for one in self.wrong.get(name, []) if at - one < GUESSES_MS]
        return len(self.wrong[name]) >= MOST_GUESSES

    def missed(self, name: str, at: int) -> bool:
        """Whether this was the last one."""
        self.wrong.setdefault(name, []).append(at)
        return len(self.wrong[name]) == MOST_GUESSES


def answer(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")
