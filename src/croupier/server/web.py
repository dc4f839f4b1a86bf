"""What the socket and HTTP requests share: session cookie, size limit, same-origin check."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

COOKIE = "croupier"
MOST_BYTES = 16_384
"""Of one message or request."""


def same_origin(scope: Any) -> bool:  # noqa: ANN401 - an ASGI scope
    """A browser says where a page came from; a program that is no browser says nothing."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or urlsplit(origin.decode("latin-1")).netloc == headers.get(
        b"host", b""
    ).decode("latin-1")
