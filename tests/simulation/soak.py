"""Seeded soak tests: random and hostile commands, irregularities, interruptions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Device
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.sim import dealer
from croupier.sim.staff import STAFF, resolve_pending
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, DEALER
from croupier.table.dealing import UNREAD
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.invariants import broken, refusal_without_clause
from croupier.table.postings import postings
from croupier.table.seen import seen_unread, visible
from croupier.table.state import Step, Table, parsed
from croupier.table.views import candidates
from croupier.wire.house import setup_of
from tests.simulation.hostile import (
    EVERYONE,
    PLAYERS,
    hostile,
    irregular,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.cards import Card
    from croupier.table.commands import AnyCommand, Setup, Who
    from croupier.table.events import AnyEvent

STEPS_TO_CONCLUDE = 400


class Broken(AssertionError):  # noqa: N818 - a finding
    """Something that must always hold did not; the seed and the place reproduce it."""


@dataclass(kw_only=True)
class Tally:
    commands: int = 0
    refused: int = 0
    events: int = 0
    rounds: int = 0
    voided: int = 0
    rulings: int = 0
    interruptions: int = 0
    refusals: Counter[str] = field(default_factory=Counter)


class Floor:
    """Several tables, and the jackpot that those of one game share."""

    def __init__(self, setups: Iterable[Setup], seed: int) -> None:
        self.rng = Random(seed)
        self.tables = {
            f"t{number}": new_table(f"t{number}", setup) for number, setup in enumerate(setups, 1)
        }
        self.shoes = {
            name: dealer.Shoe(table.setup.decks, self.rng) for name, table in self.tables.items()
        }
        terms = next((terms for one in setups if (terms := jackpot_of(one))), None)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.balances: dict[str, dict[str, int]] = {name: {} for name in self.tables}
        self.meter_cents = 0
        self.since: dict[str, tuple[Table, list[AnyEvent]]] = {}
        self.public: dict[str, set[Card]] = {name: set() for name in self.tables}
        self.own: dict[tuple[str, str], set[Card]] = {}
        self.tally = Tally()
        self.at = 0

    def ask(self, name: str, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        table = self.tables[name]
        self.tally.commands += 1
        try:
            answer = decide(table, command, who, self.at)
        except Exception as error:  # a bug of any kind is reported with its seed
            what = f"{name}, command {self.tally.commands} {command} by {who.name}"
            raise Broken(f"{what}: {error!r}") from error
        if isinstance(answer, Refused):
            self.tally.refused += 1
            self.tally.refusals[answer.why] += 1
            self.insist(refusal_without_clause(table, answer), name, command)
            return answer
        for event in answer:
            self.record(name, event, command)
        return answer

    def record(self, name: str, event: AnyEvent, command: AnyCommand) -> None:
        table = self.tables[name]
        self.tally.events += 1
        if isinstance(event, happened.BettingOpened):
            self.tally.rounds += 1
            self.since[name] = (table, [])
            self.public[name] = set()
            self.own = {key: cards for key, cards in self.own.items() if key[0] != name}
        self.count(event)
        self.feed(table, event)
        accounts = self.balances[name]
        for account, cents in postings(event):
            accounts[account] = accounts.get(account, 0) + cents
        self.tables[name] = table = evolve(table, event)
        if name in self.since:
            self.since[name][1].append(event)
        self.insist(broken(table, event, accounts), name, command)
        if sum(accounts.values()):
            raise Broken(f"{name}: money does not balance after {event}")
        self.reveal(name, table, event)
        self.insist(self.leaks(name, table), name, command)
        if isinstance(event, happened.RoundSettled | happened.RoundVoided):
            self.replay(name, table)

    def count(self, event: AnyEvent) -> None:
        self.tally.voided += isinstance(event, happened.RoundVoided)
        self.tally.rulings += isinstance(event, happened.RulingMade)
        self.tally.interruptions += isinstance(event, happened.RoundInterrupted)

    def feed(self, table: Table, event: AnyEvent) -> None:
        """The meter never falls but for an award, a returned bet or a correction."""
        if self.jackpot is None:
            return
        for one in follows(table, event, self.jackpot):
            before = self.jackpot.meter.cents
            self.jackpot = jackpots.evolve(self.jackpot, one)
            may_fall = isinstance(
                one, jackpots.MajorPaid | jackpots.ContributionTakenBack | jackpots.MeterCorrected
            )
            if self.jackpot.meter.cents < before and not may_fall:
                raise Broken(f"the meter fell by {one}")

    def insist(self, problems: Iterable[str], name: str, command: AnyCommand) -> None:
        for problem in problems:
            raise Broken(f"{name}, command {self.tally.commands} {command}: {problem}")

    def reveal(self, name: str, table: Table, event: AnyEvent) -> None:
        """Which cards have come into view, told by the events alone."""
        public = self.public[name]
        match event:
            case happened.HandReturned() | happened.DealerExposed() | happened.CardsExposed():
                public.update(card for card in parsed(event.cards) if card)
            case happened.NextCardsOrdered(face_up=True):
                public.update(card for card in parsed(event.cards) if card)
            case happened.CardsDealt() if table.game.cards_open and event.to >= DEALER:
                public.update(card for card in parsed(event.cards) if card)
            case happened.HandExamined():
                mine = self.own.setdefault((name, event.player), set())
                mine.clear()
                mine.update(card for card in table.cards_of(event.box) if card)
            case happened.CardsRead():
                self.was_read(name, table, (event.place,))
            case happened.RoundSettled():
                shown = [
                    cards
                    for place, cards in table.round.hands.items()
                    if table.round.decisions.get(place) is not Choice.FOLD
                ]
                public.update(card for cards in shown for card in cards if card)
            case happened.CardsFoundLying() | happened.DealReconstructed() | happened.HandsMoved():
                faces = [table.cards_of(place) for place in table.round.face_up]
                public.update(card for cards in faces for card in cards if card)
                if table.game.cards_open:
                    hands = table.round.hands.values()
                    public.update(card for cards in hands for card in cards if card)
                if isinstance(event, happened.CardsFoundLying):
                    self.was_read(name, table, event.hands)
            case _:
                pass

    def was_read(self, name: str, table: Table, places: Iterable[int]) -> None:
        """Cards that nobody had read when their hand was looked at; open ones are everybody's."""
        for place in places:
            if table.game.cards_open:
                self.public[name].update(card for card in table.cards_of(place) if card)
            for player in table.round.looked_at.get(place, ()):
                mine = self.own.setdefault((name, player), set())
                mine.update(card for card in table.cards_of(place) if card)

    def leaks(self, name: str, table: Table) -> Iterable[str]:
        for who in (*PLAYERS, STAFF[0], EVERYONE[-2]):
            allowed = self.public[name] | self.own.get((name, who.name), set())
            for place in table.round.hands:
                shown = {card for card in visible(table, place, who) if card}
                if not shown <= allowed:
                    yield f"{who.name} sees {shown - allowed} on {place}"

    def replay(self, name: str, table: Table) -> None:
        if name not in self.since:
            return
        then, events = self.since[name]
        for event in events:
            then = evolve(then, event)
        if then != table:
            raise Broken(f"{name}: replaying the round gives another table")

    def step(self) -> None:
        """One more command, most often a sensible one."""
        name = self.rng.choice(list(self.tables))
        table = self.tables[name]
        self.at += 30_000 if self.rng.random() < A_PAUSE else self.rng.randrange(1000)
        chance = self.rng.random()
        if chance < SENSIBLE:
            self.sensible(name, table, self.rng.choice(self.whose_turn(table)))
        elif chance < HOSTILE:
            who = self.rng.choice(EVERYONE)
            self.ask(name, hostile(self.rng, table), who)
        elif chance < IRREGULAR:
            self.ask(name, irregular(self.rng, table), self.rng.choice(STAFF))
        else:
            self.ask(name, asks.Interrupt(), CLOCK)

    def whose_turn(self, table: Table) -> tuple[Who, ...]:
        """Mostly those for whom the table waits."""
        if self.rng.random() > STILL_BETTING:
            return EVERYONE
        if table.interrupted:
            return (CLOCK,)
        if table.awaiting is not None:
            return PLAYERS if table.awaiting.offers else STAFF
        return PLAYERS if table.step is Step.BETTING else EVERYONE

    def sensible(self, name: str, table: Table, who: Who) -> None:
        if who.is_staff and table.awaiting is not None:
            self.ask(name, resolve_pending(self.rng, table), who)
            return
        if who.is_staff and not table.is_open:
            self.ask(name, asks.OpenTable(), who)
            return
        if who is CLOCK:
            self.ask(name, asks.Resume() if table.interrupted else asks.TimeUp(), CLOCK)
            return
        if who.is_staff:
            command = self.dealers_choice(name, table, who)
            if isinstance(command, asks.CloseBetting) and self.rng.random() < STILL_BETTING:
                return
            if isinstance(command, asks.Deal) and self.rng.random() < UNREAD_CARDS:
                command = asks.Deal(" ".join(UNREAD for _ in command.cards.split()))
        else:
            command = self.players_choice(table, who)
        if command is not None:
            self.ask(name, command, who)

    def dealers_choice(self, name: str, table: Table, who: Who) -> AnyCommand | None:
        """What the automatic dealer would do; or a hand is read that nobody has read."""
        shown = self.jackpot.displayed_cents if self.jackpot else None
        command = dealer.next_command(table, who, self.shoes[name], shown)
        unread = [place for place, cards in table.round.hands.items() if None in cards]
        if not unread or not (command is None or isinstance(command, asks.Settle)):
            return command
        place = self.rng.choice(unread)
        cards = self.read_out(name, table, place)
        if place == DEALER and not table.game.cards_open:
            return asks.ExposeDealer(cards)
        return asks.ReturnHand(place, cards)

    def read_out(self, name: str, table: Table, place: int) -> str:
        lying = table.cards_of(place)
        fresh = self.shoes[name].others(table, lying.count(None))
        return " ".join(str(card or fresh.pop()) for card in lying)

    def players_choice(self, table: Table, who: Who) -> AnyCommand | None:
        """Something that a player might try now; a wager of any size."""
        might = list(candidates(table, who))
        if not might:
            return asks.Sit(who.name, self.rng.randrange(1, 9))
        command = self.rng.choice(might)
        if isinstance(command, asks.Place) and self.rng.random() < RAISED:
            more = self.rng.randrange(1, 40) * table.setup.chip_cents
            return asks.Place(command.player, command.bet, command.cents + more, command.box)
        return command

    def conclude(self) -> None:
        """Every table can always be brought to the end of its round."""
        for name in self.tables:
            for _ in range(STEPS_TO_CONCLUDE):
                table = self.tables[name]
                if table.step is Step.CONCLUDED and table.awaiting is None:
                    break
                self.at += 60_000
                self.towards_the_end(name, table)
            else:
                raise Broken(f"{name} does not reach the end of its round: {self.tables[name]}")

    def towards_the_end(self, name: str, table: Table) -> None:
        if table.interrupted and (unread := seen_unread(table)):
            cards = self.read_out(name, table, unread[0])
            self.ask(name, asks.ReturnHand(unread[0], cards), dealer.NAME)
        elif table.interrupted:
            self.ask(name, asks.Resume(), CLOCK)
        elif table.awaiting is not None and table.awaiting.offers:
            self.ask(name, asks.TimeUp(), CLOCK)
        elif table.awaiting is not None:
            for who in (STAFF[4], STAFF[3], STAFF[2]):
                self.ask(name, resolve_pending(self.rng, table, sound=True), who)
            if self.tables[name].awaiting == table.awaiting and self.rng.random() < GIVES_UP:
                self.ask(name, asks.Reject("no longer so"), STAFF[4])
        elif table.step is Step.PLAYING and until(table) is not None:
            self.ask(name, asks.TimeUp(), CLOCK)
        elif (command := self.dealers_choice(name, table, dealer.NAME)) is not None:
            self.ask(name, command, dealer.NAME)


def floor_of_each_game() -> tuple[Setup, ...]:
    """Every game and a second table that shares the jackpot, dealt now by hand, now by machine."""
    twice = [game for game in GAMES if game.jackpot][:1]
    tables = zip((*GAMES, *twice), cycle(Device), strict=False)
    return tuple(
        setup_of(game.name, device if device in game.procedure.deals else min(game.procedure.deals))
        for game, device in tables
    )


SENSIBLE, HOSTILE, IRREGULAR = 0.9, 0.985, 0.998
STILL_BETTING, RAISED, A_PAUSE, UNREAD_CARDS = 0.85, 0.5, 0.02, 0.02
GIVES_UP = 0.2


def soak(
    setups: Iterable[Setup],
    seed: int,
    rounds: int,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    floor = Floor(tuple(setups), seed)
    while floor.tally.rounds < rounds:
        floor.step()
        if floor.tally.commands % 256 == 0:
            if progress is not None:
                progress(floor.tally.rounds)
            if floor.tally.commands % 4096 == 0:
                floor.conclude()
    floor.conclude()
    return floor.tally
