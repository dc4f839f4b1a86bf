"""What part of each wager on a box plays, and by which clauses it is not the whole stake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.bets import Returned
from croupier.engine.decisions import Decision
from croupier.engine.limits import AsPlaced, Counted, ProRata, ToMaximum, UnderMinimum
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.engine.limits import Limit
    from croupier.engine.rounds import Box, Round, Wager


@carries(Returned)
def count(round_: Round, box: Box) -> list[Counted]:
    """In the order of the box's wagers; a part of 0 goes back whole."""
    game, bets = round_.game, box.bets
    counted = [Counted(wager.stake_cents) for wager in box.wagers]
    for bet in beyond_limits(round_.limits, box):
        area = {index: wager for index, wager in enumerate(box.wagers) if wager.bet == bet}
        for index, part in count_area(round_, area, round_.limits[bet]).items():
            counted[index] = part
    if game.decision is not None and game.decision.play in bets:
        apply_play_bet(round_, box, bets, counted)
    for bet, needs in game.needing.items():
        if needs.bet not in bets and bet in bets and isinstance(needs.missing, Returned):
            for index, wager in enumerate(box.wagers):
                if wager.bet == bet:
                    counted[index] = Counted(0, needs.missing.cite.numbers)
    return counted


def beyond_limits(limits: Mapping[str, Limit], box: Box) -> list[str]:
    """The bets of which, by some reading, anything is under the minimum or over the maximum."""
    bets, wagers = box.bets, box.wagers
    if len(bets) < len(wagers):
        return beyond_together(limits, wagers)
    return [
        bet
        for bet, (minimum, maximum) in limits.items()
        if bet in bets and not minimum <= wagers[bets[bet]].stake_cents <= maximum
    ]


def beyond_together(limits: Mapping[str, Limit], wagers: Sequence[Wager]) -> list[str]:
    """The same where areas hold several wagers."""
    least: dict[str, int] = {}
    total: dict[str, int] = {}
    for wager in wagers:
        bet, cents = wager.bet, wager.stake_cents
        total[bet] = total.get(bet, 0) + cents
        if bet not in least or cents < least[bet]:
            least[bet] = cents
    return [
        bet
        for bet, limit in limits.items()
        if bet in least and (least[bet] < limit.minimum_cents or total[bet] > limit.maximum_cents)
    ]


@carries(AsPlaced, ProRata, ToMaximum, UnderMinimum)
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


@carries(ToMaximum, field_of(Decision, "more"), field_of(Decision, "less"))
def apply_play_bet(round_: Round, box: Box, bets: dict[str, int], counted: list[Counted]) -> None:
    """A play bet counts no more than its ante; by one reading a short one cuts the ante too."""
    decision = round_.game.decision
    if decision is None or decision.entry not in bets:
        return
    play, entry = bets[decision.play], bets[decision.entry]
    play_stake, entry_stake = box.wagers[play].stake_cents, box.wagers[entry].stake_cents
    limit = round_.limits.get(decision.entry)
    even = play_stake == entry_stake == counted[play].cents
    if even and (limit is None or entry_stake <= limit.maximum_cents):
        return
    counted[play] = decision.counted_play(
        play_stake,
        entry_stake,
        counted[play],
        limit,
        round_.game.limits.over_maximum.cite,
    )
    counted[entry] = decision.counted_entry(counted[entry], entry_stake, play_stake, round_.game)
