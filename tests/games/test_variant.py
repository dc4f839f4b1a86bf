"""A Three Pictures variant of a house: one register and one value, and it settles."""

from __future__ import annotations

from croupier.api import hand
from croupier.engine.checks import check
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from tests.support.sevens_pictures import GAME


def test_the_variant_settles() -> None:
    round_ = Round(
        game=GAME,
        boxes=(
            Box(1, (Wager("p1", "main", 1000), Wager("p2", "sevens", 500)), hand("7h Td Ks")),
            Box(5, (Wager("p2", "main", 1000),), hand("Jh Qd Kc")),
        ),
        against=hand("6h 8d 2s"),
    )
    check(round_)
    settlement = settle(round_)
    assert [
        (line.player, line.bet, line.event, line.won_cents, line.clauses)
        for line in settlement.lines
    ] == [
        ("p1", "main", "Won", 1000, ("2.2",)),
        ("p2", "sevens", "Seven points", 3500, ("2.3",)),
        ("p2", "main", "Won on Three Pictures", 2000, ("2.2",)),
    ]
    assert settlement.house_cents == -6500
