"""Operations for the floor: relieve a dealer, check a setup, put a game or house out of use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.http.api.console import Checked
from croupier.server.http.api.tables import table_of
from croupier.server.http.operation import (
    MANAGERS,
    SUPERVISORS,
    Name,
    OfTable,
    Operation,
    Reason,
    Says,
    Strict,
)
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table import configuring

if TYPE_CHECKING:
    from croupier.server.http.operation import Call

DEALER_IS_RELIEVED = Sentence("dealer-is-relieved", "{dealer} is relieved[ by {relief}]")
NO_DEALER_OF_THE_HOUSE = Sentence("no-dealer-of-the-house", "{name} is no dealer of the house")
NO_TABLE_TO_CLOSE = Sentence("no-table-to-close", "no such table is open")
TABLES_ARE_CLOSED = Sentence(
    "tables-are-closed",
    "closed: {closed}; after their round: {closing}[; not closed: {refused:names}]",
)


class Relief(Strict, frozen=True):
    dealer: Name
    relief: Name | None = None
    """Who deals on; nobody yet, where none is named."""


class OutOfUse(Strict, frozen=True):
    reason: Reason
    game: Name | None = None
    """None: the whole house."""


async def relieve(call: Call[Relief, None, OfTable]) -> Says | Refused:
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    asked = call.given
    if asked.relief is not None:
        account = call.house.people.accounts.get(asked.relief)
        if account is None or account.locked or not account.role.may_act_as(Role.DEALER):
            return declined(Policy.NO_SUCH_THING, NO_DEALER_OF_THE_HOUSE(name=asked.relief))
    told = table.name, asked.dealer, asked.relief, call.who.name, call.desk.now()
    written = await call.desk.write(lambda: call.desk.rotation.relieve(*told))
    if isinstance(written, Refused):
        return written
    return Says.of(DEALER_IS_RELIEVED(dealer=asked.dealer, relief=asked.relief))


async def check_setup(call: Call[asks.Configure, None, OfTable]) -> Checked | Refused:
    """By the table's own rules and the house's, which read it again when it is proposed."""
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    try:
        configuring.check(configuring.complete(call.given.setup, table.setup))
    except BadInput as wrong:
        return Checked(str(wrong), (), wrong.said)
    if no := call.house.play.rounds.time_to_bet(call.given.setup):
        return Checked(no.says, (), no.said)
    return Checked(None, ())


async def close(call: Call[OutOfUse, None, None]) -> Says | Refused:
    """Every table by its own rules: a round in play is played and paid first.

    One that cannot be closed keeps none of the others open.
    """
    house, asked = call.house, call.given
    names = [
        name
        for name, live in house.play.tables.items()
        if live.table.is_open and asked.game in {None, live.table.setup.game}
    ]
    if not names:
        return declined(Policy.NO_SUCH_THING, NO_TABLE_TO_CLOSE())
    replies = {}
    for name in names:
        request = Request(name, call.who, asks.CloseTable(asked.reason), call.desk.now())
        replies[name] = await house.queue.ask(request)
    refused = {name: one for name, one in replies.items() if not isinstance(one, Carried)}
    if len(refused) == len(names):
        return refused[names[0]]
    closing = sum(house.play.tables[name].table.closing is not None for name in names)
    closed = len(names) - len(refused) - closing
    told = TABLES_ARE_CLOSED(closed=closed, closing=closing, refused=sorted(refused) or None)
    return Says.of(told)


OPERATIONS = (
    Operation(
        "POST",
        "/api/tables/{table}/setup/check",
        "Whether a table could be set up so, before anybody proposes it; nothing changes.",
        check_setup,
        Checked,
        may=SUPERVISORS,
        takes=asks.Configure,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/relieve",
        "A dealer leaves the table, and another may take over; it is recorded.",
        relieve,
        Says,
        may=SUPERVISORS,
        takes=Relief,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/pit/close",
        "Closes all tables, or those of a game, with a reason; rounds in play are paid first.",
        close,
        Says,
        may=MANAGERS,
        takes=OutOfUse,
        optional=True,
    ),
)
