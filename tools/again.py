"""Files of tests that failed are run once more, alone: `make test` calls this after a red run.

    python -m tools.again

A real browser, a real disk and real clocks on two busy cores now and then answer late. What fails
twice is red; what failed once is named, so that it can be looked into.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FAILED = Path("build/failed-tests")
"""Written by tests/conftest.py, a test a line."""
MOST_FILES = 3


def to_run_again(failed: list[str]) -> list[str]:
    """Their files, as long as they are few: many that fail have a cause of their own."""
    files = sorted({test.partition("::")[0] for test in failed})
    return files if len(files) <= MOST_FILES else []


def main() -> int:
    failed = FAILED.read_text().splitlines() if FAILED.is_file() else []
    files = to_run_again(failed)
    if not files:
        return 1
    print("failed once, run again:", *failed, sep="\n  ", flush=True)
    return subprocess.call([sys.executable, "-m", "pytest", "-q", *files])  # noqa: S603 - ours


if __name__ == "__main__":
    sys.exit(main())
