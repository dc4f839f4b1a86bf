"""How interruptions and errors are told to players: every clause on them, once, by its topic."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from croupier.guide.troubles import ASKED_FOR, TROUBLES, Trouble, troubles
from croupier.rulebook import Kind
from tests.support.each_game import each_game

if TYPE_CHECKING:
    from croupier.engine.game import Game


@pytest.mark.standard(26)
@each_game
def test_every_clause_on_irregularities_is_told_once(game: Game) -> None:
    told = Counter(clause for one in troubles(game.name) for clause in one.clauses)
    of_errors = {
        one.number for one in game.document.clauses.values() if one.kind is Kind.IRREGULARITY
    }
    assert of_errors <= set(told)
    last_word = set(game.last_word.cite.numbers)
    assert {clause for clause, times in told.items() if times > 1} <= last_word


@pytest.mark.standard(26)
@each_game
def test_what_everybody_asks_for_is_answered(game: Game) -> None:
    """In the order of the topics; where no clause covers it, by the last word."""
    names = [one.topic for one in troubles(game.name)]
    assert set(ASKED_FOR) <= set(names)
    assert names == [one.name for one in TROUBLES if one.name in names], "nothing is left over"


@pytest.mark.standard(26)
def test_topics_of_baccarat() -> None:
    assert troubles("baccarat") == (
        Trouble("power", ("5.1", "5.1.1", "5.1.2")),
        Trouble("line", ("5.2", "5.2.1", "5.2.2")),
        Trouble("void", ("5.11",)),
        Trouble("misdeal", ("5.3.3", "5.4", "5.5", "5.7", "5.7.1")),
        Trouble("cards", ("5.3", "5.3.1", "5.3.2", "5.3.4", "5.3.5")),
        Trouble("result", ("5.6", "5.8", "5.10")),
        Trouble("bets", ("3.7", "5.9")),
        Trouble("dispute", ("5.12",)),
    )
