"""Two tables that people deal, served on the web, with staff who have signed in and a guest."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from tests.support.configured_house import on_the_web, opened, written
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BACCARAT, PICTURES = "baccarat", "three-pictures"
NATURAL = ("Kh", "2s", "9d", "5c")
"""Cards by which the Player Hand wins with nine points."""


class DealtFloor:
    """Two tables that people deal, and one player."""

    def __init__(self, folder: Path, terms: str = "") -> None:
        """The terms are lines of the house's file."""
        more = 'dealer = "person"'
        text = terms + written(BACCARAT, PICTURES, more=more) + "[rotation]\ntable = 45\n"
        self.house = opened(folder, text)
        staff = self.house.people.first_staff(self.house.clock())
        assert isinstance(staff, list)
        self.staff = staff
        self.clients: list[httpx.Client] = []

    def arrive(self, url: str) -> None:
        self.who = {name: self.client(url) for name, _, _ in self.staff}
        for name, _, password in self.staff:
            told = self.who[name].post("/api/sign-in", json={"name": name, "password": password})
            assert told.is_success
        guest = self.guest_client = self.client(url)
        self.player = guest.post("/api/guest").json()["name"]
        self.dealer = self.terminal(url, self.who["d1"], "d1")
        self.guest = self.terminal(url, guest, self.player)

    def client(self, url: str) -> httpx.Client:
        self.clients.append(httpx.Client(base_url=url))
        return self.clients[-1]

    def terminal(self, url: str, client: httpx.Client, name: str) -> Terminal:
        return Terminal(url, f"croupier={client.cookies['croupier']}", name)

    def post(self, who: str, path: str, **body: Any) -> tuple[int, str | None]:  # noqa: ANN401
        told = self.who[who].post(path, json=body)
        return told.status_code, told.json()["says"]

    def pit(self) -> dict[str, Any]:
        told: dict[str, Any] = self.who["s1"].get("/api/pit").json()
        return told

    def table(self, name: str) -> dict[str, Any]:
        return next(one for one in self.pit()["tables"] if one["name"] == name)

    def plays(self, table: str = BACCARAT) -> None:
        """A round that the guest's bet of 25.00 wins."""
        self.asks(self.dealer, table, "open-betting")
        wager = {"player": self.player, "bet": "player", "cents": 2_500}
        self.asks(self.guest, table, "place", **wager)
        self.ends(table)

    def ends(self, table: str) -> None:
        """From the close of betting to the payment."""
        self.asks(self.dealer, table, "close-betting")
        for card in NATURAL:
            self.asks(self.dealer, table, "deal", cards=card)
        self.asks(self.dealer, table, "settle")

    def asks(self, who: Terminal, table: str, command: str, **more: Any) -> None:  # noqa: ANN401
        told = who.ask(table, command=command, **more)
        assert told["type"] == "acknowledged", told


@contextmanager
def floor_on_the_web(folder: Path, terms: str = "") -> Iterator[DealtFloor]:
    made = DealtFloor(folder, terms)
    with on_the_web(made.house) as address:
        made.arrive(f"http://{address}")
        yield made
        for terminal in (made.dealer, made.guest):
            terminal.way.__exit__(None, None, None)
        for client in made.clients:
            client.close()
