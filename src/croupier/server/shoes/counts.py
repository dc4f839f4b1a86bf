"""What breaks nothing and is to be seen all the same: shoes put away, void rounds, shut seeds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from croupier.said import Said, phrase
from croupier.server.shoes.events import number_of
from croupier.server.shoes.fairness import Shelf, names_of
from croupier.server.shoes.sealed import OTHER_PACKS, PUT_BACK
from croupier.table.events import RoundVoided, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.shoes.public_record import TableRecord

VOIDED = tag_of(RoundVoided)
BEFORE_FIRST_CARD = "it was put away before its first card"
SAID = {why: phrase(why)() for why in (BEFORE_FIRST_CARD, OTHER_PACKS, PUT_BACK)}


class ShoeCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Each is there also when it is 0."""

    used: int
    """Revealed, and cards came out of them."""
    in_use: int
    discarded: int
    """Committed to and never used, put away before the first card, or given up before the end."""
    committed_twice: int
    missing: int
    """Numbers that no shoe has."""
    voided_rounds: int
    seeds: int
    """Of players, opened."""
    seeds_unopened: int
    without_seeds: int
    """Shoes to which no player added a seed: the house's commitment alone stands for them."""


class Discarded(msgspec.Struct, frozen=True):
    shoe: str
    at: int
    why: str
    said: Said | None = None
    """The same as a code; none for a reason that this program does not know."""


def discarded(record: TableRecord) -> list[Discarded]:
    """Every shoe that the house gave up, the oldest first."""
    served = served_by(record)
    found = [
        Discarded(one.shoe, one.revealed.at, one.unused, SAID.get(one.unused))
        for one in record.promises
        if one.revealed is not None
    ]
    for one in record.shoes:
        if one.revealed is not None and (one.given_up or one.shoe not in served):
            why = one.given_up or BEFORE_FIRST_CARD
            found.append(Discarded(one.shoe, one.revealed.at, why, SAID.get(why)))
    return sorted(found, key=lambda one: (one.at, number_of(one.shoe)))


def served_by(record: TableRecord) -> set[str]:
    """Shoes out of which a card came."""
    shelf = Shelf(record.shoes)
    drawn = (shelf.in_use(one.when) for round_ in record.rounds for one in round_.drawn)
    return {shoe.shoe for shoe in drawn if shoe is not None}


def counted(record: TableRecord) -> ShoeCounts:
    promised, sealed = record.promises, {one.shoe for one in record.shoes}
    seeds = [seed for one in promised if one.shoe in sealed for seed in one.seeds]
    opened = sum(seed.opened is not None for seed in seeds)
    return ShoeCounts(
        used=len(served_by(record)),
        in_use=sum(one.revealed is None for one in record.shoes),
        discarded=len(discarded(record)),
        committed_twice=len(promised) - len({one.shoe for one in promised}),
        missing=missing(record),
        voided_rounds=sum(one.ended == VOIDED for one in record.rounds),
        seeds=opened,
        seeds_unopened=len(seeds) - opened,
        without_seeds=sum(not one.seeds for one in record.shoes),
    )


def missing(record: TableRecord) -> int:
    numbers = {number_of(name) for name in names_of(record)}
    return max(numbers, default=record.first_shoe - 1) - record.first_shoe + 1 - len(numbers)


def notices(record: TableRecord) -> Iterator[str]:
    """A line for each thing that is to be seen and breaks nothing."""
    served = served_by(record)
    for one in discarded(record):
        how = "given up" if one.shoe in served else "discarded unused"
        yield f"shoe {one.shoe}: {how}, {one.why}"
    for back in record.restored:
        when = datetime.fromtimestamp(back.when.at / 1000, UTC)
        what = f"a backup of {back.entries} entries"
        yield f"the house was restored at {when:%Y-%m-%d %H:%M:%S} UTC from {what}"
    for promise in record.promises:
        shut = len(promise.seeds) - len(promise.opened)
        if shut and promise.closed is not None:
            yield f"shoe {promise.shoe}: {shut} of {len(promise.seeds)} seeds were not opened"
    for round_ in record.rounds:
        if round_.ended == VOIDED:
            yield f"round {round_.round}: was declared void"
