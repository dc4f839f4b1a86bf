"""What a node is told by flags and by the house's file: which it is, which database, which line."""

from __future__ import annotations

import re
import socket
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.nodes.alone import NoMessages
from croupier.server.nodes.messages import NAME
from croupier.server.nodes.nats_place import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.nodes.messages import Messages
    from croupier.wire.house_sections import NodesIn

HOUSE_LETTERS = 16


class NodeTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Of one node of a house that runs on several."""

    node: str
    database: str
    address: str = ""
    """At which its own pages are."""
    messages: Callable[[bytes], Messages]
    """By a secret that the nodes of the house share."""


def terms_of(given: NodesIn, folder: Path, address: str) -> NodeTerms | None:
    """None where the journal is a file of the house's folder."""
    if given.database is None:
        if given.messages is not None:
            raise BadInput("nodes share a database: --database names it", "--messages")
        return None
    node = given.node or machine_name()
    if not NAME.fullmatch(node):
        raise BadInput(f"{node[:40]!r} is no name of 1 to 64 letters, digits, _ and -", "--node")
    place = None if given.messages is None else place_of(given, folder)
    return NodeTerms(
        node=node,
        database=given.database,
        address=address,
        messages=lambda secret: line_of(place, node, secret),
    )


def machine_name() -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", socket.gethostname())[:64]


def place_of(given: NodesIn, folder: Path) -> Place:
    files = {
        name: folder / Path(file)
        for name in ("authority", "certificate", "key", "credentials")
        if (file := getattr(given, name)) is not None
    }
    assert given.messages is not None
    return Place(given.messages, **files)


def line_of(place: Place | None, node: str, secret: bytes) -> Messages:
    """Houses on one server of messages do not hear each other."""
    if place is None:
        return NoMessages(node)
    from croupier.server.nodes.nats import NatsMessages  # noqa: PLC0415 - not everybody has it

    house = sha256(b"croupier messages\n" + secret).hexdigest()[:HOUSE_LETTERS]
    return NatsMessages(place, house=house, node=node, secret=secret)
