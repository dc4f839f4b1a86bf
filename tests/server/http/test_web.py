"""The house on the web: a real server, real sockets, real crashes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import websockets

from croupier.problems import BadInput
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.shoes.fairness import record, verify
from croupier.server.streams import faults
from croupier.table.state import Step
from tests.support.house_in_thread import TABLES, Running
from tests.support.http_callers import refused
from tests.support.ready_program import ReadyProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

CROUPIER = str(Path(sys.executable).with_name("croupier"))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    yield made
    made.stop()
    assert {live.table.step for live in made.house.play.tables.values()} == {Step.CONCLUDED}
    store = SqliteStore(made.house.store.path)
    assert list(faults(store, made.house.keys.public)) == []
    for name in TABLES:
        assert verify(record(store, name)) == []
    store.close()


def guest(url: str) -> tuple[str, str]:
    """A guest's name and cookie."""
    answered = httpx.post(f"{url}/api/guest")
    assert answered.status_code == 200
    return answered.json()["name"], f"croupier={answered.cookies['croupier']}"


class Terminal:
    def __init__(self, socket: Any, name: str) -> None:  # noqa: ANN401 - a websocket
        self.socket, self.name = socket, name
        self.frames: list[str] = []
        self.asked = 0
        self.balance = self.provisional = 0
        self.hand = ""

    async def next(self) -> dict[str, Any]:
        text = await asyncio.wait_for(self.socket.recv(), 20)
        self.frames.append(text if isinstance(text, str) else text.decode())
        told: dict[str, Any] = json.loads(self.frames[-1])
        if told["type"] == "purse":
            self.balance = told["balance_cents"]
        if told["type"] == "own":
            self.provisional = told["provisional_cents"]
            self.hand = (told["part"]["hand"] or {"cards": ""})["cards"]
        return told

    async def until(self, reached: Any) -> None:  # noqa: ANN401 - any question
        while not reached():
            await self.next()

    async def send(self, **message: Any) -> None:  # noqa: ANN401 - any message
        await self.socket.send(json.dumps(message))

    async def ask(self, table: str, **command: Any) -> dict[str, Any]:  # noqa: ANN401
        self.asked += 1
        name = f"r{self.asked}"
        await self.send(type="ask", id=name, table=table, command=command)
        while True:
            told = await self.next()
            if told.get("id") == name:
                return told

    async def seen(self, table: str, step: str) -> dict[str, Any]:
        while True:
            told = await self.next()
            if told["type"] == "seen" and told["table"] == table and told["view"]["step"] == step:
                return told

    async def settled(self, table: str, player: str | None = None) -> list[dict[str, Any]]:
        """The lines of a player, own or another's, when a settlement is told of."""
        while True:
            told = await self.next()
            if told.get("table") != table or told["type"] == "results":
                continue
            found = told["part"] if told["type"] == "own" else told["view"]
            lines = [line for line in found["lines"] if line["player"] == (player or self.name)]
            if lines:
                return lines


def connected(running: Running, cookie: str, **more: str) -> Any:  # noqa: ANN401
    headers = {"Cookie": cookie} | more
    return websockets.connect(f"ws://127.0.0.1:{running.port}/ws", additional_headers=headers)


def test_a_player_plays_a_round_of_baccarat(running: Running) -> None:
    async def play() -> None:
        name, cookie = guest(running.url)
        async with connected(running, cookie) as socket:
            terminal = Terminal(socket, name)
            welcome = await terminal.next()
            assert (welcome["type"], welcome["who"]["name"]) == ("welcome", name)
            assert [table["game"] for table in welcome["tables"]] == list(TABLES.values())
            await terminal.send(type="watch", table="t5")
            seen = await terminal.seen("t5", "betting")
            assert terminal.balance == 200_000
            assert seen["until"] is None or seen["until"] > seen["now"] - 1500  # it waits for a bet
            placed = {"command": "place", "player": name, "bet": "player", "cents": 10_000}
            told = await terminal.ask("t5", **placed)
            while told["type"] == "refused" and told["why"] in {"betting-closed", "not-now"}:
                await terminal.seen("t5", "betting")
                told = await terminal.ask("t5", **placed)
            assert told["type"] == "acknowledged"
            [line] = await terminal.settled("t5")
            assert line["clauses"]
            won = line["back_cents"] - line["stake_cents"]
            await terminal.until(lambda: terminal.balance == 200_000 + won)
            await terminal.until(lambda: not terminal.provisional)

    asyncio.run(play())


