"""Every kind of stream that has snapshots, and the check of a whole journal against them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.server.journal import verify
from croupier.server.journal.refolding import Refold, Refolded
from croupier.server.journal.store import UNREADABLE
from croupier.server.money import kept_sums
from croupier.server.money.books import BOOKS, CAGE, Books
from croupier.server.money.jackpots import METER, METERS, new_meter
from croupier.server.money.reconciling import FedByBets, wrong_books
from croupier.server.money.wallet import books as wallet
from croupier.server.own_play.state import OWN_PLAY, PLAYERS, Players
from croupier.server.past.disputes import ALL, DISPUTES, AllDisputes
from croupier.server.people.accounts import Register
from croupier.server.people.keeping import PEOPLE, REGISTER
from croupier.server.people.service_events import ServiceRegister
from croupier.server.people.services import REGISTER as SERVICE_REGISTER
from croupier.server.people.services import SERVICES
from croupier.server.play.house import TABLE, TABLES
from croupier.table.evolve import new_table
from croupier.table.state import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from croupier.server.journal.store import Store
    from croupier.table.events import TableConfigured
    from croupier.table.meter import Jackpot


def first_table(name: str, event: TableConfigured, _states: Mapping[str, Any]) -> Table:
    return new_table(name, event.setup)


def first_meter(game: str, _event: object, states: Mapping[str, Any]) -> Jackpot:
    """By the terms of the tables that share it."""
    for state in states.values():
        if isinstance(state, Table) and state.setup.game == game:
            meter = new_meter(state.setup)
            if meter is not None:
                return meter.jackpot
    raise LookupError(game)


def used(register: Register) -> object:
    """When a session was last used is known to a running house before it is written."""
    two = register.apart, register.makers, register.proposed, register.proposals
    return register.accounts, register.sessions, register.guests, two


REFOLDS = {
    TABLES.kind: Refold(TABLES, TABLE, first_table),
    METERS.kind: Refold(METERS, METER, first_meter),
    CAGE.kind: Refold(CAGE, BOOKS, lambda *_: Books()),
    wallet.STREAM: Refold(wallet.WALLETS, wallet.BOOKS, lambda *_: wallet.Books()),
    OWN_PLAY.kind: Refold(OWN_PLAY, PLAYERS, lambda *_: Players()),
    PEOPLE.kind: Refold(PEOPLE, REGISTER, lambda *_: Register(), used),
    DISPUTES.kind: Refold(DISPUTES, ALL, lambda *_: AllDisputes()),
    SERVICES.kind: Refold(SERVICES, SERVICE_REGISTER, lambda *_: ServiceRegister()),
}


def faults(
    store: Store,
    public: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    known: Iterable[str] = (),
    states: Callable[[Store], Iterable[str]] | None = None,
) -> Iterator[str]:
    """Everything in a journal that is not as it was written; nothing when it is whole."""
    yield from verify.faults(store, public, progress, known)
    yield from (states or wrong_states)(store)
    yield from wrong_sums(store)


def wrong_states(store: Store) -> Iterator[str]:
    """Snapshots and jackpots that are not what the events come to."""
    refolded, fed = Refolded(store, REFOLDS), FedByBets()
    for told in store.told(0):
        refolded.follow(told)
        fed.follow(told)
    yield from refolded.faults()
    yield from wrong_books(store)
    yield from fed.wrong


def wrong_sums(store: Store) -> Iterator[str]:
    """In a journal that is damaged itself, that is what is told."""
    try:
        yield from kept_sums.faults(store)
    except UNREADABLE:
        return
