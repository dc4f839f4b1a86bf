"""What the socket and HTTP requests share: session cookie, size limit, host and origin checks."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "croupier"
KNOWN = "croupier.known"
"""What a request's scope is extended by: to be called if whoever sent it is signed in."""
CUT = "croupier.cut"
"""And: to be called to end its connection at once."""
MOST_BYTES = 16_384
"""Of one message or request."""


def same_origin(scope: Any) -> bool:  # noqa: ANN401 - an ASGI scope
    """A browser says where a page came from; a program that is no browser says nothing."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        asked_from = urlsplit(origin.decode("latin-1")).netloc
    except ValueError:
        return False
    return asked_from == headers.get(b"host", b"").decode("latin-1")


def knows_host(scope: Any, names: frozenset[str]) -> bool:  # noqa: ANN401 - an ASGI scope
    """Whether a request is meant for this house: a page elsewhere may give its name our address."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return False
    try:
        host = urlsplit(f"//{hosts[0].decode('latin-1')}").hostname or ""
    except ValueError:
        return False
    server = scope.get("server")
    return host in LOOPBACK or host in names or (server is not None and host == server[0])


def is_among(host: str, networks: Iterable[str]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(one, strict=False) for one in networks)
