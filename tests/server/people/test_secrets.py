"""Which fields of people's events are private is decided for each of them."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from croupier.server.journal.private import PRIVATE
from croupier.server.journal.store import Entry
from croupier.server.past.journal_lines import withheld
from croupier.server.people.accounts import AnyPeopleEvent, SignedOut
from croupier.server.people.keeping import STREAM

SECRETS = {"address", "password", "secret"}
"""Names of fields that are never hashed as they are."""


def test_every_event_is_decided_and_by_its_fields() -> None:
    events = {kind.__struct_config__.tag: kind for kind in get_args(AnyPeopleEvent)}
    secret = {
        (STREAM, tag): tuple(name for name in kind.__struct_fields__ if name in SECRETS)
        for tag, kind in events.items()
    }
    assert {place: fields for place, fields in secret.items() if fields} == {
        place: fields for place, fields in PRIVATE.items() if place[0] == STREAM
    }


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        (msgspec.json.encode(SignedOut(at=1, session="s")), False),
        (b'{"event":"password-changed","at":1,"name":"d1","password":"x","by":"d1"}', True),
        (b'{"event":"password-changed","password":"digest:00"}', False),
        (b"{", True),
        (b"\xff", True),
    ],
)
def test_what_holds_a_secret_or_cannot_be_read_is_withheld(body: bytes, *, holds: bool) -> None:
    entry = Entry(
        position=1,
        stream=STREAM,
        version=1,
        at=1,
        body=body,
        postings=(),
        previous=b"",
        hash=b"",
    )
    assert (withheld(entry, {}) is not None) is holds
