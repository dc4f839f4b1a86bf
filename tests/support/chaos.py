"""Chaos: a real house under load, killed, filled up, locked and set to another time, from a seed.

Players bet at random at a table of each game over real sockets, vanish and come back. A dealer
tries to choose cards and results, two strangers flood the house. The seed decides what they and the
trouble try; when it happens is up to the machine. After each kill and at the end everything that
must hold of the house's file is checked (see `house_invariants`), and nothing may be the insider's.

    python -m tests.support.chaos --minutes 5 --seed 7
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Selection
from croupier.server.play.house import House
from croupier.server.shoes import fairness
from croupier.table.state import Step
from tests.support.attackers import INSIDER, SECOND, Attacker, Flooder, Insider, Supervisor
from tests.support.house_invariants import Asked, unkept, wrong
from tests.support.server_process import (
    CROUPIER,
    GONE,
    TABLES,
    Served,
    Terminal,
    furnished,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.server_process import Told

HOUR = 3600
PLAYERS, FLOODERS = 8, 2
LAST_LIES = 3
"""Seconds."""
MOVES = {
    "betting-opened",
    "betting-closed",
    "cards-dealt",
    "hand-returned",
    "dealer-exposed",
    "round-settled",
    "round-voided",
    "round-interrupted",
    "shoe-replaced",
}
"""Events of a round that nobody but the house's own dealer and clock brings about here."""


class Broken(AssertionError):  # noqa: N818 - a finding
    """Something did not hold; the seed is in what it says."""


class Player(threading.Thread):
    """Bets, decides and vanishes at random; never gives up."""

    def __init__(self, name: str, cookie: str, served: Served, seed: str) -> None:
        super().__init__(daemon=True, name=name)
        self.cookie, self.served = cookie, served
        self.rng = Random(seed)
        self.over = threading.Event()
        self.asked: dict[str, Asked] = {}
        """By the name under which the house keeps the request."""
        self.unsure: list[tuple[str, dict[str, Any]]] = []
        """Asked, and cut off before the answer."""
        self.wrong: list[str] = []
        self.number = self.vanished = 0

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.at_a_terminal(Terminal(self.served.url, self.cookie, self.name))
            except GONE:
                self.over.wait(self.rng.random() / 2)
            except Exception as error:  # noqa: BLE001 - a finding, told with the seed
                self.wrong.append(f"{self.name} could not go on: {error!r}")
                return

    def at_a_terminal(self, terminal: Terminal) -> None:
        tables = terminal.first["tables"]
        for table in tables:
            terminal.watch(table["name"])
        for request, message in self.unsure:
            self.hear(request, terminal.ask(**message))
        self.unsure.clear()
        while not self.over.is_set():
            if self.rng.random() < 0.02:
                self.vanished += 1
                terminal.vanish()
                return
            self.act(terminal, self.rng.choice(tables))
            with suppress(TimeoutError):
                terminal.next(self.rng.random() / 10)
        terminal.close()

    def act(self, terminal: Terminal, table: Told) -> None:
        step, name = terminal.steps.get(table["name"]), self.name
        box = self.rng.randint(1, table["boxes"]) if table["boxes"] else 0
        if step == "betting":
            bet, (least, most) = self.rng.choice(list(table["limits"].items()))
            cents = min(most, least * self.rng.randint(1, 3))
            self.place(terminal, table["name"], bet, cents, box)
        elif step == "playing" and box:
            choice = self.rng.choice(("play", "fold"))
            command: dict[str, Any] = self.rng.choice(
                (
                    {"command": "look", "player": name, "box": box},
                    {"command": "decide", "player": name, "box": box, "choice": choice},
                    {"command": "return-hand", "box": box},
                )
            )
            terminal.ask(table["name"], **command)

    def place(self, terminal: Terminal, table: str, bet: str, cents: int, box: int) -> None:
        self.number += 1
        given = f"place-{self.number}"
        request = f"{self.name}/{given}"
        command = {"command": "place", "player": self.name, "bet": bet, "cents": cents, "box": box}
        message: dict[str, Any] = {"table": table, "id": given, **command}
        self.asked[request] = Asked(table, self.name, cents)
        try:
            told = terminal.ask(**message)
        except GONE:
            self.unsure.append((request, message))
            raise
        self.hear(request, told)

    def hear(self, request: str, told: Told) -> None:
        if told["type"] != "acknowledged":
            return
        known = self.asked[request]
        if known.version not in {None, told["version"]}:
            self.wrong.append(f"{request} was acknowledged twice, and differently")
        self.asked[request] = known._replace(version=told["version"])


