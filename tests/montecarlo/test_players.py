"""Evenings, step by step and all together, beside what was worked out in other ways."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import count
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import croupier
from croupier.engine.settlement import settle
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.players import results
from croupier.montecarlo.players.functions import ByFunction, Result, Seat
from croupier.montecarlo.players.options import Options, evenings_of
from croupier.montecarlo.players.playing import Chunk, End
from croupier.montecarlo.players.systems import SYSTEMS
from croupier.montecarlo.players.table import Felt, Table
from croupier.montecarlo.players.tally import Tally
from tests.support.slow_evenings import (
    SLOW,
    Terms,
    fresh_rounds,
    rounds_of_shoes,
    slow_evening,
    winner,
    with_wagers,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from croupier.engine.rounds import Round
    from croupier.montecarlo.players.asking import Evenings
    from croupier.montecarlo.players.results import Players

PLAYERS = 3
GAMES: dict[str, dict[str, int]] = {
    "baccarat": {"banker": 40_00, "tie": 6_00},
    "royal-three-pictures": {"main": 30_00, "tie": 5_00},
    "lucky-three-pictures": {"initial": 26_00},
    "three-card-poker": {"ante": 26_00, "progressive": 5_00, "pair-plus": 8_00},
}
TERMS: list[dict[str, Any]] = [
    {"bankroll_cents": 900_00},
    {"bankroll_cents": 700_50, "over_limit": "stop", "maximum_cents": 150_00},
    {"bankroll_cents": 2_000_00, "win_goal_cents": 150_00, "stop_loss_cents": 333_00},
    {"bankroll_cents": 333_33, "minimum_cents": 10_00, "maximum_cents": 99_50},
]


def terms_of(asked: Evenings) -> Terms:
    least, most = asked.limit(asked.bet)
    return Terms(
        bet=asked.bet,
        base=asked.cents[asked.bet],
        others=asked.others,
        bankroll=asked.bankroll_cents,
        rounds=asked.rounds_each,
        least=least,
        most=most,
        stop=asked.over_limit == "stop",
        goal=asked.win_goal_cents,
        loss=asked.stop_loss_cents,
    )


@cache
def dealing(
    name: str, player: int
) -> tuple[list[tuple[bool, Round]], Iterator[tuple[bool, Round]]]:
    asked = asked_of(name)
    if name == "baccarat":
        return [], rounds_of_shoes(asked, player, behind=14)
    return [], fresh_rounds(asked, player)


def deals(asked: Evenings, player: int) -> Iterator[tuple[bool, Round]]:
    """Each round is dealt once for all systems."""
    known, more = dealing(asked.table.game.name, player)
    for number in count():
        if number == len(known):
            known.append(next(more))
        yield known[number]


@cache
def felt(name: str) -> Felt:
    return Felt(asked_of(name))


def evenings(
    name: str, cents: dict[str, int], bankroll: int, **options: Unpack[Options]
) -> Players:
    """At a table that is made once."""
    asked = evenings_of(name, cents, bankroll, **options)
    return results.play(asked, felt=felt(name))


@pytest.mark.parametrize("system", SLOW)
@pytest.mark.parametrize("name", GAMES)
def test_systems_are_played_as_written_down_by_hand(name: str, system: str) -> None:
    """Stakes, money and the end of each evening, as the rulebook settles its rounds."""
    if system == "follow" and name != "baccarat":
        return
    for terms in TERMS:
        rounds = 90 if name == "baccarat" and "stop_loss_cents" in terms else 20
        asked = evenings_of(
            name, GAMES[name], players=9, system=system, rounds_each=rounds, **terms
        )
        table = Table(asked, felt(name))
        chunk = Chunk(table, 2, PLAYERS, list(range(rounds + 1)))
        played = chunk.played()
        for place in range(PLAYERS):
            slow = slow_evening(terms_of(asked), system, deals(asked, 2 + place))
            staked = {bet: chunk.staked[side, place] for side, bet in enumerate(table.sides)}
            by_hand = {bet: sum(cents for on, cents in slow.stakes if on == bet) for bet in staked}
            assert End(chunk.end[place]).name.lower() == slow.end
            assert chunk.rounds[place] == len(slow.stakes)
            assert staked == by_hand
            assert Fraction(int(chunk.money[place]), table.parts) == slow.money[-1]
        assert played.ends.sum() == played.players == PLAYERS
        assert sorted(played.fan) == list(range(rounds + 1))


def compared(asked: Evenings, system: str, players: int) -> list[str]:
    """Evenings beside those by hand; how the latter end."""
    name = asked.table.game.name
    chunk = Chunk(table := Table(asked, felt(name)), 0, players, [])
    chunk.played()
    slow = [slow_evening(terms_of(asked), system, deals(asked, place)) for place in range(players)]
    assert [End(one).name.lower() for one in chunk.end] == [one.end for one in slow]
    assert chunk.rounds.tolist() == [len(one.stakes) for one in slow]
    for side, bet in enumerate(table.sides):
        by_hand = [sum(cents for on, cents in one.stakes if on == bet) for one in slow]
        assert chunk.staked[side].tolist() == by_hand
    assert chunk.money.tolist() == [one.money[-1] * table.parts for one in slow]
    return [one.end for one in slow]


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("stop", ["win_goal_cents", "stop_loss_cents"])
def test_stops_at_below_and_above(stop: str, more: int) -> None:
    options = Options(rounds_each=20)
    options[stop] = 78_00 + more  # type: ignore[literal-required]
    asked = evenings_of("royal-three-pictures", {"main": 26_00}, 1_000_00, **options)
    ends = compared(asked, "flat", 12)
    assert {"goal", "loss"} & set(ends)


def test_a_new_shoe_is_followed_from_its_own_first_round() -> None:
    asked = evenings_of("baccarat", {"banker": 26_00}, 9_000_00, rounds_each=180, system="follow")
    ends = compared(asked, "follow", 8)
    assert set(ends) == {"rounds"}


def test_the_fan_is_of_money_after_each_round() -> None:
    asked = evenings_of("royal-three-pictures", {"main": 26_00}, 300_00, players=5, rounds_each=20)
    chunk = Chunk(table := Table(asked, felt("royal-three-pictures")), 0, 5, [0, 7, 20])
    fan = chunk.played().fan
    slow = [slow_evening(terms_of(asked), "flat", deals(asked, player)) for player in range(5)]
    for mark in (0, 7, 20):
        money = sorted(one.money[min(mark, len(one.money) - 1)] * table.parts for one in slow)
        assert np.repeat(fan[mark].values, fan[mark].counts).tolist() == money


def backwards(seat: Seat) -> tuple[str, int] | int:
    """Against the shoe, more after a loss, and not at all after a round that stood off."""
    last = seat.results[-1] if seat.results else Result(seat.bet, 1, 1)
    if last.won_cents == 0 and last.stake_cents:
        return 0
    bet = {"player": "banker", "banker": "player"}.get(seat.shoe[-1] or "") if seat.shoe else None
    return (bet or seat.bet, seat.stake_cents * (2 if last.won_cents < 0 else 1))


def test_a_function_is_asked_with_what_the_player_has_seen() -> None:
    cents = {"player": 30_00, "tie": 6_00}
    asked = evenings_of("baccarat", cents, 8_000_00, system=backwards, rounds_each=170)
    chunk = Chunk(table := Table(asked, felt("baccarat")), 0, 4, [])
    chunk.played()
    assert isinstance(chunk.system, ByFunction)
    for place, seat in enumerate(chunk.system.seats):
        shoe: list[str] = []
        money, sat_out = 8_000_00, False
        assert len(seat.results) == 170
        for result, (new, dealt) in zip(seat.results, deals(asked, place), strict=False):
            shoe = [] if new else shoe
            assert (result.stake_cents == 0) == sat_out
            if result.stake_cents:
                against = {"player": "banker", "banker": "player", "": "player"}
                assert result.bet == against[shoe[-1] if shoe else ""]
            wagers = {result.bet: result.stake_cents or 1, "tie": 6_00}
            settled = settle(with_wagers(dealt, wagers))
            won, tie = (line.won_cents if result.stake_cents else 0 for line in settled.lines)
            assert result.won_cents == won
            money += won + tie
            shoe.append((*winner(settled), "")[0])
            sat_out = won == 0 and result.stake_cents > 0
        assert chunk.money[place] == money * table.parts
        assert chunk.rounds_staked[place] < chunk.rounds[place] == 170


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_system_brings_is_the_edge_on_what_it_staked(name: str, system: str) -> None:
    if system == "follow" and name != "baccarat":
        return
    found = evenings(name, GAMES[name], 1_000_00, players=3_000, system=system, rounds_each=60)
    edges = {bet: odds.ev for bet, odds in croupier.odds(name).bets.items()}
    assert found.exact == sum(edges[bet] * cents for bet, cents in found.staked.items())
    assert abs(found.z) < 4
    error = float(found.mean - found.exact) / found.z
    assert 0 < error < 2 * found.standard_error
    assert found.staked[next(iter(GAMES[name]))] > 0


@pytest.mark.parametrize("over_limit", ["reduce", "stop"])
def test_who_cannot_pay_for_the_other_bet_may_sit_out(over_limit: str) -> None:
    def one_round_alone(seat: Seat) -> int:
        return 0 if seat.results else seat.stake_cents

    found = evenings(
        "lucky-three-pictures",
        {"initial": 25_00, "lucky-tie": 25_00},
        50_00,
        players=300,
        system=one_round_alone,
        rounds_each=4,
        over_limit=over_limit,
    )
    assert found.staked == {"initial": 25_00, "lucky-tie": 25_00}
    assert found.played.money.values[0] == 0
    assert found.player_rounds == 300 * 4


def test_a_wrong_edge_is_found() -> None:
    """Half of the edge of a pair bet is more than chance can hide."""
    found = evenings("baccarat", {"player-pair": 5_00}, 2_000_00, players=3_000)
    table = Table(found.asked, found.table.felt)
    table.__dict__["edges"] = {"player-pair": table.edges["player-pair"] / 2}
    asked = found.asked
    again = Chunk(table, 0, 3_000, []).played()
    wrong = results.Players(asked, table, again, 1.0)
    assert abs(found.z) < 4 < abs(wrong.z)


@pytest.mark.parametrize(
    ("name", "bet", "bankroll", "rounds"),
    [
        ("royal-three-pictures", "main", 250, 100),
        ("lucky-three-pictures", "initial", 400, 240),
        ("three-card-poker", "ante", 300, 60),
        ("baccarat", "player", 300, 120),
    ],
)
def test_ruin_of_flat_play_is_the_exact_one(
    name: str, bet: str, bankroll: int, rounds: int
) -> None:
    session = croupier.session(name, {bet: 25})
    exact = session.ruin(bankroll, rounds)
    found = evenings(name, {bet: 25_00}, bankroll * 100, players=20_000, rounds_each=rounds)
    assert 0.02 < exact < 0.9
    assert abs(found.ruined - exact) < 4 * sqrt(exact * (1 - exact) / found.players)


@pytest.mark.parametrize("bankroll", [99, 100, 101])
def test_ruin_is_what_does_not_cover_the_next_stake(bankroll: int) -> None:
    """Above the table's minimum, where a stake is not reduced."""
    session = croupier.session("royal-three-pictures", {"main": 50})
    exact = session.ruin(bankroll, 2)
    found = evenings(
        "royal-three-pictures",
        {"main": 50_00},
        bankroll * 100,
        players=20_000,
        rounds_each=2,
        over_limit="stop",
    )
    assert abs(found.ruined - exact) < 4 * sqrt(exact * (1 - exact) / found.players)


