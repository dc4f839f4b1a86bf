"""The transcript of an evening, one line a command, and its replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from croupier.problems import BadInput
from croupier.sim.evening import FORMATS, Asked, Opening, Sitting
from croupier.table import events as happened
from croupier.wire.decoding import BYTE_ORDER_MARK, decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.sim.evening import Answer

T = TypeVar("T")
CONCLUDES = (happened.RoundSettled, happened.RoundVoided, happened.RoundConcluded)
UNSEEN = re.compile(rb"\\[^\"\\/]|\x7f|\xc2[\x80-\x9f]")
"""What a terminal might take for a command: control characters, and any that is escaped."""


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: str


class Transcript(NamedTuple):
    opening: Opening
    asked: tuple[Asked, ...]
    sha256: str
    written: bytes
    """The opening as it was written down."""


class Replayed(NamedTuple):
    rounds: int
    """Those that were played to their end."""
    bankroll_cents: int
    sha256: str
    same: bool
    """Whether every answer is what it was."""


def line(of: Opening | Asked | Ending) -> bytes:
    return msgspec.json.encode(of) + b"\n"


def parse(data: bytes) -> Transcript:
    lines = data.removeprefix(BYTE_ORDER_MARK).rstrip().splitlines()
    opening = opening_of(lines[0] if lines else b"")
    if len(lines) == 1 or not is_ending(lines[-1]):
        raise BadInput("the transcript ends before its digest: it is cut off", f"line {len(lines)}")
    asked = tuple(read(ASKED, one, number) for number, one in enumerate(lines[1:-1], start=2))
    ending = read(ENDING, lines[-1], len(lines))
    return Transcript(opening, asked, ending.sha256, without_spaces(lines[0]))


def without_spaces(text: bytes) -> bytes:
    """With the fields that it has, in their order."""
    return msgspec.json.encode(msgspec.json.decode(text))


def opening_of(first: bytes) -> Opening:
    try:
        version = VERSION.decode(first).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadInput("this is no transcript of croupier play", "line 1") from None
    if version not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise BadInput(f"format {version} is not known, only {known}", "line 1")
    return read(OPENING, first, 1)


def read(decoder: msgspec.json.Decoder[T], text: bytes, number: int) -> T:
    try:
        if UNSEEN.search(text):
            raise BadInput("croupier play writes no control and no escaped characters")  # noqa: TRY301
        return decode(decoder, text)
    except BadInput as wrong:
        raise wrong.at(f"line {number}") from None


def is_ending(text: bytes) -> bool:
    try:
        decode(ENDING, text)
    except BadInput:
        return False
    return True


def replay(transcript: Transcript, concluded: Callable[[Sitting], None] | None = None) -> Replayed:
    """Ask everything again; whoever listens is shown the table as each round is concluded."""
    try:
        sitting = Sitting(transcript.opening, written=transcript.written)
    except BadInput as wrong:
        raise wrong.at("line 1") from None
    rounds: set[int] = set()
    for asked in transcript.asked:
        answer = sitting.carry_out(asked)
        number = sitting.table.round.number
        if number not in rounds and concludes(answer):
            rounds.add(number)
            if concluded is not None:
                concluded(sitting)
    same = sitting.digest == transcript.sha256
    return Replayed(len(rounds), sitting.bankroll_cents, sitting.digest, same)


def concludes(answer: Answer) -> bool:
    return isinstance(answer, list) and any(isinstance(event, CONCLUDES) for event in answer)


class Version(msgspec.Struct, frozen=True):
    format: int


VERSION = msgspec.json.Decoder(Version)
OPENING = msgspec.json.Decoder(Opening)
ASKED = msgspec.json.Decoder(Asked)
ENDING = msgspec.json.Decoder(Ending)
