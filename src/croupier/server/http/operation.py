"""An operation of the HTTP API as data: a row, what it needs of the house, and a call of it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, NamedTuple, TypeVar

import msgspec
from anyio.to_thread import run_sync

from croupier.engine.irregularities import POSITIONS, Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.rulebook.languages import ENGLISH
from croupier.said import Said, Sentence
from croupier.server.http.feeding import Feeds
from croupier.server.http.guard import A_SECOND, AT_ONCE, Guesses
from croupier.server.http.practising import Waiting
from croupier.server.http.watching import Watching
from croupier.server.limits import HOUR, RateLimit
from croupier.server.nodes.node_queue import NodeQueue
from croupier.server.past.history import Histories
from croupier.server.people.delays import SESSION_LONGEST_MS, Delays
from croupier.server.people.hashing import Hashing
from croupier.server.play.calls import Calls
from croupier.server.play.rotation import STREAM as ROTATION
from croupier.server.play.rotation import Rotation
from croupier.server.turns import Turns
from croupier.table.commands import UNSEEN, Who

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from croupier.server.http.schooling import School
    from croupier.server.journal.store import Store
    from croupier.server.opening import OpenHouse
    from croupier.server.people.service_events import Scope

TOO_OFTEN_WAIT_A_MOMENT = Sentence("too-often-wait-a-moment", "too often: wait a moment")

T = TypeVar("T")
Given = TypeVar("Given")
Query = TypeVar("Query")
Place = TypeVar("Place")
Roles = frozenset[Role]


class Anybody(Enum):
    """The permission of an operation that has no required role."""

    ANYBODY = "anybody"


ANYBODY: Final = Anybody.ANYBODY
"""Every caller: not signed in, signed in with any role, or with any valid token."""
Permission = Roles | Literal[Anybody.ANYBODY]
EVERYBODY: Roles = frozenset(Role)
"""Who is signed in."""
AUDITOR: Roles = frozenset({Role.AUDITOR})
CASHIER: Roles = frozenset({Role.CASHIER})
PLAYER: Roles = frozenset({Role.PLAYER})
BUY_INS, CASH_OUTS = 60, 60
"""Of play credits, and tickets, that one player may make in an hour."""
LONG_READS, MOST_READING, MOST_READING_OF_ONE = 2, 32, 8
"""Of the journal at once, as play comes first; who wait for their turn, and of one address."""
MOST_ASKING_THE_LAB, OF_ONE = 16, 8


def up_from(role: Role) -> Roles:
    """A higher position may do what a lower one may."""
    return frozenset(one for one in POSITIONS if one.may_act_as(role))


DEALERS, SUPERVISORS, MANAGERS = (
    up_from(role) for role in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER)
)


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


class OfTable(Strict, frozen=True):
    table: Name


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
    may: Permission
    """The roles that may call it. Every operation states them: there is no default."""
    scopes: frozenset[Scope] = frozenset()
    """Service accounts with one of these scopes may call it, too; an operation without scopes
    that is not for `ANYBODY` refuses every token."""
    keeps_to_table: bool = False
    """Tells a token of one table of that table alone, though its path names none."""
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
    lab: bool = False
    """Refused to whom the house does not let into its odds lab."""
    optional: bool = False
    """Not every house has it, or what it is asked about."""
    media: str = "application/json"

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def statuses(self) -> dict[int, str]:
        """How it can be refused, and what that means."""
        writes, asked_who = self.method != "GET", self.may is not ANYBODY or bool(self.scopes)
        can = {
            400: self.takes or self.query,
            401: asked_who,
            403: asked_who or writes or self.lab,
            404: self.place or self.optional,
            409: writes,
            413: self.takes,
            429: self.limited or self.counted or self.scopes,
            503: True,
        }
        return {status: MEANS[status] for status, it_can in can.items() if it_can}


AnyOperation = Operation[Any, Any, Any]
MEANS = {
    400: "What was sent cannot be read.",
    401: "Nobody is signed in, the session is locked, or the token opens nothing.",
    403: "Not for this role, person or token, or a request from another site.",
    404: "There is no such thing.",
    409: "Refused; nothing has changed.",
    413: "More was sent than is read.",
    429: "Too often from one address or by one person, or too many wrong passwords or tokens.",
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

    def __init__(self, house: OpenHouse, school: School | None = None) -> None:
        self.house, self.disputes, self.school = house, house.disputes, school
        self.calls = Calls(house.store)
        self.rotation = Rotation(house.store, house.play, house.clock())
        house.queue.listeners.append(self.rotation.heard)
        house.follow_also(ROTATION, self.rotation.follow)
        self.histories = Histories()
        self.rate_limit = RateLimit(AT_ONCE, A_SECOND)
        self.guesses = Guesses()
        self.delays, self.unlocking = Delays(), Delays(SESSION_LONGEST_MS)
        self.tries = house.queue.tries if isinstance(house.queue, NodeQueue) else None
        """Those of all nodes, where there are several."""
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
        self.feeds = Feeds(house)
        self.watching = Watching(house)

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
    bearer: str | None = None
    """The token of a service account, in the place of a session."""
    resumes: str = ""
    """After which event a reader of the feed goes on, by its own word."""
    cut: Callable[[], None] | None = None
    """Ends the connection, whatever is still to be sent."""


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
