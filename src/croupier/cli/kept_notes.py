"""Checkpoints that were kept elsewhere: as notes, in receipts, in captures and in exports."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.kinds import kind_of
from croupier.cli.reading import text_in
from croupier.problems import BadInput
from croupier.server.journal.log_check import unsigned
from croupier.server.journal.notes import LONGEST_NOTE, OfflineProof

if TYPE_CHECKING:
    from collections.abc import Iterator


class Entry(msgspec.Struct, frozen=True):
    proof: str | None = None


class Holder(msgspec.Struct, frozen=True):
    """All that is read of a receipt, a capture or a line of an export."""

    checkpoint: str | None = None
    entries: tuple[Entry, ...] = ()


decoder = msgspec.json.Decoder(Holder)
PAPER = re.compile(r"([0-9,]{1,20}):([A-Za-z0-9+/]{43}=)")
"""As a shift report prints it: `1,234:` and the root."""


def on_paper(given: str) -> tuple[int, bytes]:
    size, root = PAPER.fullmatch(given).groups()  # type: ignore[union-attr]
    return int(size.replace(",", "") or 0), b64decode(root)


def notes_in(file: str) -> list[str]:
    """What a witness, a player or a sheet of paper has kept, each once."""
    text = text_in(file, "checkpoint")
    try:
        found = list(dict.fromkeys(held_in(text) if text.startswith("{") else [text]))
        for one in found:
            unsigned(one[: LONGEST_NOTE + 1])
    except BadInput as error:
        raise BadInput(f"holds no checkpoint: {error}", file) from None
    except (ValueError, msgspec.MsgspecError, RecursionError):
        says = f"holds no checkpoint: it is {kind_of(text.encode())}"
        raise BadInput(says, file) from None
    if not found:
        raise BadInput("holds no checkpoint", file)
    return found


def held_in(text: str) -> Iterator[str]:
    try:
        holders = [decoder.decode(text)]
    except msgspec.MsgspecError:
        holders = [decoder.decode(line) for line in text.splitlines()]
    for one in holders:
        if one.checkpoint:
            yield one.checkpoint
        for entry in one.entries:
            if entry.proof:
                yield OfflineProof.parse(entry.proof).checkpoint
