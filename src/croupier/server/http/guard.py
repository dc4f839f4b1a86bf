"""Middleware: security headers, same-origin check and the rate limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.limits import neighbourhood
from croupier.server.web import knows_host, same_origin

if TYPE_CHECKING:
    from croupier.server.limits import Crowd

THIS_REQUEST_COMES_FROM_ANOTHER_SITE = Sentence(
    "this-request-comes-from-another-site", "this request comes from another site"
)
HOUSE_IS_NOT_CALLED_THAT = Sentence("house-is-not-called-that", "this house is not called that")
TOO_MANY_REQUESTS_FROM_ONE_ADDRESS = Sentence(
    "too-many-requests-from-one-address", "too many requests from one address: wait a moment"
)

AT_ONCE, A_SECOND = 60, 1.0
"""Sign-ins and guests from one address: so many at once, and so many more each second."""
MOST_GUESSES, GUESSES_MS = 5, 10 * 60 * 1000
"""Tickets that are none, of one person within ten minutes."""
POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def sent_with(pictures: tuple[str, ...]) -> list[tuple[bytes, bytes]]:
    """With every answer that says nothing else itself; pictures come from these origins, too."""
    headers = dict(HEADERS)
    if pictures:
        places = " ".join(("'self'", *pictures))
        headers["Content-Security-Policy"] = f"{POLICY}; img-src {places}; media-src {places}"
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


ANOTHER_SITE = declined(Policy.ANOTHER_SITE, THIS_REQUEST_COMES_FROM_ANOTHER_SITE())
ANOTHER_HOST = declined(Policy.ANOTHER_SITE, HOUSE_IS_NOT_CALLED_THAT())
TOO_MANY = declined(Policy.TOO_OFTEN, TOO_MANY_REQUESTS_FROM_ONE_ADDRESS())


class Guarded:
    """Headers on every answer, and no request from a page of another site or to another name.

    An address that asks too often is told so and has to connect again, which is counted as well.
    """

    def __init__(
        self,
        app: Any,  # noqa: ANN401
        crowd: Crowd,
        names: frozenset[str] = frozenset(),
        pictures: tuple[str, ...] = (),
    ) -> None:
        self.app, self.crowd, self.names = app, crowd, names
        self.sent = sent_with(pictures)

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
                extra = [one for one in self.sent if one[0] not in given]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        if not self.has_time_for(scope):
            told = answer(TOO_MANY, 429)
            told.headers["connection"] = "close"
            await told(scope, receive, with_headers)
        elif refused is None:
            await self.app(scope, receive, with_headers)
        else:
            await answer(refused, 403)(scope, receive, with_headers)

    def has_time_for(self, scope: Any) -> bool:  # noqa: ANN401
        client = scope.get("client")
        address = neighbourhood(client[0]) if client else ""
        return not address or self.crowd.requests.allows(address)

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
