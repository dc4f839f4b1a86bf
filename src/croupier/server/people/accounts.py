"""Accounts and sessions of a house as events, and the register that they are folded to.

Neither a password nor a token is kept: of the one an argon2id hash, of the other a SHA-256.
"""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.table.commands import Who

HOUSE, FOLDER = "house", "folder"
"""Who acts where no person does; and whoever holds the folder of a house that is closed."""

MOST_ARRIVALS = 12
"""That are held in memory; the journal has them all."""


class PeopleEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int


class ByTwo(PeopleEvent, frozen=True, kw_only=True):
    """What takes two people where the account can approve anything."""

    name: str
    by: str
    confirmed_by: str | None = None
    reason: str = ""
    number: int | None = None
    """Of the proposal."""


class AccountMade(ByTwo, frozen=True, kw_only=True, tag="account-made"):
    role: Role
    password: str
    once_until: int | None = None
    """Until when it is a code with which its owner sets the first password, and nothing else."""


class PasswordChanged(ByTwo, frozen=True, kw_only=True, tag="password-changed"):
    password: str
    once_until: int | None = None
    """As above, where somebody else has reset it; its second factor is then gone as well."""


class RoleChanged(ByTwo, frozen=True, kw_only=True, tag="role-changed"):
    role: Role


class AccountLocked(PeopleEvent, frozen=True, kw_only=True, tag="account-locked"):
    name: str
    by: str
    reason: str


class AccountUnlocked(ByTwo, frozen=True, kw_only=True, tag="account-unlocked"):
    pass


class PeopleDoubted(PeopleEvent, frozen=True, kw_only=True, tag="people-doubted"):
    """A backup was put back: who was dismissed after it, and whose session ended, is not known.

    Every session and proposal ends, and staff are locked until each is unlocked again.
    """

    by: str


class PeopleProposed(PeopleEvent, frozen=True, kw_only=True, tag="people-proposed"):
    """Nothing changes until a second person confirms it."""

    number: int
    asks: Literal["account", "password", "unlock", "role"]
    name: str
    role: Role
    """Of the account that is to be made, or as it is to be."""
    by: str
    reason: str
    until: int


class PeopleProposalEnded(PeopleEvent, frozen=True, kw_only=True, tag="people-proposal-ended"):
    """Withdrawn, refused, or its proposer's account was locked."""

    number: int
    by: str
    reason: str = ""


class SecondFactorOffered(PeopleEvent, frozen=True, kw_only=True, tag="second-factor-offered"):
    """In force from the first sign-in with a code of it."""

    name: str
    secret: str


class SignedIn(PeopleEvent, frozen=True, kw_only=True, tag="signed-in"):
    name: str
    session: str
    until: int
    step: int | None = None
    """Of the code of the second factor, which is not taken again."""
    address: str | None = None
    """From where, of staff alone; empty once it was erased."""


class GuestArrived(PeopleEvent, frozen=True, kw_only=True, tag="guest-arrived"):
    name: str
    session: str
    until: int


class SignInFailed(PeopleEvent, frozen=True, kw_only=True, tag="sign-in-failed"):
    """Without the name where no account has it: it may be a password in the wrong place."""

    name: str
    count: int = 1
    """Those of a minute after the first few are gathered."""
    address: str | None = None
    """From where the last of them came, where it is an account of staff."""


class SessionUnlocked(PeopleEvent, frozen=True, kw_only=True, tag="session-unlocked"):
    session: str
    step: int | None = None


class SessionsSeen(PeopleEvent, frozen=True, kw_only=True, tag="sessions-seen"):
    seen: dict[str, int]


class SignedOut(PeopleEvent, frozen=True, kw_only=True, tag="signed-out"):
    session: str


class SessionRevoked(PeopleEvent, frozen=True, kw_only=True, tag="session-revoked"):
    session: str
    by: str


