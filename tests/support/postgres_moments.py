"""A PostgreSQL that archives its log, and servers brought back to a moment of it."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from signal import SIGQUIT
from typing import TYPE_CHECKING

from tests.support.postgres_server import Server
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator


class ArchivedServer(Server):
    """What it writes is kept beside it, for ever."""

    def make(self) -> None:
        super().make()
        self.archive, self.base = self.folder / "archive", self.folder / "base"
        self.ask("/bin/mkdir", str(self.archive))
        self.settings |= {
            "archive_mode": "on",
            "archive_command": f"cp %p {self.archive}/%f",
        }

    def back_up(self) -> None:
        """A copy of its files, made while it goes on."""
        line = f"host=127.0.0.1 port={self.port} user=house"
        self.ask("pg_basebackup", "-D", str(self.base), "-d", line, "-c", "fast", "-X", "none")

    def name_moment(self, name: str) -> None:
        self.ask_sql("SELECT pg_create_restore_point(%s)", name)


class RestoredServer(Server):
    """Its files from the backup, its log from the archive, up to a moment."""

    def __init__(self, folder: Path, of: ArchivedServer, moment: str) -> None:
        self.of, self.moment = of, moment
        super().__init__(folder, durable=True)
        self.settings |= {
            "restore_command": f"cp {of.archive}/%f %p",
            "recovery_target_name": moment,
            "recovery_target_action": "promote",
        }

    def make(self) -> None:
        self.ask("/bin/cp", "-a", str(self.of.base), str(self.data))
        self.ask("/bin/touch", str(self.data / "recovery.signal"))


@contextmanager
def restored(of: ArchivedServer, moment: str) -> Iterator[RestoredServer]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-restored."))
    made = RestoredServer(folder, of, moment)
    try:
        made.start()
        until(lambda: made.ask_sql("SELECT 1 WHERE NOT pg_is_in_recovery()"))
        yield made
    finally:
        made.stop(SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)
