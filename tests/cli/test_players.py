"""`simulate --players`: evenings as JSON, for people and as charts; nonsense in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.montecarlo.players.playing import End

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked

EVENING = (
    *("simulate", "baccarat", "--players", "300", "--bet", "banker=25"),
    *("--bankroll", "500", "--rounds-each", "70"),
)

ANSWERED = {
    "game": "baccarat",
    "players": 300,
    "seed": 1,
    "bets": {"banker": "25.00", "tie": "5.00"},
    "system": "martingale",
    "bankroll": "500.00",
    "limits": ["25.00", "5000.00"],
    "over_limit": "reduce",
    "win_goal": "400.00",
    "stop_loss": None,
    "rounds_each": 70,
    "per_hour": 60,
    "generator": "SplitMix64 in counter mode",
}


def test_evenings_as_json(ask: Callable[..., Asked]) -> None:
    status, out, err = ask(
        *EVENING, "--bet", "tie=5", "--system", "martingale", "--win-goal", "400", "--json"
    )
    told = json.loads(out)
    found = croupier.players(
        "baccarat",
        {"banker": 25_00, "tie": 5_00},
        500_00,
        players=300,
        system="martingale",
        win_goal_cents=400_00,
        rounds_each=70,
    )
    assert (status, err) == (0, "")
    edges = croupier.odds("baccarat").bets
    assert told["staked"] == [
        {"bet": bet, "staked": f"{float(cents) / 100:.6f}", "ev": str(edges[bet].ev)}
        for bet, cents in found.staked.items()
    ]
    exact = sum(float(one["staked"]) * float(edges[one["bet"]].ev) for one in told["staked"])
    assert float(told["exact"]) == pytest.approx(exact, abs=1e-5)
    assert float(told["mean"]) == pytest.approx(float(found.mean) / 100)
    assert told["z"] == found.z
    assert told["ended"] == {end.name.lower(): int(found.played.ends[end]) for end in End}
    assert sum(told["ended"].values()) == sum(one["players"] for one in told["histogram"]) == 300
    assert min(told["ended"]["goal"], told["ended"]["ruin"]) > 0
    assert told["quantiles"][0] == {
        "rounds": 0,
        "results": dict.fromkeys(("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"), "500.00"),
    }
    assert [one["rounds"] for one in told["quantiles"]][-1] == 70
    assert float(told["rounds"]["hours"]) == pytest.approx(found.hours, abs=1e-4)
    assert ANSWERED.items() <= told.items()


def test_evenings_for_people(ask: Callable[..., Asked]) -> None:
    status, out, err = ask(*EVENING, "--system", "d'Alembert", "--hours", "1")
    assert (status, out, err) == (2, "", "either the rounds or the hours of an evening are meant\n")
    status, out, err = ask(*EVENING, "--system", "d'Alembert")
    found = croupier.players(
        "baccarat", {"banker": 25_00}, 500_00, players=300, system="dalembert", rounds_each=70
    )
    assert (status, err) == (0, "")
    assert f"mean {float(found.mean) / 100:,.2f} ± {found.standard_error / 100:,.2f}" in out
    assert f"the mean is {found.z:+.2f} standard errors off it" in out
    assert "Banker 25.00; dalembert: a unit up after a loss, down after a win" in out
    assert f"{100 * found.ruined:.2f} % could not cover a further round" in out
    assert "█" in out
    assert "┃ median, │ brought along" in out


def test_charts_are_written_once(ask: Callable[..., Asked], tmp_path: Path) -> None:
    for name, begins in (("a.svg", b"<svg "), ("b.PNG", b"\x89PNG")):
        file = tmp_path / name
        assert ask(*EVENING, "--chart", str(file), "--json")[0] == 0
        assert file.read_bytes().startswith(begins)
        before = file.read_bytes()
        status, out, err = ask(*EVENING, "--chart", str(file))
        assert (status, out) == (2, "")
        assert err == f"{file}: is there already, and nothing is written over it\n"
        assert file.read_bytes() == before
    status, out, err = ask(*EVENING, "--chart", str(tmp_path / "c.gif"))
    assert (status, out) == (2, "")
    assert "a chart's name ends in .svg or .png" in err
    status, out, err = ask(*EVENING, "--chart", str(tmp_path / "no" / "c.svg"))
    assert (status, out) == (2, "")
    assert err.endswith(f"cannot be written: there is no folder {tmp_path / 'no'}\n")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.svg", "b.PNG"]


MUCH = "--players 5 --maximum 1000000000 --rounds-each 1e6"
SYSTEM = """
def doubled(seat):
    return 2 * seat.stake_cents
def raises(seat):
    return 1 // len(seat.results[1:])
def says_nothing(seat):
    pass
def too_little(seat):
    return 100
def on_nothing(seat):
    return "bankr", 2500
def leaves(seat):
    raise SystemExit