def test_a_hidden_card_reaches_no_other_terminal(running: Running) -> None:
    """Every frame that another player received before the hand was laid open."""

    async def play() -> None:
        (name, cookie), (other, theirs) = guest(running.url), guest(running.url)
        async with connected(running, cookie) as one, connected(running, theirs) as two:
            mine, watcher = Terminal(one, name), Terminal(two, other)
            for terminal in (mine, watcher):
                await terminal.next()
                await terminal.send(type="watch", table="t4")
            placed = {"command": "place", "player": name, "bet": "ante", "cents": 2500, "box": 3}
            told: dict[str, Any] = {"type": "refused"}
            while told["type"] != "acknowledged":
                await mine.seen("t4", "betting")
                told = await mine.ask("t4", **placed)
            seen = await mine.seen("t4", "playing")
            assert [box["cards"] for box in seen["view"]["boxes"] if box["box"] == 3] == [
                "?? ?? ??"
            ]
            told = await mine.ask("t4", command="look", player=name, box=3)
            assert told["type"] == "acknowledged"
            await mine.until(lambda: mine.hand)
            cards = mine.hand
            told = await mine.ask("t4", command="decide", player=name, box=3, choice="fold")
            assert told["type"] == "acknowledged"
            await watcher.settled("t4", name)
            told_all = "\n".join(watcher.frames)
            assert cards not in told_all

    asyncio.run(play())


def test_the_same_request_again_is_answered_again(running: Running) -> None:
    async def play() -> None:
        name, cookie = guest(running.url)
        async with connected(running, cookie) as socket:
            terminal = Terminal(socket, name)
            await terminal.next()
            await terminal.send(type="watch", table="t5")
            command = {"command": "place", "player": name, "bet": "tie", "cents": 500}
            told: dict[str, Any] = {"type": "refused"}
            number = 0
            while told["type"] != "acknowledged":
                await terminal.seen("t5", "betting")
                number += 1
                message = {"type": "ask", "id": f"same{number}", "table": "t5", "command": command}
                await terminal.send(**message)
                told = await answered(terminal, f"same{number}")
            await terminal.send(**message)
            assert await answered(terminal, f"same{number}") == told
            assert [line["stake_cents"] for line in await terminal.settled("t5")] == [500]

    asyncio.run(play())


async def answered(terminal: Terminal, name: str) -> dict[str, Any]:
    while (told := await terminal.next()).get("id") != name:
        pass
    return told


PLACED = '{"type":"ask","id":"x","table":"t5","command":{"command":"place","player":"p1","bet":'
TOO_MUCH = PLACED + '"tie","cents":100000000001}}'
NONSENSE = [
    "",
    "no json",
    "[]",
    "{}",
    '{"type":"dance"}',
    '{"type":"watch"}',
    '{"type":"watch","table":"t9"}',
    '{"type":"watch","table":5}',
    '{"type":"ask","id":"x","table":"t1","command":{"command":"steal"}}',
    '{"type":"ask","id":"x","table":"t1","command":{"command":"place","cents":1.5}}',
    TOO_MUCH,
    '{"type":"ping","more":1}',
    "\x00",
    '"' + "x" * (16_384 + 1) + '"',
]


def test_nonsense_is_answered_and_harms_nobody(running: Running) -> None:
    async def play() -> None:
        name, cookie = guest(running.url)
        async with connected(running, cookie) as socket:
            terminal = Terminal(socket, name)
            await terminal.next()
            assert (await terminal.next())["type"] == "purse"
            for text in NONSENSE:
                await socket.send(text)
                assert (await terminal.next())["type"] == "bad", text
            await socket.send(b"\xff\xfe")
            assert (await terminal.next())["type"] == "bad"
            await terminal.send(type="ping")
            assert (await terminal.next())["type"] == "pong"
            told = await terminal.ask("t1", command="settle")
            assert (told["type"], told["why"]) == ("refused", "not-permitted")
            assert told["clauses"]

    asyncio.run(play())


def test_who_is_not_signed_in_or_comes_from_elsewhere_stays_out(running: Running) -> None:
    async def knock(cookie: str, **more: str) -> None:
        with pytest.raises(websockets.InvalidStatus):
            async with connected(running, cookie, **more):
                pass

    asyncio.run(knock("croupier=nonsense"))
    _, cookie = guest(running.url)
    asyncio.run(knock(cookie, Origin="https://elsewhere.example"))
    elsewhere = httpx.post(
        f"{running.url}/api/guest", headers={"Origin": "https://elsewhere.example"}
    )
    assert elsewhere.status_code == 403
    assert httpx.get(f"{running.url}/api/me").status_code == 401


