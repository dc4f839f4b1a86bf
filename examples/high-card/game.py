"""High Card, version 1: an example, approved by nobody.

Read it beside its document: each bet, line, term and reading cites its clause.
"""

from croupier.cards import Hand
from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, Pays, Returned, Returns, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.irregularities import Case, Device, LastWord, Remedy
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
from croupier.games._poker import ORDER, high_to_low
from croupier.rulebook import rulebook

DOCUMENT = rulebook("high-card")
cite = DOCUMENT.cite

TERMS = (
    Term("box", "Box", cite("1.1")),
    Term("high card", "High card", cite("1.2")),
    Term("pair", "Pair", cite("1.3")),
    Term("round", "Round", cite("1.4")),
    Term("stand off", "Stand off", cite("1.5")),
)


def is_pair(hand: Hand) -> bool:
    return hand[0].rank == hand[1].rank


def name(hand: Hand) -> str:
    return "Pair" if is_pair(hand) else "High Card"


def won_on_a_jack(outcome: Outcome) -> bool:
    return won(outcome) and high_to_low(outcome.hand)[0] == ORDER["J"]


def has_a_pair(outcome: Outcome) -> bool:
    return is_pair(outcome.hand)


HIGH = Bet(
    "High",
    # An exception stands above the rule that it narrows.
    Pays("Player wins on a jack", "1:2", won_on_a_jack, cite("4.2.1", "4.2", "1.2")),
    Pays("Player wins", "1:1", won, cite("4.2", "4.1")),
    Returns("Stand off", stood_off, cite("4.2.2", "1.5")),
    Loses("Dealer ranks higher", cite("4.4", "4.1")),
    placed=cite("3.3", "2.2.1"),
    spot=Spot.CENTRE,
)
PAIR = Bet(
    "Pair",
    Pays("Pair", "15:1", has_a_pair, cite("4.3", "1.3")),
    Loses("No pair", cite("4.4", "4.3")),
    placed=cite("3.4", "2.2.2"),
    spot=Spot.UPPER_RIGHT,
    needs=Needs(HIGH.name, cite("3.4"), missing=Returned(cite("5.8"))),
)

VOID = (Remedy.VOID_ROUND,)

IRREGULARITIES = (
    Case("foreign-card", VOID, cite("5.1", "5.9"), "A card is not of the deck"),
    Case("card-count-wrong", VOID, cite("5.1", "5.9"), "The deck has too many or too few cards"),
    Case("cards-not-shuffled", VOID, cite("5.1", "5.9"), "The cards were not shuffled"),
    Case("bet-after-close", (Remedy.REFUSE_BET,), cite("5.2"), "Betting has ended"),
    Case("bet-increased-after-close", (Remedy.REFUSE_BET,), cite("5.2"), "Betting has ended"),
    Case("bet-withdrawn-after-close", (Remedy.BET_STANDS,), cite("5.3"), "Betting has ended"),
    Case("misdealt", VOID, cite("5.4", "5.9"), "Cards lie at a wrong place"),
    Case("dealer-hand-miscounted", VOID, cite("5.4", "5.9"), "The dealer's hand is miscounted"),
    Case("player-hand-miscounted", VOID, cite("5.4", "5.9"), "A hand has a wrong number of cards"),
    Case("card-exposed", (Remedy.TURN_DOWN_AND_PLAY_ON,), cite("5.5"), "A card was exposed"),
    Case("over-maximum", (Remedy.SETTLE_TO_MAXIMUM,), cite("5.6"), "A bet is over the maximum"),
    Case("under-minimum", (Remedy.SETTLE,), cite("5.7"), "A bet is under the minimum"),
    Case("side-bet-without-main", (Remedy.RETURN_BET,), cite("5.8"), "Its box has no High bet"),
    Case("bet-misplaced", (Remedy.SETTLE_AS_PLACED,), cite("3.6"), "The player answers for it"),
    Case("power-failure", (Remedy.PLAY_ON,), cite("5.10.2", "5.10"), when={"established": True}),
    Case("power-failure", (Remedy.OFFER_WITHDRAWAL, Remedy.PLAY_ON), cite("5.10.1", "5.10")),
)

