"""The jackpot bet as its meter grows: its return, and where it breaks even."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.games import game
from croupier.lab.figures import LEAST_RETURN, decimal
from croupier.lab.jackpot import prospects
from croupier.problems import BadInput
from croupier.wire.house import default_house
from croupier.wire.lab import KEPT, Asked, exact_odds, most_hands

if TYPE_CHECKING:
    from croupier.lab.jackpot import Prospects

MILLION = 10**6
POINTS = 50
"""On the line of the chart."""


class JackpotPoint(msgspec.Struct, frozen=True):
    meter_cents: int
    returns: str
    alone: str
    """With no other hand at the table."""


class JackpotOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Exact fractions as text; amounts in dollars and cents, rounded."""

    game: str
    title: str
    bet_cents: int
    seed_cents: int
    meter_cents: int
    hands: int
    most_hands: int
    returns: str
    falls_short: bool
    chance: str
    bets_between_hits: str
    break_even: str
    break_even_alone: str
    least_meter: str
    """From which it returns the 75 % that standards ask."""
    mean_meter_at_hit: str
    returns_in_the_long_run: str
    seeds: str
    contributions: str
    """Of a million bets, as the seeds."""
    points: tuple[JackpotPoint, ...]


@lru_cache(maxsize=KEPT)
def jackpot(name: str, meter_cents: int | None, hands: int) -> JackpotOdds:
    """The odds at any meter follow from those at the seed: the bet's worth is a line in it."""
    of, terms = game(name), default_house()[name].jackpot
    if of.jackpot is None or terms is None:
        raise BadInput(f"{name} has no jackpot")
    meter = terms.seed_cents if meter_cents is None else meter_cents
    bet = of.bet[of.jackpot.bet]
    here, alone = (ahead(Asked(name, meter_cents=meter, hands=one)) for one in (hands, 1))
    returns = exact_odds(Asked(name, meter_cents=meter, hands=hands)).bets[bet.name]
    worth = max(alone.break_even_meter, Fraction(terms.seed_cents))
    end = max(Fraction(meter), worth * 5 / 4)
    meters = [int(end * step / POINTS) for step in range(POINTS + 1)]
    seeds, contributions = here.cost(MILLION)
    return JackpotOdds(
        game=name,
        title=bet.title,
        bet_cents=terms.bet_cents,
        seed_cents=terms.seed_cents,
        meter_cents=meter,
        hands=hands,
        most_hands=most_hands(of),
        returns=str(returns.returns),
        falls_short=returns.falls_short,
        chance=str(here.chance),
        bets_between_hits=decimal(here.bets_between_hits, 2),
        break_even=dollars(here.break_even_meter),
        break_even_alone=dollars(alone.break_even_meter),
        least_meter=dollars(meter_returning(here, LEAST_RETURN)),
        mean_meter_at_hit=dollars(here.mean_meter_at_hit),
        returns_in_the_long_run=str(1 + here.ev_in_the_long_run),
        seeds=dollars(seeds),
        contributions=dollars(contributions),
        points=tuple(
            JackpotPoint(one, decimal(returned(here, one)), decimal(returned(alone, one)))
            for one in meters
        ),
    )


def ahead(question: Asked) -> Prospects:
    told, terms = exact_odds(question), default_house()[question.game].jackpot
    assert told.game.jackpot is not None
    assert terms is not None
    assert told.meter_cents is not None
    name = told.game.jackpot.bet
    return prospects(told.bets[name], told.game.bet[name], terms, told.meter_cents)


def returned(at: Prospects, meter_cents: int) -> Fraction:
    """Of the bet, were the meter there."""
    more = meter_cents - at.meter_cents
    return 1 + at.ev_at_meter + more * at.chance / at.terms.bet_cents


def meter_returning(at: Prospects, part: Fraction) -> Fraction:
    """Where the bet returns that part of what it costs; never less than nothing."""
    meter = at.break_even_meter - (1 - part) * at.terms.bet_cents / at.chance
    return max(meter, Fraction(0))


def dollars(cents: Fraction) -> str:
    return decimal(cents / 100, 2)
