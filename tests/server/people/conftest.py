"""Fixtures that tests of this folder share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import (
    People,
)
from tests.support.staffed_people import has_account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "house.db")
    yield made
    made.close()


@pytest.fixture
def people(store: Store) -> People:
    """d1, m1 and m2 have an account."""
    made = People(store, profile=LIGHT)
    for name, role in (("d1", Role.DEALER), ("m1", Role.PIT_MANAGER), ("m2", Role.PIT_MANAGER)):
        has_account(made, name, role)
    return made
