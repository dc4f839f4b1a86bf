"""Operations on sessions: sign in and out, lock and unlock, list one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.guard import answer
from croupier.server.http.leaving import leave_boxes
from croupier.server.http.operation import ANYBODY, EVERYBODY, Operation, Says, Strict, not_found
from croupier.server.http.paging import MOST_TOLD, Skipped, page
from croupier.server.http.proving import for_session, for_strangers, tried
from croupier.server.money import ledger
from croupier.server.people import second_factor
from croupier.server.people.accounts import SessionsSeen
from croupier.server.people.people import (
    IDLE_MS,
    NO_SUCH_SESSION_IS_OPEN,
    SESSION_MS,
    TO_SET,
    Session,
    named,
)
from croupier.server.web import COOKIE
from croupier.table.commands import Who
from croupier.table.state import Step

if TYPE_CHECKING:
    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.people.accounts import Open
    from croupier.server.play.house import House

SIGNED_OUT = Sentence("signed-out", "signed out")
LOCKED = Sentence("locked", "locked")
PASSWORD_CHANGED = Sentence("password-changed", "changed; the account's other sessions have ended")
ENDED = Sentence("session-ended", "ended")
TOO_MANY_GUESTS_HAVE_COME = Sentence(
    "too-many-guests-have-come", "too many guests have come: wait a while"
)
GUEST_UNLOCKS_WITH_NO_PASSWORD = Sentence(
    "guest-unlocks-with-no-password", "a guest has no password to unlock with"
)
PIT_MANAGER_OR_HIGHER_ENDS_SESSIONS = Sentence(
    "pit-manager-or-higher-ends-sessions", "a pit manager or higher ends sessions of others"
)

Password = Annotated[str, msgspec.Meta(max_length=1000)]
Code = Annotated[str, msgspec.Meta(pattern="^([0-9]{6})?$")]
"""Of the second factor, where the house asks for one."""


class SignIn(Strict, frozen=True):
    name: str
    password: Password
    code: Code = ""
    new: Password | None = None
    """Where the password is a one-time code: what its owner sets in its place."""


class GivenPassword(Strict, frozen=True):
    password: Password
    code: Code = ""


class ToEnrol(Strict, frozen=True):
    name: str
    password: Password


class NewPassword(Strict, frozen=True):
    old: Password
    new: Password


class Person(msgspec.Struct, frozen=True):
    name: str
    role: Role


class SecondFactor(msgspec.Struct, frozen=True):
    """Shown this once."""

    secret: str
    """In base32."""
    uri: str
    """As phones read it."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    role: Role
    balance_cents: int
    provisional_cents: int
    """Won, and not yet to be staked or cashed."""
    owed_cents: int
    held_cents: int
    """Staked in rounds that are not over, interrupted ones among them."""
    attendant_cents: int = 0
    """Won, and an attendant brings it."""


