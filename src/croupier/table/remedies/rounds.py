"""Remedies for the round as a whole, or for one box of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.game import Refund
from croupier.engine.irregularities import Remedy
from croupier.engine.readings import REMOVED_HAND_RETURNS, RemovedHand
from croupier.rulebook.marks import carries, defines
from croupier.said import Said, Sentence
from croupier.table import events as happened
from croupier.table import options
from croupier.table.betting import all_of, returned
from croupier.table.commands import DEALER
from croupier.table.evolve import evolve
from croupier.table.situation import PLAYERS_HAND, wrong_counts
from croupier.table.state import Step
from croupier.table.viewing import viewer_of

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Placed, Table

NO_ROUND_FOR_THIS = Sentence("no-round-for-this", "there is no round to which this could be done")
NO_HAND_BELONGS_TO_A_BOX = Sentence(
    "no-hand-belongs-to-a-box", "no hand belongs to a box of its own"
)
NAME_A_BOX_WITH_A_WAGER = Sentence("name-a-box-with-a-wager", "name the box, one with a wager")


def nothing(_asked: Asked, _made: RulingMade) -> list[AnyEvent]:
    """The ruling itself, recorded, is all that there is to it."""
    return []


def nothing_more(_table: Table, _report: Report) -> Said | None:
    """Whatever the report says is enough."""
    return None


def a_round(table: Table, _report: Report) -> Said | None:
    over = table.round.voided or (table.step is Step.CONCLUDED and not table.round.lines)
    return NO_ROUND_FOR_THIS() if over else None


def a_box(table: Table, report: Report) -> Said | None:
    if table.game.drawn_by_tableau:
        return NO_HAND_BELONGS_TO_A_BOX()
    if report.box is None or not any(table.on_box(report.box)):
        return NAME_A_BOX_WITH_A_WAGER()
    return a_round(table, report)


def void_round(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    return [voided(asked, made.by, made.clauses)]


@carries(Refund, Remedy.VOID_ROUND)
@defines("void")
def voided(asked: Asked, by: str, clauses: tuple[str, ...]) -> happened.RoundVoided:
    table, refund = asked.table, asked.table.game.void.refund
    jackpot, fed = table.game.jackpot, table.step is not Step.BETTING
    return happened.RoundVoided(
        by=by,
        at=asked.at,
        returned=tuple(all_of(wager) for wager in table.round.wagers.values()),
        jackpot_cents=sum(
            wager.cents
            for wager in table.round.wagers.values()
            if fed and jackpot and wager.bet == jackpot.bet
        ),
        clauses=tuple(dict.fromkeys((*clauses, *(refund.cite.numbers if refund else ())))),
    )


def miscounted(table: Table, report: Report) -> set[int]:
    """The boxes whose hand a report of a wrong number of cards takes out of play."""
    if report.irregularity != PLAYERS_HAND:
        return set()
    named = {report.box} if report.box else set()
    return named | (wrong_counts(table, report) - {DEALER})


def remove_hand(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """Every hand of a wrong number, or the one that is named."""
    report = made.ruling.report
    boxes = sorted(miscounted(asked.table, report) or {report.box or 0})
    events: list[AnyEvent] = []
    for box in boxes:
        more = hand_removed(asked, made, box)
        for event in more:
            asked = asked.with_table(evolve(asked.table, event))
        events += more
    return events + conclude_if_empty(asked, asked.table, made.clauses)


def hand_removed(asked: Asked, made: RulingMade, box: int) -> list[AnyEvent]:
    """Every wager on the box goes back, or only those of the player whose hand it was."""
    table = asked.table
    wagers = list(table.on_box(box))
    mine = made.ruling.report.player or viewer_of(table, box) or table.player_of(box)
    returns = table.game.reads(REMOVED_HAND_RETURNS, otherwise=RemovedHand.EVERY_WAGER)
    whole = returns is RemovedHand.EVERY_WAGER
    back = wagers if whole else [wager for wager in wagers if wager.player == mine]
    if len(back) < len(wagers):
        return let_out(asked, back, made.clauses)
    return [
        happened.HandRemoved(
            by=made.by,
            at=asked.at,
            box=box,
            returned=tuple(all_of(wager) for wager in back),
            clauses=made.clauses,
        )
    ]


def let_out(asked: Asked, wagers: list[Placed], clauses: tuple[str, ...]) -> list[AnyEvent]:
    """Wagers go back; a hand on which nothing can stand goes with them."""
    events: list[AnyEvent] = [returned(asked, wager, clauses) for wager in wagers]
    for event in events:
        asked = asked.with_table(evolve(asked.table, event))
    return events + options.after_options(asked, clauses)


def conclude_if_empty(asked: Asked, table: Table, clauses: tuple[str, ...]) -> list[AnyEvent]:
    """While bets are taken, others may follow the last one that went back."""
    return [] if table.step is Step.BETTING else options.conclude_if_empty(asked, table, clauses)
