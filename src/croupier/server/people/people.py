"""Accounts and sessions: made, signed in and out, locked and unlocked."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.people import second_factor
from croupier.server.people.accounts import (
    GuestArrived,
    PasswordChanged,
    SecondFactorOffered,
    SessionsSeen,
    SessionUnlocked,
    SignedIn,
    SignedOut,
    SignInFailed,
)
from croupier.server.people.failures import Failures
from croupier.server.people.keeping import BAD_PASSWORD, Keeping
from croupier.server.people.passwords import FULL, generated, hashed, is_fit, verify
from croupier.server.people.rules import WITH_FACTOR, managing, needs
from croupier.table.commands import Who

if TYPE_CHECKING:
    from argon2 import Parameters

    from croupier.server.journal.store import Store
    from croupier.server.people.accounts import Account, AnyPeopleEvent

NAME_OR_THE_PASSWORD_IS_WRONG = Sentence(
    "name-or-the-password-is-wrong", "the name or the password is wrong, or the account is locked"
)
NOT_SIGNED_IN = Sentence("not-signed-in", "not signed in")
SESSION_IS_LOCKED = Sentence(
    "session-is-locked", "the session is locked: unlock it with the password"
)
GUEST_HAS_NO_PASSWORD = Sentence("guest-has-no-password", "a guest has no password")
THIS_CODE_IS_FOR_SETTING_A_PASSWORD = Sentence(
    "this-code-is-for-setting-a-password",
    "this code is for setting a password of your own, and for nothing else",
)
THIS_ONE_TIME_CODE_HAS_EXPIRED = Sentence(
    "this-one-time-code-has-expired", "this one-time code has expired: ask for another"
)
THIS_HOUSE_ASKS_FOR_A_CODE = Sentence(
    "this-house-asks-for-a-code", "this house asks for a code of your phone: set it up first"
)
WRONG_CODE_OR_ALREADY_USED_WAIT = Sentence(
    "wrong-code-or-already-used-wait",
    "wrong code, or already used: wait for the next one of your phone",
)
CODE_THAT_YOUR_PHONE_SHOWS_IS_NEEDED = Sentence(
    "code-that-your-phone-shows-is-needed", "the code that your phone shows is needed"
)
PHONE_IS_SET_UP_ALREADY = Sentence("phone-is-set-up-already", "a phone is set up already")
ONLY_A_DEMONSTRATION_HOUSE_HAS_GUESTS = Sentence(
    "only-a-demonstration-house-has-guests", "only a demonstration house has guests"
)
NO_SUCH_SESSION_IS_OPEN = Sentence("no-such-session-is-open", "no such session is open")

"""The store's meta that lets guests in, where it is `yes`."""
IDLE_MS = 5 * 60 * 1000
SESSION_MS = 12 * 60 * 60 * 1000
SEEN_EVERY_MS = 60 * 1000
WRONG = declined(Policy.WRONG_PASSWORD, NAME_OR_THE_PASSWORD_IS_WRONG())
GONE = declined(Policy.NOT_SIGNED_IN, NOT_SIGNED_IN())
LOCKED = declined(Policy.SESSION_LOCKED, SESSION_IS_LOCKED())
NO_PASSWORD = declined(Policy.NO_PASSWORD, GUEST_HAS_NO_PASSWORD())
TO_SET = declined(Policy.PASSWORD_TO_SET, THIS_CODE_IS_FOR_SETTING_A_PASSWORD())
EXPIRED = declined(Policy.WRONG_PASSWORD, THIS_ONE_TIME_CODE_HAS_EXPIRED())
TO_ENROL = declined(Policy.SECOND_FACTOR_TO_ENROL, THIS_HOUSE_ASKS_FOR_A_CODE())
WRONG_CODE = declined(Policy.WRONG_PASSWORD, WRONG_CODE_OR_ALREADY_USED_WAIT())
"""Said only to who knows the password."""
CODE_NEEDED = declined(Policy.SECOND_FACTOR_NEEDED, CODE_THAT_YOUR_PHONE_SHOWS_IS_NEEDED())
ENROLLED = declined(Policy.ALREADY_SO, PHONE_IS_SET_UP_ALREADY())


class Session(msgspec.Struct, frozen=True):
    """For the person who signed in: the only place where the token stands."""

    token: str
    who: Who
    until: int


