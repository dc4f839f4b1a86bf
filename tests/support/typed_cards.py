"""A table whose cards a person types: terminals on real sockets, and a round between them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.client import connect

from croupier.engine.deal import Deal
from croupier.table.state import Step, next_place, set_size

if TYPE_CHECKING:
    from contextlib import ExitStack

    from websockets.sync.client import ClientConnection

    from croupier.server.opening import OpenHouse
    from croupier.table.state import Table


BOX = 2


class Terminal:
    """A person at a table: everything that was received, and answers to what is asked."""

    def __init__(self, socket: ClientConnection, table: str, name: str) -> None:
        self.socket = socket
        self.table, self.name, self.asked, self.version = table, name, 0, 0
        self.frames: list[str] = []
        socket.send(json.dumps({"type": "watch", "table": table}))

    def next(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=30)
        self.frames.append(text if isinstance(text, str) else text.decode())
        told: dict[str, Any] = json.loads(self.frames[-1])
        if told["type"] == "seen":
            self.version = told["version"]
        return told

    def ask(self, command: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as a command has it
        self.asked += 1
        message = {"type": "ask", "id": f"{self.asked}", "table": self.table}
        self.socket.send(json.dumps(message | {"command": {"command": command} | more}))
        while (told := self.next()).get("id") != f"{self.asked}":
            pass
        return told

    def does(self, command: str, **more: Any) -> None:  # noqa: ANN401
        told = self.ask(command, **more)
        assert told["type"] == "acknowledged", (command, more, told)

    def received(self, version: int) -> str:
        """All that has arrived until the table was seen as it is now, and what came with that."""
        while self.version < version:
            self.next()
        self.socket.send('{"type": "ping"}')
        while self.next()["type"] != "pong":
            pass
        return "\n".join(self.frames)


class Room:
    """A house with one table, its dealer and a guest."""

    def __init__(self, house: OpenHouse, game: str, dealer: Terminal, player: Terminal) -> None:
        self.house, self.game, self.dealer, self.player = house, game, dealer, player

    @property
    def table(self) -> Table:
        return self.house.play.tables[self.game].table

    def received(self, terminal: Terminal) -> str:
        return terminal.received(self.house.play.tables[self.game].version)

    def bet(self) -> None:
        """Betting is opened and closed by the dealer; the player sits and bets between."""
        name, place = self.player.name, {}
        self.dealer.does("open-betting")
        if self.table.setup.boxes is not None:
            place = {"box": BOX}
            self.player.does("sit", player=name, box=BOX)
        self.player.does("place", player=name, bet=self.table.main_bet, cents=2500, **place)
        self.dealer.does("close-betting")

    def deal(self, cards: list[str]) -> None:
        while self.table.step is Step.DEALING and (place := next_place(self.table)) is not None:
            some = [cards.pop(0) for _ in range(set_size(self.table, place))]
            self.dealer.does("deal", cards=" ".join(some))

    @property
    def hand_size(self) -> int:
        assert isinstance(self.table.game.deal, Deal)
        return self.table.game.deal.cards

    def hands(self, cards: list[str]) -> tuple[list[str], list[str]]:
        """The player's cards and the dealer's."""
        return cards[: self.hand_size], cards[self.hand_size :]

    def play(self, cards: list[str] | None = None) -> None:
        """The player looks and decides; the dealer opens the hands, reading them if he must."""
        name, exposing = self.player.name, self.table.game.procedure.exposing
        assert exposing is not None
        own, dealers = map(" ".join, self.hands(cards or []))
        if self.table.game.procedure.looking:
            self.player.does("look", player=name, box=BOX)
        if self.table.game.decision:
            self.player.does("decide", player=name, box=BOX, choice="play")
        elif exposing.returned:
            (self.dealer if cards else self.player).does("return-hand", box=BOX, cards=own)
        self.dealer.does("expose-dealer", cards=dealers)
        if BOX not in self.table.round.face_up or None in self.table.cards_of(BOX):
            self.dealer.does("return-hand", box=BOX, cards=own)


def entered(entering: ExitStack, where: str, game: str, path: str, **body: str) -> Terminal:
    """A terminal of one who signs in, or comes as a guest."""
    told = httpx.post(f"http://{where}{path}", json=body)
    cookie = {"Cookie": f"croupier={told.cookies['croupier']}"}
    socket = entering.enter_context(connect(f"ws://{where}/ws", additional_headers=cookie))
    return Terminal(socket, game, told.json()["name"])


def found(cards: list[str], text: str) -> list[str]:
    return [card for card in cards if re.search(rf"\b{card}\b", text)]
