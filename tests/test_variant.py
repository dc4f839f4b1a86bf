"""A Three Pictures variant of a house: one register and one value, and it settles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.api import hand
from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, Pays, Refused, Returns, Spot
from croupier.engine.checks import check
from croupier.engine.complete import Incomplete
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.irregularities import Device, LastWord
from croupier.engine.limits import Limits, ToMaximum, UnderMinimum
from croupier.engine.outcome import Outcome, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.readings import Applies
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.engine.steps import Announces, BeforeClose, Dealing, Procedure
from croupier.games import _pictures as pictures
from croupier.games._points import points
from croupier.rulebook.register import parse_register

REGISTER = """\
game\tsevens-pictures
title\tSevens Pictures
operator\tTest
version\t1
effective\t2026-01-01
layout\t1.1

1.1\tlayout\t0000000000000000\tOne deck, five boxes, three cards a hand.
1.2\tbet\t0000000000000000\tAnyone may bet on a box; a sevens bet needs a main bet there.
2.1\tpayment\t0000000000000000\tThree Pictures rank above points, and points above pictures.
2.2\tpayment\t0000000000000000\tThe main bet pays 1 to 1, but 2 to 1 on Three Pictures.
2.3\tpayment\t0000000000000000\tThe sevens bet pays 7 to 1 when the player's hand has 7 points.
3.1\tirregularity\t0000000000000000\tA round may be void.
"""
DOCUMENT = parse_register(REGISTER)
cite = DOCUMENT.cite


def won_on_three_pictures(outcome: Outcome) -> bool:
    return pictures.three_pictures(outcome) and won(outcome)


MAIN = Bet(
    "Main",
    Pays("Won on Three Pictures", "2:1", won_on_three_pictures, cite("2.2")),
    Pays("Won", "1:1", won, cite("2.2")),
    Returns("Standoff", stood_off, cite("2.1")),
    Loses("Lost", cite("2.1")),
    placed=cite("1.2"),
    spot=Spot.CENTRE,
)
SEVENS = Bet(
    "Sevens",
    Pays("Seven points", "7:1", lambda outcome: points(outcome.hand) == 7, cite("2.3")),
    Loses("Other points", cite("2.3")),
    placed=cite("1.2"),
    spot=Spot.UPPER_LEFT,
    needs=Needs(MAIN.name, cite("1.2"), missing=Refused(cite("1.2"))),
)
GAME = Game(
    document=DOCUMENT,
    terms=(Term("bet", "Stake", cite("1.2")),),
    shown=(Shown("the layout", cite("1.1")),),
    boxes=Boxes(5, cite("1.1")),
    packs=Packs(1, 1, cite("1.1")),
    deal=Deal(3, cite("1.1")),
    ranking=Ranking(
        By(pictures.is_three_pictures, cite("2.1")),
        By(points, cite("2.1")),
        By(pictures.picture_count, cite("2.1")),
        name=pictures.Names(three="Faces", double="Two {}", single="One {}", plain="Bare {}"),
        points=points,
    ),
    bets=(MAIN, SEVENS),
    sharing=Sharing(cite("1.2")),
    limits=Limits(ToMaximum(cite("1.2")), UnderMinimum(cite("1.2"))),
    void=Void(by=cite("3.1"), refund=None),
    procedure=Procedure(
        opens=Announces("Stakes, please", cite("1.2")),
        closes=Announces("No more stakes", cite("1.2")),
        limits=BeforeClose(over=cite("1.2"), under=cite("1.2"), advised=False),
        deals={Device.MANUAL: Dealing(1, cite("1.1"))},
        refusals=(),
    ),
    irregularities=(),
    last_word=LastWord(cite("3.1")),
    interpretations=(
        Interpretation(readings.LIMITS_APPLY_TO, cite("1.2"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("1.2"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MONEY_ROUNDING, cite("2.2")),
    ),
)


def test_the_variant_settles() -> None:
    round_ = Round(
        GAME,
        (
            Box(1, (Wager("p1", "main", 1000), Wager("p2", "sevens", 500)), hand("7h Td Ks")),
            Box(5, (Wager("p2", "main", 1000),), hand("Jh Qd Kc")),
        ),
        against=hand("6h 8d 2s"),
    )
    check(round_)
    settlement = settle(round_)
    assert [
        (line.player, line.bet, line.event, line.won_cents, line.clauses)
        for line in settlement.lines
    ] == [
        ("p1", "main", "Won", 1000, ("2.2",)),
        ("p2", "sevens", "Seven points", 3500, ("2.3",)),
        ("p2", "main", "Won on Three Pictures", 2000, ("2.2",)),
    ]
    assert settlement.house_cents == -6500


@pytest.mark.parametrize(
    ("of", "spot", "says"),
    [
        ("Sevens", None, "where the bet Sevens lies on the felt is missing: its spot"),
        ("Sevens", Spot.CENTRE, "Main and Sevens both lie centre"),
    ],
)
def test_a_game_says_where_each_bet_lies(of: str, spot: Spot | None, says: str) -> None:
    bet = Bet(of, *SEVENS.lines, placed=cite("1.2"), spot=spot)
    with pytest.raises(Incomplete, match=f"^sevens-pictures: {says}$"):
        replace(GAME, bets=(MAIN, bet))


def test_a_bonus_has_no_spot() -> None:
    bet = Bet("Bonus", *SEVENS.lines, placed=cite("1.2"), spot=Spot.LOWER_LEFT, bonus_on=MAIN.name)
    says = "sevens-pictures: nothing is staked for the bonus Bonus, so it has no spot"
    with pytest.raises(Incomplete, match=f"^{says}$"):
        replace(GAME, bets=(MAIN, bet))


def test_a_reading_is_asked_of_a_game_that_has_it() -> None:
    assert GAME.reads(readings.LIMITS_APPLY_TO) is Applies.EACH_WAGER
    never = readings.Dissatisfied.NEVER
    assert GAME.reads(readings.DISSATISFIED_WITHDRAWAL, otherwise=never) is never
    says = "^sevens-pictures: the interpretation dissatisfied-withdrawal is missing$"
    with pytest.raises(Incomplete, match=says):
        GAME.reads(readings.DISSATISFIED_WITHDRAWAL)


def test_an_interpretation_allows_only_what_its_point_can_be_read_as() -> None:
    with pytest.raises(ValueError, match="'zero' is not a valid Applies"):
        Interpretation(readings.LIMITS_APPLY_TO, cite("1.2"), ("zero",))
