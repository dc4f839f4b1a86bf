"""What is taught of each game is true: examples are settled again by the program's own `settle`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from croupier import api
from croupier.engine.lesson import paid
from croupier.games import GAMES, game
from croupier.guide.cards import card_of
from croupier.guide.lessons import Example, RankedHand, example
from croupier.problems import Incomplete

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.guide.felt import FeltRule

GAME = pytest.mark.parametrize("of", GAMES, ids=lambda one: one.name)


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def again(of: Game, shown: Example) -> list[tuple[str, str, str]]:
    """The same round as JSON, as anybody would give it to the program."""
    wagers = [
        {"player": "p1", "bet": line.bet, "stake": money(line.stake_cents)}
        for line in shown.lines
        if line.stake_cents
    ]
    given: dict[str, Any] = {"game": of.name}
    if of.boxes is None:
        order = [card for pair in zip(*initial(shown), strict=True) for card in pair]
        order += [one.card for one in shown.thirds if one.card]
        given |= {"decks": of.packs.most, "cards": " ".join(order), "wagers": wagers}
    else:
        box: dict[str, Any] = {"box": 1, "cards": shown.hand.cards, "wagers": wagers}
        if of.decision and any(line.bet == of.decision.entry for line in shown.lines):
            box["decision"] = "play"
        given |= {"dealer": shown.against.cards, "boxes": [box]}
    return sorted(
        (line.bet, str(line.result), money(line.back_cents)) for line in api.settle(given).lines
    )


def initial(shown: Example) -> list[list[str]]:
    return [one.cards.split()[:2] for one in (shown.hand, shown.against)]


@GAME
def test_each_bet_has_a_hand_on_which_it_wins(of: Game) -> None:
    card = card_of(of)
    for bet in card.bets:
        assert bet.example is not None
        assert bet.wins is not None
        [line] = [one for one in bet.example.lines if one.bet == bet.name]
        assert (line.result, line.event) == ("win", bet.example.event)
        assert line.back_cents > line.stake_cents
        assert bet.wins.clauses


@GAME
def test_an_example_comes_out_as_the_program_settles_it(of: Game) -> None:
    card = card_of(of)
    assert card.lesson is not None
    examples = [bet.example for bet in card.bets if bet.example]
    for shown in (*examples, card.lesson.first, card.lesson.then):
        told = sorted((one.bet, one.result, money(one.back_cents)) for one in shown.lines)
        assert told == again(of, shown)


def test_an_example_is_the_same_every_time() -> None:
    of = game("three-pictures")
    assert example(of, "tie") == example(of, "tie")
    assert example(of, "initial", "Player wins on 6 points").hand.points == 6


def test_a_line_too_rare_to_teach_by_is_said_so() -> None:
    with pytest.raises(Incomplete, match="no deal in 50000 wins initial by nothing"):
        example(game("three-pictures"), "initial", "nothing")


def test_poker_is_taught_by_ranks_and_the_others_by_points() -> None:
    lessons = {of.name: card_of(of).lesson for of in GAMES}
    poker = lessons.pop("three-card-poker")
    assert poker is not None
    assert poker.values == ()
    assert poker.ranks[0] == RankedHand("Straight Flush", "As Ks Qs")
    assert [one.hand for one in poker.ranks][-2:] == ["One Pair", "Three Odd Cards"]
    for lesson in lessons.values():
        assert lesson is not None
        assert {one.card: one.points for one in lesson.values} == {
            "As": 1, "7d": 7, "Th": 0, "Jc": 0, "Qh": 0, "Ks": 0,
        }  # fmt: skip


FELT = {
    "three-pictures": ["initial pays 1:1", "initial on 6 pays 1:2"],
    "lucky-three-pictures": ["initial pays 1:1", "initial on 6 pays 1:2"],
    "royal-three-pictures": ["main pays 1:1", "main on 6 pays 1:2"],
    "three-card-poker": [
        "the dealer needs Q",
        "ante pays 1:1",
        "play pays 1:1",
        "progressive, AKQ Spades",
    ],
    "baccarat": ["player pays 1:1", "banker pays 1:1", "banker on 6 pays 1:2"],
}


def in_short(of: FeltRule) -> str:
    if of.rule == "qualifies":
        return f"the dealer needs {of.rank}"
    if of.rule == "meter":
        return f"{of.bet}, {of.event}"
    return f"{of.bet}{'' if of.points is None else f' on {of.points}'} pays {of.odds}"


@GAME
def test_the_felt_has_the_rules_that_decide_with_the_odds_of_the_pay_table(of: Game) -> None:
    assert [in_short(one) for one in card_of(of).felt] == FELT[of.name]


def test_a_lesson_about_another_pay_table_is_refused() -> None:
    of = game("three-pictures")
    assert of.lesson is not None
    wrong = type(of.lesson)(
        **{name: getattr(of.lesson, name) for name in of.lesson.__struct_fields__}
        | {"first": ("initial", "Player wins on 5 points")}
    )
    with pytest.raises(Incomplete, match="its lesson shows Player wins on 5 points on initial"):
        replace(of, lesson=wrong)
    with pytest.raises(Incomplete, match="Initial pays nothing for Tie game"):
        paid(of.bet["initial"], "Tie game")
