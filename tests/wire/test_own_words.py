"""What cannot be read is answered in our own words and place, never in a library's."""

from __future__ import annotations

import re

import msgspec
import pytest

from croupier.problems import BadInput
from croupier.server.app import OPERATIONS
from croupier.server.floor.protocol import decoder as socket_decoder
from croupier.wire.decoding import decode

TAKEN = sorted({one.takes for one in OPERATIONS if one.takes}, key=lambda kind: kind.__name__)
DECODERS = {"socket": socket_decoder} | {
    kind.__name__: msgspec.json.Decoder(kind) for kind in TAKEN
}
LIBRARY = re.compile(r"out of range|Invalid|Expected|got |`|\$|Object|truncated|trailing|expected ")
FIELDS = ("type", "command", "cents", "name", "reason", "lies", "facts", "report", "password")
VALUES = (
    b"1",
    b'"x"',
    b"1.5",
    b"null",
    b"[]",
    b"{}",
    b'{"a":"b"}',
    b"true",
    b"1e400",
    b'"\\ud800"',
)
NONSENSE = [b"", b"{", b"[]", b"nul", b"{}", b"\xff", b'{"a":1,}', b'{"a" 1}', b"[" * 3000]
NONSENSE += [b'{"%s":%s}' % (field.encode(), value) for field in FIELDS for value in VALUES]
ASKED = b'{"type":"ask","id":"1","table":"t1","command":%s}'
COMMANDS = [b'{"command":"zzz"}', b'{"command":"place","cents":"1"}', b"{}", b'{"command":1}']
REPORT = b'{"command":"report","irregularity":"misdealt","lies":{"x":"Kh"}}'
PLACED = b'{"command":"place","player":"p1","bet":"tie","cents":%s}'
COMMANDS += [PLACED % cents for cents in (b"1e400", b"9" * 30, b"9" * 6000, b"-1e400")]
NONSENSE += [b'{"a\nb":1}', b'{"type":"watch","table":"t1","%s":1}' % (b"x" * 9000)]
NONSENSE += [ASKED % command for command in (*COMMANDS, REPORT)]


@pytest.mark.parametrize("name", DECODERS)
def test_no_library_speaks(name: str) -> None:
    said = set()
    for data in NONSENSE:
        try:
            decode(DECODERS[name], data)
        except BadInput as wrong:
            said.add(str(wrong))
    assert said
    assert {one for one in said if LIBRARY.search(one) or "\n" in one or len(one) > 800} == set()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"type":"nope"}', "type: 'nope' is none of the words allowed here"),
        (
            ASKED % b'{"command":"zzz"}',
            "command.command: 'zzz' is none of the words allowed here",
        ),
        (ASKED % REPORT, "command.lies: a whole number is needed, not text"),
        (ASKED % (PLACED % b"1e400"), "command.cents: the number is too large or too small"),
        (
            b'{"type":"lobby","on":true,"Expected `int`":1}',
            "there is no field 'Expected `int`' here",
        ),
    ],
)
def test_what_and_where(data: bytes, says: str) -> None:
    with pytest.raises(BadInput) as wrong:
        decode(socket_decoder, data)
    assert str(wrong.value) == says
