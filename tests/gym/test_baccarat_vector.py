"""Many shoes at once: by the simulator's cells what a live table does by the rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from croupier.gym.baccarat import Baccarat
from croupier.gym.baccarat_vector import Baccarats
from croupier.problems import BadInput

ID = "croupier/Baccarat-v0"


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"decks": 6, "interpretations": {"baccarat-burn": "first-card-value"}},
        {"interpretations": {"baccarat-cut-card": "200"}},
    ],
)
def test_each_shoe_is_dealt_as_at_a_live_table(how: dict[str, Any]) -> None:
    many, one = Baccarats(3, **how), Baccarat(**how)
    actions = np.random.default_rng(5).integers(6, size=(100, 3))
    steps = [(many.reset(seed=9)[0], np.zeros(3), np.zeros(3, bool))]
    finals = []
    for row in actions:
        seen, rewards, over, _, info = many.step(row)
        steps.append((seen, rewards, over))
        finals.append(info.get("final_obs"))
    for place in range(3):
        seen, _ = one.reset(seed=9 if place == 0 else None)
        assert np.array_equal(seen, steps[0][0][place])
        for number, row in enumerate(actions):
            seen, reward, ended, _, _ = one.step(row[place])
            after = finals[number] if ended else steps[number + 1][0]
            assert after is not None
            assert (reward, ended) == (
                steps[number + 1][1][place],
                steps[number + 1][2][place],
            )
            assert np.array_equal(seen, after[place])
            if ended:
                break
        assert ended


def test_where_a_shoe_ends_the_next_begins() -> None:
    envs = gymnasium.make_vec(ID, 40)
    assert isinstance(envs, Baccarats)
    seen, info = envs.reset(seed=1)
    assert info["action_mask"].tolist() == [[1] * 6] * 40
    ended = np.zeros(40, int)
    for _ in range(180):
        seen, _, over, _, _ = envs.step(np.ones(40, np.int64))
        assert envs.observation_space.contains(seen)
        assert (seen[over] == 32).all()
        assert (seen[~over].sum(axis=1) < 416).all()
        ended += over
    assert set(ended.tolist()) == {2}


def test_the_player_bet_comes_to_its_exact_value() -> None:
    envs = Baccarats(4000)
    envs.reset(seed=3)
    rewards = np.stack([envs.step(np.ones(4000, np.int64))[1] for _ in range(60)])
    by_shoe = rewards.mean(axis=0)
    away = by_shoe.mean() + 0.01235081
    assert abs(away) < 4 * by_shoe.std() / 4000**0.5


def test_nonsense_is_answered_in_one_line() -> None:
    for number in (0, -1, 1 << 21, 2.5, "8"):
        with pytest.raises(BadInput, match="num_envs: a whole number from 1 to 1,048,576"):
            Baccarats(number)  # type: ignore[arg-type]
    envs = Baccarats(2)
    with pytest.raises(BadInput, match="no betting is open: reset brings shoes"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(BadInput, match="options: there are none"):
        envs.reset(options={"strength": 1})
    envs.reset(seed=1)
    for actions in ([0, 6], [0, -1]):
        with pytest.raises(BadInput, match="actions: 0 to 5"):
            envs.step(np.array(actions))
    with pytest.raises(BadInput, match="actions: 2 whole numbers are needed"):
        envs.step(np.array([0.5, 1]))
