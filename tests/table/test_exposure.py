"""What the house can lose at most: never less than what rounds really cost it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.decisions import Choice
from croupier.games import GAMES
from croupier.games import game as game_named
from croupier.lab.tableau import full_shoe, outcomes
from croupier.table import commands as asks
from croupier.table.exposure import BetExposure, Exposure, exposure
from croupier.wire.house import setup_of
from tests.simulation.soak import Floor
from tests.support.each_game import each_game
from tests.support.table_moments import D1, P1, P2, carried, floor_at

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome

METER = 2_000_000


def of_one_hand(game: Game) -> list[Outcome]:
    if game.boxes is not None:
        return []
    return [one for one, _ in outcomes(game, full_shoe(8))]


def baccarat(**wagers: int) -> Exposure:
    """By p1 and p2 in turn, on the bets named."""
    floor = Floor([setup_of("baccarat")], 1)
    carried(floor, asks.OpenBetting(), D1)
    for number, (bet, cents) in enumerate(wagers.items()):
        who = (P1, P2)[number % 2]
        carried(floor, asks.Place(who.name, bet.replace("_", "-"), cents), who)
    return exposure(floor.tables["t1"], None, of_one_hand(game_named("baccarat")))


@pytest.mark.slow
@each_game
def test_no_round_costs_more(game: Game) -> None:
    """Rounds dealt from forty shoes, two players on every bet."""
    told = of_one_hand(game)
    for seed in range(40):
        before = floor_at(game, "closed", seed).tables["t1"]
        worst = exposure(before, METER, told)
        after = floor_at(game, "settled", seed).tables["t1"]
        for bet in worst.bets:
            lines = [one for one in after.round.lines if one.bet == bet.bet]
            paid = sum(one.back_cents - one.stake_cents for one in lines)
            assert paid <= bet.worst_cents, (seed, bet)
        cost = sum(one.back_cents - one.stake_cents for one in after.round.lines)
        assert cost <= worst.worst_cents, seed


def test_what_one_bet_loses_pays_for_another() -> None:
    """Baccarat 4.1: Banker 1 to 1, Tie 8 to 1, a pair 11 to 1; on a tie the others stand."""
    assert baccarat(banker=50_000, player=20_000).worst_cents == 30_000
    assert baccarat(player=20_000, tie=10_000).worst_cents == 80_000
    assert baccarat(player=90_000, tie=10_000, player_pair=10_000).worst_cents == 190_000
    both = baccarat(player=2_500, player_pair=2_500, banker_pair=2_500)
    assert both.worst_cents == 2_500 + 2 * 27_500
    assert [(one.bet, one.staked_cents, one.worst_cents) for one in both.bets] == [
        ("player", 2_500, 2_500),
        ("banker", 0, 0),
        ("tie", 0, 0),
        ("player-pair", 2_500, 27_500),
        ("banker-pair", 2_500, 27_500),
    ]


def test_boxes_and_what_may_yet_follow() -> None:
    """3 Card Poker 4.1 to 4.4: ante with the play bet to come, its bonus, and the meter.

    One hand takes the meter, a second one what it starts from; each may envy the other box.
    """
    poker = game_named("three-card-poker")
    found = exposure(floor_at(poker, "betting").tables["t1"], 3_000_000)
    assert found.bets == (
        BetExposure("ante", "Ante", 5_000, 2 * (2_500 + 2_500 + 12_500)),
        BetExposure("play", "Play", 0, 0),
        BetExposure("pair-plus", "Pair Plus", 5_000, 2 * 100_000),
        BetExposure(
            "progressive", "Progressive", 1_000, 3_000_000 + 2_000_000 - 1_000 + 2 * 25_000
        ),
    )
    assert found.staked_cents == 11_000
    assert found.worst_cents == sum(one.worst_cents for one in found.bets)


def test_a_folded_box_wins_nothing_more() -> None:
    """3 Card Poker 3.12.1: its bets are lost, its hand makes nobody envious; the meter is left."""
    poker = game_named("three-card-poker")
    floor = floor_at(poker, "looked")
    carried(floor, asks.Decide("p1", 1, Choice.FOLD), P1)
    found = exposure(floor.tables["t1"], 3_000_000)
    assert [(one.bet, one.worst_cents) for one in found.bets] == [
        ("ante", 2_500 + 2_500 + 12_500),
        ("play", 0),
        ("pair-plus", 100_000),
        ("progressive", 3_000_000 - 500),
    ]


def test_a_settled_round_risks_nothing() -> None:
    for game in GAMES:
        over = exposure(floor_at(game, "settled").tables["t1"], METER, of_one_hand(game))
        assert (over.staked_cents, over.worst_cents) == (0, 0)
