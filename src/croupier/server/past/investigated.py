"""Abnormal results and investigations, told to whoever looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import format_amount
from croupier.wire.report import amount
from croupier.wire.watched import AbnormalReturn, InvestigationTold, NoteTold, ResultTold

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.server.money.watch import Excursion, Investigation
    from croupier.server.money.watch_events import Figures, Place


def result(place: Place, figures: Figures) -> ResultTold:
    about = place.about
    return ResultTold(
        kind=about.kind,
        name=about.name,
        game=about.game,
        bet=about.bet,
        span=place.span,
        since=place.since,
        rounds=figures.rounds,
        handle=format_amount(figures.handle_cents),
        win=format_amount(figures.win_cents),
        theoretical_win=amount(figures.theoretical_cents) or "",
        z=figures.z,
        adjusted=figures.adjusted,
    )


def abnormal(one: Excursion) -> AbnormalReturn:
    return AbnormalReturn(at=one.at, level=one.level, result=result(one.place, one.figures))


def investigation(one: Investigation) -> InvestigationTold:
    return InvestigationTold(
        number=one.number,
        by=one.by,
        at=one.at,
        reason=one.reason,
        result=result(one.place, one.figures),
        until=one.until,
        notes=tuple(NoteTold(note.by, note.at, note.note) for note in one.notes),
        closed_by=one.closed_by,
        closed_at=one.closed_at,
        cause=one.cause,
        finding=one.finding,
    )


def within(
    some: Iterable[Investigation], since: int | None, until: int | None
) -> tuple[InvestigationTold, ...]:
    """Those that were open at any moment of a span, the newest first."""
    return tuple(
        investigation(one)
        for one in reversed(list(some))
        if (until is None or one.at < until)
        and (one.closed_at is None or one.closed_at >= (since or 0))
    )
