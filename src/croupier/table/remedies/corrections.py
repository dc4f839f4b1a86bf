"""A result that was registered wrongly and found when the next round had begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import Remedy
from croupier.engine.refusals import Refused
from croupier.said import Said, Sentence
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.settling import settle
from croupier.table.state import Step, as_drawn, parsed

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table

ROUND_IS_NO_LONGER_AT_HAND = Sentence(
    "round-is-no-longer-at-hand", "round {round} is no longer at hand"
)


def is_late(table: Table, report: Report) -> bool:
    """Whether a report is about a round before the one in play."""
    return report.round is not None and report.round < table.round.number


def corrected(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """The earlier round settled by its cards, and the difference posted to its players."""
    report = made.ruling.report
    if Remedy.SETTLE_BY_CARDS not in made.ruling.remedies or asked.table.last is None:
        return []
    last, then = asked.table.last, as_it_was(asked.table, report)
    answer = settle(asked.with_table(then), asks.Settle())
    if isinstance(answer, Refused):
        return []
    [settled] = answer
    assert isinstance(settled, happened.RoundSettled)
    return [
        happened.SettlementCorrected(
            by=made.by,
            at=asked.at,
            round=last.number,
            hands=dict(report.lies or {}),
            before=last.lines,
            lines=settled.lines,
            clauses=made.clauses,
        )
    ]


def as_it_was(table: Table, report: Report) -> Table:
    """The table when the earlier round was to be settled, with the cards as they lay."""
    assert table.last is not None
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    hands = table.last.hands | lies
    drawn = as_drawn(hands.get(PLAYER_HAND, ()), hands.get(DEALER, ()))
    round_ = replace(table.last, hands=hands, drawn=drawn, lines=())
    return replace(table, round=round_, step=Step.EXPOSED, awaiting=None)


def of_a_round_at_hand(table: Table, report: Report) -> Said | None:
    if table.last is None or table.last.number != report.round:
        return ROUND_IS_NO_LONGER_AT_HAND(round=report.round)
    return None
