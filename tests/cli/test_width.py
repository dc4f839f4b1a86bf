"""What every verb tells people is at most as wide as their terminal, 80 columns where none is."""

from __future__ import annotations

import io
import re
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from rich.text import Text

from croupier.cli.main import VERBS, run
from croupier.games import GAMES
from tests.support.folders import ROOT
from tests.support.played_rounds import some_rounds

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = ROOT / "examples"
WIDE = 80
EACH_GAME = [
    line.format(name=game.name, bet=game.bets[0].name, file=EXAMPLES / f"{game.name}.json")
    for game in GAMES
    for line in (
        "settle {file}",
        "ruling {name}",
        "ruling {name} misdealt handled=yes",
        "rules {name}",
        "rules {name} 3.1",
        "rules {name} 3",
        "odds {name}",
        "odds {name} --readings",
        "session {name} --bet {bet}=25 --rounds 20 --bankroll 1,000",
        "play {name} --seed 5",
        "drill {name} --seed 1 --questions 2",
    )
]
OTHERS = [
    "",
    "settle MANY",
    "settle MANY --each",
    f"established {EXAMPLES}/interrupted/three-card-poker.json",
    f"scenario {EXAMPLES}/training.txt",
    f"scenario {ROOT}/tests/scenarios/live/three_card_poker.txt",
    "roads BBPTBBPPPTBBBBPTBPPBBBBBBBBBBPPPPPPPPTTTBPBPBPBPBPBPBPBBPPBBPPBPBPBPBPBPBPBPBPBPBPBPPB",
    "rules",
    "rules trace",
    "odds --all",
    "odds baccarat --pays tie:tie-wins=9:1",
    "odds three-card-poker --meter $78,050 --hands 4",
    "shoe --seen Kh",
    "shoe --moves",
    "shoe --seen Kh~9s --moves",
    "shoe --spread 1",
    "strategy",
    "strategy --hand Qh~6d~4s",
    "simulate baccarat --rounds 1e4",
    "simulate three-card-poker --rounds 1e4 --boxes 3 --envy",
    "simulate baccarat --show 3",
    "simulate baccarat --players 100 --bet banker=25 --bankroll 500 --rounds-each 20",
    "bench established",
    "demo",
    "play --replay EVENING",
    "audit verify DB",
    "audit replay DB t1 1",
    "audit recall DB p1",
    "report DB",
    "house check HOUSE",
    "house status HOUSE/house.db",
    "house keys HOUSE",
    "house people HOUSE",
    "house verify-program HOUSE/house.db",
    "house init NEW/house --demonstration",
    "house backup HOUSE NEW/backup",
    "backup DB NEW/copy.db",
    "restore DB NEW/restored.db",
    "rng test --shuffles 5000",
    "par baccarat --out NEW/par.md",
]
A_FILE = {"par", "completion"}
"""Verbs whose answer on standard output is a file: Markdown, a script."""
GOES_ON = {"serve", "shoe-simulator", "witness", "fairness"}
"""Verbs that run until they are stopped, or ask another house."""
FIGURE = re.compile(r"-?\d[\d,]*\.?\d*")
PLAYED = "?\nrules\n? 1\n1\n{bet} 25\n\nlook\nplay\n\nagain\n\nquit\n"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with houses and files, of which tests get copies."""
    folder = tmp_path_factory.mktemp("width")
    (folder / "new").mkdir()
    (folder / "played").mkdir()
    some_rounds(folder / "played" / "house.db", "three-card-poker").house.store.close()
    assert run(["house", "init", str(folder / "house"), "--demonstration"]) == 0
    file = folder / "house" / "house.toml"
    text = file.read_text(encoding="utf-8").replace("port = 8000", "port = 0")
    file.write_text(text, encoding="utf-8")  # another program may listen at 8000
    many = [file.read_text(encoding="utf-8").replace("\n", " ") for file in EXAMPLES.glob("*.json")]
    kept = ["--transcript", str(folder / "evening.jsonl")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("banker 25\n\n"))
        assert run(["play", "baccarat", "--seed", "5", *kept]) == 0
    (folder / "many.jsonl").write_text("\n".join(many * 5), encoding="utf-8")
    return folder


@pytest.fixture
def places(template: Path, tmp_path: Path) -> dict[str, Path]:
    folder = shutil.copytree(template, tmp_path / "width")
    return {
        "DB": folder / "played" / "house.db",
        "HOUSE": folder / "house",
        "NEW": folder / "new",
        "MANY": folder / "many.jsonl",
        "EVENING": folder / "evening.jsonl",
    }


def test_every_verb_is_looked_at() -> None:
    shown = {line.split(" ")[0] for line in [*EACH_GAME, *OTHERS]}
    assert shown | A_FILE | GOES_ON == {"", *VERBS}


@pytest.mark.slow
@pytest.mark.parametrize("asked", [*EACH_GAME, *OTHERS])
def test_no_line_is_wider_than_the_terminal(
    asked: str,
    places: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    words = [word.replace("~", " ") for word in asked.split(" ") if word]
    for name, place in places.items():
        words = [word.replace(name, str(place)) for word in words]
    said = PLAYED.format(bet=GAMES[0].bets[0].name).encode() * 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
    capsys.readouterr()
    assert run(words) == 0
    out, _ = capsys.readouterr()
    for name, place in places.items():
        out = out.replace(str(place), name)
    lines = out.splitlines()
    assert lines
    wide = [line for line in lines if cell_len(line.rstrip()) > WIDE]
    assert [line for line in wide if " " in line.strip()] == []


@pytest.mark.parametrize("verb", VERBS)
def test_no_help_is_cut_short(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert run([verb, "--help"]) == 0
    usage, *lines = capsys.readouterr().out.splitlines()
    assert usage.startswith("Usage: ")
    cut = [line for line in lines if line.endswith("...") and "A=31,2=32,..." not in line]
    assert [*cut, *(line for line in lines if len(line) > WIDE)] == []


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_sheet_on_a_terminal_is_as_wide_as_that(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDE))
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(["par", game]) == 0
    written = capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert run(["par", game]) == 0
    shown = Text.from_ansi(capsys.readouterr().out).plain
    assert [line for line in shown.splitlines() if cell_len(line.rstrip()) > WIDE] == []
    assert set(FIGURE.findall(written)) <= set(FIGURE.findall(shown))


def test_a_complaint_is_folded_on_a_terminal_and_one_line_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDE))
    asked = ["ruling", "baccarat", "nothing-like-it"]
    assert run(asked) == 2
    [line] = capsys.readouterr().err.splitlines()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run(asked) == 2
    shown = capsys.readouterr().err.splitlines()
    assert max(map(len, shown)) <= WIDE < len(line)
    assert " ".join(one.strip() for one in shown) == line
