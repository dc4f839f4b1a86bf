"""The index that reports read, kept up while the house deals, a little at a time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from anyio.to_thread import run_sync

from croupier.server import logs
from croupier.server.journal.store import UNREADABLE
from croupier.server.money import kept_sums

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

EVERY, BEHIND = 60.0, 0.5
"""Seconds between two looks; and while there is more to count than one look counts."""
MOST = 5_000
"""Entries of one look, as play comes first."""


def keep_some(store: Store) -> int:
    own = store.another()
    try:
        return kept_sums.keep(own, MOST)
    finally:
        own.close()


async def keep_sums(store: Store) -> None:
    """What cannot be kept is counted from the journal when a report is asked for."""
    while True:
        kept = 0
        try:
            kept = await run_sync(keep_some, store)
        except UNREADABLE as error:
            logs.warn("report index", says=f"it cannot be kept: {error}")
        await asyncio.sleep(BEHIND if kept >= MOST else EVERY)
