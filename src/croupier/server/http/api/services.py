"""Operations on service accounts: proposed and confirmed by two people, revoked by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from croupier.engine.refusals import Refused
from croupier.said import Sentence
from croupier.server.http.api.people import PROPOSAL_IS_WITHDRAWN, Why
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    Name,
    OfName,
    OfNumber,
    Operation,
    Reason,
    Says,
    Strict,
)
from croupier.server.people.service_events import Scope
from croupier.server.people.services import MOST_DAYS, Wish

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall
    from croupier.server.people.service_events import ServiceProposed

SERVICE_OPENS_NOTHING_NOW = Sentence("service-opens-nothing-now", "{name} opens nothing any more")

Scopes = Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=len(Scope))]


class NewService(Strict, frozen=True, kw_only=True):
    name: Name
    scopes: Scopes
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)] = 90
    """After which its token ends."""
    table: Name | None = None
    """The only one that it is for."""
    reason: Reason


class Revoking(Strict, frozen=True):
    reason: Why = ""


class ServiceInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    scopes: tuple[Scope, ...]
    table: str | None
    state: Literal["in-use", "ended", "revoked"]
    made: int
    by: str
    confirmed_by: str
    reason: str
    ends: int
    used: int | None
    """When it last opened something."""
    refused: int
    """How often its name was given with a token that opened nothing."""
    revoked_by: str | None
    revoked: int | None


class ServiceProposal(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    name: str
    scopes: tuple[Scope, ...]
    table: str | None
    ends: int
    by: str
    at: int
    reason: str
    until: int


class ServiceToken(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    token: str
    """Shown this once."""
    scopes: tuple[Scope, ...]
    table: str | None
    ends: int


async def services(call: PlainCall) -> list[ServiceInfo]:
    kept, now = call.house.services, call.desk.now()
    found = []
    for name, one in sorted(kept.register.services.items()):
        gone = one.revoked
        found.append(
            ServiceInfo(
                name=name,
                scopes=one.made.scopes,
                table=one.made.table,
                state="revoked" if gone else "in-use" if one.opens(now) else "ended",
                made=one.made.at,
                by=one.made.by,
                confirmed_by=one.made.confirmed_by,
                reason=one.made.reason,
                ends=one.made.ends,
                used=kept.last_use(name),
                refused=one.refused,
                revoked_by=gone.by if gone else None,
                revoked=gone.at if gone else None,
            )
        )
    return found


async def proposals(call: PlainCall) -> list[ServiceProposal]:
    now = call.desk.now()
    open_ = list(call.house.services.register.proposed.values())
    return [told(one) for one in open_ if now < one.until]


def told(one: ServiceProposed) -> ServiceProposal:
    return ServiceProposal(
        number=one.number,
        name=one.name,
        scopes=one.scopes,
        table=one.table,
        ends=one.ends,
        by=one.by,
        at=one.at,
        reason=one.reason,
        until=one.until,
    )


async def propose(call: Call[NewService, None, None]) -> ServiceProposal | Refused:
    given, at, tables = call.given, call.desk.now(), call.house.play.tables.keys()
    wish = Wish(given.name, given.scopes, given.days, given.reason, given.table)
    services = call.house.services
    asked = await call.desk.write(lambda: services.propose(wish, call.who, tables, at))
    return asked if isinstance(asked, Refused) else told(asked)


async def confirm(call: Call[None, None, OfNumber]) -> ServiceToken | Refused:
    services, number, at = call.house.services, call.place.number, call.desk.now()
    accounts = call.house.people.accounts
    shown = await call.desk.write(lambda: services.confirm(number, call.who, accounts, at))
    if isinstance(shown, Refused):
        return shown
    made, token = shown
    return ServiceToken(
        name=made.name, token=token, scopes=made.scopes, table=made.table, ends=made.ends
    )


async def withdraw(call: Call[None, None, OfNumber]) -> Says | Refused:
    services, number, at = call.house.services, call.place.number, call.desk.now()
    no = await call.desk.write(lambda: services.withdraw(number, call.who, at))
    return no or Says.of(PROPOSAL_IS_WITHDRAWN(number=number))


async def revoke(call: Call[Revoking, None, OfName]) -> Says | Refused:
    services, name, reason = call.house.services, call.place.name, call.given.reason
    at = call.desk.now()
    no = await call.desk.write(lambda: services.revoke(name, call.who, reason, at))
    return no or Says.of(SERVICE_OPENS_NOTHING_NOW(name=name))


OPERATIONS = (
    Operation(
        "GET",
        "/api/services",
        "The service accounts of the house: what each opens, since when, last used when.",
        services,
        list[ServiceInfo],
        may=MANAGERS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/services",
        "Proposes a service account, or another token for one; a second person confirms it.",
        propose,
        ServiceProposal,
        may=MANAGERS,
        takes=NewService,
    ),
    Operation(
        "GET",
        "/api/services/proposals",
        "What waits for a second person about service accounts.",
        proposals,
        list[ServiceProposal],
        may=MANAGERS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/services/proposals/{number}/confirm",
        "The second person confirms, one of the two a shift manager; the token is shown this once.",
        confirm,
        ServiceToken,
        may=MANAGERS,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/services/proposals/{number}/withdraw",
        "Nothing comes of it.",
        withdraw,
        Says,
        may=MANAGERS,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/services/{name}/revoke",
        "A token opens nothing from now on; by one person, at once.",
        revoke,
        Says,
        may=MANAGERS,
        takes=Revoking,
        place=OfName,
    ),
)
