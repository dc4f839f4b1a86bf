"""An operation of the HTTP API as data, and how a request becomes an answer by it."""

from __future__ import annotations

import asyncio
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from anyio.to_thread import run_sync
from starlette.responses import Response

from croupier.engine.irregularities import POSITIONS, Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.rulebook.languages import ENGLISH
from croupier.said import Said, Sentence
from croupier.server.http.guard import A_SECOND, AT_ONCE, Guesses, answer
from croupier.server.http.packing import answer_packed
from croupier.server.http.practising import Waiting
from croupier.server.journal.store import Unreadable
from croupier.server.limits import HOUR, RateLimit, neighbourhood
from croupier.server.past.history import Histories
from croupier.server.people.delays import SESSION_LONGEST_MS, Delays
from croupier.server.people.hashing import Hashing
from croupier.server.play.calls import Calls
from croupier.server.turns import Full, Turns
from croupier.server.web import COOKIE, KNOWN, MOST_BYTES
from croupier.table.commands import UNSEEN, Who
from croupier.wire.decoding import decode, problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from croupier.server.http.schooling import School
    from croupier.server.journal.store import Store
    from croupier.server.opening import OpenHouse
    from croupier.server.past.disputes import Disputes

JOURNAL_CANNOT_BE_READ = Sentence("journal-cannot-be-read", "the journal cannot be read: {reason}")
MANY_LOOK_AT_THE_JOURNAL = Sentence(
    "many-look-at-the-journal", "many look at the journal: ask again in a moment"
)
TOO_OFTEN_WAIT_A_MOMENT = Sentence("too-often-wait-a-moment", "too often: wait a moment")
NOTHING_LIKE_THAT = Sentence("nothing-like-that", "there is nothing like that: {problem:said}")
NOT_FOR_THIS_ROLE = Sentence("not-for-this-role", "not for a {role:role}")
REQUEST_HAS_AT_MOST_BYTES = Sentence(
    "request-has-at-most-bytes", "a request has at most {bytes} bytes"
)
REQUEST_IS_WHOLE_WITHIN_SECONDS = Sentence(
    "request-is-whole-within-seconds", "a request is whole within {seconds} seconds"
)

T = TypeVar("T")
Given = TypeVar("Given")
Query = TypeVar("Query")
Place = TypeVar("Place")
Roles = frozenset[Role]
EVERYBODY: Roles = frozenset(Role)
"""Who is signed in."""
AUDITOR: Roles = frozenset({Role.AUDITOR})
PLAYER: Roles = frozenset({Role.PLAYER})
BUY_INS, CASH_OUTS = 60, 60
"""Of play credits, and tickets, that one player may make in an hour."""
LONG_READS, MOST_READING, MOST_READING_OF_ONE = 2, 32, 8
"""Of the journal at once, as play comes first; who wait for their turn, and of one address."""
MOST_ASKING_THE_LAB, OF_ONE = 16, 8
BODY_SECONDS = 20
"""For a request to bring what it has."""


def up_from(role: Role) -> Roles:
    """A higher position may do what a lower one may."""
    return frozenset(one for one in POSITIONS if one.may_act_as(role))


class Says(msgspec.Struct, frozen=True):
    """One clear line."""

    says: str
    said: Said | None = None

    @classmethod
    def of(cls, said: Said) -> Says:
        return cls(str(said), said)


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Cents = Annotated[int, msgspec.Meta(ge=1, le=10**11)]
Reason = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, pattern=rf"^(?! )[^{UNSEEN}]+(?<! )$(?!\n)")
]
"""One line, of letters and signs that are seen."""
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


class InLanguage(Strict, frozen=True):
    """In which the gists of clauses are told; the approved English text decides."""

    language: Annotated[str, msgspec.Meta(pattern="^[a-z]{2,8}$")] = ENGLISH


@dataclass(frozen=True)
class Operation(Generic[Given, Query, Place]):
    method: str
    path: str
    says: str
    handler: Callable[[Call[Given, Query, Place]], Awaitable[object]]
    gives: Any
    _: KW_ONLY
    who_may: Roles | None = None
    """None: anybody, signed in or not."""
    takes: type[Given] | None = None
    query: type[Query] | None = None
    place: type[Place] | None = None
    """What stands in the path."""
    limited: bool = False
    """Per address."""
    counted: bool = False
    """Per person, or in all."""
    of_session: bool = False
    """Not limited for whoever has an open session, locked or not."""
    packed: bool = False
    """Long, and the same for everybody: sent compressed."""
    optional: bool = False
    """Not every house has it."""
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
            404: self.place or self.optional,
            409: writes,
            413: self.takes,
            429: self.limited or self.counted,
            503: True,
        }
        return {status: MEANS[status] for status, it_can in can.items() if it_can}


AnyOperation = Operation[Any, Any, Any]
MEANS = {
    400: "What was sent cannot be read.",
    401: "Nobody is signed in, or the session is locked.",
    403: "Not for this role or this person, or a request from another site.",
    404: "There is no such thing.",
    409: "Refused; nothing has changed.",
    413: "More was sent than is read.",
    429: "Too often from one address or by one person, or too many wrong passwords.",
    503: "The house is paused, or its journal cannot be read; nothing has changed.",
}


