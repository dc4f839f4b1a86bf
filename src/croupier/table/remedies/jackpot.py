"""Remedies for the jackpot's faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.steps import Refusal
from croupier.said import Said, Sentence
from croupier.table import events as happened

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table

GAME_HAS_NO_JACKPOT = Sentence("game-has-no-jackpot", "the game has no jackpot")


CHOICES = {
    "close-table": Refusal.TABLE_CLOSED,
    "close-box": Refusal.BOX_CLOSED,
    "no-jackpot-bets": Refusal.NO_JACKPOT_BETS,
}
"""What the house may choose for the rounds after a fault of the jackpot, and then refuses."""


def pay_by_last_meter(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return [happened.JackpotFrozen(by=made.by, at=asked.at, clauses=made.clauses)]


def no_jackpot_bets(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """For later rounds; the choice is the same whether this one is void or goes on."""
    choice = made.ruling.jackpot or "no-jackpot-bets"
    return [
        happened.JackpotSuspended(
            by=made.by,
            at=asked.at,
            choice=choice,
            box=made.ruling.report.box,
            clauses=asked.table.game.procedure.refused.get(CHOICES[choice], made.clauses),
        )
    ]


def a_jackpot(table: Table, _report: Report) -> Said | None:
    return None if table.game.jackpot else GAME_HAS_NO_JACKPOT()
