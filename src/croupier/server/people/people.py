"""Accounts and sessions: made, signed in and out, locked and unlocked."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.journal.stream import Fold, Stream, packed
from croupier.server.people.accounts import (
    AccountLocked,
    AccountMade,
    AccountUnlocked,
    GuestArrived,
    PasswordChanged,
    Register,
    SessionRevoked,
    SessionsSeen,
    SessionUnlocked,
    SignedIn,
    SignedOut,
    SignInFailed,
    decoder,
)
from croupier.server.people.passwords import FULL, RULE, generated, hashed, is_fit, verify
from croupier.table.commands import Who

if TYPE_CHECKING:
    from argon2 import Parameters

    from croupier.server.journal.store import Store
    from croupier.server.people.accounts import Account, AnyPeopleEvent, Open

STREAM = "people"
DEMONSTRATION = "demonstration"
"""The store's meta that lets guests in, where it is `yes`."""
HOUSE = "house"
"""Who acts where no person does."""
IDLE_MS = 5 * 60 * 1000
SESSION_MS = 12 * 60 * 60 * 1000
SEEN_EVERY_MS = 60 * 1000
FAILURES = 3
FIRST_STAFF = {
    "d1": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
}
MANAGED_BY = {Role.SHIFT_MANAGER: Role.SHIFT_MANAGER, Role.AUDITOR: Role.SHIFT_MANAGER}
"""All other accounts are made by a pit manager."""
NAME = re.compile(r"(?!(house|clock|g[0-9]+)$)[a-z][a-z0-9.-]{0,31}")
REASON = 200


WRONG = declined(
    Policy.WRONG_PASSWORD, "the name or the password is wrong, or the account is locked"
)
GONE = declined(Policy.NOT_SIGNED_IN, "not signed in")
LOCKED = declined(Policy.SESSION_LOCKED, "the session is locked: unlock it with the password")
BAD_PASSWORD = declined(Policy.UNFIT_PASSWORD, RULE)
BAD_NAME = declined(
    Policy.UNFIT_NAME,
    "a name has 1 to 32 small letters, digits, dots and dashes, a letter first;"
    " house, clock and g1, g2 and so on are taken",
)
BAD_REASON = declined(
    Policy.REASON_NEEDED, f"a reason is given, in one line of at most {REASON} characters"
)
NO_PASSWORD = declined(Policy.NO_PASSWORD, "a guest has no password")


class Session(msgspec.Struct, frozen=True):
    """For the person who signed in: the only place where the token stands."""

    token: str
    who: Who
    until: int


def followed(register: Register, event: AnyPeopleEvent) -> Register:
    register.follow(event)
    return register


REGISTER = packed(Register)
PEOPLE = Fold(STREAM, decoder, followed, REGISTER)


