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


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A house with one round played. Its journal must verify when the test ends."""
    folder = tmp_path / "house"
    folder.mkdir()
    founded(folder)
    with serving(folder) as made:
        yield made
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, made.house.keys.public)) == []
    store.close()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[DealtFloor]:
    with floor_on_the_web(tmp_path) as made:
        yield made
