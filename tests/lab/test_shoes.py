"""Compiled counting equals counting in whole numbers; and how the edge moves through a shoe."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import perm
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from croupier.cards import DECK, RANKS, Hand
from croupier.cli.main import run
from croupier.engine.bets import Bet, Loses, Pays, Spot
from croupier.games import GAMES, baccarat, game
from croupier.games._tableau import is_pair
from croupier.lab import compiled, moves, pictures
from croupier.lab.paytables import readings_that_matter
from croupier.lab.shoe import odds_of_shoe, without
from croupier.lab.shoes import Shoes
from croupier.lab.tableau import full_shoe
from croupier.lab.weighing import MOST_CARDS
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome

BACCARAT = game("baccarat")


@cache
def shoes() -> Shoes:
    return Shoes(BACCARAT)


# Any shoe


def odd_shoes() -> Iterator[tuple[str, dict[str, int]]]:
    empty = dict.fromkeys(RANKS, 0)
    for decks in range(1, 13):
        yield f"{decks} decks", full_shoe(decks)
    yield "six cards", empty | {"7": 1, "3": 1, "2": 2, "J": 1, "5": 1}
    yield "sixes alone", empty | {"6": 6}
    yield "tens alone", empty | {"T": 5, "J": 2, "K": 9}
    yield "the most cards", empty | {"6": MOST_CARDS}
    yield "one more than those", empty | {"6": MOST_CARDS + 1}
    yield "the most cards of two ranks", empty | {"9": MOST_CARDS // 2, "K": MOST_CARDS // 2}
    rng = random.Random(11)
    for place in range(30):
        most = rng.choice([1, 2, 5, 33])
        shoe = {rank: rng.randint(0, most) for rank in RANKS}
        shoe[rng.choice(RANKS)] += 6
        yield f"random {place}", shoe


@pytest.mark.slow
@pytest.mark.parametrize("shoe", [pytest.param(shoe, id=name) for name, shoe in odd_shoes()])
def test_a_shoe_by_both_methods(shoe: dict[str, int]) -> None:
    expected = odds_of_shoe(BACCARAT, shoe)
    assert shoes().odds(shoe) == expected
    edges = {name: bet.house_edge for name, bet in expected.bets.items()}
    assert shoes().house_edges(shoe) == edges
    counts = shoes().counts(shoe)
    assert {sum(lines) for lines in counts.values()} == {perm(sum(shoe.values()), 6)}
    [told] = shoes().edges(np.array([[shoe[rank] for rank in RANKS]])).tolist()
    assert told == pytest.approx([float(edge) for edge in edges.values()], rel=1e-9, abs=1e-12)


def test_eight_decks_are_within_what_floating_point_counts_exactly() -> None:
    assert perm(MOST_CARDS, 6) < 2**53 <= perm(MOST_CARDS + 1, 6)
    assert 8 * 52 <= MOST_CARDS < 9 * 52


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"A": 5}, "5 cards are left, and a round may need 6"),
        ({"A": -1, "2": 20}, "-1 cards of rank A are left"),
        ({"A": 1.5, "2": 20}, "1.5 cards of rank A are left"),
    ],
)
def test_a_shoe_that_cannot_be(left: dict[str, Any], said: str) -> None:
    shoe = dict.fromkeys(RANKS, 0) | left
    asked: list[Callable[[dict[str, Any]], object]] = [
        shoes().counts,
        shoes().odds,
        shoes().house_edges,
    ]
    for ask in asked:
        with pytest.raises(BadInput) as refused:
            ask(shoe)
        assert str(refused.value) == said


@pytest.mark.parametrize(
    "row", [[0] * 12 + [5], [-1] + [4] * 12], ids=["too few cards", "fewer than none"]
)
def test_many_shoes_one_of_which_cannot_be(row: list[int]) -> None:
    with pytest.raises(BadInput, match="are left"):
        shoes().edges(np.array([[4] * 13, row]))


def test_many_shoes_with_parts_of_cards() -> None:
    with pytest.raises(BadInput, match="cards are counted in whole numbers"):
        shoes().edges(np.full((2, 13), 1.5))


def with_bet(when: Callable[[Outcome], bool]) -> Game:
    cite = baccarat.cite("1.14")
    lines = Pays("Other", "11:1", when, cite), Loses("No", cite)
    bet = Bet("Other", *lines, placed=cite, spot=Spot.CENTRE)
    return replace(BACCARAT, bets=(*BACCARAT.bets, bet), lesson=None)


def test_a_bet_on_either_pair_is_counted() -> None:
    either = with_bet(lambda outcome: is_pair(outcome.hand) or is_pair(outcome.against))
    shoe = without("Kh 9s 9d 2c", 1)
    assert Shoes(either).odds(shoe) == odds_of_shoe(either, shoe)


# Hands of three cards


def readings(one: Game) -> Iterator[Game]:
    for point, value in readings_that_matter(one):
        yield one.under({point.name: value})


WITHOUT_DECISION = [one for one in GAMES if one.decision is None and one is not BACCARAT]


@pytest.mark.slow
@pytest.mark.parametrize("one", WITHOUT_DECISION, ids=lambda one: one.name)
def test_a_bet_sees_no_more_of_a_hand_than_its_look(one: Game) -> None:
    """Every kind of hand against every kind of the dealer's settles as its example does."""
    for read in readings(one):
        hands, look = pictures.kinds(), pictures.looks(read)
        example = {look[kind]: hand for kind, hand in hands.items()}
        dealers = {look[kind][0]: hand for kind, hand in hands.items()}
        for kind, hand in hands.items():
            for dealer in dealers.values():
                mine, theirs = read.outcome(hand, dealer), read.outcome(example[look[kind]], dealer)
                assert [bet.settle(mine) for bet in read.bets] == [
                    bet.settle(theirs) for bet in read.bets
                ]


