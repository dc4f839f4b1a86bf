"""A stream of events, the state that they fold to, and the one way in which events are added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal import private, snapshots
from croupier.server.journal.store import (
    NOTHING_BEFORE,
    UNREADABLE,
    Answered,
    Conflict,
    New,
    NotHeld,
    Part,
    Short,
    Unavailable,
    Unreadable,
    Write,
    Written,
    is_as_written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.money import Posting
    from croupier.server.journal.store import Entry, Outcome, Store

SO_MUCH_IS_THERE = Sentence("so-much-is-there", "{cents:money} is there")
HOUSE_PAUSES = Sentence("house-pauses", "the house pauses, nothing happened: {reason}")
SOMETHING_ELSE_HAPPENED_FIRST = Sentence(
    "something-else-happened-first", "something else happened first: ask again"
)
ON_ANOTHER_NODE = Sentence(
    "on-another-node", "table {table} is just moving to another machine: ask again"
)


class Timed(Protocol):
    @property
    def at(self) -> int: ...


E = TypeVar("E", bound=Timed)
S = TypeVar("S")
K = TypeVar("K")
T = TypeVar("T")
TIMES = 20
"""As often something is written anew that somebody else was faster with."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[S]):
    """How a state is saved as a snapshot: the struct whose shape it has, to bytes and back."""

    shape: type
    save: Callable[[S], bytes]
    load: Callable[[bytes], S]
    alone: bool = True
    """Whether an earlier snapshot goes when a later one comes."""


def packed(shape: type[S]) -> Codec[S]:
    """Of a state that is a struct itself."""
    return Codec(shape, msgspec.msgpack.encode, msgspec.msgpack.Decoder(shape).decode)


@dataclass(frozen=True, slots=True)
class Fold(Generic[E, S]):
    """How the events of one kind of stream are read, and what each makes of the state."""

    kind: str
    decoder: msgspec.json.Decoder[E]
    evolve: Callable[[S, E], S]
    codec: Codec[S] | None = None

    def name(self, of: str = "") -> str:
        """The stream of this kind that belongs to somebody or something."""
        return f"{self.kind}:{of}" if of else self.kind


class Stream(Generic[E, S]):
    """Followed from the last snapshot that can be trusted, or from an entry on."""

    def __init__(
        self, store: Store, fold: Fold[E, S], first: S, *, of: str = "", after: int = 0
    ) -> None:
        self.store, self.fold, self.name = store, fold, fold.name(of)
        self.state, self.version, self.snapshot_at = first, after, 0
        codec = fold.codec
        if codec and (found := snapshots.trusted(store, self.name, codec.shape)):
            self.state, self.version = codec.load(found.state), found.version
            self.snapshot_at = found.version
        self.catch_up()
        if store.sharing is not None:
            store.sharing.register(self)

    def __eq__(self, other: object) -> bool:
        """At the same entry with the same state."""
        if not isinstance(other, Stream):
            return NotImplemented
        mine, theirs = (self.name, self.version, self.state), (other.name, other.version)
        return mine == (*theirs, other.state)

    __hash__ = None  # type: ignore[assignment]

    def catch_up(self) -> None:
        for entry in chained(self.store, self.name, self.version):
            self.put(entry)

    def put(self, entry: Entry) -> None:
        try:
            event = self.fold.decoder.decode(private.whole(entry))
            self.state = self.fold.evolve(self.state, event)
        except UNREADABLE as error:
            raise unreadable(entry, error) from None
        self.version = entry.version

    def take(self, entry: Entry) -> None:
        """The next entry, which another node has written; what was read before is not taken again.

        Where one between is missing here, all are read.
        """
        if entry.version == self.version + 1:
            self.put(entry)
        elif entry.version > self.version:
            self.catch_up()

    def append(
        self,
        *events: E,
        postings: tuple[Posting, ...] = (),
        request: str | None = None,
        digest: bytes = b"",
        beside: tuple[Part, ...] = (),
    ) -> E | Refused:
        """The first event once all are durable; money moves with the first, others' parts as well.

        What is written beside it, to other streams, the caller follows.

        The same request again is answered with the event that it led to, and not carried out again.
        """
        new = [self.new(events[0], postings), *map(self.new, events[1:])]
        parts = (Part(self.name, self.version, tuple(new)), *beside)
        write = Write(parts, request, new[0].body, digest)
        [outcome] = self.store.append([write])
        if isinstance(outcome, Answered):
            return self.fold.decoder.decode(outcome.answer)
        if not isinstance(outcome, Written):
            if isinstance(outcome, Conflict):
                self.catch_up()
            return not_written(outcome)
        state = self.state
        for event in events:
            state = self.fold.evolve(state, event)
        self.follow(state, self.version + len(events))
        self.keep()
        return events[0]

    def new(self, event: E, postings: tuple[Posting, ...] = ()) -> New:
        body, beside = private.apart(self.name, msgspec.json.encode(event))
        return New(event.at, body, postings, beside)

    def follow(self, state: S, version: int) -> None:
        """What was made durable by a write over several streams."""
        self.state, self.version = state, version

    def keep(self) -> None:
        """A snapshot now and then, so that a start need not read the whole stream."""
        if self.version - self.snapshot_at >= snapshots.EVERY:
            self.keep_now()

    def keep_now(self) -> None:
        codec = self.fold.codec
        if codec is None or self.version == self.snapshot_at:
            return
        state = codec.save(self.state)
        if snapshots.keep(
            self.store, self.name, self.version, codec.shape, state, alone=codec.alone
        ):
            self.snapshot_at = self.version


