"""What would stop a house on several machines from opening, and what endangers it there."""

from __future__ import annotations

import asyncio
import stat
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from croupier.problems import BadInput
from croupier.server.journal import refuse_without_driver
from croupier.server.journal.postgres_address import Address, is_address
from croupier.server.nodes.envelopes import SKEW_MS
from croupier.server.nodes.nats import line_class, tried
from croupier.server.nodes.terms import place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.journal.postgres_safety import Safety
    from croupier.server.nodes.nats_place import Place
    from croupier.wire.house_sections import NodesIn

DANGERS: tuple[tuple[Callable[[Safety], bool], str], ...] = (
    (
        lambda found: found.fsync == "off",
        "fsync is off there: a machine that loses power loses acknowledged bets, or everything",
    ),
    (
        lambda found: found.full_page_writes == "off",
        "full_page_writes is off there: a page half written when power is lost stays damaged",
    ),
    (
        lambda found: found.synchronous_commit in {"off", "local"},
        "synchronous_commit is not on there: the house asks for it, and a pooler may forget that",
    ),
    (
        lambda found: found.synchronous_commit == "remote_write",
        "synchronous_commit is remote_write there: a standby that loses power loses bets with it",
    ),
    (
        lambda found: not found.standbys,
        "synchronous_standby_names is empty there: acknowledged bets are on one disk only",
    ),
    (
        lambda found: "*" in found.standbys,
        "synchronous_standby_names has * there: a backup that is being made counts as a standby",
    ),
    (
        lambda found: not found.is_encrypted and not is_here(found.host),
        "other machines can read the journal on its way, without TLS",
    ),
    (
        lambda found: found.is_encrypted and not found.is_verified and not is_here(found.host),
        "anybody on the way can answer for it: sslmode=verify-full asks for its certificate",
    ),
    (
        lambda found: abs(found.ahead_ms) >= SKEW_MS / 2,
        "its clock and this machine's differ by a second or more; from 2 s on messages are refused",
    ),
)


def stops(folder: Path, nodes: NodesIn) -> Iterator[str]:
    looks = {
        "database": partial(look_at_database, nodes),
        "messages": partial(place, folder, nodes),
    }
    for field, look in looks.items():
        try:
            if getattr(nodes, field) is not None:
                look()
        except BadInput as wrong:
            yield f"nodes, {field}: {unflagged(wrong)}"


def unflagged(wrong: BadInput) -> BadInput:
    """Where the file says it, and not a flag."""
    return BadInput(wrong.what, *(one for one in wrong.place if not one.startswith("--")))


def look_at_database(nodes: NodesIn) -> None:
    assert nodes.database is not None
    if not is_address(nodes.database):
        raise BadInput("is no address like postgresql://user@host/name")
    address = Address.of(nodes.database)
    if safety_of(address).is_copy:
        raise BadInput("takes no writes: it is a copy of another", address.shown)


def safety_of(address: Address) -> Safety:
    refuse_without_driver("--database")
    from croupier.server.journal.postgres_safety import looked_at  # noqa: PLC0415 - only with it

    return looked_at(address)


def place(folder: Path, nodes: NodesIn) -> None:
    if nodes.database is None:
        raise BadInput("machines share a database, too: database names it, or --database")
    place_of(nodes, folder)
    line_class()


def dangers(folder: Path, nodes: NodesIn, configuration: Path) -> Iterator[str]:
    """What is told as stopping it is not told again."""
    if nodes.database is not None:
        try:
            address = Address.of(nodes.database)
            found = safety_of(address)
        except BadInput:
            pass
        else:
            at = f"nodes, database: {address.shown}"
            yield from (f"{at}: {says}" for is_so, says in DANGERS if is_so(found))
    if nodes.messages is not None and nodes.database is not None:
        try:
            line = place_of(nodes, folder)
        except BadInput:
            pass
        else:
            yield from (f"nodes, messages: {line.url}: {says}" for says in dangers_of(line))
    if any(map(has_password, (nodes.database, nodes.messages))) and others_read(configuration):
        yield f"{configuration}: has a password, and others than its owner may read it"


def dangers_of(line: Place) -> Iterator[str]:
    """A house opens without it, and then nobody is served but by the holder of a table."""
    if not line.is_tls and not is_here(line.host):
        yield "commands of persons can be read on their way: tls:// hides them"
    with suppress(BadInput):  # who has no driver is told of that
        if says := asyncio.run(tried(line)):
            yield says


def has_password(url: str | None) -> bool:
    try:
        return urlsplit(url or "").password is not None
    except ValueError:
        return False


def others_read(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def is_here(host: str) -> bool:
    """Whether only this machine hears it; a folder is that of a socket on it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in {"", "localhost"} or host.startswith("/")
