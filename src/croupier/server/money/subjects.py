"""Whose results are watched, and their figures out of sums that are kept."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.lab.figures import decimal
from croupier.server.money.grouping import NAMES, bet_name
from croupier.server.money.sums import PlaySums
from croupier.server.money.tails import adjusted, wagers_of
from croupier.server.money.theory import expected, figures_of, is_known, variance, z_score
from croupier.server.money.watch_events import Figures, Subject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.server.money.sums import Bucket, Key
    from croupier.server.money.watch_events import Kind
    from croupier.wire.report import Terms

CLOSE = 2
"""Standard deviations within which nobody asks how improbable it is."""
GROUPS: tuple[Kind, ...] = ("table", "dealer", "player")
Played = dict["Terms", PlaySums]


class Seen(NamedTuple):
    figures: Figures
    adjusted: float


def subjects_of(key: Key, sums: PlaySums) -> Iterable[Subject]:
    for kind in GROUPS:
        if name := NAMES[kind](key):
            yield Subject(kind=kind, name=name)
    if key.is_for_all:
        for bet in sums.bets:
            if bet != key.terms.jackpot_bet:
                name = bet_name(key.terms, bet)
                yield Subject(kind="bet", name=name, game=key.terms.game, bet=bet)


def played(bucket: Bucket) -> dict[Subject, Played]:
    """By each, what is his of a stretch of time, under the terms of which the lab has figures."""
    found: dict[Subject, Played] = {}
    for key, sums in bucket.plays.items():
        if is_known(key.terms):
            for one in subjects_of(key, sums):
                found.setdefault(one, {}).setdefault(key.terms, PlaySums()).add(sums)
    return found


def seen(about: Subject, plays: Played) -> Seen | None:
    """Nothing where nothing was risked."""
    only = about.bet or None
    handle = win = rounds = 0
    theory = spread = Fraction(0)
    for terms, sums in plays.items():
        chosen = [
            one
            for bet, one in sums.bets.items()
            if bet != terms.jackpot_bet and only in {None, bet}
        ]
        handle += sum(one.handle for one in chosen)
        win += sum(one.win for one in chosen)
        rounds += sum(one.wagers for one in chosen) if only else sums.rounds
        if only:
            theory += figures_of(terms)[only].house_edge * chosen[0].base
        else:
            theory += expected(terms, sums)
        spread += variance(terms, sums, only)
    z = z_score(win - theory, spread)
    if z is None:
        return None
    likely = float(z)
    if abs(z) >= CLOSE:
        wagers = (one for terms, sums in plays.items() for one in wagers_of(terms, sums, only))
        likely = adjusted(z, wagers)
    figures = Figures(
        rounds=rounds,
        handle_cents=handle,
        win_cents=win,
        theoretical_cents=str(theory),
        z=decimal(z, 2),
        adjusted=decimal(Fraction(likely), 2),
    )
    return Seen(figures, likely)
