"""`settle` answers what it cannot read in one line that names the place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.each_game import NAMES
from tests.support.royal_round import GOOD, ROYAL, royal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.program_answers import Asked

BACCARAT = '{"game": "baccarat", "wagers": [], "cards": "%s"}'
AN_AMOUNT = 'amounts are strings with two decimals, like "100.00"'
NO_AMOUNT = "is not an amount like 100.00: at most 13 digits, a point, two decimals"

BAD = {
    "nothing": ("", "the input is empty; it should hold a round as JSON, or one a line"),
    "blank lines": ("\n \n", "the input is empty; it should hold a round as JSON, or one a line"),
    "no object": ("[]", "line 1: an object is needed, not a list"),
    "broken JSON on line 3 of 5": (
        "\n".join([GOOD, GOOD, GOOD[:-1], GOOD, GOOD]),
        "line 3: JSON is malformed: it ends too early",
    ),
    "bad round on line 3 of 5": (
        "\n".join([GOOD, "", royal("5h", "5x"), GOOD, GOOD]),
        "line 3: dealer: there is no card '5x'; cards are written like Kh 9s Td",
    ),
    "unknown game": (
        royal("royal-three-pictures", "snap"),
        f"game: no game is called 'snap'; there are {', '.join(NAMES)}",
    ),
    "no game": ("{}", "the field 'game' is missing"),
    "unknown field": (royal('"dealer"', '"deler"'), "there is no field 'deler' here"),
    "unknown field of a wager": (
        royal('"player"', '"plyer"'),
        "boxes[0].wagers[0]: there is no field 'plyer' here",
    ),
    "player without a name": (
        royal('"p1"', '""'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "unknown bet": (
        royal('"main"', '"snap"'),
        (
            "box 1, wager 1 (p1 on snap): no bet is called 'snap';"
            " this game has main, tie, royal-pictures"
        ),
    ),
    "bonus as a bet": (
        (
            '{"game": "three-card-poker", "dealer": "2c 3d 5h", "boxes": [{"box": 1, "cards":'
            ' "2d 3c 5c", "wagers": [{"player": "p1", "bet": "ante-bonus", "stake": "1.00"}]}]}'
        ),
        (
            "box 1, wager 1 (p1 on ante-bonus): no bet is called 'ante-bonus';"
            " this game has ante, play, pair-plus, progressive"
        ),
    ),
    "unknown reading": (
        royal('"dealer"', '"interpretations": {"snap": "yes"}, "dealer"'),
        (
            "interpretations: no interpretation is called 'snap'; this game has"
            " three-pictures-points, limits-apply-to, minimum-applies-to,"
            " over-maximum-shares, under-minimum-memory, money-rounding, established-by,"
            " outcome-established, removed-hand-returns, options-unanswered,"
            " dissatisfied-withdrawal, royal-card-count, side-bet-orphaned, viewing, wager-count,"
            " betting-closed-by, staff-withdraws-for-player, right-to-look,"
            " void-found-after-settlement, walked-away-cite"
        ),
    ),
    "unknown value of a reading": (
        royal('"dealer"', '"interpretations": {"three-pictures-points": "ten"}, "dealer"'),
        (
            "interpretations, three-pictures-points: 'ten' is not one of zero, none"
            " (clause 3.17.1.1, 3.19)"
        ),
    ),
    "fixed reading": (
        royal('"dealer"', '"interpretations": {"minimum-applies-to": "area-total"}, "dealer"'),
        (
            "interpretations, minimum-applies-to: 'area-total' is not one of each-wager"
            " (clause 3.4, 5.10)"
        ),
    ),
    "stake of nothing": (
        royal("100.00", "0.00"),
        "box 1, wager 1 (p1 on main): a stake is more than 0.00",
    ),
    "negative stake": (royal("100.00", "-1.00"), f"box 1, wager 1, stake: '-1.00' {NO_AMOUNT}"),
    "part of a cent": (royal("100.00", "1.005"), f"box 1, wager 1, stake: '1.005' {NO_AMOUNT}"),
    "one decimal": (royal("100.00", "1.5"), f"box 1, wager 1, stake: '1.5' {NO_AMOUNT}"),
    "stake NaN": (royal("100.00", "NaN"), f"box 1, wager 1, stake: 'NaN' {NO_AMOUNT}"),
    "stake 1e400": (royal("100.00", "1e400"), f"box 1, wager 1, stake: '1e400' {NO_AMOUNT}"),
    "stake as a float": (
        royal('"100.00"', "100.5"),
        "boxes[0].wagers[0].stake: text is needed, not a number; " + AN_AMOUNT,
    ),
    "stake as a huge number": (
        royal('"100.00"', "1e400"),
        "line 1: boxes[0].wagers[0].stake: the number is too large or too small; " + AN_AMOUNT,
    ),
    "player with a control character": (
        royal('"p1"', r'"p1\u001b"'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "NaN itself": (
        royal('"100.00"', "NaN"),
        "line 1: JSON is malformed: a character stands where none like it can",
    ),
    "two cards": (
        royal("6c Qd Th", "6c Qd"),
        "box 1, cards: a hand has 3 cards, not 2 (clause 3.17, 3.12, 3.12.1)",
    ),
    "four cards": (
        royal("6c Qd Th", "6c Qd Th 2c"),
        "box 1, cards: a hand has 3 cards, not 4 (clause 3.17, 3.12, 3.12.1)",
    ),
    "no such card": (
        royal("6c Qd Th", "6c Qd 1h"),
        "box 1, cards: there is no card '1h'; cards are written like Kh 9s Td",
    ),
    "a card twice": (
        royal("6c Qd Th", "6c Qd Td"),
        "box 1, cards: Td is dealt 2 times from one deck (clause 2.1)",
    ),
    "side bet without main bet": (
        royal('"main"', '"tie"'),
        "box 1, wager 1 (p1 on tie): needs a main bet on the box (clause 3.5)",
    ),
    "box without wagers": (
        (
            '{"game": "royal-three-pictures", "dealer": "5h Js Td",'
            ' "boxes": [{"box": 1, "cards": "6c Qd Th", "wagers": []}]}'
        ),
        "box 1: no wager, so no hand is dealt there",
    ),
    "no boxes": (
        '{"game": "royal-three-pictures", "dealer": "5h Js Td", "boxes": []}',
        "boxes: a round needs at least one box with a wager",
    ),
    "no dealer": (royal('"dealer": "5h Js Td", ', ""), "dealer: the dealer's cards are missing"),
    "no hand": (royal('"cards": "6c Qd Th", ', ""), "box 1, cards: its cards are missing"),
    "a decision where there is none": (
        royal('"box": 1', '"box": 1, "decision": "play"'),
        "box 1, decision: this game has no decision",
    ),
    "a field twice": (
        royal('"stake": "100.00"', '"stake": "100.00", "stake": "1.00"'),
        "the field 'stake' is given twice",
    ),
    "a field twice behind an escape": (
        royal('"stake": "100.00"', r'"st\u0061ke": "100.00", "stake": "1.00"'),
        "the field 'stake' is given twice",
    ),
    "a name that ends with a space": (
        royal('"p1"', '"p1 "'),
        "box 1, wager 1, player: a name is printable and neither begins nor ends with a space",
    ),
    "one object over several lines, broken on the third": (
        json.dumps(ROYAL, indent=1).replace('"5h Js Td",', '"5h Js Td"'),
        "line 4: JSON is malformed: a comma or a closing brace is missing",
    ),
    "several lines of nothing": (
        "one\ntwo\nthree",
        "line 1: JSON is malformed: a character stands where none like it can",
    ),
    "void by no clause": (
        royal('"dealer"', '"void": "", "dealer"'),
        (
            "void: clause '' voids no round of this game;"
            " those that do are 5.1, 5.1.1, 5.4, 5.8.1, 5.9, 6.1"
        ),
    ),
    "an empty jackpot where there is none": (
        royal('"dealer"', '"jackpot": {}, "dealer"'),
        "jackpot: this game has no jackpot",
    ),
    "a memory where there is none": (
        BACCARAT.replace("{", '{"under_minimum_before": ["p1"], ', 1) % "9c 2c Tc Kc",
        "under_minimum_before: this game remembers no one",
    ),
    "a decision in a void round of a game without": (
        royal('"box": 1', '"box": 1, "decision": "fold"').replace("{", '{"void": "5.9", ', 1),
        "box 1, decision: this game has no decision",
    ),
    "a jackpot where there is none": (
        royal('"dealer"', '"jackpot": {"meter": "1.00"}, "dealer"'),
        "jackpot: this game has no jackpot",
    ),
    "decks in another game than baccarat": (
        royal('"dealer"', '"decks": 1, "dealer"'),
        "decks: royal-three-pictures has none; cards and wagers stand with each box",
    ),
    "a limit upside down": (
        royal('"dealer"', '"limits": {"main": ["5.00", "1.00"]}, "dealer"'),
        "limits, main: the minimum is above the maximum, or the maximum is 0.00",
    ),
    "too few baccarat cards": (
        BACCARAT % "Ac 2c 3c 4c",
        "cards: 4 cards, and the player draws another (clause 1.1, 3.9, 3.10)",
    ),
    "too many baccarat cards": (
        BACCARAT % "9c 2c Tc 4c 6c",
        "cards: 5 cards, and neither hand draws 6c (clause 1.1, 3.9, 3.10)",
    ),
    "three baccarat cards": (
        BACCARAT % "9c 2c Tc",
        "cards: 3 cards, and four are dealt first (clause 3.8)",
    ),
    "a dealer in baccarat": (
        royal("royal-three-pictures", "baccarat"),
        "dealer: baccarat has none; its cards and wagers stand in the round",
    ),
    "nested without end": ("[" * 100_000, "line 1: an object is needed, not a list"),
}


@pytest.mark.parametrize(("given", "said"), list(BAD.values()), ids=list(BAD))
def test_bad_input_is_answered_in_one_line(
    given: str, said: str, ask: Callable[..., Asked]
) -> None:
    status, out, err = ask("settle", "--json", given=given)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.rstrip("\n").split(" (byte")[0] == said
    assert ask("settle", given=given) == (2, "", err)


POKER_BOX = '{"box": 1, "cards": "As Ks Qs", %s"wagers": [%s]}'
POKER = f'{{"game": "three-card-poker", "dealer": "Jh 9s 4d", "boxes": [{POKER_BOX}]}}'


ANTE, PLAY = (f'{{"player": "p1", "bet": "{bet}", "stake": "25.00"}}' for bet in ("ante", "play"))


@pytest.mark.parametrize(
    ("decision", "wagers", "said"),
    [
        ("", ANTE, "box 1: a box with a ante bet needs a decision, play or fold (clause 3.12)"),
        (
            '"decision": "play", ',
            ANTE,
            "box 1: the decision is play, and there is no play bet (clause 3.12.2)",
        ),
        (
            '"decision": "fold", ',
            f"{ANTE}, {PLAY}",
            "box 1: the decision is fold, and there is a play bet (clause 3.12.1)",
        ),
        (
            "",
            PLAY,
            "box 1, wager 1 (p1 on play): needs a ante bet on the box (clause 3.12.2)",
        ),
        (
            '"decision": "raise", ',
            ANTE,
            "box 1, decision: 'raise' is neither play nor fold",
        ),
    ],
)
def test_a_decision_that_cannot_be(
    decision: str, wagers: str, said: str, ask: Callable[..., Asked]
) -> None:
    asked = ask("settle", "--json", given=POKER % (decision, wagers))
    assert asked == (2, "", said.replace(" a ante", " an ante") + "\n")


def test_standard_input_that_is_no_text(ask: Callable[..., Asked]) -> None:
    status, out, err = ask("settle", given='{"game": "\udcff"}')
    assert (status, out, err.count("\n")) == (2, "", 1)
