"""Decisions that the environments for learners take, beside Gymnasium's own Blackjack."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

import croupier.gym  # noqa: F401 - registers the environments
from croupier.benches.figures import Figure
from croupier.games import GAMES
from croupier.gym import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REFERENCE = "Gymnasium's Blackjack-v1, 64 at a time"
TRIES, SECONDS = 3, 0.2
MANY = (1 << 6, 1 << 10, 1 << 14, 1 << 16)
POKER, BACCARAT = "croupier/ThreeCardPoker-v0", "croupier/Baccarat-v0"


def best_rate(step: Callable[[], object], decisions: int) -> float:
    """Return decisions a second of processor time in the best try."""
    step()
    rates = []
    for _ in range(TRIES):
        times, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            step()
            times += 1
        rates.append(times * decisions / spent)
    return max(rates)


def vector_rate(name: str, number: int, **how: Any) -> float:  # noqa: ANN401 - of any environment
    envs = gymnasium.make_vec(name, number, **how)
    envs.reset(seed=7)
    actions = np.ones(number, np.int64)
    return best_rate(lambda: envs.step(actions), number)


def single_rate(name: str) -> float:
    env = gymnasium.make(name).unwrapped
    env.reset(seed=7)

    def step() -> None:
        if any(env.step(np.int64(1))[2:4]):
            env.reset()

    return best_rate(step, 1)


def table_rate(name: str) -> float:
    env, rng = tables.raw_env(name), np.random.default_rng(7)
    env.reset(seed=7)

    def step() -> None:
        if any(env.terminations.values()):
            env.reset()
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))

    return best_rate(step, 1)


def rates() -> Iterator[tuple[str, float]]:
    yield f"{POKER}, one", single_rate(POKER)
    for seen in ("cards", "strength"):
        for number in MANY:
            what = f"{POKER}, {number:,} at a time, {seen}"
            yield what, vector_rate(POKER, number, observation=seen)
    yield f"{BACCARAT}, one", single_rate(BACCARAT)
    for number in MANY[:2]:
        yield f"{BACCARAT}, {number:,} at a time", vector_rate(BACCARAT, number)
    for game in GAMES:
        yield f"{game.name}, a table of two players", table_rate(game.name)


def measured() -> Iterator[Figure]:
    reference = vector_rate("Blackjack-v1", 64, vectorization_mode="sync")
    for what, rate in rates():
        yield Figure(measure=what, value=rate, unit="decisions/s", reference=reference)
