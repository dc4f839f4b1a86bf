"""Sums put together by what a report is asked by, each against the theory of its own wagers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games import game as game_named
from croupier.lab.figures import decimal
from croupier.server.money.sums import SPLIT, PlaySums, added
from croupier.server.money.theory import (
    expected,
    flagged,
    is_known,
    outside,
    variance,
    z_score,
)
from croupier.wire.report import Group

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.server.money.spans import Calendar
    from croupier.server.money.sums import Bucket, Key
    from croupier.wire.report import Terms

NAMES: dict[str, Callable[[Key], str]] = {
    "table": lambda key: key.terms.table if key.is_for_all else "",
    "game": lambda key: key.terms.game if key.is_for_all else "",
    "pays": lambda key: pays(key.terms) if key.is_for_all else "",
    "dealer": lambda key: key.dealer if key.is_for_all else "",
    "player": lambda key: key.player,
    "seat": lambda key: f"{key.terms.table}, {key.box}" if key.box else "",
}
BY = (*NAMES, "hour", "day")


def pays(terms: Terms) -> str:
    """What was played by the same rules and the same pay: version, decks, readings."""
    read = ", ".join(f"{name}: {how}" for name, how in terms.readings)
    return f"{terms.game} {terms.version}, {terms.decks}{f'; {read}' if read else ''}"


def bet_name(terms: Terms, bet: str) -> str:
    """A bet of a pay table, at whichever table; readings where they are not the usual ones."""
    usual = game_named(terms.game).readings
    other = "".join(f"; {name}: {how}" for name, how in terms.readings if usual.get(name) != how)
    return f"{bet}: {terms.game} {terms.version}, {terms.decks}{other}"


def grouped(
    by: str, bucket: Bucket, parts: list[tuple[int, Bucket]], calendar: Calendar
) -> tuple[Group, ...]:
    """By name, or in the order of time."""
    if by in NAMES:
        found: dict[str, dict[Terms, PlaySums]] = {}
        for key, sums in bucket.plays.items():
            if name := NAMES[by](key):
                found.setdefault(name, {}).setdefault(key.terms, PlaySums()).add(sums)
        drops, out = (bucket.drops, bucket.cashed_out) if by == "player" else ({}, {})
        brought = brought_by(by, bucket)
        return tuple(
            summed(
                name,
                found.get(name, {}).items(),
                (drops.get(name, 0), out.get(name, 0)) if by == "player" else (None, None),
                None if brought is None else brought.get(name, 0),
            )
            for name in sorted({*found, *drops, *out})
        )
    if not by:
        return ()
    name_of = calendar.hour if by == "hour" else calendar.day
    times: dict[str, list[Bucket]] = {}
    for at, one in parts:
        times.setdefault(name_of(at), []).append(one)
    return tuple(total_of(name, added(some)) for name, some in times.items())


def brought_by(by: str, bucket: Bucket) -> dict[str, int] | None:
    """To tables, by table, game or player; nobody brings money to a dealer or a pay table."""
    if by not in {"table", "game", "player"}:
        return None
    games = {key.terms.table: key.terms.game for key in bucket.plays} if by == "game" else {}
    found: dict[str, int] = {}
    for place, one in bucket.brought.items():
        table, _, player = place.partition(SPLIT)
        name = {"table": table, "game": games.get(table, ""), "player": player}[by]
        found[name] = found.get(name, 0) + one.least
    return found


def total_of(name: str, bucket: Bucket) -> Group:
    found: dict[Terms, PlaySums] = {}
    for key, sums in bucket.plays.items():
        if key.is_for_all:
            found.setdefault(key.terms, PlaySums()).add(sums)
    money = sum(bucket.drops.values()), sum(bucket.cashed_out.values())
    return summed(name, found.items(), money, sum(one.least for one in bucket.brought.values()))


def summed(
    name: str,
    plays: Iterable[tuple[Terms, PlaySums]],
    money: tuple[int | None, int | None] = (None, None),
    brought: int | None = None,
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
        if side := sums.bets.get(terms.jackpot_bet):
            jackpot += side.win + side.from_meter - side.fed
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
        drop_cents=money[0],
        cashed_out_cents=money[1],
        table_drop_cents=brought,
        outside=outside(z),
    )
