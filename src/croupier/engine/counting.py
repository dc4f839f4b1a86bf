"""What part of each wager on a box plays, and by which clauses it is not the whole stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Returned
from croupier.engine.limits import Counted

if TYPE_CHECKING:
    from croupier.engine.rounds import Box, Round, Wager


def count(round_: Round, box: Box) -> list[Counted]:
    """In the order of the box's wagers; a part of 0 goes back whole."""
    counted = within_limits(round_, box)
    if round_.game.decision is not None:
        counted = with_play_bet(round_, box, counted)
    bets = box.bets
    return [
        orphaned(round_, bets, wager) or part
        for wager, part in zip(box.wagers, counted, strict=True)
    ]


def orphaned(round_: Round, bets: set[str], wager: Wager) -> Counted | None:
    """Nothing of a wager plays on a box that lacks the bet that it needs."""
    needs = round_.game.bet[wager.bet].needs
    if needs is None or needs.bet in bets or not isinstance(needs.missing, Returned):
        return None
    return Counted(0, needs.missing.cite.numbers)


def within_limits(round_: Round, box: Box) -> list[Counted]:
    counted = [Counted(wager.stake_cents) for wager in box.wagers]
    if not round_.limits:
        return counted
    limits, readings = round_.game.limits, round_.game.readings
    for bet, limit in round_.limits.items():
        area = [index for index, wager in enumerate(box.wagers) if wager.bet == bet]
        stakes = [box.wagers[index].stake_cents for index in area]
        parts = limits.over_maximum.counted(stakes, limit, readings)
        for index, part in zip(area, parts, strict=True):
            wager = box.wagers[index]
            counted[index] = part
            under = limits.under_minimum
            if under and limits.is_under(wager.stake_cents, stakes, limit, readings):
                again = under.once and wager.player in round_.under_minimum_before
                counted[index] = Counted(
                    0 if again else part.cents, part.clauses or under.cite.numbers
                )
    return counted


def with_play_bet(round_: Round, box: Box, counted: list[Counted]) -> list[Counted]:
    """A play bet counts no more than its ante; by one reading a short one cuts the ante too."""
    decision = round_.game.decision
    by_bet = {wager.bet: index for index, wager in enumerate(box.wagers)}
    if decision is None or decision.play not in by_bet or decision.entry not in by_bet:
        return counted
    play, entry = by_bet[decision.play], by_bet[decision.entry]
    play_stake, entry_stake = box.wagers[play].stake_cents, box.wagers[entry].stake_cents
    counted = list(counted)
    counted[play] = decision.counted_play(
        play_stake,
        entry_stake,
        counted[play],
        round_.limits.get(decision.entry),
        round_.game.limits.over_maximum.cite,
    )
    counted[entry] = decision.counted_entry(
        counted[entry], entry_stake, play_stake, round_.game.readings
    )
    return counted
