"""The reference wallet as a real process, and a house whose players' money lies in it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec

from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.stream import Stream
from croupier.server.money.wallet.books import WALLETS, Books
from croupier.server.money.wallet.http import HttpWallet
from croupier.server.money.wallet.http import Reply as HttpReply
from croupier.server.money.wallet.reconciling import Reconciling
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.play.wallet_queue import WalletQueue
from croupier.server.streams import faults
from croupier.sim.dealer import Shoe
from croupier.table import commands as asks
from croupier.table.state import Step, Table, next_place
from croupier.wire.house import setup_of
from tests.support.configured_house import reached
from tests.support.folders import ROOT
from tests.support.played_house import DEALER, KEYS, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.server.journal.store import Outcome, Write
    from croupier.server.money.wallet.port import NoAnswer
    from croupier.server.play.requests import Reply
    from croupier.table.commands import Who

SERVER = ROOT / "examples" / "wallet_server.py"
SECRET = "of the wallet and of this house, and nobody else's"  # noqa: S105 - of tests
P1, P2 = PLAYERS
BANKROLL = 100_000
PATIENCE = 5.0
GAME = "baccarat"


class WalletProcess:
    """Killed after so many steps of its transactions, where it is told to be."""

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        self.path, self.secret = folder / "wallet.db", folder / "wallet.secret"
        self.secret.write_text(SECRET)
        self.secret.chmod(0o600)
        self.port = port
        self.process: subprocess.Popen[str] | None = None

    def start(self, *, dies_after: int | None = None) -> Self:
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        accounts = [f"--open={who.name}={BANKROLL // 100}.00" for who in PLAYERS]
        given = [str(self.path), f"--secret={self.secret}", f"--port={self.port}", *accounts]
        driver = [] if dies_after is None else ["-c", DYING, str(dies_after)]
        command = [sys.executable, *driver, str(SERVER), *given]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, patience: float = PATIENCE) -> HttpWallet:
        return HttpWallet(self.url, SECRET.encode(), patience)

    def kill(self) -> int:
        assert self.process is not None
        self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait()

    def has(self) -> dict[str, int]:
        with contextlib.closing(sqlite3.connect(self.path)) as db:
            return dict(db.execute("SELECT name, cents FROM players ORDER BY name"))

    def listed(self) -> list[tuple[str, str, int]]:
        with contextlib.closing(sqlite3.connect(self.path)) as db:
            found = "SELECT kind, player, cents FROM transfers ORDER BY number"
            return [tuple(row) for row in db.execute(found)]

    def renew(self) -> None:
        """As it was at first."""
        self.change("DELETE FROM transfers")
        self.change("UPDATE players SET cents = ?", BANKROLL)

    def change(self, says: str, *given: object) -> None:
        with contextlib.closing(sqlite3.connect(self.path)) as db, db:
            db.execute(says, given)


DYING = """
import os, runpy, signal, sys
steps, sys.argv = int(sys.argv[1]), sys.argv[2:]
found = runpy.run_path(sys.argv[0])
def step(*_):
    global steps
    steps -= 1
    if steps < 0:
        os.kill(os.getpid(), signal.SIGKILL)
found["Wallet"].before_commit = found["Wallet"].after_commit = step
found["main"]()
"""
"""The reference wallet, which kills itself after so many steps."""


class WalletFloor:
    """Asks a house that has a wallet, as its own sockets do, and tells what was acknowledged."""

    def __init__(self, queue: WalletQueue, told: Callable[[str], None] = lambda _: None) -> None:
        self.queue, self.told = queue, told
        self.shoe = Shoe(self.table.setup.decks, Random(5))
        self.asked = 0

    @property
    def house(self) -> House:
        return self.queue.play

    @property
    def table(self) -> Table:
        return self.house.tables["t1"].table

    async def ask(self, command: asks.AnyCommand, who: Who, name: str | None = None) -> Reply:
        reply = await self.queue.ask(Request("t1", who, command, self.queue.clock(), name))
        if isinstance(reply, Carried) and name is not None:
            self.told(name)
        return reply

    async def carried(self, command: asks.AnyCommand, who: Who = DEALER) -> None:
        reply = await self.ask(command, who)
        assert isinstance(reply, Carried), (command, reply)

    async def bet(self, who: Who, cents: int, name: str) -> Reply:
        return await self.ask(asks.Place(who.name, "banker", cents, 0), who, name)

    async def finish(self) -> None:
        """To the next opening, with which all that was won is the players' own."""
        await self.settle()
        await self.carried(asks.OpenBetting())

    async def settle(self) -> None:
        if self.table.step is Step.BETTING:
            await self.carried(asks.CloseBetting())
        while self.table.step is Step.DEALING and next_place(self.table) is not None:
            [card] = self.shoe.take(self.table, 1)
            await self.carried(asks.Deal(str(card)))
        if self.table.step is not Step.CONCLUDED:
            await self.carried(asks.Settle())

    async def quiet(self) -> None:
        """Until the wallet has everything."""
        desk = self.queue.desk
        async with asyncio.timeout(10):
            await reached(lambda: not (desk.away or any(desk.books.waiting()) or any(desk.due())))