class People(Keeping):
    """The accounts of a house, and who is signed in."""

    def __init__(
        self, store: Store, *, profile: Parameters = FULL, second_factor: str = "off"
    ) -> None:
        super().__init__(store, profile)
        self.with_factor = WITH_FACTOR[second_factor]
        self.unwritten: dict[str, int] = {}
        """Sessions used since that was last written."""
        self.uses_at = self.register.seen_at
        """When that was; not when another node has written its own."""
        self.failures = Failures()
        self.failing: dict[str, str] = {}
        """From where the last failure at each account of staff came."""
        self.nobody = hashed(generated(), profile)

    def change_password(self, token: str, old: str, new: str, at: int) -> Refused | None:
        """The account's other sessions end."""
        who = self.who(token, at)
        proof = self.proof(who.name, old) if isinstance(who, Who) else None
        kept = self.kept_as(who.name, new, old) if isinstance(who, Who) else ""
        return self.put_password(token, proof, kept, at)

    def kept_as(self, name: str, new: str, old: str = "") -> str:
        """The hash of a new password; nothing, if it is unfit or no new one."""
        return hashed(new, self.profile) if is_fit(new, name) and new != old else ""

    def put_password(
        self, token: str, proof: str | None, kept: str, at: int, address: str | None = None
    ) -> Refused | None:
        """The end of a change whose passwords were verified and hashed elsewhere."""
        who = self.use(token, at)
        if isinstance(who, Refused):
            return who
        if who.name not in self.accounts:
            return NO_PASSWORD
        if not self.is_right(who.name, proof):
            return self.failed(who.name, at, address=address)
        if not kept:
            return BAD_PASSWORD
        changed = PasswordChanged(at=at, name=who.name, password=kept, by=who.name)
        return self.write(changed, *self.ended(who.name, who.name, at, but=named(token)))

    def sign_in(self, name: str, password: str, at: int, code: str = "") -> Session | Refused:
        return self.admit(name, self.proof(name, password), at, code)

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

    def admit(
        self, name: str, proof: str | None, at: int, code: str = "", address: str | None = None
    ) -> Session | Refused:
        """The end of a sign-in whose password was verified elsewhere, as in a thread."""
        if not self.is_right(name, proof):
            return self.failed(name, at, address=address)
        account = self.accounts[name]
        if account.once_until is not None:
            return TO_SET if at < account.once_until else EXPIRED
        step = self.step_of(account, code, at)
        if isinstance(step, Refused):
            wrong = code and step is CODE_NEEDED
            return self.failed(name, at, WRONG_CODE, address) if wrong else step
        token, until = secrets.token_urlsafe(32), at + SESSION_MS
        event = SignedIn(
            at=at,
            name=name,
            session=named(token),
            until=until,
            step=step,
            address=None if account.role is Role.PLAYER else address,
        )
        return self.write(event) or Session(token, self.known(Who(name, account.role)), until)

    def step_of(self, account: Account, code: str, at: int) -> int | Refused | None:
        """Of the code of the second factor; none where none is asked for."""
        if account.role not in self.with_factor:
            return None
        secret = account.offered if account.secret is None else account.secret
        if secret is None or (account.secret is None and not code):
            return TO_ENROL
        step = second_factor.step_of(secret, code, at, account.step)
        return CODE_NEEDED if step is None else step

    def offer_factor(self, name: str, proof: str | None, at: int) -> str | Refused:
        """A new secret for a phone, shown this once; in force with the first code of it."""
        if not self.is_right(name, proof):
            return self.failed(name, at)
        account = self.accounts[name]
        if account.once_until is not None:
            return TO_SET
        if account.secret is not None:
            return ENROLLED
        secret = second_factor.generated_secret()
        return self.write(SecondFactorOffered(at=at, name=name, secret=secret)) or secret

    def first_of(self, name: str, new: str) -> str:
        """The hash of a first password; nothing, if it is unfit or the one-time code itself."""
        return "" if verify(self.asks_for(name), new) else self.kept_as(name, new)

    def set_first(self, name: str, proof: str | None, kept: str, at: int) -> str | Refused:
        """By the owner with a one-time code: the hash of what opens the account from now on."""
        if not self.is_right(name, proof):
            return self.failed(name, at)
        account = self.accounts[name]
        if account.once_until is None or at >= account.once_until:
            return EXPIRED
        if not kept:
            return BAD_PASSWORD
        return self.write(PasswordChanged(at=at, name=name, password=kept, by=name)) or kept

    def failed(
        self, name: str, at: int, why: Refused = WRONG, address: str | None = None
    ) -> Refused:
        """Nobody is locked by it: a stranger's guesses take no dealer from a table."""
        self.count(name, address)
        written = self.write_down(at) if self.failures.is_due(at) else WRONG
        return why if written is WRONG else written

    def count(self, name: str, address: str | None) -> None:
        """A failure; from where is kept of staff alone."""
        account = self.accounts.get(name)
        self.failures.add(name if account else "")
        if address and account and account.role is not Role.PLAYER:
            self.failing[name] = address

    def guest(self, at: int) -> tuple[Who, str] | Refused:
        if self.store.meta().get(DEMONSTRATION) != YES:
            return declined(Policy.DEMONSTRATION_ONLY, ONLY_A_DEMONSTRATION_HOUSE_HAS_GUESTS())
        token, name = secrets.token_urlsafe(32), f"g{self.register.guests + 1}"
        until = at + SESSION_MS
        event = GuestArrived(at=at, name=name, session=named(token), until=until)
        return self.write(event) or (Who(name, Role.PLAYER), token)

    def who(self, token: str, at: int) -> Who | Refused:
        """Whose session it is, which is thereby used, and that written when it is time."""
        found = self.use(token, at)
        if self.is_due(at):
            self.write_down(at)
        return found

    def use(self, token: str, at: int) -> Who | Refused:
        """As `who`, and nothing is written: `write_down` does that, off the loop."""
        found, session = self.standing(token, at), named(token)
        if isinstance(found, Who) and session in self.register.seen:  # a guest's is not
            self.register.seen[session] = self.unwritten[session] = at
        return found

    def knows(self, token: str) -> bool:
        return named(token) in self.sessions

    def standing(self, token: str, at: int) -> Who | Refused:
        """As `who`, for one who only looks on."""
        session = named(token)
        found = self.sessions.get(session)  # nobody can choose a hash: the time taken tells nothing
        if found is None or at >= found.until:
            return GONE
        if at - self.register.seen.get(session, at) >= IDLE_MS:
            self.register.seen[session] = -IDLE_MS  # locked also when the clock is set back
            return LOCKED
        return self.known(found.who)

    def known(self, who: Who) -> Who:
        """With those whose second person this one never is."""
        apart = self.register.apart_from(who.name)
        return replace(who, apart=apart) if apart else who

    def is_due(self, at: int) -> bool:
        """On disk at most once a minute for all: after a start a session locks early, not late."""
        return (self.uses_are_due(at) and bool(self.unwritten)) or self.failures.is_due(at)

    def uses_are_due(self, at: int) -> bool:
        return self.uses_at is None or not 0 <= at - self.uses_at < SEEN_EVERY_MS

    def write_down(self, at: int, *, all_: bool = False) -> Refused:
        """What was gathered: when sessions were used, and failures to sign in."""
        failed = self.failures.due(at, all_=all_)
        events: list[AnyPeopleEvent] = [
            SignInFailed(at=at, name=name, count=count, address=self.failing.get(name))
            for name, count in failed.items()
        ]
        if self.unwritten and (all_ or self.uses_are_due(at)):
            events += self.uses(at)
        no = self.write(*events) if events else None
        for name, count in failed.items() if no else ():
            self.failures.add(name, count)
        return no or WRONG

    def uses(self, at: int) -> list[SessionsSeen]:
        """Those that cannot be written lock a session early, and not late."""
        used, self.unwritten, self.uses_at = self.unwritten, {}, at
        seen = {key: when for key, when in list(used.items()) if key in self.sessions}
        return [SessionsSeen(at=at, seen=seen)] if seen else []

    def unlock(self, token: str, password: str, at: int, code: str = "") -> Who | Refused:
        owner = self.owner(token, at)
        proof = self.proof(owner.name, password) if isinstance(owner, Who) else None
        return self.readmit(token, proof, at, code)

    def owner(self, token: str, at: int) -> Who | Refused:
        """Whose session it is, locked or not."""
        found = self.sessions.get(named(token))
        return found.who if found and at < found.until else GONE

    def readmit(
        self, token: str, proof: str | None, at: int, code: str = "", address: str | None = None
    ) -> Who | Refused:
        """The end of an unlocking whose password was verified elsewhere."""
        owner = self.owner(token, at)
        if isinstance(owner, Refused):
            return owner
        if owner.name not in self.accounts:
            return NO_PASSWORD
        if not self.is_right(owner.name, proof):
            return self.failed(owner.name, at, address=address)
        step = self.step_of(self.accounts[owner.name], code, at)
        if isinstance(step, Refused):
            wrong = code and step is CODE_NEEDED
            return self.failed(owner.name, at, WRONG_CODE, address) if wrong else step
        self.unwritten.pop(named(token), None)
        unlocked = SessionUnlocked(at=at, session=named(token), step=step)
        return self.write(unlocked) or self.known(owner)

    def sign_out(self, token: str, at: int) -> Refused | None:
        owner = self.owner(token, at)
        if isinstance(owner, Refused):
            return owner
        return self.write(SignedOut(at=at, session=named(token)))

    def revoke(self, which: str, by: Who, at: int) -> Refused | None:
        """A session, or all of an account or a guest; everybody may revoke their own."""
        found = self.of(which)
        others = [self.sessions[key].who for key in found if self.sessions[key].who.name != by.name]
        if not found or others:
            if no := needs(by, Role.PIT_MANAGER):
                return no
            if not found:
                return declined(Policy.NO_SUCH_THING, NO_SUCH_SESSION_IS_OPEN())
        for one in others:
            if no := needs(by, managing(one.role or Role.PLAYER)):
                return no
        return self.write(*self.ended(which, by.name, at))


def named(token: str) -> str:
    """A token's SHA-256, under which its session is kept."""
    return sha256(token.encode(errors="replace")).hexdigest()
