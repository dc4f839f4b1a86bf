"""What is established, as people and programs ask for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.main import run
from croupier.engine.deal import Deal
from croupier.games import GAMES
from croupier.problems import BadInput
from croupier.wire.established import established_json
from tests.support.interrupted_cases import UNSEEN, Round, answered, boxed, drawn, wagers
from tests.support.reference.interrupted_rounds import (
    BOXED,
)

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.engine.game import Game


PICTURES = ("Qc Qd Qh", "Qs Jc Jd", "Jh Js Ks")
"""With three kings on the first box, all the pictures there are."""


def test_an_answer_is_what_the_contract_says() -> None:
    round_ = boxed("three-pictures", UNSEEN, "9s ?? ??")
    assert croupier.answer(croupier.established(round_)) == answered(round_)
    assert established_json(json.dumps(round_).encode()).decode() == (
        '{"game":"three-pictures","established":true,"bets":[{"box":1,"bet":"three-pictures",'
        '"outcome":"lose","says":"Box 1 shows 9s ?? ??, the dealer nothing yet:'
        ' Three Pictures can only lose (Any other hand)."}],'
        '"clauses":["5.4.1"],"remedies":["play-on"]}'
    )


@pytest.mark.parametrize(
    ("round_", "said"),
    [
        (
            boxed("royal-three-pictures", "9h ?? ??", "6c Qd Th"),
            (
                "Box 1 shows 6c Qd Th, the dealer 9h ?? ??: Royal Pictures can only lose"
                " (Any other hand)."
            ),
        ),
        (
            boxed("three-card-poker", UNSEEN, "7h 7d 2c"),
            (
                "Box 1 shows 7h 7d 2c and may still fold, the dealer nothing yet:"
                " Progressive can only lose (Folded or Less than a Straight)."
            ),
        ),
        (
            boxed("three-card-poker", "Jh 9s 4d", f"{UNSEEN} | play"),
            (
                "Box 1 shows nothing yet, the dealer Jh 9s 4d: Ante can only win"
                " (Dealer does not qualify)."
            ),
        ),
        (
            boxed("three-card-poker", UNSEEN, f"{UNSEEN} | fold"),
            "Box 1 has folded: Ante can only lose (Folded).",
        ),
        (
            boxed("three-pictures", UNSEEN, "Kc Kd Kh", *PICTURES),
            (
                "Box 1 shows Kc Kd Kh, the dealer nothing yet: Initial can only win,"
                " by the cards of other boxes (Player wins on other points)."
            ),
        ),
        (
            drawn("Kh ?? Kd"),
            "The cards drawn are Kh ?? Kd: Player Pair can only win (Player Pair wins).",
        ),
    ],
)
def test_a_sentence_says_why(round_: Round, said: str) -> None:
    assert answered(round_)["bets"][0]["says"] == said


def test_cards_that_are_left_out_are_not_seen() -> None:
    for name in BOXED:
        round_ = boxed(name, UNSEEN, UNSEEN, UNSEEN)
        left_out = {key: value for key, value in round_.items() if key != "dealer"}
        left_out["boxes"] = [box | {"cards": None} for box in round_["boxes"]]
        assert answered(left_out) == answered(round_)
    assert answered({"game": "baccarat"}) == answered(drawn("?? ?? ?? ?? ?? ??"))


def test_a_reading_changes_no_more_than_it_says() -> None:
    """Every reading of every game is taken; only three of them can matter here."""
    matter = {"three-pictures-points", "outcome-established", "side-bet-orphaned"}
    for game in GAMES:
        round_ = some_seen(game)
        for one in game.interpretations:
            for value in one.values:
                same = answered(round_ | {"interpretations": {one.name: value}}) == answered(round_)
                assert same or one.name in matter, (game.name, one.name, value)


def some_seen(game: Game) -> Round:
    if not isinstance(game.deal, Deal):
        return drawn("Kh ?? Kd 4c")
    places = ("9h ?? Td", "Kc Qd ??", UNSEEN)
    return boxed(game.name, *(" ".join(hand.split()[: game.deal.cards]) for hand in places))


BAD = {
    "a card twice": (
        boxed("royal-three-pictures", "9h ?? ??", "9h ?? ??"),
        "box 1, cards: 9h is dealt 2 times from one deck (clause 2.1)",
    ),
    "no such card": (
        boxed("royal-three-pictures", "9h ? ??", UNSEEN),
        "dealer: there is no card '?'; cards are written like Kh 9s Td",
    ),
    "two cards": (
        boxed("royal-three-pictures", UNSEEN, "9h ??"),
        (
            "box 1, cards: a hand has 3 cards, not 2; one not seen is written ??"
            " (clause 3.17, 3.12, 3.12.1)"
        ),
    ),
    "four cards of the dealer": (
        boxed("royal-three-pictures", "?? ?? ?? ??", UNSEEN),
        "dealer: a hand has 3 cards, not 4; one not seen is written ?? (clause 3.17, 3.12, 3.12.1)",
    ),
    "no cards at all": (
        boxed("royal-three-pictures", "", UNSEEN),
        "dealer: a hand has 3 cards, not 0; one not seen is written ?? (clause 3.17, 3.12, 3.12.1)",
    ),
    "more hands than cards": (
        boxed("three-pictures", UNSEEN, *[UNSEEN] * 17),
        "boxes: so many hands need 54 cards, and there are 52 (clause 2.2, 2.2.1)",
    ),
    "an unknown bet": (
        boxed("royal-three-pictures", UNSEEN, f"{UNSEEN} | snap"),
        (
            "box 1, wager 2 (p1 on snap): no bet is called 'snap';"
            " this game has main, tie, royal-pictures"
        ),
    ),
    "a side bet without main bet": (
        boxed("royal-three-pictures", UNSEEN, f"{UNSEEN} | - tie"),
        "box 1, wager 1 (p1 on tie): needs a main bet on the box (clause 3.5)",
    ),
    "no boxes": (
        boxed("royal-three-pictures", UNSEEN),
        "boxes: a round needs at least one box with a wager",
    ),
    "a decision where there is none": (
        boxed("royal-three-pictures", UNSEEN, f"{UNSEEN} | fold"),
        "box 1, decision: this game has no decision",
    ),
    "a second player on a box": (
        {
            "game": "three-card-poker",
            "boxes": [
                {
                    "box": 1,
                    "wagers": [
                        {"player": "p1", "bet": "ante", "stake": "5.00"},
                        {"player": "p2", "bet": "pair-plus", "stake": "5.00"},
                    ],
                }
            ],
        },
        "box 1, wager 2 (p2 on pair-plus): another player already bets on this box (clause 3.5)",
    ),
    "a play bet and no decision": (
        {
            "game": "three-card-poker",
            "boxes": [{"box": 1, "wagers": wagers("ante", "play")}],
        },
        "box 1: there is a play bet, and the decision is missing (clause 3.12.2)",
    ),
    "a fold with a play bet": (
        {
            "game": "three-card-poker",
            "boxes": [{"box": 1, "decision": "fold", "wagers": wagers("ante", "play")}],
        },
        "box 1: the decision is fold, and there is a play bet (clause 3.12.1)",
    ),
    "nothing to fold": (
        boxed("three-card-poker", UNSEEN, f"{UNSEEN} | - fold pair-plus"),
        "box 1, decision: without an ante bet there is nothing to fold (clause 3.12, 3.14)",
    ),
    "a void round": (
        boxed("royal-three-pictures", UNSEEN, UNSEEN) | {"void": "5.9"},
        "void: a void round has no outcome to establish",
    ),
    "seven baccarat cards": (
        drawn("?? ?? ?? ?? ?? ?? ??"),
        "cards: 7 cards, and a round draws at most 6 (clause 1.1, 3.9, 3.10)",
    ),
    "a card that no deal draws": (
        drawn("9c ?? Tc ?? ?? 5h"),
        "cards: neither hand draws 5h, whatever the unseen cards are (clause 1.1, 3.9, 3.10)",
    ),
    "a card more often than the shoe holds it": (
        drawn("9c 9c 9c 9c 9c") | {"decks": 4},
        "cards: 9c is dealt 5 times from 4 decks (clause 2.2, 2.2.1)",
    ),
    "three decks": (
        drawn("") | {"decks": 3},
        "decks: 3 decks, and the game is played with 4 to 8 decks (clause 2.2, 2.2.1)",
    ),
    "a dealer in baccarat": (
        drawn("") | {"dealer": UNSEEN},
        "dealer: baccarat has none; its cards and wagers stand in the round",
    ),
    "a jackpot in baccarat": (
        drawn("") | {"jackpot": {}},
        "jackpot: this game has no jackpot",
    ),
    "an unknown field": ({"game": "baccarat", "card": ""}, "there is no field 'card' here"),
}


@pytest.mark.parametrize(("round_", "said"), list(BAD.values()), ids=list(BAD))
def test_bad_input_is_told_in_one_line(round_: Round, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        established_json(json.dumps(round_).encode())
    assert str(refused.value) == said


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON Lines are answered line by line, and a bad line leaves nothing on standard output."""
    good, bad = drawn("Kh ?? Kd"), drawn("Kh ?? Kx")
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n\n".join([json.dumps(good)] * 2), encoding="utf-8")
    assert run(["established", str(file), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        answered(good)
    ] * 2
    file.write_text("\n".join(map(json.dumps, [good, good, bad])), encoding="utf-8")
    for arguments in ([], ["--json"]):
        assert run(["established", str(file), *arguments]) == 2
        out, err = capsys.readouterr()
        said = "line 3: cards: there is no card 'Kx'; cards are written like Kh 9s Td\n"
        assert (out, err) == ("", f"{file}, {said}")


def test_the_answer_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    file = tmp_path / "round.json"
    file.write_text(json.dumps(drawn("Kh ?? Kd"), indent=1), encoding="utf-8")
    assert run(["established", str(file)]) == 0
    ruled = croupier.established(drawn("Kh ?? Kd")).ruling.says
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "",
        "Non-Commission Baccarat (Electronic Table Game) (RWS), version 5",
        (
            "  player-pair  win  The cards drawn are Kh ?? Kd: Player Pair can only win"
            " (Player Pair wins)."
        ),
        f"{ruled} (5.1.1)",
    ]
    file.write_text(json.dumps(drawn("")), encoding="utf-8")
    assert run(["established", str(file)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.endswith(f"version 5 {croupier.established(drawn('')).ruling.says} (5.1.2, 5.11)")
