"""How many one-box rounds a second columns are settled at, beside the rulebook round by round.

    python -m bench.columns

Every bet of the game on each round, stakes to the cent; processor time of one core, best of some
tries, tables asked for before. Cards come as text (`Kh 9s Td`) and as places in the deck.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import croupier
from bench.settle import baccarat_cards
from croupier.cards import DECK, Hand
from croupier.columns.cards import read_cards
from croupier.engine.deal import Tableau

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game

ROUNDS, ASKED_SINGLY, TRIES = 200_000, 2_000, 5


def some_rounds(game: Game) -> dict[str, Any]:
    rng = random.Random(1)
    columns: dict[str, Any] = {}
    if isinstance(game.deal, Tableau):
        columns["cards"] = np.array([baccarat_cards(game.deal, rng) for _ in range(ROUNDS)])
    else:
        dealt = [rng.sample(DECK, 6) for _ in range(ROUNDS)]
        columns["cards"] = np.array([str(Hand(six[:3])) for six in dealt])
        columns["dealer"] = np.array([str(Hand(six[3:])) for six in dealt])
    stakes = np.random.default_rng(1).integers(500, 500_000, ROUNDS)
    columns |= {bet.name: stakes for bet in game.bets if not bet.bonus_on}
    return columns | ({"meter": np.full(ROUNDS, 2_000_000)} if game.jackpot else {})


def best(answer: Callable[[], object]) -> float:
    """Seconds of processor time of the best try."""
    seconds = []
    for _ in range(TRIES):
        start = time.process_time()
        answer()
        seconds.append(time.process_time() - start)
    return min(seconds)


def main() -> None:
    print(f"{ROUNDS:,} rounds with every bet, best of {TRIES}, M rounds a second")
    print(f"{'game':22}{'text':>8}{'places':>8}{'rulebook':>10}{'faster':>8}{'first':>10}")
    for game in croupier.GAMES:
        text = some_rounds(game)
        most = 6 if game.drawn_by_tableau else 3
        cards = {
            name: read_cards(text[name], most, name) for name in ("cards", "dealer") if name in text
        }
        begun = time.process_time()
        settled = croupier.settle_columns(game.name, text)
        first = time.process_time() - begun
        by_text = ROUNDS / best(lambda: croupier.settle_columns(game.name, text)) / 1e6  # noqa: B023
        places = text | cards
        by_place = ROUNDS / best(lambda: croupier.settle_columns(game.name, places)) / 1e6  # noqa: B023
        rows = range(ASKED_SINGLY)
        singly = ASKED_SINGLY / best(lambda: [settled.settlement(row) for row in rows]) / 1e6  # noqa: B023
        faster = by_place / singly
        figures = f"{by_text:>8.2f}{by_place:>8.2f}{singly:>10.3f}{faster:>8.0f}{first:>8.2f} s"
        print(f"{game.name:22}{figures}")


if __name__ == "__main__":
    main()
