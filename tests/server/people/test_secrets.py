"""Which fields of people's events are private is decided for each of them."""

from __future__ import annotations

from typing import get_args

from croupier.server.journal.private import PRIVATE
from croupier.server.people.accounts import AnyPeopleEvent
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
