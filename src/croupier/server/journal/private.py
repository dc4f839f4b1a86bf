"""Secret and personal fields: entries hash their salted digests, their values lie beside.

So an export leaves them out, and one can be erased, and every proof still holds.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal.store import Beside, Unreadable

if TYPE_CHECKING:
    from croupier.server.journal.store import Entry

PRIVATE: dict[tuple[str, str], tuple[str, ...]] = {
    ("cage", "card-given"): ("full_name", "card"),
    ("cage", "drawer-counted"): ("pieces",),
    ("cage", "ticket-issued"): ("code",),
    ("own-play", "player-barred"): ("reason",),
    ("own-play", "bar-lift-proposed"): ("reason",),
    ("people", "account-made"): ("password",),
    ("people", "password-changed"): ("password",),
    ("people", "second-factor-offered"): ("secret",),
    ("people", "sign-in-failed"): ("address",),
    ("people", "signed-in"): ("address",),
}
"""By kind of stream and of event: the fields, which are texts."""
KINDS = frozenset(kind for kind, _ in PRIVATE)
PREFIX = "digest:"
MARK = f'"{PREFIX}'.encode()
TAG = b"croupier private 1\n"
SALT_BYTES = 16
ERASED = b'""'
IN_CLEAR = "a private value is in clear text"
IN_CLEAR_FAULT = "a private value is in it in clear text, where the house writes a digest"

decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


def digest_of(salt: bytes, value: bytes) -> bytes:
    """What stands in the body for a value, as JSON."""
    return msgspec.json.encode(PREFIX + sha256(TAG + salt + value).hexdigest())


def fields_of(stream: str, event: dict[str, msgspec.Raw]) -> tuple[str, ...]:
    """The private fields that an event has; one that is null says nothing."""
    name = str(msgspec.json.decode(event.get("event", b'""')))
    fields = PRIVATE.get((stream.partition(":")[0], name), ())
    return tuple(one for one in fields if bytes(event.get(one, b"null")) != b"null")


def apart(stream: str, body: bytes) -> tuple[bytes, tuple[Beside, ...]]:
    """The body as it is hashed, and what is kept beside it."""
    if stream.partition(":")[0] not in KINDS:
        return body, ()
    event = decoder.decode(body)
    beside = tuple(
        Beside(field, os.urandom(SALT_BYTES), bytes(event[field]))
        for field in fields_of(stream, event)
    )
    if not beside:
        return body, ()
    digests = {
        field: msgspec.Raw(digest_of(salt or b"", value or b"")) for field, salt, value in beside
    }
    return msgspec.json.encode(event | digests), beside


def whole(entry: Entry) -> bytes:
    """The body with its values put back, where they are what was written; erased ones are empty."""
    if wrong := wrong_beside(entry):
        raise Unreadable(f"{entry.stream} entry {entry.version}: {wrong}")
    if not entry.beside:
        return entry.body
    values = {one.field: msgspec.Raw(one.value or ERASED) for one in entry.beside}
    return msgspec.json.encode(decoder.decode(entry.body) | values)


def wrong_beside(entry: Entry) -> str | None:
    """What of an entry's private fields is not as it was written."""
    digests = private_fields(entry)
    if any(map(is_clear, digests.values())):
        return IN_CLEAR
    if digests.keys() != {one.field for one in entry.beside}:
        return "its private values are not those that were written"
    for field, salt, value in entry.beside:
        if value is not None and digest_of(salt or b"", value) != digests[field]:
            return f"its {field} was changed after it was written"
    return None


def private_fields(entry: Entry) -> dict[str, bytes]:
    """Return what the body has for each private field: a digest, as JSON, if nobody changed it."""
    if entry.stream.partition(":")[0] not in KINDS:
        return {}
    event = decoder.decode(entry.body)
    return {field: bytes(event[field]) for field in fields_of(entry.stream, event)}


def is_clear(value: bytes) -> bool:
    """Whether a private field holds a value instead of its digest."""
    return not value.startswith(MARK)


def wrong_digests(entry: Entry) -> str | None:
    """Return what is wrong with the private fields of an entry whose values are not at hand."""
    return IN_CLEAR if any(map(is_clear, private_fields(entry).values())) else None


def has_clear_value(entry: Entry) -> bool:
    """Whether the body shows a private value, which the house never writes.

    A body that cannot be read may show one, too.
    """
    try:
        return wrong_digests(entry) is not None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return True