AccountEvent = (
    AccountMade
    | PasswordChanged
    | RoleChanged
    | AccountLocked
    | AccountUnlocked
    | SecondFactorOffered
    | SignInFailed
)
ProposalEvent = PeopleProposed | PeopleProposalEnded
SessionEvent = SignedIn | GuestArrived | SessionUnlocked | SessionsSeen | SignedOut | SessionRevoked
AnyPeopleEvent = AccountEvent | ProposalEvent | SessionEvent | PeopleDoubted
decoder = msgspec.json.Decoder(AnyPeopleEvent)


class Arrival(msgspec.Struct, frozen=True):
    """A sign-in, or so many wrong ones."""

    at: int
    address: str | None
    wrong: int = 0


class Account(msgspec.Struct, frozen=True, kw_only=True):
    role: Role
    password: str
    made: int
    made_by: tuple[str, ...]
    """One person or two; the house itself has made the first."""
    failures: int = 0
    locked: bool = False
    doubted: bool = False
    """Locked only because a backup was put back, which may be older than a dismissal."""
    once_until: int | None = None
    """Until when the password is a code for setting the first one, and nothing else."""
    secret: str | None = None
    """Of the second factor, in base32; empty once it was erased, and then no code is right."""
    offered: str | None = None
    """One of which no code was given yet."""
    step: int = 0
    """Of the last code that was taken."""
    seen: int | None = None
    """When its owner last signed in."""
    arrivals: tuple[Arrival, ...] = ()
    """The last few, the newest last; of staff alone."""


class Open(msgspec.Struct, frozen=True):
    """A session by the SHA-256 of its token, which is also its name."""

    who: Who
    until: int
    address: str | None = None


