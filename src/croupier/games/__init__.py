"""The games. Each stands in a file of its own, in the order of its document."""

from croupier.engine.game import Game
from croupier.games import (
    baccarat,
    lucky_three_pictures,
    royal_three_pictures,
    three_card_poker,
    three_pictures,
)
from croupier.problems import BadInput

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
    except KeyError:
        raise BadInput(f"no game is called {name[:40]!r}; there are {', '.join(BY_NAME)}") from None
