"""Leave to type cards is one person's, given by another who pairs with everybody concerned."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, new_table
from croupier.table.state import Table
from croupier.wire.house import setup_of

D9, D1 = Who("d9", Role.DEALER), Who("d1", Role.DEALER)
M1 = Who("m1", Role.PIT_MANAGER)
MADE_D9 = replace(M1, apart=frozenset({"d9"}))
P1 = Who("p1", Role.PLAYER)
TYPES = asks.TypeCards("the reader is dark")


def said(table: Table, command: asks.AnyCommand, who: Who) -> Table | Refused:
    answer = decide(table, command, who, 1)
    if isinstance(answer, Refused):
        return answer
    for event in answer:
        table = evolve(table, event)
    return table


def played(*said_by: tuple[asks.AnyCommand, Who]) -> Table | Refused:
    setup = replace(setup_of("baccarat"), dealer="person", shoe=True)
    table: Table | Refused = new_table("t1", setup)
    for command, who in said_by:
        assert not isinstance(table, Refused), table
        table = said(table, command, who)
    return table


BEGUN = (
    (asks.OpenBetting(), D9),
    (asks.Place("p1", "player", 10_000), P1),
    (asks.CloseBetting(), D9),
)


def test_whoever_made_the_account_does_not_allow_it() -> None:
    refused = played(*BEGUN, (TYPES, D9), (asks.Approve(), MADE_D9))
    assert isinstance(refused, Refused)
    assert refused.why == "second-person"
    assert isinstance(played(*BEGUN, (TYPES, D9), (asks.Approve(), M1)), Table)


def test_nobody_else_types_by_it() -> None:
    allowed = (*BEGUN, (TYPES, D9), (asks.Approve(), M1))
    for who in (D1, M1, Who("s1", Role.PIT_SUPERVISOR)):
        refused = played(*allowed, (asks.Deal("9h"), who))
        assert isinstance(refused, Refused)
        assert refused.why == "second-person"
    assert isinstance(played(*allowed, (asks.Deal("9h"), D9)), Table)