def chained(store: Store, stream: str, after: int = 0) -> Iterator[Entry]:
    """A stream's entries after a version, each as it was written and after the one before it."""
    before = NOTHING_BEFORE
    for entry in store.read(stream, max(0, after - 1)):
        if entry.version > after:
            if entry.previous != before:
                raise Unreadable(f"{entry.place}: does not follow the entry before it")
            if not is_as_written(entry):
                raise Unreadable(f"{entry.place}: was changed after it was written")
            yield entry
        before = entry.hash


def first_of(store: Store, fold: Fold[E, S], of: str, kind: type[K]) -> K:
    """What a stream begins with."""
    for entry in chained(store, fold.name(of)):
        try:
            found = fold.decoder.decode(private.whole(entry))
        except UNREADABLE as error:
            raise unreadable(entry, error) from None
        if isinstance(found, kind):
            return found
        break
    raise Unreadable(f"{fold.name(of)}: the entry that it begins with is missing")


def unreadable(entry: Entry, error: Exception) -> Unreadable:
    if isinstance(error, Unreadable):
        return error
    return Unreadable(f"{entry.place}: cannot be read: {str(error) or type(error).__name__}")


def until_written(write: Callable[[], T | Refused]) -> T | Refused:
    """Asked again where the nodes of an open house write to the same stream meanwhile."""
    for _ in range(TIMES):
        told = write()
        if not isinstance(told, Refused) or told.why is not Policy.CHANGED_MEANWHILE:
            break
    return told


def not_written(outcome: Outcome) -> Refused:
    """Why nothing happened."""
    if isinstance(outcome, Short):
        return declined(Policy.NOT_ENOUGH, SO_MUCH_IS_THERE(cents=outcome.has_cents))
    if isinstance(outcome, Unavailable):
        says = HOUSE_PAUSES(reason=outcome.reason)
        return declined(Policy.PAUSED, says)
    if isinstance(outcome, NotHeld):
        return declined(Policy.ON_ANOTHER_NODE, ON_ANOTHER_NODE(table=outcome.table))
    return declined(Policy.CHANGED_MEANWHILE, SOMETHING_ELSE_HAPPENED_FIRST())
