"""Pictures of real tables: stills that the house fetches itself, each told with its moment.

However many look at a table, its camera is asked once a second. What browsers fetch themselves is
only named here, so that pages may show it and nothing else.
"""

from __future__ import annotations

import asyncio
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import msgspec
from anyio import CapacityLimiter, move_on_after
from anyio.to_thread import run_sync

from croupier.server.floor.protocol import Picture
from croupier.server.money.wallet.http import NoRedirect
from croupier.wire.house_file import STILLS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.wire.house import Camera, HousePlan

FRESH_MS = 1000
"""A picture is shown within a second of its moment, and then asked for again."""
PATIENCE = 1.0
"""Seconds for a camera to say anything, and twice that for all of it: later it is not of then."""
MOST_BYTES = 4 << 20
OK = 200
KINDS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}
"""By how a file begins: what a camera calls it is not believed."""


class Still(msgspec.Struct, frozen=True):
    at: int
    """By the house's clock, when it was asked for."""
    media: str = ""
    data: bytes = b""
    """Nothing where none came."""


def cameras_in(plan: HousePlan | None) -> dict[str, Camera]:
    tables = plan.tables.items() if plan else ()
    return {name: table.camera for name, table in tables if table.camera is not None}


def shown(cameras: Mapping[str, Camera]) -> dict[str, Picture]:
    """For pages: the address of a camera that the house asks itself is nobody else's affair."""
    return {
        name: Picture(one.kind, None if one.kind == STILLS else one.url)
        for name, one in cameras.items()
    }


def origins(cameras: Mapping[str, Camera]) -> tuple[str, ...]:
    """From which browsers fetch pictures, and from nowhere else."""
    places = (urlsplit(one.url) for one in cameras.values() if one.kind != STILLS)
    return tuple(sorted({f"{one.scheme}://{one.netloc}" for one in places}))


class Pictures:
    def __init__(self, cameras: Mapping[str, Camera], clock: Callable[[], int]) -> None:
        self.urls = {name: one.url for name, one in cameras.items() if one.kind == STILLS}
        self.clock = clock
        self.kept: dict[str, Still] = {}
        self.asking = {name: asyncio.Lock() for name in self.urls}
        self.opener = build_opener(NoRedirect, ProxyHandler({}))
        self.limiter = CapacityLimiter(max(1, len(self.urls)))
        self.busy: set[str] = set()
        """Cameras that still answer what they were asked before."""

    async def of(self, table: str) -> Still | None:
        """Of this second; none where the table has no camera that the house asks."""
        if table not in self.urls:
            return None
        async with self.asking[table]:
            kept = self.kept.get(table)
            if kept is None or self.clock() - kept.at >= FRESH_MS:
                kept = self.kept[table] = await self.asked(table)
            return kept

    async def asked(self, table: str) -> Still:
        """One that answers without an end keeps nobody waiting, and a thread of its own at most."""
        still = Still(self.clock())
        if table not in self.busy:
            with move_on_after(2 * PATIENCE):
                still = await run_sync(
                    self.answered, table, still.at, abandon_on_cancel=True, limiter=self.limiter
                )
        return still

    def answered(self, table: str, at: int) -> Still:
        self.busy.add(table)
        try:
            return self.fetched(at, self.urls[table])
        finally:
            self.busy.discard(table)

    def fetched(self, at: int, url: str) -> Still:
        asks = Request(url, headers={"Accept": "image/jpeg, image/png"})  # noqa: S310 - as checked
        try:
            with self.opener.open(asks, timeout=PATIENCE) as reply:
                data: bytes = reply.read(MOST_BYTES + 1) if reply.status == OK else b""
        except HTTPError as error:
            error.close()
            return Still(at)
        except (OSError, HTTPException, ValueError):
            return Still(at)
        media = next((kind for begins, kind in KINDS.items() if data.startswith(begins)), "")
        late = self.clock() - at > FRESH_MS
        return Still(at) if late or not media or len(data) > MOST_BYTES else Still(at, media, data)
