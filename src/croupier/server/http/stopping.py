"""A graceful shutdown: rounds come to their end before connections are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn import Server

if TYPE_CHECKING:
    from socket import socket

    from uvicorn import Config

    from croupier.server.opening import OpenHouse


class HouseServer(Server):
    def __init__(self, config: Config, house: OpenHouse) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Players decide until their round is settled; an operator in a hurry asks twice."""
        await self.house.wind_down(lambda: self.force_exit)
        self.force_exit = False  # what is left is closed in order all the same
        await super().shutdown(sockets)
