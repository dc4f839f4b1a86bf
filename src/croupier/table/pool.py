"""What a meter holds, where it came from, and who has won it of rounds that can still change.

A hand is paid what was displayed when it was settled, less what hands that were complete earlier
take first. Nobody is paid less because of what happens at another table later: the house carries
what a round that is void had put into an award, and an award grows when a hand that was complete
earlier turns out not to win. What comes in above the cap, and the hidden part of each bet, goes to
a reserve, of which the next seeds are taken.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.engine.jackpot import Claim, Meter, Source, add, grown_by, pay_majors

if TYPE_CHECKING:
    from croupier.engine.jackpot import Share

Key = tuple[str, int]
"""A table and its round."""
T = TypeVar("T")


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """By which a jackpot goes; parts of a bet as fractions."""

    seed_cents: int
    contribution: str
    cap_cents: int | None = None
    """More than this is never displayed."""
    reserve: str = "0"
    """The hidden part of each bet, put aside for the next seeds."""
    attendant_cents: int | None = None
    """From this amount on an award is paid by hand."""

    @property
    def going(self) -> Going:
        rates = Fraction(self.contribution), Fraction(self.reserve)
        return Going(self.seed_cents, self.cap_cents, rates)


class Going(NamedTuple):
    """The terms that a pool reckons by."""

    seed_cents: int
    cap_cents: int | None
    rates: tuple[Fraction, Fraction]
    """Of each bet to the meter, and to the reserve."""


class Win(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that has won the meter."""

    table: str
    round: int
    player: str
    order: tuple[int, int]
    """When it was complete, and where the house has written that down."""
    until: int
    paid_cents: int
    settled_cents: int
    """By its settlement; it may have been raised since."""
    waits: frozenset[Key] = frozenset()
    """Rounds in play with a hand that was complete earlier."""
    leaves_own: bool = False
    undone: bool = False
    """Its settlement is reversed, and the round not over again."""
    stands: bool = False
    """The next round of its table has opened."""
    reserve_cents: int = 0
    """Of the seed after it what the reserve has given."""

    @property
    def key(self) -> Key:
        return self.table, self.round

    @property
    def claim(self) -> Claim:
        return Claim(
            self.table, self.round, self.until, bool(self.waits), self.undone, self.leaves_own
        )


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """What a meter holds above its seed."""

    seed_cents: int
    rate: Fraction
    fed: dict[Source, Fraction] = {}
    stage: int = 0
    wins: tuple[Win, ...] = ()
    """In the order of payment, as long as something can change what one of them is due."""
    stopped: dict[str, int] = {}
    """Tables that pay by the amount registered before a stage, since their jackpot has failed; an
    empty name where staff have frozen the meter of all tables."""
    cap_cents: int | None = None
    reserve_rate: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    above: dict[Key, Fraction] = {}
    """What went to the reserve above the cap, by rounds whose bets may still go back."""
    rates: dict[Key, tuple[Fraction, Fraction]] = {}
    """Rounds whose bets may still go back and were taken at other rates than the pool's."""
    later: Terms | None = None
    """From the next win on."""

    @property
    def own(self) -> Going:
        return Going(self.seed_cents, self.cap_cents, (self.rate, self.reserve_rate))

    @property
    def going(self) -> Going:
        """By which it goes on: once it is won, as was arranged for then."""
        won = self.later is not None and any(not win.undone for win in self.wins)
        return self.later.going if self.later is not None and won else self.own

    @property
    def share(self) -> Share:
        then = self.later.seed_cents if self.later else None
        return pay_majors(self.seed_cents, self.fed, [win.claim for win in self.wins], then)

    @property
    def shown_until(self) -> int:
        return self.stopped.get("", self.stage + 1)

    @property
    def meter(self) -> Meter:
        return self.standing_at(self.stage + 1)

    @property
    def registered(self) -> Meter:
        """What is displayed."""
        return self.standing_at(self.shown_until)

    def standing_at(self, until: int) -> Meter:
        cents = (part for source, part in self.share.left.items() if source.stage < until)
        seed, _, (rate, _) = self.going
        return Meter(sum(cents, Fraction(seed)), seed, rate)

    def until(self, table: str) -> int:
        """Before which stage the amount came in that a table pays by."""
        return min(self.shown_until, self.stopped.get(table, self.stage + 1))

    def win_of(self, key: Key) -> Win | None:
        return next((win for win in self.wins if win.key == key), None)

    def rates_of(self, key: Key) -> tuple[Fraction, Fraction]:
        """At which the bets of a round are taken, and go back."""
        if key in self.rates:
            return self.rates[key]
        is_in = key in self.above or any((one.table, one.round) == key for one in self.fed)
        return self.own.rates if is_in else self.going.rates


