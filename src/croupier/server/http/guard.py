"""Middleware: security headers, same-origin check and the rate limit."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from croupier.engine.refusals import Policy, declined
from croupier.server.web import same_origin

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE, A_SECOND = 60, 1.0
"""Sign-ins and guests from one address: so many at once, and so many more each second."""
MOST_ADDRESSES = 10_000
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


class Guarded:
    """Headers on every answer, and no request from a page of another site."""

    def __init__(self, app: Any) -> None:  # noqa: ANN401 - any ASGI application
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        if scope["type"] == "http":
            if scope["method"] not in {"GET", "HEAD"} and not same_origin(scope):
                refused = answer(ANOTHER_SITE, 403)
                await refused(scope, receive, send)
                return

            async def with_headers(message: Any) -> None:  # noqa: ANN401
                if message["type"] == "http.response.start":
                    given = {name for name, _ in message["headers"]}
                    extra = [one for one in SENT if one[0] not in given]
                    message["headers"] = [*message["headers"], *extra]
                await send(message)

            await self.app(scope, receive, with_headers)
            return
        await self.app(scope, receive, send)


class RateLimit:
    """A token bucket for each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        now = self.clock()
        left, since = self.left.pop(address, (float(AT_ONCE), now))
        left = min(float(AT_ONCE), left + (now - since) * A_SECOND)
        allowed = left >= 1
        self.left[address] = (left - allowed, now)
        if len(self.left) > MOST_ADDRESSES:  # the one that has been quiet for longest
            del self.left[next(iter(self.left))]
        return allowed


def answer(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")
