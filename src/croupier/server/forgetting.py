"""A person's private data erased for good: who may be forgotten, and how it is done by two."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import Role
from croupier.problems import BadInput
from croupier.server.journal import erasing
from croupier.server.journal.acts import PrivateErased
from croupier.server.journal.keys import Keys
from croupier.server.money import ledger
from croupier.server.people.accounts import FOLDER, AccountLocked
from croupier.server.play.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.erasing import PrivateValues
    from croupier.server.journal.store import Store
    from croupier.server.money.books import Books
    from croupier.server.people.people import People

A_DAY_MS = 24 * 60 * 60 * 1000


class Order(NamedTuple):
    """Whoever holds the folder erases; a second person has confirmed it."""

    confirmed_by: str
    reason: str
    at: int


class Forgotten(NamedTuple):
    person: str
    erased: int


def hinders(person: str, store: Store, people: People, books: Books) -> Iterator[str]:
    """Why somebody may not be forgotten yet."""
    yield from hinders_at(house_of(store), person, people, books)


def house_of(store: Store) -> House:
    """As it stands in the journal; nothing is written, so its keys do not matter."""
    return House(store, Keys.new())


def hinders_at(house: House, person: str, people: People, books: Books) -> Iterator[str]:
    account = people.accounts.get(person)
    if account is not None and account.role is not Role.PLAYER and not account.locked:
        yield "is staff: the account is locked first"
    tables, balances = house.tables, house.store.balances()
    own = {ledger.player_account(person), ledger.owed(person)}
    own |= {ledger.provisional(table, person) for table in tables}
    own.update(ledger.held_accounts(balances, person))
    if any(name in own and cents for name, cents in balances.items()):
        yield "has money in the house, or owes some: it is paid out or corrected first"
    rounds = (live.table.round for live in tables.values())
    if any(one.player == person for round_ in rounds for one in round_.wagers.values()):
        yield "has a wager in a round that has not ended"
    if any(one.player == person for one in books.issued.values()):
        yield "has a ticket that is not redeemed: its code is what it is paid out for"


def forget(
    person: str, values: PrivateValues, store: Store, people: People, order: Order
) -> Forgotten:
    """The account is locked and its sessions end; then all values go in one commit.

    Stopped between the two, it is done again from the start.
    """
    by, at = FOLDER, order.at
    if not values:
        raise BadInput("nothing that could be erased is kept of this person", person)
    ending = people.dismissed(person, by, order.reason, at)
    account = people.accounts.get(person)
    if account is not None and not account.locked:
        ending = [AccountLocked(at=at, name=person, by=by, reason=order.reason), *ending]
    if ending and (no := people.write(*ending)):
        raise BadInput(no.says, person)
    acts = (
        PrivateErased(
            at=at,
            by=by,
            position=position,
            field=field,
            reason=order.reason,
            confirmed_by=order.confirmed_by,
        )
        for position, field in values
    )
    erasing.erase(store, *acts)
    return Forgotten(person, len(values))


def last_seen(person: str, store: Store, people: People) -> int:
    """When a person last signed in or moved money, in milliseconds."""
    account = people.accounts.get(person)
    seen = [account.seen or 0] if account is not None else []
    moved = next(store.moved_last(ledger.player_account(person)), None)
    if moved is not None:
        _, stream, version = moved
        entry = next(store.read(stream, version - 1), None)
        seen += [entry.at] if entry is not None else []
    return max(seen, default=0)


def due(store: Store, people: People, books: Books, *, days: int, now: int) -> list[str]:
    """Players of whom something is kept, who have not come for so many days and have no money."""
    before, house = now - days * A_DAY_MS, house_of(store)
    return [
        person
        for person, values in sorted(erasing.values_by_person(store).items())
        if values
        and is_player(person, people)
        and last_seen(person, store, people) < before
        and not list(hinders_at(house, person, people, books))
    ]


def is_player(person: str, people: People) -> bool:
    """Or a guest, who has no account."""
    account = people.accounts.get(person)
    return account is None or account.role is Role.PLAYER
