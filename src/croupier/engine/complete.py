"""What a game has to say of itself before anyone plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet, Spot
    from croupier.engine.game import Game


class Incomplete(ValueError):  # noqa: N818 - a state of the game, not of the program
    """A game leaves something out, or says two things of one."""


def check_complete(game: Game) -> None:
    for missing in lacks(game):
        raise Incomplete(f"{game.name}: {missing}")


def lacks(game: Game) -> Iterator[str]:
    yield from of_spots(game.bets)


def of_spots(bets: tuple[Bet, ...]) -> Iterator[str]:
    taken: dict[Spot, str] = {}
    for bet in bets:
        if bet.bonus_on and bet.spot:
            yield f"nothing is staked for the bonus {bet.title}, so it has no spot"
        if bet.spot is None and not bet.bonus_on:
            yield f"where the bet {bet.title} lies on the felt is missing: its spot"
        if bet.spot in taken:
            yield f"{taken[bet.spot]} and {bet.title} both lie {bet.spot}"
        if bet.spot:
            taken[bet.spot] = bet.title
