"""The same true rounds with lies and without: each wager comes out the same to the cent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
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
from croupier.table.meter_postings import postings as of_meter
from croupier.table.metered import concerns_meter, decide_metered
from croupier.table.postings import postings
from croupier.table.state import Step
from tests.simulation.insider import honest, lies
from tests.simulation.insider.honest import INSIDER, SECOND, Ask, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.state import Table

SEATS = (asks.Sit, asks.StandUp, asks.WalkAway)
STUCK = 10
"""Honest steps without any effect after which a table is stuck."""


class Wrong(AssertionError):  # noqa: N818 - a finding
    """The lies have moved something."""


class Wait(NamedTuple):
    seconds: int


class Go(NamedTuple):
    """The honest people do the next thing."""


Move = Wait | Go | asks.AnyCommand


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
        self.asked: dict[int, list[Ask]] = {}
        """By round, the bets that were asked for, and seats that were given meanwhile."""
        self.before: dict[int, list[Ask]] = {}
        """By round, seats that were given before it."""
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
        self.note(command, who, answer)
        if isinstance(answer, Refused):
            for problem in refusal_without_clause(self.table, answer):
                raise Wrong(problem)
            return answer
        for event in answer:
            self.record(event)
        return answer

    def note(self, command: AnyCommand, who: Who, answer: list[AnyEvent] | Refused) -> None:
        """Bets, and seats that the house gives: these are on record, whoever gave them."""
        taking, number = self.table.step is Step.BETTING, self.table.round.number
        if not isinstance(command, (asks.Place, *SEATS)) or (
            who is INSIDER and isinstance(answer, Refused)
        ):
            return
        seat = self.table.seat_of(command.player)
        if who is INSIDER and taking and seat not in {None, getattr(command, "box", None)}:
            raise Wrong(f"{command} moves a seated player while bets are taken")
        noted, number = (self.asked, number) if taking else (self.before, number + 1)
        noted.setdefault(number, []).append((who, command))

    def decided(self, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        table, jackpot = self.table, self.jackpot
        if jackpot is None or not concerns_meter(table, command, jackpot):
            return decide(table, command, who, self.at)
        known = known_at(table, (table,), jackpot, lambda one, box: one.round.complete_at[box])
        return decide_metered(table, command, who, self.at, known)

    def record(self, event: AnyEvent) -> None:
        if isinstance(event, happened.BettingOpened):
            self.opened = self.table, []
            self.number, self.bet, self.tried = event.round, 0, set()
        moved = list(postings(event))
        if self.jackpot is not None:
            for fed in follows(self.table, event, self.jackpot):
                moved += of_meter(fed)
                self.jackpot = jackpots.evolve(self.jackpot, fed)
        for account, cents in moved:
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
        if table.awaiting is not None and table.awaiting.offers:
            offer = table.awaiting.offers[0]
            option = "continue" if "continue" in offer.options else offer.options[0]
            who = Who(offer.player, Role.PLAYER)
            self.ask(asks.Choose(offer.player, option, offer.box), who)
        elif table.awaiting is not None or table.interrupted or table.next_said_by:
            self.ask(asks.Reject("it is not so"), SECOND)
        elif table.step is Step.CONCLUDED:
            for who, command in self.plan.rounds[table.round.number].before:
                self.ask(command, who)
            self.ask(asks.OpenBetting(), self.plan.deals)
        elif table.step is Step.BETTING:
            self.next_bet(round_)
        elif not self.player_acts(round_):
            self.dealer_acts(round_)

    def next_bet(self, round_: honest.Round) -> None:
        if self.bet < len(round_.bets):
            who, command = round_.bets[self.bet]
            self.bet, self.idle = self.bet + 1, -1
            self.ask(command, who)
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
                self.at = max(self.at, until(self.table) or 0)
            answer = self.ask(command, who)
            if answer and not isinstance(answer, Refused):
                return

    def finish(self) -> None:
        while not self.is_over:
            self.go_on()


def without_lies(said: Run) -> Run:
    """The same rounds with the bets that were made before betting closed."""
    plan = said.plan
    rounds = tuple(
        replace(
            one, bets=tuple(said.asked.get(number, ())), before=tuple(said.before.get(number, ()))
        )
        for number, one in enumerate(plan.rounds, 1)
    )
    run = Run(Plan(plan.setup, plan.deals, rounds))
    run.finish()
    return run


def compare(run: Run) -> None:
    true = without_lies(run)
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
