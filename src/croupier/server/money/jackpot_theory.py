"""What the rules give the house of bets on a jackpot.

What the meter pays comes out of what it was fed: of an award the house bears the seed after it. So
its win is that of the bet at a meter that stands at its seed, less the contributions. What the bet
returned to players in theory is told at the meter as it stood when each round was settled.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.configuration import JackpotTerms
from croupier.lab.jackpot import prospects
from croupier.lab.odds import odds
from croupier.table.evolve import game_under

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds
    from croupier.server.money.sums import BetSums
    from croupier.wire.report import Readings, Terms


class JackpotTheory(NamedTuple):
    win: Fraction
    variance: Fraction
    """As if boxes of one round were independent: the Envy Bonuses that bind them are small."""
    returned: Fraction | None
    """Of a bet, at the meter as it stood."""
    mean_meter: Fraction | None


@lru_cache(maxsize=64)
def at_seed(
    name: str, readings: Readings, jackpot: tuple[int, int, str], hands: int
) -> tuple[BetOdds, Fraction]:
    """The bet at its seed among so many hands, and the chance that one bet wins the meter."""
    game = game_under(name, readings)
    assert game.jackpot is not None
    bet, terms = game.jackpot.bet, JackpotTerms(jackpot[0], jackpot[1], Fraction(jackpot[2]))
    found = odds(game, jackpot=terms, hands=hands).bets[bet]
    return found, prospects(found, game.bet[bet], terms, jackpot[1]).chance


def theory(terms: Terms, one: BetSums) -> JackpotTheory:
    """Of wagers at the prescribed amount."""
    assert terms.jackpot is not None
    bet_cents, seed_cents, _ = terms.jackpot
    edge = spread = chance = Fraction(0)
    for others, cents in one.envied.items():
        figures, chance = at_seed(terms.game, terms.readings, terms.jackpot, others + 1)
        edge += figures.house_edge * cents
        spread += figures.variance * cents * bet_cents
    at_seeds = edge - chance * (one.seeds - seed_cents * one.wagers)
    at_meters = edge - chance * (one.meters - seed_cents * one.wagers)
    return JackpotTheory(
        win=at_seeds - one.contributed,
        variance=spread,
        returned=1 - at_meters / one.base if one.base else None,
        mean_meter=Fraction(one.meters, one.wagers) if one.wagers else None,
    )
