"""Operations on sessions: sign in and out, lock and unlock, list one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from anyio.to_thread import run_sync

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.http.guard import answer
from croupier.server.http.operation import EVERYBODY, Operation, Says, Strict, not_found
from croupier.server.money import ledger
from croupier.server.people import second_factor
from croupier.server.people.accounts import SessionsSeen
from croupier.server.people.people import IDLE_MS, TO_SET, named
from croupier.server.web import COOKIE

if TYPE_CHECKING:
    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.play.house import House
    from croupier.table.commands import Who

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


class Me(msgspec.Struct, frozen=True):
    name: str
    role: Role
    balance_cents: int
    provisional_cents: int
    """Won, and not yet to be staked or cashed."""
    owed_cents: int


class SessionInfo(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    role: Role
    until: int
    seen: int | None
    """When it was last used; none for a guest's, which never locks."""
    locked: bool
    mine: bool
    """The one that asks."""


class OfSession(Strict, frozen=True):
    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


async def guest(call: PlainCall) -> Response | Refused:
    made = await call.house.seat_guest()
    return made if isinstance(made, Refused) else signed_in(call, *made)


async def sign_in(call: Call[SignIn, None, None]) -> Response | Refused:
    people, given = call.house.people, call.given
    proof = await run_sync(people.proof, given.name, given.password)
    session = people.admit(given.name, proof, call.desk.now(), given.code)
    if session is TO_SET and given.new is not None:
        kept = people.set_first(given.name, proof, given.new, call.desk.now())
        if isinstance(kept, Refused):
            return kept
        session = people.admit(given.name, kept, call.desk.now(), given.code)
    if isinstance(session, Refused):
        return session
    return signed_in(call, session.who, session.token)


async def enrol(call: Call[ToEnrol, None, None]) -> SecondFactor | Refused:
    people, given = call.house.people, call.given
    proof = await run_sync(people.proof, given.name, given.password)
    secret = people.offer_factor(given.name, proof, call.desk.now())
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
    if call.token:
        call.house.people.sign_out(call.token, call.desk.now())
    told = answer(Says("signed out"))
    told.delete_cookie(COOKIE)
    return told


async def me(call: PlainCall) -> Me:
    assert call.who.role is not None
    return Me(call.who.name, call.who.role, *ledger_of(call.house.play, call.who.name))


def ledger_of(house: House, name: str) -> tuple[int, int, int]:
    """What a player has, what is provisional at all tables, what is owed."""
    balances = house.balances
    return (
        balances.get(ledger.player_account(name), 0),
        sum(balances.get(ledger.provisional(table, name), 0) for table in house.tables),
        -balances.get(ledger.owed(name), 0),
    )


async def lock(call: PlainCall) -> Says | Refused:
    """As if it had not been used for long, and also after a start."""
    people, session = call.house.people, named(call.token)
    if session not in people.register.seen:
        return declined(Policy.NO_PASSWORD, "a guest has no password to unlock with")
    people.unwritten.pop(session, None)
    no = people.write(SessionsSeen(at=call.desk.now(), seen={session: -IDLE_MS}))
    return no or Says("locked")


async def unlock(call: Call[GivenPassword, None, None]) -> Person | Refused:
    people = call.house.people
    owner = people.owner(call.token, call.desk.now())
    if isinstance(owner, Refused):
        return owner
    proof = await run_sync(people.proof, owner.name, call.given.password)
    who = people.readmit(call.token, proof, call.desk.now(), call.given.code)
    if isinstance(who, Refused):
        return who
    assert who.role is not None
    return Person(who.name, who.role)


async def password(call: Call[NewPassword, None, None]) -> Says | Refused:
    given = call.given
    no = call.house.people.change_password(call.token, given.old, given.new, call.desk.now())
    return no or Says("changed; the account's other sessions have ended")


def sees_all(who: Who) -> bool:
    return who.holds(Role.PIT_MANAGER) or who.role is Role.AUDITOR


async def sessions(call: PlainCall) -> list[SessionInfo]:
    people, now, who = call.house.people, call.desk.now(), call.who
    seen = people.register.seen
    return [
        SessionInfo(
            id=key,
            name=one.who.name,
            role=one.who.role or Role.PLAYER,
            until=one.until,
            seen=max(0, seen[key]) if key in seen else None,
            locked=key in seen and now - seen[key] >= IDLE_MS,
            mine=key == named(call.token),
        )
        for key, one in people.sessions.items()
        if one.until > now and (sees_all(who) or one.who.name == who.name)
    ]


async def end_session(call: Call[None, None, OfSession]) -> Says | Refused:
    people, wanted = call.house.people, call.place.id
    found = people.sessions.get(wanted)
    own = found is not None and found.who.name == call.who.name
    if not own and not call.who.holds(Role.PIT_MANAGER):
        return declined(Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher ends sessions of others")
    if found is None:
        return not_found("no such session is open")
    no = people.revoke(wanted, call.who, call.desk.now())
    return no or Says("ended")


OPERATIONS = (
    Operation(
        "POST",
        "/api/guest",
        "A player with play credits, in a demonstration house only; sets the session cookie.",
        guest,
        Person,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/sign-in",
        "Sets the session cookie; with a one-time code, a password of one's own first.",
        sign_in,
        Person,
        takes=SignIn,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/second-factor",
        "A new secret for one's phone, where none is set up; in force with the first code of it.",
        enrol,
        SecondFactor,
        takes=ToEnrol,
        limited=True,
    ),
    Operation("POST", "/api/sign-out", "Ends the session.", sign_out, Says),
    Operation("GET", "/api/me", "Who is signed in, with the purse.", me, Me, who_may=EVERYBODY),
    Operation("POST", "/api/lock", "Locks the session at once.", lock, Says, who_may=EVERYBODY),
    Operation(
        "POST",
        "/api/unlock",
        "Unlocks the session with its password.",
        unlock,
        Person,
        takes=GivenPassword,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/password",
        "Changes one's own; the account's other sessions end.",
        password,
        Says,
        who_may=EVERYBODY,
        takes=NewPassword,
        limited=True,
    ),
    Operation(
        "GET",
        "/api/sessions",
        "Sessions that are open: one's own; all, for a pit manager and up or an auditor.",
        sessions,
        list[SessionInfo],
        who_may=EVERYBODY,
    ),
    Operation(
        "DELETE",
        "/api/sessions/{id}",
        "Ends a session: one's own; any, for a pit manager and up.",
        end_session,
        Says,
        who_may=EVERYBODY,
        place=OfSession,
    ),
)
