"""Each settled line's reason names the cards and points that decided, found here by other means."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from croupier.cards import DECK, Card, Hand, parse_cards
from croupier.engine.deal import Tableau
from croupier.engine.reasons import reason
from croupier.games import GAMES, game
from croupier.problems import BadInput
from croupier.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

ROUNDS = 3000
COUNTS = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 1}
HEIGHT = {rank: place for place, rank in enumerate("23456789TJQKA")}


def hands_of(game: Game, random: Random) -> tuple[Hand, Hand]:
    if not isinstance(game.deal, Tableau):
        cards = random.sample(DECK, 6)
        return Hand(cards[:3]), Hand(cards[3:])
    cards = random.choices(DECK, k=6)
    for number in (4, 5, 6):
        try:
            return game.deal.hands(Hand(cards[:number]))
        except BadInput:
            continue
    raise AssertionError(cards)


def rounds(name: str) -> Iterator[tuple[Game, str, Hand, Hand, Said, Any]]:
    """Every bet of many rounds under every reading of what Three Pictures come to."""
    random = Random(name)
    readings = [{}, {"three-pictures-points": "none"}] if "pictures" in name else [{}]
    for chosen, _ in product(readings, range(ROUNDS)):
        under = game(name).under(chosen) if chosen else game(name)
        mine, theirs = hands_of(under, random)
        outcome = under.outcome(
            mine, theirs, folded=name == "three-card-poker" and random.random() < 0.1
        )
        for bet in under.bets:
            line = bet.settle(outcome)
            said = reason(under, bet.name, outcome, line.event, 12500)
            yield under, bet.name, mine, theirs, said, line


def total(cards: str) -> int:
    return sum(COUNTS[card[0]] for card in cards.split()) % 10


def pictures(cards: str) -> list[str]:
    return [card for card in cards.split() if card[0] in "JQK"]


def kind(cards: str) -> str:
    """A poker hand's name by counting and sorting letters."""
    ranks = sorted(HEIGHT[card[0]] for card in cards.split())
    suited = len({card[1] for card in cards.split()}) == 1
    in_line = ranks[2] - ranks[0] == 2 and len(set(ranks)) == 3
    in_line = in_line or ranks == [0, 1, 12]
    if in_line:
        return "straight-flush" if suited else "straight"
    same = max(Counter(ranks).values())
    if same == 3:
        return "three-of-a-kind"
    return "flush" if suited else "one-pair" if same == 2 else "high-card"


def check_named(cards: str, hand: Said) -> None:
    """The name that a reason gives a hand, by its letters."""
    if hand.code == "high-card":
        assert hand.facts["rank"] == max(
            (card[0] for card in cards.split()), key=lambda rank: HEIGHT[rank]
        )
        assert kind(cards) == "high-card"
    elif "points" in hand.facts:
        assert hand.facts["points"] == total(cards)
        how_many = {"double": 2, "single": 1}.get(hand.code.split("-")[0], 0)
        assert how_many == len(pictures(cards))
    elif hand.code == "three-pictures":
        assert len(pictures(cards)) == 3
    else:
        assert hand.code == kind(cards)


class Checked(NamedTuple):
    said: Said
    facts: dict[str, Any]
    own: str
    other: str
    line: Any


def check_main_bets(one: Checked) -> bool:
    said, facts, own, other, line = one
    match said.code:
        case "hand-wins" | "hand-wins-on-six" | "hand-loses":
            won = said.code != "hand-loses"
            assert (facts["winner"], facts["loser"]) == ((own, other) if won else (other, own))
            check_named(facts["winner"], facts["hand"])
            check_named(facts["loser"], facts["other"])
            check_level(facts)
            assert (said.code == "hand-wins-on-six") == (line.pays == "1:2" if won else False)
            assert not won or said.code != "hand-wins-on-six" or total(own) == 6
        case "hands-stand-off":
            assert (facts["mine"], facts["theirs"]) == (own, other)
            check_named(own, facts["hand"])
            check_named(other, facts["other"])
            assert facts["hand"] == facts["other"]
        case "other-points":
            assert (facts["points"], facts["others"]) == (total(own), total(other))
            assert facts["points"] != facts["others"]
        case "same-points" | "same-eight-or-nine":
            assert facts["points"] == total(own) == total(other)
            assert (said.code == "same-eight-or-nine") == (line.pays == "10:1")
        case "both-three-pictures":
            assert len(pictures(own)) == len(pictures(other)) == 3
        case "hands-are-no-tie":
            assert 3 in (len(pictures(own)), len(pictures(other)))
        case _:
            return False
    return True


def check_own_cards(one: Checked) -> bool:
    said, facts, own, _other, _line = one
    match said.code:
        case "all-three-are-pictures" | "three-kings" | "three-queens" | "three-jacks":
            assert facts["pictures"] == own
            assert pictures(own) == own.split()
        case (
            "two-of-three-are-pictures" | "one-of-three-is-a-picture" | "none-of-three-is-a-picture"
        ):
            assert facts.get("pictures", "").split() == pictures(own)
            assert sorted((*pictures(own), *facts["others"].split())) == sorted(own.split())
        case "pair-of-pictures":
            assert len(facts["pictures"].split()) == 2
            assert len({card[0] for card in facts["pictures"].split()}) == 1
        case "king-without-a-pair":
            ranks = [card[0] for card in pictures(own)]
            assert "K" in ranks
            assert len(set(ranks)) == len(ranks) < 3
            assert facts["others"] == (len(ranks) == 1)
        case "no-king-and-no-pair":
            ranks = [card[0] for card in pictures(own)]
            assert facts["pictures"].split() == pictures(own)
            assert "K" not in ranks
            assert len(set(ranks)) == len(ranks)
        case _:
            return False
    return True


