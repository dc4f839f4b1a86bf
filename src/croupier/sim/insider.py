"""One dealer lies at will, everybody else is honest: every wager is settled as by the record.

The same true rounds are played twice, once without a lie. Whatever the dealer says in between, the
honest second person rejects it, and each wager comes out the same to the cent.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.sim import honest, lies, oracle
from croupier.sim.honest import INSIDER, SECOND, Plan
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.clocks import until
from croupier.table.commands import CLOCK, Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.invariants import broken, refusal_without_clause
from croupier.table.majors import known_at
from croupier.table.metered import METERED, decide_metered
from croupier.table.postings import postings
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.state import Table

STUCK = 10
"""Honest steps without any effect after which a table is stuck."""


class Wrong(AssertionError):  # noqa: N818 - a finding
    """The lies have moved something."""


class Wait(NamedTuple):
    seconds: int


class Go(NamedTuple):
    """The honest people do the next thing."""


Move = Wait | Go | asks.Command


class Said(NamedTuple):
    at: int
    who: Who
    command: AnyCommand
    answer: list[AnyEvent] | Refused


def refusal(one: Said) -> str:
    return f"; {one.who.name} {one.command}: {getattr(one.answer, 'says', '')}"


class Run:
    """The true rounds at one table, with whatever is said in between."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.table = new_table("t1", plan.setup)
        terms = jackpot_of(plan.setup)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None
        self.balances: dict[str, int] = {}
        self.at = 0
        self.said: list[Said] = []
        self.settled: dict[int, tuple[SettledLine, ...]] = {}
        self.opened: tuple[Table, list[AnyEvent]] = self.table, []
        """The table when its round was opened, and what has happened since."""
        self.number = 0
        self.bet = 0
        self.bets: dict[int, int] = {}
        """How many of a round's bets were asked for when betting closed."""
        self.tried: set[AnyCommand] = set()
        self.idle = 0

    @property
    def round(self) -> honest.Round:
        return self.plan.rounds[max(self.table.round.number, 1) - 1]

    @property
    def is_over(self) -> bool:
        table = self.table
        last = table.round.number == len(self.plan.rounds)
        return last and table.step is Step.CONCLUDED and table.awaiting is None

    def ask(self, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        self.at += 1
        answer = self.decided(command, who)
        self.said.append(Said(self.at, who, command, answer))
        if isinstance(answer, Refused):
            for problem in refusal_without_clause(self.table, answer):
                raise Wrong(problem)
            return answer
        for event in answer:
            self.record(event)
        return answer

    def decided(self, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        if self.jackpot is None or not isinstance(command, METERED):
            return decide(self.table, command, who, self.at)
        known = known_at(self.table, (self.table,), self.jackpot, lambda _table, box: box)
        return decide_metered(self.table, command, who, self.at, known)

    def record(self, event: AnyEvent) -> None:
        if isinstance(event, happened.BettingOpened):
            self.opened = self.table, []
            self.number, self.bet, self.tried = event.round, 0, set()
        if isinstance(event, happened.BettingClosed):
            self.bets[self.number] = self.bet
        for one in follows(self.table, event, self.jackpot) if self.jackpot else ():
            self.jackpot = jackpots.evolve(self.jackpot, one) if self.jackpot else None
        for account, cents in postings(event):
            self.balances[account] = self.balances.get(account, 0) + cents
        self.table = evolve(self.table, event)
        self.opened[1].append(event)
        self.settled[self.number] = self.table.round.lines
        for problem in broken(self.table, event, self.balances):
            raise Wrong(problem)
        if sum(self.balances.values()):
            raise Wrong(f"money does not balance after {event}")

    def make(self, move: Move) -> None:
        if isinstance(move, Wait):
            self.wait(move.seconds)
        elif isinstance(move, Go):
            self.go_on()
        elif self.may_be_said(move):
            self.ask(move, INSIDER)

    def may_be_said(self, command: AnyCommand) -> bool:
        """He enters cards truly, and leaves the last round where it is."""
        opens = isinstance(command, asks.OpenBetting) and self.is_over
        return not opens and not lies.enters_the_record(self.table, command)

    def wait(self, seconds: int) -> None:
        """Never past the time of people who are about to do something."""
        end = until(self.table)
        if end is None or self.at + 1000 * seconds < end - 1000:
            self.at += 1000 * seconds

    def go_on(self) -> None:
        """One honest thing; a table at which none has any effect is stuck."""
        if self.is_over:
            return
        before = self.table
        self.honest_step()
        self.idle = 0 if self.table != before else self.idle + 1
        if self.idle > STUCK:
            no = [one for one in self.said[-STUCK:] if isinstance(one.answer, Refused)]
            raise Wrong("the table cannot go on" + "".join(map(refusal, no[-3:])))

    def honest_step(self) -> None:
        table, round_ = self.table, self.round
        if table.interrupted:
            self.take_up_again()
        elif table.awaiting is not None and table.awaiting.offers:
            offer = table.awaiting.offers[0]
            option = "continue" if "continue" in offer.options else offer.options[0]
            who = Who(offer.player, Role.PLAYER)
            self.ask(asks.Choose(offer.player, option, offer.box), who)
        elif table.awaiting is not None:
            self.ask(asks.Reject("it is not so"), SECOND)
        elif table.step is Step.CONCLUDED:
            if not self.is_over:
                self.ask(asks.OpenBetting(), self.plan.deals)
        elif table.step is Step.BETTING:
            self.next_bet(round_)
        elif not self.player_acts(round_):
            self.dealer_acts(round_)

    def take_up_again(self) -> None:
        """The dealer says that it goes on, which is then rejected; unread cards are read in."""
        answer = self.ask(asks.Resume(), INSIDER)
        if not isinstance(answer, Refused):
            return
        for place, cards in self.table.round.hands.items():
            if None in cards and place >= 0:
                true = honest.hand_at(self.table, self.round, place)
                self.ask(asks.ReturnHand(place, true), INSIDER)
        self.ask(asks.Reject("it is not so"), SECOND)

    def next_bet(self, round_: honest.Round) -> None:
        if self.bet < len(round_.bets):
            command = round_.bets[self.bet]
            self.bet += 1
            self.ask(command, Who(command.player, Role.PLAYER))
        else:
            self.ask(asks.CloseBetting(), self.plan.deals)

    def player_acts(self, round_: honest.Round) -> bool:
        """The next thing that a player would do and that the table takes."""
        if self.table.step is not Step.PLAYING:
            return False
        for who, command in honest.players_turn(self.table, round_):
            if command in self.tried:
                continue
            if not isinstance(command, asks.Decide):
                self.tried.add(command)
            if not isinstance(self.ask(command, who), Refused):
                return True
        return False

    def dealer_acts(self, round_: honest.Round) -> None:
        for who, command in honest.dealers_turn(self.table, round_, self.plan.deals):
            if who is CLOCK:
                time = 1000 * self.table.setup.betting_seconds
                self.at = max(self.at, self.table.since + time)
            answer = self.ask(command, who)
            if answer and not isinstance(answer, Refused):
                return

    def finish(self) -> None:
        while not self.is_over:
            self.go_on()


def without_lies(plan: Plan, bets: dict[int, int]) -> Run:
    """The same rounds with the bets that were made before betting closed."""
    rounds = tuple(
        replace(one, bets=one.bets[: bets.get(number, len(one.bets))])
        for number, one in enumerate(plan.rounds, 1)
    )
    run = Run(Plan(plan.setup, plan.deals, rounds))
    run.finish()
    return run


def compare(run: Run) -> None:
    true = without_lies(run.plan, run.bets)
    for number in sorted(true.settled):
        one, other = (lines_of(each.settled.get(number, ())) for each in (true, run))
        if one != other:
            raise Wrong(f"round {number} is settled {other}, and truly {one}")
    if true.balances != run.balances:
        raise Wrong(f"balances {run.balances}, and truly {true.balances}")


def lines_of(lines: Iterable[SettledLine]) -> list[tuple[object, ...]]:
    return [
        (one.player, one.box, one.bet, one.event, one.stake_cents, one.result, one.back_cents)
        for one in lines
    ]


def replayed(plan: Plan, moves: Sequence[Move]) -> tuple[Run, str | None]:
    """The run with these moves and an honest end, and what was wrong with it."""
    run = Run(plan)
    try:
        for move in moves:
            run.make(move)
        run.finish()
        compare(run)
    except Wrong as wrong:
        return run, str(wrong)
    except Exception as error:  # noqa: BLE001 - a bug of any kind is a finding
        return run, repr(error)
    return run, None


class Found(NamedTuple):
    """What was wrong, with as few moves as show it."""

    seed: str
    wrong: str
    run: Run
    true: dict[str, int]


@dataclass(kw_only=True)
class Tally:
    rounds: int = 0
    commands: int = 0
    refused: int = 0
    compared: int = 0
    """Answers that were compared at two tables with other hidden cards."""
    rulings: int = 0
    rejected: int = 0
    refusals: Counter[str] = field(default_factory=Counter)

    def count(self, run: Run) -> None:
        self.rounds += len(run.plan.rounds)
        self.commands += len(run.said)
        for one in run.said:
            if isinstance(one.answer, Refused):
                self.refused += 1
                self.refusals[one.answer.why] += 1
            else:
                self.rulings += any(isinstance(it, happened.RulingMade) for it in one.answer)
                self.rejected += isinstance(one.command, asks.Reject)


ROUNDS, MOST_MOVES, AFTERWARDS = 2, 900, 25
LIES, WAITS, UNDER_WAY = 0.8, 0.86, 0.5
PAUSES = (1, 5, 20, 30, 3600)


def evening(setup: Setup, seed: str, tally: Tally) -> Found | None:
    """Two rounds with lies before, between and after everything honest."""
    rng = Random(seed)  # noqa: S311 - repeatable, and no card of a real shoe
    plan = honest.planned(rng, setup, new_table("t1", setup), ROUNDS)
    run, moves = Run(plan), list[Move]()
    wrong: str | None = None
    after = AFTERWARDS
    try:
        while len(moves) < MOST_MOVES and after:
            after -= run.is_over
            move = chosen(rng, run)
            moves.append(move)
            if isinstance(move, asks.Command) and run.may_be_said(move):
                tally.compared += oracle.compared(rng, run, move)
            run.make(move)
        run.finish()
        compare(run)
    except Wrong as found:
        wrong = str(found)
    except oracle.Told as told:
        return Found(seed, str(told), run, {})
    except Exception as error:  # noqa: BLE001 - as above
        wrong = repr(error)
    tally.count(run)
    return None if wrong is None else shrunk(seed, plan, moves, wrong)


def chosen(rng: Random, run: Run) -> Move:
    waits = run.table.awaiting is not None or run.table.interrupted
    chance = rng.random() * (1 + waits * UNDER_WAY)
    if chance < LIES:
        return lies.lie(rng, run.table, run.round.cards)
    return Wait(rng.choice(PAUSES)) if chance < WAITS else Go()


def shrunk(seed: str, plan: Plan, moves: list[Move], wrong: str) -> Found:
    """As few moves as still show something wrong; halves first, then one by one."""
    run, size = replayed(plan, moves)[0], max(1, len(moves) // 2)
    while size:
        at = 0
        while at < len(moves):
            fewer = moves[:at] + moves[at + size :]
            again, still = replayed(plan, fewer)
            if still is None:
                at += size
            else:
                moves, run, wrong = fewer, again, still
        size //= 2
    return Found(seed, wrong, run, without_lies(plan, run.bets).balances)


def hunt(
    setups: Sequence[Setup],
    seed: int,
    rounds: int,
    progress: Callable[[int], None] | None = None,
) -> tuple[Tally, Found | None]:
    """Evenings at each table in turn until so many rounds are played, or something is wrong."""
    tally = Tally()
    number = 0
    while tally.rounds < rounds:
        found = evening(setups[number % len(setups)], f"{seed}/{number}", tally)
        if found is not None:
            return tally, found
        number += 1
        if progress is not None:
            progress(tally.rounds)
    return tally, None
