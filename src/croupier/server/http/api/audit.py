"""Operations for auditors: the journal and its verification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.server.http.api.log import RevokedKey, revoked_in
from croupier.server.http.operation import AUDITOR, MANAGERS, Operation, Strict
from croupier.server.journal.store import Selection, Unreadable
from croupier.server.journal.verify import known_keys
from croupier.server.past.journal_kinds import Kinds, counted
from croupier.server.past.journal_lines import (
    IN_PLAY,
    JournalLine,
    PlacedLine,
    journal_lines,
    placed,
    rounds_in_play,
    withheld,
)
from croupier.server.people.service_events import Scope
from croupier.server.streams import faults
from croupier.wire.report import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.journal.store import Entry, Store

MOST_ENTRIES = 500
Words = Annotated[str, msgspec.Meta(max_length=80)]
Several = Annotated[str, msgspec.Meta(max_length=2000, pattern=r"^([^,]+(,[^,]+){0,63})?$")]
Position = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Verified(msgspec.Struct, frozen=True):
    entries: int
    checkpoints: int
    key: str
    faults: tuple[str, ...]
    revoked: tuple[RevokedKey, ...] = ()
    """Keys of the house, earlier ones, whose signatures after an entry count no more."""


class Wanted(Strict, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True):
    """All that is given has to hold; times are like `2026-07-01T06:00`, in UTC without a zone."""

    after: Position = 0
    before: Position | None = None
    """With it the newest come first."""
    stream: Several = ""
    event: Several = ""
    """One of them, or several with commas between."""
    person: Words = ""
    """Who did it, or whom it concerns."""
    since: Words | None = None
    until: Words | None = None


class Page(Wanted, frozen=True, kw_only=True):
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_ENTRIES)] = 100


async def verify(call: PlainCall) -> Verified:
    public = call.house.keys.public
    return await call.read(lambda store: verified(store, public))


def verified(store: Store, public: str) -> Verified:
    found: list[str] = []
    total = sum(store.versions().values())
    try:
        found += faults(store, public)
    except Unreadable as error:
        found.append(f"the file itself is damaged: {error}")
    checkpoints = sum(1 for _ in store.checkpoints())
    revoked = revoked_in(known_keys(store))
    return Verified(total, checkpoints, public, tuple(found), revoked)


async def journal(call: Call[None, Page, None]) -> list[PlacedLine]:
    asked: Page = call.query
    return await call.read(
        lambda store: placed(store, journal_lines(store, selected(store, asked), asked.limit))
    )


def selected(store: Store, wanted: Wanted) -> Iterator[Entry]:
    """What a round in play holds back is not found by what it tells, either."""
    found = store.select(selection(wanted))
    if not (wanted.event or wanted.person):
        return found
    opened = rounds_in_play(store)
    return (entry for entry in found if withheld(entry, opened) != IN_PLAY)


class Spanned(Strict, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True):
    since: Words | None = None
    until: Words | None = None


async def kinds(call: Call[None, Spanned, None]) -> Kinds:
    since, until = moment(call.query.since, "from"), moment(call.query.until, "to")
    return await call.read(lambda store: counted(store, since, until))


def selection(wanted: Wanted) -> Selection:
    return Selection(
        after=wanted.after,
        before=wanted.before,
        stream=wanted.stream,
        event=wanted.event,
        person=wanted.person,
        since=moment(wanted.since, "from"),
        until=moment(wanted.until, "to"),
    )


def page(store: Store, after: int, limit: int) -> list[JournalLine]:
    return journal_lines(store, store.everything(after), limit)


READERS = MANAGERS | AUDITOR
OPERATIONS = (
    Operation(
        "GET",
        "/api/audit/verify",
        "Whether the journal is whole: all hashes, postings, balances, snapshots, checkpoints.",
        verify,
        Verified,
        may=READERS,
    ),
    Operation(
        "GET",
        "/api/journal",
        "Entries of the journal by position, stream, event, person and time, with their hashes.",
        journal,
        list[PlacedLine],
        may=READERS,
        scopes=frozenset({Scope.JOURNAL}),
        query=Page,
    ),
    Operation(
        "GET",
        "/api/journal/kinds",
        "How many entries of the journal each stream and each kind of event has.",
        kinds,
        Kinds,
        may=READERS,
        scopes=frozenset({Scope.JOURNAL}),
        query=Spanned,
    ),
)
