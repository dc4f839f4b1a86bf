"""How many entries of the journal each stream and each kind of event has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from croupier.server.past.journal_lines import LAST, WITH_CARDS, rounds_in_play

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

MOST_COUNTED = 100_000
BEGINS = b'{"event":"'
"""The tag stands first in every body."""


class Kinds(msgspec.Struct, frozen=True, kw_only=True):
    entries: int
    """Of the whole journal."""
    after: int
    """Only entries after this one were counted: the newest."""
    streams: dict[str, int]
    events: dict[str, dict[str, int]]
    """By the kind of stream, as `table`. What a round in play holds back counts in none."""


def counted(store: Store, since: int | None = None, until: int | None = None) -> Kinds:
    size, opened = store.tree_size(), rounds_in_play(store)
    after = max(0, size - MOST_COUNTED)
    streams: Counter[str] = Counter()
    events: dict[str, Counter[str]] = {}
    for told in store.told(after):
        if told.at < (since or 0) or told.at >= (LAST if until is None else until):
            continue
        streams[told.stream] += 1
        kind, _, of = told.stream.partition(":")
        if kind in WITH_CARDS and told.position >= opened.get(of, LAST):
            continue
        events.setdefault(kind, Counter())[event_of(told.body)] += 1
    found = {kind: dict(sorted(some.items())) for kind, some in sorted(events.items())}
    return Kinds(entries=size, after=after, streams=dict(sorted(streams.items())), events=found)


def event_of(body: bytes) -> str:
    """Return an event's name; an empty one where the body was tampered with."""
    end = body.find(b'"', len(BEGINS))
    return body[len(BEGINS) : end].decode() if body.startswith(BEGINS) and end > 0 else ""
