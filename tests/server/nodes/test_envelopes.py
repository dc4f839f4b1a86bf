"""Only what another node of the house sent to this one, just now and once, is taken."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.server.nodes import envelopes
from croupier.server.nodes.envelopes import (
    EVERYBODY,
    LONGEST_MS,
    MAC_BYTES,
    SKEW_MS,
    WIDTH,
    Address,
    Answers,
    Envelope,
    Refused,
    Seals,
    Window,
)

SECRET, HOUSE, NOW = b"a secret of all nodes of one house", "house", 1_000_000
FIELDS = Envelope.__struct_fields__


class Clock:
    def __init__(self) -> None:
        self.now_ms = NOW

    def __call__(self) -> int:
        return self.now_ms


class Pair:
    """Node a writes to node b; each has a clock of its own."""

    def __init__(self, secret: bytes = SECRET, house: str = HOUSE) -> None:
        self.at_a, self.at_b = Clock(), Clock()
        self.a = Seals(secret, house, "a", "run1", self.at_a)
        self.b = Seals(SECRET, HOUSE, "b", "run2", self.at_b)

    def sealed(self, to: str = "b", seconds: float = 5) -> bytes:
        until_ms = self.at_a() + int(seconds * 1000)
        return self.a.seal("ask", Address(to, "double", until_ms), b"body").data


def altered(data: bytes, field: str, value: object) -> bytes:
    """The same message with its code, and one field of another value."""
    found: list[Any] = msgspec.msgpack.decode(data[MAC_BYTES:])
    found[FIELDS.index(field)] = value
    return data[:MAC_BYTES] + msgspec.msgpack.encode(found)


def test_it_arrives_as_it_was_sent() -> None:
    pair = Pair()
    answers = Answers("run2", 7)
    sealed = pair.a.seal("answer", Address("b", "double", NOW + 1, answers), b"body")
    assert pair.b.open(sealed.data) == sealed.envelope
    assert sealed.envelope == Envelope(
        kind="answer",
        sender="a",
        run="run1",
        number=1,
        to="b",
        what="double",
        sent_ms=NOW,
        until_ms=NOW + 1,
        answers=answers,
        body=b"body",
    )


@pytest.mark.threat("T122")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "tell"),
        ("sender", "c"),
        ("run", "run3"),
        ("number", 2),
        ("to", "c"),
        ("what", "treble"),
        ("sent_ms", NOW + 1),
        ("until_ms", NOW + 9_000),
        ("answers", ["run2", 1]),
        ("body", b"bode"),
    ],
)
def test_no_field_can_be_altered(field: str, value: object) -> None:
    pair = Pair()
    data = pair.sealed()
    assert pair.b.open(altered(data, field, value)) is Refused.FORGED
    assert isinstance(pair.b.open(data), Envelope)


def test_each_field_was_tried() -> None:
    [cases] = [
        mark.args[1]
        for mark in test_no_field_can_be_altered.pytestmark  # type: ignore[attr-defined]
        if mark.name == "parametrize"
    ]
    assert tuple(field for field, _ in cases) == FIELDS


@given(st.data())
def test_no_byte_can_be_altered(data: st.DataObject) -> None:
    pair = Pair()
    sealed = bytearray(pair.sealed())
    at = data.draw(st.integers(0, len(sealed) - 1))
    sealed[at] ^= data.draw(st.integers(1, 255))
    assert pair.b.open(bytes(sealed)) is Refused.FORGED


@given(st.binary(max_size=200))
def test_nonsense_is_refused(data: bytes) -> None:
    pair = Pair()
    assert pair.b.open(data) is Refused.FORGED
    assert pair.b.open(pair.a.mac(data) + data) is Refused.UNREADABLE


def test_a_cut_or_longer_one_is_refused() -> None:
    data = Pair().sealed()
    assert {Pair().b.open(data[:size]) for size in range(len(data))} == {Refused.FORGED}
    assert Pair().b.open(data + b"\0") is Refused.FORGED


@pytest.mark.parametrize(
    ("secret", "house"),
    [(b"a secret of all nodes of one housf", HOUSE), (SECRET, "house2"), (b"", HOUSE)],
)
def test_another_house_s_is_refused(secret: bytes, house: str) -> None:
    pair = Pair(secret, house)
    assert pair.b.open(pair.sealed()) is Refused.FORGED


def test_the_secret_itself_is_no_key() -> None:
    """Whoever uses it for something else gives nothing away."""
    assert Pair().a.key not in {SECRET, Seals(SECRET, "other", "a", "run1", Clock()).key}


def test_only_its_receiver_takes_it() -> None:
    pair = Pair()
    assert pair.b.open(pair.sealed(to="c")) is Refused.NOT_HERE
    assert pair.b.open(pair.sealed(to=EVERYBODY)) is Refused.NOT_HERE
    for kind, to in (("tell", "b"), ("ask", EVERYBODY), ("answer", "a"), ("fault", "a")):
        sealed = pair.a.seal(kind, Address(to, "double", NOW + 1), b"")  # type: ignore[arg-type]
        assert pair.b.open(sealed.data) is Refused.NOT_HERE
    told = pair.a.seal("tell", Address(EVERYBODY, "moved", NOW + 1), b"")
    assert pair.b.open(told.data) == told.envelope


@pytest.mark.parametrize(
    ("late_ms", "is_taken"), [(0, True), (5_000, True), (7_000, True), (7_001, False)]
)
def test_a_deadline_is_stretched_by_the_skew_only(late_ms: int, *, is_taken: bool) -> None:
    pair = Pair()
    data = pair.sealed(seconds=5)
    pair.at_b.now_ms += late_ms
    assert (pair.b.open(data) is Refused.EXPIRED) is not is_taken


@pytest.mark.parametrize(
    ("late_ms", "is_taken"),
    [(LONGEST_MS + SKEW_MS, True), (LONGEST_MS + SKEW_MS + 1, False)],
)
def test_no_deadline_is_longer_than_the_longest(late_ms: int, *, is_taken: bool) -> None:
    """Or a message could outlive what is remembered of its run."""
    pair = Pair()
    data = pair.sealed(seconds=1_000_000)
    pair.at_b.now_ms += late_ms
    assert (pair.b.open(data) is Refused.EXPIRED) is not is_taken


@pytest.mark.parametrize(("ahead_ms", "is_taken"), [(SKEW_MS, True), (SKEW_MS + 1, False)])
def test_what_is_sent_later_than_now_is_refused(ahead_ms: int, *, is_taken: bool) -> None:
    pair = Pair()
    pair.at_a.now_ms += ahead_ms
    assert (pair.b.open(pair.sealed()) is Refused.AHEAD) is not is_taken


@pytest.mark.parametrize(("behind_ms", "is_taken"), [(0, True), (1, False)])
def test_what_was_sent_before_the_start_is_refused(behind_ms: int, *, is_taken: bool) -> None:
    """It may have been taken by this node's last run."""
    pair = Pair()
    pair.at_a.now_ms -= behind_ms
    assert (pair.b.open(pair.sealed()) is Refused.BEFORE_START) is not is_taken


