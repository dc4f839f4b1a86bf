"""Every game as a table of several players: PettingZoo's own tests, the rules, what is hidden."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

import croupier
from croupier.engine.decisions import Choice
from croupier.gym.features import vector
from croupier.gym.tables import Table, env, raw_env
from croupier.problems import BadInput
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.seen import visible
from croupier.table.state import Step, as_drawn
from tests.support.each_game import NAMES

if TYPE_CHECKING:
    from croupier.gym.live_table import LiveTable

POKER = "three-card-poker"


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_s_own_tests(name: str, players: int) -> None:
    api_test(env(name, players=players, rounds=2), num_cycles=40)
    seed_test(lambda: env(name, players=players, rounds=3), num_cycles=40)


def chosen(table: Table, rng: np.random.Generator) -> int:
    mask = table.infos[table.agent_selection]["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def by_the_rulebook(live: LiveTable) -> dict[str, float]:
    """What `croupier settle` answers for the round as it lies."""
    told: dict[str, Any] = {"game": live.game.name}
    round_ = live.table.round

    def wagers(box: int) -> list[dict[str, str]]:
        return [
            {"player": one.player, "bet": one.bet, "stake": f"{one.cents / 100:.2f}"}
            for one in live.table.on_box(box)
        ]

    if live.game.at_terminals:
        cards = as_drawn(live.table.cards_of(PLAYER_HAND), live.table.cards_of(DEALER))
        told |= {"cards": " ".join(map(str, cards)), "wagers": wagers(0)}
    else:
        told["dealer"] = " ".join(map(str, round_.hands[DEALER]))
        told["boxes"] = [
            {"box": box, "cards": " ".join(map(str, round_.hands[box])), "wagers": wagers(box)}
            | ({"decision": str(round_.decisions[box])} if box in round_.decisions else {})
            for box in live.table.boxes_in_play()
        ]
    if live.meter_cents is not None:
        told["jackpot"] = {"meter": f"{live.meter_cents / 100:.2f}"}
    return {
        name: one.net_cents / live.stake_cents
        for name, one in croupier.settle(told).players.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_rewards_are_what_the_rulebook_settles(name: str) -> None:
    table, rng = raw_env(name, players=3), np.random.default_rng(1)
    for number in range(25):
        table.reset(seed=number)
        while not any(table.terminations.values()):
            assert list(table.rewards.values()) == [0, 0, 0]
            table.step(chosen(table, rng))
        settled = by_the_rulebook(table.live) if table.live.table.round.wagers else {}
        assert table.rewards == dict.fromkeys(table.agents, 0.0) | settled


def exchanged(table: Table, agent: str) -> Table:
    """The same table, the cards that this player may not see turned round among themselves."""
    other = copy.deepcopy(table)
    live, who = other.live, other.who[agent]
    hands = dict(live.table.round.hands)
    hidden = [
        (place, number)
        for place in hands
        for number, card in enumerate(visible(live.table, place, who))
        if card is None
    ]
    cards = [hands[place][number] for place, number in hidden]
    for (place, number), card in zip(hidden, cards[1:] + cards[:1], strict=True):
        hands[place] = (*hands[place][:number], card, *hands[place][number + 1 :])
    live.table = replace(live.table, round=replace(live.table.round, hands=hands))
    live.shoe.rng.shuffle(live.shoe.cards)
    return other


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_depends_on_cards_that_a_player_may_not_see(name: str) -> None:
    table, rng = raw_env(name, players=3, render_mode="ansi"), np.random.default_rng(2)
    hidden = 0
    for number in range(4):
        table.reset(seed=number)
        while not any(table.terminations.values()):
            for agent in table.agents:
                other = exchanged(table, agent)
                hidden += other.live.table.round.hands != table.live.table.round.hands
                assert other.observe(agent).tolist() == table.observe(agent).tolist()
                assert str(other.info(agent)) == str(table.info(agent))
                table.agent_selection, turn = agent, table.agent_selection
                other.agent_selection = agent
                assert other.render() == table.render()
                table.agent_selection = turn
            table.step(chosen(table, rng))
    assert (hidden > 0) == (name == POKER)  # elsewhere all lies open by the time that one acts


def seen(table: Table, agent: str) -> dict[str, int]:
    return dict(zip(table.feature_names, table.observe(agent).tolist(), strict=True))


def test_a_round_of_three_card_poker_as_two_players_see_it() -> None:
    table = raw_env(POKER)
    table.reset(seed=4)
    names = table.action_names
    assert names == ["pass", "ante", "pair-plus", "progressive", "fold", "play"]
    assert table.infos["player_1"]["action_mask"].tolist() == [1, 1, 1, 0, 0, 0]
    for action in ("ante", "pass", "ante", "progressive", "pass"):
        table.step(names.index(action))
    assert table.agent_selection == "player_1"
    assert table.infos["player_1"]["action_mask"].tolist() == [0, 0, 0, 0, 1, 1]
    own = seen(table, "player_1")
    assert all(own[f"own card {number}"] for number in (1, 2, 3))
    assert not any(
        own[f"{whose} card {number}"] for whose in ("seat 1", "dealer") for number in (1, 2)
    )
    assert [own[f"own {bet}"] for bet in names[1:4]] == [1, 0, 0]
    assert [own[f"seat 1 {bet}"] for bet in names[1:4]] == [1, 0, 1]
    table.step(names.index("play"))
    assert seen(table, "player_2")["seat 1 decision"] == 2
    assert seen(table, "player_2")["seat 1 card 1"] == 0
    table.step(names.index("fold"))
    assert table.terminations == {"player_1": True, "player_2": True}
    assert table.rewards["player_2"] == -1.2
    at_the_end = seen(table, "player_2")
    assert [bool(at_the_end[f"{whose} card 1"]) for whose in ("dealer", "own", "seat 1")] == [
        True
    ] * 3
    assert at_the_end["phase"] == 3


def test_what_the_rules_refuse_counts_as_nothing_in_time() -> None:
    table = raw_env(POKER)
    table.reset(seed=4)
    table.step(table.action_names.index("progressive"))
    assert table.infos["player_1"]["refused"].endswith("(clause 3.8)")
    assert table.agent_selection == "player_2"
    assert not table.live.table.round.wagers
    table.step(table.action_names.index("ante"))
    table.step(table.action_names.index("ante"))
    assert table.infos["player_2"]["refused"] == "one stake lies there already"
    assert table.agent_selection == "player_2"
    table.step(table.action_names.index("pass"))
    assert table.infos["player_2"]["refused"] == "play or fold"
    assert table.rewards == {"player_1": 0, "player_2": -1}
    assert table.live.table.round.decisions == {2: Choice.FOLD}


def test_at_terminals_others_wagers_are_seen_in_sum_alone() -> None:
    table = raw_env("baccarat", players=3)
    table.reset(seed=1)
    for action in ("banker", "pass", "banker", "tie", "pass"):
        table.step(table.action_names.index(action))
    told = seen(table, "player_3")
    bets = table.action_names[1:]
    assert [told[f"own {bet}"] for bet in bets] == [0, 0, 0, 0, 0]
    assert [told[f"all {bet}"] for bet in bets] == [0, 2, 1, 0, 0]
    assert {name.split()[0] for name in told} == {"phase", "player", "banker", "own", "all", "left"}


def test_a_shoe_goes_on_through_rounds_and_is_replaced_at_its_cut_card() -> None:
    table = raw_env("baccarat", players=1, rounds=200)
    table.reset(seed=2)
    left = []
    while not any(table.terminations.values()):
        told = seen(table, "player_1")
        left.append(sum(told[name] for name in told if name.startswith("left")))
        table.step(0)
    assert left[0] == 416
    assert 1 <= left[1:].count(416) <= 4
    assert min(left) < 40


def test_the_meter_is_told_in_stakes_and_grows() -> None:
    table = raw_env(POKER, players=1, rounds=2)
    table.reset(seed=1)
    assert table.infos["player_1"]["meter"] == 800
    for action in ("ante", "progressive", "pass", "fold"):
        table.step(table.action_names.index(action))
    assert table.live.table.step is Step.BETTING
    assert table.infos["player_1"]["meter"] == 800.04


def test_who_bets_on_nothing_gets_no_hand() -> None:
    table = raw_env("royal-three-pictures", render_mode="html")
    table.reset(seed=1)
    table.step(0)
    table.step(0)
    assert (table.rewards, table.terminations["player_1"]) == ({"player_1": 0, "player_2": 0}, True)
    assert str(table.render()).startswith(
        "<table><caption>Royal Three Pictures, round 1: concluded"
    )
    assert vector(table.live, table.who["player_1"]).tolist() == [3, *[0] * 15]


@pytest.mark.parametrize(
    ("name", "how", "told"),
    [
        ("poker", {}, "'poker'"),
        (POKER, {"players": 0}, "players: a whole number from 1 to 7"),
        (POKER, {"players": 8}, "players: a whole number from 1 to 7"),
        ("baccarat", {"players": 11}, "players: a whole number from 1 to 10"),
        (POKER, {"rounds": 0}, "rounds: a whole number from 1 to 1,000,000"),
        (POKER, {"rounds": 1e30}, "rounds: a whole number from 1 to 1,000,000"),
        (POKER, {"render_mode": "human"}, "render_mode: 'human' is not one of ansi, html"),
    ],
)
def test_nonsense_is_answered_in_one_line(name: str, how: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        raw_env(name, **how)
    assert told in str(wrong.value)


def test_an_action_outside_the_space() -> None:
    table = raw_env(POKER)
    table.reset(seed=1)
    for action in (6, -1):
        with pytest.raises(BadInput, match="action: 0 to 5"):
            table.step(action)
    assert table.agent_selection == "player_1"
