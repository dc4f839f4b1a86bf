"""What the connections of one node know together of a journal that other nodes write to as well.

Whoever decides anything takes a turn first: nobody else writes until it ends, and what others wrote
meanwhile is followed before anything is decided. So each node decides on all that is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import ref

import msgspec

from croupier.server.journal.store import Unreadable, Written, is_as_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from weakref import ReferenceType

    from croupier.server.journal.store import Entry, Outcome, Part, Write

FENCED = "table"
"""The kind of stream that only the node which holds the table writes to."""
STAYS = 600.0
"""Seconds for which a table stays where a person has put it, if that node does."""
DUTIES = "*"
"""Held as a table is: by the node that looks after what a house does once."""


class Followed(Protocol):
    """A stream as one room of the house has read it."""

    name: str

    def take(self, entry: Entry) -> None:
        """The next entry, which another node has written."""


class Lease(msgspec.Struct, frozen=True, kw_only=True):
    """Which node holds a table, and for how much longer, by the database's own clock."""

    name: str
    node: str
    run: str
    """Of the node's process: one that was started again holds nothing of before."""
    token: int
    """Grows with every holder; each write of the table carries it."""
    left_ms: int
    """0 or less: it is anybody's."""
    wanted: str = ""
    """The node that it is to be handed over to."""
    load: int = 0
    """How much it was asked in the last minute, as its holder measures it."""
    stays_ms: int = 0
    """For how long no node hands it over by itself: a person has put it there."""


class NodeSeen(msgspec.Struct, frozen=True, kw_only=True):
    node: str
    run: str
    address: str
    version: str
    ago_ms: int
    """Since it last said that it is there."""
    leaving: bool = False
    position: int = 0
    """Up to which entry it had followed the journal then."""


class TryKey(NamedTuple):
    account: bytes
    address: bytes
    pressed_ms: int
    """For how long an address counts as failing."""
    kept_ms: int


class Tried(NamedTuple):
    """Wrong passwords from one address at one account, by the database's clock."""

    wrong: int
    at: int
    failing: int
    """Addresses that failed at the account since a moment; counted up to a few."""
    now: int


ChangeTry = Callable[[Tried], tuple[int, int] | None]
"""How many and when from now on; None where there are none any more."""


class Met(NamedTuple):
    """What a node finds that says it is there."""

    run: str | None
    """Which of its name has said so before."""
    now: int
    """By the database's clock."""


class Seen(NamedTuple):
    leases: list[Lease]
    nodes: list[NodeSeen]


class Sharing:
    def __init__(self, node: str, run: str) -> None:
        self.node, self.run = node, run
        self.looked = 0
        """Up to which position everything is followed, or this node's own."""
        self.mine: set[int] = set()
        """Positions beyond that which this node has written, and knows."""
        self.tokens: dict[str, int] = {}
        """Of the tables that this node holds."""
        self.decided_by: dict[str, int] | None = None
        """Those by which what is being written was decided: a table that was lost meanwhile and
        taken again is another holding."""
        self.turn: SharedStore | None = None
        """The connection that has the turn now."""
        self.streams: dict[str, list[ReferenceType[Followed]]] = {}

    def register(self, stream: Followed) -> None:
        """From now on it is given what others write."""
        kept = [one for one in self.streams.get(stream.name, ()) if one() is not None]
        self.streams[stream.name] = [*kept, ref(stream)]

    def followers(self, stream: str) -> Iterator[Followed]:
        for one in self.streams.get(stream, ()):
            if (found := one()) is not None:
                yield found

    def not_mine(self, entries: Iterable[Entry]) -> list[Entry]:
        """Of those after `looked`: what others wrote, and is to be followed."""
        return [entry for entry in entries if entry.position not in self.mine]

    def followed(self, position: int) -> None:
        """Everything up to there, and of this node's own what comes next."""
        self.looked = max(self.looked, position)
        while self.looked + 1 in self.mine:
            self.looked += 1
            self.mine.discard(self.looked)

    def end_turn(self) -> None:
        """Lets others write, where nothing was written."""
        holder, self.turn = self.turn, None
        if holder is not None:
            holder.roll_back()

    def note(self, outcomes: Iterable[Outcome]) -> None:
        """What this node has written is not followed once more."""
        for one in outcomes:
            if isinstance(one, Written):
                self.mine.update(one.positions)

    def knows(self, size: int) -> bool:
        """Whether so many entries are all followed, or this node's own."""
        if self.is_behind(size):
            return False
        self.looked = size
        self.mine.clear()
        return True

    def is_behind(self, size: int) -> bool:
        """Whether others have written something that was not followed: nothing is decided on."""
        return self.looked + len(self.mine) < size

    def held_elsewhere(self, parts: Iterable[Part], held: dict[str, int]) -> str | None:
        """The first table that would be written to and is not this node's, by the leases in force.

        The first entry of all of a table is anybody's: it comes before there is anything to hold.
        """
        tokens = self.tokens if self.decided_by is None else self.decided_by
        for part in parts:
            kind, _, name = part.stream.partition(":")
            if kind != FENCED or not part.expected:
                continue
            if name not in held or held[name] != tokens.get(name):
                return name
        return None


