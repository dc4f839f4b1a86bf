"""Tables in play, with their journal, their money, their clock and the meter that they share."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.feeding import follows
from croupier.table.invariants import broken, refusal_without_clause
from croupier.table.majors import known_at
from croupier.table.meter_postings import postings as of_meter
from croupier.table.metered import concerns_meter, decide_metered
from croupier.table.postings import HOUSE, METER, STAKES, postings

if TYPE_CHECKING:
    from croupier.scenario.setups import Start
    from croupier.table.commands import AnyCommand, Who
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

FIRST = "t1"


class Floor:
    """Played as a house plays them, without its disk."""

    def __init__(self, start: Start) -> None:
        names = [f"t{number}" for number in range(1, start.tables + 1)]
        self.first = {name: start.table(name) for name in names}
        self.tables = dict(self.first)
        self.journal: list[tuple[str, AnyEvent]] = []
        self.balances: dict[str, int] = {}
        self.stakes = dict.fromkeys(names, 0)
        """What lies on each table."""
        self.jackpot = start.jackpot()
        if self.jackpot is not None:
            above = self.jackpot.displayed_cents - self.jackpot.meter.seed_cents
            self.balances |= {METER: above, HOUSE: -above} if above else {}
        self.at = 0
        self.broken: list[str] = []
        """What should never be, whatever people do."""

    def copy(self) -> Floor:
        """To try something at it."""
        other = copy(self)
        other.tables, other.journal = dict(self.tables), list(self.journal)
        other.balances, other.stakes = dict(self.balances), dict(self.stakes)
        other.broken = list(self.broken)
        return other

    @property
    def table(self) -> Table:
        return self.tables[FIRST]

    def ask(self, command: AnyCommand, asker: Who, name: str = FIRST) -> list[AnyEvent] | Refused:
        self.at += 1
        answer = self.decided(self.tables[name], command, asker)
        if isinstance(answer, Refused):
            self.broken += refusal_without_clause(self.tables[name], answer)
            return answer
        for event in answer:
            self.record(event, name)
        return answer

    def decided(self, table: Table, command: AnyCommand, asker: Who) -> list[AnyEvent] | Refused:
        told = isinstance(command, asks.Settle) and command.meter_cents is not None
        if self.jackpot is None or told or not concerns_meter(table, command, self.jackpot):
            return decide(table, command, asker, self.at)
        known = known_at(table, self.tables.values(), self.jackpot, self.position)
        return decide_metered(table, command, asker, self.at, known)

    def position(self, table: Table, box: int) -> int:
        """Where it is written down that the hand of a box was complete."""
        at = table.round.complete_at[box]
        return next(
            place
            for place, (name, event) in enumerate(self.journal)
            if name == table.name and event.at == at
        )

    def record(self, event: AnyEvent, name: str) -> None:
        table = self.tables[name]
        moved = list(postings(event))
        self.stakes[name] += sum(cents for account, cents in moved if account == STAKES)
        if self.jackpot is not None:
            for fed in follows(table, event, self.jackpot):
                moved += of_meter(fed)
                self.jackpot = jackpots.evolve(self.jackpot, fed)
        for account, cents in moved:
            self.balances[account] = self.balances.get(account, 0) + cents
        self.journal.append((name, event))
        self.tables[name] = evolve(table, event)
        self.broken += broken(self.tables[name], event, {STAKES: self.stakes[name]})
        if sum(self.balances.values()):
            self.broken.append("money has come from nowhere or is gone")

    def replayed(self) -> bool:
        """Whether the journal alone gives the same tables."""
        tables = dict(self.first)
        for name, event in self.journal:
            tables[name] = evolve(tables[name], event)
        return tables == self.tables
