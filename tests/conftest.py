"""What the whole suite shares."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from argon2 import profiles
from hypothesis import settings

from tests.support import postgres_server
from tools.again import FAILED

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Before the program is read: each password of a test would cost a sixth of a second. What it takes
# itself is shown by `tests/server/people/test_kept_accounts.py`.
profiles.RFC_9106_LOW_MEMORY = profiles.CHEAPEST

# Tests reach their own machine alone. Each of their clients would read the authorities of the whole
# world first, which takes longer than most tests: none are in this folder.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = os.fspath(Path(__file__).with_name("data"))

AT_FIRST = gc.get_threshold()
gc.set_threshold(100_000, 50, 100)  # nothing that is read while tests are collected is garbage

LONG = (
    "tests/server/nodes/test_processes.py",
    "tests/server/nodes/test_nodes.py",
    "tests/server/nodes/",
    "tests/server/floor/test_results.py",
    "tests/server/test_webhook.py",
    "tests/browser/test_boxes.py",
    "tests/browser/test_pages_boxes.py",
    "tests/browser/test_chinese.py",
    "tests/browser/test_learn.py",
    "tests/browser/",
    "tests/server/play/test_chaos.py",
    "tests/cli/test_serve.py",
    "tests/montecarlo/test_cluster.py",
    "tests/games/test_sixth_game.py",
    "tests/server/http/test_description.py",
    "tests/server/http/test_lab_api.py",
    "tests/server/secrecy/",
    "tests/test_mutants.py",
    "tests/server/play/",
    "tests/server/",
    "tests/lab/test_boxes.py",
)
"""What takes longest comes first, so that no worker is left with it at the end, and what mostly
waits for a clock before anything else: the checks beside the tests have the processor meanwhile."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """One a worker, where the program is there."""
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with postgres_server.running() as server:
        yield server


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: real clocks, processes and pages are often waited for."""
    return len(os.sched_getaffinity(0)) + 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes run the tests, start with the longest files.

    The sort is stable: files of one rank, and the tests in each file, stay in the random order of
    pytest-randomly.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: rank(item.nodeid))


def pytest_collection_finish() -> None:
    """What has been read stays: it is not looked through again with each thousand new objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*AT_FIRST)


def rank(name: str) -> int:
    return next((at for at, start in enumerate(LONG) if name.startswith(start)), len(LONG))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of the order, which `-q` leaves out of the head; list failures."""
    seed = terminalreporter.config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"Random order: repeat it with --randomly-seed={seed}")
    stats = terminalreporter.stats
    failed = {report.nodeid for kind in ("failed", "error") for report in stats.get(kind, [])}
    FAILED.parent.mkdir(exist_ok=True)
    FAILED.write_text("\n".join(sorted(failed)))
