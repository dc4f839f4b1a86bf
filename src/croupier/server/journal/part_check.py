"""The check of a part of a journal, as it is downloaded under a filter.

Each entry shows that it is as it was written, and goes on from the one before it in its stream
where both are there. That it stands in the house's log, and what is left out, does not show.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import export
from croupier.server.journal.export_check import entry_of
from croupier.server.journal.log_check import OtherKey
from croupier.server.journal.store import is_as_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.server.journal.key_history import Trusted
    from croupier.server.journal.store import Entry


class Place(msgspec.Struct, frozen=True):
    """All that is read of a line to see whether it is of a whole journal."""

    position: int


decoder = msgspec.json.Decoder(Place)


def is_part(lines: Iterable[bytes]) -> bool:
    """Entries in their order, up or down, and not all from the first on."""
    try:
        positions = [decoder.decode(line).position for line in lines]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    if not positions or positions == list(range(1, len(positions) + 1)):
        return False
    ways = {before < after for before, after in pairwise(positions)}
    return len(ways) < 2 and len(set(positions)) == len(positions)  # noqa: PLR2004 - up and down


class PartCheck:
    def __init__(self, trusted: Trusted) -> None:
        self.trusted = trusted
        self.heads: dict[str, Entry] = {}
        self.entries = self.withheld = self.notes = 0

    def faults(
        self, lines: Iterable[bytes], progress: Callable[[int], None] = lambda _: None
    ) -> Iterator[str]:
        yield from export.wrong_lines(lines, self.wrong, progress)

    def wrong(self, line: export.Line) -> Iterator[str]:
        entry = entry_of(line)
        self.entries += 1
        self.withheld += line.withheld is not None
        if line.withheld is None and not is_as_written(entry):
            yield f"{entry.place}: was changed after it was written"
        yield from self.wrong_order(entry)
        if line.checkpoint:
            self.notes += 1
            yield from self.wrong_note(line.checkpoint)

    def wrong_order(self, entry: Entry) -> Iterator[str]:
        other = self.heads.get(entry.stream, entry)
        self.heads[entry.stream] = entry
        first, second = sorted((other, entry), key=lambda one: one.version)
        if second.version == first.version + 1 and second.previous != first.hash:
            yield f"{second.place}: does not follow the entry before it"

    def wrong_note(self, note: str) -> Iterator[str]:
        try:
            self.trusted.judge(note)
        except OtherKey as wrong:
            yield str(wrong)
        except BadInput as wrong:
            yield f"a checkpoint of the journal does not count: {wrong}"
