"""Whatever arrives at a socket is answered in one line, and breaks nothing.

Messages are derived from the protocol's own types: valid ones with values of every size, the same
with one thing changed, and what is no message at all.
"""

from __future__ import annotations

import itertools
import json
import socket
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from msgspec import inspect
from websockets.exceptions import ConnectionClosed

from croupier.cards import DECK
from croupier.server.floor.protocol import AnyToServer
from tests.support.house_invariants import wrong_in
from tests.support.server_process import TABLES, Served, Terminal, furnished, staff_cookies

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy

FRAMES, A_FEW = 20, 8
"""Sent on one connection; no more than a terminal may send at once, and one person in all."""
OTHERS, GUESTS = 4, 40
"""Taken in turns: what one of them may send in all is limited too."""
CLOSED = {1000, 1001, 1002, 1003, 1007, 1008, 1009}
"""Ends of a connection that are no fault of the server."""
KNOWN = [
    *TABLES,
    *("g1", "g2", "d1", "automatic dealer", "clock", "", "player", "banker", "tie", "ante", "main"),
    *("foreign-card", "withdraw", "continue", "close-table", "As", "As Kh", "??", "manual"),
    *map(str, DECK[:4]),
]
strings = st.sampled_from(KNOWN) | st.text(max_size=12)
numbers = st.sampled_from(
    [
        *(0, 1, 2, 3, -1, -2, 100, 500, 2500, 10_000, 2**31, 2**53 + 1),
        *(2**63 - 1, 2**63, -(2**63) - 1, 10**19, 10**40, -(10**400)),
    ]
) | st.integers(-10, 10)
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strings, inner, max_size=3),
    max_leaves=6,
)


def values(kind: inspect.Type) -> SearchStrategy[Any]:  # noqa: C901, PLR0911 - one line a type
    """What a type takes, as JSON has it."""
    match kind:
        case inspect.StructType():
            return messages(kind)
        case inspect.UnionType():
            return st.one_of([values(one) for one in kind.types])
        case inspect.IntType():
            return numbers
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.EnumType():
            return st.sampled_from([one.value for one in kind.cls])
        case inspect.LiteralType():
            return st.sampled_from(list(kind.values))
        case inspect.StrType():
            return strings
        case inspect.DictType():
            keys = values(kind.key_type).map(str)
            return st.dictionaries(keys, values(kind.value_type), max_size=3)
        case inspect.TupleType():
            return st.tuples(*(values(one) for one in kind.item_types))
        case inspect.VarTupleType():
            return st.lists(values(kind.item_type), max_size=3)
    raise NotImplementedError(kind)


def messages(kind: inspect.StructType) -> SearchStrategy[dict[str, Any]]:
    fields = {one.encode_name: values(one.type) for one in kind.fields}
    needed = {one.encode_name for one in kind.fields if one.required}
    tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
    return st.fixed_dictionaries(
        {name: fields[name] for name in needed},
        optional={name: one for name, one in fields.items() if name not in needed},
    ).map(lambda found: tag | found)


def kinds() -> list[inspect.StructType]:
    """Every message, and every command asked for, so that each comes as often."""
    union = inspect.type_info(AnyToServer)
    assert isinstance(union, inspect.UnionType)
    return [one for one in union.types if isinstance(one, inspect.StructType)]


def asked() -> SearchStrategy[dict[str, Any]]:
    [ask] = [one for one in kinds() if one.tag == "ask"]
    [union] = [one.type for one in ask.fields if one.name == "command"]
    assert isinstance(union, inspect.UnionType)
    commands = st.sampled_from(union.types).flatmap(values)
    names = {"type": st.just("ask"), "id": st.text(max_size=5), "table": st.sampled_from([*TABLES])}
    return st.fixed_dictionaries({**names, "command": commands})


valid = asked() | st.sampled_from(kinds()).flatmap(messages)


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """A valid message with one field of it, or of its command, replaced, left out or added."""
    message = draw(valid)
    part = message["command"] if "command" in message and draw(st.booleans()) else message
    name = draw(st.sampled_from([*part, "more"]))
    if draw(st.booleans()):
        part[name] = draw(anything)
    else:
        part.pop(name, None)
    return message


def written(value: object) -> str:
    return json.dumps(value)


frames = st.one_of(
    valid.map(written),
    valid.map(written),
    changed().map(written),
    changed().map(written),
    anything.map(written),
    st.text(max_size=30),
    st.binary(max_size=30),
    st.integers(1, 8000).map(lambda depth: '{"type":' * depth),
    st.integers(1, 8000).map(lambda depth: '{"type":"ask","command":' + "[" * depth),
    st.integers(1, 4300).map(
        lambda size: '{"type":"watch","table":"t1","since":' + "9" * size + "}"
    ),
    st.sampled_from([r'{"type":"watch","table":"\ud800"}', r'{"type":"unwatch","table":"\udc00"}']),
)


