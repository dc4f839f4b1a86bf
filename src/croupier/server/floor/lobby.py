"""The list of tables, and its watchers, who are sent it again when it has changed."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from croupier.server.floor.frames import frame
from croupier.server.floor.protocol import TableInfo, Tables, encode
from croupier.server.floor.staffed import has_dealer
from croupier.server.floor.watcher import send_all
from croupier.table.authority import HOUSE, PERSON
from croupier.table.clocks import until
from croupier.table.past import pasts
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.server.floor.floor import Floor
    from croupier.server.floor.watcher import Watcher
    from croupier.table.state import Table

LEAST = 0.5
"""Seconds between one list and the next."""
LAST = 12
"""Results of each table on the list of tables."""


class Lobby:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.watchers: set[Watcher] = set()
        self.newcomers: set[Watcher] = set()
        self.sent: tuple[TableInfo, ...] = ()
        self.last = -LEAST
        self.waiting = False

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.newcomers.add(watcher)
        self.stir()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.newcomers.discard(watcher)

    def stir(self) -> None:
        """Something may have changed: it is looked at as soon as the last list is old enough."""
        if self.watchers and not self.waiting:
            self.waiting = True
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self.last + LEAST), self.tick)

    def tick(self) -> None:
        self.waiting = False
        self.last = asyncio.get_running_loop().time()
        tables = tuple(self.floor.tables())
        those = tuple(self.watchers if tables != self.sent else self.newcomers)
        self.sent, self.newcomers = tables, set()
        if those:
            send_all(those, frame(encode(Tables(self.floor.queue.clock(), tables))))


def listed(floor: Floor, table: Table) -> TableInfo:
    return TableInfo(
        name=table.name,
        game=table.setup.game,
        title=table.game.title,
        step=table.step,
        round=table.round.number,
        is_open=table.is_open,
        boxes=table.setup.boxes,
        players=len(
            {wager.player for wager in table.round.wagers.values()} | set(table.seats.values())
        ),
        limits={
            bet: (limit.minimum_cents, limit.maximum_cents) for bet, limit in table.limits.items()
        },
        meter_cents=floor.meter(table),
        until=until(table),
        last=tuple(one.short for one in pasts(table, LAST)),
        dealer=PERSON if table.setup.dealer == PERSON else HOUSE,
        shoe=bool(table.setup.shoe),
        attended=table.step is not Step.CONCLUDED or has_dealer(floor, table),
        betting_seconds=table.setup.betting_seconds,
        round_seconds=pace_of(table),
        no_jackpot_bets=table.no_jackpot_bets or floor.is_frozen(table),
        decks=table.setup.decks,
        picture=floor.pictures.get(table.name),
    )


def pace_of(table: Table) -> int | None:
    """Seconds from one round to the next: the middle one of the last few."""
    pairs = pairwise(table.past[-LAST:])
    apart = [other.at - one.at for one, other in pairs if other.round == one.round + 1]
    return round(median(apart) / 1000) if apart else None
