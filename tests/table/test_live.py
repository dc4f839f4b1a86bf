"""Every situation of the live scenario files."""

from __future__ import annotations

import pytest

from tests.support.live_scenarios import Live, live_scenarios, play
from tests.support.scenario_cases import cases


@pytest.mark.slow
@pytest.mark.parametrize("live", cases(live_scenarios()))
def test_live(live: Live) -> None:
    play(live)
