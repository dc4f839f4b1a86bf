"""What a dealer goes through in a round."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    BETS = "bets"
    CLOSE = "close"
    DEAL = "deal"
    THIRD = "third"
    LOOK = "look"
    DECIDE = "decide"
    DEALER = "dealer"
    PAY = "pay"
    OVER = "over"
