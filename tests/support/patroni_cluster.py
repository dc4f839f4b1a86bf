"""Three PostgreSQL under Patroni and one etcd, all at this machine, by the guide's own settings.

Debian has them as patroni, etcd-server and postgresql; a test that needs them runs on demand.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.support.folders import ROOT
from tests.support.postgres_server import FOLDER, LONGEST, SKIPPED, Server, free_port
from tests.support.server_process import until

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMBERS = ("pg1", "pg2", "pg3")
ELECTED_WITHIN = 90.0
WRITES = "target_session_attrs=read-write"
IN_STEP = """SELECT application_name FROM pg_stat_replication
    WHERE sync_state = 'sync' AND current_setting('synchronous_standby_names') NOT LIKE '%*%'"""
"""While there is no standby, a strict Patroni takes any copying for one, also a base backup."""
MORE = """  initdb: [{{encoding: UTF8}}, data-checksums]
  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
scope: house
name: {name}
etcd3: {{host: "127.0.0.1:{etcd}"}}
restapi: {{listen: "127.0.0.1:{api}", connect_address: "127.0.0.1:{api}"}}
postgresql:
  listen: "127.0.0.1:{port}"
  connect_address: "127.0.0.1:{port}"
  data_dir: {folder}/{name}
  bin_dir: {programs}
  pgpass: {folder}/{name}.pgpass
  use_pg_rewind: true
  authentication: {{superuser: {{username: house}}, replication: {{username: copies}}}}
  parameters: {{unix_socket_directories: {folder}, shared_buffers: 32MB}}
"""
"""What differs from machine to machine."""


def guide_settings() -> str:
    guide = (ROOT / "docs" / "nodes.md").read_text("utf-8")
    [found] = re.findall(r"^```yaml\n(bootstrap:\n.*?)^```$", guide, re.DOTALL | re.MULTILINE)
    return str(found)


def installed(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/bin:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install patroni etcd-server")
    return found


class Member:
    """One machine of the database: Patroni, and the PostgreSQL that it looks after."""

    def __init__(self, cluster: PatroniCluster, name: str) -> None:
        self.cluster, self.name, self.port = cluster, name, free_port()
        self.data = cluster.folder / name
        self.file = cluster.folder / f"{name}.yml"
        self.log = cluster.folder / f"{name}.log"
        self.file.write_text(
            guide_settings()
            + MORE.format(
                name=name,
                etcd=cluster.etcd_port,
                api=free_port(),
                port=self.port,
                folder=cluster.folder,
                programs=FOLDER,
            ),
            "utf-8",
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [installed("patroni"), str(self.file)],
                user=self.cluster.user,
                cwd=self.cluster.folder,
                stdout=log,
                stderr=log,
            )

    @property
    def is_primary(self) -> bool:
        try:
            with psycopg.connect(self.address, autocommit=True, connect_timeout=2) as line:
                found = line.execute("SELECT pg_is_in_recovery()").fetchone()
                return found == (False,)
        except psycopg.Error:
            return False

    @property
    def address(self) -> str:
        return f"postgresql://house@127.0.0.1:{self.port}/postgres"

    def kill_patroni(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(LONGEST)
            self.process = None

    def kill_postgres(self) -> None:
        with suppress(FileNotFoundError, IndexError):
            postmaster = int((self.data / "postmaster.pid").read_text("utf-8").split()[0])
            for pid in (postmaster, *children(postmaster)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def kill(self) -> None:
        """As its machine would go."""
        self.kill_patroni()
        self.kill_postgres()


def children(of: int) -> list[int]:
    found = Path(f"/proc/{of}/task/{of}/children")
    return [int(one) for one in found.read_text("utf-8").split()] if found.exists() else []


class PatroniCluster(Server):
    def make(self) -> None:
        self.etcd_port = free_port()
        self.members = [Member(self, name) for name in MEMBERS]
        self.port = self.members[0].port

    def start(self) -> None:
        here = f"http://127.0.0.1:{self.etcd_port}"
        peers = f"http://127.0.0.1:{free_port()}"
        given = {
            "--data-dir": str(self.folder / "etcd"),
            "--listen-client-urls": here,
            "--advertise-client-urls": here,
            "--listen-peer-urls": peers,
            "--initial-advertise-peer-urls": peers,
            "--initial-cluster": f"default={peers}",
        }
        with (self.folder / "etcd.log").open("ab") as log:
            self.process = subprocess.Popen(
                [installed("etcd"), *(word for flag in given.items() for word in flag)],
                user=self.user,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        for one in self.members:
            one.start()
        self.is_in_step()

    def is_in_step(self, seconds: float = ELECTED_WITHIN) -> None:
        """There is a primary, and a copy that each commit waits for."""
        until(self.copies, "a primary and a copy in step", seconds)

    def copies(self) -> list[tuple[object, ...]]:
        with suppress(psycopg.Error):
            return self.ask_sql(IN_STEP)
        return []

    def primary(self) -> Member:
        found: list[Member] = []

        def is_found() -> bool:
            found[:] = [one for one in self.members if one.is_primary]
            return len(found) == 1

        until(is_found, seconds=ELECTED_WITHIN)
        return found[0]

    def address(self, port: int | None = None) -> str:
        """Of all of them: who asks finds the one that takes writes."""
        del port
        hosts = ",".join(f"127.0.0.1:{one.port}" for one in self.members)
        return f"postgresql://house@{hosts}/postgres"

    def fresh(self) -> str:
        return f"{self.address()}?{WRITES}&schema=house_{os.getpid()}_{next(self.numbers)}"

    def ask_sql(self, statement: str, *given: object) -> list[tuple[object, ...]]:
        line = psycopg.connect(f"{self.address()}?{WRITES}", autocommit=True, connect_timeout=2)
        with line:
            found = line.execute(statement.encode(), given or None)
            return found.fetchall() if found.description else []

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        for one in self.members:
            one.kill()
        super().stop(how)

    def said(self) -> str:
        return "\n".join(one.log.read_text("utf-8")[-3000:] for one in self.members)


@contextmanager
def patroni() -> Iterator[PatroniCluster]:
    if not FOLDER:
        pytest.skip(SKIPPED)
    for name in ("patroni", "etcd"):
        installed(name)
    folder = Path(tempfile.mkdtemp(prefix="croupier-patroni."))
    made = PatroniCluster(folder)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
