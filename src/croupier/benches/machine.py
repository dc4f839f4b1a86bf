"""The machine that is measured on."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from pathlib import Path

from croupier.benches.figures import Machine
from croupier.version import __version__

SYNCS, SYNC_SECONDS = 500, 1.0
CPU_INFO = Path("/proc/cpuinfo")


def machine() -> Machine:
    return Machine(
        croupier=__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        processor=processor(),
        cores=os.cpu_count() or 1,
        syncs=syncs(),
    )


def processor() -> str:
    """Its name, where the system tells it."""
    try:
        lines = CPU_INFO.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(names), platform.processor() or "unknown")


def syncs() -> float | None:
    """Writes a second of 200 bytes, each on the disk before the next."""
    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            done, begun = 0, time.perf_counter()
            while done < SYNCS and time.perf_counter() - begun < SYNC_SECONDS:
                file.write(bytes(200))
                os.fsync(file.fileno())
                done += 1
            return done / (time.perf_counter() - begun)
    except OSError:
        return None