def as_written(entries: Iterable[Entry]) -> Iterator[Entry]:
    for entry in entries:
        if not is_as_written(entry):
            raise Unreadable(f"{entry.place}: was changed after it was written")
        yield entry


def others_in(store: SharedStore, sharing: Sharing, size: int) -> list[Entry]:
    """Of a journal of so many entries: what others have written and was not followed."""
    sharing.followed(sharing.looked)  # its own that come next are known
    if sharing.knows(size):
        return []
    store.refuse_foreign()
    return sharing.not_mine(as_written(store.everything(sharing.looked)))


def tried(wrong: int | None, at: int | None, failing: int, now: int, kept_ms: int) -> Tried:
    """As it was found; what is long ago is forgotten."""
    if wrong is None or at is None or now - at >= kept_ms:
        return Tried(0, now, failing, now)
    return Tried(wrong, at, failing, now)


def fenced_by(parts: Iterable[Part]) -> list[str]:
    """The tables whose leases a write depends on."""
    split = (part.stream.partition(":") for part in parts)
    return sorted({name for kind, _, name in split if kind == FENCED})


class SharedStore(Protocol):
    """What a store has beside the rest where several nodes write to it."""

    def append(self, writes: Sequence[Write]) -> list[Outcome]: ...

    def roll_back(self) -> None: ...

    def refuse_foreign(self) -> None: ...

    def everything(self, after: int = 0) -> Iterator[Entry]: ...

    def take_turn(self) -> list[Entry]:
        """What others have written since; until `append` or `end_turn` nobody else writes.

        Raises `Unreadable` where the journal cannot be had.
        """

    def end_turn(self) -> None:
        """Lets others write, where nothing was written."""

    def others(self) -> list[Entry]:
        """What others have written since, while everybody goes on."""

    def tree_size(self) -> int:
        """How many entries there are."""

    def here(self, address: str, version: str, *, leaving: bool) -> Met:
        """The node says that it is there."""

    def seen(self) -> Seen:
        """All leases and nodes."""

    def renew(self, seconds: float, loads: Mapping[str, int]) -> dict[str, int]:
        """The leases that are still this node's, longer from now; those that ran out are not."""

    def take(self, names: Sequence[str], seconds: float) -> dict[str, int]:
        """Of leases that nobody holds: with the new token of each that this node has now."""

    def hand_over(self, name: str, to: str, seconds: float) -> bool:
        """From this node to another one, or to nobody; what this one wrote is written by then.

        To the node that a person wants it at: there it stays for a while.
        """

    def change_try(self, key: TryKey, change: ChangeTry) -> None:
        """What nobody else changes meanwhile; what is long ago is taken away."""

    def want(self, name: str, node: str) -> bool:
        """The holder is asked to hand it over; whether anybody holds it."""
