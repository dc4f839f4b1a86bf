"""What a person is shown that he may do tells nothing of cards that he may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.table import commands as asks
from croupier.table.commands import Report, Who
from croupier.table.console import staff_part
from croupier.table.decide import decide
from croupier.table.evolve import fold, new_table
from croupier.table.state import next_place, set_size
from croupier.table.views import view
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

P1, D1 = Who("p1", Role.PLAYER), Who("d1", Role.DEALER)
S1, M1, F1 = (
    Who("s1", Role.PIT_SUPERVISOR),
    Who("m1", Role.PIT_MANAGER),
    Who("f1", Role.SHIFT_MANAGER),
)
ONE, OTHER = "Kh 9s Qd 7c 6c 2d As", "4c 5c 8h 3s Jd Td Ac"
BOXED = [game.name for game in GAMES if not game.cards_open]
CLAIMS = (
    Report(irregularity="cards-drawn-together", cards="Kh"),
    Report(irregularity="card-drawn-in-excess", cards="Kh"),
    Report(irregularity="uncovered", cards="9s"),
    Report(irregularity="uncovered", lies={1: "Kh Qd 6c"}),
)


def reported(game: str, cards: str, claim: Report) -> Table:
    """A round dealt with these cards, which nobody has seen, and a claim about some of them."""
    table = new_table("t1", setup_of(game))
    shoe = iter(cards.split())

    def ask(command: AnyCommand, who: Who) -> None:
        nonlocal table
        answer = decide(table, command, who, at=1)
        assert not isinstance(answer, Refused), (command, answer)
        table = fold(table, answer)

    ask(asks.OpenBetting(), D1)
    ask(asks.Place("p1", table.main_bet, 2_500, box=1), P1)
    ask(asks.CloseBetting(), D1)
    while (place := next_place(table)) is not None:
        ask(asks.Deal(" ".join(next(shoe) for _ in range(set_size(table, place)))), D1)
    ask(claim, S1)
    return table


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda one: one.irregularity)
@pytest.mark.parametrize("game", BOXED)
def test_a_claim_about_hidden_cards_is_not_answered_before_somebody_rules(
    game: str, claim: Report
) -> None:
    one, other = (reported(game, cards, claim) for cards in (ONE, OTHER))
    for who in (M1, F1):
        assert staff_part(one, who) == staff_part(other, who)
        assert view(one, who).next == view(other, who).next
