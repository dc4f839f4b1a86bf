"""One dealer lies at will, everybody else is honest: every wager is settled as by the record.

The same true rounds are played twice, once without a lie. Whatever the dealer says in between, the
honest second person rejects it; and no answer to him depends on a card that he may not see.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.wire.house import setup_of
from tests.simulation.insider import honest, lies, oracle
from tests.simulation.insider.twice import (
    Go,
    Move,
    Run,
    Wait,
    Wrong,
    compare,
    replayed,
    without_lies,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.table.commands import Setup
    from tests.simulation.insider.honest import Plan


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
    rng = Random(seed)
    plan = honest.planned(rng, setup, ROUNDS)
    run, moves = Run(plan), list[Move]()
    wrong: str | None = None
    after = AFTERWARDS
    try:
        while len(moves) < MOST_MOVES and after:
            after -= run.is_over
            move = chosen(rng, run)
            moves.append(move)
            if not isinstance(move, Wait | Go) and run.may_be_said(move):
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
    return Found(seed, wrong, run, truly(run))


def truly(run: Run) -> dict[str, int]:
    """What each would have without the lies; of a run that stopped, with the bets until then."""
    try:
        return without_lies(run).balances
    except Wrong:
        return {}


def tables_of_each_game() -> tuple[Setup, ...]:
    """Every game with every device that its document knows."""
    return tuple(setup_of(game.name, one) for game in GAMES for one in sorted(game.procedure.deals))


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
