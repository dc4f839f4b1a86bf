"""Small writes to a journal in PostgreSQL."""

from __future__ import annotations

from croupier.money import Posting
from croupier.server.journal import open_store
from croupier.server.journal.postgres import PostgresStore
from croupier.server.journal.store import New, Part, Write


def opened(address: str) -> PostgresStore:
    made = open_store(address)
    assert isinstance(made, PostgresStore)
    return made


def new(body: str, *postings: tuple[str, int]) -> New:
    return New(1, f'{{"event":"{body}"}}'.encode(), tuple(Posting(*one) for one in postings))


def write(stream: str, expected: int, *entries: New, request: str | None = None) -> Write:
    return Write((Part(stream, expected, entries),), request, b'"answer"')


PAID_IN = new("paid-in", ("cage", -500), ("player:p1", 500))