half = 0.5
"""


def test_a_function_of_a_file(ask: Callable[..., Asked], tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(SYSTEM, encoding="utf-8")
    status, out, _ = ask(*EVENING, "--system", f"{file}:doubled", "--json")
    told = json.loads(out)
    flat = croupier.players("baccarat", {"banker": 50_00}, 500_00, players=300, rounds_each=70)
    assert (status, told["system"]) == (0, "doubled")
    assert told["ended"] == {end.name.lower(): int(flat.played.ends[end]) for end in End}
    assert float(told["mean"]) == pytest.approx(float(flat.mean) / 100)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("raises", "raises failed at round 1 of player 1 with ZeroDivisionError"),
        ("says_nothing", "says_nothing says None at round 1 of player 1, not whole cents or 0"),
        ("too_little", "stakes at round 1 of player 1 1.00, under the minimum 25.00"),
        ("on_nothing", "bets at round 1 of player 1 on 'bankr', none of banker, player, tie"),
        ("leaves", "leaves failed at round 1 of player 1 with SystemExit"),
        ("half", "has no function 'half'"),
        ("", "has no function ''"),
    ],
)
def test_a_function_that_does_not_answer(
    ask: Callable[..., Asked], tmp_path: Path, name: str, says: str
) -> None:
    file = tmp_path / "own.py"
    file.write_text(SYSTEM, encoding="utf-8")
    status, out, err = ask(*EVENING, "--system", f"{file}:{name}")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_file_that_is_no_program(ask: Callable[..., Asked], tmp_path: Path) -> None:
    for text, says in (("def (", "cannot be run: SyntaxError"), ("1/0", "ZeroDivisionError")):
        file = tmp_path / "own.py"
        file.write_text(text, encoding="utf-8")
        status, out, err = ask(*EVENING, "--system", f"{file}:f")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert says in err
    assert ask(*EVENING, "--system", "nowhere.py:f") == (
        2,
        "",
        "nowhere.py: cannot be read: there is no such file\n",
    )


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("--system labouchere", "system: 'labouchere' is none of flat, martingale, paroli"),
        ("--players 0", "players: 1 to 10,000,000 players play"),
        ("--players -1", "players: 1 to 10,000,000 players play"),
        ("--players 1e30", "players: 1 to 10,000,000 players play"),
        ("--players many", "players: 'many' is no number like 1000000 or 1e6"),
        ("--bankroll 24.99", "bankroll: one round may need 25.00"),
        ("--bankroll 1e30", "bankroll: '1e30' is not an amount like 25, 25.00 or 1,000"),
        ("--bankroll 9999999999999", "bankroll: an amount is from 0.01 to 1000000000.00"),
        ("--rounds-each 0", "rounds-each: 1 to 1,048,576 rounds are played by each"),
        ("--rounds-each 1e30", "rounds-each: 1 to 1,048,576 rounds are played by each"),
        ("--per-hour 0", "per-hour: 1 to 3,600 rounds are an hour"),
        ("--bet tie=0", "tie: an amount is from 0.01"),
        ("--bet tie=4", "tie: 4.00 is outside the limits 5.00 to 500.00"),
        ("--bet bankr=25", "no bet is called 'bankr'; did you mean banker?"),
        ("--minimum 26", "banker: 25.00 is outside the limits 26.00 to 5000.00"),
        ("--maximum 24", "limits: the minimum is above the maximum"),
        ("--win-goal 0", "win-goal: an amount is from 0.01"),
        ("--stop-loss 500.01", "stop-loss: no more than the bankroll can be lost"),
        ("--over-limit cheat", "over-limit: 'cheat' is neither reduce nor stop"),
        ("--system follow --bet player=25", "bet: who follows the shoe bets on player or banker"),
        ("--rounds 1000", "rounds: how long players play is told by --rounds-each or --hours"),
        ("--show 3", "rounds are shown and files written without --players"),
        ("--out a.json", "rounds are shown and files written without --players"),
        ("--device cuda", "device: evenings are played on the processor"),
    ],
)
def test_nonsense_is_answered_in_one_line(ask: Callable[..., Asked], more: str, says: str) -> None:
    status, out, err = ask(*EVENING, *more.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("baccarat --players 5 --bankroll 100", "a round needs a bet, like --bet player=25"),
        ("baccarat --players 5 --bet tie=5", "what does each player bring? like --bankroll 1000"),
        ("baccarat --bankroll 100", "bankroll: goes with --players N"),
        ("baccarat --bet tie=5", "bet: goes with --players N"),
        ("baccarat --system paroli", "system: goes with --players N"),
        (
            "royal-three-pictures --players 5 --bet main=25 --bankroll 100 --system follow",
            "system: royal-three-pictures has no shoe to follow",
        ),
        (
            "three-card-poker --players 5 --bet ante=25 --bankroll 49.99",
            "bankroll: one round may need 50.00",
        ),
        (
            "three-card-poker --players 5 --bet ante=25 --bet progressive=6 --bankroll 100",
            "progressive: the prescribed bet is 5.00 (clause 3.4)",
        ),
        (
            "three-card-poker --players 5 --bet ante=25 --bankroll 100 --boxes 2",
            "boxes: a player plays one box",
        ),
        (
            "three-card-poker --players 5 --bet ante=25 --bankroll 100 --grows",
            "grows: the meter is held and there is no envy",
        ),
        (
            f"royal-three-pictures {MUCH} --bet royal-pictures=25 --bankroll 50",
            "maximum: so many rounds at such limits cannot be counted",
        ),
        (
            "baccarat --players 5 --bet tie=5 --bankroll 100 --hours soon",
            "hours: 'soon' is not like 4 or 2.5",
        ),
    ],
)
def test_what_players_need(ask: Callable[..., Asked], arguments: str, says: str) -> None:
    assert ask("simulate", *arguments.split()) == (2, "", f"{says}\n")


def test_the_library_says_the_same() -> None:
    with pytest.raises(croupier.BadInput, match=r"^a round needs a bet"):
        croupier.players("baccarat", {}, 100_00)
    with pytest.raises(croupier.BadInput, match=r"^system: 'None' is none of flat, martingale"):
        croupier.players("baccarat", {"banker": 25_00}, 500_00, system=None)  # type: ignore[arg-type]
    with pytest.raises(croupier.BadInput, match=r"^hours: 'nan' is not like 4"):
        croupier.players("baccarat", {"tie": 5_00}, 100_00, hours=float("nan"))
    for players in (0, 10_000_001):
        with pytest.raises(croupier.BadInput, match=r"^players: 1 to 10,000,000"):
            croupier.players("baccarat", {"tie": 5_00}, 100_00, players=players)
