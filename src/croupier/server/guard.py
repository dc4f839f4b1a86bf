"""What stands before every request: security headers, and no page of another site."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response

COOKIE = "croupier"
MOST_BYTES = 16_384
"""Of one message or request."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


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


def answer(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")
