"""A real Dask scheduler and workers, each a process of its own on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def process(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    asked = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "random"}
    return subprocess.Popen(
        asked, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Its address."""
    file = folder / "scheduler.json"
    started = process(
        "dask_scheduler",
        *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        *("--scheduler-file", str(file)),
    )
    try:
        while not file.exists() or not file.read_text():
            assert started.poll() is None
            time.sleep(0.05)
        yield str(json.loads(file.read_text())["address"])
    finally:
        started.kill()
        started.wait()


@contextmanager
def workers(address: str, number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    settings = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
    started = [process("dask_worker", address, *settings) for _ in range(number)]
    try:
        yield started
    finally:
        for one in started:
            one.kill()
            one.wait()
