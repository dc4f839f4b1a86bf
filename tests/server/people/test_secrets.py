"""Which events of people hold a secret is decided for each of them."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from croupier.server.people.accounts import (
    HOLDS_PASSWORD,
    AnyPeopleEvent,
    SignedOut,
    holds_password,
)


def test_every_event_is_decided_and_by_its_fields() -> None:
    told = {kind: "password" in kind.__struct_fields__ for kind in get_args(AnyPeopleEvent)}
    assert told == HOLDS_PASSWORD


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        (msgspec.json.encode(SignedOut(at=1, session="s")), False),
        (b'{"event":"password-changed","at":1,"name":"d1","password":"x","by":"d1"}', True),
        (b"{", True),
        (b"\xff", True),
    ],
)
def test_what_cannot_be_read_is_withheld(body: bytes, *, holds: bool) -> None:
    assert holds_password(body) is holds
