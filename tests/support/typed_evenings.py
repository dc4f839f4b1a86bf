"""The first bet of each game and what is typed to play a round of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import GAMES

if TYPE_CHECKING:
    from croupier.engine.game import Game

MAIN = {game.name: game.bets[0].name for game in GAMES}
SHORTER = {
    "lucky-three-pictures": "\n\n\n",
    "royal-three-pictures": "deal\nturn\n",
    "three-card-poker": "\n\nplay\n",
}


def typed(game: Game) -> str:
    """A round once the bets lie, word by word."""
    looks = "look\n" if game.procedure.looking else ""
    goes_on = "play\n" if game.decision else "turn\n" if looks else ""
    return f"deal\n{looks}{goes_on}"


A_ROUND = {game.name: SHORTER.get(game.name, typed(game)) for game in GAMES}
