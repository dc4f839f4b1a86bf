"""What stands still and for whom: stakes in rounds that wait, and tables that a dispute holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.table.clocks import stands
from croupier.table.state import CONCLUDED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.state import Table

NOBODY: frozenset[str] = frozenset()


class HeldStakes:
    """By player, the tables at which a stake of his lies in a round that stands still."""

    def __init__(self, tables: Iterable[Table] = ()) -> None:
        self.tables_of: dict[str, frozenset[str]] = {}
        self.players_at: dict[str, frozenset[str]] = {}
        self.game_of: dict[str, str] = {}
        """Of each table at which stakes wait."""
        for table in tables:
            self.follow(table)

    def draft(self) -> HeldStakes:
        """To be changed by commands that are not written yet; mostly there is nothing to copy."""
        made = HeldStakes()
        made.tables_of, made.players_at = dict(self.tables_of), dict(self.players_at)
        made.game_of = dict(self.game_of)
        return made

    def follow(self, table: Table) -> None:
        waits = stands(table)
        if not waits and table.name not in self.players_at:
            return
        before = self.players_at.get(table.name, NOBODY)
        now = waiting_at(table) if waits else NOBODY
        if before == now:
            return
        self.players_at[table.name], self.game_of[table.name] = now, table.setup.game
        for player in before - now:
            left = self.tables_of[player] - {table.name}
            self.tables_of[player] = left
            if not left:
                del self.tables_of[player]
        for player in now - before:
            self.tables_of[player] = self.tables_of.get(player, NOBODY) | {table.name}
        if not now:
            del self.players_at[table.name], self.game_of[table.name]

    def elsewhere(self, table: Table, player: str) -> list[str]:
        """The other tables of the same game at which a stake of the player waits."""
        waits, game = self.tables_of.get(player, NOBODY), table.setup.game
        return sorted(one for one in waits if one != table.name and self.game_of[one] == game)


def waiting_at(table: Table) -> frozenset[str]:
    """Whose stakes wait with a round that is interrupted, or held for a decision."""
    if table.step is CONCLUDED:
        return NOBODY
    return frozenset(wager.player for wager in table.round.wagers.values())


class Disputed(NamedTuple):
    """An open dispute, as far as tables and money depend on it."""

    number: int
    table: str
    round: int
    holds: bool = False
    player: str | None = None
    kept_cents: int = 0
    """Of that player's winnings, which stay aside."""


class DisputeHolds:
    """What open disputes hold; whoever keeps the disputes brings it up to date."""

    def __init__(self, open_: Iterable[Disputed] = ()) -> None:
        self.tables: dict[str, int] = {}
        """Held, and by which dispute first."""
        self.rounds: set[tuple[str, int]] = set()
        self.kept: dict[str, dict[str, int]] = {}
        """By table and player: cents that stay aside."""
        self.of_rounds: dict[tuple[str, str, int], int] = {}
        """The same by table, player and round: several disputes of a round keep the same cents."""
        self.follow(open_)

    def follow(self, open_: Iterable[Disputed]) -> None:
        tables: dict[str, int] = {}
        of_rounds: dict[tuple[str, str, int], int] = {}
        rounds = set()
        for one in open_:
            rounds.add((one.table, one.round))
            if one.holds:
                tables.setdefault(one.table, one.number)
            if one.player is not None and one.kept_cents:
                key = one.table, one.player, one.round
                of_rounds[key] = max(of_rounds.get(key, 0), one.kept_cents)
        kept: dict[str, dict[str, int]] = {}
        for (table, player, _), cents in of_rounds.items():
            mine = kept.setdefault(table, {})
            mine[player] = mine.get(player, 0) + cents
        self.tables, self.rounds, self.kept, self.of_rounds = tables, rounds, kept, of_rounds