STATUS = {
    Policy.TOO_OFTEN: 429,
    Policy.TOO_LARGE: 413,
    Policy.ANOTHER_SITE: 403,
    Policy.NOT_SIGNED_IN: 401,
    Policy.SESSION_LOCKED: 401,
    Policy.WRONG_PASSWORD: 403,
    Policy.PASSWORD_TO_SET: 403,
    Policy.SECOND_FACTOR_TO_ENROL: 403,
    Policy.SECOND_FACTOR_NEEDED: 403,
    Policy.NOT_FOR_THIS_ROLE: 403,
    Policy.NOT_FOR_THIS_PERSON: 403,
    Policy.DEMONSTRATION_ONLY: 403,
    Policy.UNREADABLE: 400,
    Policy.NO_SUCH_TABLE: 404,
    Policy.NO_SUCH_THING: 404,
    Policy.BUSY: 503,
    Policy.PAUSED: 503,
    Policy.NOT_READY: 503,
    Policy.FAULT: 500,
}
"""As HTTP says it; everything else is 409, refused as things stand."""


def not_found(said: Said) -> Refused:
    return declined(Policy.NO_SUCH_THING, said)


class Desk:
    """What operations need of the house."""

    def __init__(self, house: OpenHouse, disputes: Disputes, school: School | None = None) -> None:
        self.house, self.disputes, self.school = house, disputes, school
        self.calls = Calls(house.store)
        self.histories = Histories()
        self.rate_limit = RateLimit(AT_ONCE, A_SECOND)
        self.guesses = Guesses()
        self.delays, self.unlocking = Delays(), Delays(SESSION_LONGEST_MS)
        self.hashing = Hashing()
        limits = house.crowd.limits
        all_, each = limits.guests_an_hour, limits.guests_an_hour_per_address
        self.guests, self.guests_of = RateLimit(all_, all_ / HOUR), RateLimit(each, each / HOUR)
        self.buy_ins, self.cash_outs = (RateLimit(n, n / HOUR) for n in (BUY_INS, CASH_OUTS))
        self.readers, self.staff = (
            Turns(LONG_READS, MOST_READING, MOST_READING_OF_ONE) for _ in range(2)
        )
        self.lab = Turns(1, MOST_ASKING_THE_LAB, OF_ONE)
        self.practice = Waiting()

    async def write(self, work: Callable[[], T]) -> T:
        return await self.house.queue.on_disk(work)

    def now(self) -> int:
        return self.house.queue.clock()


class Sender(NamedTuple):
    """From where a request came, and by which session."""

    token: str
    address: str
    secure: bool
    """Whether nobody on the way could read it, as far as the house was told."""


class Call(NamedTuple, Generic[Given, Query, Place]):
    """A request that was let in: what its body, its query and its path gave."""

    desk: Desk
    asker: Who | None
    sender: Sender
    given: Given
    query: Query
    place: Place

    @property
    def house(self) -> OpenHouse:
        return self.desk.house

    @property
    def token(self) -> str:
        return self.sender.token

    async def aside(self, work: Callable[[], T]) -> T:
        """What takes long, on a thread of its own; staff do not wait for strangers or players."""
        staff = self.asker is not None and self.asker.role is not Role.PLAYER
        turns = self.desk.staff if staff else self.desk.readers
        async with turns.turn(self.who.name if staff else self.sender.address):
            return await run_sync(work)

    async def read(self, work: Callable[[Store], T]) -> T:
        """A long look at the journal as it stands, on a connection of its own."""

        def look() -> T:
            store = self.house.store.reader()
            try:
                return work(store)
            finally:
                store.close()

        return await self.aside(look)

    @property
    def who(self) -> Who:
        assert self.asker is not None
        return self.asker


AnyCall = Call[Any, Any, Any]
PlainCall = Call[None, None, None]
"""With nothing given but the address."""


async def answered(desk: Desk, operation: AnyOperation, request: Request) -> Response:
    call = await let_in(desk, operation, request)
    told = call if isinstance(call, Refused) else await carried_out(operation, call)
    if isinstance(told, Response):
        return told
    if isinstance(told, Refused):
        note_refused(desk, operation, request, told)
        return refused(told)
    return answer_packed(told, request) if operation.packed else answer(told)


def note_refused(desk: Desk, operation: AnyOperation, request: Request, no: Refused) -> None:
    """What staff ask in vain is gathered for the pit and the auditor."""
    who = desk.house.people.standing(request.cookies.get(COOKIE, ""), desk.now())
    if isinstance(who, Who):
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
    token = request.cookies.get(COOKIE, "")
    who = desk.house.who(token)
    if isinstance(who, Who) and (known := request.scope.get("extensions", {}).get(KNOWN)):
        known()
    own = operation.of_session and desk.house.people.owner(token, desk.now())
    if operation.limited and not isinstance(own, Who) and not desk.rate_limit.allows(address):
        return declined(Policy.TOO_OFTEN, TOO_OFTEN_WAIT_A_MOMENT())
    if no := may_not(who, operation):
        return no
    place = converted(dict(request.path_params), operation.place)
    if isinstance(place, Refused):
        return not_found(NOTHING_LIKE_THAT(problem=place.said))
    query = converted(query_of(request), operation.query)
    given = await body_of(request, operation.takes)
    who = desk.house.who(token)  # again: while a slow body arrived, the session may have ended
    for one in (may_not(who, operation), query, given):
        if isinstance(one, Refused):
            return one
    sender = Sender(token, address, request.url.scheme == "https")
    return Call(desk, who if isinstance(who, Who) else None, sender, given, query, place)


def may_not(who: Who | Refused, operation: AnyOperation) -> Refused | None:
    if operation.who_may is None:
        return None
    if isinstance(who, Refused):
        return who
    if who.role not in operation.who_may:
        return declined(Policy.NOT_FOR_THIS_ROLE, NOT_FOR_THIS_ROLE(role=str(who.role)))
    return None


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
