"""A real nats-server in a process of its own, killed and started again as a test wants."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING, NoReturn, Self

import pytest

from tests.support.folders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 20.0
INSTALLED = ROOT / ".venv" / "servers" / "embedded_nats" / "bin" / "nats-server"
"""Where `make test` installs it."""


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where CROUPIER_NATS names a program that is not there."""
    if os.environ.get("CROUPIER_NATS"):
        pytest.fail(what)
    pytest.skip(what)


def program() -> str:
    named = os.environ.get("CROUPIER_NATS")
    for name in [named] if named is not None else [str(INSTALLED), "nats-server"]:
        if found := shutil.which(name):
            return found
    missing("nats-server is not available: make .venv/servers/.installed, or set CROUPIER_NATS")


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class NatsServer:
    def __init__(self, folder: Path, settings: str = "", port: int | None = None) -> None:
        self.program, self.port = program(), port or free_port()
        self.file, self.log = folder / "nats.conf", folder / "nats.log"
        self.settings = settings
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the same port as before; a port that was taken meanwhile fails the test."""
        self.file.write_text(f'host: "127.0.0.1"\nport: {self.port}\n{self.settings}\n', "utf-8")
        command = [self.program, "-c", str(self.file), "-l", str(self.log)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE
        while not self.listens():
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.02)

    def listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def pause(self) -> None:
        """It stays connected, takes what is written to it, and answers nothing."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