Script = Callable[[WalletFloor], Coroutine[None, None, None]]


class Clock:
    """Each look at it is a moment later."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __call__(self) -> int:
        self.at += 10
        return self.at


def opened(path: Path, wallet: HttpWallet, *, patience: float = PATIENCE) -> WalletQueue:
    """A house with one table; what is written need not outlast a loss of power."""
    store = SqliteStore(path)
    store.connection.execute("PRAGMA synchronous=OFF")
    house = House(store, KEYS)
    if "t1" not in house.tables:
        house.add_table("t1", setup_of(GAME), "m1", 0)
    at = max((entry.at for entry in store.everything()), default=0)
    clock = Clock(at)
    house.recover(clock())
    return WalletQueue(house, clock, wallet, patience)


def played(queue: WalletQueue, script: Script) -> None:
    async def whole() -> None:
        async with queue:
            await script(WalletFloor(queue))

    asyncio.run(whole())
    queue.play.store.close()


def wrong_with(path: Path, wallet: WalletProcess, acknowledged: set[str]) -> list[str]:
    """What must hold when everything is sent: nothing lost, nothing doubled."""
    store = SqliteStore(path)
    try:
        found = [*faults(store, KEYS.public)]
        balances, books = store.balances(), Stream(store, WALLETS, Books()).state
        found += [f"{one} is not answered" for one in books.waiting()]
        for account, cents in balances.items():
            if cents and not account.startswith(("wallet", "house:", "meter:")):
                found.append(f"{cents} cents lie on {account}")
        has, begun = wallet.has(), BANKROLL * len(PLAYERS)
        if sum(has.values()) != begun + balances.get("wallet", 0):
            found.append(f"{has} in the wallet, {balances.get('wallet', 0)} taken out of it")
        missing = acknowledged - store.answers_to(sorted(acknowledged)).keys()
        found += [f"{one} was acknowledged and is not there" for one in missing]
        reconciling = Reconciling()
        reconciling.list_of(wallet.client())
        return found + reconciling.compared(store, store.head("wallet")[0])
    finally:
        store.close()


class Steps:
    """Counts down, then kills its own process; told in each step what is done there."""

    def __init__(self, left: int | None) -> None:
        self.left, self.passed = left, 0

    def step(self) -> None:
        self.passed += 1
        if self.left is not None and self.passed > self.left:
            os.kill(os.getpid(), signal.SIGKILL)


class SteppedWallet(HttpWallet):
    steps: Steps

    def asked(
        self, method: str, path: str, key: str = "", body: object = None
    ) -> HttpReply | NoAnswer:
        if not key:
            return super().asked(method, path, key, body)
        self.steps.step()
        reply = super().asked(method, path, key, body)
        self.steps.step()
        return reply


def stepped(queue: WalletQueue, steps: Steps) -> None:
    """A step before and after each commit that has to do with money."""
    store, append = queue.play.store, queue.play.store.append

    def in_steps(writes: Sequence[Write]) -> list[Outcome]:
        if not any(write.moved or of_wallet(write) for write in writes):
            return append(writes)
        steps.step()
        outcomes = append(writes)
        steps.step()
        return outcomes

    store.append = in_steps  # type: ignore[method-assign]


def of_wallet(write: Write) -> bool:
    return any(part.stream == "wallet" for part in write.parts)


class Ran(NamedTuple):
    killed: bool
    steps: int
    acknowledged: set[str]


def in_a_process(path: Path, wallet: WalletProcess, script: Script, dies: int | None) -> Ran:
    """A house in a process of its own, killed after so many steps."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            play_in_child(path, wallet, script, Steps(dies), writer)
            status = 0
        except BaseException:  # noqa: BLE001 - of a child
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as told_by:
        lines = [msgspec.json.decode(line) for line in told_by]
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, -signal.SIGKILL}, code
    names = {one for one in lines if isinstance(one, str)}
    return Ran(code != 0, next((one for one in lines if isinstance(one, int)), 0), names)


def play_in_child(
    path: Path, wallet: WalletProcess, script: Script, steps: Steps, writer: int
) -> None:
    client = SteppedWallet(wallet.url, SECRET.encode(), PATIENCE)
    client.steps = steps
    queue = opened(path, client)
    stepped(queue, steps)

    def told(said: object) -> None:
        os.write(writer, msgspec.json.encode(said) + b"\n")

    async def whole() -> None:
        async with queue:
            await script(WalletFloor(queue, told))

    asyncio.run(whole())
    told(steps.passed)
