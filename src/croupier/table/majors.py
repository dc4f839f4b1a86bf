"""Who has won the meter and is not paid yet, in which order, and what a settlement pays of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.bets import Awards
from croupier.engine.decisions import Choice
from croupier.engine.jackpot import Winner
from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal
from croupier.table.meter import awards
from croupier.table.state import Step, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

UNPAID = {Step.DEALING, Step.PLAYING, Step.EXPOSED}


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


def unpaid(game: str, tables: Iterable[Table]) -> tuple[Major, ...]:
    """Who has won the meter at the tables of a game, of rounds that are not settled."""
    found = (major(table) for table in tables if table.setup.game == game)
    return tuple(one for one in found if one is not None)


class Known(NamedTuple):
    """All that deciding has to know of a meter that tables share."""

    jackpot: Jackpot
    unpaid: tuple[Major, ...] = ()
    """Of all tables that share it."""
    positions: Mapping[str, int] = {}
    """By table, where the house has written down that the hand was complete: the order of those
    that were complete in one and the same moment."""


def to_pay(table: Table, known: Known) -> int | Refused:
    """The meter's amount for a settlement: what is displayed, or what follows an earlier winner.

    A hand at another table that was complete first, its player still to decide, is waited for.
    """
    own = next((one for one in known.unpaid if one.table.name == table.name), None)
    if own is None:
        return known.jackpot.displayed_cents
    others = [one for one in known.unpaid if one is not own]
    if not others:
        return awarded([own], known)[table.name]
    order = {one.table.name: (one.at, known.positions[one.table.name]) for one in known.unpaid}
    first = [one for one in others if order[one.table.name] < order[table.name]]
    if any(not one.is_certain for one in first):
        clauses = table.game.jackpot.order.cite.numbers if table.game.jackpot else ()
        return Refused(Refusal.NOT_NOW, clauses, "a hand that was dealt earlier is paid first")
    certain = [one for one in others if one.is_certain]
    return awarded([own, *certain], known)[table.name]


def awarded(majors: list[Major], known: Known) -> dict[str, int]:
    winners = {
        one.table.name: Winner(
            one.table.player_of(one.box) or "",
            one.table.name,
            one.at,
            known.positions[one.table.name] if majors[1:] else 0,
        )
        for one in majors
    }
    own = {one.table.name: own_bets(one.table, known.jackpot) for one in majors}
    return awards(known.jackpot, winners, majors[0].table.game, own)


def own_bets(table: Table, jackpot: Jackpot) -> int:
    """Of the round, as far as the amount that is displayed was fed by them."""
    rule = table.game.jackpot
    if rule is None or (table.name, table.round.number) in jackpot.held:
        return 0
    return sum(one.cents for one in table.round.wagers.values() if one.bet == rule.bet)
