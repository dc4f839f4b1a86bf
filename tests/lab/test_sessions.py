"""Several bets on one hand, and many rounds of them."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.cli.evening import MARKS_ASCII, picture
from croupier.cli.main import run
from croupier.games import game
from croupier.lab import sessions
from croupier.lab.figures import root
from croupier.lab.joint import Rounds
from croupier.lab.sessions import Session
from croupier.problems import BadInput
from croupier.wire.house import default_house
from tests.support.each_game import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

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


@pytest.mark.parametrize("name", NAMES)
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
        ({"ante": Fraction(-1, 2)}, "ante: a stake is more than 0"),
        ({"ante": 0.1}, "ante: a stake is a whole number or a fraction, not 0.1"),
    ],
)
def test_a_mix_that_cannot_be(stakes: dict[str, Any], said: str) -> None:
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


# The verb

Asked = tuple[int, str, str]


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Asked]:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def asked(arguments: str) -> Asked:
        status = run(["session", *arguments.split()])
        out, err = capsys.readouterr()
        return status, out, err

    return asked


def test_an_evening_as_json(ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(
        "baccarat --bet banker=25 --bet tie=5.00 --hours 2.5 --bankroll 500 --json"
    )
    told = json.loads(out)
    session = croupier.session("baccarat", {"banker": 25, "tie": 5})
    standing = session.after(150)
    assert (status, err) == (0, "")
    assert told.pop("interpretations") == game("baccarat").readings
    last = told.pop("quantiles")[-1]
    assert told == {
        "game": "baccarat",
        "version": game("baccarat").version,
        "bets": {"banker": "25.00", "tie": "5.00"},
        "staked": "30.00",
        "rounds": 150,
        "mean": str(150 * session.mean),
        "sd": root(150 * session.variance),
        "ahead": f"{standing.ahead:.9f}",
        "even": f"{standing.even:.9f}",
        "behind": f"{standing.behind:.9f}",
        "bankroll": "500.00",
        "ruin": f"{session.ruin(500, 150):.9f}",
        "house_loses_at_most": {
            "0.99": f"{session.worst_for_the_house(60):.2f}",
            "0.999": f"{session.worst_for_the_house(60, 0.999):.2f}",
            "rounds": 60,
        },
    }
    chances = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")
    results = {chance: f"{standing.quantile(float(chance)):.2f}" for chance in chances}
    assert last == {"rounds": 150, "results": results}


@pytest.mark.parametrize(
    ("boxes", "by"),
    [
        (1, "the exact distribution"),
        (2, "the exact distribution"),
        (7, "a normal approximation with the exact mean and variance"),
    ],
)
def test_a_table_as_json(boxes: int, by: str, ask: Callable[[str], Asked]) -> None:
    two = croupier.two_boxes("three-pictures", {"initial": 25})
    status, out, err = ask(f"three-pictures --bet initial=25 --per-hour 70 --boxes {boxes} --json")
    assert (status, err) == (0, "")
    assert json.loads(out)["table"] == {
        "boxes": boxes,
        "mean": str(two.mean(boxes)),
        "variance": str(two.variance(boxes)),
        "sd": root(two.variance(boxes)),
        "covariance": str(two.covariance),
        "correlation": str(two.correlation),
        "house_loses_at_most": {
            "0.99": f"{two.worst_for_the_house(boxes, 70, 0.99):.2f}",
            "0.999": f"{two.worst_for_the_house(boxes, 70, 0.999):.2f}",
            "rounds": 70,
            "by": by,
        },
    }


def test_an_evening_for_people(ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(
        "three-pictures --bet three-pictures=5 --hours 1 --bankroll 500 --boxes 3"
    )
    assert (status, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "Non-Commission Three Pictures (RWS), version 4",
        "Three Pictures 5.00; 60 rounds",
        "mean -249.23  SD 65.36  ahead 0.3073 %  even 0.0000 %  behind 99.6927 %",
        "",
        "    rounds ━ half of the results, ─ nine in ten, · 98 %; ┃ median, │ even",
        "        10                                         ┃───────│─────",
        "        20                                 ┃─────────────··│···········",
        "        30                         ┃━━━━━━━━━━━━━··········│···",
        "        40                 ┃━━━━━━━━━━━━━━─────────────    │",
        "        50         ┃━━━━━━━━━━━━━━─────────────············│·",
        "        60 ┃━━━━━━━━━━━━━━─────────────··············      │",
        "           -300.00                                                70.00",
        "",
        "    1 %      5 %     25 %     50 %     75 %     95 %    99 %",
        "-300.00  -300.00  -300.00  -300.00  -215.00  -130.00  -45.00",
        "",
        "Risk that a bankroll of 500.00 some time covers no further round: 0.0000 %.",
        (
            "In an hour of 60 rounds the house loses to such a player"
            " at most 0.00 in 99 % and 40.00 in 99.9 % of hours."
        ),
        "",
        "3 such boxes against one dealer: a round brings -12.46 on average, SD 14.54.",
        "Any two have the covariance -0.3881 and the correlation -0.005450.",
        (
            "In an hour of 60 rounds the house loses to 3 such boxes"
            " at most 0.00 in 99 % and 0.00 in 99.9 % of hours."
        ),
        "That is by a normal approximation with the exact mean and variance;",
        "where a bet pays seldom and much, it may be far off.",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("three-card-poker --bet ante=25", "Ante 25.00; 60 rounds; at best play"),
        (
            "three-card-poker --bet ante=25 --bet progressive=5 --rounds 1",
            (
                "Ante 25.00, Progressive 5.00; 1 round; at best play,"
                " the jackpot at its seed and no Envy Bonus"
            ),
        ),
        (
            "baccarat --bet banker=0.01 --rounds 1000",
            "Banker 0.01; 1,000 rounds; parts of a cent are not rounded",
        ),
    ],
)
def test_what_an_answer_takes_for_granted(
    arguments: str, said: str, ask: Callable[[str], Asked]
) -> None:
    _, out, _ = ask(arguments)
    assert out.splitlines()[1] == said


@pytest.mark.parametrize("rounds", [1, 2, 5, 7, 10**6])
def test_a_picture_of_any_length(rounds: int, ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(f"baccarat --bet player=100 --rounds {rounds}")
    rows = out.splitlines()[5 : 5 + min(rounds, 6)]
    assert (status, err) == (0, "")
    assert rows[-1].split()[0] == f"{rounds:,}"
    assert all(row.count("┃") == 1 for row in rows)
    assert "-0.00" not in out
    assert "e-" not in out


def test_words_wrap_and_the_picture_shrinks_on_a_terminal(
    ask: Callable[[str], Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    _, out, _ = ask("baccarat --bet banker=25")
    below = out.partition("Banker 25.00; 60 rounds")[2]  # the title is bold
    assert max(map(len, below.splitlines())) <= 50
    assert out.count("┃") == 7


def test_a_picture_without_unicode() -> None:
    rows = list(picture({10: [-4, -3, -2, -1, 0, 1, 2]}, 7, MARKS_ASCII))
    assert rows[:2] == [
        "    rounds = half of the results, - nine in ten, . 98 %; # median, | even",
        "        10 .-=#|-.",
    ]


def test_a_bar_for_whoever_waits(
    ask: Callable[[str], Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ask("three-pictures --bet initial=25 --boxes 2 --bankroll 500 --json")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = ask("three-pictures --bet initial=25 --boxes 2 --bankroll 500 --json")
    assert shown[:2] == plain[:2]
    assert "counting two boxes" in shown[2]


NO_GAME = f"no game is called 'snap'; there are {', '.join(NAMES)}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("snap --bet main=25", NO_GAME),
        ("baccarat", "a round needs a bet, like --bet player=25"),
        ("baccarat --bet banker", "bet: 'banker' is not like name=stake"),
        ("baccarat --bet banker=1 --bet banker=2", "bet: 'banker' is given twice"),
        (
            "baccarat --bet snap=25",
            "no bet is called 'snap'; there are player, banker, tie, player-pair, banker-pair",
        ),
        ("baccarat --bet banker=0", "banker: a stake is more than 0"),
        ("baccarat --bet banker=0.00", "banker: a stake is more than 0"),
        ("baccarat --bet banker=-5", "banker: '-5' is not an amount like 25 or 25.00"),
        ("baccarat --bet banker=5.5", "banker: '5.5' is not an amount like 25 or 25.00"),
        ("baccarat --bet banker=", "banker: '' is not an amount like 25 or 25.00"),
        ("baccarat --bet banker=NaN", "banker: 'NaN' is not an amount like 25 or 25.00"),
        ("baccarat --bet banker=25 --rounds 0", "rounds: at least one round is needed"),
        ("baccarat --bet banker=25 --rounds -1", "rounds: at least one round is needed"),
        (
            "baccarat --bet banker=25 --rounds 100000000",
            "rounds: 100,000,000 are too many; at most 10,000,000",
        ),
        (
            "baccarat --bet banker=9999.99 --bet tie=0.01 --rounds 10000000",
            "rounds: 10,000,000 have too many results to tell apart",
        ),
        (
            "lucky-three-pictures --bet lucky-tie=5 --rounds 1000000 --bankroll 100000",
            "rounds: a bankroll cannot be followed through so many",
        ),
        (
            "baccarat --bet banker=25 --rounds 5 --hours 1",
            "either --rounds or --hours is meant",
        ),
        ("baccarat --bet banker=25 --hours x", "hours: 'x' is not like 4 or 2.5"),
        ("baccarat --bet banker=25 --hours 0", "hours: at least one round is needed"),
        (
            "baccarat --bet banker=0.01 --bet player=9999.99 --rounds 1 --per-hour 3600",
            "rounds: 3,600 have too many results to tell apart",
        ),
        (
            "three-pictures --bet initial=0.01 --bet tie=99 --rounds 1 --per-hour 3600 --boxes 2",
            "rounds: 3,600 have too many results to tell apart",
        ),
        ("baccarat --bet banker=25 --per-hour 0", "per-hour: an hour has 1 to 3,600 rounds"),
        (
            "baccarat --bet banker=25 --bankroll x",
            "bankroll: 'x' is not an amount like 25 or 25.00",
        ),
        ("baccarat --bet banker=25 --bankroll 24.99", "bankroll: one round may need 25.00"),
        ("three-card-poker --bet ante=25 --bankroll 49", "bankroll: one round may need 50.00"),
        (
            "three-card-poker --bet ante=25 --bet progressive=1",
            "progressive: the prescribed bet is 5.00 (clause 3.4)",
        ),
        (
            "three-card-poker --bet ante=25 --bet progressive=5 --boxes 2",
            "progressive: is not counted over boxes, as its Envy Bonus pays for other hands",
        ),
        (
            "royal-three-pictures --bet main=25 --boxes 9",
            "boxes: the house has 1 to 8 at this table",
        ),
        (
            "three-pictures --bet initial=25 --boxes 0",
            "boxes: the house has 1 to 7 at this table",
        ),
        (
            "baccarat --bet banker=25 --boxes 2",
            (
                "baccarat: all bets ride on the same hand and there are no boxes;"
                " place several bets instead"
            ),
        ),
    ],
)
def test_a_wrong_question_is_answered_in_one_line(
    arguments: str, said: str, ask: Callable[[str], Asked]
) -> None:
    assert ask(arguments) == (2, "", f"{said}\n")
    assert ask(f"{arguments} --json") == (2, "", f"{said}\n")