class Chaos:
    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed, self.rng = folder, seed, Random(seed)
        passwords: dict[str, str] = {}
        cookies = furnished(folder, guests=PLAYERS, passwords=passwords)
        self.served = Served(folder)
        self.players = [
            Player(name, cookie, self.served, f"{seed} {name}") for name, cookie in cookies.items()
        ]
        self.attackers: list[Attacker] = [
            Insider(INSIDER, passwords[INSIDER], self.served, f"{seed} insider"),
            *(Flooder(n, self.served, f"{seed} flooder {n}") for n in range(FLOODERS)),
        ]
        self.second = Supervisor(SECOND, passwords[SECOND], self.served, f"{seed} second")
        self.people: list[Player | Attacker] = [*self.players, *self.attackers]
        self.counts = {"kills": 0, "full": 0, "locked": 0, "jumps": 0, "checks": 0}

    def run(self, seconds: float, tell: Callable[[float, str], None]) -> None:
        began = time.monotonic()
        for one in (*self.people, self.second):
            one.start()
        troubles = (self.kill, self.kill, self.fill, self.hold)
        while (gone := time.monotonic() - began) < seconds:
            tell(gone, self.words())
            time.sleep(self.rng.uniform(0.3, 2))
            self.rng.choice(troubles)()
        for one in self.people:
            one.over.set()
        for one in self.people:
            one.join(60)
        time.sleep(LAST_LIES)  # the second person rejects what the insider said last
        self.second.over.set()
        self.second.join(60)
        self.served.stop()
        self.check()
        self.check_the_end()

    def kill(self) -> None:
        """At any moment, and started again at another time of day."""
        self.counts["kills"] += 1
        self.served.kill()
        self.check()
        if self.rng.random() < 0.5:
            self.counts["jumps"] += 1
            self.served.seconds_off = self.rng.randint(-HOUR, HOUR)
        self.served.start()

    def fill(self) -> None:
        self.counts["full"] += 1
        with self.served.full_disk():
            time.sleep(self.rng.uniform(0.1, 0.8))
            if self.rng.random() < 0.3:
                self.served.kill()
        if self.served.process.poll() is not None:
            self.counts["kills"] += 1
            self.check()
            self.served.start()

    def hold(self) -> None:
        """Another program holds the file, at times for longer than the house waits."""
        self.counts["locked"] += 1
        other = sqlite3.connect(self.folder / "house.db", isolation_level=None, timeout=10)
        other.execute("BEGIN IMMEDIATE")
        time.sleep(self.rng.choice((0.2, 0.5, 2.5)))
        other.execute("ROLLBACK")
        other.close()

    def check(self) -> None:
        self.counts["checks"] += 1
        store = SqliteStore(self.folder / "house.db")
        asked = {key: one for player in self.players for key, one in list(player.asked.items())}
        found = [*wrong(store, store.meta()["key"]), *unkept(store, asked), *insiders_doing(store)]
        store.close()
        found += [one for player in self.players for one in player.wrong]
        found += self.served.complaints()
        if found:
            raise Broken(f"seed {self.seed}: " + "; ".join(found[:5]))

    def check_the_end(self) -> None:
        """Every round has ended, nothing is staked, and the program's own audit agrees."""
        house = House(SqliteStore(self.folder / "house.db"), Keys.at(self.folder / "signing.key"))
        open_rounds = [
            name for name, one in house.tables.items() if one.table.step is not Step.CONCLUDED
        ]
        staked = sum(cents for name, cents in house.balances.items() if name.startswith("stakes:"))
        unfair = [
            f"{table}: {one}"
            for table in TABLES
            for one in fairness.verify(fairness.record(house.store, table))
        ]
        house.store.close()
        if unfair:
            raise Broken(f"seed {self.seed}: " + "; ".join(unfair[:5]))
        if open_rounds or staked:
            raise Broken(f"seed {self.seed}: {open_rounds} did not end, {staked} cents lie there")
        audited = subprocess.run(
            [CROUPIER, "audit", "verify", str(self.folder / "house.db")],
            capture_output=True,
            text=True,
            check=False,
        )
        if audited.returncode:
            raise Broken(f"seed {self.seed}: {audited.stdout}{audited.stderr}")

    @property
    def acknowledged(self) -> int:
        return sum(
            one.version is not None for player in self.players for one in [*player.asked.values()]
        )

    def words(self) -> str:
        told = {**self.counts, "wagers": self.acknowledged}
        told["vanished"] = sum(player.vanished for player in self.players)
        insider, *flooders = self.attackers
        told["lies"] = insider.tried
        told["frames of a flood"] = sum(one.tried for one in flooders)
        return ", ".join(f"{value:,} {name}" for name, value in told.items())

    def end(self) -> None:
        for one in (*self.people, self.second):
            one.over.set()
        if self.served.process.poll() is None:
            self.served.kill()


def insiders_doing(store: SqliteStore) -> Iterator[str]:
    """What moved money or a round at a table on the insider's word alone."""
    for entry in store.select(Selection(person=INSIDER)):
        event = msgspec.json.decode(entry.body)
        if entry.stream.startswith("table:") and (entry.postings or event["event"] in MOVES):
            yield f"{entry.stream} entry {entry.version}: {event['event']} by {INSIDER}"


def chaos(folder: Path, seed: int, seconds: float, tell: Callable[[float, str], None]) -> Chaos:
    made = Chaos(folder, seed)
    try:
        made.run(seconds, tell)
    finally:
        made.end()
    return made


def main() -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    parser = argparse.ArgumentParser(description="A house under load, in every trouble there is.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    given = parser.parse_args()
    console = Console(highlight=False, markup=False)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # a killed house is no news
    console.print(f"seed {given.seed}")
    columns = BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    with (
        TemporaryDirectory() as folder,
        Progress(*columns, console=console, transient=True) as bar,
    ):
        task = bar.add_task("", total=60 * given.minutes)

        def tell(gone: float, words: str) -> None:
            bar.update(task, completed=gone, description=words)

        try:
            made = chaos(Path(folder) / "house", given.seed, 60 * given.minutes, tell)
        except Broken as broken:
            console.print(str(broken))
            sys.exit(1)
    console.print(f"{made.words()}: everything held.")


if __name__ == "__main__":
    main()
