"""Operations for auditors: the journal and its verification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.server.http.api.log import RevokedKey, revoked_in
from croupier.server.http.operation import AUDITOR, Operation, Strict, up_from
from croupier.server.journal.store import Selection, Unreadable
from croupier.server.journal.verify import known_keys
from croupier.server.past.journal_lines import JournalLine, journal_lines
from croupier.server.people.service_events import Scope
from croupier.server.streams import faults
from croupier.wire.report import moment

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.journal.store import Store

MOST_ENTRIES = 500
Words = Annotated[str, msgspec.Meta(max_length=80)]
Position = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Verified(msgspec.Struct, frozen=True):
    entries: int
    checkpoints: int
    seals: int
    key: str
    faults: tuple[str, ...]
    revoked: tuple[RevokedKey, ...] = ()
    """Keys of the house, earlier ones, whose signatures after an entry count no more."""


class Wanted(Strict, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True):
    """All that is given has to hold; times are like `2026-07-01T06:00`, in UTC without a zone."""

    after: Position = 0
    before: Position | None = None
    """With it the newest come first."""
    stream: Words = ""
    event: Words = ""
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
    total, seals = sum(store.versions().values()), len(store.seals())
    try:
        found += faults(store, public)
    except Unreadable as error:
        found.append(f"the file itself is damaged: {error}")
    checkpoints = sum(1 for _ in store.checkpoints())
    revoked = revoked_in(known_keys(store))
    return Verified(total, checkpoints, seals, public, tuple(found), revoked)


async def journal(call: Call[None, Page, None]) -> list[JournalLine]:
    asked: Page = call.query
    return await call.read(
        lambda store: journal_lines(store, store.select(selection(asked)), asked.limit)
    )


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


READERS = up_from(Role.PIT_MANAGER) | AUDITOR
OPERATIONS = (
    Operation(
        "GET",
        "/api/audit/verify",
        "Whether the journal is whole: all hashes, postings, balances, snapshots, checkpoints.",
        verify,
        Verified,
        who_may=READERS,
    ),
    Operation(
        "GET",
        "/api/journal",
        "Entries of the journal by position, stream, event, person and time, with their hashes.",
        journal,
        list[JournalLine],
        who_may=READERS,
        scopes=frozenset({Scope.JOURNAL}),
        query=Page,
    ),
)
