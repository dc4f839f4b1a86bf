"""A reader of the feed, line by line as the standard has it; and a house to be followed."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from croupier.server.play.requests import Carried, Request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.opening import OpenHouse
    from croupier.table.commands import AnyCommand, Who
    from tests.support.http_callers import Server

Told = dict[str, Any]


class Feed:
    def __init__(self, answered: httpx.Response) -> None:
        self.status = answered.status_code
        self.headers = answered.headers
        self.lines = answered.iter_lines()

    def __iter__(self) -> Iterator[tuple[str, Told, str]]:
        """Kind, data and id of each event."""
        block: dict[str, str] = {}
        for line in self.lines:
            if line:
                name, _, value = line.partition(": ")
                block[name] = value
            elif "data" in block:
                yield block["event"], json.loads(block["data"]), block.get("id", "")
                block = {}

    def entries(self, number: int) -> list[Told]:
        found = []
        for kind, data, position in self:
            if kind == "entry":
                assert position == str(data["position"])
                found.append(data)
                if len(found) == number:
                    return found
        raise AssertionError(f"{len(found)} of {number} came")

    def until(self, kind: str) -> Told:
        return next(data for one, data, _ in self if one == kind)


@contextmanager
def following(
    server: Server, query: str = "", *, token: str = "", cookie: str = "", last: str = ""
) -> Iterator[Feed]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Cookie": f"croupier={cookie}"} if cookie else {}
    headers |= {"Last-Event-ID": last} if last else {}
    with (
        httpx.Client(base_url=server.url, timeout=20) as client,
        client.stream("GET", f"/api/events?{query}", headers=headers) as answered,
    ):
        yield Feed(answered)


def commanded(house: OpenHouse, table: str, command: AnyCommand, who: Who) -> None:
    """As if it came over a socket, to a house that runs in a thread of its own."""
    assert house.queue.pump is not None

    async def ask() -> object:
        return await house.queue.ask(Request(table, who, command, house.clock()))

    asked = asyncio.run_coroutine_threadsafe(ask(), house.queue.pump.get_loop())
    reply = asked.result(20)
    assert isinstance(reply, Carried), reply
