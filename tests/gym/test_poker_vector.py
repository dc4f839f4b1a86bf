"""Many decisions at once: the same rounds and rewards as one environment after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import croupier
from croupier.gym import hand_tables as tables
from croupier.gym.poker import ThreeCardPoker
from croupier.gym.poker_vector import AT_A_TIME, ThreeCardPokers
from croupier.lab.strategy import strategy
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.gym.poker import Kind

ID = "croupier/ThreeCardPoker-v0"
STAKES = {"ante": 1, "pair-plus": 3, "progressive": 1}


@pytest.mark.slow
@pytest.mark.parametrize("observation", ["cards", "strength"])
@pytest.mark.parametrize("stakes", [None, STAKES])
def test_it_is_the_single_one_many_times(observation: Kind, stakes: dict[str, int] | None) -> None:
    many = ThreeCardPokers(50, observation=observation, stakes=stakes)
    one = ThreeCardPoker(observation=observation, stakes=stakes)
    actions = np.random.default_rng(4).integers(2, size=(20, 50))
    seen, _ = many.reset(seed=9)
    first, _ = one.reset(seed=9)
    for row in actions:
        after, rewards, over, cut, info = many.step(row)
        for place, action in enumerate(row):
            assert np.array_equal(first, seen[place])
            told = one.step(action)
            assert np.array_equal(told[0], info["final_obs"][place])
            assert (told[1], told[2], told[3]) == (rewards[place], over[place], cut[place])
            first, _ = one.reset()
        seen = after


@pytest.mark.parametrize("number", [1, 63, AT_A_TIME - 1, AT_A_TIME, AT_A_TIME + 1])
def test_any_number_of_them_goes_through_the_same_rounds(number: int) -> None:
    def rounds(number: int, steps: int) -> Any:  # noqa: ANN401 - an array
        envs = ThreeCardPokers(number, observation="strength")
        seen = [envs.reset(seed=6)[0]]
        seen += [envs.step(np.ones(number, np.int64))[0] for _ in range(steps - 1)]
        return np.concatenate(seen)[:2000]

    steps = -(-2000 // number) + 1
    assert np.array_equal(rounds(number, steps), rounds(500, 5)[: number * steps])


def test_made_by_gymnasium_with_what_it_promises() -> None:
    envs = gymnasium.make_vec(ID, 8)
    assert isinstance(envs, ThreeCardPokers)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert envs.single_observation_space.contains(seen[0])
    assert info["action_mask"].tolist() == [[1, 1]] * 8
    assert envs.action_space.contains(np.zeros(8, np.int64))
    seen, rewards, over, cut, _ = envs.step(np.zeros(8, np.int64))
    assert envs.observation_space.contains(seen)
    assert (rewards.tolist(), over.tolist(), cut.tolist()) == ([-1.0] * 8, [True] * 8, [False] * 8)


def test_playing_a_given_hand_is_worth_what_the_lab_says() -> None:
    lab = strategy(croupier.game(tables.GAME)).lab
    number = 400_000
    envs = ThreeCardPokers(number, observation="strength")
    envs.reset(seed=12)
    for strength in (0, 200, 740):
        seen, _ = envs.reset(options={"strength": strength})
        assert (seen == strength).all()
        _, rewards, *_ = envs.step(np.ones(number, np.int64))
        alike = [one for one in lab.hands if lab.dealers.of(one.hand) == strength]
        exact = sum(one.play * one.alike for one in alike) / sum(one.alike for one in alike)
        assert abs(rewards.mean() - float(exact)) <= 4 * rewards.std() / number**0.5


def test_best_play_comes_to_its_exact_value() -> None:
    best = strategy(croupier.game(tables.GAME))
    weakest = best.lab.dealers.of(best.weakest_played)
    envs = ThreeCardPokers(1 << 20, observation="strength")
    seen, _ = envs.reset(seed=3)
    _, rewards, *_ = envs.step((seen >= weakest).astype(np.int64))
    away = rewards.mean() + float(best.best.odds.house_edge)
    assert abs(away) < 4 * rewards.std() / len(rewards) ** 0.5


def test_every_cell_that_a_round_can_have_has_its_rewards() -> None:
    envs = ThreeCardPokers(1 << 18, observation="strength")
    envs.reset(seed=5)
    assert not np.isnan(envs.step(np.ones(1 << 18, np.int64))[1]).any()


def test_the_hands_that_wait_can_be_drawn() -> None:
    envs = gymnasium.make_vec(ID, 2, render_mode="ansi")
    envs.reset(seed=7)
    assert envs.render() == (
        "3 Card Poker\ndealer  ?? ?? ??\nplayer  2d Th 8h  Three Odd Cards  ante 1",
        "3 Card Poker\ndealer  ?? ?? ??\nplayer  6s 3h 9s  Three Odd Cards  ante 1",
    )


@pytest.mark.parametrize("number", [0, -1, 1 << 25, 2.5, "8", True])
def test_a_number_that_is_none(number: Any) -> None:  # noqa: ANN401 - nonsense
    with pytest.raises(BadInput) as wrong:
        ThreeCardPokers(number)
    assert str(wrong.value) == "num_envs: a whole number from 1 to 16,777,216"


def test_actions_that_are_none() -> None:
    envs = ThreeCardPokers(3)
    with pytest.raises(BadInput, match="no hands wait for decisions: reset deals them"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=1)
    for actions in ([0, 1], [0.0, 1.0, 1.0], [[0], [1], [1]], None, "play"):
        with pytest.raises(BadInput, match="actions: 3 whole numbers are needed"):
            envs.step(actions)  # type: ignore[arg-type]
    for actions in ([0, 1, 2], [0, -1, 0]):
        with pytest.raises(BadInput, match="actions: 0 to 1"):
            envs.step(np.array(actions))
    with pytest.raises(BadInput, match="options, strength: one, or 3 of them"):
        envs.reset(options={"strength": [1, 2]})
