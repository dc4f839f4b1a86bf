"""Royal Three Pictures (MBS), version 2.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.cards import ranks_of
from croupier.engine import play_readings as live
from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Needs, NotPlaced, Pays, Returns, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation, Reading
from croupier.engine.irregularities import Case, Device, LastWord, Noticed, Remedy, Role
from croupier.engine.limits import Limits, ToMaximum, UnderMinimum
from croupier.engine.outcome import stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.readings import Applies
from croupier.engine.reports import AT_BOXES
from croupier.engine.steps import (
    Allows,
    Announces,
    BeforeClose,
    Counting,
    Dealing,
    Exposing,
    Freedom,
    Looking,
    OnBehalf,
    Procedure,
    Refusal,
    Refuses,
    Restricting,
    Viewer,
)
from croupier.games import _picture_reasons as why
from croupier.games import _pictures as pictures
from croupier.games._points import points
from croupier.games._royal_lesson import lesson
from croupier.rulebook import rulebook

DOCUMENT = rulebook("royal-three-pictures")
cite = DOCUMENT.cite

TERMS = (
    Term("words", "In these rules", cite("1.1")),
    Term("blind", "Blind Betting", cite("1.1.1")),
    Term("picture", "Picture card", cite("1.1.2")),
    Term("round", "Round of play", cite("1.1.3")),
    Term("royal pictures", "Royal Pictures", cite("1.1.4")),
    Term("stand off", "Standoff", cite("1.1.5")),
    Term("tie", "Tie wager", cite("1.1.6")),
)

POINTS_OF_THREE_PICTURES = Interpretation(pictures.THREE_PICTURES_POINTS, cite("3.17.1.1", "3.19"))

NAMES = pictures.Names(
    three="Three Pictures", double="Double Picture {}", single="Single Picture {}", plain="{}"
)

RANKING = Ranking(  # the list of 3.22 from the top
    By(pictures.is_three_pictures, cite("3.3", "1.1.2", "3.20", "3.22")),
    By(points, cite("3.17", "3.17.1", "3.17.1.1", "3.18", "3.18.1", "3.18.2", "3.22")),
    By(pictures.picture_count, cite("1.1.2", "3.17.1.1", "3.20", "3.21", "3.22")),
    name=NAMES,
    said=NAMES.said,
    sees=ranks_of,
    points=POINTS_OF_THREE_PICTURES.decides(
        zero=points, none=pictures.points_but_of_three_pictures
    ),
)

MAIN = Bet(
    "Main",
    # An exception stands above the rule that it narrows.
    Pays("Player wins on Six Points", "1:2", pictures.won_on_six, cite("3.16", "3.22", "4.1")),
    Pays("Player wins on other Points", "1:1", won, cite("3.16", "3.22", "4.1")),
    Returns("Standoff", stood_off, cite("3.16", "1.1.5")),
    Loses("Dealer ranks higher", cite("3.16", "3.22")),
    placed=cite("3.4", "2.2.1"),
    spot=Spot.CENTRE,
    because=why.main,
)

ON_A_BOX_IN_PLAY = Needs(MAIN.name, cite("3.5"), missing=NotPlaced(cite("3.5")))

TIE = Bet(
    "Tie",
    Pays(
        "Tie",
        "8:1",
        POINTS_OF_THREE_PICTURES.decides(
            zero=pictures.same_points, none=pictures.same_points_but_of_three_pictures
        ),
        cite("1.1.6", "3.19", "4.1"),
    ),
    Loses("No tie", cite("1.1.6")),
    placed=cite("3.5", "2.2.2"),
    spot=Spot.UPPER_LEFT,
    needs=ON_A_BOX_IN_PLAY,
    because=why.tie,
)

ROYAL_PICTURES = Bet(
    "Royal Pictures",
    Pays("Three Kings", "188:1", pictures.three_of("K"), cite("1.1.4.6", "4.2")),
    Pays("Three Queens", "128:1", pictures.three_of("Q"), cite("1.1.4.5", "4.2")),
    Pays("Three Jacks", "88:1", pictures.three_of("J"), cite("1.1.4.4", "4.2")),
    Pays("Three Pictures", "18:1", pictures.three_pictures, cite("1.1.4.3", "4.2")),
    Pays("Any Picture Pair", "8:1", pictures.any_picture_pair, cite("1.1.4.1", "4.2")),
    Pays("Any King", "1:1", pictures.one_king_alone, cite("1.1.4.2", "1.1.4.2.1", "4.2")),
    Pays("Any King", "1:1", pictures.king_with("Q"), cite("1.1.4.2", "1.1.4.2.2", "4.2")),
    Pays("Any King", "1:1", pictures.king_with("J"), cite("1.1.4.2", "1.1.4.2.3", "4.2")),
    Loses("Any other hand", cite("1.1.4")),
    placed=cite("3.5", "2.2.3"),
    spot=Spot.UPPER_RIGHT,
    needs=ON_A_BOX_IN_PLAY,
    because=why.royal_pictures,
)

# By 5.7, where it is read so that a dissatisfied player may be let out of the round.
LET_OUT = Reading(readings.DISSATISFIED_WITHDRAWAL, readings.Dissatisfied.PERMITTED)

VOID, NO_MAIN_WAGER = (Remedy.VOID_ROUND,), "The playing position has no main wager"

SETTLED_ONCE = (Remedy.SETTLE_ONCE_THEN_RETURN,)

IRREGULARITIES = (
    *(  # what is noticed too late stands above what would have followed in time
        Case(
            late,
            (Remedy.NO_EFFECT,),
            cite("5.12"),
            "What was paid or collected in an earlier round is settled",
            when={"noticed": Noticed.AFTER_NEXT_ROUND},
        )
        for late in ("over-maximum", "under-minimum")
    ),
    *(
        Case(
            late,
            (Remedy.SHIFT_MANAGER_DECIDES,),
            cite("6.1"),
            "It was noticed only after the next round began, which the document does not cover",
            when={"noticed": Noticed.AFTER_NEXT_ROUND},
            by=Role.SHIFT_MANAGER,
        )
        for late in ("dealer-hand-miscounted", "player-hand-miscounted", "side-bet-without-main")
    ),
    Case(
        "over-maximum",
        (Remedy.REJECT_EXCESS,),
        cite("3.4"),
        "A wager is over the maximum and betting is open",
        when={"noticed": Noticed.BEFORE_CLOSE},
    ),
    Case("side-bet-without-main", (Remedy.RETURN_BET,), cite("3.5"), NO_MAIN_WAGER),
    Case(
        "bet-misplaced",
        (Remedy.SETTLE_AS_PLACED,),
        cite("3.6"),
        "The player answers for where a wager lies, whoever placed it",
        how=None,
    ),
    Case(
        "foreign-card",
        VOID,
        cite("5.1.1", "5.1", "5.1.2"),
        "A card was found that is not of the deck in use",
    ),
    Case(
        "card-count-wrong",
        VOID,
        cite("5.9", "5.1", "5.1.1", "5.1.2"),
        "The deck was counted and has too few or too many cards",
        under=Reading(readings.ROYAL_CARD_COUNT, readings.CardCount.DECK),
    ),
    Case("card-count-wrong", VOID, cite("5.1.1", "5.1", "5.1.2")),
    Case(
        "cards-not-shuffled",
        VOID,
        cite("5.1.1", "5.1", "5.1.2"),
        "Cards were used that had not been shuffled",
    ),
    Case("bet-after-close", (Remedy.REFUSE_BET,), cite("5.2")),
    Case("bet-increased-after-close", (Remedy.REFUSE_BET,), cite("5.2")),
    Case(
        "bet-withdrawn-after-close",
        (Remedy.BET_STANDS,),
        cite("5.3"),
        "Betting is closed and no wager may be withdrawn",
    ),
    *(  # where 5.9 counts the cards dealt, it stands above what else is said of wrong numbers
        Case(
            miscounted,
            VOID,
            cite("5.9"),
            "The cards dealt were counted and are too few or too many",
            under=Reading(readings.ROYAL_CARD_COUNT, readings.CardCount.DEALT),
        )
        for miscounted in ("dealer-hand-miscounted", "player-hand-miscounted")
    ),
    Case(
        "player-hand-miscounted",
        (Remedy.REMOVE_HAND,),
        cite("5.5", "5.7"),
        "The player has viewed a hand with a wrong number of cards",
        when={"viewed": True},
        under=LET_OUT,
        withdrawal_by=Role.PIT_SUPERVISOR,
        until_next_round=True,
    ),
    Case(
        "player-hand-miscounted",
        (Remedy.REMOVE_HAND,),
        cite("5.5"),
        "The player has viewed a hand with a wrong number of cards",
        when={"viewed": True},
        until_next_round=True,
    ),
    *(
        case
        for misdealt in ("misdealt", "player-hand-miscounted")
        for case in (
            Case(
                misdealt,
                (Remedy.MOVE_HANDS,),
                cite("5.4"),
                "No player has handled the misdealt cards and whole hands can be moved",
                when={"handled": False, "movable": True},
            ),
            Case(
                misdealt,
                VOID,
                cite("5.4"),
                "No player has handled the misdealt cards and whole hands cannot be moved",
                when={"handled": False},
            ),
            Case(
                misdealt,
                (Remedy.PLAY_ON,),
                cite("5.6", "5.7"),
                "A player has handled the misdealt cards",
                under=LET_OUT,
                withdrawal_by=Role.PIT_SUPERVISOR,
            ),
            Case(
                misdealt, (Remedy.PLAY_ON,), cite("5.6"), "A player has handled the misdealt cards"
            ),
        )
    ),
    Case(
        "card-exposed",
        VOID,
        cite("5.8.1", "5.8"),
        "The exposed card is the first from a manual device",
        when={"first-card": True, "device": Device.MANUAL},
    ),
    Case("card-exposed", (Remedy.TURN_DOWN_AND_PLAY_ON,), cite("5.8"), "A card was exposed"),
    Case(
        "card-face-up-in-shoe",
        (Remedy.TURN_DOWN_AND_PLAY_ON,),
        cite("5.8"),
        "A card that lies face up in the shoe is an exposed card",
    ),
    Case(
        "under-minimum",
        (Remedy.RETURN_BET,),
        cite("5.10"),
        "A wager of this player under the minimum was settled before",
        when={"repeat": True},
    ),
    Case(
        "under-minimum",
        (Remedy.ADVISE_PLAYER,),
        cite("3.4"),
        "A wager is under the minimum and betting is open",
        when={"noticed": Noticed.BEFORE_CLOSE},
    ),
    Case("under-minimum", SETTLED_ONCE, cite("5.10"), "A wager is under the minimum"),
    Case("over-maximum", (Remedy.SETTLE_TO_MAXIMUM,), cite("5.11"), "A wager is over the maximum"),
    Case(
        "power-failure",
        (Remedy.PLAY_ON,),
        cite("5.13.2", "5.13"),
        "By the cards {established_by:said} a wager {outcome_established:said}"
        " has surely won or lost",
        when={"established": True},
    ),
    Case(
        "power-failure",
        (Remedy.OFFER_WITHDRAWAL, Remedy.PLAY_ON),
        cite("5.13.1", "5.13"),
        "By the cards {established_by:said} no wager {outcome_established:said}"
        " has surely won or lost",
        under=Reading(readings.SIDE_BET_ORPHANED, readings.Orphaned.STANDS),
    ),
    Case(
        "power-failure",
        (Remedy.OFFER_WITHDRAWAL, Remedy.RETURN_BET, Remedy.PLAY_ON),
        cite("5.13.1", "5.13", "3.5"),
        "By the cards {established_by:said} no wager {outcome_established:said} has surely won"
        " or lost, and no side bet stands without a main wager",
    ),
)

PROCEDURE = Procedure(
    opens=Announces("Place your bets, please", cite("1.1.3", "3.1")),
    closes=Announces("No more bets", cite("3.2")),
    limits=BeforeClose(over=cite("3.4"), under=cite("3.4"), advised=False),
    deals={
        Device.AUTOMATED: Dealing(3, cite("3.12")),
        Device.MANUAL: Dealing(1, cite("3.12.1")),
    },
    looking=Looking(
        Viewer.FIRST_SEATED_BETTOR, cite("3.10", "3.11"), one_hand=cite("1.1.1", "3.7")
    ),
    exposing=Exposing(cite("3.15"), returned=cite("3.13"), opened=cite("3.14")),
    on_behalf=OnBehalf(cite("3.6")),
    restricting=Restricting(boxes=cite("3.8"), wagers=cite("3.9.1")),
    counting=Counting(cite("5.9")),
    allows=(Allows(Freedom.BALANCE, cite("3.4")), Allows(Freedom.OTHER_BOXES, cite("3.7"))),
    refusals=(
        Refuses(Refusal.NOT_PERMITTED, cite("6.2")),
        Refuses(Refusal.TABLE_CLOSED, cite("3.1")),
        Refuses(Refusal.INTERRUPTED, cite("5.13")),
        Refuses(Refusal.BETTING_NOT_OPEN, cite("3.1")),
        Refuses(Refusal.BETTING_CLOSED, cite("3.2", "5.2")),
        Refuses(Refusal.WITHDRAWAL_CLOSED, cite("5.3")),
        Refuses(Refusal.NOT_NOW, cite("1.1.3")),
        Refuses(Refusal.NO_SUCH_BOX, cite("2.2")),
        Refuses(Refusal.NO_SUCH_BET, cite("2.2")),
        Refuses(Refusal.NO_SUCH_WAGER, cite("3.4")),
        Refuses(Refusal.NOT_IN_CHIPS, cite("3.4")),
        Refuses(Refusal.SEAT_TAKEN, cite("3.10")),
        Refuses(Refusal.ONE_BOX_ONLY, cite("3.8")),
        Refuses(Refusal.AREA_FULL, cite("3.9")),
        Refuses(Refusal.NO_MAIN_BET, cite("3.5")),
        Refuses(Refusal.OVER_MAXIMUM, cite("3.4")),
        Refuses(Refusal.UNDER_MINIMUM, cite("3.4")),
        Refuses(Refusal.NO_SUCH_CARD, cite("2.1", "5.1")),
        Refuses(Refusal.CARD_ALREADY_OUT, cite("2.1")),
        Refuses(Refusal.WRONG_RECIPIENT, cite("3.12", "3.12.1")),
        Refuses(Refusal.WRONG_NUMBER_OF_CARDS, cite("3.12", "3.12.1")),
        Refuses(Refusal.NOT_YOUR_HAND, cite("3.10")),
        Refuses(Refusal.NOT_SEATED, cite("3.11")),
        Refuses(Refusal.ONE_HAND_ONLY, cite("3.7")),
        Refuses(Refusal.HANDS_NOT_READY, cite("3.15")),
        Refuses(Refusal.CARDS_UNREAD, cite("3.13")),
    ),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the layout, with an area for each wager", cite("2.2")),),
    boxes=Boxes(8, cite("2.2")),
    packs=Packs(1, 1, cite("2.1")),
    deal=Deal(3, cite("3.17", "3.12", "3.12.1")),
    ranking=RANKING,
    words=pictures.WORDS,
    bets=(MAIN, TIE, ROYAL_PICTURES),
    sharing=Sharing(cite("3.9"), wagers_an_area=3),
    limits=Limits(
        over_maximum=ToMaximum(cite("5.11")),
        under_minimum=UnderMinimum(cite("5.10"), once=True),
    ),
    void=Void(by=cite("5.1", "5.1.1", "5.4", "5.8.1", "5.9", "6.1"), refund=None),
    procedure=PROCEDURE,
    irregularities=IRREGULARITIES,
    reports=AT_BOXES,
    last_word=LastWord(cite("6.1"), above=cite("6.2")),
    lesson=lesson(cite, MAIN),
    interpretations=(
        POINTS_OF_THREE_PICTURES,
        Interpretation(
            readings.LIMITS_APPLY_TO,
            cite("3.4", "5.11"),
            (Applies.EACH_WAGER, Applies.AREA_TOTAL),
        ),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("3.4", "5.10"), (Applies.EACH_WAGER,)),
        Interpretation(readings.OVER_MAXIMUM_SHARES, cite("5.11")),
        Interpretation(readings.UNDER_MINIMUM_MEMORY, cite("5.10", "5.12")),
        Interpretation(readings.MONEY_ROUNDING, cite("4.1", "6.1")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.13")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.13.1", "5.13.2")),
        Interpretation(readings.REMOVED_HAND_RETURNS, cite("5.5")),
        Interpretation(readings.OPTIONS_UNANSWERED, cite("5.13.1")),
        Interpretation(readings.DISSATISFIED_WITHDRAWAL, cite("5.7")),
        Interpretation(readings.ROYAL_CARD_COUNT, cite("5.9", "5.5")),
        Interpretation(readings.SIDE_BET_ORPHANED, cite("3.5", "5.7", "5.13.1")),
        Interpretation(readings.VIEWING, cite("3.10", "3.7", "3.14")),
        Interpretation(readings.WAGER_COUNT, cite("3.9")),
        Interpretation(live.BETTING_CLOSED_BY, cite("3.2")),
        Interpretation(live.STAFF_WITHDRAWS_FOR_PLAYER, cite("3.6")),
        Interpretation(live.RIGHT_TO_LOOK, cite("3.10", "3.11")),
        Interpretation(live.VOID_FOUND_AFTER_SETTLEMENT, cite("1.1.3", "5.4")),
        Interpretation(live.WALKED_AWAY_CITE, cite("6.1")),
    ),
)
