"""What follows from a backup that was put back: what came after it is known to people alone.

Whoever played, was dismissed or was paid after the backup remembers it, and the journal does not.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal.store import Part
from croupier.server.journal.stream import Stream
from croupier.server.money.books import CAGE, Books, TicketsDoubted
from croupier.server.people.accounts import PeopleDoubted, Register
from croupier.server.people.keeping import PEOPLE
from croupier.server.people.service_events import ServiceRegister, ServicesDoubted
from croupier.server.people.services import SERVICES
from croupier.table.authority import HOUSE, dealer_of
from croupier.table.events import OPENS
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.server.journal.acts import HouseRestored
    from croupier.server.journal.store import Store
    from croupier.table.state import Table

OPEN_RESULT = {Step.CONCLUDED, Step.EXPOSED}
"""Nothing is left to deal, to decide or to turn over."""


class Tag(msgspec.Struct, frozen=True):
    event: str


tag_decoder = msgspec.json.Decoder(Tag)


def follows(store: Store, by: str, at: int) -> tuple[Part, ...]:
    """Written with the restore: nobody stays signed in, staff and tickets are looked at again."""
    people, cage = Stream(store, PEOPLE, Register()), Stream(store, CAGE, Books())
    parts = []
    if people.state.accounts or people.state.sessions:
        doubted = people.new(PeopleDoubted(at=at, by=by))
        parts.append(Part(people.name, people.version, (doubted,)))
    if cage.state.issued or cage.state.proposed:
        doubted = cage.new(TicketsDoubted(at=at, by=by))
        parts.append(Part(cage.name, cage.version, (doubted,)))
    services = Stream(store, SERVICES, ServiceRegister())
    if services.version:
        doubted = services.new(ServicesDoubted(at=at, by=by))
        parts.append(Part(services.name, services.version, (doubted,)))
    return tuple(parts)


def lost_rounds(store: Store, tables: Iterable[Table], restore: HouseRestored | None) -> set[str]:
    """Tables whose round was in play at the backup, and whose cards only the house would know.

    Where people deal, or an electronic shoe is drawn from, they know what became of the round.
    """
    if restore is None:
        return set()
    return {
        table.name
        for table in tables
        if table.step not in OPEN_RESULT and dealer_of(table) == HOUSE and not table.setup.shoe
        if opened_at(store, table.name) <= restore.entries
    }


def opened_at(store: Store, table: str) -> int:
    """The position of the entry with which the table's last round opened."""
    stream = f"table:{table}"
    for entry in store.read_back(stream, store.head(stream)[0] + 1):
        if tag_decoder.decode(entry.body).event == OPENS:
            return entry.position
    return 0


def says(restore: HouseRestored) -> str:
    when = f"{datetime.fromtimestamp(restore.at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return f"restored at {when} from a backup of {restore.entries} entries"
