"""Rulings: every irregularity in every game, and what readings and bad input do to them."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.cli.main import run
from croupier.engine.irregularities import CARDS, IRREGULARITIES, OfferedTo, Remedy, Role
from croupier.engine.rulings import REMEDIES as SAYS
from croupier.engine.rulings import ruling
from croupier.games import GAMES
from croupier.problems import BadInput
from tests.support.agreed_irregularities import (
    FACTS,
    REMEDIES,
    combinations,
    every_combination,
    values,
)
from tests.support.settlement_scenarios import Asked, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game
    from croupier.engine.irregularities import Case

DECIDING = ("dealer", "pit-supervisor", "pit-manager", "shift-manager")
every_game = pytest.mark.parametrize("of", GAMES, ids=lambda of: of.name)


def test_the_vocabulary_is_the_agreed_one() -> None:
    assert {name: [fact.name for fact in facts] for name, facts in IRREGULARITIES.items()} == FACTS
    assert list(Remedy) == REMEDIES.split()
    assert set(SAYS) == set(Remedy)
    for fact in {fact for facts in IRREGULARITIES.values() for fact in facts} - {CARDS}:
        assert set(fact.values) == set(values(fact.name).values())
        assert fact.default == next(iter(values(fact.name).values()))


@every_game
def test_every_irregularity_with_every_fact_has_an_answer(of: Game) -> None:
    for name in FACTS:
        for facts in every_combination(name):
            made = ruling(of, name, facts)
            assert made.facts == facts
            assert made.remedies
            assert made.decided_by in DECIDING
            assert made.clauses
            assert set(made.clauses) <= set(of.document.clauses)
            assert len(made.clauses) == len(set(made.clauses))


@every_game
def test_the_scenarios_tell_every_combination(of: Game) -> None:
    _, facts = scenarios()
    asked = [
        Asked.read(fact.text) for fact in facts if (fact.game, fact.verb) == (of.name, "ruling")
    ]
    told = {
        (one.irregularity, *combination.items())
        for one in asked
        if not one.readings
        for combination in combinations(one.irregularity, one.facts)
    }
    assert told == {
        (name, *combination.items()) for name in FACTS for combination in every_combination(name)
    }


def under_all_readings(of: Game) -> Iterator[Game]:
    """The game under every combination of the readings that choose between cases."""
    named = {case.under.of.name for case in of.irregularities if case.under}
    choices = [one for one in of.interpretations if one.name in named]
    assert named == {one.name for one in choices}
    for chosen in product(*(one.values for one in choices)):
        yield of.under({one.name: value for one, value in zip(choices, chosen, strict=True)})


@every_game
def test_no_case_is_out_of_reach(of: Game) -> None:
    """Each is the first that holds for some facts under some readings."""
    reached = {
        id(first_case(game, name, facts))
        for game in under_all_readings(of)
        for name in FACTS
        for facts in every_combination(name)
    }
    assert [case for case in of.irregularities if id(case) not in reached] == []


def first_case(game: Game, name: str, facts: dict[str, Any]) -> Case | None:
    cases = (case for case in game.irregularities if case.irregularity == name)
    return next((case for case in cases if case.holds(facts, game)), None)


@every_game
def test_a_void_is_by_a_clause_that_voids_and_names_the_one_that_refunds(of: Game) -> None:
    voids = [case for case in of.irregularities if Remedy.VOID_ROUND in case.remedies]
    assert voids
    for case in voids:
        first, *others = case.cite.numbers
        assert first in of.void.by.numbers
        assert set(of.void.clauses(first)) <= {first, *others}


@every_game
def test_what_is_returned_with_a_round_or_a_hand_is_not_said_twice(of: Game) -> None:
    for case in of.irregularities:
        returning = {Remedy.VOID_ROUND, Remedy.REMOVE_HAND} & set(case.remedies)
        assert not (returning and Remedy.RETURN_BET in case.remedies)


@every_game
def test_cards_are_put_right_before_anyone_chooses(of: Game) -> None:
    for case in of.irregularities:
        for first in {Remedy.RECONSTRUCT, Remedy.MOVE_HANDS} & set(case.remedies):
            assert case.remedies[0] == first


def test_every_remedy_is_ordered_somewhere() -> None:
    ordered = {remedy for of in GAMES for case in of.irregularities for remedy in case.remedies}
    assert ordered == set(Remedy)


@pytest.mark.slow
@every_game
def test_a_sentence_says_the_readings_in_force(of: Game) -> None:
    for one in of.interpretations:
        for value in one.values:
            game = of.under({one.name: value})
            for name in FACTS:
                for facts in every_combination(name):
                    says = ruling(game, name, facts).says
                    assert says[0].isupper()
                    assert (says[-1], says.count(".")) == (".", 1)
                    assert not set("{}") & set(says)


SENTENCES = {
    "three-pictures misdealt": (
        "No player has handled the misdealt cards and whole hands cannot be moved: the round is"
        " void, its bets are returned and earlier rounds stand."
    ),
    "lucky-three-pictures dealing-error reconstructable=true": (
        "It is a dealing error and the cards can be put back in order: the cards are put back into"
        " their intended order, then all players, each answering for each box, may continue with"
        " the reconstructed hand or take their bets back (who does not answer continues)."
    ),
    "three-pictures dealing-error under options-unanswered=withdraw options-answered-by=seated-player": (  # noqa: E501 - one question
        "It is a dealing error and the cards cannot be put back in order: all players, the seated"
        " player answering for each box, may continue with the hand as dealt or take their bets"
        " back (who does not answer withdraws)."
    ),
    "three-pictures player-hand-miscounted": (
        "A player's hand has a wrong number of cards that cannot be put back in order: that hand is"
        " removed and every bet on its box is returned, then the remaining players, each answering"
        " for each box, may continue with the hand as dealt or take their bets back (who does not"
        " answer continues)."
    ),
    "three-card-poker player-hand-miscounted under removed-hand-returns=that-players-only": (
        "A player's hand has a wrong number of cards that cannot be put back in order: that hand is"
        " removed and its player's bets are returned."
    ),
    "three-card-poker dealing-error": (
        "It is a dealing error and the cards cannot be put back in order: the players whose boxes"
        " the error touched, each answering for each box, may continue with the hand as dealt or"
        " take their bets back (who does not answer continues)."
    ),
    "three-card-poker dealing-error under affected-players=all-at-table": (
        "It is a dealing error and the cards cannot be put back in order: all players, each"
        " answering for each box, may continue with the hand as dealt or take their bets back (who"
        " does not answer continues)."
    ),
    "three-card-poker play-bet-differs": (
        "The play bet is less than the ante: the play bet is settled on the amount of the play bet."
    ),
    "three-card-poker play-bet-differs under short-play-bet=ante-and-play-on-play-amount": (
        "The play bet is less than the ante: ante and play are settled on the amount of the play"
        " bet."
    ),
    "royal-three-pictures misdealt handled=true": (
        "A player has handled the misdealt cards: the round is played to its end, though the pit"
        " supervisor may let a dissatisfied player withdraw until the dealer's hand shows."
    ),
    "royal-three-pictures misdealt handled=true under dissatisfied-withdrawal=never": (
        "A player has handled the misdealt cards: the round is played to its end."
    ),
    "royal-three-pictures power-failure": (
        "By the cards seen no wager on offer has surely won or lost: each player may withdraw all"
        " wagers (who does not answer continues), then the round is played to its end."
    ),
    "baccarat power-failure established=true under established-by=cards-dealt outcome-established=any-placed-bet": (  # noqa: E501 - one question
        "By the cards dealt a bet placed has surely won or lost: the round is played to its end."
    ),
    "baccarat uncovered": "The document does not provide for this: the shift manager decides.",
}


@pytest.mark.parametrize("question", SENTENCES)
def test_sentence(question: str) -> None:
    of, _, rest = question.partition(" ")
    asked = Asked.read(f"{rest} -> x by y")
    made = croupier.ruling(of, asked.irregularity, asked.facts, interpretations=asked.readings)
    assert made.says == SENTENCES[question]


def test_who_is_offered_the_options_and_who_may_let_a_player_out() -> None:
    def told(of: str, *asked: str, **readings: str) -> tuple[OfferedTo, Role | None]:
        facts = dict(fact.split("=") for fact in asked[1:])
        chosen = {name.replace("_", "-"): value for name, value in readings.items()}
        made = croupier.ruling(of, asked[0], facts, interpretations=chosen)
        return made.offered_to, made.withdrawal_by

    assert told("three-pictures", "dealing-error") == (OfferedTo.ALL, None)
    assert told("three-pictures", "player-hand-miscounted") == (OfferedTo.REMAINING, None)
    assert told("three-card-poker", "dealing-error") == (OfferedTo.AFFECTED, None)
    everyone = told("three-card-poker", "dealing-error", affected_players="all-at-table")
    assert everyone == (OfferedTo.ALL, None)
    assert told("three-card-poker", "burn-missed", "reconstructable=true")[0] is OfferedTo.ALL
    assert told("three-card-poker", "cards-drawn-together")[0] is OfferedTo.ALL
    let_out = told("royal-three-pictures", "misdealt", "handled=true")
    assert let_out == (OfferedTo.ALL, Role.PIT_SUPERVISOR)
    never = told(
        "royal-three-pictures", "misdealt", "handled=true", dissatisfied_withdrawal="never"
    )
    assert never == (OfferedTo.ALL, None)


def test_facts_are_told_as_json_values(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ruling", "royal-three-pictures", "card-exposed", "--json"]
    facts = ["cards=2", "seen=true", "device=automated"]
    assert run([*asked, *(word for fact in facts for word in ("--fact", fact))]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "royal-three-pictures",
        "irregularity": "card-exposed",
        "facts": {"cards": 2, "seen": True, "first-card": False, "device": "automated"},
        "remedies": ["turn-down-and-play-on"],
        "decided_by": "dealer",
        "clauses": ["5.8"],
        "says": "A card was exposed: the card is turned face down and the deal goes on.",
    }


@pytest.mark.parametrize(
    "facts", [["handled=yes"], ["handled=Yes", "seen=no"], ["--fact", "handled=true", "seen=false"]]
)
def test_facts_are_told_with_or_without_their_option(
    facts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["ruling", "royal-three-pictures", "misdealt", "--json"]
    assert run([*asked, *facts]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["facts"] == {
        "handled": True,
        "seen": False,
        "movable": False,
        "reconstructable": False,
    }
    assert told["remedies"] == ["play-on"]


def test_the_library_takes_facts_as_values_or_as_text() -> None:
    values = croupier.ruling("three-card-poker", "card-exposed", {"cards": 2, "seen": False})
    text = croupier.ruling("three-card-poker", "card-exposed", {"cards": "2", "seen": "false"})
    assert values == text
    assert croupier.answer(values)["remedies"] == ["void-round"]


BAD = {
    "snap misdealt": "no game is called 'snap'; there are three-pictures",
    "baccarat snap": "no irregularity is called 'snap'; there are foreign-card, card-count-wrong",
    "baccarat misdealt --fact wet=true": (
        "facts: misdealt takes no fact 'wet'; it takes handled, seen, movable, reconstructable\n"
    ),
    "baccarat uncovered --fact seen=true": (
        "facts: uncovered takes no fact 'seen'; it takes none\n"
    ),
    "baccarat misdealt seen=perhaps": "facts, seen: 'perhaps' is neither yes nor no\n",
    "baccarat misdealt --fact seen=1": "facts, seen: '1' is neither yes nor no\n",
    "baccarat misdelt": "no irregularity is called 'misdelt'; did you mean misdealt?\n",
    "baccarat misdealt senn=yes": (
        "facts: misdealt takes no fact 'senn' (did you mean seen?); it takes handled, seen,"
    ),
    "baccarat over-maximum --fact noticed=late": (
        "facts, noticed: 'late' is not one of before-close, before-next-round, after-next-round\n"
    ),
    "baccarat card-exposed --fact device=wet": (
        "facts, device: 'wet' is not one of manual, automated\n"
    ),
    "baccarat card-exposed --fact cards=0": (
        "facts, cards: '0' is not a whole number from 1 to 416\n"
    ),
    "baccarat card-exposed --fact cards=417": (
        "facts, cards: '417' is not a whole number from 1 to 416\n"
    ),
    "baccarat card-exposed --fact cards=true": (
        "facts, cards: 'true' is not a whole number from 1 to 416\n"
    ),
    "baccarat misdealt --fact seen": "fact: 'seen' is not like name=value\n",
    "baccarat misdealt --fact seen=true --fact seen=false": "fact: 'seen' is given twice\n",
    "baccarat --fact seen=true": "fact: a fact goes with an irregularity\n",
    "baccarat misdealt --interpretation wet=true": (
        "interpretations: no interpretation is called 'wet'; this game has limits-apply-to"
    ),
    "baccarat misdealt --interpretation house-discretion=dealer": (
        "interpretations, house-discretion: 'dealer' is not one of pit-supervisor, pit-manager,"
        " shift-manager (clause 5.4)\n"
    ),
    "baccarat misdealt too much": "fact: 'too' is not like name=value\n",
    "baccarat misdealt seen=yes --fact seen=no": "fact: 'seen' is given twice\n",
    "baccarat seen=yes": "fact: a fact goes with an irregularity\n",
    "baccarat seen=yes misdealt": "fact: 'misdealt' is not like name=value\n",
    "": "Which game? One of three-pictures, ",
}


@pytest.mark.parametrize("asked", BAD)
def test_bad_input_is_one_line(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ruling", *asked.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(BAD[asked])


@pytest.mark.parametrize("given", [1, 0, "", None, 1.0, [], "1"])
def test_the_library_refuses_what_is_no_truth(given: object) -> None:
    with pytest.raises(BadInput, match="is not one of false, true"):
        croupier.ruling("baccarat", "misdealt", {"seen": given})


@pytest.mark.parametrize("given", [True, 0, -1, 1.0, "01", "1 ", None, 10**40])
def test_the_library_refuses_what_is_no_number_of_cards(given: object) -> None:
    with pytest.raises(BadInput, match="is not a whole number from 1 to 416"):
        croupier.ruling("baccarat", "card-exposed", {"cards": given})


def test_what_can_be_asked_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ruling", "royal-three-pictures", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["irregularity"] for one in listed] == list(FACTS)
    assert {one["irregularity"]: list(one["facts"]) for one in listed} == FACTS
    assert listed[4] == {
        "irregularity": "misdealt",
        "facts": {"handled": False, "seen": False, "movable": False, "reconstructable": False},
        "clauses": ["5.4", "5.6", "5.7"],
    }
    assert listed[-1]["clauses"] == ["6.1"]
    assert run(["ruling", "royal-three-pictures"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in FACTS)


@pytest.mark.parametrize("number", ["0", "1", "14", "416"])
def test_a_cut_card_may_lie_anywhere(number: str) -> None:
    made = croupier.game("baccarat").under({"baccarat-cut-card": number})
    assert made.readings["baccarat-cut-card"] == number


@pytest.mark.parametrize("number", ["-1", "417", "014", "1.5", "", "many", "9" * 5000, "٣"])
def test_a_cut_card_lies_at_a_whole_number(number: str) -> None:
    with pytest.raises(BadInput, match="is not one of 14, any whole number to 416"):
        croupier.game("baccarat").under({"baccarat-cut-card": number})
