"""A round that is corrected late, as its player recalls it: new lines, what was, what is owed."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.server.money.ledger import owed
from croupier.server.past.history import Histories
from croupier.server.past.history_csv import HEAD, correction, line
from croupier.server.past.recall import last_rounds
from croupier.server.past.summary import past_round
from croupier.table import commands as asks
from croupier.table.corrected import RoundChange, RoundCorrection
from tests.support.played_house import BANKROLL, DEALER, F1, PLAYERS, Floor, balanced, furnished

if TYPE_CHECKING:
    from pathlib import Path

P1 = PLAYERS[0]


@pytest.mark.standard(8)
def paid_by_the_wrong_cards(tmp_path: Path) -> Floor:
    floor = Floor(furnished(tmp_path / "house.db", "baccarat"))
    floor.open()
    floor.carried(asks.Place("p1", "player", 10_000), P1)
    floor.carried(asks.CloseBetting(), DEALER)
    for card in ("9h", "2d", "Kh", "3c"):
        floor.carried(asks.Deal(card), DEALER)
    floor.carried(asks.Settle(None), DEALER)
    return floor


def test_what_a_late_correction_cannot_take_is_told_as_owed(tmp_path: Path) -> None:
    floor = paid_by_the_wrong_cards(tmp_path)
    house = floor.house
    [before] = last_rounds(house.store, "p1")
    assert (before.corrected, before.results[0].back_cents) == ((), 20_000)
    floor.open()
    floor.carried(asks.Place("p1", "banker", BANKROLL + 10_000), P1)
    lies = {0: "9h Kh", 1: "2d 4h"}
    floor.carried(asks.Report(irregularity="wrong-result-registered", lies=lies), DEALER)
    floor.carried(asks.Rule("misread"), F1)
    assert house.balances[owed("p1")] == -20_000
    now, told = last_rounds(house.store, "p1")
    assert now.corrected == ()
    assert told.corrected == (
        RoundCorrection(
            at=floor.at,
            clauses=("5.6",),
            changed=(RoundChange.CARDS_AS_THEY_LAY, RoundChange.SETTLED_ANEW),
            before_cents=20_000,
            after_cents=0,
            owed_cents=20_000,
        ),
    )
    assert [(one.result, one.back_cents) for one in told.results] == [("lose", 0)]
    assert told.cards == {"the Banker Hand": "9h Kh", "the Player Hand": "2d 4h"}
    tallies = list(Histories().of("p1").newest_first(house.store))
    summed = past_round(house.store, tallies[-1], "p1")
    assert summed.corrected == told.corrected
    [head, *_] = csv.reader([HEAD.decode()])
    [[*_, cell]] = csv.reader([line(summed).decode()])
    moment = f"{datetime.fromtimestamp(floor.at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert (head[-1], cell) == (
        "corrected",
        f"{moment} cards-as-they-lay, settled-anew: 200.00 to 0.00",
    )
    untold = replace(told.corrected[0], before_cents=None)
    assert correction(untold) == f"{moment} cards-as-they-lay, settled-anew: 0.00"
    balanced(house)