def test_without_a_place_to_keep_what_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def njit(kernel: Callable[[], int], *, cache: bool = False, **_: object) -> Callable[[], int]:
        if cache:
            raise RuntimeError("no locator available")
        return kernel

    monkeypatch.setattr(compiled, "njit", njit)
    assert compiled.compiled(lambda: 3)() == 3


@pytest.mark.slow
def test_odds_of_all_games_need_nothing_compiled() -> None:
    """Ranges, which only JSON tells of all games, need numpy."""
    code = (
        "import sys; from croupier.cli.main import run; run(['odds', '--all']);"
        "plain = {'numba', 'numpy'} & set(sys.modules); run(['odds', '--all', '--json']);"
        "sys.exit(sorted(plain | {'numba'} & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


# Through a shoe


def test_the_effect_of_taking_one_card_out() -> None:
    shoe = without("Kh 9s 5d", 1) | {"7": 0}
    told = moves.removal(shoes(), shoe)
    assert list(told) == list(RANKS)
    assert told["7"] is None
    now, then = (odds_of_shoe(BACCARAT, left).bets for left in (shoe, shoe | {"5": 2}))
    assert told["5"] == {bet: then[bet].house_edge - now[bet].house_edge for bet in now}


MILLIONTHS = {  # what a card taken out of eight decks does to the player's expectation
    "player": (-18, -45, -54, -67, -120, 84, 113, 82, 53, 25),
    "tie": (513, 129, -239, -214, -292, -264, -1160, -1091, 654, 426),
}


@pytest.mark.parametrize("bet", MILLIONTHS)
def test_the_effect_of_taking_one_card_out_of_eight_decks(bet: str) -> None:
    told = moves.removal(shoes(), full_shoe(8))
    changes = [told[rank] for rank in "TA23456789"]
    assert [round(-change[bet] * 10**6) for change in changes if change] == list(MILLIONTHS[bet])


def test_a_card_taken_out_unseen_moves_nothing() -> None:
    shoe = without("Kh 9s 5d 5c 5h 4h", 1)
    changes = moves.removal(shoes(), shoe)
    for bet in BACCARAT.bet:
        moved = (shoe[rank] * change[bet] for rank, change in changes.items() if change)
        assert sum(moved) == 0


def test_the_edges_along_the_cards_seen() -> None:
    rng = random.Random(3)
    seen = Hand(rng.sample(DECK * 2, 60))
    told = dict(moves.along(shoes(), seen, 2))
    assert list(told) == [0, 26, 52, 60]
    for number, edges in told.items():
        left = without(str(Hand(seen[:number])), 2)
        bets = odds_of_shoe(BACCARAT, left).bets
        assert edges == {name: bet.house_edge for name, bet in bets.items()}


def told_of_nothing(_: int) -> None:
    return None


def test_shuffled_shoes_are_the_same_for_a_seed_however_many_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    once = moves.spread(shoes(), 2, 50, 9, told_of_nothing)
    monkeypatch.setattr(moves, "MOST_CARDS_AT_ONCE", 700)
    done: list[int] = []
    again = moves.spread(shoes(), 2, 50, 9, done.append)
    assert done[-1] == 50 < 7 * len(done)
    assert done == sorted(set(done))
    for one, other in zip(once, again, strict=True):
        assert one.better == other.better
        assert one.means == pytest.approx(other.means, abs=1e-12)
        assert one.sds == pytest.approx(other.sds, abs=1e-12)


def test_shuffled_shoes_lose_a_deck_at_a_time() -> None:
    [left] = moves.shuffled(3, 4, np.random.default_rng(1))
    assert left.shape == (2, 4, 13)
    assert left.sum(axis=2).tolist() == [[104] * 4, [52] * 4]
    assert (left[0] >= left[1]).all()
    assert left.max() <= 12


def test_on_average_a_shuffled_shoe_is_a_fresh_one() -> None:
    """Its edge is a martingale: dealing moves it about and leaves the mean."""
    number = 4_000
    fresh = shoes().house_edges(full_shoe(4)).values()
    for depth in moves.spread(shoes(), 4, number, 5, told_of_nothing):
        for edge, mean, sd in zip(fresh, depth.means, depth.sds, strict=True):
            assert abs(mean - edge) < 5 * sd / number**0.5


def test_the_spread_is_that_of_its_shoes() -> None:
    [one] = moves.spread(shoes(), 2, 3, 7, told_of_nothing)
    [left] = moves.shuffled(2, 3, np.random.default_rng(7))
    edges = [
        [float(edge) for edge in shoes().house_edges(dict(zip(RANKS, row, strict=True))).values()]
        for row in left[0].tolist()
    ]
    assert one.means == pytest.approx(np.mean(edges, axis=0))
    assert one.sds == pytest.approx(np.std(edges, axis=0))
    assert one.better == (np.array(edges) < 0).sum(axis=0).tolist()


def test_moves_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--seen", "Kh 9s 5d", "--decks", "2", "--spread", "20", "--seed", "4"]
    assert run(["shoe", "--moves", *asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    parts = ["game", "version", "left", "house_edge", "removal", "along", "spread"]
    assert list(told) == parts
    shoe = without("Kh 9s 5d", 2)
    assert told["left"] == shoe
    edges = {bet: str(edge) for bet, edge in shoes().house_edges(shoe).items()}
    assert told["house_edge"] == edges
    assert told["along"][-1] == {"seen": 3, "house_edge": edges}
    changed = shoes().house_edges(shoe | {"A": 7})["tie"] - Fraction(edges["tie"])
    assert told["removal"]["A"]["tie"] == str(changed)
    spread = told["spread"]
    assert [spread[name] for name in ("sampled", "shoes", "decks", "seed")] == [True, 20, 2, 4]
    [depth] = spread["depths"]
    assert depth["decks_dealt"] == 1
    assert list(depth["bets"]["tie"]) == ["mean", "sd", "better_for_player"]


def test_moves_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["shoe", "--moves", "--left", "A=3,5=4,K=9", "--spread", "3", "--decks", "2"]) == 0
    said = capsys.readouterr().out
    assert "16 cards are left." in said
    assert "Sampled: 3 shuffled shoes of 2 decks, seed 1." in said
    rows = [line.split() for line in said.splitlines()]
    assert ["7", *["none", "left"] * 5] in rows


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--moves", "--left", "A=5"], "5 cards are left, and a round may need 6"),
        (["--moves", "--left", "A=6"], "6 cards are left, and with one fewer there is no round"),
        (["--moves", "--left", "A=-6"], "left: 'A=-6' is not like A=31"),
        (["--moves", "--left", "A=6.5"], "left: 'A=6.5' is not like A=31"),
        (["--moves", "--seen", "Kh Kh", "--decks", "1"], "seen: Kh was seen 2 times, and there"),
        (["--moves", "--seen", "Kh 9x"], "seen: there is no card '9x'; cards are written like"),
        (
            ["--moves", "--seen", "Kh", "--left", "A=9"],
            "either --left or --seen is meant, not both",
        ),
        (["--moves", "--decks", "0"], "decks: a shoe has at least one deck"),
        (["--seen", "Kh", "--decks", "-1"], "decks: a shoe has at least one deck"),
        (
            ["--left", "A=9", "--decks", "6"],
            "decks: --left says all of the shoe; --decks goes with",
        ),
        (["--spread", "5", "--left", "A=9"], "--spread shuffles whole shoes; --left and --seen go"),
        (["--spread", "0"], "spread: at least one shoe is needed"),
        (["--spread", "9" * 12], "spread: 999,999,999,999 are too many; at most 100,000,000"),
        (["--spread", "9", "--decks", "1"], "decks: a shoe of 2 to 100 decks is dealt so"),
        (["--spread", "9", "--decks", "101"], "decks: a shoe of 2 to 100 decks is dealt so"),
        (["--spread", "9", "--seed", "-1"], "seed: a seed is 0 or more"),
        (["--seed", "9", "--seen", "Kh"], "seed: only --spread is drawn from a seed"),
    ],
)
def test_a_wrong_question_is_answered_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(["shoe", *arguments])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)
