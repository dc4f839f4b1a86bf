"""Practice rounds: the learner sees what a player would see, and the rulebook settles."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from croupier.cards import parse_cards
from croupier.games import GAMES, game
from croupier.guide.practice import Answer, Practice, asked, over, practise
from croupier.guide.taught import ThirdCard, deal
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.game import Game

POKER, BACCARAT, PICTURES = game("three-card-poker"), game("baccarat"), game("three-pictures")
MAIN = {"three-card-poker": "ante", "baccarat": "banker", "royal-three-pictures": "main"}


def practice(of: Game, cards: str, **stakes: int) -> Practice:
    named = {name.replace("_", "-"): cents for name, cents in stakes.items()}
    return Practice(of, deal(of, iter(parse_cards(cards))), named)


def lines(of: Practice, answer: Answer | None) -> list[tuple[str, str, int]]:
    return [(one.bet, one.event, one.back_cents) for one in over(of, answer).lines]


def test_play_and_fold_are_settled_as_at_the_table() -> None:
    dealt = practice(POKER, "Kd Qc Jh 9s 5s 2h", ante=2500, pair_plus=500)
    assert asked(dealt, "n").against is None
    assert dealt.answers == (Answer.PLAY, Answer.FOLD)
    assert lines(dealt, Answer.PLAY) == [
        ("ante", "Dealer does not qualify", 5000),
        ("play", "Dealer does not qualify", 2500),
        ("ante-bonus", "Straight", 2500),
        ("pair-plus", "Straight", 3000),
    ]
    assert lines(dealt, Answer.FOLD) == [("ante", "Folded", 0), ("pair-plus", "Folded", 0)]
    against = over(dealt, Answer.PLAY).against
    assert against is not None
    assert against.qualifies is False


def test_pair_plus_alone_has_nothing_to_decide() -> None:
    dealt = practice(POKER, "Kd Kc Jh 9s 5s 2h", pair_plus=500)
    assert dealt.answers == (Answer.OPEN,)
    assert lines(dealt, Answer.OPEN) == [("pair-plus", "Pair", 1000)]


@pytest.mark.parametrize(
    ("cards", "thirds"),
    [
        ("4h 9d 4c 7s", [("player", 8, None, True, ""), ("banker", 6, None, True, "")]),
        ("5d 3c 9s 3h Kc", [("player", 4, None, False, "Kc"), ("banker", 6, 0, False, "")]),
        ("2d 3c 3s 2h 4c 7d", [("player", 5, None, False, "4c"), ("banker", 5, 4, False, "7d")]),
        ("Kd 2c 6s 3h 4c", [("player", 6, None, False, ""), ("banker", 5, None, False, "4c")]),
    ],
)
def test_third_cards_come_with_their_reason(
    cards: str, thirds: list[tuple[str, int, int | None, bool, str]]
) -> None:
    dealt = practice(BACCARAT, cards, banker=2500)
    assert dealt.answers == ()
    told = over(dealt, None).thirds
    assert [short(one) for one in told] == thirds
    assert all(one.clauses for one in told)


def short(one: ThirdCard) -> tuple[str, int, int | None, bool, str]:
    return str(one.side), one.points, one.after, one.natural, one.card


def test_banker_on_six_pays_half() -> None:
    dealt = practice(BACCARAT, "5d 3c 9s 3h Kc", banker=2500)
    assert lines(dealt, None) == [("banker", "Banker wins on 6 points", 3750)]


@pytest.mark.parametrize("of", GAMES, ids=lambda one: one.name)
def test_every_game_can_be_practised(of: Game) -> None:
    bet = MAIN.get(of.name, "initial")
    dealt = practise(of, {bet: 2500}, Random(1))
    told = over(dealt, dealt.answers[0] if dealt.answers else None)
    assert {line.bet for line in told.lines} >= {bet}
    assert (told.number, told.answers) == ("", ())


@pytest.mark.parametrize(
    ("of", "stakes", "says"),
    [
        (PICTURES, {"tie": 500}, "Tie needs Initial"),
        (PICTURES, {"nothing": 500}, "no bet 'nothing' is placed before the deal"),
        (POKER, {"ante": 500, "play": 500}, "no bet 'play' is placed before the deal"),
        (POKER, {"ante-bonus": 500}, "no bet 'ante-bonus' is placed before the deal"),
        (POKER, {"ante": 500, "progressive": 500}, "a practice round has no jackpot"),
    ],
)
def test_what_cannot_lie_there_is_refused(of: Game, stakes: dict[str, int], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        practise(of, stakes, Random(1))
