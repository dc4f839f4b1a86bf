"""What a client sends, frame by frame: whatever it is cut into, and however it is wrong."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from croupier.server.floor.incoming import (
    BINARY,
    CLOSE,
    CONT,
    INVALID_DATA,
    PING,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    Broken,
    Incoming,
    farewell,
)

MOST = 1000
WHOLE = 0x80


def sent(first: int, data: bytes = b"", mask: bytes | None = None) -> bytes:
    """A frame as a client sends it; unlike in other tests its mask hides something."""
    mask = os.urandom(4) if mask is None else mask
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        size = b"\xfe" + len(data).to_bytes(2)
    else:
        size = b"\xff" + len(data).to_bytes(8)
    hidden = bytes(one ^ mask[at % 4] for at, one in enumerate(data))
    return bytes([first]) + size + mask + hidden


def heard(*parts: bytes, most: int = MOST) -> list[tuple[int, bytes]]:
    incoming = Incoming(most)
    return [one for part in parts for one in incoming.feed(part)]


def broken(*parts: bytes, most: int = MOST) -> int:
    with pytest.raises(Broken) as found:
        heard(*parts, most=most)
    return found.value.code


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_message_of_any_size_is_read(size: int) -> None:
    data = os.urandom(size)
    assert heard(sent(WHOLE | BINARY, data), most=size) == [(BINARY, data)]


def test_it_is_as_a_library_sends_it() -> None:
    frames = [Frame(Opcode.TEXT, b"x" * size).serialize(mask=True) for size in (5, 300, 900)]
    assert heard(b"".join(frames)) == [(TEXT, b"x" * size) for size in (5, 300, 900)]


MESSAGES = [
    sent(WHOLE | TEXT, b"one"),
    sent(TEXT, b"tw"),
    sent(WHOLE | PING, b"between"),
    sent(CONT, b""),
    sent(WHOLE | PONG),
    sent(WHOLE | CONT, b"o"),
    sent(WHOLE | BINARY, b"x" * 600),
    sent(WHOLE | CLOSE, b"\x03\xe8bye"),
]
HEARD = [
    (TEXT, b"one"),
    (CONT, b""),
    (PING, b"between"),
    (CONT, b""),
    (PONG, b""),
    (TEXT, b"two"),
    (BINARY, b"x" * 600),
    (CLOSE, b"\x03\xe8bye"),
]


@given(st.lists(st.integers(0, sum(map(len, MESSAGES)))))
def test_however_it_is_cut_the_same_is_heard(cuts: list[int]) -> None:
    data = b"".join(MESSAGES)
    ends = [0, *sorted(cuts), len(data)]
    assert heard(*(data[start:end] for start, end in pairwise(ends))) == HEARD


def test_byte_by_byte_the_same_is_heard_and_nothing_is_kept() -> None:
    incoming = Incoming(MOST)
    data = b"".join(MESSAGES)
    found = [one for at in range(len(data)) for one in incoming.feed(data[at : at + 1])]
    assert found == HEARD
    assert (incoming.rest, incoming.parts, incoming.size) == (b"", None, 0)


@pytest.mark.parametrize("bit", [0x40, 0x20, 0x10])
def test_reserved_bits_close_it(bit: int) -> None:
    assert broken(sent(WHOLE | bit | TEXT, b"x")) == PROTOCOL_ERROR
    assert broken(sent(WHOLE | bit | PING)) == PROTOCOL_ERROR


@pytest.mark.parametrize("kind", [0x3, 0x4, 0x7, 0xB, 0xC, 0xF])
def test_unknown_kinds_close_it(kind: int) -> None:
    assert broken(sent(WHOLE | kind)) == PROTOCOL_ERROR


def test_what_is_not_masked_closes_it() -> None:
    assert broken(b"\x81\x01x") == PROTOCOL_ERROR


def test_it_is_closed_by_the_head_alone() -> None:
    """Nobody waits for what is wrong already."""
    assert broken(b"\x81\x01") == PROTOCOL_ERROR
    assert broken(b"\x81\xfe" + (MOST + 1).to_bytes(2)) == TOO_BIG
    assert broken(b"\x81\xff" + (1 << 63).to_bytes(8)) == TOO_BIG


@pytest.mark.parametrize("kind", [PING, PONG, CLOSE])
def test_control_frames_are_short_and_whole(kind: int) -> None:
    assert heard(sent(WHOLE | kind, b"x" * 125)) == [(kind, b"x" * 125)]
    assert broken(sent(WHOLE | kind, b"x" * 126)) == PROTOCOL_ERROR
    assert broken(sent(kind, b"x")) == PROTOCOL_ERROR


def test_a_message_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert heard(sent(WHOLE | TEXT, b"x" * MOST)) == [(TEXT, b"x" * MOST)]
    assert broken(sent(WHOLE | TEXT, b"x" * (MOST + 1))) == TOO_BIG


def test_its_parts_count_together() -> None:
    half = sent(TEXT, b"x" * (MOST // 2))
    assert heard(half, sent(WHOLE | CONT, b"x" * (MOST // 2)))[-1] == (TEXT, b"x" * MOST)
    assert broken(half, sent(WHOLE | CONT, b"x" * (MOST // 2 + 1))) == TOO_BIG
    again = heard(half, sent(WHOLE | CONT), half, sent(WHOLE | CONT), half, sent(WHOLE | CONT))
    assert len(again) == 6


@pytest.mark.parametrize(
    "frames",
    [
        (sent(WHOLE | CONT, b"x"),),
        (sent(CONT, b"x"),),
        (sent(TEXT, b"x"), sent(WHOLE | TEXT, b"x")),
        (sent(TEXT, b""), sent(BINARY, b"x")),
        (sent(TEXT, b"x"), sent(WHOLE | CONT), sent(WHOLE | CONT)),
        (sent(TEXT, b"x"), sent(WHOLE | CLOSE)),
    ],
    ids=["nothing to go on", "nor in parts", "begun anew", "after an empty part", "ended", "left"],
)
def test_parts_out_of_order_close_it(frames: tuple[bytes, ...]) -> None:
    assert broken(*frames) == PROTOCOL_ERROR


@pytest.mark.parametrize("code", [1000, 1001, 1011, 3000, 4999])
def test_a_farewell_has_a_code_that_may_be_sent(code: int) -> None:
    assert farewell(code.to_bytes(2) + "au revoir …".encode()) == code


def test_a_farewell_may_say_nothing() -> None:
    assert farewell(b"") == 1005


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x03", PROTOCOL_ERROR),
        *((one.to_bytes(2), PROTOCOL_ERROR) for one in (0, 999, 1004, 1005, 1006, 1015, 2999)),
        ((5000).to_bytes(2), PROTOCOL_ERROR),
        (b"\x03\xe8\xff\xfe", INVALID_DATA),
    ],
)
def test_any_other_farewell_is_an_error(data: bytes, code: int) -> None:
    with pytest.raises(Broken) as found:
        farewell(data)
    assert found.value.code == code
