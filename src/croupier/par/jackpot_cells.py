"""What a jackpot comes to in the long run, as formulas of a workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.bets import METER, Awards
from croupier.par.best_play import fixed
from croupier.par.sheet import LONG_RUN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.lab.figures import BetOdds
    from croupier.lab.jackpot import Prospects

PAYS, PROBABILITY = 1, 3


class Figure(NamedTuple):
    label: str
    formula: str
    style: str
    value: float
    name: str


def jackpot_formulas(
    odds: BetOdds, bet: Bet, ahead: Prospects, first: int, ev: str
) -> Iterator[Figure]:
    """The meter's line pays what the meter holds, less what the bet costs.

    All but that line is worth the same at any meter: the mean less what the line adds to it.
    """
    terms, stake = ahead.terms, ahead.terms.bet_cents / 100
    place = next(
        number
        for number, line in enumerate(bet.lines)
        if isinstance(line, Awards) and line.amount == METER
    )
    net, chance = fixed(first + place, PAYS), fixed(first + place, PROBABILITY)
    costs = float(ahead.meter_cents / terms.bet_cents - odds.lines[place].net)
    rest = f"({ev}-{net}*{chance})"
    seed, fed = terms.seed_cents / 100, float(ahead.contribution / 100)
    mean = f"({seed!r}+{fed!r}/{chance})"
    yield Figure("seed of the meter", f"={seed!r}", "amount", seed, "seed")
    yield Figure("contribution to the meter", f"={fed!r}", "amount", fed, "contribution")
    between = float(ahead.bets_between_hits)
    yield Figure("bets between hits", f"=1/{chance}", "amount", between, "between")
    even = float(ahead.break_even_meter / 100)
    formula = f"=({costs!r}-{rest}/{chance})*{stake!r}"
    yield Figure("break-even meter", formula, "amount", even, "break_even")
    when = float(ahead.mean_meter_at_hit / 100)
    yield Figure("mean meter when won", f"={mean}", "amount", when, "mean_meter")
    long_run = float(1 + ahead.ev_in_the_long_run)
    formula = f"=1+{rest}+{chance}*({mean}/{stake!r}-{costs!r})"
    yield Figure(LONG_RUN, formula, "percent", long_run, "long_run")