PROCEDURE = Procedure(
    opens=Announces("Bets, please", cite("3.1", "1.4")),
    closes=Announces("Bets are closed", cite("3.2")),
    limits=BeforeClose(over=cite("3.3"), under=cite("3.3"), advised=False),
    deals={Device.MANUAL: Dealing(1, cite("3.7"))},
    exposing=Exposing(cite("3.8")),
    on_behalf=OnBehalf(cite("3.6")),
    allows=(Allows(Freedom.BALANCE, cite("3.5")), Allows(Freedom.OTHER_BOXES, cite("3.5"))),
    refusals=(
        Refuses(Refusal.NOT_PERMITTED, cite("6.2")),
        Refuses(Refusal.TABLE_CLOSED, cite("3.1")),
        Refuses(Refusal.INTERRUPTED, cite("5.10")),
        Refuses(Refusal.BETTING_NOT_OPEN, cite("3.1")),
        Refuses(Refusal.BETTING_CLOSED, cite("3.2", "5.2")),
        Refuses(Refusal.WITHDRAWAL_CLOSED, cite("5.3")),
        Refuses(Refusal.NOT_NOW, cite("1.4")),
        Refuses(Refusal.NO_SUCH_BOX, cite("2.2")),
        Refuses(Refusal.NO_SUCH_BET, cite("2.2")),
        Refuses(Refusal.NO_SUCH_WAGER, cite("3.3")),
        Refuses(Refusal.NOT_IN_CHIPS, cite("3.3")),
        Refuses(Refusal.SEAT_TAKEN, cite("1.1")),
        Refuses(Refusal.NO_MAIN_BET, cite("3.4")),
        Refuses(Refusal.OVER_MAXIMUM, cite("3.3")),
        Refuses(Refusal.UNDER_MINIMUM, cite("3.3")),
        Refuses(Refusal.NO_SUCH_CARD, cite("2.1", "5.1")),
        Refuses(Refusal.CARD_ALREADY_OUT, cite("2.1")),
        Refuses(Refusal.WRONG_RECIPIENT, cite("3.7")),
        Refuses(Refusal.WRONG_NUMBER_OF_CARDS, cite("3.7")),
        Refuses(Refusal.HANDS_NOT_READY, cite("3.8")),
        Refuses(Refusal.CARDS_UNREAD, cite("3.8")),
    ),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the layout, with two areas for each box", cite("2.2")),),
    boxes=Boxes(6, cite("2.2", "1.1")),
    packs=Packs(1, 1, cite("2.1")),
    deal=Deal(2, cite("3.7")),
    ranking=Ranking(By(high_to_low, cite("4.1", "1.2")), name=name),
    bets=(HIGH, PAIR),
    sharing=Sharing(cite("3.5")),
    limits=Limits(over_maximum=ToMaximum(cite("5.6")), under_minimum=UnderMinimum(cite("5.7"))),
    void=Void(by=cite("5.1", "5.4", "6.1"), refund=Refund(cite("5.9"))),
    procedure=PROCEDURE,
    irregularities=IRREGULARITIES,
    reports=AT_BOXES,
    last_word=LastWord(cite("6.1"), above=cite("6.2")),
    interpretations=(
        Interpretation(readings.LIMITS_APPLY_TO, cite("3.3", "5.6"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("3.3", "5.7"), (Applies.EACH_WAGER,)),
        Interpretation(readings.MONEY_ROUNDING, cite("4.2.1", "6.1")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.10")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.10.1", "5.10.2")),
        Interpretation(readings.OPTIONS_UNANSWERED, cite("5.10.1")),
    ),
)
