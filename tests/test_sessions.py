"""Several bets on one hand, and many rounds of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import croupier
from croupier.games import GAMES, game
from croupier.lab.joint import Rounds
from croupier.lab.sessions import Session
from croupier.problems import BadInput
from croupier.wire.house import default_house

MIXES = {
    "three-pictures": {"initial": 5, "tie": 1, "three-pictures": 1},
    "lucky-three-pictures": {"initial": 5, "lucky-tie": 1, "player-lucky-6": 2},
    "royal-three-pictures": {"main": 5, "tie": 1, "royal-pictures": 1},
    "three-card-poker": {"ante": 2, "pair-plus": 1, "progressive": 1},
    "baccarat": {"banker": 5, "banker-pair": 1, "tie": 1},
}


@cache
def rounds_of(name: str) -> Rounds:
    return Rounds(game(name), jackpot=default_house()[name].jackpot)


@pytest.mark.parametrize("name", [one.name for one in GAMES])
def test_one_bet_alone_is_its_odds(name: str) -> None:
    odds = croupier.odds(name)
    for bet in odds.bets.values():
        nets = rounds_of(name).nets({bet.bet: 1})
        assert sum(nets.values()) == 1
        assert sum(net * chance for net, chance in nets.items()) == bet.ev
        square = sum(net**2 * chance for net, chance in nets.items())
        assert square - bet.ev**2 == bet.variance


@pytest.mark.parametrize(("name", "stakes"), MIXES.items())
def test_a_mix_of_bets_on_one_hand(name: str, stakes: dict[str, int]) -> None:
    """Means add up; variances do so only with the covariances."""
    odds, rounds = croupier.odds(name), rounds_of(name)
    nets = rounds.nets(stakes)
    mean = sum(net * chance for net, chance in nets.items())
    assert mean == sum(stake * odds.bets[bet].ev for bet, stake in stakes.items())
    variance = sum(net**2 * chance for net, chance in nets.items()) - mean**2
    assert variance == sum(
        stakes[one] * stakes[other] * rounds.covariance(one, other)
        for one, other in product(stakes, repeat=2)
    )


def test_a_bet_moves_with_itself_by_its_variance() -> None:
    odds = croupier.odds("baccarat")
    rounds = rounds_of("baccarat")
    assert rounds.covariance("tie", "tie") == odds.bets["tie"].variance
    assert rounds.covariance("player", "banker") < 0


@pytest.mark.parametrize(
    ("stakes", "said"),
    [
        ({}, "a round needs a bet"),
        ({"snap": 1}, "no bet is called 'snap'; there are ante, pair-plus, progressive"),
        ({"play": 1}, "no bet is called 'play'; there are ante, pair-plus, progressive"),
        ({"ante": 0}, "ante: a stake is more than 0"),
    ],
)
def test_a_mix_that_cannot_be(stakes: dict[str, int], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        rounds_of("three-card-poker").nets(stakes)
    assert str(refused.value) == said


@pytest.mark.parametrize("name", ["royal-three-pictures", "baccarat"])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_transform_agrees_with_exact_convolution(name: str, rounds: int) -> None:
    session = Session(rounds_of(name).nets(MIXES[name]), sum(MIXES[name].values()))
    standing, exact = session.after(rounds), session.exactly(rounds)
    for result, chance in exact.items():
        place = int((result - standing.lowest) / standing.step)
        assert standing.chances[place] == pytest.approx(float(chance), abs=1e-13)
    assert standing.ahead == pytest.approx(
        float(sum((c for r, c in exact.items() if r > 0), Fraction(0))), abs=1e-12
    )
    assert standing.even == pytest.approx(float(exact.get(Fraction(0), Fraction(0))), abs=1e-12)


def test_after_many_rounds_mean_and_deviation_have_grown_as_they_must() -> None:
    bet = croupier.odds("baccarat").bets["banker"]
    standing = Session(rounds_of("baccarat").nets({"banker": 1}), 1).after(10_000)
    assert standing.mean == pytest.approx(10_000 * float(bet.ev), rel=1e-7)
    assert standing.sd == pytest.approx((10_000 * float(bet.variance)) ** 0.5, rel=1e-7)
    assert standing.at_most(standing.quantile(0.01)) >= 0.01
    assert standing.quantile(0.01) < standing.mean < standing.quantile(0.99)


def test_the_house_s_largest_likely_loss() -> None:
    session = Session(rounds_of("baccarat").nets({"banker": 1}), 1)
    assert session.worst_for_the_house(70) == session.after(70).quantile(0.99) > 0


COIN = Session({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, 1)


@pytest.mark.parametrize(
    ("bankroll", "rounds", "chance"),
    [
        (0, 1, 1.0),
        (1, 0, 0.0),
        (1, 1, 1 / 2),
        (1, 3, 5 / 8),
        (2, 1, 0.0),
        (2, 2, 1 / 4),
        (2, 4, 3 / 8),
    ],
)
def test_ruin_of_a_fair_coin(bankroll: int, rounds: int, chance: float) -> None:
    assert COIN.ruin(bankroll, rounds) == chance


def test_ruin_by_every_path() -> None:
    """Each of the ways that six rounds of a real bet can fall, followed one by one."""
    nets = rounds_of("baccarat").nets({"banker": 1})
    ruined = Fraction(0)
    for path in product(nets, repeat=6):
        held, chance = Fraction(2), Fraction(1)
        for net in path:
            chance *= nets[net]
            held += net if held >= 1 else 0
        ruined += chance if held < 1 else 0
    assert Session(nets, 1).ruin(2, 6) == pytest.approx(float(ruined), abs=1e-12)


@pytest.mark.parametrize("rounds", [0, 10**9])
def test_rounds_that_cannot_be_told(rounds: int) -> None:
    with pytest.raises(BadInput):
        COIN.after(rounds)
