"""3 Card Poker's decision: the simulator's rounds, rewards as the rulebook settles them."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import croupier
from croupier.gym import hand_tables as tables
from croupier.gym.poker import ThreeCardPoker
from croupier.montecarlo.asking import Asked
from croupier.montecarlo.hands import index_of
from croupier.montecarlo.one_round import at_boxes
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.cards import Hand

ID = "croupier/ThreeCardPoker-v0"
FOLD, PLAY = 0, 1


@pytest.mark.parametrize("observation", ["cards", "strength"])
def test_gymnasium_s_own_check(observation: str) -> None:
    check_env(gymnasium.make(ID, observation=observation).unwrapped)


def test_the_rounds_are_those_of_a_simulation_with_the_seed() -> None:
    env = ThreeCardPoker()
    dealt = []
    for number in range(50):
        env.reset(seed=11 if number == 0 else None)
        dealt.append(env.hands())
        env.step(np.int64(PLAY))
    asked = Asked(game=croupier.game(tables.GAME), rounds=50, seed=11)
    rounds = [at_boxes(asked, number) for number in range(50)]
    assert dealt == [(one.boxes[0].hand, one.against) for one in rounds]


def by_the_rulebook(hand: Hand, dealer: Hand, action: int, wagers: dict[str, str]) -> float:
    """What `croupier settle` answers, for an ante of 1.00."""
    choice = ("fold", "play")[action]
    placed = wagers | ({"play": wagers["ante"]} if action == PLAY else {})
    told = croupier.settle(
        {
            "game": tables.GAME,
            "dealer": str(dealer),
            "jackpot": {"meter": "20000.00"},
            "boxes": [
                {
                    "box": 1,
                    "cards": str(hand),
                    "decision": choice,
                    "wagers": [
                        {"player": "p1", "bet": bet, "stake": stake}
                        for bet, stake in placed.items()
                    ],
                }
            ],
        }
    )
    return told.players["p1"].net_cents / 100


@pytest.mark.parametrize(
    ("stakes", "wagers"),
    [
        (None, {"ante": "1.00"}),
        (
            {"ante": 1, "pair-plus": 2, "progressive": 5},
            {"ante": "1.00", "pair-plus": "2.00", "progressive": "5.00"},
        ),
    ],
)
def test_rewards_are_what_the_rulebook_settles(
    stakes: dict[str, int] | None, wagers: dict[str, str]
) -> None:
    env = ThreeCardPoker(stakes=stakes)
    env.reset(seed=3)
    for number in range(300):
        _, reward, *_ = env.step(np.int64(number % 2))
        assert reward == by_the_rulebook(*env.hands(), number % 2, wagers)
        env.reset()


def test_nothing_of_the_dealer_s_hand_is_seen_before_the_decision() -> None:
    env = ThreeCardPoker(render_mode="ansi")
    for _ in range(20):
        seen, info = env.reset(seed=5 if env.key is None else None)
        drawn = env.render()
        assert env.cards is not None
        others = [card for card in range(52) if card not in env.cards[0, :3]]
        env.cards[0, 3:] = np.random.default_rng(1).choice(others, 3, replace=False)
        assert (env.seen().tolist(), str(env.info())) == (np.asarray(seen).tolist(), str(info))
        assert env.render() == drawn


def test_a_hand_of_a_strength_can_be_asked_for() -> None:
    env = ThreeCardPoker(observation="strength")
    best = tables.number_of_strengths() - 1
    env.reset(seed=1)
    hands = []
    for _ in range(400):
        seen, _ = env.reset(options={"strength": best})
        assert seen == best
        hand, dealer = env.hands()
        assert len({*hand, *dealer}) == 6
        hands.append("".join(sorted(card.suit for card in hand)))
    assert {suits: 60 < hands.count(suits) < 140 for suits in set(hands)} == dict.fromkeys(
        ("ccc", "ddd", "hhh", "sss"), True
    )


def test_strengths_are_in_the_ranking_s_order() -> None:
    every, begins = tables.by_strength()
    assert (len(every), len(begins)) == (22_100, 742)
    rank = croupier.game(tables.GAME).ranking.rank
    examples = [rank(tables.example(strength)) for strength in range(741)]
    assert examples == sorted(set(examples))
    assert (tables.strengths()[index_of(every)] == np.repeat(np.arange(741), np.diff(begins))).all()
    assert [str(tables.example(of)) for of in (0, 740)] == ["5h 3d 2c", "As Ks Qs"]


def test_the_whole_picture() -> None:
    env = ThreeCardPoker(stakes={"ante": 1, "pair-plus": Fraction(1, 2)}, render_mode="ansi")
    env.reset(seed=7)
    assert env.render() == (
        "3 Card Poker\ndealer  ?? ?? ??\nplayer  2d Th 8h  Three Odd Cards  ante 1, pair-plus 0.5"
    )
    env.step(np.int64(PLAY))
    assert env.render() == (
        "3 Card Poker\n"
        "dealer  3d 5d 5c  One Pair\n"
        "player  2d Th 8h  Three Odd Cards  ante 1, pair-plus 0.5\n"
        "player  ante       -1    Dealer ranks higher (3.15.2)\n"
        "player  pair-plus  -0.5  Less than a Pair (1.11, 3.16)\n"
        "player  play       -1    Dealer ranks higher (3.15.2)"
    )
    env.render_mode = "html"
    drawn = env.render()
    assert drawn is not None
    assert drawn.startswith("<table><caption>3 Card Poker</caption><tbody><tr><td>dealer</td><td>")
    assert "<td>Dealer ranks higher (3.15.2)</td></tr></tbody></table>" in drawn


def test_a_copy_goes_on_by_itself() -> None:
    env = ThreeCardPoker()
    env.reset(seed=2)
    other = copy.deepcopy(env)
    assert env.step(np.int64(PLAY))[1] == other.step(np.int64(PLAY))[1]
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"observation": "deck"}, "observation: 'deck' is not one of cards, strength"),
        ({"render_mode": "human"}, "render_mode: 'human' is not one of ansi, html"),
        ({"stakes": {"ante": 2}}, "stakes: the ante is the unit: it is staked 1"),
        ({"stakes": {"pair-plus": 1}}, "stakes: the ante is the unit: it is staked 1"),
        ({"stakes": {}}, "a round needs a bet"),
        (
            {"stakes": {"ante": 1, "tie": 1}},
            "no bet is called 'tie'; there are ante, pair-plus, progressive",
        ),
        ({"stakes": {"ante": 1, "pair-plus": 0}}, "pair-plus: a stake is more than 0"),
    ],
)
def test_nonsense_is_answered_in_one_line(how: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        ThreeCardPoker(**how)
    assert str(wrong.value) == told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"hand": 3}, "options: 'hand' is not one of strength"),
        ({"strength": -1}, "options, strength: a whole number from 0 to 740"),
        ({"strength": 741}, "options, strength: a whole number from 0 to 740"),
        ({"strength": 1.5}, "options, strength: a whole number from 0 to 740"),
        ({"strength": "high"}, "options, strength: a whole number from 0 to 740"),
        ({"strength": []}, "options, strength: a whole number from 0 to 740"),
    ],
)
def test_options_that_are_none(options: dict[str, Any], told: str) -> None:
    env = ThreeCardPoker()
    with pytest.raises(BadInput) as wrong:
        env.reset(seed=1, options=options)
    assert str(wrong.value) == told


def test_a_step_needs_a_hand_and_a_choice() -> None:
    env = ThreeCardPoker()
    for prepare in (lambda: None, lambda: (env.reset(seed=1), env.step(np.int64(FOLD)))):
        prepare()
        with pytest.raises(BadInput, match="no hand waits for a decision: reset deals one"):
            env.step(np.int64(FOLD))
    env.reset()
    for action in (2, -1, 0.5, "play", None):
        with pytest.raises(BadInput, match="action: 0 is to fold, 1 to play"):
            env.step(action)  # type: ignore[arg-type]
    assert env.step(np.int64(FOLD))[1] == -1
