"""With one dealer who lies at will and honest others, every wager is settled as by the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulation.insider.hunt import Tally, evening, tables_of_each_game
from tests.simulation.insider_command import scenario_of

if TYPE_CHECKING:
    from croupier.table.commands import Setup

EVENINGS = 25


def named(setup: Setup) -> str:
    return f"{setup.game}, {setup.device}"


@pytest.mark.slow
@pytest.mark.threat("T13")
@pytest.mark.standard(53)
@pytest.mark.parametrize("setup", tables_of_each_game(), ids=named)
def test_one_dealer_who_lies_moves_nothing(setup: Setup) -> None:
    tally = Tally()
    for number in range(EVENINGS):
        found = evening(setup, f"ci/{number}", tally)
        assert found is None, f"{found.wrong}\n{scenario_of(found)}"
    assert tally.rejected > EVENINGS


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("setup", tables_of_each_game(), ids=named)
def test_nor_in_long(setup: Setup) -> None:
    for number in range(1000):
        found = evening(setup, f"long/{number}", Tally())
        assert found is None, f"{found.wrong}\n{scenario_of(found)}"
