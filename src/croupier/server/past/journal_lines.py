"""Entries of the journal as staff and auditors read them; some events are withheld."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.money import Posting  # noqa: TC001 - a line is described by it
from croupier.server.journal import private
from croupier.server.journal.export import body_json
from croupier.server.past.played import TABLE
from croupier.table.events import BETS, ENDS, OPENS, REOPENS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store

WITH_CARDS = {"table", "line"}
"""Streams that tell of cards: of a table, and of its electronic shoe."""
LAST = 2**63 - 1
IN_PLAY = "its round is in play"


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


class PlacedLine(JournalLine, frozen=True, kw_only=True):
    round: int | None = None
    """Of the table, where the entry is of one and is shown."""


class Kind(msgspec.Struct, frozen=True):
    """All that is read of an event here."""

    event: str


class Opening(msgspec.Struct, frozen=True):
    round: int


FIELDS = JournalLine.__struct_fields__
opening_decoder = msgspec.json.Decoder(Opening)
kind_decoder = msgspec.json.Decoder(Kind)


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


def placed(store: Store, lines: list[JournalLine]) -> list[PlacedLine]:
    """Each with the round that it belongs to, found by where rounds begin."""
    return [
        PlacedLine(**{name: getattr(one, name) for name in FIELDS}, round=round_at(store, one))
        for one in lines
    ]


def round_at(store: Store, one: JournalLine) -> int | None:
    if one.withheld or not one.stream.startswith(TABLE):
        return None
    found = store.last_of(one.stream, OPENS, one.version + 1)
    return opening_decoder.decode(found[3]).round if found else None


def rounds_in_play(store: Store) -> dict[str, int]:
    """From which entry on each table that has a round in play tells nothing of it."""
    return {
        stream.removeprefix(TABLE): position
        for stream in store.versions()
        if stream.startswith(TABLE) and (position := play_begins(store, stream))
    }


def play_begins(store: Store, stream: str) -> int | None:
    """Once bets are closed: until then no card is out, and a table may wait for days for a bet."""
    first = None
    for entry in store.read_back(stream, LAST):
        event = kind_decoder.decode(entry.body).event
        if event == REOPENS:
            return entry.position
        if event in ENDS:
            return None
        if event == OPENS:
            return first
        if event not in BETS:
            first = entry.position
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
        nonce=None if why else entry.nonce.hex(),
    )


def withheld(entry: Entry, opened: dict[str, int]) -> str | None:
    kind, _, table = entry.stream.partition(":")
    if kind in WITH_CARDS and entry.position >= opened.get(table, LAST):
        return IN_PLAY
    return private.IN_CLEAR if private.has_clear_value(entry) else None
