"""Which events of a house are written to its log, and with which facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.steps import Refusal
from croupier.server import logs
from croupier.server.journal.acts import ProbingNoticed
from croupier.server.people.accounts import AccountLocked, SignInFailed
from croupier.server.people.people import WRONG, People
from croupier.server.play.requests import Carried
from croupier.table.events import RoundInterrupted, RoundResumed, RoundVoided

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.refusals import Refused
    from croupier.server.exposition import Figures
    from croupier.server.people.accounts import AnyPeopleEvent
    from croupier.server.play.house import Happened
    from croupier.server.play.queue import CommandQueue
    from croupier.server.play.requests import Reply
    from croupier.table.events import AnyEvent

SOMEBODY = "somebody"
FAILURES = 3
"""In a row, that are noticed."""


class LoggedPeople(People):
    """At the door: who could not sign in, never with what."""

    figures: Figures | None = None
    notice: Callable[[ProbingNoticed], object] | None = None
    """Told, under the write lock, of failures that are worth a look."""

    def write(self, *events: AnyPeopleEvent) -> Refused | None:
        refused = super().write(*events)
        for event in events:
            if isinstance(event, SignInFailed):
                self.tell(event)
            elif isinstance(event, AccountLocked):
                logs.warn("account locked", name=event.name, by=event.by, reason=event.reason)
        return refused

    def failed(
        self,
        name: str,
        at: int,  # noqa: ARG002 - written later
        why: Refused = WRONG,
        address: str | None = None,
    ) -> Refused:
        """Nothing is written here: it would take longer where there is such an account."""
        self.count(name, address)
        if self.figures is not None:
            self.figures.sign_in_failures += 1
        return why

    def tell(self, event: SignInFailed) -> None:
        """After three in a row it is worth a look; the account stays open."""
        account = self.accounts.get(event.name)
        logs.warn("sign-in failed", name=event.name or None, count=event.count)
        if account is not None and account.failures - event.count < FAILURES <= account.failures:
            logs.warn("sign-ins fail", name=event.name, failures=account.failures)
            noticed = ProbingNoticed(
                at=event.at,
                by=SOMEBODY,
                table=None,
                asked=f"sign-in as {event.name}",
                count=account.failures,
                since=event.at,
            )
            if self.notice is not None:
                self.notice(noticed)


class HouseLog:
    """At the tables, and at the disk."""

    def __init__(self, queue: CommandQueue) -> None:
        self.queue, self.paused = queue, queue.paused
        queue.listeners.append(self.heard)
        queue.after_writing.append(self.note_store)

    def heard(self, happened: Happened) -> None:
        if happened.elsewhere:
            return
        for event in happened.events:
            interruption(happened.table, happened.before.round.number, event)

    def note_store(self) -> None:
        now = self.queue.paused
        if now != self.paused:
            self.paused = now
            if now is None:
                logs.tell("store resumed")
            else:
                logs.tell("store paused", logs.ERROR, reason=now)


def interruption(table: str, number: int, event: AnyEvent) -> None:
    """The clause by which a round that was interrupted goes on, or does not."""
    facts = {"table": table, "round": number, "clauses": event.clauses}
    if isinstance(event, RoundInterrupted):
        logs.warn("round interrupted", table=table, round=number, by=event.by)
    elif isinstance(event, RoundResumed):
        logs.warn("round resumed", **facts, remedies=event.remedies)
    elif isinstance(event, RoundVoided):
        logs.warn("round void", **facts)


def recovered(rounds: dict[str, int], told: dict[str, list[Reply]]) -> None:
    for table, replies in told.items():
        for reply in replies:
            if not isinstance(reply, Carried) and reply.why is Refusal.CARDS_UNREAD:
                logs.warn("round waits for cards to be read", table=table, reason=reply.says)
                continue
            if not isinstance(reply, Carried):
                logs.tell("table not recovered", logs.ERROR, table=table, reason=reply.says)
                continue
            for event in reply.events:
                interruption(table, rounds[table], event)
