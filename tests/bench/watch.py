"""How often the watch over results cries though nothing is wrong.

    python -m tests.bench.watch [--paths 2000] [--rounds 4000]

For each bet of each game: results are drawn from the lab's exact distribution, with stakes that
differ twentyfold, and looked at all the time from the 200th wager on. What is told is the share of
such paths that pass each threshold at least once: by the variance alone, and as the watch does it.
"""

from __future__ import annotations

import argparse
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table as Rows

from croupier.engine.deal import Tableau
from croupier.games import GAMES
from croupier.server.money.tails import Wagers, adjusted
from croupier.server.money.theory import lab_figures
from tests.bench.ending import ended

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds

LEAST, AT_ONCE, NEAR, APART = 200, 200, 2.5, 10
"""Wagers before which nothing is told; paths at once; a score that is looked at; wagers between."""
THRESHOLDS = (3.5, 4.0, 4.5)
STAKES = np.array([1, 1, 1, 2, 2, 5, 10, 20], float)


def passed(bet: BetOdds, paths: int, rounds: int) -> tuple[list[float], list[float]]:
    """Per cent of the paths."""
    rng = np.random.default_rng(7)
    nets = np.array([float(net - bet.ev) for net in bet.nets])
    chances = np.array([float(chance) for chance in bet.nets.values()])
    known = tuple(zip(nets.tolist(), chances.tolist(), strict=True))
    plain, watched = np.zeros(len(THRESHOLDS)), np.zeros(len(THRESHOLDS))
    for _ in range(paths // AT_ONCE):
        drawn = rng.choice(len(nets), p=chances / chances.sum(), size=(AT_ONCE, rounds))
        stakes = rng.choice(STAKES, size=(AT_ONCE, rounds))
        handle, squares = np.cumsum(stakes, 1), np.cumsum(stakes**2, 1)
        scores = -np.cumsum(nets[drawn] * stakes, 1) / (np.sqrt(squares) * sqrt(bet.variance))
        scores[:, : LEAST - 1] = 0
        for score, one, two in zip(scores, handle, squares, strict=True):
            plain += [np.abs(score).max() >= mark for mark in THRESHOLDS]
            far = np.nonzero(np.abs(score) >= NEAR)[0]
            most = max(
                (
                    abs(
                        adjusted(
                            score[at], [Wagers(one[at] ** 2 / two[at], two[at] / one[at], known)]
                        )
                    )
                    for at in {*far[::APART], *far[np.abs(score[far]).argsort()[-1:]]}
                ),
                default=0.0,
            )
            watched += [most >= mark for mark in THRESHOLDS]
    return list(100 * plain / paths), list(100 * watched / paths)


def main() -> None:
    given = argparse.ArgumentParser(description="false alarms of the watch over results")
    given.add_argument("--paths", type=int, default=2000)
    given.add_argument("--rounds", type=int, default=4000)
    options = given.parse_args()
    heads = [f"{how} {mark}" for how in ("variance alone", "watch") for mark in THRESHOLDS]
    rows = Rows("bet", *heads, title=f"% of {options.paths:,} paths of {options.rounds:,} wagers")
    for game in GAMES:
        decks = 8 if isinstance(game.deal, Tableau) else 1
        for name, bet in lab_figures(
            game.name, tuple(sorted(game.readings.items())), decks
        ).items():
            plain, watched = passed(bet, options.paths, options.rounds)
            rows.add_row(f"{game.name} {name}", *(f"{one:.2f}" for one in (*plain, *watched)))
    Console(width=140).print(rows)


if __name__ == "__main__":
    ended(main)
