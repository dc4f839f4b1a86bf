# ruff: noqa: INP001, T201, PLR2004 - a script that prints, with figures
"""A learner that is told nothing of 3 Card Poker finds when to play: `python docs/learner.py`.

It keeps a table: for each strength of a hand what folding and playing have brought on average. It
starts rounds with the hands about which it is still in doubt, tries what it knows least of, and
stops when every hand is decided by five standard errors (Monte Carlo control with exploring
starts, as in Sutton and Barto's fifth chapter). Then the exact lab says what its policy is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import gymnasium
import numpy as np

import croupier
from croupier.gym.hand_tables import example
from croupier.lab.strategy import strategy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.float64]
    Policy = NDArray[np.int64]

ENVIRONMENT = "croupier.gym:croupier/ThreeCardPoker-v0"
AT_A_TIME = 1 << 16
SURE = 5


def learned(seed: int) -> tuple[Policy, int]:
    """For each strength, from the weakest, fold (0) or play (1); and how many decisions it took."""
    envs = gymnasium.make_vec(ENVIRONMENT, AT_A_TIME, observation="strength")
    envs.reset(seed=seed)
    shape = int(envs.observation_space.nvec[0]), 2
    tried, total, squares = np.zeros((3, *shape))
    error = np.full(shape, np.inf)
    doubtful = np.arange(shape[0])
    while len(doubtful):
        seen, _ = envs.reset(options={"strength": np.resize(doubtful, AT_A_TIME)})
        actions = error[seen].argmax(axis=1)
        _, rewards, *_ = envs.step(actions)
        place = seen * 2 + actions
        tried += np.bincount(place, minlength=tried.size).reshape(shape)
        total += np.bincount(place, rewards, tried.size).reshape(shape)
        squares += np.bincount(place, rewards**2, tried.size).reshape(shape)
        error = standard_errors(tried, total, squares)
        fold, play = (total / np.maximum(tried, 1)).T
        doubtful = np.flatnonzero(~(np.abs(play - fold) > SURE * np.hypot(*error.T)))
    return (play > fold).astype(np.int64), int(tried.sum())


def standard_errors(tried: Table, total: Table, squares: Table) -> Table:
    """Of each average; without end where little was tried."""
    times = np.maximum(tried, 1)
    variance = np.maximum(squares / times - (total / times) ** 2, 0)
    return np.where(tried < 30, np.inf, np.sqrt(variance / times))


def brings(policy: Policy, seed: int, steps: int) -> tuple[float, float]:
    """What it brings over rounds dealt by chance: the mean and its standard error."""
    envs = gymnasium.make_vec(ENVIRONMENT, AT_A_TIME, observation="strength")
    seen, _ = envs.reset(seed=seed)
    rewards = np.empty((steps, AT_A_TIME))
    for step in range(steps):
        seen, rewards[step], *_ = envs.step(policy[seen])
    return float(rewards.mean()), float(rewards.std() / np.sqrt(rewards.size))


if __name__ == "__main__":
    policy, decisions = learned(seed=7)
    plays, folds = np.flatnonzero(policy == 1), np.flatnonzero(policy == 0)
    print(f"{decisions:,} decisions")
    print("plays", example(int(plays.min())), "and better, folds up to", example(int(folds.max())))

    best = strategy(croupier.game("three-card-poker"))
    lab = best.lab
    value = -lab.entry(lambda one: not policy[lab.dealers.of(one.hand)]).house_edge
    print("exactly worth", value, "of an ante; best play", -best.best.odds.house_edge)

    mean, error = brings(policy, seed=8, steps=100)
    print(f"dealt {100 * AT_A_TIME:,} rounds: {mean:.4f}, give or take {error:.4f}")
    assert abs(mean - value) < 4 * error
