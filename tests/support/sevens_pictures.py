"""A whole small game of its own, for tests: one register and one value."""

from __future__ import annotations

from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, NotPlaced, Pays, Returns, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.irregularities import Device, LastWord
from croupier.engine.limits import Limits, ToMaximum, UnderMinimum
from croupier.engine.outcome import Outcome, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.readings import Applies
from croupier.engine.reports import AT_BOXES
from croupier.engine.steps import (
    Allows,
    Announces,
    BeforeClose,
    Dealing,
    Exposing,
    Freedom,
    OnBehalf,
    Procedure,
    Refusal,
    Refuses,
)
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
    needs=Needs(MAIN.name, cite("1.2"), missing=NotPlaced(cite("1.2"))),
)
REFUSED = (
    Refusal.NOT_PERMITTED,
    Refusal.TABLE_CLOSED,
    Refusal.INTERRUPTED,
    Refusal.BETTING_NOT_OPEN,
    Refusal.BETTING_CLOSED,
    Refusal.WITHDRAWAL_CLOSED,
    Refusal.NOT_NOW,
    Refusal.NO_SUCH_BOX,
    Refusal.NO_SUCH_BET,
    Refusal.NO_SUCH_WAGER,
    Refusal.NOT_IN_CHIPS,
    Refusal.SEAT_TAKEN,
    Refusal.NO_MAIN_BET,
    Refusal.OVER_MAXIMUM,
    Refusal.NO_SUCH_CARD,
    Refusal.CARD_ALREADY_OUT,
    Refusal.WRONG_RECIPIENT,
    Refusal.WRONG_NUMBER_OF_CARDS,
    Refusal.CARDS_UNREAD,
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
        limits=BeforeClose(over=cite("1.2"), under=cite("1.2"), advised=True),
        deals={
            Device.MANUAL: Dealing(1, cite("1.1")),
            Device.AUTOMATED: Dealing(3, cite("1.1")),
        },
        exposing=Exposing(cite("2.1")),
        on_behalf=OnBehalf(cite("1.2")),
        allows=tuple(Allows(what, cite("1.2")) for what in Freedom),
        refusals=tuple(Refuses(why, cite("1.2")) for why in REFUSED),
    ),
    irregularities=(),
    reports=AT_BOXES,
    last_word=LastWord(cite("3.1")),
    interpretations=(
        Interpretation(readings.LIMITS_APPLY_TO, cite("1.2"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("1.2"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MONEY_ROUNDING, cite("2.2")),
        Interpretation(readings.ESTABLISHED_BY, cite("3.1")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("3.1")),
    ),
)
