"""What the rules give the house of wagers that were made, and how far off it was."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.lab.figures import root
from croupier.lab.odds import odds
from croupier.server.money.sums import SPLIT
from croupier.table.evolve import game_under

if TYPE_CHECKING:
    from croupier.lab.covariances import Moves
    from croupier.lab.figures import BetOdds
    from croupier.server.money.sums import PlaySums
    from croupier.wire.report import Readings, Terms

RANGES = (("99.9 %", Fraction("3.29")), ("95 %", Fraction("1.96")))
"""Ranges that hold so many of all results, by standard deviations either way, the widest first."""
IMPROBABLE = RANGES[0][1]


@lru_cache(maxsize=256)
def lab_figures(name: str, readings: Readings, decks: int) -> dict[str, BetOdds]:
    game = game_under(name, readings)
    many = decks if isinstance(game.deal, Tableau) else None
    return dict(odds(game, decks=many).bets)


@lru_cache(maxsize=256)
def lab_moves(name: str, readings: Readings, decks: int) -> Moves:
    from croupier.lab.covariances import moves  # noqa: PLC0415 - numpy only where it is needed

    return moves(game_under(name, readings), decks)


def is_known(terms: Terms) -> bool:
    """Whether the lab has a figure: this program knows no other version of the rules."""
    return bool(terms.version == game_under(terms.game, terms.readings).version)


def figures_of(terms: Terms) -> dict[str, BetOdds]:
    return lab_figures(terms.game, terms.readings, terms.decks)


def expected(terms: Terms, sums: PlaySums) -> Fraction:
    """Of all bets but the jackpot's."""
    figures = figures_of(terms)
    return sum(
        (
            figures[bet].house_edge * one.base
            for bet, one in sums.bets.items()
            if bet != terms.jackpot_bet and one.base
        ),
        Fraction(0),
    )


def variance(terms: Terms, sums: PlaySums, only: str | None = None) -> Fraction:
    """Of all bets together, or of one bet alone; the jackpot's stands apart."""
    found = Fraction(0)
    for mine, is_across in ((sums.within, False), (sums.across, True)):
        for pair, cents in mine.items():
            one, _, other = pair.partition(SPLIT)
            if cents and terms.jackpot_bet not in {one, other} and only in {None, one}:
                if only is not None and other != only:
                    continue
                found += (1 if one == other else 2) * cents * moved(terms, one, other, is_across)
    return found


def moved(terms: Terms, one: str, other: str, is_across: bool) -> Fraction:  # noqa: FBT001
    if one == other and not is_across:
        return Fraction(figures_of(terms)[one].variance)
    known = lab_moves(terms.game, terms.readings, terms.decks)
    return (known.across if is_across else known.within)[one, other]


def z_score(difference: Fraction, spread: Fraction) -> Fraction | None:
    if spread <= 0:
        return None
    return difference / Fraction(root(spread))


def outside(z: Fraction | None) -> str:
    """Of the widest range that a result lies outside of; nothing where it lies within all."""
    return next((name for name, most in RANGES if z is not None and abs(z) > most), "")


def flagged(z: Fraction | None) -> str:
    if z is None or abs(z) <= IMPROBABLE:
        return ""
    return f"improbable: the house won far {'more' if z > 0 else 'less'} than the rules give it"
