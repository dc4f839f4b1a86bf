"""Tables that a person deals, with the built pages: the test chooses the cards of a round."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import uvicorn

from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.table.commands import BURNT
from croupier.table.dealing import UNREAD
from croupier.table.state import Step, next_place, set_size
from tests.support.configured_house import SIDE_BETS, TABLES, opened, until
from tests.support.typed_cards import Terminal, entered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from croupier.table.state import Table

HOUSE = """currency = "SGD"
chip = "1.00"
betting_seconds = 600
demonstration = true
"""


class Dealt:
    """A house whose tables are dealt by `d1`, over sockets of the same kind as everybody's."""

    def __init__(  # noqa: PLR0913 - each is one choice of a test
        self,
        folder: Path,
        entering: ExitStack,
        pages: Path | None,
        games: dict[str, str],
        head: str = HOUSE,
        *,
        cameras: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        tables = "\n".join(
            f'[tables.{name}]\ngame = "{game}"\ndealer = "person"\n{cameras.get(name, "")}\n'
            f"{TABLES[game]}\n{SIDE_BETS[game]}"
            for name, game in games.items()
        )
        self.entering = entering
        self.house = opened(folder, head + tables)
        staff = self.house.people.first_staff(self.house.clock())
        assert isinstance(staff, list)
        self.passwords = {name: password for name, _, password in staff}
        self.where = entering.enter_context(on_the_web(application(self.house, pages)))
        self.url = f"http://{self.where}"
        self.staff: dict[tuple[str, str], Terminal] = {}

    def table(self, name: str) -> Table:
        return self.house.play.tables[name].table

    def guest(self, table: str) -> Terminal:
        return entered(self.entering, self.where, table, "/api/guest")

    def by(self, table: str, name: str = "d1") -> Terminal:
        """A member of staff at a table."""
        if (name, table) not in self.staff:
            signed = {"name": name, "password": self.passwords[name]}
            found = entered(self.entering, self.where, table, "/api/sign-in", **signed)
            found.asked = 1000 * len(self.staff)  # one person's requests have ids of their own
            self.staff[name, table] = found
        return self.staff[name, table]

    def does(self, table: str, command: str, **more: Any) -> None:  # noqa: ANN401
        """By the dealer."""
        self.by(table).does(command, **more)

    def deal(self, table: str, hands: dict[int, str]) -> None:
        """Each place its hand, whatever the order in which cards are dealt; 0 is the dealer's."""
        left = {place: hand.split() for place, hand in hands.items()}
        left[BURNT] = [UNREAD] * 3
        while (
            self.table(table).step is Step.DEALING
            and (place := next_place(self.table(table))) is not None
        ):
            some = [left[place].pop(0) for _ in range(set_size(self.table(table), place))]
            self.does(table, "deal", cards=" ".join(some))

    def finish(self, table: str) -> None:
        """The dealer turns over what is still closed, and settles; who was asked has answered."""
        until(lambda: not self.table(table).undecided)
        for box in self.table(table).boxes_in_play():
            exposing = self.table(table).game.procedure.exposing
            if exposing is not None and exposing.returned and self.closed(table, box):
                self.does(table, "return-hand", box=box)
        self.does(table, "expose-dealer")
        for box in self.table(table).boxes_in_play():
            if self.closed(table, box):
                self.does(table, "return-hand", box=box)
        self.does(table, "settle")

    def closed(self, table: str, box: int) -> bool:
        found = self.table(table)
        return box not in found.round.face_up and found.round.decisions.get(box) != "fold"


@contextmanager
def on_the_web(app: Any) -> Iterator[str]:  # noqa: ANN401 - an application
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(served(app, log_config=None))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()