def fed(pool: Pool, key: Key, bets_cents: int) -> Pool:
    """Rounds of the table that are over can no longer take their bets back."""
    parts: dict[Source, Fraction] = {}
    won = {win.key for win in pool.wins}
    table, number = key
    for source, cents in pool.fed.items():
        is_over = source.table == table and source.round < number
        merged = is_over and (source.table, source.round) not in won
        add(parts, Source(source.stage) if merged else source, cents)
    rate, hidden = both = pool.rates_of(key)
    newest = Source(pool.stage, *key)
    add(parts, newest, grown_by(rate, bets_cents))
    rates = of_open(pool.rates, key) | ({key: both} if both != pool.own.rates else {})
    reserve = pool.reserve + grown_by(hidden, bets_cents)
    above = of_open(pool.above, key)
    return capped(replace(pool, fed=parts, reserve=reserve, above=above, rates=rates), newest)


def of_open(some: dict[Key, T], key: Key) -> dict[Key, T]:
    """Without those of earlier rounds of the same table."""
    return {one: what for one, what in some.items() if one[0] != key[0] or one[1] >= key[1]}


def capped(pool: Pool, newest: Source | None = None) -> Pool:
    """What is above the cap goes to the reserve, what came in last first."""
    cap = pool.going.cap_cents
    most = Fraction(0) if cap is None else pool.meter.cents - cap
    if most <= 0:
        return pool
    parts, left, above, reserve = dict(pool.fed), pool.share.left, dict(pool.above), pool.reserve
    for source in sorted(left, key=lambda one: (one == newest, one), reverse=True):
        there = min(left[source], parts.get(source, Fraction(0)))
        part = min(most, max(Fraction(0), there))
        if not part:
            continue
        add(parts, source, -part)
        most, reserve = most - part, reserve + part
        if source.table:
            key = source.table, source.round
            above[key] = above.get(key, Fraction(0)) + part
    return replace(pool, fed=parts, above=above, reserve=reserve)


def taken_back(pool: Pool, key: Key, bets_cents: int) -> Pool:
    """As far as no award or seed has taken it; what went above the cap goes first."""
    rate, hidden = pool.rates_of(key)
    parts, cents = dict(pool.fed), grown_by(rate, bets_cents)
    beyond = min(cents, pool.above.get(key, Fraction(0)), pool.reserve)
    above = {one: part for one, part in pool.above.items() if one != key}
    if left := pool.above.get(key, Fraction(0)) - beyond:
        above[key] = left
    cents -= beyond
    for source in sorted((one for one in parts if (one.table, one.round) == key), reverse=True):
        part = min(cents, max(Fraction(0), parts[source]))
        add(parts, source, -part)
        cents -= part
    reserve = pool.reserve - beyond
    reserve -= min(grown_by(hidden, bets_cents), reserve)
    return replace(pool, fed=parts, reserve=reserve, above=above)


def corrected(pool: Pool, cents: Fraction) -> Pool:
    """What is displayed becomes more or less; what an award has taken is not touched."""
    parts = dict(pool.fed)
    shown = [source for source in pool.share.left if source.stage < pool.shown_until]
    for source in sorted(shown, reverse=True) if cents < 0 else ():
        there = min(pool.share.left[source], parts.get(source, Fraction(0)))
        part = min(-cents, max(Fraction(0), there))
        add(parts, source, -part)
        cents += part
    add(parts, Source(pool.shown_until - 1), cents)
    return replace(pool, fed=parts)


def stop(pool: Pool, table: str) -> Pool:
    if table in pool.stopped:
        return pool
    stage = pool.stage + 1
    return replace(pool, stage=stage, stopped=pool.stopped | {table: stage})


def go_on(pool: Pool, table: str) -> Pool:
    """One table again; without a name, all."""
    stopped = {name: until for name, until in pool.stopped.items() if table and name != table}
    return absorbed(replace(pool, stopped=stopped))