def test_where_players_stand_is_the_exact_distribution() -> None:
    standing = croupier.session("lucky-three-pictures", {"initial": 25}).after(80)
    found = evenings(
        "lucky-three-pictures", {"initial": 25_00}, 10_000_00, players=20_000, rounds_each=80
    )
    parts = {"ahead": found.ahead, "even": found.even, "behind": found.behind}
    for name, part in parts.items():
        exact = getattr(standing, name)
        assert abs(part - exact) < 4 * sqrt(exact * (1 - exact) / found.players)
    assert abs(found.sd / 100 - standing.sd) < 0.02 * standing.sd
    assert sum(parts.values()) == pytest.approx(1)
    assert found.hours == 80 / 60


@pytest.mark.parametrize("name", ["baccarat", "royal-three-pictures"])
def test_workers_and_chunks_do_not_matter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = evenings_of(name, GAMES[name], 500_00, players=3_000, rounds_each=90)
    found = []
    for workers, some in ((1, 1 << 14), (3, 700)):
        monkeypatch.setattr(results, "AT_A_TIME", some)
        found.append(
            results.play(
                replace(asked, table=replace(asked.table, workers=workers)), felt=felt(name)
            )
        )
    one, three = found
    assert (one.mean, one.exact, one.fan) == (three.mean, three.exact, three.fan)
    assert one.played.ends.tolist() == three.played.ends.tolist()
    assert one.played.money.counts.tolist() == three.played.money.counts.tolist()
    assert one.z == pytest.approx(three.z)


def test_a_longer_evening_begins_the_same() -> None:
    asked = evenings_of("baccarat", {"player": 25_00}, 800_00, players=9, rounds_each=30)
    longer = replace(asked, rounds_each=130, players=500)
    short, long = (
        Chunk(Table(one, felt("baccarat")), 4, 5, [30]).played() for one in (asked, longer)
    )
    assert short.fan[30].values.tolist() == long.fan[30].values.tolist()


def test_a_tally_is_as_good_as_the_values() -> None:
    values = np.array([7, -3, 7, 7, 0, -3, 12])
    tally = Tally(values[:3])
    tally.add(Tally())
    tally.add(Tally(values[3:]))
    assert (tally.total, tally.mean) == (7, Fraction(27, 7))
    assert float(tally.variance) == pytest.approx(np.var(values))
    assert [tally.quantile(chance) for chance in (0.01, 2 / 7, 0.3, 0.5, 0.9)] == [-3, -3, 0, 7, 12]
    assert [tally.below(value) for value in (-3, -2, 7, 8, 13)] == [0, 2, 3, 6, 7]
