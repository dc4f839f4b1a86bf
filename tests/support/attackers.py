"""Who attacks a house in every other trouble: an insider at a desk, a flooder outside."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from croupier.cards import DECK
from croupier.engine.irregularities import IRREGULARITIES
from tests.support.server_process import GONE, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Served, Told

INSIDER, SECOND = "d1", "f1"
"""The dealer, whose word moves most, and the shift manager, who may reject anything."""
ANSWERED = (*GONE, WebSocketException, httpx.HTTPError)
"""What an attacker runs into when the house is away or has had enough."""


class Attacker(threading.Thread):
    """Goes on whatever the house does to it."""

    def __init__(self, name: str, served: Served, seed: str) -> None:
        super().__init__(daemon=True, name=name)
        self.served, self.rng = served, Random(seed)
        self.over = threading.Event()
        self.tried = 0

    def run(self) -> None:
        while not self.over.is_set():
            with suppress(*ANSWERED):
                self.attack()
            self.over.wait(self.rng.random() / 4)

    def attack(self) -> None:
        raise NotImplementedError


class Staff(Attacker):
    """Somebody at a desk, with a password."""

    def __init__(self, name: str, password: str, served: Served, seed: str) -> None:
        super().__init__(name, served, seed)
        self.password, self.cookie = password, ""

    def attack(self) -> None:
        """Signed in anew: a machine whose clock was set forward has locked the session."""
        with httpx.Client(base_url=self.served.url, timeout=5) as client:
            said = {"name": self.name, "password": self.password}
            client.post("/api/sign-in", json=said, headers={"Origin": self.served.url})
            self.cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
        with Terminal(self.served.url, self.cookie, self.name) as terminal:
            tables = terminal.first["tables"]
            while not self.over.wait(self.rng.random() / 10):
                self.tried += 1
                table = self.rng.choice(tables)
                self.say(terminal, table["name"], self.command(table))

    def say(self, terminal: Terminal, table: str, command: dict[str, Any]) -> None:
        terminal.send(type="ask", id=f"said {time.time_ns()}", table=table, command=command)
        with suppress(TimeoutError):
            terminal.next(0.05)

    def command(self, table: Told) -> dict[str, Any]:
        raise NotImplementedError


class Supervisor(Staff):
    """The honest second person, who rejects whatever the insider says."""

    def command(self, table: Told) -> dict[str, Any]:
        del table
        return {"command": "reject", "reason": "it was not so"}


class Insider(Staff):
    """Names cards, opens, closes, interrupts and reports whatever comes to mind."""

    def command(self, table: Told) -> dict[str, Any]:
        if self.rng.random() < 0.1:
            self.ask_around(table["name"])
        return self.rng.choice(self.lies)(table)

    def ask_around(self, table: str) -> None:
        """Where an answer could say what lies there."""
        hands = {str(self.rng.randint(0, 7)): self.cards(self.rng.choice((3, 52)))}
        said = {"irregularity": "misdealt", "facts": {}, "lies": hands}
        headers = {"Cookie": self.cookie, "Origin": self.served.url}
        client = httpx.Client(base_url=self.served.url, headers=headers, timeout=5)
        with client:
            client.post(f"/api/tables/{table}/ruling", json=said)
            client.get(f"/api/tables/{table}/console")
            client.get("/api/journal", params={"stream": f"table:{table}"})

    def cards(self, number: int) -> str:
        return " ".join(str(card) for card in self.rng.sample(DECK, number))

    @property
    def lies(self) -> tuple[Callable[[Told], dict[str, Any]], ...]:
        rng = self.rng

        def box(table: Told) -> int:
            return rng.randint(1, table["boxes"]) if table["boxes"] else 0

        return (
            lambda _: {"command": rng.choice(("open-betting", "close-betting", "settle"))},
            lambda _: {"command": "deal", "cards": self.cards(rng.randint(1, 3))},
            lambda _: {"command": "expose-dealer", "cards": self.cards(3)},
            lambda table: {"command": "return-hand", "box": box(table), "cards": self.cards(3)},
            lambda _: {"command": rng.choice(("interrupt", "resume", "replace-shoe"))},
            lambda table: {
                "command": "report",
                "irregularity": rng.choice(list(IRREGULARITIES)),
                "facts": {},
                "box": box(table),
            },
            lambda table: {
                "command": "place",
                "player": rng.choice(("g1", "g2", INSIDER)),
                "bet": rng.choice(list(table["limits"])),
                "cents": 2500,
                "box": box(table),
            },
        )


class Flooder(Attacker):
    """Frames of every kind as fast as they are taken, and wrong passwords for everybody."""

    def __init__(self, number: int, served: Served, seed: str) -> None:
        super().__init__(f"flooder {number}", served, seed)
        self.address = f"127.0.0.{number + 2}"
        """Of its own: what it is charged with is nobody else's."""

    def attack(self) -> None:
        kind = self.rng.choice((self.pings, self.texts, self.nonsense, self.asks, self.sign_ins))
        kind()

    def connected(self) -> Any:  # noqa: ANN401 - as the library has it
        where = self.served.url.replace("http", "ws", 1) + "/ws"
        return connect(where, max_size=None, source_address=(self.address, 0))

    def many(self, say: Callable[[Any], object]) -> None:
        with self.connected() as way:
            for _ in range(2000):
                self.tried += 1
                say(way)
                if self.over.is_set():
                    return

    def pings(self) -> None:
        self.many(lambda way: way.ping())

    def texts(self) -> None:
        self.many(lambda way: way.send("x"))

    def nonsense(self) -> None:
        self.many(lambda way: way.send(self.rng.randbytes(self.rng.choice((0, 1, 300)))))

    def asks(self) -> None:
        said = {"command": "place", "player": "g1", "bet": "player", "cents": 2500}
        asked = {"type": "ask", "id": "f1", "table": "t5", "command": said}
        self.many(lambda way: way.send(json.dumps(asked)))

    def sign_ins(self) -> None:
        way = httpx.HTTPTransport(local_address=self.address)
        with httpx.Client(base_url=self.served.url, timeout=5, transport=way) as client:
            for name in ("d1", "s1", "m1", "f1", "a1", "nobody"):
                self.tried += 1
                said = {"name": name, "password": "not the right one"}
                client.post("/api/sign-in", json=said, headers={"Origin": self.served.url})
