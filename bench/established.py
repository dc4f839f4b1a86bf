"""How long it takes to prove what is established, on one core.

    python -m bench.established

Random partial deals of every game, seven boxes at a time, from nothing seen to everything seen,
with decisions made and not made. The first answer of a game asks its lines of every kind of hand;
the others are timed one by one, from the round as a value to the answer.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from croupier.cards import DECK, Card
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.games import GAMES
from croupier.table.established import Interrupted, SeenBox, established

if TYPE_CHECKING:
    from croupier.engine.game import Game

DEALS = 2_000
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


def milliseconds(round_: Interrupted) -> float:
    start = time.perf_counter()
    established(round_)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    print(f"{DEALS} random partial deals a game, {BOXES} boxes, milliseconds an answer")
    print(f"{'game':22}{'first':>8}{'median':>8}{'99 %':>8}{'longest':>9}")
    for game in GAMES:
        rng = random.Random(1)
        first, *rest = [milliseconds(stopped(game, rng)) for _ in range(DEALS + 1)]
        median, most = sorted(rest)[DEALS // 2], sorted(rest)[DEALS * 99 // 100]
        print(f"{game.name:22}{first:>8.1f}{median:>8.2f}{most:>8.2f}{max(rest):>9.1f}")


if __name__ == "__main__":
    main()
