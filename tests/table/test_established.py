"""What is established, by the documents' own cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.interrupted_cases import UNSEEN, Round, answered, boxed, drawn

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
            marks=pytest.mark.clause(
                name, *(yes if expected else no), title="What the cards that are seen establish"
            ),
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
