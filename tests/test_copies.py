"""Everything that the library answers pickles and deep-copies, and is then what it was."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.cards import parse_cards
from croupier.engine.outcome import Outcome
from croupier.lab.paytables import with_pays
from croupier.lab.shoes import Shoes
from croupier.lab.tableau import full_shoe
from croupier.montecarlo.simulation import cells_for
from croupier.table.commands import Place
from tests.support.each_game import NAMES, each_game
from tests.support.folders import ROOT
from tests.support.typed_evenings import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.game import Game


def pickled(value: Any) -> Any:  # noqa: ANN401 - anything
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


BOTH = pytest.mark.parametrize("copied", [pickled, copy.deepcopy], ids=["pickled", "deep-copied"])
Copied = "Callable[[Any], Any]"


def parts(value: object, depth: int = 0) -> Iterator[object]:
    """A game's values, down to the conditions of its lines."""
    yield value
    if depth < 6 and dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from parts(getattr(value, field.name), depth + 1)
    elif depth < 6 and isinstance(value, tuple | list):
        for one in value:
            yield from parts(one, depth + 1)


@pytest.mark.slow
@BOTH
@each_game
def test_every_part_of_a_game(game: Game, copied: Callable[[Any], Any]) -> None:
    for part in parts(game):
        copied(part)
    assert copied(game) is game
    assert copied(game.document) is game.document
    assert [repr(one) for one in copied(game.bets)] == [repr(one) for one in game.bets]


@BOTH
@each_game
def test_a_game_under_readings(game: Game, copied: Callable[[Any], Any]) -> None:
    point = next(one for one in game.interpretations if len(one.values) > 1)
    read = game.under({point.name: point.values[-1]})
    other = copied(read)
    assert (other.readings, other.bets) == (read.readings, read.bets)
    assert [other.reads(one.of) for one in game.interpretations] == [
        read.reads(one.of) for one in game.interpretations
    ]
    assert copied(point).of == point.of


@BOTH
def test_a_game_with_other_pays(copied: Callable[[Any], Any]) -> None:
    changed = with_pays(croupier.game("royal-three-pictures"), ["royal-pictures:three-kings=200:1"])
    other = copied(changed)
    assert other.bets == changed.bets
    assert other.bets != croupier.game("royal-three-pictures").bets
    hands = parse_cards("Kh Kd Kc"), parse_cards("2h 3d 4c")
    line = other.bet["royal-pictures"].settle(other.outcome(*hands))
    assert (line.event, line.pays) == ("Three Kings", "200:1")


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_settlements(name: str, copied: Callable[[Any], Any]) -> None:
    settled = croupier.settle((ROOT / "examples" / f"{name}.json").read_bytes())
    other = copied(settled)
    assert other == settled
    assert croupier.answer(other) == croupier.answer(settled)
    assert other.rows() == settled.rows()


def test_a_settlement_is_small_on_its_way() -> None:
    settled = croupier.settle((ROOT / "examples" / "three-card-poker.json").read_bytes())
    assert len(pickle.dumps(settled)) < 4_000


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_an_evening_goes_on_as_it_would_have(name: str, copied: Callable[[Any], Any]) -> None:
    """The dealer's shoe, the other players' chance and the digest with it."""
    evening = croupier.play(name, seed=3, others=2)
    evening.place(MAIN[name], 2_500)
    evening.deal()
    ends = []
    for one in (evening, copied(evening)):
        for _ in range(3):
            if one.table.game.decision:
                one.choose("play")
            one.conclude()
            one.open_betting()
            one.place(MAIN[name], 2_500)
            one.deal()
        ends.append(
            (one.table, one.view, one.balances, one.meter_cents, one.digest, one.shoe.cards)
        )
    assert ends[0] == ends[1]


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_odds_and_tables_of_a_simulation(name: str, copied: Callable[[Any], Any]) -> None:
    odds = croupier.odds(name)
    other = copied(odds)
    assert (other.bets, other.game) == (odds.bets, odds.game)
    cells = cells_for(odds.game)
    copies = copied(cells)
    for hands in filter(None, map(cells.example, range(6))):
        assert copies.told(*hands) == cells.told(*hands)


@pytest.mark.slow
@BOTH
def test_the_lab_s_other_values(copied: Callable[[Any], Any]) -> None:
    session = croupier.session("baccarat", {"banker": 1})
    assert copied(session) == session
    assert copied(session.after(9)).chances.tolist() == session.after(9).chances.tolist()
    two = croupier.two_boxes("three-pictures", {"initial": 1})
    assert copied(two) == two
    best = croupier.strategy()
    other = copied(best)
    assert (other.policies, other.value(best.weakest_played).play) == (
        best.policies,
        best.value(best.weakest_played).play,
    )
    shoes = Shoes(croupier.game("baccarat"))
    assert copied(shoes).counts(full_shoe(8)) == shoes.counts(full_shoe(8))
    for value in (
        croupier.shoe_odds(seen="Kh"),
        croupier.shoe_moves(seen="Kh"),
        croupier.par("baccarat").odds.bets,
        croupier.ruling("three-pictures", "misdealt"),
        croupier.roads("BBPTB"),
        croupier.rules("baccarat"),
        croupier.rules("baccarat", "4.1"),
        Place("p1", "tie", 100),
    ):
        assert copied(value) == value or repr(copied(value)) == repr(value)


def test_bad_input_travels() -> None:
    wrong = croupier.BadInput("what", "where", clauses=("4.1",))
    other = pickled(wrong)
    assert (str(other), other.place, other.clauses) == (str(wrong), ("where",), ("4.1",))


def test_a_settlement_arrives_in_another_process() -> None:
    settled = croupier.settle((ROOT / "examples" / "lucky-three-pictures.json").read_bytes())
    condition = settled.round.game.bet["player-lucky-6"].lines[0].when
    outcome = settled.round.game.outcome(parse_cards("Kh Qd 6c"), parse_cards("2h 2d Ac"))
    assert isinstance(outcome, Outcome)
    program = (
        "import pickle, sys; settled, when, outcome = pickle.load(sys.stdin.buffer);"
        "print(settled.house_cents, when(outcome))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((settled, condition, outcome)),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split() == [str(settled.house_cents), "True"]
