"""What a ranking sees of a hand decides all that is said of it, and what conditions read off it."""

from __future__ import annotations

import sys
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, Hand, parse_cards
from croupier.engine.interpretations import Decides
from croupier.games import _pictures, _poker, _tableau, game
from croupier.games._points import points
from croupier.games.three_card_poker import RANKING
from tests.support.each_game import each_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.engine.game import Game

READ_OFF = {
    _pictures.__name__: _pictures.KEYS,
    _poker.__name__: (_poker.category, _poker.within_category),
    _tableau.__name__: (points,),
}
"""By module of conditions: the keys that they take a rank to be made of."""


def dealt(one: Game) -> Iterator[Hand]:
    """Every hand in every order."""
    for size in one.ranked_sizes:
        if one.packs.most > 1:
            yield from map(Hand, product(DECK, repeat=size))
        else:
            yield from map(Hand, permutations(DECK, size))


def said_of(one: Game, hand: Hand) -> tuple[object, ...]:
    qualifies = one.qualifies and one.qualifies.when(hand)
    return one.ranking.rank(hand), one.name_of(hand), one.points_of(hand), qualifies


def disagreeing(one: Game, hands: Iterable[Hand]) -> list[Hand]:
    """Hands of which something else is said than of the first that looks like them."""
    known: dict[object, tuple[object, ...]] = {}
    return [
        hand
        for hand in hands
        if (said := said_of(one, hand)) != known.setdefault(one.ranking.sees(hand), said)
    ]


@pytest.mark.slow
@each_game
def test_what_a_ranking_sees_decides_what_is_said(game: Game) -> None:
    assert disagreeing(game, dealt(game)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three-pictures", "lucky-three-pictures", "royal-three-pictures"])
def test_so_it_does_where_three_pictures_have_no_points(name: str) -> None:
    one = game(name).under({"three-pictures-points": "none"})
    assert disagreeing(one, dealt(one)) == []


def test_a_ranking_that_sees_too_little_is_found_out() -> None:
    one = game("three-card-poker")
    hands = parse_cards("2c 5d 9h"), parse_cards("2c 5c 9c")
    assert disagreeing(one, hands) == []
    assert len({RANKING.sees(hand)[0] for hand in hands}) == 1  # type: ignore[index]


@each_game
def test_conditions_know_the_rank_that_they_read(game: Game) -> None:
    keys = tuple(by.key for by in game.ranking.keys)
    whens = [line.when for bet in game.bets for line in bet.lines]
    asked = [
        condition
        for when in whens
        for condition in (when.options.values() if isinstance(when, Decides) else [when])
    ]
    assert {READ_OFF.get(one.__module__, keys) for one in asked} == {keys}


def test_the_modules_are_those_that_games_use() -> None:
    assert READ_OFF.keys() <= sys.modules.keys()
