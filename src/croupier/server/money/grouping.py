"""Sums put together by what a report is asked by, each against the theory of its own wagers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.lab.figures import decimal
from croupier.server.money.sums import PlaySums, added
from croupier.server.money.theory import expected, flagged, is_known, variance, z_score
from croupier.wire.report import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.server.money.spans import Calendar
    from croupier.server.money.sums import Bucket, Key
    from croupier.wire.report import Terms

NAMES: dict[str, Callable[[Key], str]] = {
    "table": lambda key: "" if key.player else key.terms.table,
    "game": lambda key: "" if key.player else key.terms.game,
    "dealer": lambda key: "" if key.player else key.dealer,
    "player": lambda key: key.player,
}
BY = (*NAMES, "hour", "day")


def grouped(
    by: str, bucket: Bucket, parts: list[tuple[int, Bucket]], calendar: Calendar
) -> tuple[Group, ...]:
    """By name, or in the order of time."""
    if by in NAMES:
        found: dict[str, dict[Terms, PlaySums]] = {}
        for key, sums in bucket.plays.items():
            if name := NAMES[by](key):
                found.setdefault(name, {}).setdefault(key.terms, PlaySums()).add(sums)
        drops = bucket.drops if by == "player" else {}
        names = sorted({*found, *drops})
        return tuple(
            summed(
                name,
                found.get(name, {}).items(),
                drops.get(name, 0) if by == "player" else None,
            )
            for name in names
        )
    if not by:
        return ()
    name_of = calendar.hour if by == "hour" else calendar.day
    times: dict[str, list[Bucket]] = {}
    for at, one in parts:
        times.setdefault(name_of(at), []).append(one)
    return tuple(total_of(name, added(some)) for name, some in times.items())


def total_of(name: str, bucket: Bucket) -> Group:
    found: dict[Terms, PlaySums] = {}
    for key, sums in bucket.plays.items():
        if not key.player:
            found.setdefault(key.terms, PlaySums()).add(sums)
    return summed(name, found.items(), sum(bucket.drops.values()))


def summed(
    name: str, plays: Iterable[tuple[Terms, PlaySums]], drop_cents: int | None = None
) -> Group:
    handle = win = jackpot = rounds = voided = returned = 0
    theory = off = spread = Fraction(0)
    for terms, sums in plays:
        rounds += sums.rounds
        voided += sums.voided
        returned += sums.voided_cents
        plain = [one for bet, one in sums.bets.items() if bet != terms.jackpot_bet]
        own_win = sum(one.win for one in plain)
        handle += sum(one.handle for one in plain)
        win += own_win
        for one in (sums.bets.get(terms.jackpot_bet),):
            jackpot += one.win + one.from_meter - one.fed if one else 0
        if is_known(terms):
            should = expected(terms, sums)
            theory += should
            off += own_win - should
            spread += variance(terms, sums)
    z = z_score(off, spread)
    return Group(
        name=name,
        rounds=rounds,
        voided=voided,
        voided_cents=returned,
        handle_cents=handle,
        win_cents=win,
        theoretical_cents=str(theory),
        z=None if z is None else decimal(z, 2),
        flag=flagged(z),
        jackpot_win_cents=jackpot,
        drop_cents=drop_cents,
    )
