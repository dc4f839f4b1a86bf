"""What 1.15 and 4.9.1 give, reckoned from the whole history of the tables each time anew.

It keeps every bet as an item of its own and shares nothing with the meter that it is compared with.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table.events import AnyEvent

Key = tuple[str, int]
ALL = ""


class Item(NamedTuple):
    at: Fraction
    """When it came in."""
    counts: Fraction
    """From when it is displayed: earlier than `at` where all is frozen."""
    key: Key | None
    cents: Fraction


class Dealt(NamedTuple):
    complete: tuple[int, int]
    box: int


class Books:
    """Facts of the tables in the order in which they happened."""

    def __init__(self, seed: int, rate: Fraction, *, leaves_own: bool) -> None:
        self.seed, self.rate, self.leaves_own = seed, rate, leaves_own
        self.now = Fraction(0)
        self.items: list[Item] = []
        self.round: dict[str, int] = {}
        self.cards: dict[tuple[str, int, int], int] = {}
        self.complete: dict[Key, dict[int, tuple[int, int]]] = {}
        self.bets: dict[tuple[str, int, int, str], int] = {}
        self.folded: set[tuple[str, int, int]] = set()
        self.in_play: set[Key] = set()
        self.closed: set[Key] = set()
        self.first: dict[Key, Fraction] = {}
        """When a round that won was first settled."""
        self.limit: dict[Key, Fraction] = {}
        self.winner: dict[Key, tuple[str, tuple[int, int]]] = {}
        self.settled: set[Key] = set()
        self.final: set[Key] = set()
        """Rounds after which the next one of their table has opened."""
        self.stands: dict[Key, int] = {}
        """What was paid by awards that nothing can change any more."""
        self.paid: dict[Key, int] = {}
        self.waits: dict[Key, set[Key]] = {}
        self.stopped: dict[str, Fraction] = {}
        self.takes_no_bets: set[str] = set()

    def happens(self, table: str, event: AnyEvent) -> None:
        self.now += 1
        if isinstance(event, happened.BettingOpened):
            self.final.add((table, self.round.get(table, 0)))
            self.round[table] = event.round
            self.in_play.add((table, event.round))
            if table not in self.takes_no_bets:
                self.stopped.pop(table, None)
        key = table, self.round.get(table, 0)
        self.bet(key, event)
        self.dealt(key, event)
        if isinstance(event, happened.RoundSettled):
            self.settles(key, event)
        elif isinstance(event, happened.SettlementReversed):
            self.settled.discard(key)
            self.paid.pop(key, None)
            self.in_play.add(key)
        elif isinstance(event, happened.RoundVoided | happened.RoundConcluded):
            self.ends(key)
        elif isinstance(event, happened.JackpotFrozen):
            self.stopped.setdefault(table, self.now)
        elif isinstance(event, happened.JackpotSuspended) and event.choice == "no-jackpot-bets":
            self.takes_no_bets.add(table)
        elif isinstance(event, happened.JackpotRestored):
            self.takes_no_bets.discard(table)
            self.stopped.pop(table, None)
        self.reckon()

    def bet(self, key: Key, event: AnyEvent) -> None:
        if isinstance(event, happened.WagerPlaced):
            self.bets[*key, event.box, event.bet] = event.cents
        elif isinstance(event, happened.BettingClosed):
            self.closed.add(key)
            cents = sum(c for (*k, _, bet), c in self.bets.items() if tuple(k) == key and bet == JP)
            self.comes_in(key, self.rate * cents)
        elif isinstance(event, happened.WagerReturned):
            self.goes_back(key, [event])
        elif isinstance(event, happened.RoundVoided | happened.HandRemoved | happened.OptionChosen):
            self.goes_back(key, event.returned)

    def comes_in(self, key: Key | None, cents: Fraction) -> None:
        counts = self.now
        if key is None and ALL in self.stopped:
            counts = self.stopped[ALL] - Fraction(1, 3)
        if cents:
            self.items.append(Item(self.now, counts, key, cents))

    def goes_back(
        self, key: Key, returned: Iterable[happened.Returned | happened.WagerReturned]
    ) -> None:
        for one in returned:
            self.bets.pop((*key, one.box, one.bet), None)
            places = [number for number, item in enumerate(self.items) if item.key == key]
            if one.bet == JP and key in self.closed and places:
                item = self.items[places[0]]
                self.items[places[0]] = item._replace(cents=item.cents - self.rate * one.cents)

    def dealt(self, key: Key, event: AnyEvent) -> None:
        if isinstance(event, happened.CardsDealt):
            place = (*key, event.to)
            self.cards[place] = self.cards.get(place, 0) + len(event.cards.split())
            if self.cards[place] == HAND:
                self.complete.setdefault(key, {})[event.to] = (event.at, int(self.now))
        elif isinstance(event, happened.Decided) and event.choice == "fold":
            self.folded.add((*key, event.box))

    def contends(self, key: Key, box: int) -> bool:
        has = {bet for (*k, b, bet) in self.bets if tuple(k) == key and b == box}
        return {"ante", JP} <= has and (*key, box) not in self.folded

    def settles(self, key: Key, event: happened.RoundSettled) -> None:
        self.in_play.discard(key)
        won = [line for line in event.lines if line.from_meter]
        if not won:
            self.ends(key)
            return
        complete = self.complete[key][won[0].box]
        self.settled.add(key)
        self.paid[key] = 0
        if key not in self.first:
            self.first[key] = self.now
            stops = [self.stopped[one] for one in (ALL, key[0]) if one in self.stopped]
            self.limit[key] = min([self.now, *stops])
            self.winner[key] = won[0].player, complete
            self.waits[key] = {
                other
                for other in self.in_play
                if any(
                    at < complete and self.contends(other, box)
                    for box, at in self.complete.get(other, {}).items()
                )
            }

    def ends(self, key: Key) -> None:
        self.in_play.discard(key)
        if key in self.first and key not in self.settled:
            del self.first[key], self.limit[key], self.winner[key], self.waits[key]

    def reckon(self) -> None:
        """What each has been due at any time since its settlement, he keeps."""
        for key, due in self.dues()[0].items():
            if key in self.settled:
                self.paid[key] = max(self.paid[key], due)
        while self.first:
            key = min(self.first, key=lambda one: self.winner[one][1])
            if key not in self.settled & self.final or self.waits[key] & self.in_play:
                return
            self.items = self.without(key, self.items)[1]
            self.stands[key] = self.paid.pop(key)
            self.settled.remove(key)
            del self.first[key], self.limit[key], self.waits[key]

    def dues(self) -> tuple[dict[Key, int], list[Item]]:
        left, due, kept = list(self.items), dict[Key, int](), list[Item]()
        waiting = False
        for key in sorted(self.first, key=lambda one: self.winner[one][1]):
            waiting = waiting or bool(self.waits[key] & self.in_play)
            if waiting:
                due[key] = self.seed
                continue
            mine, left, rest = self.without(key, left)
            due[key] = self.seed + int(sum((item.cents for item in mine), Fraction(0)))
            if key not in self.settled:
                kept += [*mine, rest._replace(cents=-rest.cents)]
        return due, left + kept

    def without(self, key: Key, items: list[Item]) -> tuple[list[Item], list[Item], Item]:
        """What a winner takes, what he leaves, and of that less than a cent."""
        mine = [item for item in items if self.takes(key, item)]
        total = sum((item.cents for item in mine), Fraction(0))
        just_before = Fraction(1, 9)
        rest = Item(
            self.first[key] - just_before,
            self.limit[key] - just_before,
            None,
            total - int(total),
        )
        return mine, [*(item for item in items if item not in mine), rest], rest

    def takes(self, key: Key, item: Item) -> bool:
        own = self.leaves_own and item.key == key
        return item.at < self.first[key] and item.counts < self.limit[key] and not own

    def stop(self) -> None:
        self.now += 1
        self.stopped.setdefault(ALL, self.now)

    def go_on(self) -> None:
        self.stopped.clear()

    def corrected(self, cents: int) -> None:
        self.now += 1
        self.comes_in(None, Fraction(cents))

    @property
    def meter(self) -> Fraction:
        return self.seed + sum((item.cents for item in self.dues()[1]), Fraction(0))

    @property
    def displayed(self) -> int:
        until = self.stopped.get(ALL, self.now + 1)
        shown = (item.cents for item in self.dues()[1] if item.counts < until)
        return int(self.seed + sum(shown, Fraction(0)))

    @property
    def won(self) -> dict[str, int]:
        won: dict[str, int] = {}
        for key, cents in (self.paid | self.stands).items():
            player = self.winner[key][0]
            won[player] = won.get(player, 0) + cents
        return won


JP, HAND = "progressive", 3
