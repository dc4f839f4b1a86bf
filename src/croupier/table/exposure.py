"""The worst that the house can lose now on each bet and at a table, without a look at any card.

What the cards would tell is nobody's before they are shown, so every line of a pay table may still
be the one that pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.bets import Awards, Pays, Result
from croupier.engine.decisions import Choice
from croupier.engine.outcome import folded
from croupier.engine.readings import (
    ENVY_AFTER_FOLD,
    ENVY_FROM_FOLDED_HAND,
    ENVY_SEVERAL_HANDS,
    JACKPOT_BET_RETURNED,
    MONEY_ROUNDING,
    AfterFold,
    FromFolded,
    JackpotBet,
    SeveralHands,
)
from croupier.money import pay
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.bets import Bet, Line
    from croupier.engine.outcome import Outcome
    from croupier.table.state import Placed, Table


class BetExposure(msgspec.Struct, frozen=True):
    bet: str
    title: str
    staked_cents: int
    worst_cents: int
    """What the house would pay beyond the stakes, by the best line for each wager."""


class Exposure(msgspec.Struct, frozen=True):
    bets: tuple[BetExposure, ...]
    staked_cents: int
    worst_cents: int
    """Of all bets together: at one hand for all, of its worst outcome; at boxes, of every bet."""


def exposure(table: Table, meter_cents: int | None, outcomes: Iterable[Outcome] = ()) -> Exposure:
    """With `outcomes`, one of each kind that bets can tell apart, where all bet on one hand."""
    lying = [] if table.step is Step.CONCLUDED else list(table.round.wagers.values())
    bets = tuple(
        of_bet(table, bet, [one for one in lying if one.bet == bet.name], meter_cents)
        for bet in table.game.bets
        if bet.bonus_on is None
    )
    together = sum(one.worst_cents for one in bets)
    if table.game.drawn_by_tableau and lying:
        together = max((of_outcome(table, lying, one) for one in outcomes), default=together)
    return Exposure(bets, sum(one.staked_cents for one in bets), max(0, together))


def of_bet(table: Table, bet: Bet, wagers: list[Placed], meter_cents: int | None) -> BetExposure:
    worst, meter = 0, meter_cents
    for wager in wagers:
        worst += of_wager(table, bet, wager, meter)
        if meter is not None and is_jackpot(table, bet):
            worst += envy(table, bet, wager)
            if wager.box not in folded_boxes(table):  # won, it starts anew
                meter = table.setup.jackpot[1] if table.setup.jackpot else None
    return BetExposure(bet.name, bet.title, sum(one.cents for one in wagers), worst)


def of_wager(table: Table, bet: Bet, wager: Placed, meter_cents: int | None) -> int:
    """Its best line, with the bonus on it and the bet that may yet follow it."""
    decision = table.game.decision
    if wager.box in folded_boxes(table) and any(line.when is folded for line in bet.lines):
        return 0
    if decision is not None and bet.name == decision.entry:
        undecided = wager.box not in table.round.decisions
        follows = table.game.bet[decision.play] if undecided else None
        also = [table.game.bonus.get(bet.name), follows]
        return best(table, bet, wager.cents, None) + sum(
            best(table, one, wager.cents, None) for one in also if one is not None
        )
    return best(table, bet, wager.cents, meter_cents)


def best(table: Table, bet: Bet, cents: int, meter_cents: int | None) -> int:
    return max(0, *(paid(table, line, cents, meter_cents) for line in bet.lines))


def paid(table: Table, line: Line, cents: int, meter_cents: int | None = None) -> int:
    """Beyond the stake; below nothing where the house keeps it."""
    if isinstance(line, Pays):
        return pay(line.odds, cents, table.game.reads(MONEY_ROUNDING))[0]
    if isinstance(line, Awards):
        award = line.amount_cents if line.amount_cents is not None else meter_cents or 0
        returned = table.game.reads(JACKPOT_BET_RETURNED) is JackpotBet.RETURNED
        return award - (0 if returned else cents)
    return -cents if line.result is Result.LOSE else 0


def envy(table: Table, bet: Bet, wager: Placed) -> int:
    """The highest bonus, for the hand of every other box or, by the reading, for one of them."""
    reads, gone = table.game.reads, folded_boxes(table)
    if wager.box in gone and reads(ENVY_AFTER_FOLD) is AfterFold.FORFEITED:
        return 0
    if reads(ENVY_FROM_FOLDED_HAND) is FromFolded.ACHIEVED:
        gone = set()
    others = len(set(table.boxes_in_play()) - gone - {wager.box})
    if reads(ENVY_SEVERAL_HANDS) is SeveralHands.HIGHEST:
        others = min(others, 1)
    bonuses = [line.envy_cents or 0 for line in bet.lines if isinstance(line, Awards)]
    return others * max(bonuses, default=0)


def folded_boxes(table: Table) -> set[int]:
    return {box for box, choice in table.round.decisions.items() if choice is Choice.FOLD}


def is_jackpot(table: Table, bet: Bet) -> bool:
    return table.game.jackpot is not None and table.game.jackpot.bet == bet.name


def of_outcome(table: Table, lying: Iterable[Placed], outcome: Outcome) -> int:
    """What all wagers on one hand would bring together: what one loses pays for another."""
    lines = {bet.name: bet.settle(outcome) for bet in table.game.bets}
    return sum(paid(table, lines[one.bet], one.cents) for one in lying)
