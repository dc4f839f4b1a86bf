"""Terminals of a house on several nodes: they bet, go to another node, ask again by the same id.

Each keeps what it was told: acknowledgements, versions of its table, and how long it heard nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.support.house_invariants import Asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from websockets.asyncio.client import ClientConnection

    from tests.support.node_processes import Processes

QUIET = 3.0
"""Seconds without a word after which a terminal goes to another node, which is no less than a lease
lasts: pages wait eight."""
AGAIN = 0.25
CENTS = 100
GONE = (WebSocketException, OSError, TimeoutError, EOFError, InvalidHandshake)
NOT_YET = {"paused", "on-another-node"}
"""Answers to what may be asked again by the same id."""


class Felt(msgspec.Struct, gc=False):
    step: str


class Told(msgspec.Struct, gc=False):
    """What a terminal reads of any message."""

    type: str
    table: str = ""
    version: int = 0
    since: int = 0
    events: tuple[msgspec.Raw, ...] = ()
    view: Felt | None = None
    id: str = ""
    why: str | None = None
    paused: str | None = None


told_decoder = msgspec.json.Decoder(Told)


class Frame(NamedTuple):
    table: str
    since: int
    version: int
    events: int
    is_first: bool
    """Of a connection: a node that was just started has not seen what came before."""


class Said(NamedTuple):
    at: float
    url: str
    paused: str | None


class Gaps(NamedTuple):
    """Seconds, of all terminals."""

    silent: float
    """The longest without any message."""
    silent_median: float
    waited: float
    """The longest from a wager to its answer, asked again as often as it took."""
    waited_median: float

    def __str__(self) -> str:
        return (
            f"silent {self.silent:.1f} s (median {self.silent_median:.1f}), a wager waited"
            f" {self.waited:.1f} s (median {self.waited_median:.1f})"
        )


class Player:
    def __init__(self, name: str, cookie: str, table: str, urls: Sequence[str], seed: str) -> None:
        self.name, self.cookie, self.table, self.urls = name, cookie, table, list(urls)
        self.rng = Random(seed)
        self.at = self.rng.randrange(len(self.urls))
        self.over, self.stays = False, False
        self.asked: dict[str, Asked] = {}
        self.refused: dict[str, str] = {}
        self.unanswered: str | None = None
        self.frames: list[Frame] = []
        self.said: list[Said] = []
        self.wrong: list[str] = []
        self.refusals, self.numbers = Counter[str](), 0
        self.version, self.went_back, self.moved = 0, 0, 0
        self.step, self.betting = "", asyncio.Event()
        self.answer: asyncio.Future[Told] | None = None
        self.pause = 0.5
        self.forget()

    def forget(self) -> None:
        """What was measured until now."""
        self.heard = self.forgot = time.monotonic()
        self.silent = 0.0
        self.waited: list[float] = []

    def waits_so_far(self, now: float) -> list[float]:
        waiting = [] if self.unanswered is None else [now - max(self.began, self.forgot)]
        return [0.0, *self.waited, *waiting]

    @property
    def url(self) -> str:
        return self.urls[self.at % len(self.urls)]

    async def run(self) -> None:
        while not self.over:
            try:
                async with connect(
                    f"{self.url.replace('http', 'ws', 1)}/ws",
                    additional_headers={"Cookie": self.cookie},
                    open_timeout=QUIET,
                    close_timeout=0.2,
                    ping_interval=None,
                    max_size=None,
                    compression=None,
                ) as line:
                    await self.at_a_terminal(line)
            except* GONE:
                self.moved += 1
                self.at += 0 if self.stays else 1
                await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def at_a_terminal(self, line: ClientConnection) -> None:
        """Until either is gone, or the line is."""
        self.first = True
        self.answer, self.step = None, ""
        self.betting.clear()
        watch = {"type": "watch", "table": self.table, "since": self.version or None}
        await line.send(msgspec.json.encode(watch).decode())
        async with asyncio.TaskGroup() as both:
            hearing = both.create_task(self.hear(line))
            await self.play(line)
            hearing.cancel()

    async def hear(self, line: ClientConnection) -> None:
        asked = False
        while True:
            try:
                async with asyncio.timeout(QUIET / 2):
                    data = await line.recv(decode=False)
            except TimeoutError:
                if asked:
                    raise
                asked = True
                await line.send('{"type":"ping"}')
                continue
            asked, now = False, time.monotonic()
            self.silent, self.heard = max(self.silent, now - self.heard), now
            self.take(told_decoder.decode(data), now)

    def take(self, told: Told, now: float) -> None:
        if told.type == "seen" and told.table == self.table:
            self.see(told)
        elif told.type == "notice":
            self.said.append(Said(now, self.url, told.paused))
        elif told.id and told.id == self.unanswered and self.waits:
            assert self.answer is not None
            self.answer.set_result(told)

    @property
    def waits(self) -> bool:
        return self.answer is not None and not self.answer.done()

    def see(self, told: Told) -> None:
        expected = min(self.version, told.version) if self.first else self.version
        if (self.version or not self.first) and told.since != expected:
            self.wrong.append(f"{self.name}: from {told.since}, and {self.version} was seen")
        if told.version < self.version:
            self.went_back += 1
        self.frames.append(
            Frame(self.table, told.since, told.version, len(told.events), self.first)
        )
        self.first, self.version = False, told.version
        assert told.view is not None
        self.step = told.view.step
        (self.betting.set if self.step == "betting" else self.betting.clear)()

    async def play(self, line: ClientConnection) -> None:
        while not self.over:
            if self.unanswered is None:
                if not self.betting.is_set():
                    await self.until_betting()
                    continue
                self.new_wager()
            await self.ask(line)
            await asyncio.sleep(self.rng.uniform(0, self.pause))

    async def until_betting(self) -> None:
        try:
            async with asyncio.timeout(0.2):
                await self.betting.wait()
        except TimeoutError:
            return

    def new_wager(self) -> None:
        self.numbers += 1
        self.unanswered, self.began = f"w{self.numbers}", time.monotonic()
        bet = self.rng.choice(("player", "banker", "tie"))
        self.command = {"command": "place", "player": self.name, "bet": bet, "cents": CENTS}
        self.asked[f"{self.name}/{self.unanswered}"] = Asked(self.table, self.name, CENTS)

    async def ask(self, line: ClientConnection) -> None:
        name = self.unanswered
        self.answer = asyncio.get_running_loop().create_future()
        sent = {"type": "ask", "id": name, "table": self.table, "command": self.command}
        await line.send(msgspec.json.encode(sent).decode())
        told = await self.answer
        request = f"{self.name}/{name}"
        if told.type == "acknowledged":
            self.asked[request] = self.asked[request]._replace(version=told.version)
        elif told.why in NOT_YET:
            self.refusals[told.why or ""] += 1
            await asyncio.sleep(AGAIN)
            return
        else:
            self.refusals[told.why or ""] += 1
            self.refused[request] = f"{told.why} at {self.url}"
        self.waited.append(time.monotonic() - max(self.began, self.forgot))
        self.unanswered = None


class Crowd:
    """Guests at all tables, with terminals at all nodes."""

    def __init__(self, floor: Processes, number: int, seed: int = 7, pause: float = 0.5) -> None:
        self.floor, self.motion = floor, floor.motion
        self.players = self.motion.run(self.come(number, seed), 120)
        for one in self.players:
            one.pause = pause
        self.tasks = [self.motion.start(one.run()) for one in self.players]

    async def come(self, number: int, seed: int) -> list[Player]:
        urls, tables = self.floor.urls, self.floor.tables
        async with httpx.AsyncClient(timeout=20) as client:
            come = [await guest(client, urls[place % len(urls)]) for place in range(number)]
        return [
            Player(name, cookie, tables[place % len(tables)], urls, f"{seed} {name}")
            for place, (name, cookie) in enumerate(come)
        ]

    def forget(self) -> None:
        for one in self.players:
            one.forget()

    @property
    def asked(self) -> dict[str, Asked]:
        return {name: one for player in self.players for name, one in [*player.asked.items()]}

    def gaps(self) -> Gaps:
        """Since `forget`; what is still going on counts as long as it lasts."""
        now = time.monotonic()
        silent = [max(one.silent, now - one.heard) for one in self.players]
        waited = [max(one.waits_so_far(now)) for one in self.players]
        return Gaps(max(silent), median(silent), max(waited), median(waited))

    @property
    def acknowledged(self) -> int:
        return sum(one.version is not None for one in self.asked.values())

    def leave(self) -> None:
        """Each when its last wager is answered."""
        for one in self.players:
            one.over = True
        self.motion.run(self.left(), 60)

    async def left(self) -> None:
        await asyncio.gather(*self.tasks)


async def guest(client: httpx.AsyncClient, url: str) -> tuple[str, str]:
    """The name and the cookie of a new one, as soon as the house lets another in."""
    while True:
        told = await client.post(f"{url}/api/guest")
        client.cookies.clear()
        if told.status_code == 200:
            return told.json()["name"], f"croupier={told.cookies['croupier']}"
        assert told.status_code == 429, told.text
        await asyncio.sleep(0.2)
