"""Non-Commission Three Pictures (RWS), version 4.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.cards import ranks_of
from croupier.engine import play_readings as live
from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, Pays, Returned, Returns, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Sharing, Shown, Term
from croupier.engine.interpretations import Interpretation
from croupier.engine.irregularities import Device
from croupier.engine.lesson import Lesson, paid, rule
from croupier.engine.outcome import stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.reports import AT_BOXES
from croupier.engine.steps import (
    Allows,
    Announces,
    Dealing,
    Exposing,
    Freedom,
    Looking,
    Procedure,
    Refusal,
    Refuses,
    Screen,
    Viewer,
)
from croupier.games import _picture_reasons as why
from croupier.games import _pictures as pictures
from croupier.games._points import points
from croupier.games._section_5 import section_5
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

NAMES = pictures.Names(
    three="Three Pictures",
    double="Double Pictures {}",
    single="Single Picture {}",
    plain="Plain {}",
)

RANKING = Ranking(  # the list of appendix C from the top
    By(pictures.is_three_pictures, cite("3.1", "1.17", "3.2", "3.3", "C")),
    By(points, cite("1.12", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.3", "C")),
    By(pictures.picture_count, cite("1.9", "3.3", "C")),
    name=NAMES,
    said=NAMES.said,
    sees=ranks_of,
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
    because=why.main,
)

ON_A_BOX_IN_PLAY = Needs(INITIAL.name, cite("3.9"), missing=Returned(cite("5.13")))

TIE = Bet(
    "Tie",
    Pays("Tie", "8:1", stood_off, cite("1.18", "3.13.3", "4.1")),
    Pays(
        "Tie",
        "8:1",
        POINTS_OF_THREE_PICTURES.decides(
            zero=pictures.same_points, none=pictures.same_points_but_of_three_pictures
        ),
        cite("1.18", "3.13.4", "4.1"),
    ),
    Loses("No tie", cite("1.18")),
    placed=cite("3.9"),
    spot=Spot.UPPER_LEFT,
    needs=ON_A_BOX_IN_PLAY,
    because=why.tie,
)

THREE_PICTURES = Bet(
    "Three Pictures",
    Pays("Three Pictures", "16:1", pictures.three_pictures, cite("1.17", "4.1")),
    Loses("Any other hand", cite("1.17")),
    placed=cite("3.9"),
    spot=Spot.UPPER_RIGHT,
    needs=ON_A_BOX_IN_PLAY,
    because=why.all_pictures,
)

WIN, ON_SIX = "Player wins on other points", "Player wins on 6 points"
LESSON = Lesson(
    aim=rule("beat-the-dealer", cite("3.1")),
    cards=rule("last-digit", cite("3.2", "3.2.1", "3.2.2", "3.2.3", "1.12")),
    hand=rule("win-and-six", cite("4.1", "3.3"), six=paid(INITIAL, ON_SIX)),
    wins={
        INITIAL.name: rule("outranks-dealer", cite("3.13.1")),
        TIE.name: rule("same-points", cite("1.18", "3.13.3", "3.13.4")),
        THREE_PICTURES.name: rule("own-three-pictures", cite("1.17")),
    },
    shows={INITIAL.name: ON_SIX},
    first=(INITIAL.name, WIN),
    then=(INITIAL.name, ON_SIX),
)

SECTION_5 = section_5(cite)  # as the other document has it, clause by clause

PROCEDURE = Procedure(
    opens=Announces("Place your Bets, please", cite("1.14", "3.4")),
    closes=Announces("No more Bets", cite("3.11")),
    limits=SECTION_5.before_close,
    deals={
        Device.MANUAL: Dealing(1, cite("3.12")),
        Device.AUTOMATED: Dealing(3, cite("3.12.1")),
    },
    looking=Looking(Viewer.SEATED_PLAYER, cite("1.15", "3.10"), one_hand=cite("3.10")),
    exposing=Exposing(cite("3.13")),
    on_behalf=SECTION_5.on_behalf,
    screens=(
        Screen("the limits of each bet", cite("3.5")),
        Screen("a bet within the limits is the player's own care", cite("3.6")),
    ),
    allows=(
        Allows(Freedom.BALANCE, cite("3.7")),
        Allows(Freedom.OTHER_BOXES, cite("3.8", "3.10")),
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
    words=pictures.WORDS,
    bets=(INITIAL, TIE, THREE_PICTURES),
    sharing=Sharing(cite("3.9")),
    limits=SECTION_5.limits,
    void=SECTION_5.void,
    procedure=PROCEDURE,
    irregularities=SECTION_5.irregularities,
    reports=AT_BOXES,
    last_word=SECTION_5.last_word,
    lesson=LESSON,
    interpretations=(
        POINTS_OF_THREE_PICTURES,
        *SECTION_5.interpretations,
        Interpretation(readings.SEATED_BY_HIGHEST_BET_TIE, cite("1.15")),
        Interpretation(readings.SEATED_PRIORITY, cite("5.1")),
        Interpretation(live.BETTING_CLOSED_BY, cite("3.11")),
        Interpretation(live.RIGHT_TO_LOOK, cite("1.15", "3.10")),
        Interpretation(live.VOID_FOUND_AFTER_SETTLEMENT, cite("1.14", "5.5.6", "5.8")),
    ),
)
