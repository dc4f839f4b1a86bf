"""Operations for auditors: the journal and its verification."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.server.http.api.log import RevokedKey, revoked_in
from croupier.server.http.operation import AUDITOR, Operation, Strict, up_from
from croupier.server.journal import private
from croupier.server.journal.export import SECRET, body_json
from croupier.server.journal.store import Posting, Selection, Unreadable
from croupier.server.journal.verify import known_keys
from croupier.server.past.played import TABLE
from croupier.server.streams import faults
from croupier.table.events import ENDS, OPENS, REOPENS
from croupier.wire.report import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.journal.store import Entry, Store

MOST_ENTRIES = 500
Words = Annotated[str, msgspec.Meta(max_length=80)]
Position = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
WITH_CARDS = {"table", "line"}
"""Streams that tell of cards: of a table, and of its electronic shoe."""
LAST = 2**63 - 1
IN_PLAY = "its round is in play"


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


class JournalLine(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    stream: str
    version: int
    at: int
    event: msgspec.Raw
    """To the letter as it was written, so that its hash can be computed again."""
    postings: tuple[Posting, ...]
    previous: str
    hash: str
    withheld: str | None
    """Why the event is not shown."""
    nonce: str | None
    """Shown with the event only: without it nobody can guess the event from its hash."""
    checkpoint: str | None = None
    """The signed note over all entries up to this one, where there is one."""


class Kind(msgspec.Struct, frozen=True):
    """All that is read of an event here."""

    event: str


kind_decoder = msgspec.json.Decoder(Kind)


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


def journal_lines(store: Store, found: Iterator[Entry], limit: int) -> list[JournalLine]:
    """Cards of a round in play are nobody's to read."""
    opened = rounds_in_play(store)
    lines = [line(entry, opened) for entry in islice(found, limit)]
    return with_notes(store, lines)


def with_notes(store: Store, lines: list[JournalLine]) -> list[JournalLine]:
    if not lines:
        return lines
    positions = [one.position for one in lines]
    some = store.checkpoints(min(positions), max(positions))
    notes = {one.size: one.note for one in some}
    return [replace(one, checkpoint=notes.get(one.position)) for one in lines]


def rounds_in_play(store: Store) -> dict[str, int]:
    """Where the round of each table that has one was opened."""
    return {
        stream.removeprefix(TABLE): position
        for stream in store.versions()
        if stream.startswith(TABLE) and (position := opening_of_round_in_play(store, stream))
    }


def opening_of_round_in_play(store: Store, stream: str) -> int | None:
    for entry in store.read_back(stream, LAST):
        event = kind_decoder.decode(entry.body).event
        if event in {OPENS, REOPENS}:
            return entry.position
        if event in ENDS:
            return None
    return None


def line(entry: Entry, opened: dict[str, int]) -> JournalLine:
    why = withheld(entry, opened)
    return JournalLine(
        position=entry.position,
        stream=entry.stream,
        version=entry.version,
        at=entry.at,
        event=msgspec.Raw(b"null") if why else body_json(entry.body),
        postings=entry.postings,
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
        withheld=why,
        nonce=None if why or not entry.nonce else entry.nonce.hex(),
    )


def withheld(entry: Entry, opened: dict[str, int]) -> str | None:
    kind, _, table = entry.stream.partition(":")
    if kind in WITH_CARDS and entry.position >= opened.get(table, LAST):
        return IN_PLAY
    return SECRET if private.in_clear(entry) else None


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
        query=Page,
    ),
)
