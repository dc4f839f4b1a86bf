"""A table in play for scenario files, and who stands around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.jackpot import Winner
from croupier.engine.refusals import Refused
from croupier.money import parse_amount
from croupier.table import meter as jackpots
from croupier.table.commands import CLOCK, Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.invariants import broken, refusal_without_clause
from croupier.table.postings import postings

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent

STAFF = {
    "dealer": Role.DEALER,
    "supervisor": Role.PIT_SUPERVISOR,
    "manager": Role.PIT_MANAGER,
    "shift": Role.SHIFT_MANAGER,
    "auditor": Role.AUDITOR,
}


def who(name: str) -> Who:
    if name == "clock":
        return CLOCK
    return Who(name, STAFF.get(name.rstrip("0123456789"), Role.PLAYER))


def cents(amount: str) -> int:
    sign = -1 if amount.startswith("-") else 1
    return sign * parse_amount(amount.lstrip("+-"))


class Floor:
    """A table in play, with its journal, its money and its meter."""

    def __init__(self, setup: Setup) -> None:
        self.first = self.table = new_table("t1", setup)
        self.journal: list[AnyEvent] = []
        self.balances: dict[str, int] = {}
        terms = jackpot_of(setup)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.at = 0

    def ask(self, command: AnyCommand, asker: Who) -> list[AnyEvent] | Refused:
        self.at += 1
        answer = decide(self.table, command, asker, self.at)
        if isinstance(answer, Refused):
            assert list(refusal_without_clause(self.table, answer)) == []
            return answer
        for event in answer:
            self.record(event)
        return answer

    def record(self, event: AnyEvent) -> None:
        moved = list(postings(event))
        if self.jackpot is not None:
            for one in follows(self.table, event, self.jackpot):
                moved += jackpots.postings(one, self.jackpot.meter.seed_cents)
                self.jackpot = jackpots.evolve(self.jackpot, one)
        for account, cents in moved:
            self.balances[account] = self.balances.get(account, 0) + cents
        self.journal.append(event)
        self.table = evolve(self.table, event)
        assert list(broken(self.table, event, self.balances)) == []
        assert sum(self.balances.values()) == 0

    def major_award(self) -> int:
        """What the meter would pay a hand of this round."""
        assert self.jackpot is not None
        jackpot = self.table.game.jackpot
        wagers = self.table.round.wagers.values()
        bets = [wager.cents for wager in wagers if jackpot and wager.bet == jackpot.bet]
        winner = {"t1": Winner("any", "t1", 0, 0)}
        return jackpots.awards(self.jackpot, winner, self.table.game, {"t1": sum(bets)})["t1"]

    def replayed(self) -> bool:
        table = self.first
        for event in self.journal:
            table = evolve(table, event)
        return table == self.table
