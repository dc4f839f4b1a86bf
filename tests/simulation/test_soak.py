"""Random and hostile play at six tables, checked after every event."""

from __future__ import annotations

import json

import pytest

import croupier
from tests.simulation import soak as soaking
from tests.simulation.main import run
from tests.simulation.soak import Broken, Floor, floor_of_each_game, soak


def test_the_floor_has_every_game_both_devices_and_one_shared_jackpot() -> None:
    setups = floor_of_each_game()
    assert [setup.game for setup in setups] == [
        *(game.name for game in croupier.GAMES),
        "three-card-poker",
    ]
    assert {setup.device for setup in setups} == {"manual", "automated"}
    assert len({setup.jackpot for setup in setups if setup.jackpot}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_holds(seed: int) -> None:
    tally = soak(floor_of_each_game(), seed, 60)
    assert tally.rounds >= 60
    assert tally.refused < tally.commands
    assert tally.events > tally.rounds


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 120))
def test_everything_holds_for_long(seed: int) -> None:
    soak(floor_of_each_game(), seed, 1000)


def test_a_seed_reproduces() -> None:
    assert soak(floor_of_each_game(), 7, 20) == soak(floor_of_each_game(), 7, 20)
    assert soak(floor_of_each_game(), 7, 20) != soak(floor_of_each_game(), 8, 20)


def test_progress_is_told() -> None:
    told: list[int] = []
    soak(floor_of_each_game(), 1, 30, told.append)
    assert told == sorted(told)
    assert told[-1] <= 30


def test_the_program_tells_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["soak", "--seed", "1", "--rounds", "10"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1].startswith("Seed 1: everything held after every event; ")
    assert run(["soak", "--seed", "1", "--rounds", "10", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["seed"], answer["rounds"], answer["broken"]) == (1, 10, None)
    assert sum(answer["refusals"].values()) == answer["refused"]


def test_a_failure_is_one_line_that_names_the_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def leak(_floor: Floor, _name: str, _table: object) -> list[str]:
        return ["p1 sees\nKh"]

    monkeypatch.setattr(soaking.Floor, "leaks", leak)
    assert run(["soak", "--seed", "5", "--rounds", "3"]) == 1
    out, _ = capsys.readouterr()
    assert out.count("\n") == 1
    assert out.startswith("seed 5: t")
    assert out.endswith(": p1 sees Kh\n")
    assert run(["soak", "--seed", "5", "--rounds", "3", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["seed"] == 5
    with pytest.raises(Broken):
        soak(floor_of_each_game(), 5, 3)


def test_no_rounds_are_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["soak", "--rounds", "0"]) == 2
    assert capsys.readouterr().err == "rounds: at least one round is played\n"
