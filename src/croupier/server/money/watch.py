"""The watch over results: what was said of whom, and investigations with their findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import ROLE_OR_HIGHER_DOES_THIS, Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream
from croupier.server.money.watch_events import (
    HOUSE,
    STREAM,
    AnyWatchEvent,
    Cause,
    Figures,
    InvestigationClosed,
    InvestigationNoted,
    InvestigationOpened,
    Place,
    ReturnAbnormal,
    ReturnUsual,
    decoder,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.server.journal.store import Store
    from croupier.server.money.subjects import Seen
    from croupier.server.money.watch_events import Level, Subject
    from croupier.table.commands import Who

USUAL = 2.0
"""Standard deviations within which a result has come back to what is usual."""
BY_ITSELF = "the return is abnormal"
LEVELS: tuple[Level, ...] = ("notice", "alarm")
NO_INVESTIGATION = Sentence("no-investigation", "there is no investigation {number}")
INVESTIGATION_IS_CLOSED = Sentence("investigation-is-closed", "investigation {number} is closed")
INVESTIGATION_IS_OPEN_ALREADY = Sentence(
    "investigation-is-open-already", "that is investigation {number} already"
)
INVESTIGATION_IS_ABOUT_YOU = Sentence(
    "investigation-is-about-you", "investigation {number} is about your own results"
)
TWO_PEOPLE_INVESTIGATE = Sentence(
    "two-people-investigate",
    "two people investigate: another person than who opened it closes it, and before that"
    " somebody else has opened it or noted what was looked into",
)


class Note(msgspec.Struct, frozen=True):
    by: str
    at: int
    note: str


class Investigation(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    by: str
    """`house`, where it was opened by itself."""
    at: int
    place: Place
    until: int | None
    figures: Figures
    reason: str
    notes: tuple[Note, ...] = ()
    closed_by: str | None = None
    closed_at: int | None = None
    cause: Cause | None = None
    finding: str = ""

    @property
    def is_open(self) -> bool:
        return self.closed_at is None


class Excursion(msgspec.Struct, frozen=True, kw_only=True):
    """A result that is abnormal now, as it was last told."""

    place: Place
    level: Level
    at: int
    figures: Figures


class Watched(msgspec.Struct, frozen=True):
    said: dict[Place, Excursion] = {}
    investigations: dict[int, Investigation] = {}


class Limits(NamedTuple):
    """Standard deviations at which it is told, and told again; rounds before which it is not."""

    notice: float
    alarm: float
    rounds: int

    def level(self, off: float) -> Level | None:
        return "alarm" if off >= self.alarm else "notice" if off >= self.notice else None


def followed(state: Watched, event: AnyWatchEvent) -> Watched:
    said, all_ = state.said, state.investigations
    match event:
        case ReturnAbnormal():
            now = Excursion(
                place=event.place, level=event.level, at=event.at, figures=event.figures
            )
            return replace(state, said=current(said, event.place) | {event.place: now})
        case ReturnUsual():
            rest = {place: one for place, one in said.items() if place != event.place}
            return replace(state, said=rest)
        case InvestigationOpened():
            return replace(state, investigations=all_ | {event.number: opened(event)})
        case InvestigationNoted():
            one = all_[event.number]
            noted = replace(one, notes=(*one.notes, Note(event.by, event.at, event.note)))
            return replace(state, investigations=all_ | {event.number: noted})
        case InvestigationClosed():
            closed = replace(
                all_[event.number],
                closed_by=event.by,
                closed_at=event.at,
                cause=event.cause,
                finding=event.finding,
            )
            return replace(state, investigations=all_ | {event.number: closed})
        case _:
            assert_never(event)


def current(said: dict[Place, Excursion], now: Place) -> dict[Place, Excursion]:
    """Without those of stretches that were over when another one of their kind had begun."""
    return {
        place: one
        for place, one in said.items()
        if place.span != now.span or place.since >= now.since
    }


def opened(event: InvestigationOpened) -> Investigation:
    return Investigation(
        number=event.number,
        by=event.by,
        at=event.at,
        place=event.place,
        until=event.until,
        figures=event.figures,
        reason=event.reason,
    )


WATCH = Fold(STREAM, decoder, followed)


class Watch:
    """Whoever calls what writes holds the write lock."""

    def __init__(self, store: Store) -> None:
        self.stream: Stream[AnyWatchEvent, Watched] = Stream(store, WATCH, Watched())

    @property
    def said(self) -> dict[Place, Excursion]:
        return self.stream.state.said

    @property
    def investigations(self) -> dict[int, Investigation]:
        return self.stream.state.investigations

    def open_about(self, about: Subject) -> Investigation | None:
        some = self.investigations.values()
        return next((one for one in some if one.is_open and one.place.about == about), None)

    def looked(
        self, found: Iterable[tuple[Place, Seen]], limits: Limits, at: int
    ) -> tuple[AnyWatchEvent, ...] | Refused:
        """What is to be said of results, written down; nothing where nothing has changed."""
        events = tuple(self.to_say(found, limits, at))
        if events and isinstance(no := self.stream.append(*events), Refused):
            return no
        return events

    def to_say(
        self, found: Iterable[tuple[Place, Seen]], limits: Limits, at: int
    ) -> Iterator[AnyWatchEvent]:
        next_one = len(self.investigations) + 1
        asked: set[Subject] = set()
        for place, one in found:
            off, before = abs(one.adjusted), self.said.get(place)
            level = limits.level(off) if one.figures.rounds >= limits.rounds else None
            if level is not None and (before is None or is_farther(level, before.level)):
                least = limits.alarm if level == "alarm" else limits.notice
                yield ReturnAbnormal(
                    at=at, place=place, level=level, figures=one.figures, threshold=str(least)
                )
                about = place.about
                if level == "alarm" and about not in asked and not self.open_about(about):
                    asked.add(about)
                    yield InvestigationOpened(
                        at=at,
                        by=HOUSE,
                        number=next_one,
                        place=place,
                        until=None,
                        figures=one.figures,
                        reason=BY_ITSELF,
                    )
                    next_one += 1
            elif before is not None and off < USUAL:
                yield ReturnUsual(at=at, place=place, figures=one.figures)

    def open(  # noqa: PLR0913 - about what, since when until when, why, by whom, when
        self, place: Place, until: int | None, figures: Figures, *, reason: str, by: Who, at: int
    ) -> Investigation | Refused:
        number = len(self.investigations) + 1
        if concerns(by, place):
            return own(number)
        if before := self.open_about(place.about):
            return declined(Policy.ALREADY_SO, INVESTIGATION_IS_OPEN_ALREADY(number=before.number))
        return self.append(
            InvestigationOpened(
                at=at,
                by=by.name,
                number=number,
                place=place,
                until=until,
                figures=figures,
                reason=reason,
            )
        )

    def note(self, number: int, note: str, by: Who, at: int) -> Investigation | Refused:
        one = self.still_open(number, by)
        if isinstance(one, Refused):
            return one
        return self.append(InvestigationNoted(at=at, by=by.name, number=number, note=note))

    def close(
        self, number: int, cause: Cause, finding: str, by: Who, at: int
    ) -> Investigation | Refused:
        one = self.still_open(number, by)
        if isinstance(one, Refused):
            return one
        if not by.holds(Role.PIT_MANAGER) and by.role is not Role.AUDITOR:
            says = ROLE_OR_HIGHER_DOES_THIS(role=Role.PIT_MANAGER)
            return declined(Policy.NOT_FOR_THIS_ROLE, says)
        took_part = {one.by, *(note.by for note in one.notes)} - {HOUSE}
        if by.name == one.by or not any(map(by.pairs_with, took_part)):
            return declined(Refusal.SECOND_PERSON, TWO_PEOPLE_INVESTIGATE())
        event = InvestigationClosed(at=at, by=by.name, number=number, cause=cause, finding=finding)
        return self.append(event)

    def still_open(self, number: int, by: Who) -> Investigation | Refused:
        one = self.investigations.get(number)
        if one is None:
            return declined(Policy.NO_SUCH_THING, NO_INVESTIGATION(number=number))
        if not one.is_open:
            return declined(Policy.ALREADY_SO, INVESTIGATION_IS_CLOSED(number=number))
        return own(number) if concerns(by, one.place) else one

    def append(
        self, event: InvestigationOpened | InvestigationNoted | InvestigationClosed
    ) -> Investigation | Refused:
        written = self.stream.append(event)
        return written if isinstance(written, Refused) else self.investigations[event.number]


def is_farther(level: Level, than: Level) -> bool:
    return LEVELS.index(level) > LEVELS.index(than)


def concerns(who: Who, place: Place) -> bool:
    return place.about.kind in {"dealer", "player"} and place.about.name == who.name


def own(number: int) -> Refused:
    return declined(Policy.NOT_FOR_THIS_PERSON, INVESTIGATION_IS_ABOUT_YOU(number=number))
