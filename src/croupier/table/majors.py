"""Who has won the meter and is not paid yet, in which order, and what a settlement pays of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.bets import Awards
from croupier.engine.decisions import Choice
from croupier.engine.jackpot import Winner
from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal
from croupier.table.meter import awards
from croupier.table.state import Step, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

UNPAID = {Step.DEALING, Step.PLAYING, Step.EXPOSED}
Recorded = Callable[["Table", int], int]
"""The house's own order of the moments at which the hands of boxes were complete."""


class Major(NamedTuple):
    """A hand that is complete and wins the meter, unless its player folds."""

    table: Table
    box: int
    is_certain: bool

    @property
    def at(self) -> int:
        return self.table.round.complete_at[self.box]


def major(table: Table) -> Major | None:
    """The hand that wins the meter at a table whose round is not settled."""
    rule = table.game.jackpot
    if rule is None or table.step not in UNPAID:
        return None
    for wager in table.round.wagers.values():
        if wager.bet == rule.bet and wins_the_meter(table, wager.box):
            is_certain = wager.box in table.round.decisions or table.step is Step.EXPOSED
            return Major(table, wager.box, is_certain)
    return None


def wins_the_meter(table: Table, box: int) -> bool:
    rule, round_ = table.game.jackpot, table.round
    hand = read(table.cards_of(box))
    if rule is None or hand is None or len(hand) != table.hand_size:
        return False
    if box not in round_.complete_at or not table.has(box, rule.entry):
        return False
    folded = round_.decisions.get(box) is Choice.FOLD
    line = table.game.bet[rule.bet].settle(table.game.outcome(hand, hand, folded=folded))
    return isinstance(line, Awards) and line.amount_cents is None


def to_pay(
    table: Table, tables: Iterable[Table], jackpot: Jackpot, recorded: Recorded
) -> int | Refused:
    """The meter's amount for a settlement: what is displayed, or what follows an earlier winner.

    A hand at another table that was complete first, its player still to decide, is waited for.
    """
    own = major(table)
    if own is None:
        return jackpot.displayed_cents
    others = [
        found
        for other in tables
        if other.name != table.name and other.setup.game == table.setup.game
        if (found := major(other)) is not None
    ]
    if not others:
        return awarded([own], jackpot, recorded)[table.name]
    order = {one.table.name: (one.at, recorded(one.table, one.box)) for one in (own, *others)}
    first = [one for one in others if order[one.table.name] < order[table.name]]
    if any(not one.is_certain for one in first):
        clauses = table.game.jackpot.order.cite.numbers if table.game.jackpot else ()
        return Refused(Refusal.NOT_NOW, clauses, "a hand that was dealt earlier is paid first")
    certain = [one for one in others if one.is_certain]
    return awarded([own, *certain], jackpot, recorded)[table.name]


def awarded(majors: list[Major], jackpot: Jackpot, recorded: Recorded) -> dict[str, int]:
    winners = {
        one.table.name: Winner(
            one.table.player_of(one.box) or "",
            one.table.name,
            one.at,
            recorded(one.table, one.box) if majors[1:] else 0,
        )
        for one in majors
    }
    own = {one.table.name: own_bets(one.table, jackpot) for one in majors}
    return awards(jackpot, winners, majors[0].table.game, own)


def own_bets(table: Table, jackpot: Jackpot) -> int:
    """Of the round, as far as the amount that is displayed was fed by them."""
    rule = table.game.jackpot
    if rule is None or (table.name, table.round.number) in jackpot.held:
        return 0
    return sum(one.cents for one in table.round.wagers.values() if one.bet == rule.bet)
