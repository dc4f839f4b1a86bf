"""Where the server of messages is, and how a node makes itself known to it."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

from croupier.problems import BadInput, own_words

if TYPE_CHECKING:
    from pathlib import Path

OPTION = "--messages"
PORT = 4222
BEGINS = b"BEGIN NATS USER JWT"
"""Of a file of credentials, without which nats-py reads it for ever."""
SHAPE = "is nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ before the host where it asks"


class Place:
    """Never shown with its password."""

    def __init__(
        self,
        url: str,
        *,
        authority: Path | None = None,
        certificate: Path | None = None,
        key: Path | None = None,
        credentials: Path | None = None,
    ) -> None:
        parts = split(url)
        self.host, self.port = parts.hostname or "", parts.port or PORT
        self.is_tls = parts.scheme == "tls"
        self.user = None if parts.username is None else unquote(parts.username)
        self.password = None if parts.password is None else unquote(parts.password)
        self.credentials = credentials
        if credentials and BEGINS not in read(credentials):
            raise BadInput("is no file of credentials", OPTION, str(credentials))
        if not self.is_tls and (authority or certificate or key):
            raise BadInput("certificates are for tls://", OPTION)
        self.tls = tls_context(authority, certificate, key) if self.is_tls else None

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.is_tls else 'nats'}://{host}:{self.port}"

    def __repr__(self) -> str:
        return self.url


def split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"nats", "tls"} and parts.hostname and parts.port != 0
    except ValueError:  # a port that is none
        usable = False
    if (
        not usable
        or not url.isprintable()
        or parts.path.strip("/")
        or parts.query
        or parts.fragment
    ):
        raise BadInput(SHAPE, OPTION)
    if (parts.username is None) != (parts.password is None):
        raise BadInput("a user has a password, and a password a user", OPTION)
    return parts


def read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(own_words(error), OPTION, str(file)) from None


def tls_context(
    authority: Path | None, certificate: Path | None, key: Path | None
) -> ssl.SSLContext:
    for file in (authority, certificate, key):
        if file:
            read(file)
    try:
        context = ssl.create_default_context(cafile=str(authority) if authority else None)
    except (OSError, ssl.SSLError):
        raise BadInput("is no certificate", OPTION, str(authority)) from None
    if certificate and key:
        try:
            context.load_cert_chain(certificate, key, password=no_password)
        except (OSError, ssl.SSLError, ValueError):
            raise BadInput("is no certificate of this key", OPTION, str(certificate)) from None
    elif certificate or key:
        raise BadInput("a certificate of this node has a key, and a key a certificate", OPTION)
    return context


def no_password() -> str:
    """Instead of a question on the terminal."""
    return ""