def check_both_hands(one: Checked) -> bool:
    said, facts, own, other, line = one
    match said.code:
        case "pictures-together-pay" | "too-few-pictures-together":
            both = (pictures(own), pictures(other))
            assert (facts["mine"].split(), facts["theirs"].split()) == both
            assert facts["count"] == len(both[0]) + len(both[1])
            assert (facts["count"] >= 3) == (said.code == "pictures-together-pay")
        case "player-lucky-six" | "dealer-lucky-six":
            winner = own if said.code == "player-lucky-six" else other
            assert total(winner) == 6
            assert facts["count"] == len(pictures(winner))
        case "player-has-not-six" | "dealer-has-not-six":
            winner = own if said.code == "player-has-not-six" else other
            assert facts["cards"] == winner
            assert total(winner) != 6
        case "six-did-not-win" | "dealers-six-did-not-win":
            assert total(own if said.code == "six-did-not-win" else other) == 6
        case "dealer-does-not-qualify-wins" | "dealer-does-not-qualify-returns":
            assert kind(other) == "high-card"
            assert facts["card"] == max(other.split(), key=lambda card: HEIGHT[card[0]])
            assert HEIGHT[facts["card"][0]] < HEIGHT["Q"]
        case "own-hand-pays" | "pair-is-needed" | "straight-is-needed" | "award-is-won":
            assert facts["mine"] == own
            check_named(own, facts["hand"])
            pays = said.code in {"own-hand-pays", "award-is-won"}
            assert pays == (line.result == "win")
        case "meter-is-won":
            assert set(own.split()) == {"As", "Ks", "Qs"}
        case _:
            return False
    return True


def check_poker(one: Checked) -> bool:
    said, facts, own, other, line = one
    match said.code:
        case "hand-was-folded":
            assert line.event == "Folded"
        case "baccarat-wins" | "baccarat-wins-on-six" | "baccarat-loses":
            assert (facts["points"], facts["others"]) == (total(own), total(other))
            assert (facts["mine"], facts["theirs"]) == (own, other)
            assert (said.code == "baccarat-wins-on-six") == (getattr(line, "pays", "") == "1:2")
        case "baccarat-comes-back" | "baccarat-tie-pays":
            assert facts["points"] == total(own) == total(other)
        case "baccarat-pair" | "baccarat-no-pair":
            first = (own if facts["place"] == "player" else other).split()[:2]
            assert facts["cards"].split() == first
            assert (first[0][0] == first[1][0]) == (said.code == "baccarat-pair")
        case _:
            return False
    return True


def told(fact: Any) -> Any:  # noqa: ANN401
    """A sentence within a sentence, as it is read back."""
    return Said(**fact) if isinstance(fact, dict) else fact


def check(game: Game, mine: Hand, theirs: Hand, said: Said, line: Any) -> None:  # noqa: ANN401
    hands = str(mine), str(theirs)
    one = Checked(said, {name: told(fact) for name, fact in said.facts.items()}, *hands, line)
    known = (check_main_bets, check_own_cards, check_both_hands, check_poker)
    assert any(knows(one) for knows in known), said.code
    assert (game.name == "baccarat") == said.code.startswith("baccarat")
    assert said.facts.get("odds") in (None, getattr(line, "pays", None))


def check_level(facts: dict[str, Any]) -> None:
    level, winner, loser = facts["level"], facts["winner"], facts["loser"]
    if level is None:
        return
    if level.code == "more-pictures-win":
        assert level.facts["points"] == total(winner) == total(loser)
        assert len(pictures(winner)) > len(pictures(loser))
    else:
        assert kind(winner) == kind(loser)
        assert level.facts["card"] in winner.split()
        assert level.facts["other"] in loser.split()


@pytest.mark.slow
@pytest.mark.parametrize("name", [one.name for one in GAMES])
def test_every_reason_is_what_the_cards_show(name: str) -> None:
    reached: set[tuple[str, str]] = set()
    for under, bet, mine, theirs, said, line in rounds(name):
        check(under, mine, theirs, said, line)
        reached.add((bet, line.event))
        assert str(said).endswith(".")
    lines = {(bet.name, line.event) for bet in game(name).bets for line in bet.lines}
    assert len(lines - reached) <= 5, lines - reached


def test_every_bet_has_a_reason() -> None:
    assert all(bet.because for one in GAMES for bet in one.bets)


GOLDEN = [
    line.split(" | ")
    for line in (Path(__file__).parents[1] / "golden" / "reasons.txt")
    .read_text("utf-8")
    .splitlines()
]


@pytest.mark.parametrize(("name", "bet", "mine", "theirs", "says"), GOLDEN)
def test_the_reason_reads(name: str, bet: str, mine: str, theirs: str, says: str) -> None:
    one = game(name)
    outcome = one.outcome(parse_cards(mine), parse_cards(theirs))
    event = one.bet[bet].settle(outcome).event
    assert str(reason(one, bet, outcome, event, 12500)) == says


def test_a_name_and_its_code_say_the_same() -> None:
    random = Random(5)
    for one in GAMES:
        for _ in range(2000):
            hand = Hand(random.sample(DECK, 3))
            if one.ranking.name:
                assert str(one.said_of(hand)) == one.name_of(hand)


def test_another_line_than_these_hands_reach_is_named_alone() -> None:
    one = game("three-pictures")
    outcome = one.outcome(parse_cards("Kh Js 6d"), parse_cards("Qd 3c 2s"))
    assert str(reason(one, "initial", outcome, "Tie game")) == "Tie game."
    assert Card("K", "h") in outcome.hand
