"""Now and then, whether the wallet and this house have done the same."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.money.wallet.reconciling import Reconciling

if TYPE_CHECKING:
    from croupier.server.play.wallet_desk import WalletDesk

EVERY = 900.0
"""Seconds; and at the start."""


class WalletCheck:
    def __init__(self, desk: WalletDesk) -> None:
        self.desk, self.reconciling = desk, Reconciling()
        self.differences: list[str] = []

    async def run(self) -> None:
        while True:
            try:
                await self.once()
            except BadInput as wrong:
                logs.warn("wallet not compared", says=str(wrong))
            except Exception as error:  # noqa: BLE001 - play goes on
                logs.bug("comparing with the wallet", error)
            await asyncio.sleep(EVERY)

    async def once(self) -> None:
        loop, before = asyncio.get_running_loop(), self.desk.journal.stream.version
        found = await loop.run_in_executor(self.desk.threads, self.compared, before)
        for one in found:
            if one not in self.differences:
                logs.warn("wallet differs", says=one)
        self.differences = found

    def compared(self, before: int) -> list[str]:
        """On a thread and a connection of its own."""
        self.reconciling.list_of(self.desk.wallet)
        store = self.desk.play.store.reader()
        try:
            return self.reconciling.compared(store, before)
        finally:
            store.close()
