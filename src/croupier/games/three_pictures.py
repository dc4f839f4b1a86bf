"""Non-Commission Three Pictures (RWS), version 4.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, Pays, Returned, Returns, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation, Reading
from croupier.engine.irregularities import Case, Device, LastWord, Noticed, OfferedTo, Remedy, Role
from croupier.engine.limits import Limits, ProRata, UnderMinimum
from croupier.engine.outcome import stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.steps import (
    Allows,
    Announces,
    BeforeClose,
    Dealing,
    Exposing,
    Looking,
    OnBehalf,
    Procedure,
    Refusal,
    Refuses,
    Screen,
    Viewer,
)
from croupier.games import _pictures as pictures
from croupier.games._points import points, same_points
from croupier.rulebook import rulebook

DOCUMENT = rulebook("three-pictures")
cite = DOCUMENT.cite

TERMS = (
    Term("bet", "Bet", cite("1.1")),
    Term("shoe", "Card Shoe", cite("1.2")),
    Term("dealer", "Dealer", cite("1.3")),
    Term("automated shoe", "Electronic Card Shuffler", cite("1.4")),
    Term("hand", "Hand", cite("1.5")),
    Term("house", "House", cite("1.6")),
    Term("main bet", "Initial Bet", cite("1.7")),
    Term("game", "Non-Commission Three Pictures", cite("1.8")),
    Term("picture", "Picture Card", cite("1.9")),
    Term("staff", "Pit Employee", cite("1.10")),
    Term("player", "Player", cite("1.11")),
    Term("points", "Point Total", cite("1.12")),
    Term("reconstruct", "Reconstruction", cite("1.13")),
    Term("round", "Round of play", cite("1.14")),
    Term("seated player", "Seated Player", cite("1.15")),
    Term("standing player", "Standing Player", cite("1.16")),
    Term("three pictures", "Three Pictures", cite("1.17")),
    Term("tie", "Tie", cite("1.18")),
    Term("void", "Void", cite("1.19")),
)

POINTS_OF_THREE_PICTURES = Interpretation(
    pictures.THREE_PICTURES_POINTS, cite("1.9", "3.2", "3.13.4")
)

RANKING = Ranking(  # the list of appendix C from the top
    By(pictures.is_three_pictures, cite("3.1", "1.17", "3.2", "3.3", "C")),
    By(points, cite("1.12", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.3", "C")),
    By(pictures.picture_count, cite("1.9", "3.3", "C")),
    name=pictures.Names(
        three="Three Pictures",
        double="Double Pictures {}",
        single="Single Picture {}",
        plain="Plain {}",
    ),
    points=POINTS_OF_THREE_PICTURES.decides(
        zero=points, none=pictures.points_but_of_three_pictures
    ),
)

INITIAL = Bet(
    "Initial",
    # An exception stands above the rule that it narrows.
    Pays("Player wins on 6 points", "1:2", pictures.won_on_six, cite("3.13.1", "1.8", "4.1")),
    Pays("Player wins on other points", "1:1", won, cite("3.13.1", "4.1")),
    Returns("Tie game", stood_off, cite("3.13.3")),
    Loses("Dealer ranks higher", cite("3.13.2")),
    placed=cite("1.7"),
    spot=Spot.CENTRE,
)

ON_A_BOX_IN_PLAY = Needs(INITIAL.name, cite("3.9"), missing=Returned(cite("5.13")))

TIE = Bet(
    "Tie",
    Pays("Tie", "8:1", stood_off, cite("1.18", "3.13.3", "4.1")),
    Pays(
        "Tie",
        "8:1",
        POINTS_OF_THREE_PICTURES.decides(
            zero=same_points, none=pictures.same_points_but_of_three_pictures
        ),
        cite("1.18", "3.13.4", "4.1"),
    ),
    Loses("No tie", cite("1.18")),
    placed=cite("3.9"),
    spot=Spot.UPPER_LEFT,
    needs=ON_A_BOX_IN_PLAY,
)

THREE_PICTURES = Bet(
    "Three Pictures",
    Pays("Three Pictures", "16:1", pictures.three_pictures, cite("1.17", "4.1")),
    Loses("Any other hand", cite("1.17")),
    placed=cite("3.9"),
    spot=Spot.UPPER_RIGHT,
    needs=ON_A_BOX_IN_PLAY,
)

VOID = (Remedy.VOID_ROUND,)

IRREGULARITIES = (
    *(  # what is noticed too late stands above what would have followed in time
        Case(
            late,
            (Remedy.NO_EFFECT,),
            cite("5.11"),
            "It was noticed only after the next round began",
            when={"noticed": Noticed.AFTER_NEXT_ROUND},
        )
        for late in (
            "over-maximum",
            "under-minimum",
            "dealer-hand-miscounted",
            "player-hand-miscounted",
            "side-bet-without-main",
        )
    ),
    Case(
        "over-maximum",
        (Remedy.REJECT_EXCESS,),
        cite("5.1"),
        "A box is over its maximum and betting is open",
        when={"noticed": Noticed.BEFORE_CLOSE},
    ),
    Case(
        "over-maximum",
        (Remedy.SETTLE_PRO_RATA,),
        cite("5.1.1", "5.1.2"),
        "The excess over a box's maximum was not rejected in time",
    ),
    Case(
        "under-minimum",
        (Remedy.ADVISE_PLAYER,),
        cite("5.2"),
        "A box is under its minimum and betting is open",
        when={"noticed": Noticed.BEFORE_CLOSE},
    ),
    Case(
        "under-minimum",
        (Remedy.SETTLE_AS_PLACED,),
        cite("5.2.1"),
        "A bet under the minimum was not noticed in time",
    ),
    Case("player-walked-away", (Remedy.SETTLE,), cite("5.3"), "The player has left the table"),
    Case(
        "power-failure",
        (Remedy.PLAY_ON,),
        cite("5.4.1", "5.4"),
        "By the cards {established-by} a bet {outcome-established} has surely won or lost",
        when={"established": True},
    ),
    Case(
        "power-failure",
        VOID,
        cite("5.4.2", "5.4", "5.14"),
        "By the cards {established-by} no bet {outcome-established} has surely won or lost",
    ),
    Case(
        "foreign-card",
        VOID,
        cite("5.5.1", "5.5", "5.14"),
        "A card was found that is not of the set",
    ),
    Case(
        "card-count-wrong",
        VOID,
        cite("5.5.2", "5.5", "5.14"),
        "The deck has too few or too many cards",
    ),
    Case("cards-not-shuffled", VOID, cite("5.5.3", "5.5", "5.14"), "The cards were not shuffled"),
    Case(
        "misdealt",
        (Remedy.MOVE_HANDS, Remedy.OFFER_OPTIONS),
        cite("5.5.4", "5.6", "5.6.2", "5.6.3"),
        "No player has handled the misdealt cards and whole hands can be moved",
        when={"handled": False, "movable": True},
        under=Reading(readings.MOVED_HANDS_OPTIONS, readings.MovedHands.OFFERED),
    ),
    Case(
        "misdealt",
        (Remedy.MOVE_HANDS,),
        cite("5.5.4"),
        "No player has handled the misdealt cards and whole hands can be moved",
        when={"handled": False, "movable": True},
    ),
    Case(
        "misdealt",
        VOID,
        cite("5.5.4", "5.5", "5.14"),
        "No player has handled the misdealt cards and whole hands cannot be moved",
        when={"handled": False},
    ),
    Case(
        "cards-run-out",
        VOID,
        cite("5.5.5", "5.5", "5.14"),
        "The shoe has too few cards to finish the round",
    ),
    Case(
        "dealer-hand-miscounted",
        VOID,
        cite("5.5.6", "5.5", "5.14"),
        "The dealer's hand has a wrong number of cards that cannot be put back in order",
        when={"reconstructable": False},
    ),
    Case(
        "misdealt",
        (Remedy.MOVE_HANDS, Remedy.OFFER_OPTIONS),
        cite("5.6", "5.6.2", "5.6.3"),
        "A player has handled the misdealt cards and whole hands can be moved",
        when={"movable": True},
    ),
    *(
        Case(
            error,
            (Remedy.RECONSTRUCT, Remedy.OFFER_OPTIONS),
            cite("5.6", "5.6.2", "5.6.3"),
            "It is a dealing error and the cards can be put back in order",
            when={"reconstructable": True},
        )
        for error in (
            "misdealt",
            "dealing-error",
            "dealer-hand-miscounted",
            "player-hand-miscounted",
            "card-drawn-in-excess",
        )
    ),
    *(
        Case(
            error,
            (Remedy.OFFER_OPTIONS,),
            cite("5.6", "5.6.1", "5.6.3"),
            "It is a dealing error and the cards cannot be put back in order",
        )
        for error in ("misdealt", "dealing-error", "card-exposed", "card-drawn-in-excess")
    ),
    *(
        Case(late, (Remedy.REFUSE_BET,), cite("5.7"), "Betting is closed")
        for late in ("bet-after-close", "bet-increased-after-close", "bet-withdrawn-after-close")
    ),
    Case(
        "player-hand-miscounted",
        (Remedy.REMOVE_HAND, Remedy.OFFER_OPTIONS),
        cite("5.8", "5.8.1", "5.6", "5.6.1", "5.6.3"),
        "A player's hand has a wrong number of cards that cannot be put back in order",
        offered_to=OfferedTo.REMAINING,
    ),
    Case(
        "card-face-up-in-shoe",
        (Remedy.USE_AS_NEXT_CARD,),
        cite("5.9"),
        "A card lies face up in the shoe",
    ),
    Case(
        "cards-drawn-together",
        (Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.OFFER_OPTIONS),
        cite("5.10", "5.10.1", "5.6", "5.6.1", "5.6.3"),
        "Cards were drawn together and their order is not known",
        when={"order-known": False},
        by=Role.PIT_SUPERVISOR,
    ),
    Case(
        "cards-drawn-together",
        (Remedy.OFFER_OPTIONS,),
        cite("5.10.1", "5.6", "5.6.1", "5.6.3"),
        "Cards were drawn together, and that is a dealing error though their order is known",
        under=Reading(readings.SIMULTANEOUS_IN_KNOWN_ORDER, readings.KnownOrder.OFFER_OPTIONS),
    ),
    Case(
        "cards-drawn-together",
        (Remedy.PLAY_ON,),
        cite("5.10"),
        "Cards were drawn together and their order is known",
    ),
    Case(
        "error-noticed-late",
        (Remedy.NO_EFFECT,),
        cite("5.11"),
        "It was noticed only after the next round began",
    ),
    Case(
        "bet-misplaced",
        (Remedy.SETTLE_AS_PLACED,),
        cite("5.12"),
        "What counts is where the chips lie when betting closes",
    ),
    Case("side-bet-without-main", (Remedy.RETURN_BET,), cite("5.13"), "The box has no Initial Bet"),
)

PROCEDURE = Procedure(
    opens=Announces("Place your Bets, please", cite("1.14", "3.4")),
    closes=Announces("No more Bets", cite("3.11")),
    limits=BeforeClose(over=cite("5.1"), under=cite("5.2"), advised=True),
    deals={
        Device.MANUAL: Dealing(1, cite("3.12")),
        Device.AUTOMATED: Dealing(3, cite("3.12.1")),
    },
    looking=Looking(Viewer.SEATED_PLAYER, cite("1.15", "3.10"), one_hand=cite("3.10")),
    exposing=Exposing(cite("3.13")),
    on_behalf=OnBehalf(cite("5.15")),
    screens=(
        Screen("the limits of each bet", cite("3.5")),
        Screen("a bet within the limits is the player's own care", cite("3.6")),
    ),
    allows=(
        Allows("any player takes up the balance of a box", cite("3.7")),
        Allows("a player bets on other boxes", cite("3.8")),
        Allows("a player bets on several hands and looks at one", cite("3.10")),
    ),
    refusals=(
        Refuses(Refusal.NOT_PERMITTED, cite("1.10")),
        Refuses(Refusal.TABLE_CLOSED, cite("3.4")),
        Refuses(Refusal.INTERRUPTED, cite("5.4")),
        Refuses(Refusal.BETTING_NOT_OPEN, cite("3.4")),
        Refuses(Refusal.BETTING_CLOSED, cite("3.11", "5.7")),
        Refuses(Refusal.WITHDRAWAL_CLOSED, cite("5.7")),
        Refuses(Refusal.NOT_NOW, cite("1.14")),
        Refuses(Refusal.NO_SUCH_BOX, cite("2.1.1a")),
        Refuses(Refusal.NO_SUCH_BET, cite("2.1.1")),
        Refuses(Refusal.NO_SUCH_WAGER, cite("1.11")),
        Refuses(Refusal.NOT_IN_CHIPS, cite("3.6")),
        Refuses(Refusal.SEAT_TAKEN, cite("1.15")),
        Refuses(Refusal.NO_MAIN_BET, cite("3.9")),
        Refuses(Refusal.OVER_MAXIMUM, cite("5.1")),
        Refuses(Refusal.NO_SUCH_CARD, cite("2.2.1", "5.5.1")),
        Refuses(Refusal.CARD_ALREADY_OUT, cite("2.2.1")),
        Refuses(Refusal.NOT_THE_NEXT_CARD, cite("5.9", "5.10")),
        Refuses(Refusal.WRONG_RECIPIENT, cite("3.12")),
        Refuses(Refusal.WRONG_NUMBER_OF_CARDS, cite("3.12")),
        Refuses(Refusal.NOT_YOUR_HAND, cite("1.15")),
        Refuses(Refusal.ONE_HAND_ONLY, cite("3.10")),
        Refuses(Refusal.CARDS_UNREAD, cite("3.13")),
    ),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the layout, with an area for each bet", cite("2.1", "2.1.1")),),
    boxes=Boxes(None, cite("2.1.1a")),
    packs=Packs(1, 1, cite("2.2", "2.2.1")),
    deal=Deal(3, cite("3.12", "3.12.1")),
    ranking=RANKING,
    bets=(INITIAL, TIE, THREE_PICTURES),
    sharing=Sharing(cite("3.9")),
    limits=Limits(
        over_maximum=ProRata(cite("5.1.1"), exempt=cite("5.1.2")),
        under_minimum=UnderMinimum(cite("5.2.1")),
    ),
    void=Void(
        by=cite("5.4.2", "5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.16"),
        refund=Refund(cite("5.14")),
    ),
    procedure=PROCEDURE,
    irregularities=IRREGULARITIES,
    last_word=LastWord(cite("5.16")),
    interpretations=(
        POINTS_OF_THREE_PICTURES,
        Interpretation(readings.LIMITS_APPLY_TO, cite("5.1")),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("5.2", "5.1.2", "3.7")),
        Interpretation(readings.UNDER_MINIMUM_AT_CLOSE, cite("5.2", "5.2.1")),
        Interpretation(readings.PRO_RATA_BASIS, cite("5.1.1", "5.1.2")),
        Interpretation(readings.PRO_RATA_FLOOR, cite("5.1.1")),
        Interpretation(readings.MONEY_ROUNDING, cite("4.1", "5.16")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.4")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.4.1", "5.4.2")),
        Interpretation(readings.REMOVED_HAND_RETURNS, cite("5.8", "5.6.3")),
        Interpretation(readings.OPTIONS_ANSWERED_BY, cite("5.6")),
        Interpretation(readings.OPTIONS_UNANSWERED, cite("5.6")),
        Interpretation(readings.MOVED_HANDS_OPTIONS, cite("5.5.4", "5.6")),
        Interpretation(readings.SIMULTANEOUS_IN_KNOWN_ORDER, cite("5.10", "5.10.1")),
        Interpretation(readings.SEATED_BY_HIGHEST_BET_TIE, cite("1.15")),
        Interpretation(readings.SEATED_PRIORITY, cite("5.1")),
    ),
)
