"""What an event of a table does to the meter that the tables of its game share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.jackpot import Jackpot as JackpotRules
from croupier.engine.readings import CONTRIBUTION_OF_WINNING_ROUND, Contribution
from croupier.rulebook.marks import carries, field_of
from croupier.table import events as happened
from croupier.table import pool as pools
from croupier.table.holding import hold_ends, holds, raises_held
from croupier.table.meter import (
    AwardStands,
    ContributionRefused,
    ContributionTakenBack,
    EarlierRoundOver,
    MajorPaid,
    MajorReversed,
    MeterFed,
    MeterFrozen,
    MeterResumed,
    Raise,
    VoidCalledOff,
    evolve,
    reckoned,
)
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.meter import AnyMeterEvent, Jackpot
    from croupier.table.state import Table

FAULT = "jackpot-fault"
ENDS = happened.RoundSettled | happened.RoundVoided | happened.RoundConcluded


def follows(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """What an event of a table, as it stood before, does to the meter."""
    events: list[AnyMeterEvent] = []
    for kind in () if table.game.jackpot is None else FOLLOWS:
        for one in kind(table, event, jackpot):
            made = reckoned(jackpot, one)
            jackpot = evolve(jackpot, made)
            events.append(made)
    return events


def of_jackpot(table: Table) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The bet, and the clauses by which the meter grows and its winners are put in order."""
    rule = table.game.jackpot
    assert rule is not None
    return rule.bet, rule.grows.cite.numbers, rule.order.cite.numbers


