"""The feed: what is written to the journal as it is written, from any position on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.api.audit import READERS, Position, Words
from croupier.server.http.bearing import TOKEN_OPENS_NOTHING
from croupier.server.http.feeding import EventStream, Reader
from croupier.server.http.operation import Operation, Strict
from croupier.server.past.feed import Wanted, check_place
from croupier.server.people.service_events import Scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call

MANY_FOLLOW_THE_EVENTS = Sentence(
    "many-follow-the-events", "many follow the events: close one of yours, or ask again later"
)
LAST_EVENT_IS_A_POSITION = Sentence(
    "last-event-is-a-position", "Last-Event-ID is a position: a whole number from 0"
)
HOUSE_CLOSES = Sentence("house-closes", "the house closes")

MOST_DIGITS = 16


class Following(Strict, frozen=True, kw_only=True):
    """From where, and what."""

    after: Position = 0
    """The position of the last entry that the reader has; the header Last-Event-ID goes before."""
    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """Of that entry, so that nobody goes on in another journal."""
    stream: Words = ""
    """One stream, as `table:t1`, or one kind of them, as `table`."""
    withheld: Literal["wait", "pass"] = "wait"
    """Whether entries of a round in play are waited for, or told at once and withheld."""
    follow: bool = True
    """Whether the feed goes on once everything was told."""


async def events(call: Call[None, Following, None]) -> EventStream | Refused:
    asked, feeds, of = call.query, call.desk.feeds, call.who.name
    after = resumed(call)
    if isinstance(after, Refused):
        return after
    wanted = wanted_of(call)
    await feeds.read(of, lambda store: check_place(store, after, asked.hash))
    if not feeds.has_room(of):
        return declined(Policy.BUSY, MANY_FOLLOW_THE_EVENTS())
    reader = Reader(of, after, wanted, asked.follow, over(call), call.sender.cut)
    return EventStream(feeds, reader)


def resumed(call: Call[None, Following, None]) -> int | Refused:
    said = call.sender.resumes
    if not said:
        return call.query.after
    if not (said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS):
        return declined(Policy.UNREADABLE, LAST_EVENT_IS_A_POSITION())
    return int(said)


def wanted_of(call: AnyCall) -> Wanted:
    """People read as in the journal; of a token its scopes and its table say what is told."""
    asked: Following = call.query
    streams = (asked.stream,) if asked.stream else ()
    waits = asked.withheld == "wait"
    if call.sender.bearer is None:
        return Wanted(streams, personal=True, waits=waits)
    service = call.house.services.bearer(call.sender.bearer, call.desk.now())
    made = service.made if service else None
    personal = made is not None and Scope.JOURNAL in made.scopes
    return Wanted(streams, personal=personal, table=made.table if made else "", waits=waits)


def over(call: AnyCall) -> Callable[[], str | None]:
    """Why a feed ends: the house closes, or who follows it may not any more."""
    house, sender, desk = call.house, call.sender, call.desk

    def why() -> str | None:
        if house.deadline == 0.0:
            return str(HOUSE_CLOSES())
        if sender.bearer is not None:
            stands = house.services.bearer(sender.bearer, desk.now()) is not None
            return None if stands else str(TOKEN_OPENS_NOTHING())
        who = house.people.standing(sender.token, desk.now())
        if isinstance(who, Refused):
            return who.says
        return None

    return why


OPERATIONS = (
    Operation(
        "GET",
        "/api/events",
        "Entries of the journal as they are written, from any position on: server-sent events.",
        events,
        dict[str, str],
        may=READERS,
        scopes=frozenset({Scope.EVENTS, Scope.JOURNAL}),
        keeps_to_table=True,
        query=Following,
        media="text/event-stream",
    ),
)
