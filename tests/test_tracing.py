"""The trace: every clause with an honest state, and evidence that cannot quietly go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from croupier.games import GAMES, game
from croupier.rulebook import Kind
from croupier.table import majors
from croupier.table.remedies.register import CARRIES
from croupier.table.remedies.rounds import nothing
from croupier.tracing import trace, traces
from croupier.tracing.carriers import WITHOUT_EVENTS, places
from croupier.tracing.defined import DEFINED
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from croupier.rulebook import Cite
    from croupier.tracing.rows import Row

CARRYING = ("src/croupier/engine/", "src/croupier/table/", "src/croupier/server/")
SHOWING = ("src/croupier/table/", "src/croupier/guide/")


@cache
def rows() -> list[Row]:
    return traces()


def test_a_row_for_every_clause() -> None:
    assert [(row.game, row.clause) for row in rows()] == [
        (game.name, number) for game in GAMES for number in game.document.clauses
    ]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_clause_is_carried_out_with_code_and_tests(game: str) -> None:
    lost = [
        (row.clause, row.how, len(row.code), len(row.tests))
        for row in rows()
        if row.game == game and (row.how == "pending" or not row.code or not row.tests)
    ]
    assert lost == []


def test_code_is_a_function_that_carries_the_clause_out() -> None:
    """The line of a game that cites it is not enough."""
    for row in rows():
        wanted = SHOWING if row.how == "console" else CARRYING
        assert any(place.startswith(wanted) for place in row.code), (row.game, row.clause)


def test_irregularities_are_carried_out_at_the_table() -> None:
    for row in rows():
        if game(row.game).document.clauses[row.clause].kind is Kind.IRREGULARITY:
            assert any("/table/" in place for place in row.code), (row.game, row.clause)


def test_the_order_of_jackpots_is_that_across_tables() -> None:
    [row] = [row for row in rows() if (row.game, row.clause) == ("three-card-poker", "4.9.1")]
    assert {*places(majors.order_of), *places(majors.to_pay)} <= set(row.code)


@dataclass(frozen=True)
class Unread:
    """A part of a game that no function reads."""

    unheard_of: Cite


def test_what_is_declared_and_carried_out_by_nothing_is_pending() -> None:
    of = game("three-pictures")
    unread: Any = (Unread(of.document.cite("2.1")),)
    row = next(row for row in trace(replace(of, shown=unread)) if row.clause == "2.1")
    assert (row.how, row.code, bool(row.tests)) == ("pending", (), True)


def test_every_remedy_is_carried_out_by_a_function() -> None:
    assert set(WITHOUT_EVENTS) == {one for one, carry in CARRIES.items() if carry is nothing}


def test_every_word_that_is_only_defined_means_something_at_the_table() -> None:
    words = {term.word for of in GAMES for term in of.terms}
    assert set(DEFINED) <= words
    assert all(list(places(function)) for function in DEFINED.values())


def test_code_lines_exist() -> None:
    for place in {place for row in rows() for place in row.code}:
        file, line = place.split(":")
        assert (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()
