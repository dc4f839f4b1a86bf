"""One nats-server for all tests of a worker that need no other settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.nats_server import NatsServer
from tests.support.nodes import by_server, in_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.nodes.desk import Desk


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    with NatsServer(tmp_path_factory.mktemp("nats")) as started:
        yield started


@pytest.fixture(params=["in one process", "by a server"])
def make(request: pytest.FixtureRequest) -> Callable[[str], Desk]:
    """Nodes by their names."""
    if request.param == "in one process":
        return in_process()
    started: NatsServer = request.getfixturevalue("server")
    return by_server(f"nats://{started.address}")
