"""What is taught of 3 Card Poker; its file has no room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.lesson import Lesson, rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rulebook import Cite


def lesson(cite: Callable[..., Cite]) -> Lesson:
    return Lesson(
        aim=rule("better-three-cards", cite("3.1")),
        cards=rule("poker-ranks", cite("3.1.1", "3.1.2")),
        hand=rule("play-or-fold", cite("3.12", "3.12.1", "3.12.2", "3.13")),
        wins={
            "ante": rule("ante-wins", cite("3.13", "3.15.1")),
            "play": rule("play-wins", cite("3.13", "3.15.1")),
            "ante-bonus": rule("bonus-wins", cite("1.2", "3.16")),
            "pair-plus": rule("own-pair-or-better", cite("1.11", "3.12.1", "3.16")),
            "progressive": rule("own-straight-or-better", cite("3.8", "3.12.1", "3.17")),
        },
        shows={"ante": "Dealer does not qualify", "pair-plus": "Flush"},
        first=("ante", "Player ranks higher"),
        then=("ante", "Dealer does not qualify"),
    )
