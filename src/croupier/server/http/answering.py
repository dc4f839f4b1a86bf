"""How a request becomes an answer by the row of its operation: let in, read, carried out."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.http import bearing
from croupier.server.http.guard import answer
from croupier.server.http.operation import (
    ANYBODY,
    STATUS,
    TOO_OFTEN_WAIT_A_MOMENT,
    Call,
    Sender,
    not_found,
)
from croupier.server.http.packing import answer_packed
from croupier.server.journal.store import Unreadable
from croupier.server.limits import neighbourhood
from croupier.server.play.failures import NOBODY
from croupier.server.turns import Full
from croupier.server.web import COOKIE, CUT, KNOWN, MOST_BYTES
from croupier.table.commands import Who
from croupier.wire.decoding import decode, problem
from croupier.wire.house_terms import EVERYBODY, OFF

if TYPE_CHECKING:
    from starlette.requests import Request

    from croupier.server.http.operation import AnyCall, AnyOperation, Desk

JOURNAL_CANNOT_BE_READ = Sentence("journal-cannot-be-read", "the journal cannot be read: {reason}")
MANY_LOOK_AT_THE_JOURNAL = Sentence(
    "many-look-at-the-journal", "many look at the journal: ask again in a moment"
)
NOTHING_LIKE_THAT = Sentence("nothing-like-that", "there is nothing like that: {problem:said}")
NOT_FOR_THIS_ROLE = Sentence("not-for-this-role", "not for this role: {role:role}")
LAB_IS_OFF = Sentence("lab-is-off", "the odds lab of this house is switched off")
LAB_IS_FOR_STAFF = Sentence("lab-is-for-staff", "the odds lab of this house is for its staff")
REQUEST_HAS_AT_MOST_BYTES = Sentence(
    "request-has-at-most-bytes", "a request has at most {bytes} bytes"
)
REQUEST_IS_WHOLE_WITHIN_SECONDS = Sentence(
    "request-is-whole-within-seconds", "a request is whole within {seconds} seconds"
)

BODY_SECONDS = 20
"""For a request to bring what it has."""


async def answered(desk: Desk, operation: AnyOperation, request: Request) -> Response:
    """A fault of the program is recorded on its way up."""
    call: AnyCall | Refused | None = None
    try:
        call = await let_in(desk, operation, request)
        return await answer_to(desk, operation, request, call)
    except ClientDisconnect:
        raise
    except Exception as fault:
        asker = call.asker if isinstance(call, Call) else None
        by = asker.name if asker else NOBODY
        desk.house.checks.failures.note(fault, operation.name, by=by)
        raise


async def answer_to(
    desk: Desk, operation: AnyOperation, request: Request, call: AnyCall | Refused
) -> Response:
    told = call if isinstance(call, Refused) else await carried_out(operation, call)
    if isinstance(told, Response):
        return told
    if isinstance(told, Refused):
        note_refused(desk, operation, request, told)
        return refused(told)
    return answer_packed(told, request) if operation.packed else answer(told)


def note_refused(desk: Desk, operation: AnyOperation, request: Request, no: Refused) -> None:
    """What staff ask in vain is gathered for the pit and the auditor; all of it is counted."""
    desk.house.measuring.note_refused(request.path_params.get("table"), no)
    who = desk.house.people.standing(request.cookies.get(COOKIE, ""), desk.now())
    if isinstance(who, Who) and bearing.token_in(request) is None:
        whom = str(request.path_params.get("name", ""))
        known = whom in desk.house.people.accounts
        asked = operation.name.replace("{name}", whom) if known else operation.name
        desk.house.refusals.note(who, request.path_params.get("table"), asked, no)


async def carried_out(operation: AnyOperation, call: AnyCall) -> object:
    try:
        return await operation.handler(call)
    except BadInput as wrong:
        why = Policy.UNREADABLE if operation.place is None else Policy.NO_SUCH_THING
        return declined(why, wrong.said)
    except Unreadable as error:
        return declined(Policy.PAUSED, JOURNAL_CANNOT_BE_READ(reason=str(error)))
    except Full:
        return declined(Policy.BUSY, MANY_LOOK_AT_THE_JOURNAL())


def refused(no: Refused) -> Response:
    return answer(no, STATUS.get(no.why, 409) if isinstance(no.why, Policy) else 409)


async def let_in(desk: Desk, operation: AnyOperation, request: Request) -> AnyCall | Refused:
    address = neighbourhood(request.client.host if request.client else "")
    bearer, token = bearing.token_in(request), request.cookies.get(COOKIE, "")
    asker = partial(desk.house.who, token)
    if bearer is not None:
        token, asker = "", partial(bearing.admitted, desk, operation, request, bearer, address)
    await desk.house.hear_of(token)
    who = asker()
    if isinstance(who, Who) and (known := request.scope.get("extensions", {}).get(KNOWN)):
        known()
    own = operation.of_session and desk.house.people.owner(token, desk.now())
    if operation.limited and not isinstance(own, Who) and not desk.rate_limit.allows(address):
        return declined(Policy.TOO_OFTEN, TOO_OFTEN_WAIT_A_MOMENT())
    if no := may_not(who, operation, bearer) or lab_is_shut(desk, who, operation):
        return no
    place = converted(dict(request.path_params), operation.place)
    if isinstance(place, Refused):
        return not_found(NOTHING_LIKE_THAT(problem=place.said))
    query = converted(query_of(request), operation.query)
    given = await body_of(request, operation.takes)
    who = asker()  # again: while a slow body arrived, the session may have ended
    for one in (may_not(who, operation, bearer), query, given):
        if isinstance(one, Refused):
            return one
    sender = Sender(
        token,
        address,
        request.url.scheme == "https",
        bearer,
        request.headers.get("last-event-id", ""),
        request.scope.get("extensions", {}).get(CUT),
    )
    return Call(desk, who if isinstance(who, Who) else None, sender, given, query, place)


def may_not(who: Who | Refused, operation: AnyOperation, bearer: str | None) -> Refused | None:
    """What a token opens is known already; one that opens nothing is told so everywhere."""
    if bearer is not None:
        return who if isinstance(who, Refused) else None
    if operation.may is ANYBODY:
        return None
    if isinstance(who, Refused):
        return who
    if who.role not in operation.may:
        return declined(Policy.NOT_FOR_THIS_ROLE, NOT_FOR_THIS_ROLE(role=str(who.role)))
    return None


def lab_is_shut(desk: Desk, who: Who | Refused, operation: AnyOperation) -> Refused | None:
    """A program's token is nobody of the staff."""
    mode = desk.house.floor.terms.lab
    if not operation.lab or mode == EVERYBODY:
        return None
    if mode == OFF:
        return declined(Policy.NOT_FOR_THIS_ROLE, LAB_IS_OFF())
    staff = isinstance(who, Who) and who.role not in {None, Role.PLAYER}
    return None if staff else declined(Policy.NOT_FOR_THIS_ROLE, LAB_IS_FOR_STAFF())


def query_of(request: Request) -> dict[str, str | list[str]]:
    """What is given twice is a list, and no type of ours."""
    query = request.query_params
    return {key: said[0] if len(said := query.getlist(key)) == 1 else said for key in query}


def converted(given: dict[str, Any], kind: type[Any] | None) -> Any:  # noqa: ANN401
    if kind is None:
        return None
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        return declined(Policy.UNREADABLE, problem(error).said)


async def body_of(request: Request, kind: type[Any] | None) -> Any:  # noqa: ANN401
    if kind is None:
        return None
    data = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > MOST_BYTES:
                    says = REQUEST_HAS_AT_MOST_BYTES(bytes=MOST_BYTES)
                    return declined(Policy.TOO_LARGE, says)
    except TimeoutError:
        return declined(Policy.UNREADABLE, REQUEST_IS_WHOLE_WITHIN_SECONDS(seconds=BODY_SECONDS))
    if not data and not any(one.required for one in msgspec.structs.fields(kind)):
        return kind()
    try:
        return decode(msgspec.json.Decoder(kind), data)
    except BadInput as wrong:
        return declined(Policy.UNREADABLE, wrong.said)
