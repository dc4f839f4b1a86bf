"""A played house, made once, of which each test attacks a copy."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.support.attacked_house import played_house
from tests.support.postgres_writes import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.postgres import PostgresStore
    from tests.support.postgres_server import Server


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_house(tmp_path_factory.mktemp("played") / "house")


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "house")


@pytest.fixture
def address(postgres: Server) -> str:
    """Of a house in PostgreSQL of which there is nothing yet."""
    return postgres.fresh()


@pytest.fixture
def stored(address: str) -> Iterator[PostgresStore]:
    with closing(opened(address)) as made:
        yield made
