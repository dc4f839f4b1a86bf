"""The verb `session`: an evening as JSON and for people."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli import progress
from croupier.cli.evening import MARKS_ASCII, picture
from croupier.cli.main import run
from croupier.games import game
from croupier.lab.figures import root
from tests.support.each_game import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

Asked = tuple[int, str, str]
PAIRS = (
    "a distribution made of what every two boxes have in common; what only three have is left out"
)


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Asked]:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def asked(arguments: str) -> Asked:
        status = run(["session", *arguments.split()])
        out, err = capsys.readouterr()
        return status, out, err

    return asked


def test_an_evening_as_json(ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(
        "baccarat --bet banker=25 --bet tie=5.00 --hours 2.5 --bankroll 500 --json"
    )
    told = json.loads(out)
    session = croupier.session("baccarat", {"banker": 25, "tie": 5})
    standing = session.after(150)
    assert (status, err) == (0, "")
    assert told.pop("interpretations") == game("baccarat").readings
    last = told.pop("quantiles")[-1]
    assert told == {
        "game": "baccarat",
        "version": game("baccarat").version,
        "bets": {"banker": "25.00", "tie": "5.00"},
        "staked": "30.00",
        "rounds": 150,
        "mean": str(150 * session.mean),
        "sd": root(150 * session.variance),
        "ahead": f"{standing.ahead:.9f}",
        "even": f"{standing.even:.9f}",
        "behind": f"{standing.behind:.9f}",
        "bankroll": "500.00",
        "ruin": f"{session.ruin(500, 150):.9f}",
        "house_loses_at_most": {
            "0.99": f"{session.worst_for_the_house(60):.2f}",
            "0.999": f"{session.worst_for_the_house(60, 0.999):.2f}",
            "rounds": 60,
        },
    }
    chances = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")
    results = {chance: f"{standing.quantile(float(chance)):.2f}" for chance in chances}
    assert last == {"rounds": 150, "results": results}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boxes", "by"),
    [
        (1, "the exact distribution"),
        (2, "the exact distribution"),
        (7, PAIRS),
    ],
)
def test_a_table_as_json(boxes: int, by: str, ask: Callable[[str], Asked]) -> None:
    two = croupier.two_boxes("three-pictures", {"initial": 25})
    status, out, err = ask(f"three-pictures --bet initial=25 --per-hour 70 --boxes {boxes} --json")
    assert (status, err) == (0, "")
    assert json.loads(out)["table"] == {
        "boxes": boxes,
        "mean": str(two.mean(boxes)),
        "variance": str(two.variance(boxes)),
        "sd": root(two.variance(boxes)),
        "covariance": str(two.covariance),
        "correlation": str(two.correlation),
        "house_loses_at_most": {
            "0.99": f"{two.worst_for_the_house(boxes, 70, 0.99):.2f}",
            "0.999": f"{two.worst_for_the_house(boxes, 70, 0.999):.2f}",
            "rounds": 70,
            "by": by,
        },
    }


def test_an_evening_for_people(ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(
        "three-pictures --bet three-pictures=5 --hours 1 --bankroll 500 --boxes 3"
    )
    assert (status, err) == (0, "")
    assert [line.rstrip() for line in out.splitlines()] == [
        "Non-Commission Three Pictures (RWS), version 4",
        "Three Pictures 5.00; 60 rounds",
        "mean -249.23  SD 65.36  ahead 0.3073 %  even 0.0000 %  behind 99.6927 %",
        "",
        "    rounds ━ half of the results, ─ nine in ten, · 98 %; ┃ median, │ even",
        "        10                                         ┃───────│─────",
        "        20                                 ┃─────────────··│···········",
        "        30                         ┃━━━━━━━━━━━━━··········│···",
        "        40                 ┃━━━━━━━━━━━━━━─────────────    │",
        "        50         ┃━━━━━━━━━━━━━━─────────────············│·",
        "        60 ┃━━━━━━━━━━━━━━─────────────··············      │",
        "           -300.00                                                70.00",
        "",
        "    1 %      5 %     25 %     50 %     75 %     95 %    99 %",
        "-300.00  -300.00  -300.00  -300.00  -215.00  -130.00  -45.00",
        "",
        "Risk that a bankroll of 500.00 some time covers no further round: 0.0000 %.",
        (
            "In an hour of 60 rounds the house loses to such a player"
            " at most 0.00 in 99 % and 40.00 in 99.9 % of"
        ),
        "hours.",
        "",
        "3 such boxes against one dealer: a round brings -12.46 on average, SD 14.54.",
        "Any two have the covariance -0.3881 and the correlation -0.005450.",
        (
            "In an hour of 60 rounds the house loses to 3 such boxes"
            " at most 0.00 in 99 % and 0.00 in 99.9 % of"
        ),
        "hours.",
        *textwrap.wrap(f"That is by {PAIRS}.", 100),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("three-card-poker --bet ante=25", "Ante 25.00; 60 rounds; at best play"),
        (
            "three-card-poker --bet ante=25 --bet progressive=5 --rounds 1",
            (
                "Ante 25.00, Progressive 5.00; 1 round; at best play,"
                " the jackpot at its seed and no Envy Bonus"
            ),
        ),
        (
            "baccarat --bet banker=0.01 --rounds 1000",
            "Banker 0.01; 1,000 rounds; parts of a cent are not rounded",
        ),
    ],
)
def test_what_an_answer_takes_for_granted(
    arguments: str, said: str, ask: Callable[[str], Asked]
) -> None:
    _, out, _ = ask(arguments)
    assert out.splitlines()[1] == said


@pytest.mark.parametrize("rounds", [1, 2, 5, 7, 10**6])
def test_a_picture_of_any_length(rounds: int, ask: Callable[[str], Asked]) -> None:
    status, out, err = ask(f"baccarat --bet player=100 --rounds {rounds}")
    rows = out.splitlines()[5 : 5 + min(rounds, 6)]
    assert (status, err) == (0, "")
    assert rows[-1].split()[0] == f"{rounds:,}"
    assert all(row.count("┃") == 1 for row in rows)
    assert "-0.00" not in out
    assert "e-" not in out


def test_words_wrap_and_the_picture_shrinks_on_a_terminal(
    ask: Callable[[str], Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    _, out, _ = ask("baccarat --bet banker=25")
    below = out.partition("Banker 25.00; 60 rounds")[2]  # the title is bold
    assert max(map(len, below.splitlines())) <= 50
    assert out.count("┃") == 7


def test_a_picture_without_unicode() -> None:
    rows = list(picture({10: [-4, -3, -2, -1, 0, 1, 2]}, 7, MARKS_ASCII))
    assert rows[:2] == [
        "    rounds = half of the results, - nine in ten, . 98 %; # median, | even",
        "        10 .-=#|-.",
    ]


@pytest.mark.slow
def test_a_bar_for_whoever_waits(
    ask: Callable[[str], Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ask("three-pictures --bet initial=25 --boxes 2 --bankroll 500 --json")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "PATIENCE_S", 0)
    shown = ask("three-pictures --bet initial=25 --boxes 2 --bankroll 500 --json")
    assert shown[:2] == plain[:2]
    assert "counting two boxes" in shown[2]


NO_GAME = f"no game is called 'snap'; there are {', '.join(NAMES)}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("snap --bet main=25", NO_GAME),
        ("baccarat", "a round needs a bet, like --bet player=25"),
        ("baccarat --bet banker", "bet: 'banker' is not like name=stake"),
        ("baccarat --bet banker=1 --bet banker=2", "bet: 'banker' is given twice"),
        (
            "baccarat --bet snap=25",
            "no bet is called 'snap'; there are player, banker, tie, player-pair, banker-pair",
        ),
        ("baccarat --bet banker=0", "banker: a stake is more than 0"),
        ("baccarat --bet banker=0.00", "banker: a stake is more than 0"),
        ("baccarat --bet banker=-5", "banker: '-5' is not an amount like 25, 25.00 or 1,000"),
        ("baccarat --bet banker=5.5", "banker: '5.5' is not an amount like 25, 25.00 or 1,000"),
        ("baccarat --bet banker=", "banker: '' is not an amount like 25, 25.00 or 1,000"),
        ("baccarat --bet banker=NaN", "banker: 'NaN' is not an amount like 25, 25.00 or 1,000"),
        ("baccarat --bet banker=25 --rounds 0", "rounds: at least one round is needed"),
        ("baccarat --bet banker=25 --rounds -1", "rounds: at least one round is needed"),
        (
            "baccarat --bet banker=25 --rounds 100000000",
            "rounds: 100,000,000 are too many; at most 10,000,000",
        ),
        (
            "baccarat --bet banker=9999.99 --bet tie=0.01 --rounds 10000000",
            "rounds: 10,000,000 have too many results to tell apart",
        ),
        (
            "lucky-three-pictures --bet lucky-tie=5 --rounds 1000000 --bankroll 100000",
            "rounds: a bankroll cannot be followed through so many",
        ),
        (
            "baccarat --bet banker=25 --rounds 5 --hours 1",
            "either --rounds or --hours is meant",
        ),
        ("baccarat --bet banker=25 --hours x", "hours: 'x' is not like 4 or 2.5"),
        ("baccarat --bet banker=25 --hours 0", "hours: at least one round is needed"),
        (
            "baccarat --bet banker=0.01 --bet player=9999.99 --rounds 1 --per-hour 3600",
            "rounds: 3,600 have too many results to tell apart",
        ),
        (
            "three-pictures --bet initial=0.01 --bet tie=99 --rounds 1 --per-hour 3600 --boxes 2",
            "rounds: 3,600 have too many results to tell apart",
        ),
        ("baccarat --bet banker=25 --per-hour 0", "per-hour: an hour has 1 to 3,600 rounds"),
        (
            "baccarat --bet banker=25 --bankroll x",
            "bankroll: 'x' is not an amount like 25, 25.00 or 1,000",
        ),
        ("baccarat --bet banker=25 --bankroll 24.99", "bankroll: one round may need 25.00"),
        ("three-card-poker --bet ante=25 --bankroll 49", "bankroll: one round may need 50.00"),
        (
            "three-card-poker --bet ante=25 --bet progressive=1",
            "progressive: the prescribed bet is 5.00 (clause 3.4)",
        ),
        (
            "three-card-poker --bet ante=25 --bet progressive=5 --boxes 2",
            "progressive: is not counted over boxes, as its Envy Bonus pays for other hands",
        ),
        (
            "royal-three-pictures --bet main=25 --boxes 9",
            "boxes: the house has 1 to 8 at this table",
        ),
        (
            "three-pictures --bet initial=25 --boxes 0",
            "boxes: the house has 1 to 7 at this table",
        ),
        (
            "baccarat --bet banker=25 --boxes 2",
            (
                "baccarat: all bets ride on the same hand and there are no boxes;"
                " place several bets instead"
            ),
        ),
    ],
)
def test_a_wrong_question_is_answered_in_one_line(
    arguments: str, said: str, ask: Callable[[str], Asked]
) -> None:
    assert ask(arguments) == (2, "", f"{said}\n")
    assert ask(f"{arguments} --json") == (2, "", f"{said}\n")
