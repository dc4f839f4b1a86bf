"""The journal as a download, JSON Lines or CSV, streamed as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from starlette.responses import StreamingResponse

from croupier.server.http.api.audit import READERS, Wanted, selected
from croupier.server.http.operation import Operation
from croupier.server.journal.export import HEADINGS, row
from croupier.server.journal.format import FORMAT
from croupier.server.past.journal_lines import JournalLine, journal_lines

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.journal.store import Store

AT_ONCE = 1000
"""Entries read between two parts."""
JSON_LINES, COMMAS = "application/x-ndjson", "text/csv"


async def as_json_lines(call: Call[None, Wanted, None]) -> Response:
    """Up to a checkpoint that is made for it, so that it covers all of them."""
    at = call.desk.now()
    await call.desk.write(lambda: call.house.play.checkpoint(at))
    last = await call.read(lambda store: store.last_checkpoint())
    size = last.size if last else 0
    return await download(
        call, "journal.jsonl", JSON_LINES, b"", lambda one: json_line(one) * (one.position <= size)
    )


async def as_commas(call: Call[None, Wanted, None]) -> Response:
    return await download(call, "journal.csv", COMMAS, row(HEADINGS), commas)


async def download(
    call: AnyCall, name: str, media: str, head: bytes, written: Callable[[JournalLine], bytes]
) -> Response:
    """What cannot be read is refused with the first part, before anything is sent."""
    first = await part(call, call.query)

    async def parts() -> AsyncIterator[bytes]:
        wanted, found = call.query, first
        yield head
        while found:
            yield b"".join(map(written, found))
            wanted = following(wanted, found[-1].position)
            found = await part(call, wanted) if len(found) == AT_ONCE else []

    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(parts(), headers=headers, media_type=media)


async def part(call: AnyCall, wanted: Wanted) -> list[JournalLine]:
    return await call.read(lambda store: some(store, wanted))


def following(wanted: Wanted, last: int) -> Wanted:
    if wanted.before is None:
        return replace(wanted, after=last)
    return replace(wanted, before=last)


def some(store: Store, wanted: Wanted) -> list[JournalLine]:
    return journal_lines(store, selected(store, wanted), AT_ONCE)


class DownloadedLine(JournalLine, frozen=True, kw_only=True):
    journal_format: int = FORMAT


def json_line(one: JournalLine) -> bytes:
    return msgspec.json.encode(DownloadedLine(**msgspec.structs.asdict(one))) + b"\n"


def commas(one: JournalLine) -> bytes:
    postings = "; ".join(f"{account} {cents}" for account, cents in one.postings)
    event = "" if one.withheld else bytes(one.event).decode("utf-8", "replace")
    told = (one.position, one.stream, one.version, one.at, event, postings)
    return row((*told, one.previous, one.hash, one.withheld or "", one.nonce or ""))


OPERATIONS = (
    Operation(
        "GET",
        "/api/journal.jsonl",
        "The journal, or a part of it, to take away: a line of JSON for each entry.",
        as_json_lines,
        str,
        may=READERS,
        query=Wanted,
        media=JSON_LINES,
    ),
    Operation(
        "GET",
        "/api/journal.csv",
        "The journal, or a part of it, to take away: comma-separated values.",
        as_commas,
        str,
        may=READERS,
        query=Wanted,
        media=COMMAS,
    ),
)
