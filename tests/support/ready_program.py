"""`croupier`, begun as `subprocess.Popen` does, by a process that has read it already.

For tests of what a house does. To read the program takes longer than most of them: what it is to
start the program as it is installed is shown by `tests/cli/test_serve.py` and `test_cli.py`.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import IO, TYPE_CHECKING

from tests.support import program_starter
from tests.support.program_starter import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def starter() -> socket.socket:
    """One for all tests of a worker; it leaves with it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", program_starter.__name__, str(its.fileno())]
    root = Path(__file__).parents[2]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], cwd=root)
    its.close()

    def leave() -> None:
        ours.close()
        process.wait(10)

    atexit.register(leave)
    return ours


class ReadyProgram:
    """One start: what tests use of `subprocess.Popen`, in text."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        stdout: int | IO[bytes] | None = None,
        stderr: int | IO[bytes] | None = None,
        seconds_off: int = 0,
    ) -> None:
        self.stdout, out = readable(stdout, 1)
        self.stderr, err = readable(stderr, 2) if stderr != STDOUT else (None, os.dup(out))
        self.status, its = socket.socketpair()
        self.returncode: int | None = None
        nothing = os.open(os.devnull, os.O_RDONLY)
        asked = {
            "arguments": list(arguments),
            "folder": os.fspath(Path.cwd()),
            "environment": dict(os.environ),
            "seconds_off": seconds_off,
        }
        streams = [nothing, out, err, its.fileno()]
        socket.send_fds(starter(), [json.dumps(asked).encode()], streams)
        for one in (nothing, out, err):
            os.close(one)
        its.close()
        self.status.settimeout(30)
        self.pid = int(NUMBER.unpack(self.status.recv(NUMBER.size))[0])

    def poll(self) -> int | None:
        with suppress(BlockingIOError):
            return self.ended(0)
        return None

    def wait(self, seconds: float | None = None) -> int:
        try:
            return self.ended(seconds)
        except TimeoutError:
            raise subprocess.TimeoutExpired(str(self.pid), seconds or 0) from None

    def ended(self, seconds: float | None) -> int:
        if self.returncode is None:
            self.status.settimeout(seconds)
            [self.returncode] = NUMBER.unpack(self.status.recv(NUMBER.size))
            self.status.close()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def readable(stream: int | IO[bytes] | None, own: int) -> tuple[IO[str] | None, int]:
    """What it is read by, where it is a pipe, and what the process writes to."""
    if stream == PIPE:
        reading, writing = os.pipe()
        return open(reading, encoding="utf-8"), writing  # noqa: PTH123 - the caller's
    if stream is None:
        return None, os.dup(own)
    return None, os.dup(stream if isinstance(stream, int) else stream.fileno())
