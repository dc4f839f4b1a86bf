"""What the page for operations shows and the house does not keep: samples and alerts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server import logs
from croupier.server.http.alerts import Alerts
from croupier.server.http.sampling import EVERY, Sampling

if TYPE_CHECKING:
    from croupier.server.http.alerts import Alert
    from croupier.server.opening import OpenHouse


class Watching:
    def __init__(self, house: OpenHouse) -> None:
        told = house.plan.file.backup.folder if house.plan else None
        self.backup_folder = house.folder / told if told else None
        self.sampling, self.alerts = Sampling(house), Alerts(house, self.backup_folder)

    def look(self) -> tuple[Alert, ...]:
        return self.alerts.look(list(self.sampling.samples))

    async def run(self) -> None:
        """Also while nobody looks, so that it is known since when something is so."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                self.sampling.take()
                self.look()
            except Exception as fault:  # noqa: BLE001 - whoever watches goes on
                logs.bug("watching the house", fault)
