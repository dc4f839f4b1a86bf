"""The games. Each stands in a file of its own, in the order of its document."""

import copyreg
from dataclasses import replace
from functools import lru_cache

from croupier.engine.bets import Bet
from croupier.engine.game import Game
from croupier.games import (
    baccarat,
    lucky_three_pictures,
    royal_three_pictures,
    three_card_poker,
    three_pictures,
)
from croupier.problems import BadInput, among

GAMES = (
    three_pictures.GAME,
    lucky_three_pictures.GAME,
    royal_three_pictures.GAME,
    three_card_poker.GAME,
    baccarat.GAME,
)
BY_NAME = {game.name: game for game in GAMES}
DEALT_FROM_SHOES = next(game for game in GAMES if game.shoe_lasts)
"""Whose shoe outlives the round: what a shoe is asked of where no game is named."""
DECIDED_BY_PLAYERS = next(game for game in GAMES if game.decision)
"""Likewise for the best play."""


def game(name: str) -> Game:
    try:
        return BY_NAME[name]
    except (KeyError, TypeError):
        raise BadInput(f"no game is called {str(name)[:40]!r}; {among(name, BY_NAME)}") from None


Readings = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def reading(name: str, chosen: Readings) -> Game:
    """A game under readings other than its defaults, one value for all who ask."""
    return game(name).under(dict(chosen))


def read_with(name: str, chosen: Readings, bets: tuple[Bet, ...]) -> Game:
    return replace(reading(name, chosen), bets=bets)


def is_of_the_documents(one: Game) -> bool:
    """One of the games, under any readings, with the bets of its document."""
    known = BY_NAME.get(one.name)
    if known is None or one is known:
        return known is not None
    return reading(one.name, tuple(sorted(one.chosen.items()))) == one


def copied(of: Game) -> str | tuple[object, ...]:
    """A game travels as its name and readings, with its bets where they are not the document's."""
    if of.name not in BY_NAME:
        return object.__reduce_ex__(of, 4)
    if of is BY_NAME[of.name]:
        return game, (of.name,)
    chosen = tuple(sorted(of.chosen.items()))
    if reading(of.name, chosen).bets == of.bets:
        return reading, (of.name, chosen)
    return read_with, (of.name, chosen, of.bets)


copyreg.pickle(Game, copied)  # type: ignore[arg-type]  # it may answer with a call or with parts
