"""Terminals and the dealer's console: what each shows of the table, and takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table.commands import PLAYER_HAND, Who
from croupier.table.console import Count, entered, staff_part
from croupier.table.decide import decide
from croupier.table.evolve import fold, new_table
from croupier.table.showing import Showing
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.state import Table

DEALER, P1, P2 = Who("d1", Role.DEALER), Who("p1", Role.PLAYER), Who("p2", Role.PLAYER)


def after(table: Table, command: asks.AnyCommand, who: Who = DEALER) -> Table:
    answer = decide(table, command, who, 1)
    assert not isinstance(answer, Refused), answer
    return fold(table, answer)


@pytest.fixture
def table() -> Table:
    table = after(new_table("t", setup_of("baccarat")), asks.OpenBetting())
    table = after(table, asks.Place("p1", "player", 10_000), P1)
    return after(table, asks.Place("p2", "player", 5_000), P2)


@pytest.mark.clause(
    "baccarat",
    "1.15",
    "2.1",
    "2.1.1",
    title="A terminal has its player's own bets and of others the sum",
)
def test_a_terminal_has_its_player_s_own_bets_and_of_others_the_sum(table: Table) -> None:
    [place] = Showing(table).public().boxes
    assert [(one.player, one.bet, one.cents) for one in place.wagers] == [("", "player", 15_000)]
    own = Showing(table).own(P1).wagers
    assert [(one.bet, one.cents) for one in own] == [("player", 10_000)]


@pytest.mark.clause(
    "baccarat", "1.6", title="The console takes the cards that the terminals then show"
)
def test_the_console_takes_the_cards_that_the_terminals_then_show(table: Table) -> None:
    table = after(table, asks.CloseBetting())
    part = staff_part(table, DEALER)
    assert part is not None
    assert part.entry is not None
    assert (part.entry.command, part.entry.place, part.entry.size) == ("deal", PLAYER_HAND, 1)
    table = after(table, entered(table, part.entry, "9h"))
    assert Showing(table).public().player_hand == "9h"


@pytest.mark.clause(
    "royal-three-pictures", "5.9", title="The console says what a count by hand has to come to"
)
def test_the_console_says_what_a_count_by_hand_has_to_come_to() -> None:
    table = after(new_table("t", setup_of("royal-three-pictures")), asks.OpenBetting())
    table = after(table, asks.Place("p1", "main", 10_000, 1), P1)
    table = after(table, asks.CloseBetting())
    assert counted(table) is None
    for card in ("9h", "2c", "Kd"):
        table = after(table, asks.Deal(card))
    assert counted(table) == Count(3, 49, ("5.9",))


def counted(table: Table) -> Count | None:
    part = staff_part(table, DEALER)
    assert part is not None
    return part.count
