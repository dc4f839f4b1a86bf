"""What holds the feed of entries back, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.past.feed import Wanted, told
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

D1, P1 = Who("d1", Role.DEALER), Who("p1", Role.PLAYER)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(SqliteStore(tmp_path / "house.db"), Keys.new())
    made.add_table("t1", setup_of("royal-three-pictures"), by="m1", at=0)
    Cage(made.store, made.balances, made.own_play).buy_in("p1", 100_000, by="c1", at=0)
    yield made
    made.store.close()


def ask(house: House, who: Who, command: asks.AnyCommand) -> None:
    [answer] = house.submit([Request("t1", who, command, 1)])
    assert isinstance(answer, Carried), answer


def test_a_table_that_waits_for_bets_holds_nothing_back(house: House) -> None:
    """Where the house deals, bets stay open for as long as nobody bets: for hours, at night."""
    ask(house, D1, asks.OpenBetting())
    ask(house, P1, asks.Sit("p1", 1))
    ask(house, P1, asks.Place("p1", "main", 10_000, box=1))
    size = house.store.tree_size()
    found = told(house.store, 0, Wanted())
    assert (found.position, found.held) == (size, None)
    ask(house, D1, asks.CloseBetting())
    found = told(house.store, 0, Wanted())
    assert (found.position, found.held) == (size, "table:t1")
    assert [one.withheld for one in found.lines] == [None] * len(found.lines)
