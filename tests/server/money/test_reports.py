"""What a house took and won, by hand and by the report."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
import pytest

import croupier
from croupier.cli.main import run
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.games import GAMES
from croupier.lab.figures import decimal, root
from croupier.server.journal.notes import encoded
from croupier.server.journal.store import New, Part, Write, Written
from croupier.server.money.cage import Cage
from croupier.server.money.jackpots import Jackpots
from croupier.server.money.report import IMPROBABLE, flagged, report
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import Who
from croupier.table.events import decoder as event_decoder
from tests.support.each_game import each_game
from tests.support.played_house import BANKROLL, DEALER, F1, PLAYERS, S1, Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.server.play.house import House
    from croupier.wire.report import Row

P1, P2 = PLAYERS
MANAGERS = Who("m1", Role.SHIFT_MANAGER), Who("m2", Role.SHIFT_MANAGER)
PLAYER_EDGE = Fraction(241149546272, 19524993263685)
"""Of baccarat's player bet with eight decks, as docs/odds.md has it."""
PLAYER_WINS = ("9h", "2c", "Kd", "3s")


def dealt(floor: Floor, *cards: str) -> None:
    floor.carried(asks.CloseBetting(), DEALER)
    for card in cards:
        floor.carried(asks.Deal(card), DEALER)


def baccarat_round(floor: Floor, **stakes: int) -> None:
    """Each player's stake on the player bet; it wins."""
    floor.open()
    for name, cents in stakes.items():
        floor.carried(asks.Place(name, "player", cents), Who(name, Role.PLAYER))
    dealt(floor, *PLAYER_WINS)
    floor.carried(asks.Settle(), DEALER)


def by_bet(house: House, since: int | None = None, until: int | None = None) -> dict[str, Row]:
    return {row.offer.bet: row for row in report(house.store, since, until).rows}


@pytest.mark.standard(18)
def test_rounds_by_hand(tmp_path: Path) -> None:
    """100.00 and 50.00 on player, 40.00 on banker; player wins, so the house loses 110.00."""
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    floor.open()
    floor.carried(asks.Place("p1", "player", 10_000), P1)
    floor.carried(asks.Place("p2", "player", 5_000), P2)
    floor.carried(asks.Place("p2", "banker", 4_000), P2)
    dealt(floor, *PLAYER_WINS)
    floor.carried(asks.Settle(), DEALER)
    found = report(house.store)
    assert (found.drop_cents, found.handle_cents, found.win_cents) == (
        2 * BANKROLL,
        19_000,
        -11_000,
    )
    assert (found.rounds, found.voided) == (1, 0)
    assert found.hold == Fraction(-11_000, 2 * BANKROLL)
    rows = by_bet(house)
    player, banker = rows["player"], rows["banker"]
    assert (player.wagers, player.handle_cents, player.win_cents) == (2, 15_000, -15_000)
    assert player.theoretical_cents == str(PLAYER_EDGE * 15_000)
    assert (banker.wagers, banker.handle_cents, banker.win_cents) == (1, 4_000, 4_000)
    odds = croupier.odds("baccarat").bets["player"]
    # both wagers ride on the same hand: one wager of 150.00, whose size then drops out
    z = (-1 - PLAYER_EDGE) / Fraction(root(odds.variance))
    assert (player.z, player.flag) == (decimal(z, 2), "")
    [table] = found.tables
    expected = PLAYER_EDGE * 15_000 + Fraction(banker.theoretical_cents or 0)
    assert (table.table, table.rounds, table.theoretical_cents) == ("t1", 1, str(expected))
    [game] = found.games
    assert (game.game, game.handle_cents, game.win_cents) == ("baccarat", 19_000, -11_000)


