"""A journal as text: every entry with its event, postings and hashes."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.money import Posting  # noqa: TC001 - lines are read again
from croupier.server.journal import private
from croupier.server.journal.format import FORMAT, check_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.server.journal.store import Entry, Store

HEADINGS = (
    *("position", "stream", "version", "at", "event", "postings"),
    *("previous", "hash", "withheld", "nonce"),
)
"""Of a journal as comma-separated values."""
NO_ENTRY = "line {} is no entry of a journal"
NOTHING = msgspec.Raw(b"null")


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    position: int
    stream: str
    version: int
    at: int
    event: msgspec.Raw
    """To the letter as it was written, so that its hash can be computed again."""
    postings: tuple[Posting, ...]
    previous: str
    hash: str
    nonce: str | None = None
    withheld: str | None = None
    """Why there is no event: its round was in play, or it has a private value in clear text."""
    checkpoint: str | None = None
    """The signed note over all entries up to this one, where there is one."""
    journal_format: int | None = None


decoder = msgspec.json.Decoder(Line)


def unsigned_yet(store: Store) -> int:
    """Entries after the last checkpoint; none where there is no checkpoint."""
    last = store.last_checkpoint()
    return max(0, store.tree_size() - last.size) if last and last.size else 0


def json_lines(store: Store) -> Iterator[bytes]:
    """Up to the last checkpoint, so that it covers all of them: what comes after it is no one's."""
    notes = {one.size: one.note for one in store.checkpoints()}
    last = max(notes, default=0)
    for entry in store.everything():
        if last and entry.position > last:
            return
        told = line(entry)
        if note := notes.get(entry.position):
            told = replace(told, checkpoint=note)
        yield msgspec.json.encode(told) + b"\n"


def comma_separated(store: Store) -> Iterator[bytes]:
    yield row(HEADINGS)
    yield from (commas(line(entry)) for entry in store.everything())


def commas(one: Line) -> bytes:
    postings = "; ".join(f"{account} {cents}" for account, cents in one.postings)
    event = "" if one.withheld else bytes(one.event).decode("utf-8", "replace")
    told = (one.position, one.stream, one.version, one.at, event, postings)
    return row((*told, one.previous, one.hash, one.withheld or "", one.nonce or ""))


def row(cells: tuple[object, ...]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


def wrong_lines(
    lines: Iterable[bytes],
    wrong: Callable[[Line], Iterator[str]],
    progress: Callable[[int], None],
) -> Iterator[str]:
    """Yield what `wrong` finds in each line of an export, and each line that is no entry.

    Raise `BadInput` for a line that is not of this program's journal format.
    """
    for number, data in enumerate(lines, 1):
        try:
            line = decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            line = None
        if line is not None:
            check_format(line.journal_format, f"line {number}")
        try:
            yield from wrong(line) if line is not None else [NO_ENTRY.format(number)]
        except (msgspec.MsgspecError, ValueError):
            yield NO_ENTRY.format(number)
        progress(number)


def line(entry: Entry) -> Line:
    withheld = private.IN_CLEAR if private.has_clear_value(entry) else None
    return Line(
        position=entry.position,
        stream=entry.stream,
        version=entry.version,
        at=entry.at,
        event=NOTHING if withheld else body_json(entry.body),
        postings=entry.postings,
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
        nonce=None if withheld else entry.nonce.hex(),
        withheld=withheld,
        journal_format=FORMAT,
    )


def body_json(body: bytes) -> msgspec.Raw:
    """A body that was tampered with may be no JSON; then it is shown as text."""
    try:
        msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.Raw(msgspec.json.encode(body.decode("utf-8", "replace")))
    return msgspec.Raw(body)