@pytest.mark.threat("T123")
def test_it_is_taken_once() -> None:
    pair = Pair()
    first, second = pair.sealed(), pair.sealed()
    opened = [pair.b.open(data) for data in (second, first, second, first)]
    assert opened[2:] == [Refused.REPEATED, Refused.REPEATED]
    assert [one.number for one in opened[:2] if isinstance(one, Envelope)] == [2, 1]


def test_a_sender_that_starts_anew_is_heard_and_its_last_run_is_not_repeated() -> None:
    pair = Pair()
    old = pair.sealed()
    assert isinstance(pair.b.open(old), Envelope)
    pair.a = Seals(SECRET, HOUSE, "a", "run9", pair.at_a)
    assert isinstance(pair.b.open(pair.sealed()), Envelope)
    assert pair.b.open(old) is Refused.REPEATED


def test_runs_are_forgotten_once_nothing_of_them_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(envelopes, "MOST_RUNS", 2)
    pair = Pair()
    runs = [Seals(SECRET, HOUSE, "a", f"run{number}", pair.at_a) for number in range(4)]

    def taken(run: Seals) -> Envelope | Refused:
        until_ms = pair.at_a() + LONGEST_MS
        return pair.b.open(run.seal("ask", Address("b", "double", until_ms), b"").data)

    assert isinstance(taken(runs[0]), Envelope)
    assert isinstance(taken(runs[1]), Envelope)
    assert taken(runs[2]) is Refused.TOO_MANY_RUNS
    pair.at_a.now_ms = pair.at_b.now_ms = NOW + LONGEST_MS + SKEW_MS
    assert taken(runs[2]) is Refused.TOO_MANY_RUNS
    pair.at_a.now_ms = pair.at_b.now_ms = NOW + LONGEST_MS + SKEW_MS + 1
    assert isinstance(taken(runs[3]), Envelope)
    assert list(pair.b.windows) == [("a", "run3")]


@given(st.lists(st.integers(1, 3 * WIDTH), max_size=60))
def test_a_window_takes_each_number_once(numbers: list[int]) -> None:
    """Beside a plain one, which remembers everything."""
    window, seen, newest = Window(), list[int](), 0
    for number in numbers:
        is_new = number not in seen and number > newest - WIDTH
        assert window.take(number) is is_new
        newest = max(newest, number)
        seen.append(number)


def test_a_window_is_bounded() -> None:
    window = Window()
    assert [window.take(number) for number in (1, 1 << 62, 1 << 62, (1 << 62) - WIDTH + 1)] == [
        True,
        True,
        False,
        True,
    ]
    assert not window.take((1 << 62) - WIDTH)
    assert window.seen.bit_length() <= WIDTH
