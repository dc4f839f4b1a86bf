"""What comes of a situation: whether it holds, what came instead, what each player has."""

from __future__ import annotations

import pytest

from croupier.scenario.playing import LinePlayed, Outcome, play
from croupier.scenario.reading import scripts


def outcome(lines: str, game: str = "baccarat") -> Outcome:
    [script] = scripts(f"game {game}\n== A situation\n{lines}")
    return play(script)


def failed(lines: str, game: str = "baccarat") -> str | None:
    return outcome(lines, game).failed


def test_every_line_of_play_is_told_with_its_events() -> None:
    assert outcome("dealer opens\np1 places player 100.00\n= p1 has -100.00\n") == Outcome(
        title="A situation",
        game="baccarat",
        held=True,
        failed=None,
        lines=(
            LinePlayed(3, "dealer opens", ("betting-opened",), None),
            LinePlayed(4, "p1 places player 100.00", ("wager-placed",), None),
        ),
        balances={"p1": "-100.00"},
    )


def test_a_situation_stops_at_the_line_that_fails() -> None:
    found = outcome("dealer opens\np1 places player 100.00 -> refused\np2 places tie 25.00\n")
    assert found.failed == (
        "line 4: p1 places player 100.00 -> refused: there came wager-placed 100.00"
    )
    assert [line.line for line in found.lines] == [3, 4]
    assert (found.held, found.balances) == (False, {"p1": "-100.00"})


def test_one_that_was_refused_took_part_with_nothing() -> None:
    found = outcome("p1 places player 100.00 -> refused betting-not-open | 3.2\n")
    assert found.failed == (
        "line 3: p1 places player 100.00 -> refused betting-not-open: it is by 3.3, and not by 3.2"
    )
    assert found.lines == (LinePlayed(3, "p1 places player 100.00", (), "betting-not-open"),)
    assert found.balances == {"p1": "0.00"}


@pytest.mark.parametrize(
    ("expects", "holds"),
    [
        ("", True),
        (" -> anything", True),
        (" -> betting-opened", True),
        (" -> refused", False),
        (" -> refused not-now", False),
        (" -> betting-closed", False),
        (" -> betting-opened, betting-closed", False),
    ],
)
def test_what_stands_behind_the_arrow_of_events(expects: str, *, holds: bool) -> None:
    assert outcome(f"dealer opens{expects}\n").held is holds


@pytest.mark.parametrize(
    ("expects", "holds"),
    [
        ("", False),
        (" -> anything", True),
        (" -> refused", True),
        (" -> refused betting-not-open", True),
        (" -> refused not-now", False),
        (" -> betting-closed", False),
    ],
)
def test_what_stands_behind_the_arrow_of_a_refusal(expects: str, *, holds: bool) -> None:
    assert outcome(f"dealer closes{expects}\n").held is holds


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("= p1 has 0.00", "it is -100.00"),
        ("= step dealing", "it is betting"),
        ("= announce Good night", "it is "),
        ("= notice Closed", "the notices are ["),
        ("= shoe 3", "it is 416"),
        ("= displays tie 1.00..2.00", "it is "),
        ("= displays dragon 1.00..2.00", "it is nothing"),
        ("= meter 1.00", "there is no jackpot"),
        ("= unsettled 1 tie", "the round is not settled"),
        ("= box 0 tie p1 1.00", "there is player p1 100.00"),
        ("= box 0 empty", "there is player p1 100.00"),
        ("= named 4 Straight", "it is not named"),
        ("= established nothing", "play was not taken up again"),
        ("= settled tie p1 win +1.00", "there is nothing"),
        ("= p1 sees 7 Kh", "it is no such box"),
        ("= p1 may deal", "p1 may "),
    ],
)
def test_a_claim_that_is_not_so_says_what_is(claim: str, why: str) -> None:
    said = failed(f"dealer opens\np1 places player 100.00\n{claim}\n")
    assert said is not None
    assert said.startswith(f"line 5: {claim}: {why}"), said


def test_rounds_that_take_other_cards_than_they_say() -> None:
    many = failed("dealer deals-rounds 9h 2d Kh 3c 4c\n")
    assert str(many).endswith("4c of 9h 2d Kh 3c 4c is one too many")
    few = failed("dealer deals-rounds 2h 2d 3h\n")
    assert str(few).endswith("after 2h 2d 3h another card is to be drawn")


def test_several_games_and_situations_in_one_text() -> None:
    text = (
        "game baccarat\n== First\ndealer closes\n== Second\ndealer opens\n"
        "game three-pictures\n== Third\ndealer opens\n"
    )
    found = [play(script) for script in scripts(text)]
    assert [(one.game, one.title, one.held) for one in found] == [
        ("baccarat", "First", False),
        ("baccarat", "Second", True),
        ("three-pictures", "Third", True),
    ]


TWO_TABLES = """
tables 2
device automated
dealer opens
t2: dealer opens
p1 places 1 ante 25.00
p1 places 1 progressive 5.00
t2: p2 places 1 ante 25.00
t2: p2 places 1 progressive 5.00
= meter 20000.00
t1: dealer closes
= meter 20001.00
t2: dealer closes
= meter 20002.00
t2: dealer deals As Ks Qs 2c 3d 9h
dealer deals As Ks Qs 2c 3d 9h
p1 plays 1
dealer exposes
"""


@pytest.mark.clause(
    "three-card-poker",
    "4.9",
    "4.9.1",
    "1.15",
    title="Tables share a meter and the first hand is paid first",
)
def test_tables_share_a_meter_and_the_first_hand_is_paid_first() -> None:
    assert (
        failed(
            TWO_TABLES
            + """
dealer settles
= settled 1 progressive p1 win +19995.00
t2: p2 plays 1
t2: dealer exposes
= t2: step exposed
= step concluded
t2: dealer settles
t2: = settled 1 progressive p2 win +19997.00
= meter 20000.00
""",
            "three-card-poker",
        )
        is None
    )


def test_money_is_one_and_what_lies_is_each_table_s_own() -> None:
    found = outcome(
        "tables 3\ndealer opens\nt2: dealer opens\np1 places 1 ante 25.00\n"
        "t2: p1 places 2 ante 50.00\n= p1 has -75.00\n= stakes has 75.00\n= box 1 ante p1 25.00\n"
        "t2: = box 1 empty\nt3: = step concluded\nafter 100\nclock time-up\nt2: clock time-up\n",
        "three-card-poker",
    )
    assert found.failed is None
    assert found.balances == {"p1": "-75.00"}
    assert found.lines[-1].said == "t2: clock time-up"


def test_amounts_and_facts_are_read_as_people_write_them() -> None:
    text = """game royal-three-pictures
== As people write
limits main $25..5,000
dealer opens
p1 places 1 main 1,000 -> wager-placed 1000
p1 withdraws 1 main $100.00 -> wager-withdrawn $100
= p1 has -900
dealer closes
dealer reports dealing-error reconstructable=no -> irregularity-reported
"""
    assert [outcome.failed for outcome in map(play, scripts(text))] == [None]
