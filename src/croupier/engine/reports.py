"""What the report of an irregularity may carry beside its facts: no more than it is about."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.engine.irregularities import IRREGULARITIES

if TYPE_CHECKING:
    from collections.abc import Iterator


class Carried(StrEnum):
    BOX = "box"
    PLAYER = "player"
    BET = "bet"
    CENTS = "cents"
    CARDS = "cards"
    LIES = "lies"
    DRAWN = "drawn"
    MOVES = "moves"


Reports = Mapping[str, frozenset[Carried]]

NOTHING: frozenset[Carried] = frozenset()
CARDS = frozenset({Carried.CARDS})
A_HAND = frozenset({Carried.BOX})
A_PLAYER = frozenset({Carried.PLAYER, Carried.BOX})
A_BET = A_PLAYER | {Carried.BET}
CHIPS = A_BET | {Carried.CENTS}
AS_DEALT = frozenset({Carried.LIES, Carried.DRAWN})
HANDS = A_HAND | AS_DEALT | {Carried.MOVES}
ANYTHING = frozenset(Carried)

AT_BOXES: Reports = {
    "foreign-card": CARDS,
    "card-count-wrong": NOTHING,
    "cards-not-shuffled": NOTHING,
    "cards-run-out": NOTHING,
    "misdealt": HANDS,
    "dealing-error": HANDS,
    "dealer-hand-miscounted": HANDS,
    "player-hand-miscounted": HANDS,
    "card-exposed": CARDS | A_HAND,
    "card-face-up-in-shoe": CARDS,
    "cards-drawn-together": CARDS,
    "burn-missed": AS_DEALT,
    "cards-swapped": HANDS,
    "card-drawn-in-excess": HANDS | CARDS,
    "bet-after-close": CHIPS,
    "bet-increased-after-close": CHIPS,
    "bet-withdrawn-after-close": CHIPS,
    "over-maximum": CHIPS,
    "under-minimum": CHIPS,
    "side-bet-without-main": CHIPS,
    "jackpot-bet-without-ante": CHIPS,
    "play-bet-differs": CHIPS,
    "player-walked-away": A_PLAYER,
    "power-failure": NOTHING,
    "terminal-failure": A_BET,
    "jackpot-fault": A_HAND,
    "extra-hand-examined": A_PLAYER,
    "wrong-result-registered": AS_DEALT,
    "display-wrong": AS_DEALT,
    "bet-misplaced": CHIPS,
    "error-noticed-late": NOTHING,
    "uncovered": ANYTHING,
}
"""Where hands lie on boxes."""

NOT_AT_TERMINALS = {Carried.BOX, Carried.MOVES}
AT_TERMINALS: Reports = {name: may - NOT_AT_TERMINALS for name, may in AT_BOXES.items()}
"""Where two hands are everybody's: a report names no box, and no hand changes its place."""


def undeclared(reports: Reports) -> Iterator[str]:
    """The irregularities of which a game does not say what their report may carry."""
    return (name for name in IRREGULARITIES if name not in reports)
