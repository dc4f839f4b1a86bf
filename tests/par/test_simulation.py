"""A simulation beside the exact figures, and files that cannot stand there."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import openpyxl
import pypdf
import pytest

import croupier
from croupier.cli.main import run
from croupier.engine.rules_digest import rules_digest
from croupier.par.pdf import pdf
from croupier.par.sheet import ParSheet
from croupier.par.simulation import Simulated, read_simulation
from croupier.par.text import json_text, markdown
from croupier.par.workbook import workbook
from croupier.problems import BadInput
from tests.support.folders import ROOT
from tests.support.recalculated import Recalculated

if TYPE_CHECKING:
    from pathlib import Path

NAME = "three-pictures"
ODDS = croupier.odds(NAME)
EXACT = ODDS.bets["tie"].ev
GIVEN: dict[str, Any] = {
    "game": NAME,
    "rounds": 1_000_000,
    "seed": 7,
    "device": "numba",
    "seconds": 0.1,
    "rounds_per_second": 10_000_000,
    "outcomes": {"all": 1_000_000},
    "bets": [{"bet": "tie", "mean": -0.09, "standard_error": 0.01, "exact": str(EXACT), "z": 1.0}],
    "chi_square": {"statistic": 3.0, "freedom": 4, "p": 0.5578, "level": 0.99, "agrees": True},
    "version": 4,
    "rules": rules_digest(ODDS.game),
    "decks": 1,
    "generator": "SplitMix64 in counter mode",
}

OTHER = "other pays, readings, decks, meter or play"


def given(**changes: Any) -> bytes:  # noqa: ANN401 - any JSON
    return json.dumps(GIVEN | changes).encode()


def one_bet(**changes: Any) -> bytes:  # noqa: ANN401 - any JSON
    return given(bets=[GIVEN["bets"][0] | changes])


def test_exact_and_simulated_side_by_side() -> None:
    beside = read_simulation(given(), ODDS)
    assert beside.bets == {"tie": Simulated(-0.09, 0.01)}
    of = ParSheet(ODDS, simulation=beside)
    assert dict(of.head)["simulation"] == (
        "1,000,000 rounds, seed 7, generator SplitMix64 in counter mode, on numba,"
        " chi-square over all classes: p = 0.5578, agrees at 99%"
    )
    assert of.beside(ODDS.bets["tie"]) == [
        ("exact return", "89.9911939 %"),
        ("simulated return", "91.0000000 % ± 1.0000000 %"),
        ("z", "+1.01"),
    ]
    text = markdown(of)
    assert "- simulated return: 91.0000000 % ± 1.0000000 %\n- z: +1.01" in text
    assert json.loads(json_text(of))["simulated"]["tie"]["mean"] == -0.09
    pages = pypdf.PdfReader(io.BytesIO(pdf([of]))).pages
    assert "91.0000000 % ± 1.0000000 %" in " ".join(page.extract_text() for page in pages)


def test_a_changed_pay_leaves_the_simulation_behind() -> None:
    of = ParSheet(ODDS, simulation=read_simulation(given(), ODDS))
    book = openpyxl.load_workbook(io.BytesIO(workbook([of])))
    page = book[NAME]
    [row] = [row for row in page.iter_rows() if str(row[0].value).startswith("simulated return")]
    place = row[3].coordinate
    assert Recalculated(book).cells(NAME, place) == pytest.approx(1.0088, abs=1e-3)
    [tie] = [row for row in page.iter_rows() if (row[0].value, row[1].value) == ("Tie", 8)]
    tie[1].value = 9
    assert Recalculated(book).cells(NAME, place) == "a pay was changed: this does not follow"


@pytest.mark.parametrize("exact", [None, float(EXACT), str(EXACT), f"{float(EXACT):.12f}"])
def test_an_exact_value_in_any_form(exact: Any) -> None:  # noqa: ANN401
    assert read_simulation(one_bet(exact=exact), ODDS).bets == {"tie": Simulated(-0.09, 0.01)}


def test_a_file_that_does_not_name_its_rules_says_so() -> None:
    old = {name: GIVEN[name] for name in ("game", "rounds", "bets")}
    about = read_simulation(json.dumps(old).encode(), ODDS).about
    assert about == "1,000,000 rounds, the file does not say by which rules"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no answer of a simulation as JSON"),
        (b"\xff", "is no answer of a simulation as JSON"),
        (b"[1]", "is no answer of a simulation as JSON"),
        (b"[" * 100_000, "is no answer of a simulation as JSON"),
        (given(bets=3), "is no answer of a simulation as JSON"),
        (given(game="baccarat"), "is of 'baccarat', not of three-pictures"),
        (given(version=3), "is of version 3 of the document, not of 4"),
        (given(decks=8), "is of 8 decks, not of 1"),
        (given(rules="0" * 64), "is of other rules: of another document, pay table or reading"),
        (given(rounds=0), "has no rounds"),
        (given(bets=[]), "has no bets"),
        (given(bets=GIVEN["bets"] * 2), "has a bet twice"),
        (one_bet(bet="snap"), "has no usable figures of 'snap'"),
        (one_bet(standard_error=0), "has no usable figures of 'tie'"),
        (one_bet(standard_error=-1), "has no usable figures of 'tie'"),
        (one_bet(exact="1/0"), "has no usable figures of 'tie'"),
        (one_bet(exact="x"), "has no usable figures of 'tie'"),
        (
            one_bet(exact="-1/10"),
            f"compares tie with -0.100000000, and here it is {float(EXACT):.9f}: {OTHER}",
        ),
    ],
)
def test_what_cannot_stand_beside(data: bytes, said: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_simulation(data, ODDS)
    assert str(wrong.value) == f"simulation: {said}"


def test_the_program_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(given())
    assert run(["par", NAME, "--simulation", str(file)]) == 0
    assert "- z: +1.01" in capsys.readouterr().out
    assert run(["par", NAME, "--simulation", str(file), "--pays", "tie:tie=9:1"]) == 2
    assert capsys.readouterr().err == (
        f"{file}, simulation: is of other rules: of another document, pay table or reading\n"
    )


def test_what_simulate_writes_stands_beside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a variant too, and of no other rules than its own."""
    file, variant = str(tmp_path / "run.json"), str(ROOT / "examples" / "dragon-7.toml")
    asked = ["simulate", "baccarat", "--rounds", "200000", "--seed", "7", "--workers", "1"]
    assert run([*asked, "--pays", variant, "--out", file, "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    dragon = next(one for one in counted["bets"] if one["bet"] == "dragon-7")
    assert abs(dragon["z"]) < 3.3
    assert counted["chi_square"]["agrees"]
    assert run(["par", "baccarat", "--pays", variant, "--simulation", file]) == 0
    told = capsys.readouterr().out
    assert "- **simulation**: 200,000 rounds, seed 7, generator " in told
    assert f"- z: {dragon['z']:+.2f}" in told
    assert run(["par", "baccarat", "--simulation", file]) == 2
    assert "simulation: is of other rules" in capsys.readouterr().err
