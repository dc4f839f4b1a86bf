"""Three nodes as processes, on a real PostgreSQL and nats-server, in every trouble, under load.

`python -m tests.support.node_chaos` does the same at random and for long.
"""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

import pytest

from tests.support import postgres_server
from tests.support.node_checks import check
from tests.support.node_processes import processes
from tests.support.node_terminals import Crowd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.node_processes import Processes

TERMINALS = 24


@pytest.fixture(scope="module")
def house() -> Iterator[Processes]:
    if not postgres_server.FOLDER:
        pytest.skip(postgres_server.SKIPPED)
    with processes() as made:
        yield made


@pytest.fixture
def floor(house: Processes) -> Processes:
    """All nodes there, each with its part."""
    for node in house.nodes.values():
        if node.process is None:
            node.begin()
    for node in house.nodes.values():
        node.is_open()
    house.settled()
    return house


@pytest.fixture(scope="module")
def crowd(house: Processes) -> Iterator[Crowd]:
    made = Crowd(house, TERMINALS)
    yield made
    made.leave()


def test_a_holder_is_killed(floor: Processes, crowd: Crowd) -> None:
    crowd.forget()
    time.sleep(1)
    dies = floor.holder("b1")
    began = time.monotonic()
    dies.stop(signal.SIGKILL)
    floor.moved_from(dies.name, began, within=5)
    went_on(crowd, 20)
    check(floor, crowd)


def went_on(crowd: Crowd, wagers: int, seconds: float = 10) -> None:
    """So many more are acknowledged."""
    until, before = time.monotonic() + seconds, crowd.acknowledged
    while crowd.acknowledged < before + wagers:
        assert time.monotonic() < until, crowd.acknowledged - before
        time.sleep(0.05)
