"""Baccarat's betting: a shoe to the cut card, paid as the rulebook settles it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier
from croupier.cards import RANKS
from croupier.gym.baccarat import Baccarat
from croupier.problems import BadInput
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND
from croupier.table.state import as_drawn

if TYPE_CHECKING:
    from croupier.gym.live_table import LiveTable

ID = "croupier/Baccarat-v0"


def drawn(live: LiveTable) -> list[str]:
    hands = live.table.cards_of(PLAYER_HAND), live.table.cards_of(DEALER)
    return [str(card) for card in as_drawn(*hands)]


def played(env: Baccarat, action: int) -> tuple[Any, float, bool, list[str], int]:
    """A step, with the cards of the round that it settled, and how many were burnt."""
    assert env.live is not None
    concluded: list[tuple[list[str], int]] = []
    net = env.live.net

    def noted(who: Any) -> float:  # noqa: ANN401 - a player
        assert env.live is not None
        concluded.append((drawn(env.live), len(env.live.table.cards_of(BURNT))))
        return net(who)

    env.live.net = noted  # type: ignore[method-assign]
    seen, reward, over, _, _ = env.step(np.int64(action))
    env.live.net = net  # type: ignore[method-assign]
    return seen, reward, over, *concluded[0]


def by_the_rulebook(cards: list[str], bet: str) -> float:
    told = croupier.settle(
        {
            "game": "baccarat",
            "cards": " ".join(cards),
            "wagers": [{"player": "p1", "bet": bet, "stake": "10.00"}],
        }
    )
    return told.players["p1"].net_cents / 1000


def test_gymnasium_s_own_check() -> None:
    check_env(gymnasium.make(ID).unwrapped)


@pytest.mark.parametrize("burn", ["none", "first-card-value"])
def test_a_shoe_to_its_cut_card(burn: str) -> None:
    env = Baccarat(interpretations={"baccarat-burn": burn})
    seen, info = env.reset(seed=3)
    assert (seen.tolist(), info["action_mask"].tolist()) == ([32] * 13, [1] * 6)
    assert env.live is not None
    left, over, rounds, burnt = np.array(seen), False, 0, 0
    while not over:
        action = rounds % 6
        seen, reward, over, cards, some = played(env, action)
        assert reward == (by_the_rulebook(cards, env.action_names[action]) if action else 0)
        for card in cards:
            left[RANKS.index(card[0])] -= 1
        assert seen.tolist() == left.tolist()
        burnt += some
        rounds += 1
    in_the_shoe = int(left.sum()) - burnt
    assert in_the_shoe <= 14 < in_the_shoe + len(cards)
    assert (burnt > 1) == (burn != "none")
    assert env.info()["action_mask"].tolist() == [1, 0, 0, 0, 0, 0]
    with pytest.raises(BadInput, match="no betting is open: reset brings a new shoe"):
        env.step(np.int64(0))


def test_nothing_of_the_cards_to_come_is_seen() -> None:
    env = Baccarat(render_mode="ansi")
    env.reset(seed=8)
    for _ in range(10):
        other = copy.deepcopy(env)
        assert other.live is not None
        other.live.shoe.rng.shuffle(other.live.shoe.cards)
        assert (other.seen().tolist(), other.render()) == (env.seen().tolist(), env.render())
        assert str(other.info()) == str(env.info())
        env.step(np.int64(1))


def test_the_same_seed_brings_the_same_shoe_and_another_another() -> None:
    def shoe(seed: int) -> list[tuple[list[int], float]]:
        env = Baccarat()
        env.reset(seed=seed)
        return [(told[0].tolist(), told[1]) for told in (env.step(np.int64(2)) for _ in range(10))]

    assert shoe(5) == shoe(5)
    assert shoe(5) != shoe(6)


def test_fewer_decks_and_other_readings() -> None:
    env = Baccarat(decks=6, interpretations={"baccarat-cut-card": "300", "baccarat-burn": "none"})
    seen, _ = env.reset(seed=1)
    assert seen.tolist() == [24] * 13
    steps = 1
    while not env.step(np.int64(0))[2]:
        steps += 1
    assert 2 <= steps <= 3
    assert int(env.seen().sum()) <= 300


def test_the_round_before_is_drawn() -> None:
    env = Baccarat(render_mode="ansi")
    env.reset(seed=4)
    title = "Non-Commission Baccarat (Electronic Table Game), round 1:"
    assert env.render() == f"{title} betting\nplayer\nbanker\nplayer_1"
    env.step(np.int64(1))
    first, *rows = str(env.render()).splitlines()
    assert first == f"{title} concluded"
    assert [row.split()[0] for row in rows] == ["player", "banker", "player_1", "player_1"]
    assert rows[2].split() == ["player_1", "player"]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"decks": 1}, "decks: 1 deck, and the game is played with 4 to 8 decks"),
        ({"interpretations": {"burn": "no"}}, "interpretations: "),
        ({"render_mode": "rgb_array"}, "render_mode: 'rgb_array' is not one of ansi, html"),
    ],
)
def test_nonsense_is_answered_in_one_line(how: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        Baccarat(**how)
    assert str(wrong.value).startswith(told)


def test_actions_and_options_that_are_none() -> None:
    env = Baccarat()
    with pytest.raises(BadInput, match="no betting is open: reset brings a new shoe"):
        env.step(np.int64(0))
    with pytest.raises(BadInput, match="options: there are none"):
        env.reset(options={"left": 3})
    env.reset(seed=1)
    for action in (6, -1, 1.5, None):
        with pytest.raises(BadInput, match="action: 0 to 5"):
            env.step(action)  # type: ignore[arg-type]
