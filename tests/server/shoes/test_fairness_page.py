"""The fairness page checks with commitments that the house itself has made."""

from __future__ import annotations

import json

from croupier.cards import DECK, WRITTEN
from croupier.server.shoes.sealed import commitment
from tests.support.folders import ROOT

GOLDEN = ROOT / "ui" / "src" / "lib" / "fairness.golden.json"


def test_the_page_s_own_test_has_the_house_s_commitments() -> None:
    """What a player checks is what the house publishes."""
    rows = json.loads(GOLDEN.read_text("utf-8"))
    assert {row["decks"] for row in rows} == {1, 8}
    for row in rows:
        told = {name: row[name] for name in ("shoe", "decks", "order", "salt")}
        assert commitment(**told) == row["commitment"]
    whole = sorted(WRITTEN[card] for card in DECK)
    assert sorted(rows[0]["order"].split()) == whole
