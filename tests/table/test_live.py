"""Every situation of the live scenario files."""

from __future__ import annotations

import pytest

from tests.support.live_scenarios import Live, live_scenarios, play


@pytest.mark.parametrize(
    "live",
    [
        pytest.param(one, id=str(one), marks=pytest.mark.clause(one.game, *one.shows))
        for one in live_scenarios()
    ],
)
def test_live(live: Live) -> None:
    play(live)
