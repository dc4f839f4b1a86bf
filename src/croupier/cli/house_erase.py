"""`croupier house erase`: a person's private data, by whoever holds the folder and a second."""

from __future__ import annotations

import sys
from getpass import getpass
from typing import TYPE_CHECKING

from croupier.cli.house_keys import places_of, unlocked
from croupier.cli.serve import planned
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.problems import BadInput
from croupier.server import forgetting
from croupier.server.forgetting import Order
from croupier.server.journal import keyring
from croupier.server.journal.erasing import values_by_person
from croupier.server.journal.keys import Passphrase
from croupier.server.journal.stream import Stream, until_written
from croupier.server.money.books import CAGE, Books
from croupier.server.people.people import People
from croupier.server.play.clock import Clock, newest
from croupier.table.commands import Who
from croupier.wire.house_file import days_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.forgetting import Forgotten
    from croupier.server.journal.store import Store
    from croupier.server.people.people import Session


def asked(what: str) -> str:
    """At a terminal unseen, else the next line of standard input."""
    if sys.stdin.isatty():
        return getpass(what, stream=sys.stderr)
    return sys.stdin.readline().rstrip("\n")


def erased(
    folder: Path, player: str | None, confirm: str, reason: str, ask: Callable[[str], str] = asked
) -> Iterator[Forgotten]:
    """One person, or all for whom the time has come by the house's file."""
    days = days_kept(planned(folder).file.keeping.personal, "personal")
    if player is None and days is None:
        raise BadInput("the house keeps personal data for ever, by its file", "keeping, personal")
    with unlocked(folder) as store:
        people = People(store, second_factor=planned(folder).file.people.second_factor)
        books = Stream(store, CAGE, Books()).state
        at = Clock(newest(store))()
        persons = forgetting.due(store, people, books, days=days or 0, now=at)
        if player is not None:
            persons = [player]
            refuse(player, store, people, books)
        if not persons:
            return
        if confirm in persons:
            raise BadInput("another person confirms it", confirm)
        second(people, confirm, at, ask)
        order = Order(confirm, reason, at)
        for person in persons:
            values = values_by_person(store)[person]
            yield forgetting.forget(person, values, store, people, order)
        places = places_of(folder)
        signing, _ = keyring.held(places, store, Passphrase())
        keyring.sign(places, store, signing, at)


def refuse(player: str, store: Store, people: People, books: Books) -> None:
    values = values_by_person(store).get(player)
    if values is None and player not in people.accounts:
        raise BadInput("the house knows nobody of that name", player)
    if not values:
        raise BadInput("nothing that could be erased is kept of this person", player)
    for why in forgetting.hinders(player, store, people, books):
        raise BadInput(why, player)


def second(people: People, name: str, at: int, ask: Callable[[str], str]) -> None:
    """A manager who signs in with the own password, and code where there is one; it is recorded."""
    account = people.accounts.get(name)
    if account is None or not Who(name, account.role).holds(Role.PIT_MANAGER):
        raise BadInput("a pit manager or higher confirms it", name)
    password = ask(f"Password of {name}: ")
    said = signed_in(people, name, password, at)
    if isinstance(said, Refused) and said.why is Policy.SECOND_FACTOR_NEEDED:
        said = signed_in(people, name, password, at, ask(f"Code of the phone of {name}: "))
    if isinstance(said, Refused):
        raise BadInput(said.says, name)
    token = said.token
    until_written(lambda: people.sign_out(token, at))


def signed_in(
    people: People, name: str, password: str, at: int, code: str = ""
) -> Session | Refused:
    return until_written(lambda: people.sign_in(name, password, at, code))


def line(one: Forgotten) -> str:
    what = "value is" if one.erased == 1 else "values are"
    return f"{one.person}: {one.erased} private {what} erased, every proof holds."
