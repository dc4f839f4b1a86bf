"""Every scenario file, line by line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from croupier import api
from croupier.api import answer, settle
from croupier.cards import parse_cards
from croupier.engine.configuration import check_boxes, check_decks
from croupier.engine.deal import Deal
from croupier.engine.irregularities import Role
from croupier.games import GAMES, game
from croupier.guide.cards import card_of
from croupier.problems import BadInput
from croupier.wire.settle import settle_json
from tests.support.agreed_irregularities import combinations
from tests.support.scenario_cases import cases
from tests.support.settlement_scenarios import Asked, Fact, Situation, scenarios

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game

SITUATIONS, FACTS = scenarios()


@pytest.mark.parametrize("situation", cases(SITUATIONS))
def test_situation(situation: Situation) -> None:
    data = json.dumps(situation.round).encode()
    if situation.refusal is not None:
        with pytest.raises(BadInput) as refused:
            settle_json(data)
        said = BadInput(refused.value.what, *refused.value.place)
        assert (str(said), refused.value.clauses) == (situation.refusal, situation.refusal_clauses)
        return
    answer = json.loads(settle_json(data))
    boxes = answer.get("boxes") or [answer]
    lines = [line for box in boxes for line in box["wagers"]]
    for line in lines:
        assert cents(line.pop("back")) == cents(line["stake"]) + cents(line["won"])
    assert lines == situation.answers


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def name(of: Fact) -> None:
    cards, shown = of.text.split(" is ")
    ranking = game(of.game).ranking
    assert ranking.name is not None
    assert ranking.name(parse_cards(cards)) == shown


def points(of: Fact) -> None:
    cards, total = of.text.split(" is ")
    ranking = game(of.game).ranking
    assert ranking.points is not None
    assert ranking.points(parse_cards(cards)) == int(total)


def beats(of: Fact) -> None:
    rank = game(of.game).ranking.rank
    higher, lower = (rank(parse_cards(cards)) for cards in of.text.split(" over "))
    assert higher > lower


def equals(of: Fact) -> None:
    rank = game(of.game).ranking.rank
    one, other = (rank(parse_cards(cards)) for cards in of.text.split(" and "))
    assert one == other


def qualifies(of: Fact) -> None:
    dealer = game(of.game).qualifies
    assert dealer is not None
    cards, answer = of.text.split(" is ")
    assert dealer.when(parse_cards(cards)) == (answer == "yes")


def word(of: Fact) -> None:
    ours, shown = of.text.split(" = ")
    terms = [term for term in game(of.game).meanings(ours) if term.word == ours]
    assert [(term.shown, term.cite.numbers) for term in terms] == [(shown, of.clauses)]


def shown(of: Fact) -> None:
    """`shown WHERE: BET SPOT, …`: the layout, as pages draw it from the game's card."""
    where, areas = of.text.split(": ")
    bets = [bet for bet in card_of(game(of.game)).bets if bet.spot]
    assert {bet.where for bet in bets} == {where}
    assert ", ".join(f"{bet.name} {bet.spot}" for bet in bets) == areas
    assert [one.cite.numbers for one in game(of.game).shown] == [of.clauses]


def placed(of: Fact) -> None:
    """The bet has an area: laid there, with what it needs, it plays; a bonus cannot be laid."""
    table = game(of.game)
    bet = table.bet[of.text]
    assert bet.placed.numbers == of.clauses
    laid = {bet.needs.bet, bet.name} if bet.needs else {bet.name}
    if table.decision and table.decision.entry in laid:
        laid.add(table.decision.play)
    round_ = lay_bets(table, laid)
    if bet.bonus_on:
        with pytest.raises(BadInput, match=f"no bet is called '{bet.name}'"):
            settle(round_)
        return
    [line] = [line for line in settle(round_).lines if line.bet == bet.name]
    assert (line.counted_cents, line.result == "returned") == (2500, False)


def lay_bets(table: Game, bets: set[str]) -> dict[str, Any]:
    wagers = [{"player": "p1", "bet": bet, "stake": "25.00"} for bet in sorted(bets)]
    if table.boxes is None:
        return {"game": table.name, "cards": "9h 2c Td Kc", "wagers": wagers}
    assert isinstance(table.deal, Deal)
    cards, dealer = (
        " ".join(hand.split()[: table.deal.cards]) for hand in ("9h 2c Td", "8h 3c Qd")
    )
    box: dict[str, Any] = {"box": 1, "cards": cards, "wagers": wagers}
    if table.decision and table.decision.entry in bets:
        box["decision"] = "play"
    return {"game": table.name, "dealer": dealer, "boxes": [box]}


def reading(of: Fact) -> None:
    """`reading NAME DEFAULT OTHER…`: its values, the default first, and what it reads."""
    called, *values = of.text.split()
    found = [one for one in game(of.game).interpretations if one.name == called]
    assert [(one.values, one.cite.numbers) for one in found] == [(tuple(values), of.clauses)]


def decks(of: Fact) -> None:
    number, answer = of.text.split()
    refusal(of, answer, lambda: check_decks(game(of.game), int(number)))


def boxes(of: Fact) -> None:
    number, answer = of.text.split()
    refusal(of, answer, lambda: check_boxes(game(of.game), int(number)))


def refusal(of: Fact, answer: str, asked: Callable[[], None]) -> None:
    if answer == "allowed":
        asked()
        return
    with pytest.raises(BadInput) as refused:
        asked()
    assert refused.value.clauses == of.clauses


def ruling(of: Fact) -> None:
    """The whole answer but its sentence, for each value of the facts marked *."""
    asked = Asked.read(of.text)
    for facts in combinations(asked.irregularity, asked.facts):
        given, under = {name: facts[name] for name in asked.facts}, asked.readings
        told = answer(api.ruling(of.game, asked.irregularity, given, interpretations=under))
        assert told.pop("says").endswith(".")
        assert told == {
            "game": of.game,
            "irregularity": asked.irregularity,
            "facts": facts,
            "remedies": asked.remedies,
            "decided_by": asked.decided_by,
            "clauses": list(of.clauses),
        }


def acting(of: Fact) -> None:
    """`acting ROLE as ROLE…`: all that a role may act as."""
    role, others = of.text.split(" as ")
    word = game(of.game).last_word
    assert word.above
    assert word.above.numbers == of.clauses
    assert [one for one in Role if word.acting(Role(role), one)] == others.split()


VERBS: dict[str, Callable[[Fact], None]] = {
    check.__name__: check
    for check in (
        name,
        points,
        beats,
        equals,
        qualifies,
        word,
        shown,
        placed,
        reading,
        decks,
        boxes,
        ruling,
        acting,
    )
}


@pytest.mark.slow
@pytest.mark.parametrize("fact", cases(FACTS))
def test_fact(fact: Fact) -> None:
    VERBS[fact.verb](fact)


@pytest.mark.parametrize("of", GAMES, ids=lambda of: of.name)
def test_nothing_declared_is_left_out(of: Game) -> None:
    """Each word, reading and bet of a game stands in its scenario file."""
    facts = [fact for fact in FACTS if fact.game == of.name]
    readings = {fact.text.split()[0] for fact in facts if fact.verb == "reading"}
    assert readings == {one.name for one in of.interpretations}
    placed = [fact.text for fact in facts if fact.verb == "placed"]
    assert placed == [bet.name for bet in of.bets], "as other programs know them, in their order"
    words = {fact.text.split(" = ")[0] for fact in facts if fact.verb == "word"}
    assert words == {term.word for term in of.terms}
