"""What is established, by the documents' own cases and against every way the cards can fall."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.cli.main import run
from croupier.games import GAMES
from croupier.problems import BadInput
from croupier.wire.established import established_json
from tests.support.reference.interrupted_rounds import (
    BOXED,
    MAIN,
    Dealt,
    Drawn,
    Ends,
    Place,
    conclusive,
)
from tests.support.reference.interrupted_rounds import interrupted_round as interrupted
from tests.support.reference.random_rounds import PACK

if TYPE_CHECKING:
    from pathlib import Path

Round = dict[str, Any]


def answered(round_: Round) -> Round:
    answer: Round = json.loads(established_json(json.dumps(round_).encode()))
    return answer


def claimed(round_: Round) -> dict[Place, str]:
    return {(row["box"], row["bet"]): row["outcome"] for row in answered(round_)["bets"]}


# --- against plain loops ----------------------------------------------------------------------


@pytest.mark.parametrize("name", BOXED)
def test_few_unseen_cards_dealt_in_every_way(name: str) -> None:
    rng = random.Random(f"few {name}")
    for _ in range(40):
        round_ = interrupted(name, rng, most_hidden=2)
        round_["boxes"] = round_["boxes"][:2]
        assert claimed(round_) == conclusive(Dealt(round_).in_every_way()), json.dumps(round_)


@pytest.mark.parametrize("name", BOXED)
def test_many_unseen_cards_dealt_at_random(name: str) -> None:
    """What is established holds each time; what is not ends in two ways, sooner or later."""
    rng = random.Random(f"many {name}")
    for _ in range(40):
        round_ = interrupted(name, rng)
        table, found, ends = Dealt(round_), claimed(round_), Ends()
        table.at_random(rng, 100, ends)
        deal_until_shown(table, found, ends, rng)
        assert conclusive(ends) == found, json.dumps(round_)


def deal_until_shown(table: Dealt, found: dict[Place, str], ends: Ends, rng: random.Random) -> None:
    """Once chance has had its time, boxes with few unseen cards are dealt in every way."""
    for turn in range(200):
        if shown(ends, found):
            return
        if turn == 10:
            for box in table.boxes:
                if sum(table.gaps_of(box)) <= 3:
                    ends |= table.box_in_every_way(box)
        table.at_random(rng, 100, ends)


def shown(ends: Ends, found: dict[Place, str]) -> bool:
    """Whether every bet that is not established has been seen to be open."""
    return conclusive(ends).keys() <= found.keys()


@pytest.mark.parametrize("name", ["three-pictures", "lucky-three-pictures", "three-card-poker"])
def test_a_pack_dealt_almost_to_its_end(name: str) -> None:
    """Sixteen boxes: what the dealer may get is what a box may get, and not both can."""
    rng = random.Random(f"end {name}")
    for _ in range(60):
        pack = rng.sample(PACK, 51)
        for place in rng.sample(range(6), rng.randint(1, 3)):
            pack[place] = "??"
        hands = [" ".join(pack[place : place + 3]) for place in range(0, 51, 3)]
        play = " | play" if name == "three-card-poker" else ""
        round_ = boxed(name, hands[0], *[f"{hand}{play}" for hand in hands[1:]])
        assert claimed(round_) == conclusive(Dealt(round_).in_every_way()), json.dumps(round_)


def test_baccarat_with_few_unseen_cards_drawn_in_every_way() -> None:
    rng = random.Random("few baccarat")
    for _ in range(150):
        round_ = interrupted("baccarat", rng, most_hidden=2)
        drawn = Drawn(round_)
        if drawn.gaps <= 3:
            assert claimed(round_) == conclusive(drawn.in_every_way()), json.dumps(round_)


def test_baccarat_with_many_unseen_cards_drawn_at_random() -> None:
    rng = random.Random("many baccarat")
    for _ in range(200):
        round_ = interrupted("baccarat", rng)
        drawn, found, ends = Drawn(round_), claimed(round_), Ends()
        for _ in range(200):
            drawn.at_random(rng, 100, ends)
            if ends and shown(ends, found):
                break
        assert conclusive(ends) == found, json.dumps(round_)


# --- the documents' own cases -----------------------------------------------------------------

ENTRY = MAIN | {"three-card-poker": "ante"}


def wagers(*bets: str) -> list[dict[str, str]]:
    return [{"player": "p1", "bet": bet, "stake": "25.00"} for bet in bets]


def boxed(name: str, dealer: str, *hands: str, **readings: str) -> Round:
    """Each hand is its cards, then `play` or `fold` where decided, then bets other than the main.

    `-` stands for a box without the main bet.
    """
    boxes = []
    for number, hand in enumerate(hands, start=1):
        cards, *words = hand.split(" | ")
        said = " ".join(words).split()
        bets = [] if "-" in said else [ENTRY[name]]
        box: Round = {"box": number, "cards": cards}
        for choice in {"play", "fold"} & set(said):
            box["decision"] = choice
        bets += [bet for bet in said if bet not in {"-", "fold"}]
        boxes.append(box | {"wagers": wagers(*bets)})
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return {"game": name, "dealer": dealer, "boxes": boxes, "interpretations": chosen}


def drawn(cards: str, *bets: str, **readings: str) -> Round:
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return {"game": "baccarat", "cards": cards, "wagers": wagers(*bets), "interpretations": chosen}


UNSEEN = "?? ?? ??"
PICTURES = ("Qc Qd Qh", "Qs Jc Jd", "Jh Js Ks")
"""With three kings on the first box, all the pictures there are."""
PLACED = {"outcome_established": "any-placed-bet"}

THREE_PICTURES = {
    "nothing seen": (boxed("three-pictures", UNSEEN, UNSEEN), ""),
    "one card that is no picture": (
        boxed("three-pictures", UNSEEN, "9s ?? ??"),
        "1 three-pictures lose",
    ),
    "a ten is no picture": (boxed("three-pictures", UNSEEN, "?? Td ??"), "1 three-pictures lose"),
    "two that are none": (boxed("three-pictures", UNSEEN, "9s 8d ??"), "1 three-pictures lose"),
    "one picture": (boxed("three-pictures", UNSEEN, "?? ?? Ks"), ""),
    "two pictures": (boxed("three-pictures", UNSEEN, "Kh Ks ??"), ""),
    "three pictures": (boxed("three-pictures", UNSEEN, "Kh Ks Jd"), "1 three-pictures win"),
    "only the dealer is seen": (boxed("three-pictures", "2c 3d 4h", UNSEEN), ""),
    "the dealer has all but one picture of his three": (
        boxed("three-pictures", "Kc Kd ??", "9s 8d 7h"),
        "1 three-pictures lose",
    ),
    "the dealer has Three Pictures": (
        boxed("three-pictures", "Kc Kd Jh", "9s 8d ??"),
        "1 initial lose, 1 three-pictures lose",
    ),
    "three pictures unseen can be the dealer's": (
        boxed("three-pictures", UNSEEN, "Kc Kd Kh", "Qc Qd Qh", "Qs Jc Jd", UNSEEN),
        "1 three-pictures win, 2 three-pictures win, 3 three-pictures win",
    ),
    "two pictures unseen cannot": (
        boxed("three-pictures", UNSEEN, "Kc Kd Kh", "Qc Qd Qh", "Qs Jc Jd", "?? ?? Js"),
        (
            "1 initial win, 1 three-pictures win, 2 initial win, 2 three-pictures win,"
            " 3 initial win, 3 three-pictures win"
        ),
    ),
    "every card seen": (
        boxed("three-pictures", "5h Js Td", "6c Qd Th"),
        "1 initial win, 1 tie lose, 1 three-pictures lose",
    ),
    "a push is neither": (
        boxed("three-pictures", "9h Js Td", "9c Qd Th"),
        "1 tie win, 1 three-pictures lose",
    ),
    "the other reading looks at what is placed": (
        boxed("three-pictures", UNSEEN, "9s ?? ??", **PLACED),
        "",
    ),
    "and finds it": (
        boxed("three-pictures", UNSEEN, "9s ?? ?? | three-pictures", **PLACED),
        "1 three-pictures lose",
    ),
    "a box without an initial bet is not in play": (
        boxed("three-pictures", UNSEEN, "9s ?? ?? | - three-pictures"),
        "",
    ),
    "points of Three Pictures: zero": (
        boxed("three-pictures", "Tc Td 10h", "Kh Ks Jd"),
        "1 initial win, 1 tie win, 1 three-pictures win",
    ),
    "points of Three Pictures: none": (
        boxed("three-pictures", "Tc Td 10h", "Kh Ks Jd", three_pictures_points="none"),
        "1 initial win, 1 tie lose, 1 three-pictures win",
    ),
    "which cards count as known is for who asks": (
        boxed("three-pictures", UNSEEN, "9s ?? ??", established_by="cards-dealt"),
        "1 three-pictures lose",
    ),
}
LUCKY = {
    "nothing seen": (boxed("lucky-three-pictures", UNSEEN, UNSEEN), ""),
    "two pictures": (boxed("lucky-three-pictures", UNSEEN, "Kh Ks ??"), ""),
    "three pictures, at odds still open": (
        boxed("lucky-three-pictures", UNSEEN, "Kh Ks Jd"),
        "1 lucky-pictures win, 1 player-lucky-6 lose, 1 dealer-lucky-6 lose",
    ),
    "three places left for three pictures": (
        boxed("lucky-three-pictures", UNSEEN, "2h 3s 4d"),
        "1 player-lucky-6 lose, 1 dealer-lucky-6 lose",
    ),
    "two places left": (
        boxed("lucky-three-pictures", "5c ?? ??", "2h 3s 4d"),
        "1 lucky-pictures lose, 1 player-lucky-6 lose, 1 dealer-lucky-6 lose",
    ),
    "six points may still win or lose": (
        boxed("lucky-three-pictures", UNSEEN, "2h 4s Td"),
        "",
    ),
    "six points with two pictures lose to no six": (
        boxed("lucky-three-pictures", UNSEEN, "Kh Qs 6d"),
        "1 dealer-lucky-6 lose",
    ),
    "the dealer has a higher six": (
        boxed("lucky-three-pictures", "Kh Qs 6d", "2h 4s Td"),
        (
            "1 initial lose, 1 lucky-tie win, 1 lucky-pictures lose,"
            " 1 player-lucky-6 lose, 1 dealer-lucky-6 win"
        ),
    ),
    "the other reading": (
        boxed("lucky-three-pictures", UNSEEN, "Kh Qs 6d | lucky-tie", **PLACED),
        "",
    ),
}
ROYAL = {
    "nothing seen": (boxed("royal-three-pictures", UNSEEN, UNSEEN), ""),
    "one king always wins, at odds still open": (
        boxed("royal-three-pictures", UNSEEN, "?? Kh ??"),
        "1 royal-pictures win",
    ),
    "one queen need not": (boxed("royal-three-pictures", UNSEEN, "Qh ?? ??"), ""),
    "a king may still come": (boxed("royal-three-pictures", UNSEEN, "9h 8h ??"), ""),
    "a queen beside two that are no pictures": (
        boxed("royal-three-pictures", UNSEEN, "9h 8h Qs"),
        "1 royal-pictures lose",
    ),
    "no king is left": (
        boxed("royal-three-pictures", UNSEEN, "9h 8h ??", "Kc Kd Kh", "Ks Qc Qd"),
        "2 royal-pictures win, 3 royal-pictures win, 1 royal-pictures lose",
    ),
    "every card seen": (
        boxed("royal-three-pictures", "9h Js Td", "6c Qd Th"),
        "1 main lose, 1 tie lose, 1 royal-pictures lose",
    ),
    "the other reading": (boxed("royal-three-pictures", UNSEEN, "Kh ?? ??", **PLACED), ""),
}
POKER = {
    "nothing seen": (boxed("three-card-poker", UNSEEN, UNSEEN), ""),
    "nothing seen, decided unseen": (boxed("three-card-poker", UNSEEN, f"{UNSEEN} | play"), ""),
    "a fold loses what can be folded": (
        boxed("three-card-poker", UNSEEN, f"{UNSEEN} | fold"),
        "1 ante lose, 1 pair-plus lose, 1 progressive lose",
    ),
    "a pair not decided on": (
        boxed("three-card-poker", UNSEEN, "7h 7d 2c"),
        "1 progressive lose",
    ),
    "a pair that may be three of a kind": (boxed("three-card-poker", UNSEEN, "7h 7d ??"), ""),
    "a pair played": (
        boxed("three-card-poker", UNSEEN, "7h 7d 2c | play"),
        "1 pair-plus win, 1 progressive lose",
    ),
    "a pair played, its third card unseen: a win at odds still open": (
        boxed("three-card-poker", UNSEEN, "7h 7d ?? | play"),
        "1 pair-plus win",
    ),
    "two cards that may pair": (
        boxed("three-card-poker", UNSEEN, "2h 7d ??"),
        "1 progressive lose",
    ),
    "less than a pair": (
        boxed("three-card-poker", UNSEEN, "2h 7d 9s"),
        "1 pair-plus lose, 1 progressive lose",
    ),
    "without an ante there is only pair plus": (
        boxed("three-card-poker", UNSEEN, "7h 7d ?? | - pair-plus"),
        "1 pair-plus win",
    ),
    "a progressive bet without an ante": (
        boxed("three-card-poker", UNSEEN, "7h 7d 2c | - progressive"),
        "",
    ),
    "the dealer does not qualify: play is a push": (
        boxed("three-card-poker", "Jh 9s 4d", f"{UNSEEN} | play"),
        "1 ante win",
    ),
    "the dealer does not qualify, but the player may fold": (
        boxed("three-card-poker", "Jh 9s 4d", UNSEEN),
        "",
    ),
    "the dealer may qualify": (
        boxed("three-card-poker", "Jh 9s ??", "Ah Ad As | play"),
        "1 ante win, 1 pair-plus win, 1 progressive win",
    ),
    "the dealer qualifies and ranks lower": (
        boxed("three-card-poker", "Qh ?? 4d", "Ah Ad As | play"),
        "1 ante win, 1 play win, 1 pair-plus win, 1 progressive win",
    ),
    "played or folded, the ante is lost": (
        boxed("three-card-poker", "Ac Ad As", "2h 7d 9s"),
        "1 ante lose, 1 pair-plus lose, 1 progressive lose",
    ),
    "the highest hand can be met by its like": (
        boxed("three-card-poker", UNSEEN, "As Ks Qs | play"),
        "1 pair-plus win, 1 progressive win",
    ),
    "unless others show what it needs": (
        boxed("three-card-poker", UNSEEN, "As Ks Qs | play", "Ah Ad Ac | play"),
        ("1 ante win, 1 pair-plus win, 1 progressive win, 2 pair-plus win, 2 progressive win"),
    ),
    "a Stand Off is neither": (
        boxed("three-card-poker", "Ah Kh 9d", "As Ks 9c | play"),
        "1 pair-plus lose, 1 progressive lose",
    ),
    "the other reading": (
        boxed("three-card-poker", UNSEEN, "7h 7d 2c | play", **PLACED),
        "",
    ),
    "the other reading, with a bet that is lost": (
        boxed("three-card-poker", UNSEEN, "7h 7d 2c | play progressive", **PLACED),
        "1 progressive lose",
    ),
}
BACCARAT = {
    "nothing drawn": (drawn(""), ""),
    "one card": (drawn("Kh"), ""),
    "the first of both hands alike": (drawn("Kh Kd"), ""),
    "a Player Pair": (drawn("Kh ?? Kd"), "player-pair win"),
    "no Player Pair": (drawn("Kh ?? Qd ??"), "player-pair lose"),
    "a Banker Pair": (drawn("?? 4h ?? 4d"), "banker-pair win"),
    "no Banker Pair": (drawn("?? 4h ?? 5d ??"), "banker-pair lose"),
    "a natural may be met by another": (drawn("9h ?? Kd"), "player-pair lose"),
    "a natural nine against eight": (
        drawn("9h 8c Kd Tc"),
        "player win, banker lose, tie lose, player-pair lose, banker-pair lose",
    ),
    "a natural on both hands is a Tie": (
        drawn("9h 9c Kd Tc"),
        "tie win, player-pair lose, banker-pair lose",
    ),
    "both hands stand": (
        drawn("6h 7c Kd Tc ?? ??"),
        "player lose, banker win, tie lose, player-pair lose, banker-pair lose",
    ),
    "the player draws": (drawn("5h 7c Kd Tc"), "player-pair lose, banker-pair lose"),
    "the player has drawn and the banker stands": (
        drawn("5h 7c Kd Tc 3h"),
        "player win, banker lose, tie lose, player-pair lose, banker-pair lose",
    ),
    "the banker draws to six": (
        drawn("5h 6c Kd Tc 6h ??"),
        "player-pair lose, banker-pair lose",
    ),
    "a fifth card shows that the player drew, on five or less": (
        drawn("?? 7c ?? Tc 9h"),
        "tie lose, banker-pair lose",
    ),
    "the other reading": (drawn("Kh ?? Kd", "player", "tie", **PLACED), ""),
    "the other reading, with the pair": (
        drawn("Kh ?? Kd", "player", "player-pair", **PLACED),
        "player-pair win",
    ),
}


def situations(name: str, yes: tuple[str, ...], no: tuple[str, ...], cases: Any) -> list[Any]:  # noqa: ANN401
    return [
        pytest.param(
            round_,
            expected,
            id=f"{name}: {title}",
            marks=pytest.mark.clause(name, *(yes if expected else no)),
        )
        for title, (round_, expected) in cases.items()
    ]


@pytest.mark.parametrize(
    ("round_", "expected"),
    [
        *situations("three-pictures", ("5.4", "5.4.1"), ("5.4", "5.4.2"), THREE_PICTURES),
        *situations("lucky-three-pictures", ("5.4", "5.4.1"), ("5.4", "5.4.2"), LUCKY),
        *situations("royal-three-pictures", ("5.13", "5.13.2"), ("5.13", "5.13.1"), ROYAL),
        *situations("three-card-poker", ("5.7", "5.7.1"), ("5.7", "5.7.2"), POKER),
        *situations("baccarat", ("5.1", "5.1.1"), ("5.1", "5.1.2"), BACCARAT),
    ],
)
def test_situation(round_: Round, expected: str) -> None:
    answer = answered(round_)
    found = [(row["box"], row["bet"], row["outcome"]) for row in answer["bets"]]
    told = {" ".join(str(word) for word in row if word is not None) for row in found}
    assert told == set(filter(None, expected.split(", ")))
    assert (answer["clauses"], answer["remedies"]) == FOLLOWS[round_["game"], bool(expected)]
    assert answer["established"] is bool(expected)


FOLLOWS = {
    ("three-pictures", True): (["5.4.1"], ["play-on"]),
    ("three-pictures", False): (["5.4.2", "5.14"], ["void-round"]),
    ("lucky-three-pictures", True): (["5.4.1"], ["play-on"]),
    ("lucky-three-pictures", False): (["5.4.2", "5.14"], ["void-round"]),
    ("royal-three-pictures", True): (["5.13.2"], ["play-on"]),
    ("royal-three-pictures", False): (["5.13.1"], ["offer-withdrawal", "play-on"]),
    ("three-card-poker", True): (["5.7.1"], ["play-on"]),
    ("three-card-poker", False): (["5.7.2", "5.21"], ["void-round"]),
    ("baccarat", True): (["5.1.1"], ["play-on"]),
    ("baccarat", False): (["5.1.2", "5.11"], ["void-round"]),
}


# --- as people and programs ask ---------------------------------------------------------------


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
    rounds = {name: boxed(name, "9h ?? Td", "Kc Qd ??", UNSEEN) for name in BOXED}
    rounds["baccarat"] = drawn("Kh ?? Kd 4c")
    matter = {"three-pictures-points", "outcome-established", "side-bet-orphaned"}
    for game in GAMES:
        for one in game.interpretations:
            for value in one.values:
                chosen = rounds[game.name] | {"interpretations": {one.name: value}}
                same = answered(chosen) == answered(rounds[game.name])
                assert same or one.name in matter, (game.name, one.name, value)


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
        assert (out, err) == ("", said)


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
