"""Tokens of service accounts: what one opens, and what follows when it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.operation import ANYBODY
from croupier.server.http.proving import too_soon
from croupier.server.people.services import WHO, name_in
from croupier.table.commands import Who

if TYPE_CHECKING:
    from starlette.requests import Request

    from croupier.server.http.operation import AnyOperation, Desk
    from croupier.server.people.service_events import Misuse, Service

TOKEN_OPENS_NOTHING = Sentence(
    "token-opens-nothing", "this token opens nothing: it is wrong, has ended or was revoked"
)
TOKEN_IS_FOR_SOMETHING_ELSE = Sentence(
    "token-is-for-something-else", "the token of {name} is for something else: {scopes}"
)
TOKEN_IS_FOR_ONE_TABLE = Sentence(
    "token-is-for-one-table", "the token of {name} is for table {table} alone"
)

SCHEME = "bearer"
OPENS_NOTHING = declined(Policy.NOT_SIGNED_IN, TOKEN_OPENS_NOTHING())


def token_in(request: Request) -> str | None:
    """None where none is given: another scheme may be a proxy's own."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == SCHEME else None


def admitted(
    desk: Desk, operation: AnyOperation, request: Request, token: str, address: str
) -> Who | Refused:
    """A right token is never delayed; what opens nothing is counted, and delays further tries."""
    services, at = desk.house.services, desk.now()
    service = services.bearer(token, at)
    refused = misuse(operation, request, service)
    if refused is None and service is not None:
        services.use(service, at)
        desk.delays.succeeded(delayed_as(token), address)
        return Who(f"{WHO}{service.made.name}", None)
    wait = desk.delays.attempt(delayed_as(token), address, at)
    if wait:
        return too_soon(wait)
    why, no = refused or ("token", OPENS_NOTHING)
    services.misused(name_in(token), why)
    return no


def delayed_as(token: str) -> str:
    """Apart from the account of a person of this name."""
    return f"{WHO}{name_in(token)}"


def misuse(
    operation: AnyOperation, request: Request, service: Service | None
) -> tuple[Misuse, Refused] | None:
    if service is None:
        return "token", OPENS_NOTHING
    made = service.made
    if operation.may is ANYBODY and not operation.scopes:
        return None
    if not operation.scopes & set(made.scopes):
        says = TOKEN_IS_FOR_SOMETHING_ELSE(name=made.name, scopes=", ".join(made.scopes))
        return "scope", declined(Policy.NOT_FOR_THIS_ROLE, says)
    if made.table is None or operation.keeps_to_table:
        return None
    if request.path_params.get("table") == made.table:
        return None
    says = TOKEN_IS_FOR_ONE_TABLE(name=made.name, table=made.table)
    return "table", declined(Policy.NOT_FOR_THIS_PERSON, says)
