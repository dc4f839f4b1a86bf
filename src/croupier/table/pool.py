"""What a meter holds, where it came from, and who has won it of rounds that can still change.

A hand is paid what was displayed when it was settled, less what hands that were complete earlier
take first. Nobody is paid less because of what happens at another table later: the house carries
what a round that is void had put into an award, and an award grows when a hand that was complete
earlier turns out not to win.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.jackpot import Claim, Meter, Source, add, grown_by, pay_majors

if TYPE_CHECKING:
    from croupier.engine.jackpot import Share

Key = tuple[str, int]
"""A table and its round."""


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

    @property
    def share(self) -> Share:
        return pay_majors(self.seed_cents, self.fed, [win.claim for win in self.wins])

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
        return Meter(sum(cents, Fraction(self.seed_cents)), self.seed_cents, self.rate)

    def until(self, table: str) -> int:
        """Before which stage the amount came in that a table pays by."""
        return min(self.shown_until, self.stopped.get(table, self.stage + 1))

    def win_of(self, key: Key) -> Win | None:
        return next((win for win in self.wins if win.key == key), None)


def fed(pool: Pool, key: Key, bets_cents: int) -> Pool:
    """Rounds of the table that are over can no longer take their bets back."""
    parts: dict[Source, Fraction] = {}
    won = {win.key for win in pool.wins}
    table, number = key
    for source, cents in pool.fed.items():
        is_over = source.table == table and source.round < number
        merged = is_over and (source.table, source.round) not in won
        add(parts, Source(source.stage) if merged else source, cents)
    add(parts, Source(pool.stage, *key), grown_by(pool.rate, bets_cents))
    return replace(pool, fed=parts)


def taken_back(pool: Pool, key: Key, bets_cents: int) -> Pool:
    """As far as no award that stands has taken it: that was what was displayed."""
    parts, cents = dict(pool.fed), grown_by(pool.rate, bets_cents)
    for source in sorted((one for one in parts if (one.table, one.round) == key), reverse=True):
        part = min(cents, max(Fraction(0), parts[source]))
        add(parts, source, -part)
        cents -= part
    return replace(pool, fed=parts)


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
        return replace(pool, wins=tuple(again if one is before else one for one in pool.wins))
    later = [win.key in one.waits and one.order > win.order for one in pool.wins]
    place = later.index(True) if any(later) else len(later)
    ahead = tuple(replace(one, waits=one.waits - {win.key}) for one in pool.wins[:place])
    waits = win.waits.union(*(one.waits for one in ahead))
    win = replace(win, waits=waits - {win.key})
    pool = replace(pool, wins=(*ahead, win, *pool.wins[place:]))
    return with_stage(pool, win.until)


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
    wins = tuple(
        replace(win, undone=True, paid_cents=0, settled_cents=0) if win.key == key else win
        for win in pool.wins
    )
    return replace(pool, wins=wins)


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
        pool = replace(pool, fed=left, wins=pool.wins[1:])
    if pool.stopped:
        return pool
    parts: dict[Source, Fraction] = {}
    for source, cents in pool.fed.items():
        add(parts, source._replace(stage=0), cents)
    return replace(pool, fed=parts, stage=0)
