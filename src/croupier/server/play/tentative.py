"""Commands that are decided and not written yet, and what they would leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from croupier.server.journal.store import Write
    from croupier.server.money.jackpots import LiveMeter
    from croupier.server.own_play.keeping import Draft, Noted
    from croupier.server.play.holds import HeldStakes
    from croupier.server.play.requests import Reply, Request
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table


class Tentative(msgspec.Struct, gc=False, kw_only=True):
    """A command decided, to be written; the table and meter that it would leave."""

    request: Request
    write: Write | None
    reply: Reply
    table: Table
    version: int
    meter: LiveMeter | None = None
    after: tuple[Table, ...] = ()
    of_meter: tuple[AnyMeterEvent, ...] = ()
    noted: Noted = ()
    """Of the players' own play."""


class Drafts(NamedTuple):
    """Of what the commands of a batch would leave, each after those before it."""

    balances: dict[str, int]
    own: Draft
    stakes: HeldStakes

    def take(self, table: Table, noted: Noted, moved: dict[str, int]) -> None:
        self.own.take(noted)
        self.stakes.follow(table)
        for account, cents in moved.items():
            self.balances[account] = self.balances.get(account, 0) + cents


def unwritten(request: Request, reply: Reply, ground: tuple[Table, int]) -> Tentative:
    table, version = ground
    return Tentative(request=request, write=None, reply=reply, table=table, version=version)
