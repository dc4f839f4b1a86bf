"""The library's calls that no other test takes: what they answer, and what they say of nonsense."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import croupier
from croupier.engine.refusals import Refused
from croupier.montecarlo.answer import answer as simulation_answer
from croupier.par.files import sheet_bytes
from croupier.sim.evening import Short
from croupier.wire.house import setup_of
from tests.support.each_game import NAMES
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

ROYAL = {
    "game": "royal-three-pictures",
    "dealer": "5h Js Td",
    "boxes": [
        {
            "box": 1,
            "cards": "6c Qd Th",
            "wagers": [{"player": "p1", "bet": "main", "stake": "100.01"}],
        }
    ],
}
ROW = {
    "game": "royal-three-pictures",
    "box": 1,
    "hand": "6c Qd Th",
    "against": "5h Js Td",
    "player": "p1",
    "bet": "main",
    "event": "Player wins on Six Points",
    "result": "win",
    "odds": "1:2",
    "stake_cents": 10_001,
    "counted_cents": 10_001,
    "won_cents": 5_000,
    "back_cents": 15_001,
    "rounded_off": "1/200",
    "award_cents": None,
    "from_box": None,
    "clauses": "3.16, 3.22, 4.1",
}


def test_a_settlement_has_rows() -> None:
    assert croupier.settle(ROYAL).rows() == [ROW]


@pytest.mark.parametrize("name", NAMES)
def test_a_row_a_line(name: str) -> None:
    settled = croupier.settle((ROOT / "examples" / f"{name}.json").read_bytes())
    assert [(row["bet"], row["won_cents"]) for row in settled.rows()] == [
        (line.bet, line.won_cents) for line in settled.lines
    ]


def test_rows_become_frames() -> None:
    settled = croupier.settle(ROYAL)
    assert settled.to_polars().to_dicts() == [ROW]
    assert settled.to_pandas()["won_cents"].tolist() == [5_000]
    assert croupier.to_polars([settled, settled]).to_dicts() == [ROW, ROW]
    assert len(croupier.to_pandas(croupier.odds("baccarat"))) == len(
        croupier.odds("baccarat").rows()
    )
    assert list(croupier.shoe_moves().to_polars().columns) == ["rank", "left", "bet", "change"]


def test_what_is_not_installed_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(croupier.BadInput) as told:
        croupier.settle(ROYAL).to_polars()
    assert str(told.value) == "polars: needs croupier[frames]: pip install 'croupier[frames]'"
    with pytest.raises(croupier.BadInput, match="int has no rows, and holds none that have"):
        croupier.to_pandas(7)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_program_runs_as_a_module() -> None:
    called = [sys.executable, "-m", "croupier", "rules", "baccarat", "4.1", "--json"]
    done = subprocess.run(called, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, '"clause":"4.1"' in done.stdout) == (0, "", True)
    wrong = subprocess.run([*called[:4], "snap"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


@pytest.mark.slow
def test_par_is_a_call_before_and_after_its_package_is_imported() -> None:
    program = (
        "import croupier; first = croupier.par('baccarat').title; import croupier.par.files;"
        "print(first == croupier.par('baccarat').title, croupier.par.files.PDF)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True .pdf\n"


def test_par_takes_what_odds_takes() -> None:
    pays = ["royal-pictures:three-kings=200:1"]
    sheet = croupier.par("royal-three-pictures", pays=pays)
    assert sheet.odds.bets == croupier.odds("royal-three-pictures", pays=pays).bets
    assert (sheet.pays, sheet.simulated()) == (tuple(pays), [])
    assert sheet_bytes(".md", [sheet]).startswith(b"# Royal Three Pictures: PAR sheet")
    beside = msgspec.json.encode(simulation_answer(croupier.simulate("baccarat", rounds=10_000)))
    assert len(croupier.par("baccarat", simulation=beside).simulated()) > 0
    with pytest.raises(croupier.BadInput, match="is no answer of a simulation"):
        croupier.par("baccarat", simulation=b"{")


def test_best_play_follows_the_pays() -> None:
    usual, richer = croupier.strategy(), croupier.strategy(pays=["ante-bonus:straight=9:1"])
    assert str(usual.weakest_played) == str(richer.weakest_played)
    assert usual.best.odds.house_edge == Fraction(686_689, 20_358_520)
    gained = usual.best.odds.house_edge - richer.best.odds.house_edge
    assert gained == 8 * Fraction(720, 22_100)
    with pytest.raises(croupier.BadInput, match="baccarat has nothing to decide"):
        croupier.strategy("baccarat")


def test_how_cards_move_a_shoe() -> None:
    moves = croupier.shoe_moves(seen="5h 5d", decks=8)
    edge = croupier.shoe_odds(seen="5h 5d").bets["player"].house_edge
    without = croupier.shoe_odds(seen="5h 5d Kh").bets["player"].house_edge
    assert (moves.left["5"], moves.left["K"]) == (30, 32)
    assert moves.house_edge["player"] == edge
    assert (moves.removal["K"] or {})["player"] == without - edge
    assert [number for number, _ in moves.along] == [0, 2]
    assert croupier.shoe_moves().left == dict.fromkeys("23456789TJQKA", 32)
    gone = croupier.shoe_moves(left="A=2,9=8")
    assert (gone.removal["K"], gone.along) == (None, ())
    for nonsense in ({"left": "A=2", "seen": "Kh"}, {"left": "A=6"}, {"decks": 0}):
        with pytest.raises(croupier.BadInput):
            croupier.shoe_moves(**nonsense)


@pytest.mark.slow
def test_sessions_take_what_odds_take() -> None:
    asked: dict[str, Any] = {"pays": ["tie:tie-wins=9:1"], "decks": 6}
    assert croupier.session("baccarat", {"tie": 1}, **asked).mean == (
        croupier.odds("baccarat", **asked).bets["tie"].ev
    )
    progressive = {"progressive": 5}
    for meter in (2_000_000, 8_045_000):
        bet = croupier.odds("three-card-poker", meter_cents=meter).bets["progressive"]
        told = croupier.session("three-card-poker", progressive, meter_cents=meter)
        assert told.mean == 5 * bet.ev
    none = {"three-pictures-points": "none"}
    name = "royal-three-pictures"
    ties = croupier.odds(name, interpretations=none).bets["tie"]
    assert croupier.session(name, {"tie": 1}, interpretations=none).mean == ties.ev
    two = croupier.two_boxes(name, {"tie": 1}, interpretations=none, pays=["tie:tie=9:1"])
    assert two.each[0].mean == (
        croupier.odds(name, interpretations=none, pays=["tie:tie=9:1"]).bets["tie"].ev
    )


@pytest.mark.parametrize("call", [croupier.session, croupier.two_boxes])
@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"decks": 2}, "royal-three-pictures: is played with one deck"),
        ({"decks": 0}, "royal-three-pictures: is played with one deck"),
        ({"meter_cents": 1}, "meter: royal-three-pictures has no jackpot"),
        ({"pays": ["main:six"]}, "pays: 'main:six' is not like"),
        ({"interpretations": {"mood": "good"}}, "interpretations: no interpretation is called"),
    ],
)
def test_sessions_say_what_a_game_lacks(
    call: Callable[..., object], asked: dict[str, Any], says: str
) -> None:
    with pytest.raises(croupier.BadInput) as wrong:
        call("royal-three-pictures", {"main": 1}, **asked)
    assert str(wrong.value).startswith(says)


def test_a_game_loop() -> None:
    evening, best = croupier.play("three-card-poker", seed=7), croupier.strategy()
    told = []
    for _ in range(4):
        evening.place("ante", 2_500)
        evening.deal()
        evening.look()
        value = best.value(croupier.hand(evening.cards))
        evening.choose("fold" if value.best_is_fold else "play")
        evening.conclude()
        told.append((evening.cards, evening.view.dealer, evening.won_cents))
        evening.open_betting()
    assert evening.bankroll_cents == 100_000 + sum(won for _, _, won in told)
    assert len({cards for cards, _, _ in told}) == 4


def test_play_takes_a_setup_and_draws_a_seed() -> None:
    evening = croupier.play("three-pictures", setup={"boxes": 2, "limits": {"initial": [100, 900]}})
    assert (evening.opening.setup.boxes, len(evening.view.boxes)) == (2, 2)
    assert isinstance(evening.place("initial", 99), Refused)
    assert isinstance(evening.place("initial", 900, box=2), list)
    assert evening.opening.seed != croupier.play("three-pictures").opening.seed
    whole = setup_of("baccarat")
    assert croupier.play("baccarat", setup=whole, seed=0).opening.setup is whole
    assert croupier.play("baccarat", seed=0, bankroll_cents=0).place("tie", 500) == Short(500, 0)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"setup": {"boxes": 0}}, "boxes: the layout has 1 to"),
        ({"setup": {"boxes": "many"}}, "setup, boxes: "),
        ({"setup": {"booths": 2}}, "setup: there is no field 'booths' here"),
        ({"setup": {"interpretations": {"mood": "good"}}}, "interpretations: no interpretation"),
        ({"setup": 7}, "setup: a setup is a Setup or a mapping, not int"),
        ({"setup": setup_of("baccarat")}, "the game and its setup are not the same"),
        ({"setup": setup_of("three-pictures"), "device": "manual"}, "device: a whole setup says"),
        ({"device": "sleeve"}, "device: 'sleeve' is not one of manual, automated"),
        ({"seed": -1}, "seed: a whole number from 0"),
    ],
)
def test_play_says_what_is_wrong(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(croupier.BadInput) as wrong:
        croupier.play("three-pictures", **asked)
    assert str(wrong.value).startswith(says)


def test_a_choice_is_play_or_fold() -> None:
    with pytest.raises(croupier.BadInput, match="'raise' is neither play nor fold"):
        croupier.play("three-card-poker", seed=1).choose("raise")


def test_an_evening_of_before_the_digest_was_chained_replays() -> None:
    kept = (ROOT / "tests" / "data" / "evenings" / "format-1.jsonl").read_bytes()
    played = croupier.replay(kept)
    assert (played.rounds, played.bankroll_cents, played.same) == (2, 95_500, True)
    assert not croupier.replay(kept.replace(b'"format":1', b'"format":2')).same
