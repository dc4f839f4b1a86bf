"""Each simulated round, dealt again and settled by the rulebook, brings what its cell is paid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.engine.settlement import settle
from croupier.games import GAMES
from croupier.montecarlo.dealing import dealt
from croupier.montecarlo.one_round import round_shown
from croupier.montecarlo.options import Options, asked_of
from croupier.montecarlo.paying import Paid
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from croupier.engine.rounds import Round

ROUNDS = 2_500
"""Of each variant: more than 40,000 wagers in all."""
VARIANTS: list[tuple[str, Options]] = [
    *((game.name, Options()) for game in GAMES),
    ("baccarat", {"decks": 4}),
    ("three-card-poker", {"strategy": "always"}),
    ("three-card-poker", {"strategy": "Kh 9d 2s", "pays": ["pair-plus:pair=2:1"]}),
    ("three-card-poker", {"interpretations": {"jackpot-bet-returned": "yes"}}),
    ("royal-three-pictures", {"pays": ["royal-pictures:three-kings=200:1"]}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_cell_is_paid_as_the_rulebook_settles_its_rounds(name: str, options: Options) -> None:
    asked = replace(asked_of(name, **options), rounds=ROUNDS, seed=11)
    cells = cells_of(asked)
    paid = Paid(cells, np.zeros(cells.cells.number, np.int64), asked)
    numbers = np.arange(ROUNDS, dtype=np.uint64)
    in_cell = cells.counted_in(dealt(key_of(asked.seed), numbers, cells.draw)).tolist()
    for number, cell in enumerate(in_cell):
        outcome = paid.of_cells[cell]
        expected = {bet: paid.exactly.net(bet, outcome) for bet in paid.names}
        assert settled(round_shown(asked, number)) == expected, number


def settled(of: Round) -> dict[str, Fraction]:
    """By bet, per unit of its stake; the play bet and the bonus belong to the ante."""
    game = of.game
    belongs = {one.name: one.bonus_on for one in game.bets if one.bonus_on}
    if game.decision:
        belongs[game.decision.play] = game.decision.entry
    stakes: dict[str, int] = {}
    won: dict[str, int] = {}
    for line in settle(of).lines:
        assert not line.rounded_off
        if line.from_box is not None:
            continue
        bet = belongs.get(line.bet, line.bet)
        if line.bet == bet:
            stakes[bet] = line.stake_cents
        won[bet] = won.get(bet, 0) + line.won_cents
    return {bet: Fraction(cents, stakes[bet]) for bet, cents in won.items()}
