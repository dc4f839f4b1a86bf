"""`--json` on every verb that answers: one JSON value a line, and nothing else."""

from __future__ import annotations

import io
import json
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cli.main import commands, run
from croupier.games import GAMES
from tests.support.folders import ROOT
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT = {
    "serve": "runs until it is stopped",
    "shoe-simulator": "runs until it is stopped",
    "witness": "runs until it is stopped",
    "house init": "asks, and shows each first password once",
    "audit export": "writes JSON Lines or commas",
    "audit scenario": "writes a scenario",
    "fairness record": "writes JSON",
    "rng dump": "writes bytes",
    "completion": "writes a script",
}


def test_every_verb_that_answers_does_so_in_json() -> None:
    silent = {
        name
        for name, command in commands().items()
        if not any("--json" in parameter.opts for parameter in command.params)
    }
    assert silent == set(WITHOUT)


def test_the_page_has_every_verb() -> None:
    page = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    assert [name for name in commands() if f"`{name}" not in page] == []


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with houses and a transcript, of which tests get copies."""
    folder = tmp_path_factory.mktemp("json")
    (folder / "played").mkdir()
    some_rounds(folder / "played" / "house.db", "three-card-poker").house.store.close()
    assert run(["house", "init", str(folder / "house"), "--demonstration"]) == 0
    file = folder / "house" / "house.toml"
    text = file.read_text(encoding="utf-8").replace("port = 8000", "port = 0")
    file.write_text(text, encoding="utf-8")  # another program may listen at 8000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("banker 25\n\n"))
        kept = str(folder / "evening.jsonl")
        assert run(["play", "baccarat", "--seed", "5", "--transcript", kept]) == 0
    return folder


@pytest.fixture
def places(template: Path, tmp_path: Path) -> dict[str, str]:
    folder = shutil.copytree(template, tmp_path / "json")
    return {
        "DB": str(folder / "played" / "house.db"),
        "HOUSE": str(folder / "house"),
        "NEW": str(folder),
        "EVENING": str(folder / "evening.jsonl"),
    }


KEYS: dict[str, set[str]] = {
    "play --replay EVENING": {"game", "rounds", "bankroll", "sha256", "same"},
    "par baccarat": {"game", "bets"},
    "house check HOUSE": {"file", "faults"},
    "house verify-program HOUSE": {"program", "dependencies", "faults"},
    "house backup HOUSE NEW/whole": {"file", "entries", "bytes", "encrypted"},
    "house restore NEW/whole NEW/again": {"folder", "entries", "next_steps"},
    "house manifest NEW/manifest --key NEW/maker.key": {"file", "program", "says"},
    "house move HOUSE NEW/moved.db": {"source", "target", "entries", "checkpoint", "root"},
    "backup DB NEW/copy.db": {"file", "bytes"},
    "restore NEW/copy.db NEW/back.db": {"file", "entries"},
    "audit replay DB t1 1": {"table", "game", "round", "happened", "clauses"},
    "audit replay DB t1 1 --as p1": {"table", "game", "round", "happened", "clauses"},
    "audit replay DB t1 1 --capture NEW/captured": {"format"},
}


BEFORE = {
    "house restore NEW/whole NEW/again": "house backup HOUSE NEW/whole",
    "restore NEW/copy.db NEW/back.db": "backup DB NEW/copy.db",
}
"""What makes the file that a command reads."""


def words_of(asked: str, places: dict[str, str]) -> list[str]:
    words = asked.split()
    for name, place in places.items():
        words = [word.replace(name, place) for word in words]
    return words


@pytest.mark.slow
@pytest.mark.parametrize("asked", KEYS)
def test_what_it_answers(
    asked: str, places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    if asked in BEFORE:
        assert run(words_of(BEFORE[asked], places)) == 0
    capsys.readouterr()
    assert run([*words_of(asked, places), "--json"]) in {0, 1}
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, "")
    told: dict[str, Any] = json.loads(out)
    assert set(told) >= KEYS[asked]


def test_a_replay_for_programs(places: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["play", "--replay", places["EVENING"], "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["rounds"], told["bankroll"], told["same"]) == (
        "baccarat",
        1,
        "975.00",
        True,
    )
    assert run(["play", "baccarat", "--json"]) == 2
    assert capsys.readouterr().err == (
        "--json: goes with --replay: a table is not played in JSON\n"
    )


def test_a_demonstration_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["game"] for one in told] == [game.name for game in GAMES]


def test_what_a_player_did_not_see_is_not_told(
    places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["audit", "replay", places["DB"], "t1", "1", "--json"]
    capsys.readouterr()
    assert run([*asked, "--as", "p1"]) == 0
    assert json.loads(capsys.readouterr().out)["seen_by"] == "p1"
    assert run(asked) == 0
    assert json.loads(capsys.readouterr().out)["all_cards"] is True
