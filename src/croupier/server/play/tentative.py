"""Commands that are decided and not written yet, and what they would leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.server.journal.store import PLAYERS, Short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.server.journal.store import Write
    from croupier.server.money.jackpots import LiveMeter
    from croupier.server.own_play.keeping import Draft, Noted
    from croupier.server.play.holds import HeldStakes
    from croupier.server.play.house import LiveTable
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


class DraftBalances(Mapping[str, int]):
    """What accounts would hold; those that nothing has moved are not copied."""

    def __init__(self, standing: Mapping[str, int]) -> None:
        self.standing, self.moved = standing, dict[str, int]()
        """And by how much each would change."""

    def __getitem__(self, account: str) -> int:
        found = self.moved.get(account)
        return self.standing[account] if found is None else self.get(account)

    def get(self, account: str, otherwise: int = 0) -> int:  # type: ignore[override]
        found = self.moved.get(account)
        if found is None:
            return self.standing.get(account, otherwise)
        return self.standing.get(account, 0) + found

    def move(self, moved: dict[str, int]) -> Short | None:
        """Or the account of a player that does not hold what would be taken from it."""
        so_far, standing = self.moved, self.standing
        after = {}
        for account, cents in moved.items():
            change = after[account] = so_far.get(account, 0) + cents
            if cents < 0 and account.startswith(PLAYERS):
                left = standing.get(account, 0) + change
                if left < 0:
                    return Short(account, left - cents, -left)
        so_far.update(after)
        return None

    def __iter__(self) -> Iterator[str]:
        return iter(self.standing.keys() | self.moved.keys())

    def __len__(self) -> int:
        return len(self.standing.keys() | self.moved.keys())


class DraftTables(dict[str, tuple["Table", int]]):
    """Tables with their versions; those that nothing was asked at are not copied."""

    def __init__(self, standing: Mapping[str, LiveTable]) -> None:
        super().__init__()
        self.standing = standing

    def __missing__(self, name: str) -> tuple[Table, int]:
        live = self.standing[name]
        found = self[name] = live.table, live.version
        return found

    def now(self) -> list[Table]:
        return [self[name][0] for name in self.standing]


class Drafts(NamedTuple):
    """Of what the commands of a batch would leave, each after those before it."""

    tables: DraftTables
    meters: dict[str, LiveMeter]
    balances: DraftBalances
    own: Draft
    stakes: HeldStakes

    def take(self, one: Tentative, write: Write) -> Short | None:
        """What is to be written; or the account that does not hold what would be taken from it."""
        if short := self.balances.move(write.moved):
            return short
        self.tables[one.request.table] = one.table, one.version
        if one.noted:
            self.own.take(one.noted)
        self.stakes.follow(one.table)
        if one.meter is not None:
            self.meters[one.table.setup.game] = one.meter
        return None


def unwritten(request: Request, reply: Reply, ground: tuple[Table, int]) -> Tentative:
    table, version = ground
    return Tentative(request=request, write=None, reply=reply, table=table, version=version)


def sum_of(written: Iterable[Tentative]) -> dict[str, int]:
    """By how much all of them change each account."""
    total = dict[str, int]()
    for one in written:
        assert one.write is not None
        for account, cents in one.write.moved.items():
            total[account] = total.get(account, 0) + cents
    return total
