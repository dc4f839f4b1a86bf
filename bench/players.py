"""How many rounds of players a second are played through, by one core's own time.

    python -m bench.players

Beside each figure stands what merely dealing the same rounds takes in the same run: what is left is
for stakes, limits, stops and money.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from bench.ending import ended
from croupier.montecarlo.players.dealers import dealer_of
from croupier.montecarlo.players.options import evenings_of
from croupier.montecarlo.players.results import AT_A_TIME, play, prepare
from croupier.montecarlo.players.systems import SYSTEMS
from croupier.montecarlo.players.table import Table

if TYPE_CHECKING:
    from croupier.montecarlo.players.asking import Evenings
    from croupier.montecarlo.players.functions import Seat

ROUNDS, TRIES = 240, 2
PLAYERS = 2 * AT_A_TIME
BETS = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
    "three-card-poker": "ante",
    "baccarat": "banker",
}


def flat_by_a_function(seat: Seat) -> int:
    return seat.stake_cents


def dealt(table: Table) -> float:
    """Rounds for each second of the processor."""
    begun = time.process_time()
    for first in range(0, PLAYERS, AT_A_TIME):
        dealer, who = dealer_of(table, first, AT_A_TIME), np.arange(AT_A_TIME)
        for number in range(ROUNDS):
            dealer.cells(who, number)
    return PLAYERS * ROUNDS / (time.process_time() - begun)


def played(asked: Evenings, table: Table) -> float:
    begun = time.process_time()
    found = play(asked, felt=table.felt)
    return found.player_rounds / (time.process_time() - begun)


def main() -> None:
    for name, bet in BETS.items():
        asked = evenings_of(
            name, {bet: 25_00}, 10_000_00, players=PLAYERS, rounds_each=ROUNDS, workers=1
        )
        table = Table(asked)
        prepare(table)
        alone = max(dealt(table) for _ in range(TRIES))
        print(f"{name}: dealt alone {alone / 1e6:.1f} M/s")
        for system in SYSTEMS:
            if system == "follow" and name != "baccarat":
                continue
            of = evenings_of(
                name, {bet: 25_00}, 10_000_00, players=PLAYERS, rounds_each=ROUNDS, system=system
            )
            best = max(played(of, table) for _ in range(TRIES))
            print(f"  {system:12} {best / 1e6:6.2f} M/s, {best / alone:.2f} of dealing alone")
    own = evenings_of(
        "baccarat", {"banker": 25_00}, 10_000_00, players=2_000, system=flat_by_a_function
    )
    rate = played(own, table)
    print(f"  a function   {rate / 1e6:6.2f} M/s")


if __name__ == "__main__":
    ended(main)
