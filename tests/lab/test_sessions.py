"""Several bets on one hand, and many rounds of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import croupier
from croupier.games import game
from croupier.lab import sessions
from croupier.lab.joint import Rounds
from croupier.lab.sessions import Session
from croupier.problems import BadInput
from croupier.wire.house import default_house
from tests.support.each_game import NAMES

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


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_one_bet_alone_is_its_odds(name: str) -> None:
    odds = croupier.odds(name)
    for bet in odds.bets.values():
        nets = rounds_of(name).nets({bet.bet: 1})
        assert sum(nets.values()) == 1
        assert sum(net * chance for net, chance in nets.items()) == bet.ev
        square = sum(net**2 * chance for net, chance in nets.items())
        assert square - bet.ev**2 == bet.variance


@pytest.mark.slow
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
        ({"ante": Fraction(-1, 2)}, "ante: a stake is more than 0"),
        ({"ante": 0.1}, "ante: a stake is a whole number or a fraction, not 0.1"),
    ],
)
def test_a_mix_that_cannot_be(stakes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        rounds_of("three-card-poker").nets(stakes)
    assert str(refused.value) == said


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (0, "rounds: at least one round is needed"),
        (10**9, "rounds: 1,000,000,000 are too many; at most 10,000,000"),
    ],
)
def test_rounds_that_cannot_be_told(rounds: int, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        COIN.after(rounds)
    assert str(refused.value) == said


def test_results_too_fine_to_tell_apart() -> None:
    half = Fraction(1, 2)
    fine = Session({Fraction(10**9 + 1, 1000): half, Fraction(-(10**9)): half}, 10**9)
    with pytest.raises(BadInput) as refused:
        fine.after(10)
    assert str(refused.value) == "rounds: 10 have too many results to tell apart"
    with pytest.raises(BadInput) as refused:
        fine.ruin(2 * 10**9, 10)
    assert str(refused.value) == "rounds: a bankroll cannot be followed through so many"


def test_stakes_in_another_unit_are_the_same_session() -> None:
    """The grid is as coarse as the nets allow, whatever unit they are in."""
    units = Session(rounds_of("baccarat").nets({"banker": 1}), 1)
    cents = Session(rounds_of("baccarat").nets({"banker": 2500}), 2500)
    assert (units.step, cents.step) == (Fraction(1, 2), Fraction(1250))
    assert (2500 * units.mean, 2500**2 * units.variance) == (cents.mean, cents.variance)
    assert cents.after(70).chances.tolist() == units.after(70).chances.tolist()
    assert cents.after(70).quantile(0.05) == 2500 * units.after(70).quantile(0.05)
    assert cents.ruin(25_000, 70) == units.ruin(10, 70)
    assert cents.ruin(25_999, 70) == units.ruin(10, 70)


@pytest.mark.parametrize(("name", "stakes"), MIXES.items())
def test_no_noise_shows(name: str, stakes: dict[str, int]) -> None:
    """What cannot come has no chance at all, and what there is adds up."""
    session = Session(rounds_of(name).nets(stakes), sum(stakes.values()))
    standing, possible = session.after(3), session.exactly(3)
    places = {int((result - standing.lowest) / standing.step) for result in possible}
    assert set(standing.chances.nonzero()[0].tolist()) <= places
    assert standing.chances.min() == 0
    assert standing.ahead + standing.even + standing.behind == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("rounds", [1, 40, 1000])
def test_what_is_left_out_could_not_be_seen(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(rounds_of("royal-three-pictures").nets({"main": 5, "tie": 1}), 6)
    whole = session.after(rounds)
    monkeypatch.setattr(sessions, "MANY_CELLS", 1)
    cut = session.after(rounds)
    start = int((cut.lowest - whole.lowest) / whole.step)
    assert start >= 0
    assert len(cut.chances) + start <= len(whole.chances)
    assert len(cut.chances) < len(whole.chances) or rounds < 1000
    within = whole.chances[start : start + len(cut.chances)]
    assert cut.chances == pytest.approx(within, abs=1e-14)
    assert float(within.sum()) == pytest.approx(1, abs=1e-14)
    assert (cut.ahead, cut.even) == pytest.approx((whole.ahead, whole.even), abs=1e-12)


def test_a_year_of_rounds() -> None:
    bet = croupier.odds("lucky-three-pictures").bets["lucky-tie"]
    standing = croupier.session("lucky-three-pictures", {"lucky-tie": 1}).after(10**6)
    assert standing.mean == pytest.approx(float(10**6 * bet.ev), rel=1e-9)
    assert standing.sd == pytest.approx(float(10**6 * bet.variance) ** 0.5, rel=1e-6)
    assert 0 < standing.ahead < 1e-9 < standing.behind <= 1


def test_ruin_is_certain_in_the_end_and_grows_until_then() -> None:
    session = Session(rounds_of("baccarat").nets({"banker": 1}), 1)
    risks = [session.ruin(20, rounds) for rounds in (10, 19, 20, 200, 2000, 20_000)]
    assert risks == sorted(risks)
    assert (risks[0], risks[1]) == (0, 0)
    assert 0 < risks[2] < 1e-6
    assert 0.99 < risks[-1] < 1
