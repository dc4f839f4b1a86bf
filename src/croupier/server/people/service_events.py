"""Service accounts of a house as events, and the register that they are folded to.

Devices and programs come with a token, of which nothing is kept but its SHA-256.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace


class Scope(StrEnum):
    """What a token opens; an operation that names none is opened by no token."""

    EVENTS = "events"
    """The feed of events, without those of people and of players' own play."""
    JOURNAL = "journal"
    """The journal, and the feed of all its streams, as an auditor reads them."""
    REPORTS = "reports"
    METRICS = "metrics"
    SHOE = "shoe"
    """How the line of a table's electronic shoe stands."""
    CAGE_READ = "cage-read"
    """Players, their purses and open tickets; nothing is moved."""


Misuse = Literal["token", "scope", "table"]
"""Why a token opened nothing: wrong, ended or revoked; for something else; for another table."""


class ServiceEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int


class Asked(ServiceEvent, frozen=True, kw_only=True):
    number: int
    name: str
    scopes: tuple[Scope, ...]
    table: str | None
    """The only one that it is for."""
    ends: int
    by: str
    reason: str


class ServiceProposed(Asked, frozen=True, kw_only=True, tag="service-proposed"):
    """Nothing changes until a second person confirms it."""

    until: int


class ServiceMade(Asked, frozen=True, kw_only=True, tag="service-made"):
    """Where there was one of this name, its token opens nothing any more."""

    confirmed_by: str
    token: str
    """Its SHA-256."""


class ServiceProposalEnded(ServiceEvent, frozen=True, kw_only=True, tag="service-proposal-ended"):
    number: int
    by: str


class ServiceRevoked(ServiceEvent, frozen=True, kw_only=True, tag="service-revoked"):
    name: str
    by: str
    reason: str = ""


class ServicesUsed(ServiceEvent, frozen=True, kw_only=True, tag="services-used"):
    """When each was last used, gathered over a while."""

    used: dict[str, int]


class ServiceRefused(ServiceEvent, frozen=True, kw_only=True, tag="service-refused"):
    """Without the name where no service account has it."""

    name: str
    why: Misuse
    count: int = 1
    """Those of a minute after the first few are gathered."""


class ServicesDoubted(ServiceEvent, frozen=True, kw_only=True, tag="services-doubted"):
    """A backup was put back: which token was revoked after it is not known, so all of them are."""

    by: str


AnyServiceEvent = (
    ServiceProposed
    | ServiceMade
    | ServiceProposalEnded
    | ServiceRevoked
    | ServicesUsed
    | ServiceRefused
    | ServicesDoubted
)
decoder: msgspec.json.Decoder[AnyServiceEvent] = msgspec.json.Decoder(AnyServiceEvent)


class Service(msgspec.Struct, frozen=True, kw_only=True):
    made: ServiceMade
    used: int | None = None
    refused: int = 0
    revoked: ServiceRevoked | None = None

    def opens(self, at: int) -> bool:
        return self.revoked is None and at < self.made.ends


class ServiceRegister(msgspec.Struct, kw_only=True):
    services: dict[str, Service] = {}
    proposed: dict[int, ServiceProposed] = {}
    proposals: int = 0

    def follow(self, event: AnyServiceEvent) -> None:
        match event:
            case ServiceProposed():
                open_ = {key: one for key, one in self.proposed.items() if event.at < one.until}
                self.proposed = open_ | {event.number: event}
                self.proposals = event.number
            case ServiceProposalEnded():
                self.proposed.pop(event.number, None)
            case ServiceMade():
                self.proposed.pop(event.number, None)
                self.services[event.name] = Service(made=event)
            case ServiceRevoked():
                self.alter(event.name, revoked=event)
            case ServicesUsed():
                for name, at in event.used.items():
                    self.alter(name, used=at)
            case ServiceRefused():
                if event.name:
                    before = self.services[event.name].refused
                    self.alter(event.name, refused=before + event.count)
            case ServicesDoubted():
                self.doubt(event)
            case _:
                assert_never(event)

    def doubt(self, event: ServicesDoubted) -> None:
        self.proposed = {}
        for name, one in list(self.services.items()):
            if one.revoked is None:
                why = "a backup was put back"
                revoked = ServiceRevoked(at=event.at, name=name, by=event.by, reason=why)
                self.alter(name, revoked=revoked)

    def alter(self, name: str, **changes: object) -> None:
        self.services[name] = replace(self.services[name], **changes)
