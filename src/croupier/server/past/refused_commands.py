"""What staff asked in vain since a moment, as the journal has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.acts import STREAM, CommandsRefused, read_act

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store


class InVain(NamedTuple):
    entry: int | None
    """Its position in the journal; none where it is not written yet."""
    act: CommandsRefused


def refused_since(store: Store, since: int) -> Iterator[InVain]:
    """The newest first; read from the end of the house's own stream, no further than needed."""
    version, _ = store.head(STREAM)
    for entry in store.read_back(STREAM, version + 1):
        if entry.at < since:
            return
        act = read_act(entry)
        if isinstance(act, CommandsRefused):
            yield InVain(entry.position, act)
