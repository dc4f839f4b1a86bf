"""The jackpot's meter: a stream of its own that many tables feed and win from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.jackpot import Contribution, Meter, Winner, pay_majors
from croupier.table import events as happened
from croupier.table.postings import HOUSE, METER, Posting
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

Clauses = tuple[str, ...]


class MeterEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Amounts are exact, in cents: what is less than a cent is carried, never lost."""

    at: int
    before: str
    after: str
    clauses: Clauses


class MeterFed(MeterEvent, frozen=True, kw_only=True, tag="meter-fed"):
    table: str
    round: int
    bets_cents: int


class ContributionTakenBack(MeterEvent, frozen=True, kw_only=True, tag="contribution-taken-back"):
    table: str
    round: int
    bets_cents: int


class MajorPaid(MeterEvent, frozen=True, kw_only=True, tag="major-paid"):
    table: str
    player: str
    cents: int


class MajorReversed(MeterEvent, frozen=True, kw_only=True, tag="major-reversed"):
    """The settlement that paid it was reversed."""

    table: str
    player: str
    cents: int


class MeterFrozen(MeterEvent, frozen=True, kw_only=True, tag="meter-frozen"):
    table: str


class MeterResumed(MeterEvent, frozen=True, kw_only=True, tag="meter-resumed"):
    by: str


class MeterCorrected(MeterEvent, frozen=True, kw_only=True, tag="meter-corrected"):
    by: str
    approved_by: str
    reason: str


AnyMeterEvent = (
    MeterFed
    | ContributionTakenBack
    | MajorPaid
    | MajorReversed
    | MeterFrozen
    | MeterResumed
    | MeterCorrected
)


class Jackpot(msgspec.Struct, frozen=True):
    """The meter as its events have left it."""

    meter: Meter
    frozen: bool = False
    held: dict[tuple[str, int], Fraction] = {}
    """Fed by rounds since a fault: neither displayed nor paid until the meter works again."""

    @property
    def registered(self) -> Meter:
        """What is displayed and paid: without a fault the whole meter."""
        return self.meter.standing_at(self.meter.cents - sum(self.held.values()))

    @property
    def displayed_cents(self) -> int:
        return self.registered.displayed_cents


def new_jackpot(terms: JackpotTerms) -> Jackpot:
    return Jackpot(Meter(Fraction(terms.seed_cents), terms.seed_cents, terms.contribution))


def evolve(jackpot: Jackpot, event: AnyMeterEvent) -> Jackpot:
    meter = jackpot.meter.standing_at(Fraction(event.after))
    if isinstance(event, MeterResumed):
        return Jackpot(meter)
    held = jackpot.held
    if jackpot.frozen and isinstance(event, MeterFed | ContributionTakenBack):
        held = held_now(held, event, meter.cents - jackpot.meter.cents)
    return Jackpot(meter, jackpot.frozen or isinstance(event, MeterFrozen), held)


def held_now(
    held: dict[tuple[str, int], Fraction], event: MeterFed | ContributionTakenBack, more: Fraction
) -> dict[tuple[str, int], Fraction]:
    """What a round feeds after a fault; taken back from it only if it was fed after the fault."""
    key = (event.table, event.round)
    if isinstance(event, ContributionTakenBack) and key not in held:
        return held
    return held | {key: held.get(key, Fraction(0)) + more}


def follows(table: Table, event: AnyEvent, jackpot: Jackpot) -> list[AnyMeterEvent]:
    """What an event of a table, as it stood before, does to the meter."""
    if table.game.jackpot is None:
        return []
    if isinstance(event, happened.BettingClosed):
        return fed(table, event, event.jackpot_cents, jackpot)
    if isinstance(event, happened.WagerFound) and event.bet == table.game.jackpot.bet:
        return fed(table, event, 0 if table.step is Step.BETTING else event.cents, jackpot)
    if isinstance(event, happened.JackpotFrozen):
        now = str(jackpot.meter.cents)
        return [
            MeterFrozen(at=event.at, before=now, after=now, clauses=event.clauses, table=table.name)
        ]
    if isinstance(event, happened.RoundSettled | happened.SettlementReversed):
        return paid(table, event, jackpot)
    if jackpot.frozen and works_again(table, event):
        return [resume(jackpot, event.by, event.at, table.game.jackpot.grows.cite.numbers)]
    return taken_back(table, event, jackpot)


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


def awards(
    jackpot: Jackpot, winners: Mapping[str, Winner], game: Game, own_bets: Mapping[str, int]
) -> dict[str, int]:
    """What each winner of one moment is paid, in the order in which their hands were complete.

    A round's own contributions are in its award, or they are left for the meter that follows.
    """
    later = game.readings["contribution-of-winning-round"] == Contribution.AFTER_RESET
    meter = jackpot.registered
    if later:
        meter = meter.contributed(-sum(own_bets.values()))
    readings = game.readings | {"contribution-of-winning-round": Contribution.IN_THE_AWARD}
    by_name = [winner._replace(player=name) for name, winner in winners.items()]
    paid_out, _ = pay_majors(meter, 0, by_name, readings)
    return {award.player: award.cents for award in paid_out}


def resume(jackpot: Jackpot, by: str, at: int, clauses: Clauses) -> AnyMeterEvent:
    now = str(jackpot.meter.cents)
    return MeterResumed(at=at, before=now, after=now, clauses=clauses, by=by)


class Correction(msgspec.Struct, frozen=True):
    cents: int
    by: str
    approved_by: str
    reason: str


def correct(jackpot: Jackpot, to: Correction, at: int, clauses: Clauses) -> AnyMeterEvent | None:
    """By one person with a reason, approved by a second; else nothing happens."""
    if to.by == to.approved_by or not to.reason.strip() or to.cents < 0:
        return None
    return MeterCorrected(
        at=at,
        before=str(jackpot.meter.cents),
        after=str(to.cents),
        clauses=clauses,
        by=to.by,
        approved_by=to.approved_by,
        reason=to.reason,
    )


def postings(event: AnyMeterEvent, seed_cents: int) -> tuple[Posting, ...]:
    """Whole cents as the display shows them; an award itself is posted by the settlement."""
    if isinstance(event, MajorPaid | MajorReversed):
        moved = seed_cents if isinstance(event, MajorPaid) else -seed_cents
    else:
        moved = int(Fraction(event.after)) - int(Fraction(event.before))
    return (Posting(METER, moved), Posting(HOUSE, -moved)) if moved else ()
