"""Fixtures that tests of this folder share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from tests.support.dealt_floor import DealtFloor, floor_on_the_web
from tests.support.http_callers import Server, founded, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for tests that leave each other alone; its journal is whole when it closes."""
    folder = founded(tmp_path_factory.mktemp("house"))
    with serving(folder) as made:
        yield made
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, made.house.keys.public)) == []
    store.close()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[DealtFloor]:
    with floor_on_the_web(tmp_path) as made:
        yield made
