"""Service accounts: made by two people, revoked by one, known by a token that is shown once."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.journal.stream import Fold, Stream, packed
from croupier.server.people.failures import Failures
from croupier.server.people.proposals import (
    NO_PROPOSAL_WAITS_FOR_A_SECOND_PERSON,
    OPEN_MS,
    PROPOSAL_WAITS_FOR_THIS_ALREADY,
    SECOND_PERSON,
)
from croupier.server.people.rules import BAD_NAME, NAME, needs, unfounded
from croupier.server.people.service_events import (
    AnyServiceEvent,
    Scope,
    Service,
    ServiceMade,
    ServiceProposalEnded,
    ServiceProposed,
    ServiceRefused,
    ServiceRegister,
    ServiceRevoked,
    ServicesUsed,
    decoder,
)
from croupier.table.commands import Who

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from croupier.server.journal.store import Store
    from croupier.server.people.accounts import Account
    from croupier.server.people.service_events import Misuse

SERVICE_ENDS_WITHIN = Sentence("service-ends-within", "a token ends within {days} days")
SERVICE_HAS_A_SCOPE = Sentence("service-has-a-scope", "a token is for something: name its scopes")
SERVICE_OF_NO_SUCH_TABLE = Sentence(
    "service-of-no-such-table", "there is no table {table:quoted} that it could be for"
)
SERVICE_PROPOSER_IS_GONE = Sentence(
    "service-proposer-is-gone", "{name}, who proposed it, does not stand for it any more"
)
NO_SUCH_SERVICE = Sentence("no-such-service", "there is no service account {name:quoted}")
SERVICE_IS_REVOKED_ALREADY = Sentence("service-is-revoked-already", "{name} opens nothing already")

STREAM = "services"
PREFIX = "cs_"
"""What every token begins with, so that one that strays is known for what it is."""
A_DAY = 24 * 60 * 60 * 1000
MOST_DAYS = 366
USED_EVERY_MS = 10 * 60 * 1000
"""On disk; a running house knows it to the moment."""
WHO = "service "
"""What the name of a service account begins with, where it stands beside those of people."""


class Wish(NamedTuple):
    name: str
    scopes: tuple[Scope, ...]
    days: int
    reason: str
    table: str | None = None


class Shown(NamedTuple):
    """For the person who confirmed it: the only place where the token stands."""

    made: ServiceMade
    token: str


def followed(register: ServiceRegister, event: AnyServiceEvent) -> ServiceRegister:
    register.follow(event)
    return register


REGISTER = packed(ServiceRegister)
SERVICES = Fold(STREAM, decoder, followed, REGISTER)


class Services:
    def __init__(self, store: Store) -> None:
        self.stream = Stream(store, SERVICES, ServiceRegister())
        self.failures = Failures()
        self.unwritten: dict[str, int] = {}
        """When those were used that were since that was last written."""
        self.written_at = 0

    @property
    def register(self) -> ServiceRegister:
        return self.stream.state

    def write(self, *events: AnyServiceEvent) -> Refused | None:
        appended = self.stream.append(*events)
        if isinstance(appended, Refused):
            return appended
        for event in events:
            if isinstance(event, ServiceRefused):
                told = {"service": event.name or None, "why": event.why, "count": event.count}
                logs.warn("token refused", **told)
        return None

    # By two

    def propose(
        self, wish: Wish, by: Who, tables: Collection[str], at: int
    ) -> ServiceProposed | Refused:
        """Of a name that there is already: another token, or other scopes, in its place."""
        if no := needs(by, Role.PIT_MANAGER) or unfit(wish, tables) or unfounded(wish.reason):
            return no
        for one in self.register.proposed.values():
            if one.name == wish.name and at < one.until:
                says = PROPOSAL_WAITS_FOR_THIS_ALREADY(number=one.number)
                return declined(Policy.ALREADY_SO, says)
        event = ServiceProposed(
            at=at,
            number=self.register.proposals + 1,
            name=wish.name,
            scopes=tuple(sorted(set(wish.scopes))),
            table=wish.table,
            ends=at + wish.days * A_DAY,
            by=by.name,
            reason=wish.reason,
            until=at + OPEN_MS,
        )
        return self.write(event) or event

    def confirm(
        self, number: int, by: Who, accounts: Mapping[str, Account], at: int
    ) -> Shown | Refused:
        asked = self.register.proposed.get(number)
        if asked is None or at >= asked.until:
            return nothing_waits(number)
        if no := needs(by, Role.PIT_MANAGER) or not_two(asked, by, accounts):
            return no
        token = f"{PREFIX}{asked.name}.{secrets.token_urlsafe(32)}"
        made = ServiceMade(
            at=at,
            number=number,
            name=asked.name,
            scopes=asked.scopes,
            table=asked.table,
            ends=asked.ends,
            by=asked.by,
            reason=asked.reason,
            confirmed_by=by.name,
            token=digest(token),
        )
        if no := self.write(made):
            return no
        self.unwritten.pop(asked.name, None)
        return Shown(made, token)

    def withdraw(self, number: int, by: Who, at: int) -> Refused | None:
        """By whoever proposed it, or refused by anybody who might confirm it."""
        if no := needs(by, Role.PIT_MANAGER):
            return no
        if number not in self.register.proposed:
            return nothing_waits(number)
        return self.write(ServiceProposalEnded(at=at, number=number, by=by.name))

    # By one

    def revoke(self, name: str, by: Who, reason: str, at: int) -> Refused | None:
        if no := needs(by, Role.PIT_MANAGER):
            return no
        found = self.register.services.get(name)
        if found is None:
            return declined(Policy.NO_SUCH_THING, NO_SUCH_SERVICE(name=name[:40]))
        if found.revoked is not None:
            return declined(Policy.ALREADY_SO, SERVICE_IS_REVOKED_ALREADY(name=name))
        return self.write(ServiceRevoked(at=at, name=name, by=by.name, reason=reason))

    # At the door

    def bearer(self, token: str, at: int) -> Service | None:
        """Whose token it is, where it opens anything."""
        found = self.register.services.get(name_in(token))
        kept = found.made.token if found else ""
        is_it = hmac.compare_digest(kept, digest(token))
        return found if found is not None and is_it and found.opens(at) else None

    def use(self, service: Service, at: int) -> None:
        self.unwritten[service.made.name] = at

    def last_use(self, name: str) -> int | None:
        return self.unwritten.get(name, self.register.services[name].used)

    def misused(self, name: str, why: Misuse) -> None:
        self.failures.add(f"{why} {name if name in self.register.services else ''}")

    def is_due(self, at: int) -> bool:
        used = bool(self.unwritten) and not 0 <= at - self.written_at < USED_EVERY_MS
        return used or self.failures.is_due(at)

    def write_down(self, at: int, *, all_: bool = False) -> None:
        """What was gathered: when tokens were used, and those that opened nothing."""
        failed = self.failures.due(at, all_=all_)
        events: list[AnyServiceEvent] = [refusal(key, count, at) for key, count in failed.items()]
        if self.unwritten and (all_ or not 0 <= at - self.written_at < USED_EVERY_MS):
            used, self.unwritten, self.written_at = self.unwritten, {}, at
            events.append(ServicesUsed(at=at, used=used))
        if events and self.write(*events):
            for key, count in failed.items():
                self.failures.add(key, count)


def unfit(wish: Wish, tables: Collection[str]) -> Refused | None:
    if not NAME.fullmatch(wish.name):
        return BAD_NAME
    if not wish.scopes:
        return declined(Policy.UNREADABLE, SERVICE_HAS_A_SCOPE())
    if not 1 <= wish.days <= MOST_DAYS:
        return declined(Policy.UNREADABLE, SERVICE_ENDS_WITHIN(days=MOST_DAYS))
    if wish.table is not None and wish.table not in tables:
        says = SERVICE_OF_NO_SUCH_TABLE(table=wish.table[:40])
        return declined(Policy.NO_SUCH_TABLE, says)
    return None


def not_two(asked: ServiceProposed, by: Who, accounts: Mapping[str, Account]) -> Refused | None:
    """Two people who stand for it, one of them a shift manager."""
    account = accounts.get(asked.by)
    proposer = Who(asked.by, account.role if account and not account.locked else None)
    if not proposer.holds(Role.PIT_MANAGER):
        return declined(Policy.NOTHING_WAITS, SERVICE_PROPOSER_IS_GONE(name=asked.by))
    if not by.pairs_with(asked.by):
        return SECOND_PERSON
    return None if proposer.holds(Role.SHIFT_MANAGER) else needs(by, Role.SHIFT_MANAGER)


def nothing_waits(number: int) -> Refused:
    return declined(Policy.NOTHING_WAITS, NO_PROPOSAL_WAITS_FOR_A_SECOND_PERSON(number=number))


def name_in(token: str) -> str:
    """The name that a token claims to be of."""
    return token.removeprefix(PREFIX).rpartition(".")[0]


def digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


def refusal(key: str, count: int, at: int) -> ServiceRefused:
    why, _, name = key.partition(" ")
    known: dict[str, Misuse] = {"token": "token", "scope": "scope", "table": "table"}
    return ServiceRefused(at=at, name=name, why=known[why], count=count)
