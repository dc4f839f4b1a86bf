"""Parts of a journal that a reader asks for: by stream, kind of event, person and time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.server.http.operation import Strict
from croupier.server.money.report_json import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.sqlite import SqliteStore
    from croupier.server.journal.store import Entry

Text = Annotated[str, msgspec.Meta(max_length=80)]
Position = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
EVENT = "CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '$.{}') END"
"""A body that was tampered with may be no JSON."""


class Wanted(Strict, frozen=True, rename={"since": "from", "until": "to"}):
    """All that is given has to hold; times are like `2026-07-01T06:00`, in UTC without a zone."""

    after: Position = 0
    before: Position | None = None
    """With it the newest come first."""
    stream: Text = ""
    event: Text = ""
    person: Text = ""
    """Who did it, or whom it concerns."""
    since: Text | None = None
    until: Text | None = None


def entries(store: SqliteStore, wanted: Wanted) -> Iterator[Entry]:
    where, given = ["position > ?"], [wanted.after]
    asked: list[tuple[str, object]] = [
        ("position < ?", wanted.before),
        ("stream = ?", wanted.stream or None),
        (f"{EVENT.format('event')} = ?", wanted.event or None),
        ("at >= ?", moment(wanted.since, "from")),
        ("at < ?", moment(wanted.until, "to")),
    ]
    rows: list[object] = [*given]
    for condition, value in asked:
        if value is not None:
            where.append(condition)
            rows.append(value)
    if wanted.person:
        where.append(f"({EVENT.format('by')} = ? OR {EVENT.format('player')} = ?)")
        rows += [wanted.person, wanted.person]
    order = "ASC" if wanted.before is None else "DESC"
    return store.entries(f"{' AND '.join(where)} ORDER BY position {order}", tuple(rows))
