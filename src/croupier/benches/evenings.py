"""Rounds of players over time, beside dealing the same rounds alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from croupier.benches.figures import Figure
from croupier.games import GAMES
from croupier.montecarlo.players.dealers import dealer_of
from croupier.montecarlo.players.options import evenings_of
from croupier.montecarlo.players.results import AT_A_TIME, play, prepare
from croupier.montecarlo.players.systems import SYSTEMS
from croupier.montecarlo.players.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.montecarlo.players.asking import Evenings

REFERENCE = "dealing the same rounds alone"
ROUNDS, GROUPS = 120, 1
STAKE_CENTS, BANKROLL_CENTS = 25_00, 10_000_00


def dealing_rate(table: Table) -> float:
    """Return rounds for each second of processor time."""
    begun = time.process_time()
    for group in range(GROUPS):
        dealer, who = dealer_of(table, group * AT_A_TIME, AT_A_TIME), np.arange(AT_A_TIME)
        for number in range(ROUNDS):
            dealer.cells(who, number)
    return GROUPS * AT_A_TIME * ROUNDS / (time.process_time() - begun)


def playing_rate(evenings: Evenings, table: Table) -> float:
    begun = time.process_time()
    found = play(evenings, felt=table.felt)
    return found.player_rounds / (time.process_time() - begun)


def measured() -> Iterator[Figure]:
    for game in GAMES:
        stakes = {next(iter(game.placeable)): STAKE_CENTS}
        table = None
        for system in SYSTEMS:
            if system == "follow" and not game.shoe_lasts:
                continue
            evenings = evenings_of(
                game.name,
                stakes,
                BANKROLL_CENTS,
                players=GROUPS * AT_A_TIME,
                rounds_each=ROUNDS,
                workers=1,
                system=system,
            )
            if table is None:
                table = Table(evenings)
                prepare(table)
                playing_rate(evenings, table)  # compiles what is used
                alone = dealing_rate(table)
            yield Figure(
                measure=f"{game.name}, {system}",
                value=playing_rate(evenings, table),
                unit="rounds/s",
                reference=alone,
            )
