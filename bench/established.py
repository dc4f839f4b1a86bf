"""How long it takes to prove what is established, on one core.

    python -m bench.established

Random partial deals of every game, seven boxes at a time, from nothing seen to everything seen,
with decisions made and not made. The first answer of a game asks its lines of every kind of hand;
the others are timed one by one, from the round as a value to the answer.
"""

from __future__ import annotations

from bench.ending import ended
from croupier.benches.interrupted import BOXES, milliseconds
from croupier.games import GAMES

DEALS = 2_000


def main() -> None:
    print(f"{DEALS} random partial deals a game, {BOXES} boxes, milliseconds an answer")
    print(f"{'game':22}{'first':>8}{'median':>8}{'99 %':>8}{'longest':>9}")
    for game in GAMES:
        first, *rest = milliseconds(game, DEALS)
        median, most = sorted(rest)[DEALS // 2], sorted(rest)[DEALS * 99 // 100]
        print(f"{game.name:22}{first:>8.1f}{median:>8.2f}{most:>8.2f}{max(rest):>9.1f}")


if __name__ == "__main__":
    ended(main)
