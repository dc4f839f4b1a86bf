"""A copy of a PostgreSQL server on which every commit waits, and which is promoted by hand."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.postgres_server import LONGEST, Server
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "standby"
IN_STEP = "SELECT 1 FROM pg_stat_replication WHERE application_name = %s AND sync_state = 'sync'"


class Standby(Server):
    def __init__(self, folder: Path, primary: Server) -> None:
        self.primary = primary
        super().__init__(folder, durable=True)
        self.settings |= {"wal_retrieve_retry_interval": "100ms"}

    def make(self) -> None:
        line = f"host=127.0.0.1 port={self.primary.port} user=house application_name={NAME}"
        self.ask("pg_basebackup", "-D", str(self.data), "-d", line, "-R", "-c", "fast", "-N")

    def keep_in_step(self) -> None:
        """From now on nothing is committed there before it is safe here."""
        self.start()
        self.primary.ask_sql(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
        self.primary.ask_sql("SELECT pg_reload_conf()")
        until(lambda: self.primary.ask_sql(IN_STEP, NAME))

    def promote(self) -> None:
        self.ask("pg_ctl", "promote", "-w", "-D", str(self.data))


def kill(server: Server) -> None:
    """The server and all that it has started, at once, as its machine would go."""
    assert server.process is not None
    found = server.ask_sql("SELECT pid FROM pg_stat_activity")
    pids = [server.process.pid, *(int(str(pid)) for (pid,) in found)]
    for pid in pids:
        send_kill(pid)
    server.process.wait(LONGEST)
    server.process = None


def send_kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def standby_of(primary: Server) -> Iterator[Standby]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-standby."))
    made = Standby(folder, primary)
    try:
        made.keep_in_step()
        yield made
    finally:
        made.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)