def test_staff_sign_in(running: Running) -> None:
    assert isinstance(running.staff, list)
    name, role, password = running.staff[0]
    wrong = httpx.post(f"{running.url}/api/sign-in", json={"name": name, "password": "wrong"})
    assert (wrong.status_code, "password" in wrong.json()["says"]) == (403, True)
    right = httpx.post(f"{running.url}/api/sign-in", json={"name": name, "password": password})
    assert right.json() == {"name": name, "role": role}
    assert "httponly" in right.headers["set-cookie"].lower()
    bad = httpx.post(f"{running.url}/api/sign-in", content=b"{")
    assert bad.status_code == 400
    cookie = {"Cookie": f"croupier={right.cookies['croupier']}"}
    assert httpx.get(f"{running.url}/api/me", headers=cookie).json()["role"] == role
    httpx.post(f"{running.url}/api/sign-out", headers=cookie)
    assert httpx.get(f"{running.url}/api/me", headers=cookie).status_code == 401


def test_tickets_and_plain_pages(running: Running) -> None:
    _, cookie = guest(running.url)
    headers = {"Cookie": cookie}
    paid = httpx.post(f"{running.url}/api/cash-out", json={"cents": 50_000}, headers=headers)
    assert paid.json()["cents"] == 50_000
    short = httpx.post(f"{running.url}/api/cash-out", json={"cents": 500_000}, headers=headers)
    assert (short.status_code, short.json()) == (
        409,
        refused("not-enough", "1500.00 is there"),
    )
    page = httpx.get(f"{running.url}/")
    assert "Royal Three Pictures" in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'self'")
    assert httpx.get(f"{running.url}/health").text == "ok\n"
    assert httpx.get(f"{running.url}/ready").text == "ready\n"
    assert f"croupier_tables {len(TABLES)}" in httpx.get(f"{running.url}/metrics").text
    assert httpx.get(f"{running.url}/nowhere").status_code == 404
    assert httpx.get(f"{running.url}/api/guest").status_code == 405


def test_a_house_is_opened_once(running: Running) -> None:
    """Two programs on one folder would be two writers of the same tables."""
    with pytest.raises(BadInput, match="this house is open already"):
        OpenHouse(running.house.store.path.parent, profile=LIGHT)


def test_a_certificate_that_is_not_there(tmp_path: Path) -> None:
    asked = [CROUPIER, "serve", "--port", "0", "--folder", str(tmp_path / "house")]
    tls = ["--certificate", "nowhere.pem", "--key", "nowhere.pem"]
    done = subprocess.run([*asked, *tls], capture_output=True, text=True, check=False)
    said = (done.returncode, done.stdout, done.stderr)
    assert said == (2, "", "nowhere.pem: there is no such file\n")
    assert not (tmp_path / "house").exists()


@pytest.mark.standard(3, 29)
def test_killed_in_mid_round_and_started_again(tmp_path: Path) -> None:
    """Stakes of a round that nothing had decided come back, by the document's own clause."""

    def start() -> tuple[ReadyProgram, str]:
        asked = ["serve", "--port", "0", "--folder", str(tmp_path / "house"), "--pace", "0"]
        process = ReadyProgram(asked, stdout=subprocess.PIPE)
        assert process.stdout is not None
        for line in process.stdout:
            if "is open at" in line:
                process.stdout.close()
                return process, line.split()[-1].rstrip("/")
        raise AssertionError("it did not start")

    async def bet(url: str, cookie: str, name: str) -> None:
        address = url.replace("http", "ws") + "/ws"
        async with websockets.connect(address, additional_headers={"Cookie": cookie}) as socket:
            terminal = Terminal(socket, name)
            await terminal.next()
            command = {"command": "place", "player": name, "bet": "banker", "cents": 20_000}
            assert (await terminal.ask("t5", **command))["type"] == "acknowledged"

    process, url = start()
    try:
        name, cookie = guest(url)
        asyncio.run(bet(url, cookie, name))
        headers = {"Cookie": cookie}
        assert httpx.get(f"{url}/api/me", headers=headers).json()["balance_cents"] == 180_000
        os.kill(process.pid, signal.SIGKILL)
        process.wait(20)
        process, url = start()
        assert httpx.get(f"{url}/api/me", headers=headers).json()["balance_cents"] == 200_000
    finally:
        process.kill()
        process.wait(20)
    store = SqliteStore(tmp_path / "house" / "house.db")
    assert list(faults(store, store.meta()["key"])) == []