class SessionInfo(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    role: Role
    since: int
    until: int
    address: str | None
    """From where its owner signed in; of staff alone."""
    seen: int | None
    """When it was last used; none for a guest's, which never locks."""
    locked: bool
    mine: bool
    """The one that asks."""


class OfSession(Strict, frozen=True):
    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


async def guest(call: PlainCall) -> Response | Refused:
    desk = call.desk
    if not (desk.guests_of.allows(call.sender.address) and desk.guests.allows("")):
        return declined(Policy.TOO_OFTEN, TOO_MANY_GUESTS_HAVE_COME())
    made = await call.house.seat_guest()
    return made if isinstance(made, Refused) else signed_in(call, *made)


async def sign_in(call: Call[SignIn, None, None]) -> Response | Refused:
    people, given, desk = call.house.people, call.given, call.desk
    first, address = given.new is not None, call.sender.address

    def hashed() -> tuple[str | None, str]:
        proof = people.proof(given.name, given.password)
        return proof, people.first_of(given.name, given.new or "") if first and proof else ""

    def admitted(found: tuple[str | None, str]) -> Session | Refused:
        proof, kept = found
        session = people.admit(given.name, proof, desk.now(), given.code, address)
        if session is not TO_SET or not first:
            return session
        told = people.set_first(given.name, proof, kept, desk.now())
        if isinstance(told, Refused):
            return told
        return people.admit(given.name, told, desk.now(), given.code, address)

    session = await tried(desk, for_strangers(call, given.name), hashed, admitted)
    if isinstance(session, Refused):
        return session
    return signed_in(call, session.who, session.token)


async def enrol(call: Call[ToEnrol, None, None]) -> SecondFactor | Refused:
    people, given, desk = call.house.people, call.given, call.desk
    secret = await tried(
        desk,
        for_strangers(call, given.name),
        lambda: people.proof(given.name, given.password),
        lambda proof: people.offer_factor(given.name, proof, desk.now()),
    )
    if isinstance(secret, Refused):
        return secret
    return SecondFactor(secret, second_factor.address(given.name, secret))


def signed_in(call: AnyCall, who: Who, token: str) -> Response:
    assert who.role is not None
    told = answer(Person(who.name, who.role))
    secure = call.house.secure or call.sender.secure
    told.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return told


async def sign_out(call: PlainCall) -> Response:
    people, at = call.house.people, call.desk.now()
    who = people.owner(call.token, at)
    if isinstance(who, Who):
        await call.desk.write(lambda: people.sign_out(call.token, at))
        await end_play(call, who.name)
    told = answer(Says.of(SIGNED_OUT()))
    told.delete_cookie(COOKIE)
    return told


async def end_play(call: PlainCall, name: str) -> None:
    """A player's session of play ends where he was signed in for the last time."""
    if not call.house.people.of(name):
        own, at = call.house.play.own_play, call.desk.now()
        await leave_boxes(call.desk, name)
        await call.desk.write(lambda: own.signed_out(name, at))


async def me(call: PlainCall) -> Me:
    assert call.who.role is not None
    house, name = call.house.play, call.who.name
    balance, provisional, owed = ledger_of(house, name)
    return Me(
        name=name,
        role=call.who.role,
        balance_cents=balance,
        provisional_cents=provisional,
        owed_cents=owed,
        held_cents=held_of(house, name),
        attendant_cents=ledger.held_for(house.balances, name),
    )


def held_of(house: House, name: str) -> int:
    in_play = (
        one.table.round for one in house.tables.values() if one.table.step is not Step.CONCLUDED
    )
    return sum(one.cents for each in in_play for one in each.wagers.values() if one.player == name)


def ledger_of(house: House, name: str) -> tuple[int, int, int]:
    """What a player has, what is provisional at all tables, what is owed."""
    balances = house.balances
    return (
        balances.has(name),
        sum(balances.get(ledger.provisional(table, name), 0) for table in house.tables),
        -balances.get(ledger.owed(name), 0),
    )


async def lock(call: PlainCall) -> Says | Refused:
    """As if it had not been used for long, and also after a start."""
    people, session = call.house.people, named(call.token)
    if session not in people.register.seen:
        return declined(Policy.NO_PASSWORD, GUEST_UNLOCKS_WITH_NO_PASSWORD())
    people.unwritten.pop(session, None)
    locked = SessionsSeen(at=call.desk.now(), seen={session: -IDLE_MS})
    return await call.desk.write(lambda: people.write(locked)) or Says.of(LOCKED())


async def unlock(call: Call[GivenPassword, None, None]) -> Person | Refused:
    people, given, desk = call.house.people, call.given, call.desk
    owner = people.owner(call.token, desk.now())
    if isinstance(owner, Refused):
        return owner
    who = await tried(
        desk,
        for_session(call),
        lambda: people.proof(owner.name, given.password),
        lambda proof: people.readmit(
            call.token, proof, desk.now(), given.code, call.sender.address
        ),
    )
    if isinstance(who, Refused):
        return who
    assert who.role is not None
    return Person(who.name, who.role)


async def password(call: Call[NewPassword, None, None]) -> Says | Refused:
    people, given, desk = call.house.people, call.given, call.desk
    name = call.who.name

    def hashed() -> tuple[str | None, str]:
        return people.proof(name, given.old), people.kept_as(name, given.new, given.old)

    def put(found: tuple[str | None, str]) -> Says | Refused:
        no = people.put_password(call.token, *found, desk.now(), call.sender.address)
        return no or Says.of(PASSWORD_CHANGED())

    return await tried(desk, for_session(call), hashed, put)


def sees_all(who: Who) -> bool:
    return who.holds(Role.PIT_MANAGER) or who.role is Role.AUDITOR


async def sessions(call: Call[None, Skipped, None]) -> list[SessionInfo]:
    """Those of staff come after those of players, so that many guests hide none of them."""
    people, now, who = call.house.people, call.desk.now(), call.who
    open_ = [
        (key, one)
        for key, one in list(people.sessions.items())
        if one.until > now and (sees_all(who) or one.who.name == who.name)
    ]
    open_.sort(key=lambda found: found[1].who.role is not Role.PLAYER)
    return [told(call, key, one) for key, one in page(open_, call.query)]


def told(call: AnyCall, key: str, one: Open) -> SessionInfo:
    seen, now = call.house.people.register.seen, call.desk.now()
    return SessionInfo(
        id=key,
        name=one.who.name,
        role=one.who.role or Role.PLAYER,
        since=one.until - SESSION_MS,
        until=one.until,
        address=one.address,
        seen=max(0, seen[key]) if key in seen else None,
        locked=key in seen and now - seen[key] >= IDLE_MS,
        mine=key == named(call.token),
    )


async def end_session(call: Call[None, None, OfSession]) -> Says | Refused:
    people, wanted = call.house.people, call.place.id
    found = people.sessions.get(wanted)
    own = found is not None and found.who.name == call.who.name
    if not own and not call.who.holds(Role.PIT_MANAGER):
        return declined(Policy.NOT_FOR_THIS_ROLE, PIT_MANAGER_OR_HIGHER_ENDS_SESSIONS())
    if found is None:
        return not_found(NO_SUCH_SESSION_IS_OPEN())
    at = call.desk.now()
    return await call.desk.write(lambda: people.revoke(wanted, call.who, at)) or Says.of(ENDED())


OPERATIONS = (
    Operation(
        "POST",
        "/api/guest",
        "A player with play credits, in a demonstration house only; sets the session cookie.",
        guest,
        Person,
        may=ANYBODY,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/sign-in",
        "Sets the session cookie; with a one-time code, a password of one's own first.",
        sign_in,
        Person,
        may=ANYBODY,
        takes=SignIn,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/second-factor",
        "A new secret for one's phone, where none is set up; in force with the first code of it.",
        enrol,
        SecondFactor,
        may=ANYBODY,
        takes=ToEnrol,
        limited=True,
    ),
    Operation("POST", "/api/sign-out", "Ends the session.", sign_out, Says, may=ANYBODY),
    Operation("GET", "/api/me", "Who is signed in, with the purse.", me, Me, may=EVERYBODY),
    Operation("POST", "/api/lock", "Locks the session at once.", lock, Says, may=EVERYBODY),
    Operation(
        "POST",
        "/api/unlock",
        "Unlocks the session with its password.",
        unlock,
        Person,
        may=ANYBODY,
        takes=GivenPassword,
        limited=True,
        of_session=True,
    ),
    Operation(
        "POST",
        "/api/password",
        "Changes one's own; the account's other sessions end.",
        password,
        Says,
        may=EVERYBODY,
        takes=NewPassword,
        limited=True,
        of_session=True,
    ),
    Operation(
        "GET",
        "/api/sessions",
        f"Sessions that are open, {MOST_TOLD} at a time: one's own; all, for a pit manager and up "
        "or an auditor, those of staff last.",
        sessions,
        list[SessionInfo],
        may=EVERYBODY,
        query=Skipped,
    ),
    Operation(
        "DELETE",
        "/api/sessions/{id}",
        "Ends a session: one's own; any, for a pit manager and up.",
        end_session,
        Says,
        may=EVERYBODY,
        place=OfSession,
    ),
)
