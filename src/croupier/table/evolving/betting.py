"""Wagers, from the opening of betting to its close."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.evolving.shoe import without
from croupier.table.state import BETTING, DEALING, Placed, Round, deal_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.table import events as happened
    from croupier.table.events import Event, Returned
    from croupier.table.state import Table


HOUR, MOST_AN_HOUR = 3_600_000, 720
"""In milliseconds; and as many rounds as a house may limit a table to."""


def betting_opened(table: Table, event: happened.BettingOpened) -> Table:
    """A new round; what an earlier one drew stays out of a shoe that serves several."""
    out, count = dict(table.out), table.out_count
    coming: tuple[Card, ...] = ()
    if table.game.shoe_lasts:
        spent = table.spent
        count += len(spent)
        for card in spent:
            if card is not None:
                out[card] = out.get(card, 0) + 1
        coming = (*without(table.next_cards, table.round.other_shoe), *table.kept)
    else:
        out, count = {}, 0
    fresh = table.fresh_shoe and not count
    new_shoe = table.game.shoe_lasts and (table.fresh_shoe or bool(table.round.other_shoe))
    return replace(
        table,
        step=BETTING,
        since=event.at,
        round=Round(number=event.round, opened_by=event.by),
        last=table.round if table.round.lines and table.game.at_terminals else None,
        out=out,
        out_count=count,
        fresh_shoe=fresh or not table.game.shoe_lasts,
        next_cards=coming,
        kept=(),
        past=() if new_shoe else table.past,
        openings=with_opening(table.openings, event.at),
    )


def with_opening(openings: tuple[int, ...], at: int) -> tuple[int, ...]:
    """Those of the hour before it, and no more than an hour may have; the oldest stand first."""
    first = max(bisect_right(openings, at - HOUR), len(openings) + 1 - MOST_AN_HOUR)
    return (*openings[first:], at)


def wager_added(table: Table, event: happened.WagerPlaced | happened.WagerFound) -> Table:
    round_ = table.round
    key = (event.box, event.bet, event.player)
    before, placed = round_.wagers.get(key), round_.placed
    wagers = round_.wagers.copy()
    if before is None:
        wagers[key] = Placed(event.player, event.box, event.bet, event.cents, placed)
        placed += 1
    else:
        cents, times = before.cents + event.cents, before.times + 1
        wagers[key] = replace(before, cents=cents, times=times)
    return replace(table, round=replace(round_, wagers=wagers, placed=placed))


def wager_found(table: Table, event: happened.WagerFound) -> Table:
    """Before the first card a box that comes into play so is dealt to like the others."""
    table = wager_added(table, event)
    if table.step is not DEALING or table.round.drawn:
        return table
    return replace(table, round=replace(table.round, to_deal=deal_order(table)))


def wager_reduced(table: Table, event: happened.WagerWithdrawn | happened.WagerReturned) -> Table:
    return replace(table, round=reduced(table.round, event))


def reduced(
    round_: Round, less: happened.WagerWithdrawn | happened.WagerReturned | Returned
) -> Round:
    key = (less.box, less.bet, less.player)
    before = round_.wagers[key]
    if less.cents < before.cents:
        smaller = replace(before, cents=before.cents - less.cents)
        return replace(round_, wagers=round_.wagers | {key: smaller})
    rest = dict(round_.wagers)
    del rest[key]
    return replace(round_, wagers=rest)


def all_reduced(round_: Round, returned: Iterable[Returned]) -> Round:
    for less in returned:
        round_ = reduced(round_, less)
    return round_


def time_warned(table: Table, _event: Event) -> Table:
    return replace(table, round=replace(table.round, warned=True))


def betting_closed(table: Table, event: happened.BettingClosed) -> Table:
    round_ = replace(table.round, to_deal=deal_order(table), seats=table.seats)
    return replace(table, step=DEALING, since=event.at, round=round_)
