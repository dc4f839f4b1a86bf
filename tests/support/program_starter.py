"""The program, read once: each start of it is forked where reading ended, as a process of its own.

`tests.support.ready_program` starts this and asks it. Passwords are hashed lightly there.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import struct
import sys
import time
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from typing import Any

from argon2 import profiles

NUMBER = struct.Struct("i")
STREAMS = 3
MOST_BYTES = 200_000
READ = (
    "croupier.server.app",
    "croupier.server.floor.door",
    "croupier.server.http.schooling",
    "croupier.server.http.stopping",
    "croupier.server.journal.postgres",
    "croupier.server.journal.shared_postgres",
    "croupier.server.listening",
    "croupier.server.nodes.nats_line",
    "croupier.server.opening",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
"""What `croupier serve` imports once it is asked."""


class WallClock:
    """Of a machine; a start may have one that is wrong."""

    def __init__(self) -> None:
        self.real, self.seconds_off = time.time_ns, 0

    def __call__(self) -> int:
        return self.real() + self.seconds_off * 10**9


def read_all(clock: WallClock) -> None:
    """Everything of it that costs time; no thread is begun by that."""
    time.time_ns = clock
    profiles.RFC_9106_LOW_MEMORY = profiles.CHEAPEST
    main = import_module("croupier.cli.main")
    for name in READ:
        with suppress(ImportError):  # of an extra that is not installed
            import_module(name)
    with redirect_stdout(StringIO()):
        main.run(["serve", "--help"])
    import_module("croupier.digest").software_digest()
    gc.collect()
    gc.freeze()


def next_start(line: socket.socket) -> dict[str, Any]:
    """Returns in each new process; in this one when nobody asks any more, by leaving."""
    while True:
        asked, given, _, _ = socket.recv_fds(line, MOST_BYTES, STREAMS + 1)
        if not asked:
            sys.exit()
        if not os.fork():
            break
        for one in given:
            os.close(one)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    line.close()
    *streams, status = given
    if begun := os.fork():
        attend(begun, streams, socket.socket(fileno=status))
    os.close(status)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    start: dict[str, Any] = json.loads(asked)
    return start


def attend(begun: int, streams: list[int], status: socket.socket) -> None:
    """Tells the process, and how it ended."""
    for one in (*streams, *range(STREAMS)):
        os.close(one)
    with suppress(BrokenPipeError):
        status.sendall(NUMBER.pack(begun))
    _, ended = os.waitpid(begun, 0)
    with suppress(BrokenPipeError):
        status.sendall(NUMBER.pack(os.waitstatus_to_exitcode(ended)))
    os._exit(0)


def become(start: dict[str, Any], clock: WallClock) -> None:
    clock.seconds_off = start["seconds_off"]
    os.chdir(start["folder"])
    os.environ.clear()
    os.environ.update(start["environment"])
    sys.argv = ["croupier", *start["arguments"]]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as Python does
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False
    )


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    clock = WallClock()
    read_all(clock)
    become(next_start(socket.socket(fileno=int(sys.argv[1]))), clock)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from croupier.cli.start import main

    main()
