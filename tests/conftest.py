"""What the whole suite shares."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from argon2 import profiles
from hypothesis import settings

from tests.support import postgres_server

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

TESTS = Path(__file__).parent
SLOW_FOLDERS = ("server/nodes", "browser", "server/secrecy", "install", "montecarlo", "simulation")
"""The order of their start: first those that wait for clocks and pages most."""

ON_DEMAND = ("demand", "documents", "libreoffice", "soak")
LEAST_MEMORY = 4 << 30


def pytest_itemcollected(item: pytest.Item) -> None:
    """Put the test into its lane.

    `make check` leaves out `slow` and `nightly`, `make test` leaves out `nightly`, and
    `make nightly` runs the rest. Single tests outside the folders are marked where they stand.
    """
    folder = item.path.parent.relative_to(TESTS).as_posix()
    needs_postgres = "postgres" in getattr(item, "fixturenames", ())
    if folder.startswith("browser"):
        item.add_marker("browser")
    if needs_postgres:
        item.add_marker("postgres")
    if needs_postgres or folder.startswith(SLOW_FOLDERS):
        item.add_marker("slow")
    if any(item.get_closest_marker(name) for name in ON_DEMAND):
        item.add_marker("nightly")
    if item.get_closest_marker("documents") and "CROUPIER_DOCUMENTS" not in os.environ:
        item.add_marker(pytest.mark.skip(reason="CROUPIER_DOCUMENTS names no folder of documents"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the slow folders where slow tests are left out: reading them takes seconds a worker."""
    without_slow = "not slow" in config.option.markexpr
    folder = collection_path.relative_to(TESTS.parent).as_posix()
    is_slow = folder.startswith(tuple(f"tests/{slow}" for slow in SLOW_FOLDERS))
    return True if without_slow and collection_path.is_dir() and is_slow else None


def pytest_configure(config: pytest.Config) -> None:
    """Write temporary files in memory where there is enough: each commit of a house waits for them.

    Other users may pass through the folder, since PostgreSQL does not run as root.
    """
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    if "TMPDIR" in os.environ or not os.access(memory, os.W_OK):
        return
    if shutil.disk_usage(memory).free >= LEAST_MEMORY:
        folder = tempfile.mkdtemp(prefix="croupier-tests.", dir=memory)
        Path(folder).chmod(0o711)
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ["TMPDIR"] = tempfile.tempdir = folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """One a worker, where the program is there."""
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with postgres_server.running() as server:
        yield server


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of cores, and two more where slow tests wait for clocks and processes."""
    waiting = 0 if "not slow" in config.option.markexpr else 2
    return len(os.sched_getaffinity(0)) + waiting


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes run the tests, start with the files that have slow tests.

    Then no worker is left with a long file at the end. The sort is stable: the files of one rank,
    and the tests in each file, stay in the random order of pytest-randomly.
    """
    if hasattr(config, "workerinput"):
        slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
        items.sort(key=lambda item: (rank_of_folder(item.path), -slow[item.path]))


def pytest_collection_finish() -> None:
    """What has been read stays: it is not looked through again with each thousand new objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*AT_FIRST)


def rank_of_folder(path: Path) -> int:
    """Return the place of the file's folder among the slow folders: the last for any other."""
    folder = path.parent.relative_to(TESTS).as_posix()
    ranks = (rank for rank, slow in enumerate(SLOW_FOLDERS) if folder.startswith(slow))
    return next(ranks, len(SLOW_FOLDERS))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed of the order, which `-q` leaves out of the head."""
    seed = terminalreporter.config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"Random order: repeat it with --randomly-seed={seed}")
