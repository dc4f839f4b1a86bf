"""Where files stand that tests read."""

from __future__ import annotations

import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
GOLDEN = ROOT / "tests" / "golden"
SCENARIOS = ROOT / "tests" / "scenarios"
LIVE_SCENARIOS = SCENARIOS / "live"


def unpack(archive: Path, folder: Path) -> None:
    """Of ours, so that an early Python 3.11, which knows no filters yet, may do without one."""
    safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(archive) as opened:
        opened.extractall(folder, **safely)  # type: ignore[arg-type] # noqa: S202 - ours
