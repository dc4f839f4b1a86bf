"""An operation of the HTTP API as data, and how a request becomes an answer by it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import msgspec
from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.responses import Response

from croupier.engine.irregularities import POSITIONS, Role
from croupier.problems import BadInput
from croupier.server.http.guard import COOKIE, MOST_BYTES, Patience, answer
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.people import LOCKED
from croupier.server.people.people import No as NotThatPerson
from croupier.server.play.calls import Calls
from croupier.table.commands import Who

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from croupier.server.opening import OpenHouse
    from croupier.server.past.disputes import Disputes

T = TypeVar("T")
Roles = frozenset[Role]
EVERYBODY: Roles = frozenset(Role)
"""Who is signed in."""
AUDITOR: Roles = frozenset({Role.AUDITOR})
PLAYER: Roles = frozenset({Role.PLAYER})
LONG_READS = 2
"""Of the journal at once: play comes first."""


def up_from(role: Role) -> Roles:
    """A higher position may do what a lower one may."""
    return frozenset(one for one in POSITIONS if one.may_act_as(role))


class Says(msgspec.Struct, frozen=True):
    """One clear line."""

    says: str


class Refused(NamedTuple):
    """Why an operation is not carried out, with the status that says so."""

    status: int
    says: str


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Cents = Annotated[int, msgspec.Meta(ge=1, le=10**11)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]
"""One line."""
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
"""The same id again is the same request again."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request brings."""


class OfName(Strict, frozen=True):
    name: Name


class OfNumber(Strict, frozen=True):
    number: Number


class OfGame(Strict, frozen=True):
    game: Name


class Operation(NamedTuple):
    method: str
    path: str
    says: str
    handler: Callable[[Call], Awaitable[object]]
    gives: Any
    who_may: Roles | None = None
    """None: anybody, signed in or not."""
    takes: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] | None = None
    place: type[msgspec.Struct] | None = None
    """What stands in the path."""
    limited: bool = False
    """Per address."""
    media: str = "application/json"

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def statuses(self) -> dict[int, str]:
        """How it can be refused, and what that means."""
        writes = self.method != "GET"
        can = {
            400: self.takes or self.query,
            401: self.who_may is not None,
            403: self.who_may is not None or writes,
            404: self.place,
            409: writes,
            413: self.takes,
            429: self.limited,
            503: True,
        }
        return {status: MEANS[status] for status, it_can in can.items() if it_can}


MEANS = {
    400: "What was sent cannot be read.",
    401: "Nobody is signed in, or the session is locked.",
    403: "Not for this role or this person, or a request from another site.",
    404: "There is no such thing.",
    409: "Refused; nothing has changed.",
    413: "More was sent than is read.",
    429: "Too often from one address.",
    503: "The house is paused, or its journal cannot be read; nothing has changed.",
}


class Desk:
    """What operations need of the house."""

    def __init__(self, house: OpenHouse, disputes: Disputes) -> None:
        self.house, self.disputes = house, disputes
        self.calls = Calls(house.store)
        self.patience = Patience()
        self.readers = CapacityLimiter(LONG_READS)
        self.lab = CapacityLimiter(1)

    async def read(self, work: Callable[[SqliteStore], T]) -> T:
        """A long look at the journal as it stands, on a connection and a thread of its own."""
        path = self.house.store.path

        def look() -> T:
            store = SqliteStore(path)
            try:
                store.connection.execute("PRAGMA query_only = ON")
                store.as_of_now()
                return work(store)
            finally:
                store.close()

        return await run_sync(look, limiter=self.readers)

    async def write(self, work: Callable[[], T]) -> T:
        return await self.house.live.on_disk(work)

    def now(self) -> int:
        return self.house.live.clock()


class Call(NamedTuple):
    """A request that was let in."""

    desk: Desk
    asker: Who | None
    token: str
    given: Any
    query: Any
    place: Any

    @property
    def house(self) -> OpenHouse:
        return self.desk.house

    @property
    def who(self) -> Who:
        assert self.asker is not None
        return self.asker


async def answered(desk: Desk, operation: Operation, request: Request) -> Response:
    call = await let_in(desk, operation, request)
    if not isinstance(call, Refused):
        try:
            told = await operation.handler(call)
        except BadInput as wrong:
            told = Refused(400 if operation.place is None else 404, str(wrong))
        except sqlite3.Error as error:
            told = Refused(503, f"the journal cannot be read: {error}")
    else:
        told = call
    if isinstance(told, Response):
        return told
    if isinstance(told, Refused):
        return answer(Says(told.says), told.status)
    return answer(told)


async def let_in(desk: Desk, operation: Operation, request: Request) -> Call | Refused:
    address = request.client.host if request.client else ""
    if operation.limited and not desk.patience.allows(address):
        return Refused(429, "too often: wait a moment")
    token = request.cookies.get(COOKIE, "")
    who = desk.house.people.who(token, desk.now())
    if no := may_not(who, operation):
        return no
    place = converted(dict(request.path_params), operation.place)
    if isinstance(place, Refused):
        return Refused(404, f"there is nothing like that: {place.says}")
    query = converted(query_of(request), operation.query)
    given = await body_of(request, operation.takes)
    for one in (query, given):
        if isinstance(one, Refused):
            return one
    return Call(desk, who if isinstance(who, Who) else None, token, given, query, place)


def may_not(who: Who | NotThatPerson, operation: Operation) -> Refused | None:
    if operation.who_may is None:
        return None
    if isinstance(who, NotThatPerson):
        locked = "the session is locked: unlock it with the password"
        return Refused(401, locked if who == LOCKED else "not signed in")
    if who.role not in operation.who_may:
        return Refused(403, f"not for a {str(who.role).replace('-', ' ')}")
    return None


def query_of(request: Request) -> dict[str, str | list[str]]:
    """What is given twice is a list, and no type of ours."""
    query = request.query_params
    return {key: said[0] if len(said := query.getlist(key)) == 1 else said for key in query}


def converted(given: dict[str, Any], kind: type[msgspec.Struct] | None) -> Any:  # noqa: ANN401
    if kind is None:
        return None
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        return Refused(400, one_line(error))


async def body_of(request: Request, kind: type[msgspec.Struct] | None) -> Any:  # noqa: ANN401
    if kind is None:
        return None
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            return Refused(413, f"a request has at most {MOST_BYTES} bytes")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Refused(400, one_line(error))


def one_line(error: Exception) -> str:
    return str(BadInput(str(error)[:300]))
