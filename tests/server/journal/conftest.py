"""A played house, made once, of which each test attacks a copy."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.attacked_house import played_house

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_house(tmp_path_factory.mktemp("played") / "house")


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "house")
