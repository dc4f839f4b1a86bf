"""The odds lab over the web: what the library and the command line say, within bounds."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import croupier
from croupier.cards import RANKS
from croupier.cli.main import run
from croupier.games import GAMES
from croupier.lab.figures import decimal
from croupier.wire import lab
from tests.support.house_in_thread import Running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = [one.name for one in GAMES]
POKER = "three-card-poker"


@pytest.fixture
def anybody(tmp_path: Path) -> Iterator[httpx.Client]:
    house = Running(tmp_path, betting_seconds=30)
    with httpx.Client(base_url=house.url, timeout=60) as client:
        yield client
    house.stop()


def told(client: httpx.Client, path: str, **query: object) -> Any:  # noqa: ANN401 - JSON
    answered = client.get(f"/api/lab/{path}", params={k: str(v) for k, v in query.items()})
    assert answered.status_code == 200, answered.text
    return answered.json()


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:  # noqa: ANN401 - JSON
    """What the command line answers."""
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_may_be_asked(anybody: httpx.Client) -> None:
    may = anybody.get("/api/lab").json()
    assert [one["game"] for one in may["games"]] == NAMES
    assert [(one["decides"], one["jackpot"]) for one in may["games"]] == [
        (game.decision is not None, game.jackpot is not None) for game in GAMES
    ]
    decks = {one["game"]: one["decks"] for one in may["games"]}
    assert (decks[POKER], decks["baccarat"]) == ([1, 1], [4, 8])


@pytest.mark.slow
def test_every_bet_compared(anybody: httpx.Client) -> None:
    """As the list of odds publishes them, best to worst for the player."""
    rows = told(anybody, "odds")
    edges = [Fraction(row["edge"]) for row in rows]
    assert edges == sorted(edges)
    assert len(rows) == sum(len(croupier.odds(name).bets) for name in NAMES)
    for row in rows:
        bet = croupier.odds(row["game"]).bets[row["bet"]]
        assert Fraction(row["edge"]) == bet.house_edge
        assert Fraction(row["returns"]) == bet.returns
        assert Fraction(row["hit"]) == bet.hit_frequency
        assert (row["sd"], row["falls_short"]) == (bet.sd, bet.falls_short)
    assert [row["bet"] for row in rows if row["falls_short"]] == ["progressive", "three-pictures"]


@pytest.mark.parametrize(
    ("name", "query", "options"),
    [
        ("royal-three-pictures", {}, []),
        ("baccarat", {"decks": "6"}, ["--decks", "6"]),
        (
            POKER,
            {"pays": "pair-plus:straight=6:1,ante-bonus:straight=2:1"},
            ["--pays", "pair-plus:straight=6:1", "--pays", "ante-bonus:straight=2:1"],
        ),
        (
            POKER,
            {"meter": "50000.00", "hands": "3", "readings": "envy-after-fold=kept"},
            ["--meter", "50000.00", "--hands", "3", "--interpretation", "envy-after-fold=kept"],
        ),
        (
            "three-pictures",
            {"readings": "three-pictures-points=none"},
            ["--interpretation", "three-pictures-points=none"],
        ),
    ],
)
def test_the_same_as_the_command_line(
    anybody: httpx.Client,
    capsys: pytest.CaptureFixture[str],
    name: str,
    query: dict[str, str],
    options: list[str],
) -> None:
    assert told(anybody, f"odds/{name}", **query)["odds"] == said(capsys, "odds", name, *options)


def test_a_pay_table_edited(anybody: httpx.Client) -> None:
    """Pair Plus with straights at 6:1 keeps 2.3167 %, by the lab itself."""
    answer = told(anybody, f"odds/{POKER}", pays="pair-plus:straight=6:1")
    exact = croupier.odds(POKER, pays=["pair-plus:straight=6:1"]).bets["pair-plus"]
    now, was = (
        {row["bet"]: Fraction(row["edge"]) for row in answer[key]}
        for key in ("figures", "approved")
    )
    assert now["pair-plus"] == exact.house_edge == Fraction(128, 5525)
    assert was["pair-plus"] == Fraction(308, 5525)
    assert now["ante"] == was["ante"]
    [entry] = [one for one in answer["pays"] if one["pays"] != one["approved"]]
    assert (entry["bet"], entry["line"], entry["pays"]) == ("pair-plus", "straight", "6:1")
    reach = answer["reach"]["pair-plus"]
    assert [reach[0]["rounds"], reach[-1]["rounds"]] == [10**3, 10**7]
    after = exact.return_after(1000)
    assert reach[0] == {
        "rounds": 1000,
        "low": decimal(after.low),
        "high": decimal(after.high),
        "method": "exact",
        "volatility": exact.volatility(1000),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_entry_of_a_pay_table_may_be_changed(name: str) -> None:
    """Whatever is offered for editing the lab takes, and it moves the bet that it counts in."""
    before = lab.lab_odds(lab.asked(name))
    for entry in before.pays:
        assert entry.counts_in in before.reach
        other = "7.00" if entry.is_award else "997:1"
        after = lab.lab_odds(lab.asked(name, pays=f"{entry.bet}:{entry.line}={other}"))
        moved = {
            one.bet
            for one, was in zip(after.figures, before.figures, strict=True)
            if one.edge != was.edge
        }
        assert moved == {entry.counts_in}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "query"), [("lucky-three-pictures", {}), (POKER, {"hands": 7})])
def test_readings_side_by_side(
    anybody: httpx.Client,
    capsys: pytest.CaptureFixture[str],
    name: str,
    query: dict[str, int],
) -> None:
    options = [part for key, value in query.items() for part in (f"--{key}", str(value))]
    rows = told(anybody, f"readings/{name}", **query)["readings"]
    plain = {
        bet: odds.house_edge
        for bet, odds in croupier.odds(name, hands=query.get("hands", 1)).bets.items()
    }
    for row, line in zip(rows, said(capsys, "odds", name, "--readings", *options), strict=True):
        assert (row["name"], row["value"]) == (line["interpretation"], line["value"])
        for bet in line["bets"]:
            edge = row["edges"][bet["bet"]]
            assert Fraction(edge["edge"]) == -Fraction(bet["ev"])
            assert Fraction(edge["change"]) == -Fraction(bet["ev"]) - plain[bet["bet"]]
    assert any(Fraction(one["change"]) for row in rows for one in row["edges"].values())


def test_strategy(anybody: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(anybody, f"strategy/{POKER}") == said(capsys, "strategy", POKER)
    hand = "Qh 6d 4s"
    assert told(anybody, f"strategy/{POKER}", hand=hand) == said(
        capsys, "strategy", POKER, "--hand", hand
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "options"),
    [
        ({"left": "A=31,2=32,9=4,T=1"}, ["--left", "A=31,2=32,9=4,T=1"]),
        ({"seen": "Kh 9s Kh 5d", "decks": 6}, ["--seen", "Kh 9s Kh 5d", "--decks", "6"]),
    ],
)
def test_a_shoe(
    anybody: httpx.Client,
    capsys: pytest.CaptureFixture[str],
    query: dict[str, str | int],
    options: list[str],
) -> None:
    answer = told(anybody, "shoe", **query)
    assert answer["odds"] == said(capsys, "shoe", *options)
    moves = said(capsys, "shoe", *options, "--moves")
    assert (answer["left"], answer["edges"]) == (moves["left"], moves["house_edge"])
    assert answer["removal"] == moves["removal"]
    fresh = croupier.odds("baccarat", decks=query.get("decks", 8)).bets  # type: ignore[arg-type]
    for bet, change in answer["change"].items():
        assert Fraction(answer["fresh"][bet]) == fresh[bet].house_edge
        assert Fraction(change) == Fraction(answer["edges"][bet]) - fresh[bet].house_edge


def test_six_cards_left(anybody: httpx.Client) -> None:
    assert told(anybody, "shoe", left="A=3,K=3")["removal"] is None
    assert told(anybody, "shoe", left="A=4,K=3")["removal"]["2"] is None


@pytest.mark.slow
def test_jackpot(anybody: httpx.Client) -> None:
    """Every point of the chart is what the odds at that meter are; at break-even it is even."""
    answer = told(anybody, f"jackpot/{POKER}", meter="35000.00", hands=3)
    for point in (answer["points"][7], answer["points"][-1]):
        for key, hands in (("returns", 3), ("alone", 1)):
            exact = croupier.odds(POKER, meter_cents=point["meter_cents"], hands=hands)
            assert abs(Fraction(point[key]) - exact.bets["progressive"].returns) < 1e-12
    even = round(Fraction(answer["break_even"]) * 100)
    least = round(Fraction(answer["least_meter"]) * 100)
    for meter, returns in ((even, 1), (least, Fraction(3, 4))):
        odds = croupier.odds(POKER, meter_cents=meter, hands=3)
        assert abs(odds.bets["progressive"].returns - returns) < 1e-6
    here = croupier.odds(POKER, meter_cents=3_500_000, hands=3).bets["progressive"]
    assert Fraction(answer["returns"]) == here.returns
    assert answer["falls_short"] == here.falls_short


@pytest.mark.parametrize(
    ("name", "bets", "more"),
    [
        ("baccarat", {"banker": "25"}, {"rounds": 240, "bankroll": "1000"}),
        (POKER, {"ante": "25", "pair-plus": "5"}, {"rounds": 100}),
    ],
)
def test_session(
    anybody: httpx.Client,
    capsys: pytest.CaptureFixture[str],
    name: str,
    bets: dict[str, str],
    more: dict[str, object],
) -> None:
    """All that the command line tells, with twice as many stops on the way."""
    wanted = ",".join(f"{bet}={stake}" for bet, stake in bets.items())
    answer = told(anybody, f"session/{name}", bets=wanted, **more)
    options = [part for bet, stake in bets.items() for part in ("--bet", f"{bet}={stake}")]
    options += [part for key, value in more.items() for part in (f"--{key}", str(value))]
    line = said(capsys, "session", name, *options)
    stops = {one["rounds"] for one in line["quantiles"]}
    every = answer["told"]["quantiles"]
    assert len(every) == 12
    answer["told"]["quantiles"] = [one for one in every if one["rounds"] in stops]
    assert answer["told"] == line
    chances = [float(bar["chance"]) for bar in answer["bars"]]
    assert 0.985 < sum(chances) <= 1
    middles = [(float(bar["low"]) + float(bar["high"])) / 2 for bar in answer["bars"]]
    mean = sum(map(float.__mul__, chances, middles)) / sum(chances)
    assert abs(mean - float(answer["mean"])) < float(answer["sd"]) / 10


@pytest.mark.slow
def test_par_files(anybody: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("md", "csv", "html", "json"):
        got = anybody.get(f"/api/lab/par/baccarat/{kind}")
        assert got.headers["content-disposition"] == f'attachment; filename="par-baccarat.{kind}"'
        assert "Banker" in got.text or "banker" in got.text
    capsys.readouterr()
    assert run(["par", POKER, "--pays", "pair-plus:straight=6:1"]) == 0
    sheet = anybody.get(f"/api/lab/par/{POKER}/md", params={"pays": "pair-plus:straight=6:1"})
    assert sheet.text == capsys.readouterr().out
    book = anybody.get(f"/api/lab/par/{POKER}/xlsx").content
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(book)).namelist()
    every = zipfile.ZipFile(io.BytesIO(anybody.get("/api/lab/par/xlsx").content))
    assert sum(one.startswith("xl/worksheets/sheet") for one in every.namelist()) >= len(GAMES)
    assert anybody.get("/api/lab/par/pdf").content.startswith(b"%PDF-")


ALL_LEFT = ",".join(f"{rank}=33" for rank in RANKS)


@pytest.mark.parametrize(
    ("path", "query", "status", "says"),
    [
        ("odds/whist", {}, 404, "no game is called 'whist'"),
        ("odds/baccarat", {"decks": "9"}, 400, "decks: a whole number of at most 8 is needed"),
        ("odds/baccarat", {"decks": "3"}, 400, "3 decks, and the game is played with 4 to 8"),
        (
            "odds/baccarat",
            {"decks": "many"},
            400,
            "decks: a whole number or null is needed, not text",
        ),
        ("odds/baccarat", {"hands": "2"}, 400, "baccarat has no jackpot"),
        ("odds/three-pictures", {"decks": "1"}, 400, "three-pictures has always one deck"),
        (f"odds/{POKER}", {"pays": "pair-plus:straight=six"}, 400, "'six' are no odds like 200:1"),
        (f"odds/{POKER}", {"pays": "pair-plus:royal=6:1"}, 400, "pays no line 'royal'"),
        (f"odds/{POKER}", {"pays": "whist:pair=1:1"}, 400, "no bet is called 'whist'"),
        (f"odds/{POKER}", {"pays": "x," * 40}, 400, "at most 30 at once"),
        (f"odds/{POKER}", {"pays": "x" * 3000}, 400, "of at most 2000 letters"),
        (f"odds/{POKER}", {"meter": "much"}, 400, "meter"),
        (f"odds/{POKER}", {"meter": "99999999.00"}, 400, "at most 10000000.00"),
        (f"odds/{POKER}", {"hands": "12"}, 400, "a table of the house has 1 to 7"),
        (f"odds/{POKER}", {"readings": "envy-after-fold"}, 400, "is not like name=value"),
        (f"odds/{POKER}", {"readings": "envy-after-fold=maybe"}, 400, "is not one of"),
        (f"odds/{POKER}", {"colour": "red"}, 400, "there is no field 'colour' here"),
        ("strategy/baccarat", {}, 400, "baccarat has nothing to decide"),
        (f"strategy/{POKER}", {"hand": "Qh Qh 4s"}, 400, "is no hand of three cards"),
        (f"strategy/{POKER}", {"hand": "Zz"}, 400, "Zz"),
        ("shoe", {"left": "A=31", "seen": "Kh"}, 400, "not both"),
        ("shoe", {"left": "A=many"}, 400, "is not like A=31"),
        ("shoe", {"left": ALL_LEFT}, 400, "8 decks have 32 of rank 2"),
        ("shoe", {"left": "A=5"}, 400, "5 cards are left, and a round may need 6"),
        ("shoe", {"seen": "Kh Kh", "decks": "1"}, 400, "was seen 2 times"),
        ("shoe", {"seen": "hello"}, 400, "seen"),
        ("jackpot/baccarat", {}, 400, "baccarat has no jackpot"),
        ("session/baccarat", {"bets": "banker"}, 400, "is not like name=stake"),
        ("session/baccarat", {"bets": ""}, 400, "a round needs a bet"),
        ("session/baccarat", {"bets": "banker=2.50"}, 400, "whole dollars from 1 to 10,000"),
        ("session/baccarat", {"bets": "banker=nan"}, 400, "is not an amount like 25"),
        ("session/baccarat", {"bets": "whist=5"}, 400, "no bet is called 'whist'"),
        ("session/baccarat", {"bets": "banker=5,banker=6"}, 400, "is given twice"),
        ("session/baccarat", {"bets": "banker=5", "rounds": "10001"}, 400, "of at most 10000"),
        (
            "session/baccarat",
            {"bets": "banker=50", "bankroll": "20"},
            400,
            "bankroll: one round may need 50.00",
        ),
        (f"session/{POKER}", {"bets": "ante=5,progressive=10"}, 400, "prescribed bet is 5.00"),
        (
            "session/lucky-three-pictures",
            {"bets": "initial=9999,lucky-tie=10000,lucky-pictures=9998", "rounds": "10000"},
            400,
            "too many results to tell apart",
        ),
        (
            f"session/{POKER}",
            {"bets": "ante=97,pair-plus=101", "rounds": "9000", "bankroll": "5000"},
            400,
            "a bankroll cannot be followed through so many here",
        ),
        ("par/baccarat/exe", {}, 404, "'exe' is none of the words allowed here"),
        ("par/md", {}, 404, "'md' is none of the words allowed here"),
        ("par/baccarat/md", {"decks": "2"}, 400, "2 decks"),
    ],
)
def test_nonsense_is_refused_in_one_line(
    anybody: httpx.Client, path: str, query: dict[str, str], status: int, says: str
) -> None:
    got = anybody.get(f"/api/lab/{path}", params=query)
    line = got.json()["says"]
    assert (got.status_code, says in line) == (status, True), line
    assert "\n" not in line


@pytest.mark.slow
def test_play_goes_on_while_the_lab_works(anybody: httpx.Client) -> None:
    """Ten ask long questions at once: one is worked on, some wait, the others are told so."""
    slow = {"bets": "ante=25,pair-plus=5,progressive=5", "bankroll": "500"}

    def ask(more: int) -> int:
        query = {**slow, "rounds": str(900 + more)}
        return anybody.get(f"/api/lab/session/{POKER}", params=query).status_code

    with ThreadPoolExecutor(14) as many:
        asked = [many.submit(ask, number) for number in range(14)]
        assert anybody.get("/health").text == "ok\n"
        statuses = [one.result() for one in asked]
    assert set(statuses) == {200, 503}
    assert statuses.count(200) >= 8
