"""What is taught of Royal Three Pictures; its file has no room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.lesson import Lesson, paid, rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.bets import Bet
    from croupier.rulebook import Cite

WIN, ON_SIX = "Player wins on other Points", "Player wins on Six Points"


def lesson(cite: Callable[..., Cite], main: Bet) -> Lesson:
    return Lesson(
        aim=rule("beat-the-dealer", cite("3.3")),
        cards=rule("last-digit", cite("3.17", "3.17.1", "3.17.1.1", "3.18.2")),
        hand=rule("win-and-six", cite("4.1", "3.22"), six=paid(main, ON_SIX)),
        wins={
            main.name: rule("outranks-dealer", cite("3.16", "3.22")),
            "tie": rule("same-points", cite("1.1.6", "3.19")),
            "royal-pictures": rule("own-royal-pictures", cite("1.1.4")),
        },
        shows={main.name: ON_SIX, "royal-pictures": "Any Picture Pair"},
        first=(main.name, WIN),
        then=(main.name, ON_SIX),
    )
