"""A house on three nodes, each a process of its own: PostgreSQL, nats-server, `croupier serve`.

Each node reaches the database and the messages by lines of its own, which a test cuts.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx

from croupier.server.journal.sharing import DUTIES, Sharing
from croupier.server.nodes.joining import opened_from_outside
from tests.support import postgres_server
from tests.support.cut_line import CutLine, Motion
from tests.support.house_process import CROUPIER
from tests.support.nats_server import NatsServer, free_port
from tests.support.postgres_standby import kill
from tests.support.ready_program import ReadyProgram
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.sharing import Seen
    from croupier.server.journal.store import Store
    from croupier.server.nodes.joining import AnyShared
    from tests.support.postgres_standby import Standby

OPENS = 40.0
TABLES = ("b1", "b2", "b3", "b4", "b5", "b6")
FILE = """currency = "SGD"
chip = "1.00"
betting_seconds = {betting}
least_betting_seconds = 1
demonstration = true
[serve]
sockets = 4000
sockets_per_address = 4000
guests_per_hour = 100000
"""
TABLE = """[tables.{name}]
game = "baccarat"
decks = 8
limits.player = ["1.00", "5000.00"]
limits.banker = ["1.00", "5000.00"]
limits.tie = ["1.00", "5000.00"]
"""


def house_file(tables: tuple[str, ...], betting: int) -> str:
    return FILE.format(betting=betting) + "".join(TABLE.format(name=one) for one in tables)


class NodeProcess:
    """One node; killed, stopped for a while and started again as a test wants."""

    def __init__(self, floor: Processes, name: str) -> None:
        self.floor, self.name, self.port = floor, name, free_port()
        self.folder, self.log = floor.folder / name, floor.folder / f"{name}.log"
        self.database = floor.motion.run(CutLine(floor.postgres.port).listen())
        self.messages = floor.motion.run(CutLine(floor.nats.port).listen())
        self.process: ReadyProgram | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Where it founds nothing, with the files of the node that did."""
        self.begin()
        self.is_open()

    def begin(self) -> None:
        flags = {
            "--house": str(self.folder),
            "--port": str(self.port),
            "--pace": "0",
            "--patience": "20",
            "--database": self.floor.address(self.database.port),
            "--messages": f"nats://127.0.0.1:{self.messages.port}",
            "--node": self.name,
        }
        given = [word for flag in flags.items() for word in flag]
        with self.log.open("ab") as log:
            self.process = ReadyProgram(["serve", *given], stdout=log, stderr=log)

    def is_open(self) -> None:
        until(self.answers, seconds=OPENS)

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text("utf-8")[-3000:]
        try:
            return httpx.get(f"{self.url}/health", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def send(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        if self.process is None:
            return 0
        self.send(how)
        self.send(signal.SIGCONT)
        status = self.process.wait(OPENS)
        self.process = None
        return status

    def said(self) -> list[dict[str, Any]]:
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        return [json.loads(one) for one in lines if one.startswith("{")]

    def complaints(self) -> list[str]:
        """What its log has of bugs."""
        return [f"{self.name}: {one}" for one in self.said() if "traceback" in str(one).lower()]


class Processes:
    def __init__(
        self,
        folder: Path,
        postgres: postgres_server.Server,
        *,
        tables: tuple[str, ...] = TABLES,
        nodes: int = 3,
        betting: int = 1,
    ) -> None:
        self.folder, self.postgres, self.tables = folder, postgres, tables
        self.motion, self.schema = Motion(), postgres.fresh().partition("?")[2]
        self.nats, self.kept = NatsServer(folder), ExitStack()
        self.text = house_file(tables, betting)
        self.nodes = {name: NodeProcess(self, name) for name in names(nodes)}

    def address(self, port: int | None = None) -> str:
        return f"{self.postgres.address(port)}?{self.schema}"

    @property
    def urls(self) -> list[str]:
        return [one.url for one in self.nodes.values()]

    def open(self) -> None:
        first, *others = self.nodes.values()
        first.folder.mkdir()
        (first.folder / "house.toml").write_text(self.text, "utf-8")
        first.start()
        for one in others:
            one.folder.mkdir()
            for file in first.folder.iterdir():
                if file.is_file() and file.name != "lock":
                    shutil.copy(file, one.folder / file.name)
            one.begin()
        for one in others:
            one.is_open()
        self.settled()

    def restore(self) -> None:
        """All nodes there, each with its part."""
        for node in self.nodes.values():
            if node.process is None:
                node.begin()
        for node in self.nodes.values():
            node.is_open()
        self.settled()

    def fail_over(self, standby: Standby) -> None:
        """The server is gone without a word; its copy is promoted, and lines lead there."""
        kill(self.postgres)
        for node in self.nodes.values():
            self.motion.run(node.database.cut())
        standby.promote()
        self.postgres = standby
        for node in self.nodes.values():
            self.motion.run(node.database.mend(standby.port))

    @contextmanager
    def store(self) -> Iterator[AnyShared]:
        store = opened_from_outside(self.address(), Sharing("", ""))
        try:
            yield store
        finally:
            store.close()

    @contextmanager
    def moment(self) -> Iterator[Store]:
        """All of the journal as it is now, while nodes go on."""
        with self.store() as store, closing(store.reader()) as steady:
            yield steady

    def seen(self) -> Seen:
        with self.store() as store:
            return store.seen()

    def holders(self) -> dict[str, str]:
        return {one.name: one.node for one in self.seen().leases if one.left_ms > 0 and one.run}

    def settled(self, *among: str) -> None:
        """Each table is held, and each of these nodes holds some."""
        among = among or tuple(self.nodes)

        def is_settled() -> bool:
            held = self.holders()
            own = {node for name, node in held.items() if name != DUTIES}
            return len(held) == len(self.tables) + 1 and own >= set(among)

        until(is_settled, seconds=30)

    def holder(self, table: str) -> NodeProcess:
        return self.nodes[self.holders()[table]]

    def moved_from(self, node: str, since: float, within: float) -> float:
        """Seconds until no table is that node's any more and each is somebody's."""
        while True:
            held = self.holders()
            gone = time.monotonic() - since
            if node not in held.values() and len(held) == len(self.tables) + 1:
                return gone
            assert gone < within, held
            time.sleep(0.05)

    def ask(self, *words: str) -> str:
        """The program, of this house's database."""
        done = subprocess.run(
            [CROUPIER, *words], capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def close(self) -> None:
        for one in self.nodes.values():
            if one.process is not None:
                one.stop(signal.SIGKILL)
            for line in (one.database, one.messages):
                self.motion.run(line.close())
        self.nats.kill()
        self.kept.close()
        self.motion.stop()


def names(nodes: int) -> list[str]:
    return [f"n{number}" for number in range(1, nodes + 1)]


@contextmanager
def processes(
    kind: type[postgres_server.Server] = postgres_server.Server,
    **given: Any,  # noqa: ANN401 - as `Processes` takes it
) -> Iterator[Processes]:
    with (
        TemporaryDirectory() as folder,
        postgres_server.running_as(kind, durable=True) as postgres,
    ):
        made = Processes(Path(folder), postgres, **given)
        try:
            made.open()
            yield made
        finally:
            made.close()
