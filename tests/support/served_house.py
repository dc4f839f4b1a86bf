"""A house opened by `croupier serve` as a process of its own, and what it says."""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

import httpx

from tests.support.configured_house import until
from tests.support.ready_program import ReadyProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

CROUPIER = str(Path(sys.executable).with_name("croupier"))


class Process:
    """One opening of a house, and what it says."""

    def __init__(self, folder: Path, *flags: str) -> None:
        asked = ["serve", "--port", "0", "--house", str(folder), "--pace", "0", *flags]
        self.process = ReadyProgram(asked, stdout=PIPE, stderr=PIPE)
        self.said: list[str] = []
        self.logged: list[dict[str, Any]] = []
        self.readers = [
            threading.Thread(target=self.hear, daemon=True),
            threading.Thread(target=self.read_log, daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        until(lambda: self.told("is open at ") or self.process.poll() is not None)
        assert self.process.poll() is None, (self.said, self.logged)
        self.url = self.told("is open at ").rstrip("/")
        until(self.answers)

    def hear(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(line.rstrip() for line in self.process.stdout)

    def read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.logged.append(json.loads(line))

    def told(self, after: str) -> str:
        """The rest of the line in which it says this, once it does."""
        return next((one.partition(after)[2] for one in self.said if after in one), "")

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health").status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        status = self.process.wait(60)
        for reader in self.readers:
            reader.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return status


@contextmanager
def serving(folder: Path, *flags: str) -> Iterator[Process]:
    made = Process(folder, *flags)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.stop(signal.SIGKILL)
