"""The end of a round, and its interruption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.limits import Occasion
from croupier.table.evolving.betting import all_reduced
from croupier.table.evolving.sight import witnessed
from croupier.table.past import recorded, unrecorded
from croupier.table.state import CONCLUDED, EXPOSED, Round, parsed
from croupier.table.tally import DAY

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.events import Event
    from croupier.table.state import Table
    from croupier.table.tally import Tally


def remembered(table: Table, event: Event) -> Table:
    """With the round that this event has ended among the last ones, and counted."""
    past, today = recorded(table, event), uncounted(table)
    if past and past[-1].round == table.round.number:
        today = today.plus(table.game, past[-1])
    return replace(table, past=past, today=today)


def uncounted(table: Table) -> Tally:
    """Without the round that lies on the table."""
    last = table.past[-1] if table.past else None
    again = last is not None and last.round == table.round.number
    return table.today.less(table.game, last) if last and again else table.today


def round_settled(table: Table, event: happened.RoundSettled) -> Table:
    round_, short = table.round, table.settled_short
    if event.settled_short:
        short += occasions(table, event)
    turned = [place for place in round_.hands if not table.is_put_away(place)]
    table = replace(
        table,
        step=CONCLUDED,
        since=event.at,
        settled_short=short,
        round=replace(
            round_,
            lines=event.lines,
            released=False,
            settled_short=len(event.settled_short),
            face_up=round_.face_up.union(turned),
        ),
    )
    return remembered(table, event)


def occasions(table: Table, event: happened.RoundSettled) -> tuple[Occasion, ...]:
    """Of those whose wager under the minimum was settled."""
    session, day = str(table.session), str(event.at // DAY)
    return tuple(Occasion(player, session, day) for player in event.settled_short)


def settlement_reversed(table: Table, event: happened.SettlementReversed) -> Table:
    """The wagers lie again as they lay before, nobody is remembered for them, nothing is past."""
    short = table.settled_short[: len(table.settled_short) - table.round.settled_short]
    round_ = replace(table.round, lines=(), settled_short=0)
    return replace(
        table,
        step=EXPOSED,
        since=event.at,
        round=round_,
        settled_short=short,
        past=unrecorded(table),
        today=uncounted(table),
    )


def settlement_corrected(table: Table, event: happened.SettlementCorrected) -> Table:
    """An earlier round as it was; what lies on the table is not touched."""
    last = table.last
    hands = {place: parsed(cards) for place, cards in event.hands.items()}
    if last is not None and last.number == event.round:
        last = replace(last, lines=event.lines, hands=last.hands | hands)
    past, today = [], table.today
    for one in table.past:
        now = replace(one, hands=tuple(hands.items())) if one.round == event.round else one
        if now is not one:
            today = today.less(table.game, one).plus(table.game, now)
        past.append(now)
    return replace(table, last=last, past=tuple(past), today=today)


def winnings_released(table: Table, _event: Event) -> Table:
    return replace(table, round=replace(table.round, released=True))


def round_voided(table: Table, event: happened.RoundVoided) -> Table:
    round_ = replace(table.round, wagers={}, voided=True, to_deal=())
    table = replace(
        table, step=CONCLUDED, since=event.at, round=round_, awaiting=None, interrupted=False
    )
    return remembered(table, event)


def round_concluded(table: Table, event: Event) -> Table:
    return remembered(replace(table, step=CONCLUDED, since=event.at), event)


def hand_removed(table: Table, event: happened.HandRemoved) -> Table:
    if event.box in table.round.face_up:
        table = witnessed(table, table.cards_of(event.box))
    return replace(table, round=without_box(all_reduced(table.round, event.returned), event.box))


def without_box(round_: Round, box: int) -> Round:
    """Its cards are out of play; they stay drawn, and seen if they were."""
    return replace(
        round_,
        hands={place: cards for place, cards in round_.hands.items() if place != box},
        removed=round_.removed + round_.hands.get(box, ()),
        to_deal=tuple(place for place in round_.to_deal if place != box),
        decisions={place: choice for place, choice in round_.decisions.items() if place != box},
        face_up=round_.face_up - {box},
        looked_at={place: who for place, who in round_.looked_at.items() if place != box},
    )


def interrupted(table: Table, event: Event) -> Table:
    """A report that was only begun comes to this one."""
    waits = None if table.awaiting is not None and table.awaiting.begun else table.awaiting
    return replace(table, awaiting=waits, interrupted=True, interrupted_by=event.by)


def resumed(table: Table, event: happened.RoundResumed) -> Table:
    return replace(table, interrupted=False, since=event.at)
