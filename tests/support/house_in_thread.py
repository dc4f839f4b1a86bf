"""A house in a thread of its own: a table of each game, real sockets, a guest for the asking."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import uvicorn
from msgspec.structs import replace

from croupier.games import GAMES
from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.server.limits import Limits
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import setup_of
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TABLES = {f"t{number}": game.name for number, game in enumerate(GAMES, 1)}


class Running:
    """With short betting times and, unless asked for, without the built pages."""

    def __init__(  # noqa: PLR0913 - each is one choice of a test
        self,
        folder: Path,
        *,
        betting_seconds: int = 1,
        pace: float = 0.1,
        patience: float = 15,
        pages: Path | None = None,
        names: Sequence[str] = (),
        proxies: Sequence[str] = (),
        limits: Limits = Limits(),  # noqa: B008 - frozen
    ) -> None:
        self.house = OpenHouse(folder, pace=pace, patience=patience, profile=LIGHT, limits=limits)
        self.house.store.set_meta("demonstration", "yes")
        for name, game in TABLES.items():
            setup = replace(setup_of(game), betting_seconds=betting_seconds)
            self.house.play.add_table(name, setup, "house", 0)
        self.staff = self.house.people.first_staff(1)
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        app = application(self.house, pages, names=names)
        config = served(app, proxies=proxies, log_level="critical")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.port}"
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()


until = wait_until
