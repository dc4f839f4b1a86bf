"""The index that reports read: a day's sums by quarters of an hour, kept beside the journal.

The journal is the truth. What is kept says up to which entry it is told, stands on that entry's
hash and is authenticated like a snapshot; what is missing, behind or not as it was written is
counted from the journal, and `audit verify` counts all of it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from croupier.server.journal import snapshots
from croupier.server.journal.snapshots import Kept
from croupier.server.journal.store import Snapshot
from croupier.server.money.counting import QUARTER, Counting, Quarters
from croupier.server.money.sums import BetSums, Brought, Bucket, Key, MeterSums, PlaySums, added
from croupier.wire.report import Terms  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Store, Told

DAY = 96
"""Quarters of an hour."""
CURSOR, DAYS, TOTALS = "report-2", "report-2:day:", "report-2:total:"
"""Another number when the same sums come to mean something else."""


class Cursor(msgspec.Struct, frozen=True):
    days: dict[int, int]
    """Up to which position the sums of each day are told; a day that is not here has none."""


class KeptPlay(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    terms: int
    dealer: str
    player: str
    box: int
    counts: tuple[int, int, int]
    bets: dict[str, BetSums]
    within: dict[str, str]
    across: dict[str, str]
    """Products of amounts may be longer than a machine's number."""


