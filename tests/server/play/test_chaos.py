"""A short run of the chaos; `make chaos` runs it for as long as wanted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.support.chaos import chaos

if TYPE_CHECKING:
    from pathlib import Path

SEED = int(os.environ.get("CHAOS_SEED", "4"))


@pytest.mark.slow
@pytest.mark.standard(3)
@pytest.mark.timeout(180)
def test_a_house_under_load_in_every_trouble(tmp_path: Path) -> None:
    """GLI-19 B.3.5: nothing acknowledged is lost, nothing is doubled, whatever happens."""
    print(f"seed {SEED}")  # noqa: T201 - shown when it fails
    made = chaos(tmp_path / "house", SEED, 10, lambda *_: None)
    assert made.counts["kills"]
    assert made.acknowledged > 20
