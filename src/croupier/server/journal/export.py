"""A journal as text: every entry with its event, postings and hashes."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal.store import Posting  # noqa: TC001 - lines are read again

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store

HEADINGS = ("position", "stream", "version", "at", "event", "postings", "previous", "hash")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    stream: str
    version: int
    at: int
    event: msgspec.Raw
    """To the letter as it was written, so that its hash can be computed again."""
    postings: tuple[Posting, ...]
    previous: str
    hash: str


def json_lines(store: Store) -> Iterator[bytes]:
    for entry in store.everything():
        yield msgspec.json.encode(line(entry)) + b"\n"


def comma_separated(store: Store) -> Iterator[bytes]:
    yield row(HEADINGS)
    for entry in store.everything():
        postings = "; ".join(f"{account} {cents}" for account, cents in entry.postings)
        yield row(
            (
                entry.position,
                entry.stream,
                entry.version,
                entry.at,
                entry.body.decode("utf-8", "replace"),
                postings,
                entry.previous.hex(),
                entry.hash.hex(),
            )
        )


def row(cells: tuple[object, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


def line(entry: Entry) -> Line:
    return Line(
        position=entry.position,
        stream=entry.stream,
        version=entry.version,
        at=entry.at,
        event=body_json(entry.body),
        postings=entry.postings,
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
    )


def body_json(body: bytes) -> msgspec.Raw:
    """A body that was tampered with may be no JSON; then it is shown as text."""
    try:
        msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.Raw(msgspec.json.encode(body.decode("utf-8", "replace")))
    return msgspec.Raw(body)
