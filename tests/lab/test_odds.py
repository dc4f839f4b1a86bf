"""What every bet's figures promise, and what the lab is asked."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.cards import DECK
from croupier.games import GAMES, game
from croupier.lab.figures import decimal, root
from croupier.lab.hands import DEALERS, HANDS
from croupier.lab.jackpot import prospects
from croupier.lab.strategy import strategy
from croupier.problems import BadInput
from croupier.wire.house import default_house
from tests.support.published_odds import BACCARAT
from tests.support.reference import three_card_poker


@pytest.mark.parametrize("name", [one.name for one in GAMES])
def test_lines_are_all_deals(name: str) -> None:
    odds = croupier.odds(name)
    for bet in odds.bets.values():
        assert sum(line.combinations for line in bet.lines) == odds.combinations
        assert sum(line.probability for line in bet.lines) == 1
        assert bet.ev == sum(line.probability * line.net for line in bet.lines)
        assert bet.hit_frequency + bet.push_frequency <= 1
        assert bet.variance > 0


@pytest.mark.standard(33)
def test_what_returns_less_than_75_percent() -> None:
    short = {
        (one.name, bet.bet)
        for one in GAMES
        for bet in croupier.odds(one.name).bets.values()
        if bet.falls_short
    }
    assert short == {("three-pictures", "three-pictures"), ("three-card-poker", "progressive")}
    returns = croupier.odds("three-pictures").bets["three-pictures"].returns
    assert (returns, decimal(returns, 3)) == (Fraction(11, 65), "0.169")


@pytest.mark.standard(39)
@pytest.mark.parametrize("name", [one.name for one in GAMES])
def test_nothing_that_pays_is_rarer_than_one_in_a_hundred_million(name: str) -> None:
    """Of all lines, and so of each bet's highest."""
    lines = [line for bet in croupier.odds(name).bets.values() for line in bet.lines]
    assert all(line.probability >= Fraction(1, 10**8) for line in lines if line.net > 0)
    assert any(line.net > 1 for line in lines)


@given(st.fractions(max_denominator=10**6), st.integers(0, 15))
def test_decimals_are_rounded_to_the_nearest(value: Fraction, places: int) -> None:
    assert abs(Fraction(decimal(value, places)) - value) <= Fraction(1, 2 * 10**places)


@given(st.fractions(min_value=0, max_denominator=10**6))
def test_roots_are_rounded_to_the_nearest(value: Fraction) -> None:
    near, half = Fraction(root(value)), Fraction(1, 2 * 10**12)
    assert max(near - half, Fraction(0)) ** 2 <= value <= (near + half) ** 2