NO_FRACTION = written(
    {
        "type": "ask",
        "id": "1",
        "table": "t4",
        "command": {
            "command": "configure",
            "setup": {"game": "three-card-poker", "limits": {}, "jackpot": [500, 1, "much"]},
        },
    }
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Served, list[str]]]:
    folder = tmp_path / "house"
    guests = furnished(folder, guests=GUESTS, betting_seconds=2)
    staff = staff_cookies(folder)
    cookies = ["", staff["d1"], staff["s1"], staff["f1"], *guests.values()]
    with Served(folder) as served:
        yield served, cookies
        assert served.process.poll() is None
        served.kill()
    assert served.complaints() == []
    assert wrong_in(folder) == []


NUMBERS = itertools.cycle(range(2, 250))


def elsewhere() -> tuple[str, int]:
    """Another address for each connection: how many come from one is limited."""
    return f"127.0.0.{next(NUMBERS)}", 0


def cookie_of(cookies: list[str], who: int) -> str:
    """Of a stranger or one of the staff; beyond those, of the guest whose turn it is."""
    if who < OTHERS:
        return cookies[who]
    cookies.insert(OTHERS, cookies.pop())
    return cookies[OTHERS]


ONCE_EACH = settings(
    max_examples=100,
    phases=[Phase.explicit, Phase.generate],  # a house that has changed cannot be asked again
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,  # each example finds what the ones before left
    ],
)


@pytest.mark.slow
@pytest.mark.standard(24)
@ONCE_EACH
@given(sent=st.lists(frames, min_size=1, max_size=A_FEW), who=st.sampled_from([OTHERS, 0, 1, 2, 3]))
@example(sent=['{"type":' + "[" * 8000], who=OTHERS)
@example(sent=['{"type":"watch","table":"t1","since":' + "9" * 400 + "}"], who=0)
@example(sent=[NO_FRACTION], who=OTHERS)
def test_whatever_is_sent_is_answered_in_one_line(
    house: tuple[Served, list[str]], sent: list[str | bytes], who: int
) -> None:
    served, cookies = house
    terminal = Terminal(served.url, cookie_of(cookies, who), source_address=elsewhere())
    try:
        for one in sent:
            terminal.socket.send(one)
        terminal.ask("t1", id="the last", command="resume")
        terminal.close()
    except ConnectionClosed:
        pass
    assert terminal.socket.close_code in CLOSED
    for answer in terminal.told:
        assert answer["type"] != "paused", answer
        if answer["type"] in {"bad", "refused"}:
            assert answer["says"]
            assert "\n" not in answer["says"]
            assert len(answer["says"]) < 400


@pytest.mark.parametrize("kind", [one.tag for one in kinds()])
def test_every_field_of_every_message_refuses_the_wrong_type(
    house: tuple[Served, list[str]], kind: str
) -> None:
    served, cookies = house
    [found] = [one for one in kinds() if one.tag == kind]
    wrong_values: tuple[object, ...] = ([], {}, 1.5, True)
    with Terminal(served.url, cookies.pop(), source_address=elsewhere()) as terminal:
        for name in [one.encode_name for one in found.fields]:
            for value in wrong_values:
                terminal.send(**{"type": kind, "table": "t1", "id": "x", name: value})
                assert terminal.wait_for_type("bad")["says"]


COMMANDS = [one for one in msgspec.inspect.type_info(AnyToServer).types if one.tag == "ask"]  # type: ignore[attr-defined]


def command_fields() -> list[tuple[str, str]]:
    [union] = [one.type for one in COMMANDS[0].fields if one.name == "command"]
    return [(one.tag, field.encode_name) for one in union.types for field in one.fields]


@pytest.mark.standard(28)
def test_every_field_of_every_command_refuses_the_wrong_type(
    house: tuple[Served, list[str]],
) -> None:
    served, cookies = house
    places = command_fields()
    assert len(places) > 40
    for start in range(0, len(places), FRAMES):
        with Terminal(served.url, cookies.pop(), source_address=elsewhere()) as terminal:
            for command, field in places[start : start + FRAMES]:
                sent = {"command": command, field: 1.5}
                terminal.send(type="ask", id="x", table="t1", command=sent)
                assert terminal.wait_for_type("bad")["says"]


@settings(ONCE_EACH, max_examples=25)
@given(data=st.binary(min_size=1, max_size=200))
@example(data=b"\x81\x00")
@example(data=b"\x81\xff" + b"\xff" * 8 + bytes(4))
@example(data=b"\xff\x80" + bytes(4))
@example(data=b"\x88\x82" + bytes(4) + b"\x03\xf3")
def test_bytes_that_are_no_frames(house: tuple[Served, list[str]], data: bytes) -> None:
    served, _ = house
    with socket.create_connection(("127.0.0.1", served.port), source_address=elsewhere()) as raw:
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
        asked = f"Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}"
        raw.sendall(f"GET /ws HTTP/1.1\r\n{asked}\r\n\r\n".encode())
        assert b" 101 " in raw.recv(4096)
        raw.sendall(data)
    assert served.asked("/health") == (200, "ok")