class People:
    def __init__(self, store: Store, *, profile: Parameters = FULL) -> None:
        self.store, self.profile = store, profile
        self.stream = Stream(store, PEOPLE, Register())
        self.unwritten: dict[str, int] = {}
        """Sessions used since that was last written."""
        self.nobody = hashed(generated(), profile)

    @property
    def register(self) -> Register:
        return self.stream.state

    @property
    def version(self) -> int:
        return self.stream.version

    @property
    def accounts(self) -> dict[str, Account]:
        return self.register.accounts

    @property
    def sessions(self) -> dict[str, Open]:
        return self.register.sessions

    def write(self, *events: AnyPeopleEvent) -> Refused | None:
        appended = self.stream.append(*events)
        return appended if isinstance(appended, Refused) else None

    # Accounts

    def make(self, name: str, role: Role, password: str, by: Who, at: int) -> Who | Refused:
        if no := needs(by, MANAGED_BY.get(role, Role.PIT_MANAGER)):
            return no
        if not NAME.fullmatch(name):
            return BAD_NAME
        if name in self.accounts:
            return declined(Policy.ALREADY_SO, f"{name} has an account already")
        if not is_fit(password, name):
            return BAD_PASSWORD
        kept = hashed(password, self.profile)
        event = AccountMade(at=at, name=name, role=role, password=kept, by=by.name)
        return self.write(event) or Who(name, role)

    def first_staff(self, at: int) -> list[tuple[str, Role, str]] | Refused:
        """One of each role, with passwords that are shown this once."""
        if self.accounts:
            return declined(Policy.ALREADY_SO, "there are accounts already")
        staff = [(name, role, generated()) for name, role in FIRST_STAFF.items()]
        made = [
            AccountMade(
                at=at, name=name, role=role, password=hashed(password, self.profile), by=HOUSE
            )
            for name, role, password in staff
        ]
        return self.write(*made) or staff

    def change_password(self, token: str, old: str, new: str, at: int) -> Refused | None:
        """The account's other sessions end."""
        who = self.who(token, at)
        if isinstance(who, Refused):
            return who
        if who.name not in self.accounts:
            return NO_PASSWORD
        if not self.is_right(who.name, self.proof(who.name, old)):
            return self.failed(who.name, at)
        if not is_fit(new, who.name):
            return BAD_PASSWORD
        kept = hashed(new, self.profile)
        changed = PasswordChanged(at=at, name=who.name, password=kept, by=who.name)
        return self.write(changed, *self.ended(who.name, who, at, but=named(token)))

    def reset_password(self, name: str, by: Who, at: int) -> str | Refused:
        """A new one for somebody else, shown this once; the account's sessions end."""
        role = self.accounts[name].role if name in self.accounts else Role.PLAYER
        if no := self.not_for(name, by, MANAGED_BY.get(role, Role.PIT_MANAGER)):
            return no
        password = generated()
        kept = hashed(password, self.profile)
        changed = PasswordChanged(at=at, name=name, password=kept, by=by.name)
        return self.write(changed, *self.ended(name, by, at)) or password

    def lock_account(self, name: str, by: Who, reason: str, at: int) -> Refused | None:
        """The account's sessions end."""
        if no := self.not_for(name, by, Role.PIT_MANAGER):
            return no
        if self.accounts[name].locked:
            return declined(Policy.ALREADY_SO, f"{name} is locked already")
        if not reason.strip() or len(reason) > REASON or not reason.isprintable():
            return BAD_REASON
        locked = AccountLocked(at=at, name=name, by=by.name, reason=reason)
        return self.write(locked, *self.ended(name, by, at))

    def unlock_account(self, name: str, by: Who, at: int) -> Refused | None:
        if no := self.not_for(name, by, Role.PIT_MANAGER):
            return no
        if not self.accounts[name].locked:
            return declined(Policy.ALREADY_SO, f"{name} is not locked")
        return self.write(AccountUnlocked(at=at, name=name, by=by.name))

    def not_for(self, name: str, by: Who, role: Role) -> Refused | None:
        if no := needs(by, role):
            return no
        if name not in self.accounts:
            return declined(Policy.NO_SUCH_THING, "there is no such account")
        if name == by.name:
            return declined(Policy.NOT_FOR_THIS_PERSON, "another person does this")
        return None

    # Sessions

    def sign_in(self, name: str, password: str, at: int) -> Session | Refused:
        return self.admit(name, self.proof(name, password), at)

    def proof(self, name: str, password: str) -> str | None:
        """The hash that the password was right for, if any."""
        asked = self.asks_for(name)
        return asked if verify(asked, password) else None

    def asks_for(self, name: str) -> str:
        """The hash to verify a password with, which takes as long where nobody has the name."""
        account = self.accounts.get(name)
        return account.password if account else self.nobody

    def is_right(self, name: str, proof: str | None) -> bool:
        account = self.accounts.get(name)
        return account is not None and not account.locked and account.password == proof

    def admit(self, name: str, proof: str | None, at: int) -> Session | Refused:
        """The end of a sign-in whose password was verified elsewhere, as in a thread."""
        if not self.is_right(name, proof):
            return self.failed(name, at)
        token, until = secrets.token_urlsafe(32), at + SESSION_MS
        event = SignedIn(at=at, name=name, session=named(token), until=until)
        return self.write(event) or Session(token, Who(name, self.accounts[name].role), until)

    def failed(self, name: str, at: int) -> Refused:
        """Sessions in use go on: a stranger's guesses take no dealer from a table."""
        account = self.accounts.get(name)
        events: list[AnyPeopleEvent] = [SignInFailed(at=at, name=name if account else "")]
        if account and not account.locked and account.failures + 1 >= FAILURES:
            reason = f"{FAILURES} failures in a row"
            events.append(AccountLocked(at=at, name=name, by=HOUSE, reason=reason))
        return self.write(*events) or WRONG

    def guest(self, at: int) -> tuple[Who, str] | Refused:
        if self.store.meta().get(DEMONSTRATION) != "yes":
            return declined(Policy.DEMONSTRATION_ONLY, "only a demonstration house has guests")
        token, name = secrets.token_urlsafe(32), f"g{self.register.guests + 1}"
        until = at + SESSION_MS
        event = GuestArrived(at=at, name=name, session=named(token), until=until)
        return self.write(event) or (Who(name, Role.PLAYER), token)

    def who(self, token: str, at: int) -> Who | Refused:
        """Whose session it is, which is thereby used."""
        found = self.standing(token, at)
        if isinstance(found, Who):
            self.touch(named(token), at)
        return found

    def standing(self, token: str, at: int) -> Who | Refused:
        """As `who`, for one who only looks on."""
        session = named(token)
        found = self.sessions.get(session)  # nobody can choose a hash: the time taken tells nothing
        if found is None or at >= found.until:
            return GONE
        if at - self.register.seen.get(session, at) >= IDLE_MS:
            self.register.seen[session] = -IDLE_MS  # locked also when the clock is set back
            return LOCKED
        return found.who

    def touch(self, session: str, at: int) -> None:
        """On disk at most once a minute for all: after a start a session locks early, not late."""
        if session not in self.register.seen:  # a guest's
            return
        self.register.seen[session] = self.unwritten[session] = at
        last = self.register.seen_at
        if last is not None and 0 <= at - last < SEEN_EVERY_MS:
            return
        self.register.seen_at = at
        seen = {key: when for key, when in self.unwritten.items() if key in self.sessions}
        if self.write(SessionsSeen(at=at, seen=seen)) is None:
            self.unwritten.clear()

    def unlock(self, token: str, password: str, at: int) -> Who | Refused:
        owner = self.owner(token, at)
        proof = self.proof(owner.name, password) if isinstance(owner, Who) else None
        return self.readmit(token, proof, at)

    def owner(self, token: str, at: int) -> Who | Refused:
        """Whose session it is, locked or not."""
        found = self.sessions.get(named(token))
        return found.who if found and at < found.until else GONE

    def readmit(self, token: str, proof: str | None, at: int) -> Who | Refused:
        """The end of an unlocking whose password was verified elsewhere."""
        owner = self.owner(token, at)
        if isinstance(owner, Refused):
            return owner
        if owner.name not in self.accounts:
            return NO_PASSWORD
        if not self.is_right(owner.name, proof):
            return self.failed(owner.name, at)
        self.unwritten.pop(named(token), None)
        return self.write(SessionUnlocked(at=at, session=named(token))) or owner

    def sign_out(self, token: str, at: int) -> Refused | None:
        owner = self.owner(token, at)
        if isinstance(owner, Refused):
            return owner
        return self.write(SignedOut(at=at, session=named(token)))

    def revoke(self, which: str, by: Who, at: int) -> Refused | None:
        """A session, or all of an account or a guest; everybody may revoke their own."""
        found = self.of(which)
        if not found or any(self.sessions[key].who.name != by.name for key in found):
            if no := needs(by, Role.PIT_MANAGER):
                return no
            if not found:
                return declined(Policy.NO_SUCH_THING, "no such session is open")
        return self.write(*self.ended(which, by, at))

    def of(self, which: str) -> list[str]:
        return [key for key, one in self.sessions.items() if which in (key, one.who.name)]

    def ended(self, which: str, by: Who, at: int, but: str = "") -> list[SessionRevoked]:
        return [
            SessionRevoked(at=at, session=key, by=by.name) for key in self.of(which) if key != but
        ]


def needs(by: Who, role: Role) -> Refused | None:
    if by.holds(role):
        return None
    return declined(Policy.NOT_FOR_THIS_ROLE, f"a {role.replace('-', ' ')} or higher does this")


def named(token: str) -> str:
    """A token's SHA-256, under which its session is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()
