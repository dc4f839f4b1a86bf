"""Servers that are older than a house on several machines needs say so in one line."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.postgres_safety import looked_at
from croupier.server.journal.sharing import Sharing
from croupier.server.nodes.joining import opened_from_outside
from croupier.server.nodes.nats import tried
from croupier.server.nodes.nats_place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLAIN = 196_608
"""The number that a connection to PostgreSQL begins with, once it asks for no TLS any more."""


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    with line:
                        answer(line)

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]


def told(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!I", 4 + len(body)) + body


def old_postgres(line: socket.socket) -> None:
    while struct.unpack("!II", line.recv(4096)[:8])[1] != PLAIN:
        line.sendall(b"N")
    line.sendall(
        told(b"R", bytes(4))
        + told(b"S", b"server_version\x009.6.24\x00")
        + told(b"S", b"client_encoding\x00UTF8\x00")
        + told(b"Z", b"I")
    )
    line.recv(4096)


def old_nats(line: socket.socket) -> None:
    line.sendall(b'INFO {"server_id":"old","version":"1.4.1","max_payload":1048576}\r\n')
    line.recv(4096)


def test_an_old_database_says_so() -> None:
    with server(old_postgres) as port:
        address = f"postgresql://house@127.0.0.1:{port}/house"
        with pytest.raises(BadInput, match=r"it is PostgreSQL 9: 15 or newer is needed$"):
            opened_from_outside(address, Sharing("", ""))
        with pytest.raises(BadInput, match=r"it is PostgreSQL 9: 15 or newer is needed$"):
            looked_at(Address.of(address))


def test_an_old_server_of_messages_says_so() -> None:
    with server(old_nats) as port:
        says = asyncio.run(tried(Place(f"nats://127.0.0.1:{port}")))
        assert says == "it is NATS 1.4.1: 2.2 or newer is needed, which says where nobody listens"
