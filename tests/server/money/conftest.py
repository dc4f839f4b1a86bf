"""Fixtures that tests of this folder share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.jackpot_tables import Pit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path / "house.db")
