"""The accounts of a house: made, reset, locked, unlocked and promoted, by one person or by two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream, packed
from croupier.server.people import proposals
from croupier.server.people.accounts import (
    FOLDER,
    HOUSE,
    AccountLocked,
    AccountMade,
    AccountUnlocked,
    PasswordChanged,
    PeopleProposalEnded,
    PeopleProposed,
    Register,
    RoleChanged,
    SessionRevoked,
    decoder,
)
from croupier.server.people.passwords import RULE, generated, half, hashed, is_fit
from croupier.server.people.rules import (
    ACCOUNT_IS_NOT_LOCKED,
    ANOTHER,
    APPROVES,
    BAD_NAME,
    NAME,
    NO_SUCH_ACCOUNT,
    is_lower,
    managing,
    needs,
    takes_two,
    unfounded,
)
from croupier.table.commands import Who

if TYPE_CHECKING:
    from argon2 import Parameters

    from croupier.server.journal.store import Store
    from croupier.server.people.accounts import Account, AnyPeopleEvent, Open

THERE_ARE_ACCOUNTS_ALREADY = Sentence("there-are-accounts-already", "there are accounts already")
ACCOUNT_IS_LOCKED_ALREADY = Sentence("account-is-locked-already", "{name} is locked already")
NO_PROPOSAL_IS_OPEN = Sentence("no-proposal-is-open", "no proposal {number} is open")
THREE_FOUND_A_HOUSE = Sentence(
    "three-found-a-house", "three managers found a house, each under a name of their own"
)
MANAGERS_CONFIRM_THIS = Sentence(
    "managers-confirm-this",
    "all who founded the house have passwords of their own: one of them confirms this",
)

STREAM = "people"
CODE_MS = 24 * 60 * 60 * 1000
"""For so long a one-time code lets its owner set a password."""
FIRST_STAFF = {
    "d1": Role.DEALER,
    "s1": Role.PIT_SUPERVISOR,
    "m1": Role.PIT_MANAGER,
    "f1": Role.SHIFT_MANAGER,
    "a1": Role.AUDITOR,
    "c1": Role.CASHIER,
}
FIRST_MANAGERS = ("f1", "f2", "f3")
BAD_PASSWORD = declined(Policy.UNFIT_PASSWORD, RULE)
NOBODY = declined(Policy.NO_SUCH_THING, NO_SUCH_ACCOUNT())


class FirstAccount(NamedTuple):
    name: str
    role: Role
    password: str
    """Shown this once; in a real house a code for setting one, and nothing else."""


class Confirmed(NamedTuple):
    proposal: PeopleProposed
    code: str | None
    """The second half of what the owner sets a password with, shown this once; where one was made.

    Its first half was shown to whoever proposed it.
    """


def followed(register: Register, event: AnyPeopleEvent) -> Register:
    register.follow(event)
    return register


REGISTER = packed(Register)
PEOPLE = Fold(STREAM, decoder, followed, REGISTER)


class Keeping:
    def __init__(self, store: Store, profile: Parameters) -> None:
        self.store, self.profile = store, profile
        self.stream = Stream(store, PEOPLE, Register())
        self.halves: dict[int, str] = {}
        """The first half of the code of each open proposal, written nowhere."""

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

    def first_staff(self, at: int) -> list[FirstAccount] | Refused:
        """Of a demonstration: one of each role, with passwords that are shown this once."""
        return self.begin([FirstAccount(*one, generated()) for one in FIRST_STAFF.items()], at)

    def first_managers(
        self, at: int, names: tuple[str, ...] = FIRST_MANAGERS
    ) -> list[FirstAccount] | Refused:
        """Of a real house: any two of them make and reset every account, also the third's.

        Each has a one-time code, and whoever founds the house is on record as the second person.
        """
        if not len(names) == len(set(names)) == len(FIRST_MANAGERS):
            return declined(Policy.UNFIT_NAME, THREE_FOUND_A_HOUSE())
        if not all(map(NAME.fullmatch, names)):
            return BAD_NAME
        staff = [FirstAccount(name, Role.SHIFT_MANAGER, generated()) for name in names]
        return self.begin(staff, at, confirmed_by=FOLDER, once_until=at + CODE_MS)

    def begin(
        self,
        staff: list[FirstAccount],
        at: int,
        *,
        confirmed_by: str | None = None,
        once_until: int | None = None,
    ) -> list[FirstAccount] | Refused:
        if self.accounts:
            return declined(Policy.ALREADY_SO, THERE_ARE_ACCOUNTS_ALREADY())
        made = [
            AccountMade(
                at=at,
                name=one.name,
                role=one.role,
                password=hashed(one.password, self.profile),
                by=HOUSE,
                confirmed_by=confirmed_by,
                once_until=once_until,
            )
            for one in staff
        ]
        return self.write(*made) or staff

    # By one person

    def make(self, name: str, role: Role, code: str, by: Who, at: int) -> Who | Refused:
        """An account that approves nothing; with the code its owner sets the first password."""
        if role in APPROVES:
            return proposals.TWO_DO_THIS
        if no := needs(by, managing(role)):
            return no
        if no := proposals.no_new_account(self.register, name):
            return no
        if not is_fit(code, name):
            return BAD_PASSWORD
        made = AccountMade(
            at=at,
            name=name,
            role=role,
            password=hashed(code, self.profile),
            by=by.name,
            once_until=at + CODE_MS,
        )
        return self.write(made) or Who(name, role)

    def reset_password(self, name: str, by: Who, at: int) -> str | Refused:
        """A one-time code for the owner of an account that approves nothing; its sessions end."""
        if name in self.accounts and takes_two(self.accounts[name]):
            return proposals.TWO_DO_THIS
        return self.not_for(name, by) or self.renew(name, by.name, at)

    def renew(self, name: str, by: str, at: int) -> str | Refused:
        code = generated()
        changed = PasswordChanged(
            at=at,
            name=name,
            by=by,
            password=hashed(code, self.profile),
            once_until=at + CODE_MS,
        )
        return self.write(changed, *self.ended(name, by, at)) or code

    def lock_account(self, name: str, by: Who, reason: str, at: int) -> Refused | None:
        """Its sessions end, and what it has proposed; nobody locks somebody of a higher role."""
        if no := self.not_for(name, by):
            return no
        if self.accounts[name].locked:
            return declined(Policy.ALREADY_SO, ACCOUNT_IS_LOCKED_ALREADY(name=name))
        if no := unfounded(reason):
            return no
        locked = AccountLocked(at=at, name=name, by=by.name, reason=reason)
        return self.write(locked, *self.dismissed(name, by.name, "the account is locked", at))

    def demote(self, name: str, role: Role, by: Who, reason: str, at: int) -> Refused | None:
        """By one person of a higher role than the account has; all other changes take two."""
        before = self.accounts[name].role if name in self.accounts else role
        if not (is_lower(role, before) and by.role and is_lower(before, by.role)):
            return proposals.TWO_DO_THIS
        if no := self.not_for(name, by) or unfounded(reason):
            return no
        changed = RoleChanged(at=at, name=name, role=role, by=by.name, reason=reason)
        return self.write(changed, *self.dismissed(name, by.name, "another role", at))

    def not_for(self, name: str, by: Who) -> Refused | None:
        """Why this person has no say about an account."""
        if no := needs(by, Role.PIT_MANAGER):
            return no
        if name not in self.accounts:
            return NOBODY
        if name == by.name:
            return ANOTHER
        return needs(by, managing(self.accounts[name].role))

    # By two

    def propose(self, wish: proposals.Wish, by: Who, at: int) -> PeopleProposed | Refused:
        event = proposals.proposed(self.register, wish, by, at)
        if isinstance(event, Refused):
            return event
        if no := self.write(event):
            return no
        open_ = self.register.proposed
        self.halves = {number: one for number, one in self.halves.items() if number in open_}
        if self.gives_code(event):
            self.halves[event.number] = half()
        return event

    def first_half(self, asked: PeopleProposed) -> str | None:
        """Of the owner's code, for whoever proposed it."""
        return self.halves.get(asked.number)

    def withdraw(self, number: int, by: Who, at: int) -> Refused | None:
        """By whoever proposed it, or refused by anybody who might confirm it."""
        if no := needs(by, Role.PIT_MANAGER):
            return no
        asked = self.register.proposed.get(number)
        if asked is None:
            return declined(Policy.NOTHING_WAITS, NO_PROPOSAL_IS_OPEN(number=number))
        return self.write(PeopleProposalEnded(at=at, number=number, by=by.name))

    def confirm(self, number: int, by: Who, at: int) -> Confirmed | Refused:
        asked = proposals.to_confirm(self.register, number, by, at)
        if isinstance(asked, Refused):
            return asked
        if not self.gives_code(asked):
            return self.write(*self.carried_out(asked, by.name, None, at)) or Confirmed(asked, None)
        first, second = self.halves.get(number), half()
        if first is None:
            return proposals.STARTED_SINCE
        code = f"{first}-{second}"
        if no := self.write(*self.carried_out(asked, by.name, code, at)):
            return no
        del self.halves[number]
        return Confirmed(asked, second)

    def gives_code(self, asked: PeopleProposed) -> bool:
        """Whoever comes to approve has a password that no maker of the account ever had."""
        if asked.asks == "role":
            return asked.role in APPROVES and self.accounts[asked.name].role not in APPROVES
        return asked.asks in {"account", "password"}

    def carried_out(
        self, asked: PeopleProposed, second: str, code: str | None, at: int
    ) -> list[AnyPeopleEvent]:
        both: dict[str, Any] = {
            "at": at,
            "name": asked.name,
            "by": asked.by,
            "confirmed_by": second,
            "reason": asked.reason,
            "number": asked.number,
        }
        kept = hashed(code, self.profile) if code else ""
        once: dict[str, Any] = {"password": kept, "once_until": at + CODE_MS}
        renewed = [PasswordChanged(**both, **once)] if code else []
        match asked.asks:
            case "account":
                return [AccountMade(**both, **once, role=asked.role)]
            case "unlock":
                return [AccountUnlocked(**both)]
            case "password":
                return [*renewed, *self.ended(asked.name, second, at)]
            case "role":
                changed = RoleChanged(**both, role=asked.role)
                return [changed, *renewed, *self.dismissed(asked.name, second, "another role", at)]

    # By whoever holds the folder of a house that is closed

    def recover_password(self, name: str, at: int) -> str | Refused:
        return self.renew(name, FOLDER, at) if name in self.accounts else NOBODY

    def recover_account(self, name: str, at: int) -> Refused | None:
        if name not in self.accounts:
            return NOBODY
        if not self.accounts[name].locked:
            return declined(Policy.ALREADY_SO, ACCOUNT_IS_NOT_LOCKED(name=name))
        return self.write(AccountUnlocked(at=at, name=name, by=FOLDER))

    def confirm_from_folder(self, number: int, at: int) -> Confirmed | Refused:
        """As the second person, while a founder has no password yet; the code is a new, whole one.

        What the proposer was shown half of is void: it was written nowhere, and the house closed.
        """
        if not self.register.founders:
            return declined(Refusal.SECOND_PERSON, MANAGERS_CONFIRM_THIS())
        holder = Who(FOLDER, Role.SHIFT_MANAGER)
        asked = proposals.to_confirm(self.register, number, holder, at)
        if isinstance(asked, Refused):
            return asked
        code = generated() if self.gives_code(asked) else None
        return self.write(*self.carried_out(asked, FOLDER, code, at)) or Confirmed(asked, code)

    # Sessions that end

    def dismissed(self, name: str, by: str, reason: str, at: int) -> list[AnyPeopleEvent]:
        """The account's sessions end, and what it has proposed."""
        return [
            *self.ended(name, by, at),
            *(
                PeopleProposalEnded(at=at, number=number, by=by, reason=reason)
                for number in proposals.of(self.register, name)
            ),
        ]

    def of(self, which: str) -> list[str]:
        return [key for key, one in self.sessions.items() if which in (key, one.who.name)]

    def ended(self, which: str, by: str, at: int, but: str = "") -> list[SessionRevoked]:
        return [SessionRevoked(at=at, session=key, by=by) for key in self.of(which) if key != but]
