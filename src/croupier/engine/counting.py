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
    game, bets = round_.game, box.bets
    counted = [Counted(wager.stake_cents) for wager in box.wagers]
    limits = round_.limits
    alone = len(bets) == len(box.wagers)
    for bet, first in bets.items():
        if bet not in limits:
            continue
        limit = limits[bet]
        stake = box.wagers[first].stake_cents
        if not alone or not limit.minimum_cents <= stake <= limit.maximum_cents:
            apply_limit(round_, box, bet, counted)
    if game.decision is not None and game.decision.play in bets:
        apply_play_bet(round_, box, bets, counted)
    for index, wager in enumerate(box.wagers):
        needs = game.bet[wager.bet].needs
        if needs is not None and needs.bet not in bets and isinstance(needs.missing, Returned):
            counted[index] = Counted(0, needs.missing.cite.numbers)
    return counted


def apply_limit(round_: Round, box: Box, bet: str, counted: list[Counted]) -> None:
    limit = round_.limits[bet]
    area = {index: wager for index, wager in enumerate(box.wagers) if wager.bet == bet}
    stakes = [wager.stake_cents for wager in area.values()]
    if min(stakes) >= limit.minimum_cents and sum(stakes) <= limit.maximum_cents:
        return  # by any reading, nothing is over or under
    for index, part in count_area(round_, area, limit).items():
        counted[index] = part


def count_area(round_: Round, area: dict[int, Wager], limit: Limit) -> dict[int, Counted]:
    """The wagers of one area; what goes back at once takes no part of the maximum."""
    game, limits = round_.game, round_.game.limits
    under = limits.under_minimum
    total = sum([wager.stake_cents for wager in area.values()])
    short = {
        index
        for index, wager in area.items()
        if limits.is_under(wager.stake_cents, total, limit, game)
    }
    again = round_.under_minimum_before if under.once else frozenset[str]()
    playing = [index for index in area if index not in short or area[index].player not in again]
    stakes = [area[index].stake_cents for index in playing]
    parts = dict.fromkeys(area, Counted(0))
    parts |= zip(playing, limits.over_maximum.counted(stakes, limit, game), strict=True)
    for index in short:
        parts[index] = parts[index].also(under.cite)
    return parts


def apply_play_bet(round_: Round, box: Box, bets: dict[str, int], counted: list[Counted]) -> None:
    """A play bet counts no more than its ante; by one reading a short one cuts the ante too."""
    decision = round_.game.decision
    if decision is None or decision.entry not in bets:
        return
    play, entry = bets[decision.play], bets[decision.entry]
    play_stake, entry_stake = box.wagers[play].stake_cents, box.wagers[entry].stake_cents
    counted[play] = decision.counted_play(
        play_stake,
        entry_stake,
        counted[play],
        round_.limits.get(decision.entry),
        round_.game.limits.over_maximum.cite,
    )
    counted[entry] = decision.counted_entry(counted[entry], entry_stake, play_stake, round_.game)
