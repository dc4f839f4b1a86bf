"""Whether an interrupted round has an outcome, for random partial deals of every game.

From nothing seen to everything seen, with decisions made and not made. The first answer of a game
asks its lines of every kind of hand; the others are timed one by one.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from croupier.benches.figures import Figure, processor_seconds
from croupier.cards import DECK, Card
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.games import GAMES
from croupier.table.established import Interrupted, SeenBox, established

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

DEALS = 100
BOXES = 7


def hidden(cards: list[Card], share: float, rng: random.Random) -> tuple[Card | None, ...]:
    return tuple([None if rng.random() < share else card for card in cards])


def box(game: Game, number: int, cards: tuple[Card | None, ...], rng: random.Random) -> SeenBox:
    if game.decision is None:
        return SeenBox(number, cards, frozenset({game.bets[0].name}))
    choice = rng.choice((Choice.PLAY, Choice.PLAY, Choice.FOLD, None))
    bets = {game.decision.entry} | ({game.decision.play} if choice is Choice.PLAY else set())
    return SeenBox(number, cards, frozenset(bets), choice)


def stopped(game: Game, rng: random.Random) -> Interrupted:
    if isinstance(game.deal, Tableau):
        drawn = hidden(rng.choices(DECK, k=4), rng.random(), rng)
        return Interrupted(game, (SeenBox(None, drawn, frozenset()),))
    dealt = rng.sample(DECK, 3 * (BOXES + 1))
    own, dealers = rng.random(), rng.choice((0.0, 0.3, 0.6, 1.0))
    boxes = [
        box(game, number, hidden(dealt[3 * number : 3 * number + 3], own, rng), rng)
        for number in range(1, BOXES + 1)
    ]
    return Interrupted(game, tuple(boxes), hidden(dealt[:3], dealers, rng))


def milliseconds(game: Game, deals: int) -> list[float]:
    """The first answer, then the others."""
    rng = random.Random(1)  # noqa: S311 - the same deals each time
    rounds = [stopped(game, rng) for _ in range(deals + 1)]
    return [1000 * processor_seconds(lambda: established(one)) for one in rounds]  # noqa: B023


def measured() -> Iterator[Figure]:
    for game in GAMES:
        _first, *rest = milliseconds(game, DEALS)
        yield Figure(measure=f"{game.name}, the longest of {DEALS}", value=max(rest), unit="ms")