def test_boxes_against_one_dealer_move_together(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    floor.open()
    for box, (who, cents) in enumerate(((P1, 10_000), (P2, 5_000)), 1):
        floor.carried(asks.Place(who.name, "initial", cents, box), who)
    dealt(floor, "Kh", "Qc", "2d", "Js", "Jd", "2s", "Qh", "Kc", "3d")
    floor.carried(asks.ExposeDealer(), DEALER)
    floor.carried(asks.Settle(), DEALER)
    row = by_bet(house)["initial"]
    assert (row.wagers, row.handle_cents, row.win_cents) == (2, 15_000, -15_000)
    odds = croupier.odds("three-pictures").bets["initial"]
    both = croupier.two_boxes("three-pictures", {"initial": 1}).covariance
    spread = odds.variance * (10_000**2 + 5_000**2) + both * 2 * 10_000 * 5_000
    expected = odds.house_edge * 15_000
    assert row.theoretical_cents == str(expected)
    assert row.z == decimal((-15_000 - expected) / Fraction(root(spread)), 2)


def test_an_ante_carries_its_play_bet_and_bonus(tmp_path: Path) -> None:
    """Ante and play of 100.00 each on a straight against a dealer's pair: 300.00 is won."""
    house = furnished(tmp_path / "house.db", "three-card-poker")
    floor = Floor(house)
    floor.open()
    floor.carried(asks.Place("p1", "ante", 10_000, 1), P1)
    dealt(floor, "2c", "9h", "Kc", "8d", "Kd", "7s", "3h")
    floor.carried(asks.Decide("p1", 1, Choice.PLAY), P1)
    floor.carried(asks.ExposeDealer(), DEALER)
    floor.carried(asks.Settle(floor.meter()), DEALER)
    [row] = report(house.store).rows
    edge = croupier.odds("three-card-poker").bets["ante"].house_edge
    assert (row.offer.bet, row.wagers, row.handle_cents) == ("ante", 1, 20_000)
    assert (row.win_cents, row.theoretical_cents) == (-30_000, str(edge * 10_000))


@pytest.mark.parametrize(
    ("z", "said"),
    [
        ("0", ""),
        ("3.28", ""),
        ("3.29", ""),
        ("3.2901", "improbable: the house won far more than the rules give it"),
        ("-3.29", ""),
        ("-3.2901", "improbable: the house won far less than the rules give it"),
    ],
)
def test_what_is_improbable(z: str, said: str) -> None:
    assert flagged(Fraction(z)) == said


@pytest.mark.standard(40, 41)
def test_an_improbable_run_is_flagged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Eleven wins in a row pass the mark by a little, ten do not."""
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    odds = croupier.odds("baccarat").bets["player"]
    one = (1 + PLAYER_EDGE) ** 2 / odds.variance
    enough = next(rounds for rounds in range(1, 99) if rounds * one > IMPROBABLE**2)
    for number in range(1, enough + 1):
        floor.carried(asks.ReplaceShoe(), S1)
        baccarat_round(floor, p1=2_500)
        assert bool(by_bet(house)["player"].flag) == (number == enough)
    assert run(["report", str(tmp_path / "house.db")]) == 0
    assert "t1: baccarat, version 5, 8 decks, player: improbable" in capsys.readouterr().out


def test_shifts(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    floor = Floor(house)
    baccarat_round(floor, p1=2_500)
    change = floor.at + 1
    Cage(house.store, house.balances, house.own_play).buy_in("p1", 7_000, "c1", change)
    floor.at = change
    baccarat_round(floor, p1=5_000)
    first, second = report(house.store, None, change), report(house.store, change)
    assert (first.drop_cents, first.rounds, first.win_cents) == (2 * BANKROLL, 1, -2_500)
    assert (second.drop_cents, second.rounds, second.win_cents) == (7_000, 1, -5_000)
    none = report(house.store, floor.at + 1, floor.at + 2)
    assert (none.rounds, none.rows, none.hold) == (0, (), None)


def test_a_voided_round_is_counted_and_nothing_else(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    floor.round()
    lies = {0: "2h 3h"}
    floor.carried(asks.Report(irregularity="dealer-hand-miscounted", lies=lies), DEALER)
    floor.carried(asks.Rule("two cards"), F1)
    found = report(house.store)
    assert (found.rounds, found.voided, found.handle_cents, found.win_cents) == (0, 1, 0, 0)
    assert {(row.wagers, row.theoretical_cents, row.z) for row in found.rows} == {(0, "0", None)}


@pytest.mark.slow
@pytest.mark.standard(18, 40)
def test_another_reading_is_another_row(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "royal-three-pictures")
    floor = Floor(house)
    floor.round()
    setup = msgspec.structs.replace(
        floor.table.setup, interpretations={"three-pictures-points": "none"}
    )
    floor.carried(asks.Configure(setup), MANAGERS[0])
    floor.carried(asks.Approve(), MANAGERS[1])
    floor.round()
    rows = [row for row in report(house.store).rows if row.offer.bet == "tie"]
    read = [dict(row.offer.readings)["three-pictures-points"] for row in rows]
    edges = [
        croupier.odds("royal-three-pictures", interpretations={"three-pictures-points": one})
        .bets["tie"]
        .house_edge
        for one in ("zero", "none")
    ]
    assert read == ["zero", "none"]
    assert edges[0] != edges[1]
    assert [row.theoretical_cents for row in rows] == [str(edge * 5_000) for edge in edges]


def test_another_version_is_another_row_without_a_theory(tmp_path: Path) -> None:
    """As when a journal holds rounds of a document that this program no longer knows."""
    house = furnished(tmp_path / "house.db", "baccarat")
    [*_, last] = [event_decoder.decode(entry.body) for entry in house.store.read("table:t1")]
    assert isinstance(last, happened.TableConfigured)
    older = msgspec.structs.replace(last, version=last.version - 1)
    part = Part("table:t1", 1, (New(0, msgspec.json.encode(older)),))
    assert isinstance(house.store.append([Write((part,))])[0], Written)
    house.tables["t1"].version = 2
    baccarat_round(Floor(house), p1=2_500)
    [row] = report(house.store).rows
    assert (row.offer.version, row.win_cents, row.theoretical_cents, row.z) == (
        4,
        -2_500,
        None,
        None,
    )


def test_jackpots_stand_apart(tmp_path: Path) -> None:
    """Two bets of 5.00, of which the meter gets 1.00 each."""
    house = furnished(tmp_path / "house.db", "three-card-poker")
    Floor(house).round()
    row, found = by_bet(house)["progressive"], report(house.store)
    lines = house.tables["t1"].table.round.lines
    back = sum(line.back_cents for line in lines if line.bet == "progressive")
    assert (row.handle_cents, row.fed_cents) == (1_000, 200)
    assert row.win_cents == found.jackpot_win_cents == 1_000 - back - 200
    assert found.handle_cents == sum(
        line.counted_cents for line in lines if line.bet != "progressive"
    )


@pytest.mark.standard(11)
@each_game
def test_what_is_won_is_what_the_house_has(game: Game, tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", game.name)
    floor = Floor(house)
    for _ in range(8):
        floor.round()
    found = report(house.store)
    assert found.win_cents + found.jackpot_win_cents == house.store.balance("house:t1")
    assert found.rounds == 8
    assert all(row.z is not None for row in found.rows if row.offer.jackpot is None)


def test_the_report_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    house = furnished(path, *(game.name for game in GAMES))
    for name in house.tables:
        Floor(house, name).round()
    assert run(["report", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["drop"], told["rounds"], told["voided"]) == ("2000.00", len(GAMES), 0)
    assert {row["game"] for row in told["games"]} == {game.name for game in GAMES}
    offered = {(row["game"], row["bet"]) for row in told["bets"]}
    assert offered == {(game.name, bet) for game in GAMES for bet in croupier.odds(game.name).bets}
    assert croupier.report(path).rounds == len(GAMES)
    last = house.store.last_checkpoint()
    assert last
    printed = {"size": last.size, "root": encoded(last.root), "at": last.at, "note": last.note}
    assert told["checkpoint"] == printed
    assert run(["report", str(path)]) == 0
    paper = f"{last.size:,}:{printed['root']}"
    assert f"checkpoint {paper}" in capsys.readouterr().out
    other = f"{last.size}:{encoded(bytes(32))}"
    more = f"{last.size + 10**6}:{printed['root']}"
    for given, status in ((paper, 0), (other, 1), (more, 1)):
        assert run(["audit", "verify", str(path), "--checkpoint", given]) == status
    told_of = capsys.readouterr().out
    assert f"the first {last.size:,} entries are not those of the paper" in told_of
    assert (
        f"the paper tells of {last.size + 10**6:,} entries, and {last.size:,} are there" in told_of
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--from", "yesterday"), "from: 'yesterday' is no time like 2026-07-01T06:00"),
        (
            ("--from", "2026-07-01T06:00", "--to", "2026-07-01T06:00+00:00"),
            "the shift ends before it begins",
        ),
    ],
)
def test_bad_shifts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    furnished(tmp_path / "house.db")
    assert run(["report", str(tmp_path / "house.db"), *options]) == 2
    assert capsys.readouterr() == ("", f"{said}\n")


def test_whoever_waits_is_told_how_far_it_is(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "baccarat")
    baccarat_round(Floor(house), p1=10_000)
    told: list[int] = []
    report(house.store, progress=told.append)
    assert told == list(range(1, sum(house.store.versions().values()) + 1))


def test_a_corrected_meter_is_not_what_the_table_fed(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-card-poker")
    Floor(house).round()
    before = report(house.store)
    staff = Jackpots(house.meters, house.balances)
    staff.propose("three-card-poker", 5_000_000, "counted", MANAGERS[0], 9_000_000)
    staff.approve("three-card-poker", MANAGERS[1], 9_000_000)
    assert house.meters["three-card-poker"].jackpot.displayed_cents == 5_000_000
    after = report(house.store)
    assert (after.rows, after.total, after.tables) == (before.rows, before.total, before.tables)
    [jackpot] = after.jackpots
    assert (jackpot.corrected_cents, jackpot.closing_cents) == (
        5_000_000 - before.jackpots[0].closing_cents,
        5_000_000,
    )