class Register(msgspec.Struct, kw_only=True):
    """What the events have left: another node comes to the same."""

    accounts: dict[str, Account] = {}
    sessions: dict[str, Open] = {}
    guests: int = 0
    seen: dict[str, int] = {}
    """When each session that has a password was last used."""
    seen_at: int | None = None
    """When that was last written."""
    apart: dict[str, tuple[str, ...]] = {}
    """Of each person those whose account they had to do with, or who with theirs: for good."""
    makers: dict[str, tuple[str, ...]] = {}
    """Of each account of staff who has made, confirmed or reset it: for good."""
    made: dict[str, tuple[str, ...]] = {}
    """The same by person: accounts of which one had a hand in, which are no two people."""
    founders: tuple[str, ...] = ()
    """The first managers of a real house who have set no password of their own yet."""
    proposed: dict[int, PeopleProposed] = {}
    proposals: int = 0

    def follow(self, event: AnyPeopleEvent) -> None:
        match event:
            case PeopleProposed():
                open_ = {key: one for key, one in self.proposed.items() if event.at < one.until}
                self.proposed = open_ | {event.number: event}
                self.proposals = event.number
            case PeopleDoubted():
                self.doubt()
            case PeopleProposalEnded():
                self.proposed.pop(event.number, None)
            case SignedIn() | GuestArrived() | SessionUnlocked():
                self.follow_session(event)
            case SessionsSeen() | SignedOut() | SessionRevoked():
                self.follow_session(event)
            case _:
                self.follow_account(event)

    def doubt(self) -> None:
        self.sessions, self.seen, self.proposed = {}, {}, {}
        for name, account in list(self.accounts.items()):
            if account.role is not Role.PLAYER and not account.locked:
                self.alter(name, locked=True, doubted=True)

    def follow_account(self, event: AccountEvent) -> None:
        match event:
            case AccountMade():
                self.accounts[event.name] = Account(
                    role=event.role,
                    password=event.password,
                    made=event.at,
                    made_by=(event.by, *([event.confirmed_by] if event.confirmed_by else [])),
                    once_until=event.once_until,
                )
                self.part(event)
                founds = (event.by, event.confirmed_by) == (HOUSE, FOLDER)
                self.founders += (event.name,) * founds
            case PasswordChanged():
                self.alter(event.name, password=event.password, failures=0)
                self.alter(event.name, once_until=event.once_until)
                if event.by == event.name:
                    self.founders = tuple(one for one in self.founders if one != event.name)
                else:
                    self.alter(event.name, secret=None, offered=None)
                    self.part(event)
            case RoleChanged():
                self.alter(event.name, role=event.role)
                self.proposed.pop(event.number or 0, None)
            case AccountLocked():  # failures once locked an account, and lock none any more
                self.alter(event.name, locked=event.by != HOUSE, doubted=False)
            case AccountUnlocked():
                self.alter(event.name, locked=False, doubted=False, failures=0)
                self.proposed.pop(event.number or 0, None)
            case SecondFactorOffered():
                self.alter(event.name, offered=event.secret)
            case SignInFailed():
                if event.name:
                    before = self.accounts[event.name].failures
                    self.alter(event.name, failures=before + event.count)
                    self.arrived(event.name, Arrival(event.at, event.address, event.count))
            case _:
                assert_never(event)

    def part(self, event: AccountMade | PasswordChanged) -> None:
        """Whoever had a code of an account in hand is never its second person, nor it theirs."""
        self.proposed.pop(event.number or 0, None)
        for one in (event.by, event.confirmed_by or HOUSE):
            if one not in {HOUSE, FOLDER, event.name}:
                add(self.apart, one, event.name)
                add(self.apart, event.name, one)
                if self.accounts[event.name].role is not Role.PLAYER:  # which it stays
                    add(self.makers, event.name, one)
                    add(self.made, one, event.name)

    def apart_from(self, name: str) -> tuple[str, ...]:
        """Whose second person this one never is: also not of an account with a common maker."""
        shared = (other for maker in self.makers.get(name, ()) for other in self.made[maker])
        return tuple(sorted({*self.apart.get(name, ()), *shared} - {name}))

    def follow_session(self, event: SessionEvent) -> None:
        match event:
            case SignedIn():
                self.alter(event.name, failures=0, seen=event.at)
                self.taken(event.name, event.step)
                self.arrived(event.name, Arrival(event.at, event.address))
                self.open(event, self.accounts[event.name].role)
                self.seen[event.session] = event.at
            case GuestArrived():
                self.guests += 1
                self.open(event, Role.PLAYER)
            case SessionUnlocked():
                name = self.sessions[event.session].who.name
                self.alter(name, failures=0)
                self.taken(name, event.step)
                self.seen[event.session] = event.at
            case SessionsSeen():
                self.seen_at = event.at
                for session, used in event.seen.items():
                    self.used(session, used)
            case SignedOut() | SessionRevoked():
                self.forget(event.session)
            case _:
                assert_never(event)

    def used(self, session: str, at: int) -> None:
        """Nodes tell of uses late: of none that opens what is locked, or is before another.

        What is locked was used before all time.
        """
        known = self.seen.get(session)
        if known is not None and known >= 0:
            self.seen[session] = max(known, at) if at >= 0 else at

    def taken(self, name: str, step: int | None) -> None:
        """A code of the second factor; the first one puts what was offered in force."""
        if step is not None:
            account = self.accounts[name]
            secret = account.secret if account.offered is None else account.offered
            self.alter(name, step=step, secret=secret, offered=None)

    def arrived(self, name: str, one: Arrival) -> None:
        account = self.accounts[name]
        if account.role is not Role.PLAYER:
            self.alter(name, arrivals=(*account.arrivals, one)[-MOST_ARRIVALS:])

    def alter(self, name: str, **changes: object) -> None:
        self.accounts[name] = replace(self.accounts[name], **changes)

    def open(self, event: SignedIn | GuestArrived, role: Role) -> None:
        """Sessions end in the order in which they began, so those that are over stand first."""
        while self.sessions and (first := next(iter(self.sessions.items())))[1].until <= event.at:
            self.forget(first[0])
        address = event.address if isinstance(event, SignedIn) else None
        self.sessions[event.session] = Open(Who(event.name, role), event.until, address)

    def forget(self, session: str) -> None:
        del self.sessions[session]
        self.seen.pop(session, None)


def add(to: dict[str, tuple[str, ...]], who: str, other: str) -> None:
    to[who] = tuple(sorted({*to.get(who, ()), other}))
