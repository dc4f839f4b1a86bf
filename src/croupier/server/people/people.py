"""Who is at work in a house: making accounts, signing in and out, locking and unlocking."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.server.journal import snapshots
from croupier.server.journal.store import Conflict, New, Part, Unavailable, Write, Written
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
register_decoder = msgspec.msgpack.Decoder(Register)
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


class No(msgspec.Struct, frozen=True):
    """Why nobody was let in, or nothing was changed."""

    says: str


WRONG = No("the name or the password is wrong, or the account is locked")
GONE = No("no session is open: sign in")
LOCKED = No("locked")
BAD_PASSWORD = No(RULE)
BAD_NAME = No(
    "a name has 1 to 32 small letters, digits, dots and dashes, a letter first;"
    " house, clock and g1, g2 and so on are taken"
)
BAD_REASON = No(f"a reason is given, in one line of at most {REASON} characters")


class Session(msgspec.Struct, frozen=True):
    """For the person who signed in: the only place where the token stands."""

    token: str
    who: Who
    until: int


class People:
    def __init__(self, store: Store, *, profile: Parameters = FULL) -> None:
        self.store, self.profile = store, profile
        self.register = Register()
        self.version = 0
        self.unwritten: dict[str, int] = {}
        """Sessions used since that was last written."""
        self.nobody = hashed(generated(), profile)
        self.kept_at = 0
        if kept := snapshots.trusted(store, STREAM, Register):
            self.register = register_decoder.decode(kept.state)
            self.version = self.kept_at = kept.version
        self.catch_up()

    @property
    def accounts(self) -> dict[str, Account]:
        return self.register.accounts

    @property
    def sessions(self) -> dict[str, Open]:
        return self.register.sessions

    def catch_up(self) -> None:
        for entry in self.store.read(STREAM, self.version):
            self.version = entry.version
            self.register.follow(decoder.decode(entry.body))

    def write(self, *events: AnyPeopleEvent) -> No | None:
        entries = tuple(New(event.at, msgspec.json.encode(event)) for event in events)
        [outcome] = self.store.append([Write((Part(STREAM, self.version, entries),))])
        if isinstance(outcome, Conflict):
            self.catch_up()
            return No("something else happened first: ask again")
        if not isinstance(outcome, Written):
            assert isinstance(outcome, Unavailable)
            return No(f"nothing happened: {outcome.reason}")
        self.version += len(events)
        for event in events:
            self.register.follow(event)
        self.keep()
        return None

    def keep(self) -> None:
        """Now and then, so that a start need not read all that people ever did."""
        if self.version - self.kept_at >= snapshots.EVERY:
            state = msgspec.msgpack.encode(self.register)
            if snapshots.keep(self.store, STREAM, self.version, Register, state):
                self.kept_at = self.version

    # Accounts

    def make(self, name: str, role: Role, password: str, by: Who, at: int) -> Who | No:
        if no := needs(by, MANAGED_BY.get(role, Role.PIT_MANAGER)):
            return no
        if not NAME.fullmatch(name):
            return BAD_NAME
        if name in self.accounts:
            return No(f"{name} has an account already")
        if not is_fit(password, name):
            return BAD_PASSWORD
        kept = hashed(password, self.profile)
        event = AccountMade(at=at, name=name, role=role, password=kept, by=by.name)
        return self.write(event) or Who(name, role)

    def first_staff(self, at: int) -> list[tuple[str, Role, str]] | No:
        """One of each role, with passwords that are shown this once."""
        if self.accounts:
            return No("there are accounts already")
        staff = [(name, role, generated()) for name, role in FIRST_STAFF.items()]
        made = [
            AccountMade(
                at=at, name=name, role=role, password=hashed(password, self.profile), by=HOUSE
            )
            for name, role, password in staff
        ]
        return self.write(*made) or staff

    def change_password(self, token: str, old: str, new: str, at: int) -> No | None:
        """The account's other sessions end."""
        who = self.who(token, at)
        if isinstance(who, No):
            return who
        if who.name not in self.accounts:
            return No("a guest has no password")
        if not self.is_right(who.name, self.proof(who.name, old)):
            return self.failed(who.name, at)
        if not is_fit(new, who.name):
            return BAD_PASSWORD
        kept = hashed(new, self.profile)
        changed = PasswordChanged(at=at, name=who.name, password=kept, by=who.name)
        return self.write(changed, *self.ended(who.name, who, at, but=named(token)))

    def reset_password(self, name: str, by: Who, at: int) -> str | No:
        """A new one for somebody else, shown this once; the account's sessions end."""
        role = self.accounts[name].role if name in self.accounts else Role.PLAYER
        if no := self.not_for(name, by, MANAGED_BY.get(role, Role.PIT_MANAGER)):
            return no
        password = generated()
        kept = hashed(password, self.profile)
        changed = PasswordChanged(at=at, name=name, password=kept, by=by.name)
        return self.write(changed, *self.ended(name, by, at)) or password

    def lock_account(self, name: str, by: Who, reason: str, at: int) -> No | None:
        """The account's sessions end."""
        if no := self.not_for(name, by, Role.PIT_MANAGER):
            return no
        if self.accounts[name].locked:
            return No(f"{name} is locked already")
        if not reason.strip() or len(reason) > REASON or not reason.isprintable():
            return BAD_REASON
        locked = AccountLocked(at=at, name=name, by=by.name, reason=reason)
        return self.write(locked, *self.ended(name, by, at))

    def unlock_account(self, name: str, by: Who, at: int) -> No | None:
        if no := self.not_for(name, by, Role.PIT_MANAGER):
            return no
        if not self.accounts[name].locked:
            return No(f"{name} is not locked")
        return self.write(AccountUnlocked(at=at, name=name, by=by.name))

    def not_for(self, name: str, by: Who, role: Role) -> No | None:
        if no := needs(by, role):
            return no
        if name not in self.accounts:
            return No("there is no such account")
        return No("another person does this") if name == by.name else None

    # Sessions

    def sign_in(self, name: str, password: str, at: int) -> Session | No:
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

    def admit(self, name: str, proof: str | None, at: int) -> Session | No:
        """The end of a sign-in whose password was verified elsewhere, as in a thread."""
        if not self.is_right(name, proof):
            return self.failed(name, at)
        token, until = secrets.token_urlsafe(32), at + SESSION_MS
        event = SignedIn(at=at, name=name, session=named(token), until=until)
        return self.write(event) or Session(token, Who(name, self.accounts[name].role), until)

    def failed(self, name: str, at: int) -> No:
        """Sessions in use go on: a stranger's guesses take no dealer from a table."""
        account = self.accounts.get(name)
        events: list[AnyPeopleEvent] = [SignInFailed(at=at, name=name if account else "")]
        if account and not account.locked and account.failures + 1 >= FAILURES:
            reason = f"{FAILURES} failures in a row"
            events.append(AccountLocked(at=at, name=name, by=HOUSE, reason=reason))
        return self.write(*events) or WRONG

    def guest(self, at: int) -> tuple[Who, str] | No:
        if self.store.meta().get(DEMONSTRATION) != "yes":
            return No("only a demonstration house has guests")
        token, name = secrets.token_urlsafe(32), f"g{self.register.guests + 1}"
        until = at + SESSION_MS
        event = GuestArrived(at=at, name=name, session=named(token), until=until)
        return self.write(event) or (Who(name, Role.PLAYER), token)

    def who(self, token: str, at: int) -> Who | No:
        """Whose session it is, which is thereby used."""
        found = self.standing(token, at)
        if isinstance(found, Who):
            self.touch(named(token), at)
        return found

    def standing(self, token: str, at: int) -> Who | No:
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

    def unlock(self, token: str, password: str, at: int) -> Who | No:
        owner = self.owner(token, at)
        proof = self.proof(owner.name, password) if isinstance(owner, Who) else None
        return self.readmit(token, proof, at)

    def owner(self, token: str, at: int) -> Who | No:
        """Whose session it is, locked or not."""
        found = self.sessions.get(named(token))
        return found.who if found and at < found.until else GONE

    def readmit(self, token: str, proof: str | None, at: int) -> Who | No:
        """The end of an unlocking whose password was verified elsewhere."""
        owner = self.owner(token, at)
        if isinstance(owner, No):
            return owner
        if owner.name not in self.accounts:
            return No("a guest has no password")
        if not self.is_right(owner.name, proof):
            return self.failed(owner.name, at)
        self.unwritten.pop(named(token), None)
        return self.write(SessionUnlocked(at=at, session=named(token))) or owner

    def sign_out(self, token: str, at: int) -> No | None:
        owner = self.owner(token, at)
        if isinstance(owner, No):
            return owner
        return self.write(SignedOut(at=at, session=named(token)))

    def revoke(self, which: str, by: Who, at: int) -> No | None:
        """A session, or all of an account or a guest; everybody may revoke their own."""
        found = self.of(which)
        if not found or any(self.sessions[key].who.name != by.name for key in found):
            if no := needs(by, Role.PIT_MANAGER):
                return no
            if not found:
                return No("no such session is open")
        return self.write(*self.ended(which, by, at))

    def of(self, which: str) -> list[str]:
        return [key for key, one in self.sessions.items() if which in (key, one.who.name)]

    def ended(self, which: str, by: Who, at: int, but: str = "") -> list[SessionRevoked]:
        return [
            SessionRevoked(at=at, session=key, by=by.name) for key in self.of(which) if key != but
        ]


def needs(by: Who, role: Role) -> No | None:
    return None if by.holds(role) else No(f"a {role.replace('-', ' ')} or higher does this")


def named(token: str) -> str:
    """A token's SHA-256, under which its session is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()
