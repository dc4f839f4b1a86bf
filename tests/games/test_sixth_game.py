"""A game is one file: examples/high-card, added to a copy of the project, runs everywhere."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cards import DECK, RANKS
from tests.support.sixth_game import with_the_sixth_game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from croupier.cards import Card
    from tests.support.sixth_game import Copy

GAME = "high-card"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return with_the_sixth_game(tmp_path_factory.mktemp("copy"))


def answer(copy: Copy, *arguments: str, given: object = None) -> Any:  # noqa: ANN401 - any JSON
    return json.loads(copy.croupier(*arguments, "--json", given=json.dumps(given)))


def round_of(dealer: str, cards: str) -> dict[str, Any]:
    wagers = [
        {"player": "p1", "bet": "high", "stake": "100.00"},
        {"player": "p1", "bet": "pair", "stake": "10.00"},
    ]
    boxes = [{"box": 1, "cards": cards, "wagers": wagers}]
    return {"game": GAME, "dealer": dealer, "boxes": boxes}


def test_it_settles(copy: Copy) -> None:
    told = answer(copy, "settle", given=round_of("Th 9d", "Jh Jd"))
    assert (told["game"], told["version"], told["house"]) == (GAME, 1, "-200.00")
    assert [
        (line["bet"], line["odds"], line["won"], line["clauses"])
        for line in told["boxes"][0]["wagers"]
    ] == [
        ("high", "1:2", "50.00", ["4.2.1", "4.2", "1.2"]),
        ("pair", "15:1", "150.00", ["4.3", "1.3"]),
    ]


def test_it_rules(copy: Copy) -> None:
    assert answer(copy, "ruling", GAME, "card-exposed", "--fact", "seen=true") == {
        "game": GAME,
        "irregularity": "card-exposed",
        "facts": {"cards": 1, "seen": True, "first-card": False, "device": "manual"},
        "remedies": ["turn-down-and-play-on"],
        "decided_by": "dealer",
        "clauses": ["5.5"],
        "says": "A card was exposed: the card is turned face down and the deal goes on.",
    }


def test_it_proves_an_outcome(copy: Copy) -> None:
    told = answer(copy, "established", given=round_of("Qh ??", "Jh Jd"))
    assert [(bet["bet"], bet["outcome"]) for bet in told["bets"]] == [
        ("high", "lose"),
        ("pair", "win"),
    ]
    assert (told["established"], told["clauses"], told["remedies"]) == (
        True,
        ["5.10.2"],
        ["play-on"],
    )


@pytest.mark.slow
def test_its_odds_are_those_of_every_deal(copy: Copy) -> None:
    """Two cards to the player and two to the dealer, counted one by one from the document."""
    found: Counter[str] = Counter()
    ranked = {hand: high_to_low(hand) for hand in combinations(DECK, 2)}
    for hand, mine in ranked.items():
        won = "jack" if mine[0] == RANKS.index("J") else "won"
        pair = "pair" if mine[0] == mine[1] else "no pair"
        for dealer in combinations([card for card in DECK if card not in hand], 2):
            theirs = ranked[dealer]
            found[won if mine > theirs else "stand off" if mine == theirs else "lost"] += 1
            found[pair] += 1
    bets = {bet["bet"]: bet["lines"] for bet in answer(copy, "odds", GAME)["bets"]}
    assert {bet: [line["combinations"] for line in lines] for bet, lines in bets.items()} == {
        "high": [found["jack"], found["won"], found["stand off"], found["lost"]],
        "pair": [found["pair"], found["no pair"]],
    }


def high_to_low(hand: Iterable[Card]) -> list[int]:
    return sorted((RANKS.index(card.rank) for card in hand), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "begins"), [("par.xlsx", b"PK"), ("par.pdf", b"%PDF"), ("par.md", b"# High Card")]
)
def test_it_has_a_par_sheet(copy: Copy, tmp_path: Path, file: str, begins: bytes) -> None:
    copy.croupier("par", GAME, "--out", str(tmp_path / file))
    assert (tmp_path / file).read_bytes().startswith(begins)


def test_it_is_played_on_a_terminal(copy: Copy) -> None:
    said = copy.croupier("play", GAME, "--seed", "7", given="?\nhigh 100\npair 10\ndeal\nquit\n")
    assert said.count("Round 1: ") == 1
    assert "Dealer ranks higher (4.4, 4.1)" in said
    assert "You leave with 890.00: -110.00 after 1 round." in said


def test_it_is_played_by_others_too(copy: Copy) -> None:
    said = copy.croupier("play", GAME, "--seed", "7", "--others", "5", given="\ndeal\ndeal\n")
    assert "You leave with 1000.00: 0.00 after 2 rounds." in said


TROUBLES = """
from croupier.guide.troubles import troubles
for one in troubles("high-card"):
    print(one.topic, *one.clauses)
"""


@pytest.mark.standard(26)
def test_its_help_says_what_happens_when_something_goes_wrong(copy: Copy) -> None:
    """By its own clauses, with no word written for it."""
    assert copy.python("-c", TROUBLES).splitlines() == [
        "power 5.10 5.10.1 5.10.2",
        "line 6.1",
        "void 5.9",
        "misdeal 5.4 5.5",
        "cards 5.1",
        "result 6.1",
        "bets 3.6 5.2 5.3 5.6 5.7 5.8",
        "dispute 6.1 6.2",
    ]


def test_it_is_in_the_demonstration(copy: Copy) -> None:
    assert "High Card (Example), version 1\nDealer " in copy.croupier("demo", "--seed", "3")


@pytest.mark.slow
def test_it_is_dealt_as_its_document_says(copy: Copy, tmp_path: Path) -> None:
    """By hand; no clause of it knows a machine."""
    says = "device: 'automated' is not one of manual\n"
    assert copy.refused("play", GAME, "--device", "automated") == says
    default = (copy.root / "src" / "croupier" / "house.toml").read_text(encoding="utf-8")
    (tmp_path / "house.toml").write_text(default + 'device = "automated"\n', encoding="utf-8")
    assert f"tables, high-card, {says}" in copy.refused("serve", "--house", str(tmp_path))


def test_its_dealers_are_drilled(copy: Copy) -> None:
    """With no drill written for it; whoever types nonsense has each answer wrong."""
    said = copy.croupier("drill", GAME, "--seed", "4", "--questions", "2", given="?\n" * 99)
    assert "trainee: 2 drills, 0 of " in said
    assert f"The same drills again: croupier drill {GAME} --questions 2 --seed 4" in said


def test_it_is_not_simulated_as_the_tutorial_says(copy: Copy) -> None:
    says = "high-card: only hands of three cards from one deck are simulated\n"
    assert copy.refused("simulate", GAME) == says


@pytest.mark.slow
def test_it_takes_part_in_a_soak(copy: Copy) -> None:
    soak = ("-m", "tests.simulation", "soak", "--seed", "6", "--rounds", "40", "--json")
    assert json.loads(copy.python(*soak))["rounds"] >= 40


@pytest.mark.slow
def test_its_scenarios_hold_and_show_every_clause(copy: Copy) -> None:
    said = copy.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", GAME, "tests")
    assert " passed" in said
    assert f"{GAME}: 37 code\n" in copy.croupier("rules", "trace")
