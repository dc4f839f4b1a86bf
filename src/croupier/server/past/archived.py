"""What of a house is moved to files: events of old rounds, and rounds captured for disputes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.journal.archiving import Kind
from croupier.server.past.disputes import ALL, DisputeRaised, Disputes, decoder
from croupier.server.past.disputes import STREAM as DISPUTES

if TYPE_CHECKING:
    from croupier.server.journal.store import Entry, Store

STAYS = (b'{"event":"betting-opened"', b'{"event":"table-configured"')
"""Found by index, so that rounds are known where their events are elsewhere."""
RAISED = b'{"event":"dispute-raised"'


def rounds(shape: type) -> Kind:
    return Kind("table:", shape, lambda entry: not entry.body.startswith(STAYS))


def captures(store: Store) -> Kind:
    """Of disputes that are closed; a snapshot tells of all of them, whatever lies in files."""
    disputes = Disputes(store)
    disputes.stream.keep_now()

    def moves(entry: Entry) -> bool:
        if not entry.body.startswith(RAISED):
            return False
        event = decoder.decode(entry.body)
        return isinstance(event, DisputeRaised) and not disputes.all[event.number].is_open

    return Kind(DISPUTES, ALL.shape, moves)
