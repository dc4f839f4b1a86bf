"""The verb `simulate`: its answer as JSON and for people, its file, and nonsense."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.main import run
from croupier.engine.settlement import settle
from croupier.montecarlo.one_round import round_shown
from croupier.montecarlo.options import asked_of
from croupier.wire.settle import answer
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    Asked = tuple[int, str, str]


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Asked]:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def asked(*arguments: str) -> Asked:
        status = run(["simulate", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return asked


def test_the_answer_as_json(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("baccarat", "--rounds", "1e5", "--seed", "7", "--json")
    told = json.loads(out)
    found = croupier.simulate("baccarat", rounds=100_000, seed=7)
    assert (status, err) == (0, "")
    assert (told["game"], told["rounds"], told["seed"]) == ("baccarat", 100_000, 7)
    assert told["outcomes"] == found.outcomes
    assert sum(told["outcomes"].values()) == 100_000
    assert told["bets"] == [
        {
            "bet": one.bet,
            "mean": float(one.mean),
            "standard_error": one.standard_error,
            "exact": float(one.exact),
            "z": one.z,
        }
        for one in found.bets
    ]
    assert told["bets"][1]["exact"] == float(croupier.odds("baccarat").bets["banker"].ev)
    assert told["rounds_per_second"] > 0 < told["seconds"]
    assert told["chi_square"]["agrees"] is True
    assert told["generator"] == "SplitMix64 in counter mode"


def test_what_is_left_out_is_one_box_at_best_play(ask: Callable[..., Asked]) -> None:
    """The exact values are those of `odds` without options; jackpot at its seed, no envy."""
    _, out, _ = ask("three-card-poker", "--rounds", "20000", "--json")
    told = {one["bet"]: one["exact"] for one in json.loads(out)["bets"]}
    odds = croupier.odds("three-card-poker").bets
    assert told == {bet: float(odds[bet].ev) for bet in ("ante", "pair-plus", "progressive")}


@pytest.mark.slow
def test_for_people(ask: Callable[..., Asked]) -> None:
    status, out, err = ask(
        "three-card-poker", "--rounds", "50,000", "--boxes", "2", "--grows", "--envy"
    )
    assert (status, err) == (0, "")
    assert "50,000 rounds, seed 1, SplitMix64 in counter mode" in out
    assert "the counts agree with the exact odds at 99%" in " ".join(out.split())
    assert "The meter was " in out


def test_a_round_is_shown_as_the_rulebook_settles_it(ask: Callable[..., Asked]) -> None:
    given = ("three-card-poker", "--rounds", "100", "--boxes", "2", "--show", "7")
    _, out, _ = ask(*given, "--json")
    settled = settle(round_shown(asked_of("three-card-poker", rounds=100, boxes=2), 7))
    assert json.loads(out) == croupier.answer(settled)
    assert answer(settled).game == "three-card-poker"
    _, out, _ = ask(*given)
    assert out.startswith("Round 7 of seed 1\n")
    assert "3.15" in out or "3.13" in out


def test_its_file_is_read_by_par(
    ask: Callable[..., Asked], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "simulation.json"
    status, out, _ = ask("royal-three-pictures", "--rounds", "1e5", "--out", str(file))
    assert status == 0
    assert out.startswith(f"{file}: ")
    assert run(["par", "royal-three-pictures", "--simulation", str(file)]) == 0
    assert "simulated return" in capsys.readouterr().out
    before = file.read_bytes()
    status, _, err = ask("royal-three-pictures", "--rounds", "1e5", "--out", str(file))
    assert (status, err) == (2, f"{file}: is there already, and nothing is written over it\n")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("baccarat --rounds 0", "rounds: from 1 to 281,474,976,710,655 rounds are simulated"),
        ("baccarat --rounds -1", "rounds: from 1 to 281,474,976,710,655 rounds are simulated"),
        ("baccarat --rounds 1e30", "rounds: from 1 to 281,474,976,710,655 rounds are simulated"),
        (
            "baccarat --rounds 1e999999999",
            "rounds: from 1 to 281,474,976,710,655 rounds are simulated",
        ),
        ("baccarat --rounds 2.5", "rounds: '2.5' is no whole number"),
        ("baccarat --rounds many", "rounds: 'many' is no number like 1000000 or 1e6"),
        ("baccarat --rounds nan", "rounds: 'nan' is no number like 1000000 or 1e6"),
        ("baccarat --seed -1", "seed: a seed is a whole number from 0 to 2^64 - 1"),
        (
            "baccarat --seed 18446744073709551616",
            "seed: a seed is a whole number from 0 to 2^64 - 1",
        ),
        ("baccarat --workers 0", "workers: 1 to 256 workers count"),
        ("baccarat --decks 3", "decks: 3 decks, and the game is played with 4 to 8 decks"),
        ("baccarat --boxes 2", "boxes: all bets ride on the same hands and there are no boxes"),
        ("baccarat --strategy always", "strategy: baccarat has nothing to decide"),
        ("baccarat --grows", "grows: baccarat has no jackpot"),
        ("baccarat --device tpu", "device: 'tpu' is neither cpu nor cuda"),
        ("three-pictures --cut-card", "cut-card: three-pictures has a whole deck for each round"),
        ("three-pictures --boxes 0", "boxes: the layout has 1 to"),
        (
            "three-card-poker --strategy wild",
            "strategy: 'wild' is none of best, qualify, always and no hand",
        ),
        (
            "three-card-poker --envy",
            "envy: nobody is envied where one hand plays: --boxes 2 or more",
        ),
        ("three-card-poker --tables 3", "tables: tables share a meter that grows: --grows"),
        ("three-card-poker --show 9 --rounds 9", "show: there are rounds 0 to 8"),
        (
            "three-card-poker --boxes 2 --device cuda",
            "device: a GPU deals one box, each round from",
        ),
        ("poker", "no game is called 'poker'"),
    ],
)
def test_nonsense_is_answered_in_one_line(
    ask: Callable[..., Asked], arguments: str, says: str
) -> None:
    status, out, err = ask(*arguments.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)


def test_a_place_that_cannot_be_written_to(ask: Callable[..., Asked], tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "simulation.json"
    status, _, err = ask("baccarat", "--rounds", "1000", "--out", str(file))
    assert status == 2
    assert err.startswith(f"{file}: cannot be written: ")
    assert list(tmp_path.iterdir()) == []


def test_a_policy_that_fails() -> None:
    def broken(_: object) -> bool:
        raise ZeroDivisionError

    with pytest.raises(
        croupier.BadInput, match=r"^strategy: broken failed at .* with ZeroDivisionError$"
    ):
        croupier.simulate("three-card-poker", rounds=10, strategy=broken)
    with pytest.raises(
        croupier.BadInput, match=r"^strategy: .* says 'perhaps' of .*, not True or False$"
    ):
        croupier.simulate("three-card-poker", rounds=10, strategy=lambda _: "perhaps")  # type: ignore[arg-type,return-value]


@pytest.mark.slow
def test_a_function_plays_as_the_policy_it_spells_out() -> None:
    by_name = croupier.simulate("three-card-poker", rounds=30_000, strategy="always")
    by_function = croupier.simulate("three-card-poker", rounds=30_000, strategy=lambda _: False)
    assert by_function.bets == by_name.bets
    pairs = croupier.simulate(
        "three-card-poker",
        rounds=30_000,
        strategy=lambda hand: len({card.rank for card in hand}) == 3,
    )
    assert pairs.bets[0].exact < by_name.bets[0].exact
    assert abs(pairs.bets[0].z) < 4


def busy_threads(process: int) -> list[Path]:
    """Return the threads other than the first that have used some tenths of a second."""
    threads = [*Path(f"/proc/{process}/task").iterdir()]
    return [one for one in threads if int(one.name) != process and ticks_of(one) > 20]


def ticks_of(thread: Path) -> int:
    """Return the processor time of a thread, in hundredths of a second."""
    return int((thread / "stat").read_text().rpartition(")")[2].split()[11])


@pytest.mark.slow
def test_ctrl_c_ends_with_what_is_done() -> None:
    """The signal works as in a terminal: shells start background jobs with it ignored."""
    command = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from croupier.cli.start import main; main()"
    )
    arguments = ["simulate", "three-pictures", "--rounds", "1e13", "--workers", "3", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as running:
        try:
            wait_until(lambda: len(busy_threads(running.pid)) >= 2, "the workers simulate")
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert (running.returncode, err) == (0, b"")
    told = json.loads(out)
    assert 0 < told["rounds"] == sum(told["outcomes"].values()) < 10**13
