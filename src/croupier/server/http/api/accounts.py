"""The accounts of a house as managers and auditors read them: sessions, sign-ins, refusals."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import POSITIONS, Role
from croupier.said import Said
from croupier.server.http.api.people import NO_ACCOUNT
from croupier.server.http.api.sessions import SessionInfo, told
from croupier.server.http.operation import AUDITOR, MANAGERS, OfName, Operation, not_found
from croupier.server.money.spans import Calendar
from croupier.server.past.refused_commands import InVain, refused_since
from croupier.server.people.accounts import Arrival
from croupier.server.people.rules import APPROVES, managing
from croupier.wire.report import Heading

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.server.http.operation import AnyCall, Call, PlainCall


class AccountInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: Role
    locked: bool
    failures: int
    """To sign in, in a row."""
    password_to_set: bool
    """Whether its owner has yet to set a password with a one-time code."""
    second_factor: bool
    seen: int | None
    """When its owner last signed in."""
    address: str | None
    """From where; of staff alone."""
    sessions: int
    """That are open."""
    refused: int
    """What was asked in vain this gaming day."""
    made: int
    made_by: tuple[str, ...]
    apart: tuple[str, ...] = ()
    """With whom its owner does not pair, where something takes two people."""


class RefusedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """One or more of a kind, gathered over a minute; no card is named."""

    at: int
    table: str | None
    asked: str
    why: str
    says: str
    said: Said | None
    count: int
    entry: int | None
    """Its position in the journal; none for those of the last minute."""


class AccountFile(msgspec.Struct, frozen=True, kw_only=True):
    account: AccountInfo
    sessions: tuple[SessionInfo, ...]
    arrivals: tuple[Arrival, ...]
    """The last sign-ins, and wrong passwords, the newest first."""
    refused: tuple[RefusedCommand, ...]
    """This gaming day, the newest first."""


class RoleInfo(msgspec.Struct, frozen=True):
    role: Role
    managed_by: Role
    """Whose word it takes to make, reset or lock such an account."""
    approves: bool
    """Is somebody's second person, so that two people make it."""
    position: int | None
    """The higher may do what a lower one may; none for roles outside of the ladder."""


def day_began(call: AnyCall) -> int:
    terms, now = call.house.floor.terms, call.desk.now()
    heading = Heading(time_zone=terms.time_zone, gaming_day=terms.gaming_day)
    calendar = Calendar(heading)
    return calendar.starts(calendar.gaming_day(now))


async def refused_today(call: AnyCall) -> list[InVain]:
    """With those of the last minute, which the journal does not have yet."""
    since, waiting = day_began(call), call.house.refusals.waiting()
    written = await call.read(lambda store: list(refused_since(store, since)))
    return [*(InVain(None, one) for one in reversed(waiting)), *written]


def open_sessions(call: AnyCall, name: str) -> tuple[SessionInfo, ...]:
    """The newest first."""
    people, now = call.house.people, call.desk.now()
    found = [(key, one) for key in people.of(name) if (one := people.sessions.get(key))]
    return tuple(told(call, key, one) for key, one in reversed(found) if now < one.until)


def info(call: AnyCall, name: str, *, sessions: int, refused: int) -> AccountInfo:
    people = call.house.people
    one = people.accounts[name]
    came = [arrival.address for arrival in one.arrivals if not arrival.wrong]
    return AccountInfo(
        name=name,
        role=one.role,
        locked=one.locked,
        failures=one.failures,
        password_to_set=one.once_until is not None,
        second_factor=one.secret is not None,
        seen=one.seen,
        address=came[-1] if came else None,
        sessions=sessions,
        refused=refused,
        made=one.made,
        made_by=one.made_by,
        apart=people.register.apart_from(name),
    )


async def accounts(call: PlainCall) -> list[AccountInfo]:
    people, refused = call.house.people, Counter[str]()
    for one in await refused_today(call):
        refused[one.act.by] += one.act.count
    now = call.desk.now()
    open_ = Counter(one.who.name for one in list(people.sessions.values()) if now < one.until)
    names = list(people.accounts)
    return [info(call, one, sessions=open_[one], refused=refused[one]) for one in names]


async def account(call: Call[None, None, OfName]) -> AccountFile | Refused:
    name, people = call.place.name, call.house.people
    if name not in people.accounts:
        return not_found(NO_ACCOUNT(name=name))
    found = [one for one in await refused_today(call) if one.act.by == name]
    sessions = open_sessions(call, name)
    count = sum(one.act.count for one in found)
    return AccountFile(
        account=info(call, name, sessions=len(sessions), refused=count),
        sessions=sessions,
        arrivals=tuple(reversed(people.accounts[name].arrivals)),
        refused=tuple(in_vain(one) for one in found),
    )


def in_vain(one: InVain) -> RefusedCommand:
    act = one.act
    return RefusedCommand(
        at=act.since,
        table=act.table,
        asked=act.asked,
        why=act.why,
        says=act.says,
        said=act.said,
        count=act.count,
        entry=one.entry,
    )


async def roles(_call: PlainCall) -> list[RoleInfo]:
    """By rank; those outside of it follow, and players come last."""
    others = [one for one in Role if one not in POSITIONS and one is not Role.PLAYER]
    ranked = (*reversed(POSITIONS), *others, Role.PLAYER)
    places = {one: place for place, one in enumerate(POSITIONS)}
    return [RoleInfo(one, managing(one), one in APPROVES, places.get(one)) for one in ranked]


READERS = MANAGERS | AUDITOR
OPERATIONS = (
    Operation(
        "GET",
        "/api/people",
        "The accounts of the house, with open sessions and what was refused this gaming day.",
        accounts,
        list[AccountInfo],
        may=READERS,
    ),
    Operation(
        "GET",
        "/api/people/{name}/file",
        "One account: its open sessions, last sign-ins, and what was refused this gaming day.",
        account,
        AccountFile,
        may=READERS,
        place=OfName,
    ),
    Operation(
        "GET",
        "/api/roles",
        "The roles of a house by rank, and how an account of each is made.",
        roles,
        list[RoleInfo],
        may=READERS,
    ),
)
