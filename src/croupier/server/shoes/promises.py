"""What a record says of seeds: the house's promise of each shoe, and what players added to it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.server.journal.acts import restores_in
from croupier.server.shoes.events import (
    SeedCommitted,
    SeedOpened,
    SeedsClosed,
    ShoeCommitted,
    ShoeRevealed,
    number_of,
)
from croupier.server.shoes.seeds import Seed, house_commitment, player_commitment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.server.journal.store import Store
    from croupier.server.shoes.events import AnyShoeEvent


class When(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """The place in the house's journal, and milliseconds by its clock."""

    position: int
    at: int

    def is_before(self, other: When) -> bool:
        return self.position < other.position and self.at <= other.at


class Restored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A backup of the whole house was put back, which had so many entries."""

    when: When
    entries: int


class PlayerSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose it is, only that player's own browser knows."""

    commitment: str
    committed: When
    opened: When | None = None
    seed: str = ""
    salt: str = ""


class ShoePromise(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's seed for a shoe, committed to before any other seed for it could be known."""

    shoe: str
    decks: int
    commitment: str
    committed: When
    seeds: tuple[PlayerSeed, ...] = ()
    closed: When | None = None
    """From then on no seed was added; none where there was no seed."""
    revealed: When | None = None
    """Of a shoe that was never used: its seed is shown all the same."""
    seed: str = ""
    salt: str = ""
    unused: str = ""
    """Why."""

    @property
    def opened(self) -> tuple[PlayerSeed, ...]:
        return tuple(one for one in self.seeds if one.opened is not None)


def put_back(store: Store) -> tuple[Restored, ...]:
    return tuple(Restored(When(place, act.at), act.entries) for place, act in restores_in(store))


def heard(
    promises: list[ShoePromise], players: dict[str, str], event: AnyShoeEvent, at: When
) -> None:
    """One more event; what is said twice is kept twice, so that it is seen."""
    if isinstance(event, ShoeCommitted):
        promises.append(
            ShoePromise(
                shoe=event.shoe, decks=event.decks, commitment=event.commitment, committed=at
            )
        )
        players.clear()
        return
    if not promises or promises[-1].shoe != event.shoe:
        return
    last = promises[-1]
    match event:
        case SeedCommitted():
            players[event.player] = event.commitment
            last = replace(last, seeds=(*last.seeds, PlayerSeed(event.commitment, at)))
        case SeedsClosed():
            last = replace(last, closed=at)
        case SeedOpened():
            opened = {"opened": at, "seed": event.seed, "salt": event.salt}
            its = players.get(event.player)
            seeds = [replace(s, **opened) if s.commitment == its else s for s in last.seeds]
            last = replace(last, seeds=tuple(seeds))
        case ShoeRevealed(unused=reason) if reason:
            secret = {"seed": event.seed, "salt": event.salt, "unused": reason}
            last = replace(last, revealed=at, **secret)
    promises[-1] = last


def seeds_of(promise: ShoePromise) -> tuple[Seed, ...]:
    return tuple(Seed(one.seed, one.salt) for one in promise.opened)


def wrong_promises(
    table: str, promises: Sequence[ShoePromise], sealed: Mapping[str, When]
) -> Iterator[str]:
    """Commitments twice, seeds out of their turn, and shoes that were promised and hidden."""
    for shoe, times in Counter(one.shoe for one in promises).items():
        if times > 1:
            yield f"shoe {shoe}: was committed to {times} times"
    for promise in promises:
        yield from wrong_seeds(promise, sealed.get(promise.shoe))
        is_last = promise is promises[-1]
        if promise.shoe not in sealed and promise.revealed is None and not is_last:
            yield f"shoe {promise.shoe}: was committed to, never used and never revealed"
        if promise.revealed is not None:
            yield from wrong_unused(table, promise)


def wrong_unused(table: str, promise: ShoePromise) -> Iterator[str]:
    number, decks = number_of(promise.shoe), promise.decks
    made = house_commitment(table, number, decks, promise.seed, promise.salt)
    if made != promise.commitment:
        yield f"shoe {promise.shoe}: its seed and salt are not what the commitment was made of"


def wrong_seeds(promise: ShoePromise, sealed: When | None) -> Iterator[str]:
    where = f"shoe {promise.shoe}"
    if sealed is not None and not promise.committed.is_before(sealed):
        yield f"{where}: was sealed before the house committed itself to its seed"
    for number, one in enumerate(promise.seeds, 1):
        its = f"{where}, seed {number}"
        if not promise.committed.is_before(one.committed):
            yield f"{its}: was there before the house committed itself to its own"
        if promise.closed is not None and not one.committed.is_before(promise.closed):
            yield f"{its}: was added after seeds were closed"
        yield from wrong_opening(its, one, promise, sealed)
    if promise.seeds and promise.closed is None and sealed is not None:
        yield f"{where}: its seeds were never closed"


def wrong_opening(
    its: str, one: PlayerSeed, promise: ShoePromise, sealed: When | None
) -> Iterator[str]:
    if one.opened is None:
        return
    if promise.closed is None or not promise.closed.is_before(one.opened):
        yield f"{its}: was opened while others could still be added"
    if sealed is not None and not one.opened.is_before(sealed):
        yield f"{its}: was opened after the shoe was sealed"
    if player_commitment(promise.shoe, one.seed, one.salt) != one.commitment:
        yield f"{its}: seed and salt are not what was committed to"
