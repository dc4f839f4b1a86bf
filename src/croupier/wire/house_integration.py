"""What is wrong with how a house is joined to other machines: shoes, cameras, a webhook, nodes."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.wire.house_file import CAMERA_KINDS, PERSON, STILLS, address
from croupier.wire.house_terms import not_one_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.house_file import HouseIn, TableIn
    from croupier.wire.house_sections import NodesIn, ShoesIn, WebhookIn

WHERE = re.compile(r"https?://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?(/[!-~]*)?")
STREAMS = ("calls", "cage", "disputes", "house", "line", "meter", "shoe", "table")
"""Kinds that are posted; those of people and of players' own play never are."""
DATABASES, LINES = ("postgresql://", "postgres://"), ("nats://", "tls://")
NODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
STREAM = re.compile(rf"({'|'.join(STREAMS)})(:[!-~]{{1,40}})?")


def wrong_integration(house: HouseIn) -> Iterator[BadInput]:
    yield from (wrong.at("shoes") for wrong in wrong_shoes(house.shoes))
    secrets: dict[str, str] = {}
    for name, table in house.tables.items():
        found = wrong_line(table, demonstration=house.demonstration)
        yield from (wrong.at("tables", name) for wrong in found)
        yield from (wrong.at("tables", name) for wrong in wrong_camera(table))
        if table.shoe_secret is not None:
            other = secrets.setdefault(table.shoe_secret, name)
            if other != name:
                what = f"{other} has this key: a shoe could be led to another table"
                yield BadInput(what, "tables", name, "shoe_secret")
    if house.webhook is not None:
        yield from (wrong.at("webhook") for wrong in wrong_webhook(house.webhook))
    yield from (wrong.at("nodes") for wrong in wrong_nodes(house.nodes))
    if house.nodes.database is not None and house.wallet is not None:
        yield BadInput("a house on several machines keeps its players' money itself", "wallet")


def wrong_nodes(nodes: NodesIn) -> Iterator[BadInput]:
    """What no flag can make right; whether they can be reached is seen when a folder is checked."""
    if nodes.database is not None and not nodes.database.startswith(DATABASES):
        yield BadInput("is no address like postgresql://user@host/name", "database")
    if nodes.messages is not None and not nodes.messages.startswith(LINES):
        yield BadInput("an address begins with nats:// or tls://", "messages")
    if nodes.node is not None and not NODE.fullmatch(nodes.node):
        yield BadInput("a name of 1 to 64 letters, digits, _ and -", "node")
    if nodes.address is not None and not WHERE.fullmatch(nodes.address):
        yield BadInput("an address begins with http:// or https:// and a host", "address")
    if (nodes.certificate is None) != (nodes.key is None):
        yield BadInput("a certificate and its key go together")


def wrong_shoes(shoes: ShoesIn) -> Iterator[BadInput]:
    if (shoes.certificate is None) != (shoes.key is None):
        yield BadInput("a certificate and its key go together")


def wrong_line(table: TableIn, *, demonstration: bool) -> Iterator[BadInput]:
    if table.shoe is None:
        if table.shoe_secret is not None:
            yield BadInput("there is no shoe whose key this could be", "shoe_secret")
        return
    if table.shoe_secret is not None or (demonstration and is_here(table.shoe)):
        return
    yield BadInput(
        "a shoe's lines are signed with a key, whose file shoe_secret names; only a demonstration"
        " house that listens on this machine alone does without",
        "shoe",
    )


def is_here(shoe: str) -> bool:
    """Whether only this machine can reach it; what is no address is told elsewhere."""
    try:
        host = address(shoe).host
    except BadInput:
        return True
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def wrong_camera(table: TableIn) -> Iterator[BadInput]:
    if table.camera_kind not in CAMERA_KINDS:
        yield BadInput(not_one_of(table.camera_kind, CAMERA_KINDS), "camera_kind")
    if table.camera is None:
        if table.camera_kind != STILLS:
            yield BadInput("there is no camera whose kind this could be", "camera_kind")
        return
    if not WHERE.fullmatch(table.camera):
        yield BadInput("an address begins with http:// or https:// and a host", "camera")
    if table.dealer != PERSON:
        yield BadInput("only where a person deals is there a table to see", "camera")


def wrong_webhook(webhook: WebhookIn) -> Iterator[BadInput]:
    if not WHERE.fullmatch(webhook.url):
        yield BadInput("an address begins with http:// or https:// and a host", "url")
    if not webhook.secret:
        yield BadInput("a file is named here", "secret")
    for one in webhook.streams:
        if not STREAM.fullmatch(one):
            what = f"{one[:40]!r} is not one of {', '.join(STREAMS)}, or one of them like table:t1"
            yield BadInput(what, "streams")