def claimed(pool: Pool, win: Win) -> Pool:
    """Ahead of those that waited for it and were complete later; of the others, behind.

    One that is settled again keeps its place, and the amount that was displayed then.
    """
    before = pool.win_of(win.key)
    if before is not None:
        again = replace(win, until=before.until, waits=before.waits)
        wins = tuple(again if one is before else one for one in pool.wins)
        return seeded(replace(pool, wins=wins), win.key)
    later = [win.key in one.waits and one.order > win.order for one in pool.wins]
    place = later.index(True) if any(later) else len(later)
    ahead = tuple(replace(one, waits=one.waits - {win.key}) for one in pool.wins[:place])
    waits = win.waits.union(*(one.waits for one in ahead))
    win = replace(win, waits=waits - {win.key})
    pool = replace(pool, wins=(*ahead, win, *pool.wins[place:]))
    return seeded(with_stage(pool, win.until), win.key)


def seeded(pool: Pool, key: Key) -> Pool:
    """The seed after a win is taken of the reserve as far as that reaches, in whole cents."""
    cents = min(floor(pool.reserve), pool.going.seed_cents)
    if cents:
        given = (replace(win, reserve_cents=cents) if win.key == key else win for win in pool.wins)
        pool = replace(pool, reserve=pool.reserve - cents, wins=tuple(given))
    return capped(pool)


def with_stage(pool: Pool, here: int) -> Pool:
    """What comes in from now on is of a later stage, also where the jackpot has stopped."""
    return replace(
        pool,
        stage=pool.stage + 1,
        fed={one._replace(stage=moved(one.stage, here)): cents for one, cents in pool.fed.items()},
        wins=tuple(replace(win, until=moved(win.until, here + 1)) for win in pool.wins),
        stopped={table: moved(until, here) for table, until in pool.stopped.items()},
    )


def moved(stage: int, here: int) -> int:
    return stage + 1 if stage >= here else stage


def undone(pool: Pool, key: Key) -> Pool:
    """Not paid any more; what it took is kept for it until its round is over again."""
    win = pool.win_of(key)
    if win is None:
        return pool
    back = replace(win, undone=True, paid_cents=0, settled_cents=0, reserve_cents=0)
    wins = tuple(back if one is win else one for one in pool.wins)
    return capped(replace(pool, wins=wins, reserve=pool.reserve + win.reserve_cents))


def over(pool: Pool, key: Key) -> Pool:
    """The round has ended: nobody waits for its hands any more."""
    wins = tuple(
        replace(win, waits=win.waits - {key})
        for win in pool.wins
        if not (win.key == key and win.undone)
    )
    return replace(pool, wins=wins)


def raised(pool: Pool) -> list[tuple[Win, int]]:
    """Who is due more than what was paid, and how much more."""
    dues = zip(pool.wins, pool.share.due_cents, strict=True)
    return [
        (win, due - win.paid_cents)
        for win, due in dues
        if due > win.paid_cents and not win.undone and not win.waits
    ]


def all_raised(pool: Pool) -> Pool:
    more = {win.key: cents for win, cents in raised(pool)}
    wins = (replace(win, paid_cents=win.paid_cents + more.get(win.key, 0)) for win in pool.wins)
    return absorbed(replace(pool, wins=tuple(wins)))


def stood(pool: Pool, key: Key) -> Pool:
    wins = (replace(win, stands=True) if win.key == key else win for win in pool.wins)
    return absorbed(replace(pool, wins=tuple(wins)))


def absorbed(pool: Pool) -> Pool:
    """Without the wins of which nothing can change any more."""
    while pool.wins:
        first = pool.wins[0]
        if first.undone or first.waits or not first.stands:
            return pool
        left = pay_majors(pool.seed_cents, pool.fed, [first.claim]).left
        pool = as_arranged(replace(pool, fed=left, wins=pool.wins[1:]))
    if pool.stopped:
        return pool
    parts: dict[Source, Fraction] = {}
    for source, cents in pool.fed.items():
        add(parts, source._replace(stage=0), cents)
    return replace(pool, fed=parts, stage=0)


def as_arranged(pool: Pool) -> Pool:
    """After a win that stands: what waited for it holds from now on, whoever wins next."""
    if pool.later is None:
        return pool
    seed, cap, (rate, hidden) = pool.later.going
    in_play = {(one.table, one.round) for one in pool.fed if one.table} | set(pool.above)
    rates = {key: pool.rates.get(key, pool.own.rates) for key in in_play}
    return replace(
        pool,
        seed_cents=seed,
        cap_cents=cap,
        rate=rate,
        reserve_rate=hidden,
        rates={key: both for key, both in rates.items() if both != (rate, hidden)},
        later=None,
    )
