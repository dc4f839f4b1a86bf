"""What part of each wager on a box plays, and by which clauses it is not the whole stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Returned
from croupier.engine.limits import Counted

if TYPE_CHECKING:
    from croupier.engine.limits import Limit
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
    for bet, limit in round_.limits.items():
        area = {index: wager for index, wager in enumerate(box.wagers) if wager.bet == bet}
        if area:
            for index, part in count_area(round_, area, limit).items():
                counted[index] = part
    return counted


def count_area(round_: Round, area: dict[int, Wager], limit: Limit) -> dict[int, Counted]:
    """The wagers of one area; what goes back at once takes no part of the maximum."""
    limits, readings = round_.game.limits, round_.game.readings
    under = limits.under_minimum
    total = sum([wager.stake_cents for wager in area.values()])
    short = {
        index
        for index, wager in area.items()
        if limits.is_under(wager.stake_cents, total, limit, readings)
    }
    again = round_.under_minimum_before if under.once else frozenset[str]()
    playing = [index for index in area if index not in short or area[index].player not in again]
    stakes = [area[index].stake_cents for index in playing]
    parts = dict.fromkeys(area, Counted(0))
    parts |= zip(playing, limits.over_maximum.counted(stakes, limit, readings), strict=True)
    for index in short:
        parts[index] = parts[index].also(under.cite)
    return parts


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