def test_a_shoe_by_what_is_left_and_by_what_was_seen() -> None:
    seen = croupier.shoe_odds(seen="Kh 9s", decks=8)
    left = "A=32,2=32,3=32,4=32,5=32,6=32,7=32,8=32,9=31,10=32,J=32,Q=32,K=31"
    assert croupier.shoe_odds(left=left).bets == seen.bets
    assert seen.decks is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"left": "A=5"}, "5 cards are left, and a round may need 6"),
        ({"left": "A=-1"}, "left: 'A=-1' is not like A=31"),
        ({"left": "A=1.5"}, "left: 'A=1.5' is not like A=31"),
        ({"left": "X=3"}, "left: 'X=3' is not like A=31"),
        ({"left": "A=3,A=4"}, "left: rank A is given twice"),
        ({"seen": "Kh " * 9}, "seen: Kh was seen 9 times, and there are 8"),
        ({}, "either what is left or what was seen is needed"),
    ],
)
def test_a_shoe_that_cannot_be(arguments: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        croupier.shoe_odds(left=arguments.get("left"), seen=arguments.get("seen"))
    assert str(refused.value) == said


AFTER = (
    (10**3, "0.085000000000", "0.255000000000"),
    (10**4, "0.142800000000", "0.197200000000"),
    (10**5, "0.160480000000", "0.177990000000"),
    (10**6, "0.166464000000", "0.172006000000"),
    (10**7, "0.168352700000", "0.170108800000"),
)
"""Where nine of ten returns of Three Pictures lie."""


def test_odds_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import run  # noqa: PLC0415 - the program, as a whole

    assert run(["odds", "three-pictures", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["game", "version", "decks", "combinations", "interpretations", "bets"]
    [bet] = [bet for bet in told["bets"] if bet["bet"] == "three-pictures"]
    assert bet == {
        "bet": "three-pictures",
        "ev": "-54/65",
        "house_edge": "0.830769230769",
        "sd": "1.687685996763",
        "hit_frequency": "11/1105",
        "push_frequency": "0",
        "lines": [
            {
                "event": "Three Pictures",
                "odds": "16:1",
                "combinations": 4_053_280,
                "probability": "11/1105",
                "return": "176/1105",
                "clauses": ["1.17", "4.1"],
            },
            {
                "event": "Any other hand",
                "odds": None,
                "combinations": 403_117_120,
                "probability": "1094/1105",
                "return": "-1094/1105",
                "clauses": ["1.17"],
            },
        ],
        "return_after": [
            {"rounds": rounds, "level": "0.9", "low": low, "high": high, "method": "exact"}
            for rounds, low, high in AFTER
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["odds"], "which game? one of three-pictures,"),
        (["odds", "snap"], "no game is called 'snap';"),
        (
            ["odds", "royal-three-pictures", "--decks", "1"],
            "decks: royal-three-pictures has always one deck (clause 2.1)",
        ),
        (
            ["odds", "baccarat", "--decks", "9"],
            "decks: 9 decks, and the game is played with 4 to 8 decks",
        ),
        (["odds", "baccarat", "--meter", "5.00"], "meter: baccarat has no jackpot"),
        (["odds", "baccarat", "--hands", "2"], "hands: baccarat has no jackpot"),
        (["odds", "three-card-poker", "--hands", "17"], "hands: a table has 1 to 16 hands beside"),
        (["odds", "baccarat", "--interpretation", "x"], "interpretation: 'x' is not like name="),
        (["odds", "baccarat", "--interpretation", "x=y"], "interpretations: no interpretation is"),
        (["odds", "three-card-poker", "--meter", "x"], "meter: 'x' is not an amount like 25, 25."),
        (["odds", "--all", "--decks", "8"], "--all takes no game and no other option but --json"),
        (["shoe"], "which shoe? --left or --seen; or a whole one, --moves or --spread"),
        (["strategy", "baccarat"], "baccarat has nothing to decide"),
        (["strategy", "--hand", "Qh 6d"], "'Qh 6d' is no hand of three cards"),
        (["strategy", "--hand", ""], "'' is no hand of three cards"),
    ],
)
def test_a_wrong_question_is_answered_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.cli.main import run  # noqa: PLC0415 - the program, as a whole

    status = run(arguments)
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


def test_odds_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import run  # noqa: PLC0415 - the program, as a whole

    assert run(["odds", "three-pictures"]) == 0
    assert "It returns 16.9 %, less than the 75 % that standards ask." in capsys.readouterr().out
    assert run(["odds", "--all"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert (
        next(line for line in listed if line.strip().startswith("baccarat")).split()[1] == "player"
    )
    assert run(["strategy", "--hand", "Qh 6d 4s"]) == 0
    assert "play is worth -9151/9212 of an ante, fold -1: play." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["--all", "baccarat", "three-card-poker"])
def test_odds_fit_on_a_terminal(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.cli.main import run  # noqa: PLC0415 - the program, as a whole

    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["odds", name]) == 0
    shown = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown


SUITED = {"s": 250, "h": 50, "d": 50, "c": 50}


@pytest.mark.slow
@pytest.mark.clause("three-card-poker", "4.7", title="Envy of one other hand by brute force")
def test_envy_of_one_other_hand_by_brute_force() -> None:
    """The other hand first, then every own hand from the cards that are left."""
    alone, beside = (
        croupier.odds("three-card-poker", hands=hands).bets["progressive"].ev for hands in (1, 2)
    )
    least = three_card_poker.poker_strength(["Qc", "6d", "4h"])
    expected = Fraction(0)
    for suit, amount in SUITED.items():
        rest = [str(card) for card in DECK if str(card) not in {f"{rank}{suit}" for rank in "AKQ"}]
        played = sum(
            three_card_poker.poker_strength(list(own)) >= least for own in combinations(rest, 3)
        )
        expected += Fraction(amount, 5) * Fraction(1, HANDS) * Fraction(played, DEALERS)
    assert beside - alone == expected


@pytest.mark.slow
def test_envy_by_other_readings() -> None:
    def ev(**readings: str) -> Fraction:
        chosen = {name.replace("_", "-"): value for name, value in readings.items()}
        odds = croupier.odds("three-card-poker", hands=4, interpretations=chosen)
        return odds.bets["progressive"].ev

    usual = ev()
    assert ev(envy_after_fold="kept") > usual
    assert ev(envy_several_hands="highest-only") < usual
    assert ev(jackpot_bet_returned="yes") > usual


@pytest.mark.parametrize("hands", [0, 17])
def test_a_table_holds_so_many_hands(hands: int) -> None:
    with pytest.raises(BadInput, match="a table has 1 to 16 hands"):
        croupier.odds("three-card-poker", hands=hands)


def test_each_clause_s_chance_of_deciding_a_bet() -> None:
    rows = {(row.game, row.clause): row.chance for row in croupier.trace()}
    assert rows["three-pictures", "3.13.2"] == {"initial": "1224364/2544815"}
    assert rows["three-pictures", "1.17"] == {"three-pictures": "1"}
    assert rows["royal-three-pictures", "1.1.4.6"] == {"royal-pictures": "1/5525"}
    assert rows["baccarat", "1.10"] == {"banker": str(Fraction(BACCARAT[8][4], BACCARAT[8][0]))}
    assert rows["three-card-poker", "5.1"] == {}


def test_odds_as_plain_rows_and_in_a_notebook() -> None:
    odds = croupier.odds("three-pictures")
    assert odds.rows()[-1] == {
        "game": "three-pictures",
        "bet": "three-pictures",
        "event": "Any other hand",
        "net": -1.0,
        "combinations": 403_117_120,
        "probability": 1094 / 1105,
        "return": -1094 / 1105,
        "clauses": "1.17",
    }
    assert "<td>three-pictures</td><td>83.0769 %</td>" in odds._repr_html_()


OTHER_HOUSES = {  # Pair Plus as other houses pay it: straight flush, three of a kind, straight
    (40, 30, 6, 4, 1): "0.0232",
    (40, 30, 6, 3, 1): "0.0728",
    (40, 25, 6, 4, 1): "0.0349",
    (35, 25, 6, 4, 1): "0.0458",
}


@pytest.mark.parametrize(("table", "edge"), OTHER_HOUSES.items())
def test_pair_plus_of_other_houses_as_published(table: tuple[int, ...], edge: str) -> None:
    lines = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
    pays = [f"pair-plus:{line}={pay}:1" for line, pay in zip(lines, table, strict=True)]
    odds = croupier.odds("three-card-poker", pays=pays)
    assert decimal(odds.bets["pair-plus"].house_edge, 4) == edge


def test_another_pay_moves_the_return_by_its_chance() -> None:
    usual = croupier.odds("royal-three-pictures").bets["royal-pictures"].ev
    changed = croupier.odds("royal-three-pictures", pays=["royal-pictures:three-kings=200:1"])
    assert changed.bets["royal-pictures"].ev - usual == Fraction(200 - 188, 5_525)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("three-kings=200:1", "pays: 'three-kings=200:1' is not like royal-pictures:three-kings="),
        ("snap:x=1:1", "pays: no bet is called 'snap'; there are main, tie, royal-pictures"),
        ("tie:snap=1:1", "pays: tie pays no line 'snap'; it has tie"),
        ("tie:tie=0:1", "pays: '0:1' are no odds like 200:1"),
        ("tie:tie=8", "pays: '8' are no odds like 200:1"),
        ("tie:no-tie=8:1", "pays: tie pays no line 'no-tie'; it has tie"),
    ],
)
def test_a_pay_that_cannot_be(change: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        croupier.odds("royal-three-pictures", pays=[change])
    assert str(refused.value).startswith(said)


def test_a_pay_given_twice_and_an_award_that_is_no_amount() -> None:
    with pytest.raises(BadInput, match="pays: 'tie:tie' is given twice"):
        croupier.odds("royal-three-pictures", pays=["tie:tie=8:1", "tie:tie=9:1"])
    with pytest.raises(BadInput, match="pays: '20:1' is not an amount like"):
        croupier.odds("three-card-poker", pays=["progressive:straight=20:1"])


@pytest.mark.parametrize(
    ("change", "folded"),
    [
        ("ante:dealer-does-not-qualify=2:1", False),  # nothing is worth folding
        ("ante:player-ranks-higher=2:1", True),  # hands as strong differ by the cards they hold
    ],
)
def test_best_play_without_a_line_between_strengths(change: str, folded: bool) -> None:  # noqa: FBT001
    bets = croupier.odds("three-card-poker", pays=[change]).bets
    lines = {line.event: line.combinations for line in bets["progressive"].lines}
    assert sum(lines.values()) == HANDS * DEALERS
    entry = {line.event: line.combinations for line in bets["ante"].lines}
    assert ("Folded" in entry) is folded
    assert lines["Folded"] == entry.get("Folded", 0)


def test_every_reading_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import run  # noqa: PLC0415 - the program, as a whole

    assert run(["odds", "royal-three-pictures", "--readings", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    ties = {
        (one["interpretation"], one["value"]): bet["ev"]
        for one in told
        for bet in one["bets"]
        if bet["bet"] == "tie"
    }
    assert ties == {
        ("three-pictures-points", "zero"): "-1273528/12724075",
        ("three-pictures-points", "none"): "-1498258/12724075",
    }
    assert run(["odds", "baccarat", "--readings"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("No open point moves the odds of this game.\n")
    assert "1.2351 %" in shown
    assert run(["odds", "baccarat", "--readings", "--decks", "6", "--json"]) == 0
    [only] = json.loads(capsys.readouterr().out)
    assert run(["odds", "baccarat", "--decks", "6", "--json"]) == 0
    assert only == json.loads(capsys.readouterr().out) | {"interpretation": None, "value": None}


def test_what_the_jackpot_comes_to() -> None:
    """At the default house's terms: bet 5.00, seed 20,000.00, a fifth of each bet to the meter."""
    terms = default_house()["three-card-poker"].jackpot
    assert terms is not None
    bet = game("three-card-poker").bet["progressive"]
    odds = croupier.odds("three-card-poker").bets["progressive"]
    ahead = prospects(odds, bet, terms, 2_000_000)
    assert [ahead.bets_between_hits, ahead.mean_meter_at_hit] == [22_100, 4_210_000]
    assert list(ahead.cost(22_100)) == [2_000_000, 2_210_000]
    even = int(ahead.break_even_meter)
    assert ahead.break_even_meter == even
    assert croupier.odds("three-card-poker", meter_cents=even).bets["progressive"].ev == 0
    mean = croupier.odds("three-card-poker", meter_cents=4_210_000).bets["progressive"].ev
    assert ahead.ev_in_the_long_run == mean


def test_the_chart_and_what_a_fold_forfeits() -> None:
    found = strategy(game("three-card-poker"))
    chart = found.chart()
    plays = {
        (middle, low)
        for middle, row in chart.items()
        for low, choice in row.items()
        if choice == "play"
    }
    order = "23456789TJ"
    expected = {
        (middle, low)
        for low, middle in combinations(order, 2)
        if (order.index(middle), order.index(low)) >= (order.index("6"), order.index("4"))
    } - {("J", "T")}  # which is a straight
    assert plays == expected
    assert ("J", "T") not in {(middle, low) for middle, row in chart.items() for low in row}
    bets = game("three-card-poker").bet
    assert [found.lost_by_folding(bets[name]) for name in ("pair-plus", "progressive")] == [0, 0]
