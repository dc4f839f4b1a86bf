"""How many one-box rounds a second `settle` answers from JSON Lines, on one core.

    python -m bench.settle

The rounds are random, new ones in each try, with stakes of five sizes; the clock runs from the
bytes of the input to the bytes of the answer.
The reference in the same run is Python's own `json` reading and writing the same texts: what a
program would spend that did nothing but pass the rounds through. *At first* is the ratio of the
first try, in which none of the wagers have been seen before.
"""

from __future__ import annotations

from bench.ending import ended
from croupier.benches.settling import bets_of, tried
from croupier.games import GAMES

ROUNDS = 5_000
TRIES = 5


def main() -> None:
    print(f"{ROUNDS} random one-box rounds, new ones in each of {TRIES} tries, rounds a second")
    print(f"{'game':22}{'bets':>5}{'settle':>10}{'json alone':>12}{'ratio':>8}{'at first':>10}")
    for game in GAMES:
        for bets in (1, bets_of(game)):
            tries = [tried(game, bets, number, ROUNDS) for number in range(TRIES)]
            # Other work on the machine only ever slows a try down.
            settled, passed = map(min, zip(*tries, strict=True))
            first, ratio = passed / tries[0][0], passed / settled
            a_second = f"{ROUNDS / settled:>10,.0f}{ROUNDS / passed:>12,.0f}"
            print(f"{game.name:22}{bets:>5}{a_second}{ratio:>8.2f}{first:>10.2f}")


if __name__ == "__main__":
    ended(main)
