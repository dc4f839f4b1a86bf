"""What a file is, by its first bytes: for one line where another kind was expected."""

from __future__ import annotations

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import export, sealing
from croupier.server.journal.log_check import unsigned
from croupier.server.past import capture, receipt

DATABASE = b"SQLite format 3\0"
JOURNAL, RECEIPT, CAPTURE = "a journal", "a receipt", "a captured round"
EXPORT, COMMAS, RECORD = "an export of a journal", "a journal as commas", "a record of a table"
BACKUP, CHECKPOINT = "a backup of a house", "a checkpoint"
EMPTY, NO_TEXT, CUT, OTHER = "an empty file", "no text", "JSON that is cut off", "something else"
OTHER_JSON = "JSON of another kind"
TAR, TAR_AT = b"ustar", 257


class Marks(msgspec.Struct, frozen=True):
    """Fields by which kinds are told apart."""

    format: str = ""
    shoes: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    shoe: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    stream: str = ""
    previous: str = ""
    captured: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Of a dispute, as it was downloaded."""


decoder = msgspec.json.Decoder(Marks)


def kind_of(data: bytes) -> str:
    """With its article, as it stands in a sentence."""
    if not data.strip():
        return EMPTY
    if data.startswith(DATABASE):
        return JOURNAL
    if data.startswith(sealing.MAGIC) or data[TAR_AT : TAR_AT + len(TAR)] == TAR:
        return BACKUP
    try:
        return kind_of_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return NO_TEXT


def kind_of_text(text: str) -> str:
    if text.startswith(",".join(export.HEADINGS[:8])):  # earlier ones had no more
        return COMMAS
    if text.lstrip()[:1] in {"{", "["}:
        return kind_of_json(text.encode())
    try:
        unsigned(text)
    except BadInput:
        return OTHER
    return CHECKPOINT


def kind_of_json(data: bytes) -> str:
    try:
        marks = decoder.decode(data)
    except msgspec.ValidationError:
        return OTHER_JSON
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return kind_of_lines(data)
    if marks.captured is not msgspec.UNSET:
        return kind_of_json(bytes(marks.captured))
    if marks.format in {receipt.FORMAT, capture.FORMAT}:
        return RECEIPT if marks.format == receipt.FORMAT else CAPTURE
    if marks.shoes is not msgspec.UNSET or marks.shoe is not msgspec.UNSET:
        return RECORD
    return EXPORT if marks.stream and marks.previous else OTHER_JSON


def inner(data: bytes) -> bytes:
    """The captured round itself, where a whole dispute was downloaded."""
    try:
        captured = decoder.decode(data).captured
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return data
    return data if captured is msgspec.UNSET else bytes(captured)


def kind_of_lines(data: bytes) -> str:
    first, ended, _ = data.partition(b"\n")
    try:
        marks = decoder.decode(first)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return CUT
    return EXPORT if ended and marks.stream and marks.previous else OTHER_JSON
