"""A brute-force settler of the five games: plain, literal and slow, and independent of the product.

It reads a valid round of `croupier settle` and answers what the contract says, less `version`,
`interpretations` and every `clauses`.
Where the texts are open, the comment says "Open:" and gives the reason for what was chosen.
"""

from __future__ import annotations

from typing import Any

from tests.support.reference.baccarat import settle_baccarat
from tests.support.reference.three_card_poker import settle_poker
from tests.support.reference.three_pictures_games import MAIN_BET, settle_pictures


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    """The answer to a valid round, less `version`, `interpretations` and every `clauses`."""
    if round_["game"] in MAIN_BET:
        return settle_pictures(round_)
    if round_["game"] == "three-card-poker":
        return settle_poker(round_)
    assert round_["game"] == "baccarat", round_["game"]
    return settle_baccarat(round_)
