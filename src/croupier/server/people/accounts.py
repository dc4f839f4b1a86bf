"""Accounts and sessions of a house as events, and the register that they are folded to.

Neither a password nor a token is kept: of the one an argon2id hash, of the other a SHA-256.
"""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.table.commands import Who


class PeopleEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int


class AccountMade(PeopleEvent, frozen=True, kw_only=True, tag="account-made"):
    name: str
    role: Role
    password: str
    by: str


class PasswordChanged(PeopleEvent, frozen=True, kw_only=True, tag="password-changed"):
    name: str
    password: str
    by: str


class AccountLocked(PeopleEvent, frozen=True, kw_only=True, tag="account-locked"):
    name: str
    by: str
    reason: str


class AccountUnlocked(PeopleEvent, frozen=True, kw_only=True, tag="account-unlocked"):
    name: str
    by: str


class SignedIn(PeopleEvent, frozen=True, kw_only=True, tag="signed-in"):
    name: str
    session: str
    until: int


class GuestArrived(PeopleEvent, frozen=True, kw_only=True, tag="guest-arrived"):
    name: str
    session: str
    until: int


class SignInFailed(PeopleEvent, frozen=True, kw_only=True, tag="sign-in-failed"):
    """Without the name where no account has it: it may be a password in the wrong place."""

    name: str


class SessionUnlocked(PeopleEvent, frozen=True, kw_only=True, tag="session-unlocked"):
    session: str


class SessionsSeen(PeopleEvent, frozen=True, kw_only=True, tag="sessions-seen"):
    seen: dict[str, int]


class SignedOut(PeopleEvent, frozen=True, kw_only=True, tag="signed-out"):
    session: str


class SessionRevoked(PeopleEvent, frozen=True, kw_only=True, tag="session-revoked"):
    session: str
    by: str


AccountEvent = AccountMade | PasswordChanged | AccountLocked | AccountUnlocked | SignInFailed
SessionEvent = SignedIn | GuestArrived | SessionUnlocked | SessionsSeen | SignedOut | SessionRevoked
AnyPeopleEvent = AccountEvent | SessionEvent
decoder = msgspec.json.Decoder(AnyPeopleEvent)


class Account(msgspec.Struct, frozen=True):
    role: Role
    password: str
    failures: int = 0
    locked: bool = False


class Open(msgspec.Struct, frozen=True):
    """A session by the SHA-256 of its token, which is also its name."""

    who: Who
    until: int


class Register(msgspec.Struct):
    """What the events have left: another node comes to the same."""

    accounts: dict[str, Account] = {}
    sessions: dict[str, Open] = {}
    guests: int = 0
    seen: dict[str, int] = {}
    """When each session that has a password was last used."""
    seen_at: int | None = None
    """When that was last written."""

    def follow(self, event: AnyPeopleEvent) -> None:
        match event:
            case AccountMade():
                self.accounts[event.name] = Account(event.role, event.password)
            case PasswordChanged():
                self.alter(event.name, password=event.password, failures=0)
            case AccountLocked():
                self.alter(event.name, locked=True)
            case AccountUnlocked():
                self.alter(event.name, locked=False, failures=0)
            case SignInFailed():
                if event.name:
                    self.alter(event.name, failures=self.accounts[event.name].failures + 1)
            case _:
                self.follow_session(event)

    def follow_session(self, event: SessionEvent) -> None:
        match event:
            case SignedIn():
                self.alter(event.name, failures=0)
                self.open(event, self.accounts[event.name].role)
                self.seen[event.session] = event.at
            case GuestArrived():
                self.guests += 1
                self.open(event, Role.PLAYER)
            case SessionUnlocked():
                self.alter(self.sessions[event.session].who.name, failures=0)
                self.seen[event.session] = event.at
            case SessionsSeen():
                self.seen_at = event.at
                self.seen.update(event.seen)
            case SignedOut() | SessionRevoked():
                self.forget(event.session)
            case _:
                assert_never(event)

    def alter(self, name: str, **changes: object) -> None:
        self.accounts[name] = replace(self.accounts[name], **changes)

    def open(self, event: SignedIn | GuestArrived, role: Role) -> None:
        """Sessions end in the order in which they began, so those that are over stand first."""
        while self.sessions and (first := next(iter(self.sessions.items())))[1].until <= event.at:
            self.forget(first[0])
        self.sessions[event.session] = Open(Who(event.name, role), event.until)

    def forget(self, session: str) -> None:
        del self.sessions[session]
        self.seen.pop(session, None)