class KeptBucket(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    first: int
    last: int
    paid_out: int
    drops: dict[str, int]
    plays: tuple[KeptPlay, ...]
    meters: dict[str, MeterSums]
    cashed_out: dict[str, int]
    brought: dict[str, Brought]


class KeptDay(msgspec.Struct, frozen=True, array_like=True):
    terms: tuple[Terms, ...]
    quarters: dict[int, KeptBucket]


Buckets = dict[int, Bucket]
"""By the quarter of an hour since 1970."""


def packed(buckets: Buckets) -> bytes:
    terms: dict[Terms, int] = {}
    kept = {
        quarter: KeptBucket(
            first=one.first,
            last=one.last,
            paid_out=one.paid_out,
            drops=one.drops,
            plays=tuple(
                KeptPlay(
                    terms=terms.setdefault(key.terms, len(terms)),
                    dealer=key.dealer,
                    player=key.player,
                    box=key.box,
                    counts=(sums.rounds, sums.voided, sums.voided_cents),
                    bets=sums.bets,
                    within={pair: str(cents) for pair, cents in sums.within.items()},
                    across={pair: str(cents) for pair, cents in sums.across.items()},
                )
                for key, sums in one.plays.items()
            ),
            meters=one.meters,
            cashed_out=one.cashed_out,
            brought=one.brought,
        )
        for quarter, one in sorted(buckets.items())
    }
    return msgspec.msgpack.encode(KeptDay(tuple(terms), kept))


decoder = msgspec.msgpack.Decoder(KeptDay)


def unpacked(data: bytes) -> Buckets:
    kept = decoder.decode(data)
    return {quarter: bucket(kept.terms, one) for quarter, one in kept.quarters.items()}


class Unpacking:
    """A kept day, of which each quarter is unpacked when it is asked for."""

    def __init__(self, data: bytes | None) -> None:
        self.kept = decoder.decode(data) if data is not None else KeptDay((), {})
        self.done: Buckets = {}

    def get(self, quarter: int) -> Bucket | None:
        if quarter not in self.done and quarter in self.kept.quarters:
            self.done[quarter] = bucket(self.kept.terms, self.kept.quarters[quarter])
        return self.done.get(quarter)


def bucket(terms: tuple[Terms, ...], kept: KeptBucket) -> Bucket:
    plays = {
        Key(terms[one.terms], one.dealer, one.player, one.box): PlaySums(
            *one.counts,
            one.bets,
            {pair: int(cents) for pair, cents in one.within.items()},
            {pair: int(cents) for pair, cents in one.across.items()},
        )
        for one in kept.plays
    }
    return Bucket(
        first=kept.first,
        last=kept.last,
        paid_out=kept.paid_out,
        drops=kept.drops,
        plays=plays,
        meters=kept.meters,
        cashed_out=kept.cashed_out,
        brought=kept.brought,
    )


class Placed(NamedTuple):
    position: int
    data: bytes


def hash_at(store: Store, position: int) -> bytes:
    return next(store.leaves(position - 1, position), b"") if position else b""


def put(store: Store, name: str, position: int, kind: type, data: bytes) -> bool:
    kept = Kept(snapshots.shape_of(kind), hash_at(store, position), b"", data)
    kept = msgspec.structs.replace(kept, digest=snapshots.digest(name, position, kept))
    kept = msgspec.structs.replace(kept, mac=snapshots.mac_of(store.secret, kept))
    found = Snapshot(name, position, msgspec.msgpack.encode(kept))
    return store.save_snapshot(found, alone=True) is None


def get(store: Store, name: str, kind: type) -> Placed | None:
    """The newest that can be relied on."""
    found = store.snapshot(name)
    while found is not None:
        kept = snapshots.opened(found)
        if kept is not None and is_sound(store, found, kept, kind):
            return Placed(found.version, kept.state)
        found = store.snapshot(name, found.version)
    return None


def is_sound(store: Store, found: Snapshot, kept: Kept, kind: type) -> bool:
    return snapshots.is_authentic(store.secret, kept) and is_of(store, found, kept, kind)


def is_of(store: Store, found: Snapshot, kept: Kept, kind: type) -> bool:
    """Of this journal, whoever has put it there."""
    if kept.shape != snapshots.shape_of(kind):
        return False
    return bool(kept.entry) and kept.entry == hash_at(store, found.version)


class Broken(Exception):  # noqa: N818 - what the index is then
    """A day that was kept is gone, or is not as it was written."""


class Index:
    """What is kept, and what was written since."""

    def __init__(self, store: Store, *, anew: bool = False) -> None:
        self.store, self.anew = store, anew
        found = None if anew else get(store, CURSOR, Cursor)
        self.position = found.position if found else 0
        self.days = msgspec.msgpack.decode(found.data, type=Cursor).days if found else {}
        self.told: dict[int, Placed | None] = {}
        self.read: dict[int, Unpacking] = {}
        self.parts: dict[tuple[int, int], Bucket] = {}
        """Parts of quarters that were asked for, from one moment until before another."""
        self.tail = Quarters(self.is_told)
        self.entries = 0
        """Read of the journal to be up to date."""

    def catch_up(
        self, progress: Callable[[int], None] = lambda _: None, most: int | None = None
    ) -> None:
        until = None if most is None else self.position + most
        self.entries = Counting(self.store, self.tail, self.position, until).read(progress)

    def kept(self, day: int) -> Placed | None:
        if day not in self.told:
            found = None if self.anew else get(self.store, f"{DAYS}{day}", KeptDay)
            if day in self.days and (found is None or found.position < self.days[day]):
                raise Broken
            self.told[day] = found
        return self.told[day]

    def is_told(self, told: Told) -> bool:
        kept = self.kept(told.at // QUARTER // DAY)
        return kept is not None and told.position <= kept.position

    def day(self, day: int) -> Unpacking:
        """A day as it is kept, without what was written since."""
        if day not in self.read:
            kept = self.kept(day)
            self.read[day] = Unpacking(kept.data if kept else None)
        return self.read[day]

    def span(self, first: int, last: int) -> Iterator[tuple[int, Bucket]]:
        """The buckets of quarters from one until before another, in order."""
        for day in self.all_days():
            if day * DAY < last and (day + 1) * DAY > first:
                fresh = self.tail.buckets
                kept = self.day(day)
                for quarter in range(max(first, day * DAY), min(last, (day + 1) * DAY)):
                    both = [one for one in (kept.get(quarter), fresh.get(quarter)) if one]
                    if both:
                        yield quarter, both[0] if len(both) == 1 else added(both)

    def all_days(self) -> list[int]:
        fresh = {quarter // DAY for quarter in self.tail.buckets}
        return sorted({*self.days, *fresh, *(day for day, one in self.told.items() if one)})

    def total(self, day: int) -> Bucket:
        """Of a whole day of 24 hours in UTC."""
        kept, is_fresh = self.kept(day), self.has_tail(day)
        if kept is not None and not is_fresh and not self.anew:
            found = get(self.store, f"{TOTALS}{day}", KeptDay)
            if found is not None and found.position == kept.position:
                return unpacked(found.data)[day]
        return added(one for _, one in self.span(day * DAY, (day + 1) * DAY))

    def has_tail(self, day: int) -> bool:
        return any(quarter // DAY == day for quarter in self.tail.buckets)


T = TypeVar("T")


def with_index(
    store: Store, work: Callable[[Index], T], progress: Callable[[int], None] = lambda _: None
) -> T:
    """Work on an index that is up to date; where a day of it is broken, all is counted anew."""
    try:
        return work(caught_up(Index(store), progress))
    except Broken:
        return work(caught_up(Index(store, anew=True), progress))


def caught_up(index: Index, progress: Callable[[int], None]) -> Index:
    index.catch_up(progress)
    return index


def keep(store: Store, most: int | None = None) -> int:
    """Writes down what was counted since the last time; how many entries that were.

    So many at most: a house that is far behind catches up while it deals.
    """
    for anew in (False, True):
        index = Index(store, anew=anew)
        try:
            index.catch_up(most=most)
            return put_down(index)
        except Broken:
            continue
    return 0


def put_down(index: Index) -> int:
    store = index.store
    size = index.position + index.entries
    if not index.entries and not index.anew:
        return 0
    days = dict(index.days)
    for day in index.all_days():
        kept = index.kept(day)
        if not index.has_tail(day) and kept and days.get(day) == kept.position:
            continue
        buckets = dict(index.span(day * DAY, (day + 1) * DAY))
        if not put(store, f"{DAYS}{day}", size, KeptDay, packed(buckets)):
            return 0
        put(store, f"{TOTALS}{day}", size, KeptDay, packed({day: added(buckets.values())}))
        days[day] = size
    put(store, CURSOR, size, Cursor, msgspec.msgpack.encode(Cursor(days)))
    return index.entries


def faults(store: Store) -> Iterator[str]:
    """Where what is kept is not what the journal says."""
    kept = dict(everything_kept(store))
    days = {name: one for name, one in kept.items() if name.startswith((DAYS, TOTALS))}
    if not kept:
        return
    counted = Quarters()
    limits = {int(name.removeprefix(DAYS)): one for name, one in days.items() if DAYS in name}
    counted.skips = lambda told: is_after(told, limits)
    Counting(store, counted).read()
    for name, one in sorted(kept.items()):
        if is_passed_over(name, one, limits):
            continue
        if one is None or (name in days and not agrees(name, one, counted.buckets)):
            yield f"the report's index {name} is not what the journal says"


def is_passed_over(name: str, one: Placed | None, limits: dict[int, Placed | None]) -> bool:
    """A total of before its day, as a kill between the two leaves it: nobody reads it."""
    if one is None or not name.startswith(TOTALS):
        return False
    day = limits.get(int(name.removeprefix(TOTALS)))
    return day is not None and one.position < day.position


def is_after(told: Told, limits: dict[int, Placed | None]) -> bool:
    kept = limits.get(told.at // QUARTER // DAY)
    return kept is None or told.position > kept.position


def agrees(name: str, kept: Placed, counted: Buckets) -> bool:
    day = int(name.rpartition(":")[2])
    own = {quarter: one for quarter, one in counted.items() if quarter // DAY == day}
    if name.startswith(TOTALS):
        own = {day: added(one for _, one in sorted(own.items()))}
    return unpacked(kept.data) == own


def everything_kept(store: Store) -> Iterator[tuple[str, Placed | None]]:
    """By name; nothing where it is not as it was written, and none of another program's shape.

    What it says is compared with the journal, so that one from before the keys were rotated counts.
    """
    for name, one in newest_kept(store, CURSOR, Cursor):
        yield name, one
        if one is not None:
            for day in msgspec.msgpack.decode(one.data, type=Cursor).days:
                yield from newest_kept(store, f"{DAYS}{day}", KeptDay)
                yield from newest_kept(store, f"{TOTALS}{day}", KeptDay)


def newest_kept(store: Store, name: str, kind: type) -> Iterator[tuple[str, Placed | None]]:
    newest = store.snapshot(name)
    if newest is None and name == CURSOR:
        return
    opened = snapshots.opened(newest) if newest else None
    if opened is not None and opened.shape != snapshots.shape_of(kind):
        return
    is_own = newest and opened and is_of(store, newest, opened, kind)
    yield name, Placed(newest.version, opened.state) if newest and opened and is_own else None