def award_stands(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """A settlement is no longer reversed when the next round has opened."""
    key = table.name, table.round.number
    if not isinstance(event, happened.BettingOpened) or jackpot.pool.win_of(key) is None:
        return []
    _, _, clauses = of_jackpot(table)
    return [
        AwardStands(at=event.at, before="", after="", clauses=clauses, table=key[0], round=key[1])
    ]


@carries(field_of(JackpotRules, "grows"))
def fed(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """By the bets that lie there when betting closes, and those found afterwards."""
    bet, clauses, _ = of_jackpot(table)
    cents = 0
    if isinstance(event, happened.BettingClosed):
        cents = event.jackpot_cents
    elif isinstance(event, happened.WagerFound) and event.bet == bet:
        cents = 0 if table.step is Step.BETTING else event.cents
    if not cents:
        return []
    lies = explained(table, event)
    if cents > lies:
        return [
            ContributionRefused(
                at=event.at,
                before="",
                after="",
                clauses=clauses,
                table=table.name,
                round=table.round.number,
                bets_cents=cents,
                explained_cents=lies,
            )
        ]
    return [
        MeterFed(
            at=event.at,
            before="",
            after="",
            clauses=clauses,
            table=table.name,
            round=table.round.number,
            bets_cents=cents,
            seed_cents=jackpot.pool.going.seed_cents,
        )
    ]


def explained(table: Table, event: AnyEvent) -> int:
    """Of jackpot bets what lies on the table, or is found there: no more than one on each box."""
    bet, _, _ = of_jackpot(table)
    terms = table.setup.jackpot
    most = terms[0] * (table.setup.boxes or 0) if terms else 0
    if isinstance(event, happened.WagerFound):
        return min(event.cents, most)
    lies = sum(one.cents for one in table.round.wagers.values() if one.bet == bet)
    return min(lies, most)


def taken_back(table: Table, event: AnyEvent, _jackpot: Jackpot) -> list[AnyMeterEvent]:
    """A jackpot bet that is returned was not accepted after all: its contribution goes, too."""
    cents = returned_jackpot_bets(table, event)
    if not cents or table.step is Step.BETTING:
        return []
    return [
        ContributionTakenBack(
            at=event.at,
            before="",
            after="",
            clauses=event.clauses,
            table=table.name,
            round=table.round.number,
            bets_cents=cents,
        )
    ]


def returned_jackpot_bets(table: Table, event: AnyEvent) -> int:
    back: Iterable[happened.Returned | happened.WagerReturned] = ()
    if isinstance(event, happened.WagerReturned):
        back = (event,)
    elif isinstance(event, happened.RoundVoided | happened.HandRemoved | happened.OptionChosen):
        back = event.returned
    return sum(one.cents for one in back if one.bet == of_jackpot(table)[0])


def paid(table: Table, event: AnyEvent, _jackpot: Jackpot) -> list[AnyMeterEvent]:
    """The whole meter is won and starts again from its seed."""
    if not isinstance(event, happened.RoundSettled):
        return []
    later = table.game.reads(CONTRIBUTION_OF_WINNING_ROUND) is Contribution.AFTER_RESET
    return [
        MajorPaid(
            at=event.at,
            before="",
            after="",
            clauses=line.clauses,
            table=table.name,
            player=line.player,
            cents=line.award_cents or 0,
            round=table.round.number,
            order=order_of(table, event, line),
            waits=event.major.earlier if event.major else (),
            leaves_own=later,
            box=line.box,
        )
        for line in event.lines
        if line.from_meter
    ]


def order_of(table: Table, event: happened.RoundSettled, line: SettledLine) -> tuple[int, int]:
    if event.major is not None:
        return event.major.at, event.major.recorded
    return table.round.complete_at.get(line.box, event.at), 0


def undone(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """With what was paid since the settlement."""
    if not isinstance(event, happened.SettlementReversed):
        return []
    number = table.round.number
    win = jackpot.pool.win_of((table.name, number))
    return [
        MajorReversed(
            at=event.at,
            before="",
            after="",
            clauses=line.clauses,
            table=table.name,
            player=line.player,
            cents=line.award_cents or 0,
            round=number,
            raised_cents=win.paid_cents - win.settled_cents if win else 0,
        )
        for line in event.lines
        if line.from_meter
    ]


def earlier_over(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """Those who waited for its hands are paid what they are due now."""
    key = table.name, table.round.number
    if not isinstance(event, ENDS) or not jackpot.pool.wins:
        return []
    pool = pools.over(jackpot.pool, key)
    raised = tuple(
        Raise(win.table, win.round, win.player, cents, win.stands)
        for win, cents in pools.raised(pool)
    )
    if pool == jackpot.pool and not raised:
        return []
    _, _, clauses = of_jackpot(table)
    is_over = EarlierRoundOver(
        at=event.at,
        before="",
        after="",
        clauses=clauses,
        table=key[0],
        round=key[1],
        raised=raised,
    )
    return [is_over, *raises_held(is_over, pool, jackpot.awards)]


def stopped(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """The rounds that go on at a table whose jackpot has failed are paid by the last amount."""
    if not isinstance(event, happened.JackpotFrozen) or table.name in jackpot.faults:
        return []
    return [
        MeterFrozen(
            at=event.at,
            before="",
            after="",
            clauses=event.clauses,
            table=table.name,
            by=event.by,
        )
    ]


def works_again(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """Jackpot bets are taken again when staff say so, or in the next round if only a box is out."""
    if table.name not in jackpot.faults:
        return []
    opens = isinstance(event, happened.BettingOpened) and not table.no_jackpot_bets
    if not opens and not isinstance(event, happened.JackpotRestored):
        return []
    _, clauses, _ = of_jackpot(table)
    return [
        MeterResumed(
            at=event.at, before="", after="", clauses=clauses, by=event.by, table=table.name
        )
    ]


def called_off(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """Another person than its reporter rejects the fault: the round is not void for it."""
    waiting, key = table.awaiting, (table.name, table.round.number)
    if not isinstance(event, happened.ProposalRejected) or key not in jackpot.to_void:
        return []
    if waiting is None or waiting.ruling is None or waiting.proposal is not None:
        return []  # what was proposed is reported anew, and waits on
    ruled = waiting.ruling
    if ruled.report.irregularity != FAULT or event.by == ruled.reported_by:
        return []
    return [
        VoidCalledOff(
            at=event.at,
            before="",
            after="",
            clauses=event.clauses,
            by=event.by,
            table=key[0],
            round=key[1],
        )
    ]


FOLLOWS = (
    award_stands,
    works_again,
    fed,
    taken_back,
    paid,
    holds,
    undone,
    hold_ends,
    earlier_over,
    stopped,
    called_off,
)
"""In the order in which they are written down."""
