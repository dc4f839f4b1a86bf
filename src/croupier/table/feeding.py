"""What an event of a table does to the meter that the tables of its game share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import events as happened
from croupier.table.meter import (
    ContributionTakenBack,
    MajorPaid,
    MajorReversed,
    MeterFed,
    evolve,
    freeze,
    resume,
)
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent, Jackpot
    from croupier.table.state import Table

NO_JACKPOT_BETS = "no-jackpot-bets"
"""What the house may choose after a fault, and then no table takes such bets."""


def follows(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """What an event of a table, as it stood before, does to the meter."""
    if table.game.jackpot is None:
        return []
    if isinstance(event, happened.BettingClosed):
        return fed(table, event, event.jackpot_cents, jackpot)
    if isinstance(event, happened.WagerFound) and event.bet == table.game.jackpot.bet:
        return fed(table, event, 0 if table.step is Step.BETTING else event.cents, jackpot)
    if is_fault(event):
        known = table.name in jackpot.faults
        return (
            []
            if known
            else [freeze(jackpot, event.at, event.clauses, table=table.name, by=event.by)]
        )
    if isinstance(event, happened.RoundSettled | happened.SettlementReversed):
        return paid(table, event, jackpot)
    if table.name in jackpot.faults and works_again(table, event):
        clauses = table.game.jackpot.grows.cite.numbers
        return [resume(jackpot, event.by, event.at, clauses, table.name)]
    return taken_back(table, event, jackpot)


def is_fault(event: AnyEvent) -> bool:
    """The round is paid by the last meter, or no table takes jackpot bets for the time being."""
    if isinstance(event, happened.JackpotSuspended):
        return event.choice == NO_JACKPOT_BETS
    return isinstance(event, happened.JackpotFrozen)


def works_again(table: Table, event: AnyEvent) -> bool:
    """Jackpot bets are taken again when staff say so, or in the next round if only a box is out."""
    if isinstance(event, happened.BettingOpened):
        return table.round.jackpot_frozen and not table.no_jackpot_bets
    return isinstance(event, happened.JackpotRestored)


def fed(table: Table, event: AnyEvent, cents: int, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """By the bets that lie there when betting closes, and those found afterwards."""
    rule = table.game.jackpot
    if not cents or rule is None:
        return []
    after = jackpot.meter.contributed(cents).cents
    return [
        MeterFed(
            at=event.at,
            before=str(jackpot.meter.cents),
            after=str(after),
            clauses=rule.grows.cite.numbers,
            table=table.name,
            round=table.round.number,
            bets_cents=cents,
        )
    ]


def taken_back(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """A jackpot bet that is returned was not accepted after all: its contribution goes, too."""
    cents = returned_jackpot_bets(table, event)
    if not cents or table.step is Step.BETTING:
        return []
    after = jackpot.meter.contributed(-cents).cents
    return [
        ContributionTakenBack(
            at=event.at,
            before=str(jackpot.meter.cents),
            after=str(after),
            clauses=event.clauses,
            table=table.name,
            round=table.round.number,
            bets_cents=cents,
        )
    ]


def returned_jackpot_bets(table: Table, event: AnyEvent) -> int:
    rule = table.game.jackpot
    assert rule is not None
    back: Iterable[happened.Returned | happened.WagerReturned] = ()
    if isinstance(event, happened.WagerReturned):
        back = (event,)
    elif isinstance(event, happened.RoundVoided | happened.HandRemoved | happened.OptionChosen):
        back = event.returned
    return sum(one.cents for one in back if one.bet == rule.bet)


def paid(
    table: Table, event: happened.RoundSettled | happened.SettlementReversed, jackpot: Jackpot
) -> list[AnyMeterEvent]:
    """The whole meter is won and starts again from its seed; or that is undone."""
    events: list[AnyMeterEvent] = []
    for line in event.lines:
        if not line.from_meter or line.award_cents is None:
            continue
        kind = MajorPaid if isinstance(event, happened.RoundSettled) else MajorReversed
        sign = 1 if kind is MajorPaid else -1
        before = jackpot.meter.cents
        after = before - sign * (line.award_cents - jackpot.meter.seed_cents)
        won = kind(
            at=event.at,
            before=str(before),
            after=str(after),
            clauses=line.clauses,
            table=table.name,
            player=line.player,
            cents=line.award_cents,
        )
        jackpot = evolve(jackpot, won)
        events.append(won)
    return events
