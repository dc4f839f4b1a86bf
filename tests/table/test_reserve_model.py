"""A jackpot with a cap and a reserve, in any order of events, against books kept beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from random import Random

import pytest

from croupier.table import meter as jackpots
from croupier.table.meter import (
    AwardStands,
    ContributionTakenBack,
    EarlierRoundOver,
    MajorPaid,
    MajorReversed,
    MeterFed,
)
from croupier.table.meter_postings import postings
from croupier.table.pool import Terms
from croupier.table.postings import METER, RESERVE

BASE = {"at": 0, "before": "", "after": "", "clauses": ("1.15",)}


@dataclass
class Books:
    """What lies above the seed and in the reserve; of each round in play what it put where."""

    seed: int
    cap: int | None
    rate: Fraction
    hidden: Fraction
    above_seed: Fraction = Fraction(0)
    reserve: Fraction = Fraction(0)
    rounds: dict[str, tuple[Fraction, Fraction, Fraction]] = field(default_factory=dict)

    def spill(self) -> Fraction:
        """What the cap does not let lie there."""
        over = Fraction(0)
        if self.cap is not None:
            over = max(Fraction(0), self.seed + self.above_seed - self.cap)
        self.above_seed -= over
        self.reserve += over
        return over

    def feed(self, table: str, cents: int) -> None:
        lies, over, aside = self.rounds.get(table, (Fraction(0),) * 3)
        self.above_seed += self.rate * cents
        self.reserve += self.hidden * cents
        spilt = self.spill()
        rest = self.rate * cents - spilt
        self.rounds[table] = lies + rest, over + spilt, aside + self.hidden * cents

    def void(self, table: str) -> None:
        lies, over, aside = self.rounds.pop(table)
        self.above_seed -= lies
        for part in (over, aside):
            self.reserve -= min(part, self.reserve)

    def win(self) -> int:
        award = self.seed + floor(self.above_seed)
        self.above_seed -= floor(self.above_seed)
        self.reserve -= min(floor(self.reserve), self.seed)
        self.rounds = {one: (Fraction(0), *rest) for one, (_, *rest) in self.rounds.items()}  # type: ignore[misc]
        self.spill()
        return award


class Evening:
    """Tables a, b and c; a win is taken back before anything else happens, or stands."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        start = self.chance.choice((0, 100, 1000))
        cap = self.chance.choice((None, start, start + self.chance.randint(1, 300)))
        rate, hidden = self.chance.choice(("1/5", "1/3", "2/7")), self.chance.choice(("0", "1/7"))
        terms = Terms(seed_cents=start, contribution=rate, cap_cents=cap, reserve=hidden)
        self.jackpot = jackpots.begun(terms)
        self.books = Books(start, cap, Fraction(rate), Fraction(hidden))
        self.numbers, self.bets = dict.fromkeys("abc", 1), dict.fromkeys("abc", 0)
        self.accounts: Counter[str] = Counter()

    def happens(self, kind: type, table: str, **fields: object) -> None:
        event = jackpots.reckoned(
            self.jackpot, kind(table=table, round=self.numbers[table], **BASE, **fields)
        )
        for account, cents in postings(event):
            self.accounts[account] += cents
        self.jackpot = jackpots.evolve(self.jackpot, event)

    def goes_on(self) -> None:
        table = self.chance.choice("abc")
        what = self.chance.random()
        if what < 0.6 or not self.bets[table]:
            cents = self.chance.randint(1, 900)
            self.bets[table] += cents
            self.happens(MeterFed, table, bets_cents=cents)
            self.books.feed(table, cents)
        elif what < 0.75:
            self.void(table)
        elif what < 0.9:
            self.wins(table, stands=self.chance.random() < 0.6)
        else:
            self.next_round(table)

    def void(self, table: str) -> None:
        self.happens(ContributionTakenBack, table, bets_cents=self.bets[table])
        self.books.void(table)
        self.next_round(table)

    def next_round(self, table: str) -> None:
        self.numbers[table] += 1
        self.bets[table] = 0
        self.books.rounds.pop(table, None)

    def wins(self, table: str, *, stands: bool) -> None:
        cents, books = self.jackpot.displayed_cents, self.books
        before = books.above_seed, books.reserve, dict(books.rounds)
        paid = {"player": "p1", "cents": cents}
        self.happens(MajorPaid, table, order=(self.numbers[table], 1), **paid)
        self.accounts[METER] -= cents  # which the settlement itself takes
        self.accounts["player"] += cents
        assert books.win() == cents
        self.same()
        if stands:
            self.happens(AwardStands, table)
            self.next_round(table)
            return
        self.happens(MajorReversed, table, **paid)
        self.accounts[METER] += cents
        self.accounts["player"] -= cents
        books.above_seed, books.reserve, books.rounds = before
        self.same()
        self.happens(ContributionTakenBack, table, bets_cents=self.bets[table])
        self.happens(EarlierRoundOver, table)
        books.void(table)
        self.next_round(table)

    def same(self) -> None:
        books, pool = self.books, self.jackpot.pool
        shown = self.jackpot.displayed_cents
        assert (pool.meter.cents, pool.reserve) == (books.seed + books.above_seed, books.reserve)
        assert books.seed <= shown <= (shown if books.cap is None else books.cap)
        assert sum(self.accounts.values()) == 0
        assert self.accounts[METER] == floor(books.seed + books.above_seed) - books.seed
        assert self.accounts[RESERVE] == floor(books.reserve) >= 0


@pytest.mark.slow
@pytest.mark.standard(47)
@pytest.mark.parametrize("first", range(0, 400, 100))
def test_cap_and_reserve_are_exact_in_any_order_of_events(first: int) -> None:
    for seed in range(first, first + 100):
        evening = Evening(seed)
        for _ in range(25):
            evening.goes_on()
            evening.same()
