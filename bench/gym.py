"""How many decisions a second the environments take, beside those that Gymnasium itself has.

    python -m bench.gym

The reference in the same run is Gymnasium's own Blackjack, as many at a time as its vectors of
environments make: it too is cards, a small table of what is seen and two actions.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import croupier.gym
from bench.ending import ended
from croupier.gym import tables

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 7
SECONDS = 0.25
POKER, BACCARAT = "croupier/ThreeCardPoker-v0", "croupier/Baccarat-v0"


def best(step: Callable[[], object], decisions: int) -> float:
    """Decisions a second of processor time in the best try: other work only ever slows one down."""
    step()
    rates = []
    for _ in range(TRIES):
        times, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            step()
            times += 1
        rates.append(times * decisions / spent)
    return max(rates)


def many(name: str, number: int, **how: Any) -> float:  # noqa: ANN401 - of any environment
    envs = gymnasium.make_vec(name, number, **how)
    envs.reset(seed=7)
    actions = np.ones(number, np.int64)
    return best(lambda: envs.step(actions), number)


def single(name: str) -> float:
    env = gymnasium.make(name).unwrapped
    env.reset(seed=7)

    def step() -> None:
        if any(env.step(np.int64(1))[2:4]):
            env.reset()

    return best(step, 1)


def table_of(name: str) -> float:
    env, rng = tables.raw_env(name), np.random.default_rng(7)
    env.reset(seed=7)

    def step() -> None:
        if any(env.terminations.values()):
            env.reset()
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))

    return best(step, 1)


def main() -> None:
    reference = many("Blackjack-v1", 64, vectorization_mode="sync")
    rows = {
        "Gymnasium's Blackjack-v1, 64 at a time": reference,
        f"{POKER}, one": single(POKER),
        **{
            f"{POKER}, {number:,} at a time, {seen}": many(POKER, number, observation=seen)
            for seen in ("cards", "strength")
            for number in (1 << 6, 1 << 10, 1 << 14, 1 << 16)
        },
        f"{BACCARAT}, one": single(BACCARAT),
        **{f"{BACCARAT}, {number:,} at a time": many(BACCARAT, number) for number in (64, 1024)},
        **{f"{one.name}, a table of two players": table_of(one.name) for one in croupier.GAMES},
    }
    shown = Table("environment", "decisions/s", "to Blackjack", box=SIMPLE_HEAD)
    for name, rate in rows.items():
        shown.add_row(name, f"{rate:,.0f}", f"{rate / reference:.2f}")
    Console(width=100).print(shown)


if __name__ == "__main__":
    ended(main)
