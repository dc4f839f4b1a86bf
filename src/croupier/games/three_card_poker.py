"""3 Card Poker with its progressive jackpot (RWS), version 3.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.engine import readings
from croupier.engine.bets import (
    METER,
    Awards,
    Bet,
    Loses,
    Needs,
    NotPlaced,
    Pays,
    Returned,
    Returns,
    Spot,
)
from croupier.engine.deal import Deal, Packs
from croupier.engine.decisions import Decision, Decisionless
from croupier.engine.game import Boxes, Game, Qualifies, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Reading
from croupier.engine.irregularities import Case, Device, LastWord, Noticed, OfferedTo, Remedy, Role
from croupier.engine.jackpot import Carried, Jackpot, envy, grown_by, pay_majors
from croupier.engine.limits import Limits, ToMaximum, UnderMinimum
from croupier.engine.outcome import folded, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.reports import AT_BOXES
from croupier.engine.settlement import jackpot_seats
from croupier.engine.steps import (
    Allows,
    Announces,
    BeforeClose,
    Dealing,
    Exposing,
    Freedom,
    Looking,
    OnBehalf,
    Procedure,
    Refusal,
    Refuses,
    Screen,
    Viewer,
)
from croupier.games import _poker as poker
from croupier.games import _poker_reasons as why
from croupier.games._poker import Category
from croupier.games._poker_lesson import lesson
from croupier.games._poker_readings import interpretations
from croupier.rulebook import rulebook

DOCUMENT = rulebook("three-card-poker")
cite = DOCUMENT.cite

TERMS = (
    Term("ante", "Ante", cite("1.1")),
    Term("ante bonus", "Ante Bonus", cite("1.2")),
    Term("bet", "Bet", cite("1.3")),
    Term("burnt card", "Burnt Card", cite("1.4")),
    Term("shoe", "Card Shoe", cite("1.5")),
    Term("dealer", "Dealer", cite("1.6")),
    Term("automated shoe", "Electronic Card Shuffler", cite("1.7")),
    Term("fold", "Fold", cite("1.8")),
    Term("hand", "Hand", cite("1.9")),
    Term("house", "House", cite("1.10")),
    Term("pair plus", "Pair Plus", cite("1.11")),
    Term("play", "Play", cite("1.12")),
    Term("staff", "Pit Employee", cite("1.13")),
    Term("player", "Player", cite("1.14")),
    Term("jackpot", "Progressive Jackpot", cite("1.15")),
    Term("qualifies", "Qualifying Hand", cite("1.16")),
    Term("reconstruct", "Reconstruction", cite("1.17")),
    Term("round", "Round of play", cite("1.18")),
    Term("seated player", "Seated Player", cite("1.19")),
    Term("standing player", "Standing Player", cite("1.20")),
    Term("stand off", "Stand Off", cite("1.21")),
    Term("void", "Void", cite("1.22")),
)

RANKING = Ranking(
    By(poker.category, cite("3.1", "3.1.1", "3.1.2")),
    By(poker.within_category, cite("3.1.1", "3.1.3", "3.1.3a", "3.1.3b", "3.1.3c")),
    name=poker.name,
    said=poker.said,
    sees=poker.ranks_and_suited,
)

ANTE = Bet(
    "Ante",
    Loses("Folded", cite("3.12.1", "1.8"), folded),
    Pays("Dealer does not qualify", "1:1", poker.dealer_does_not_qualify, cite("3.13", "4.1")),
    Pays("Player ranks higher", "1:1", won, cite("3.15.1", "4.1")),
    Returns("Stand Off", stood_off, cite("3.15.3", "1.21")),
    Loses("Dealer ranks higher", cite("3.15.2")),
    placed=cite("1.1", "3.6", "3.6.1"),
    spot=Spot.LOWER_LEFT,
    because=why.ante,
)
PLAY = Bet(
    "Play",
    Returns("Dealer does not qualify", poker.dealer_does_not_qualify, cite("3.13")),
    Pays("Player ranks higher", "1:1", won, cite("3.15.1", "4.1")),
    Returns("Stand Off", stood_off, cite("3.15.3", "1.21")),
    Loses("Dealer ranks higher", cite("3.15.2")),
    placed=cite("1.12", "3.12.2"),
    spot=Spot.LOWER_RIGHT,
    needs=Needs(ANTE.name, cite("1.12", "3.12"), missing=NotPlaced(cite("3.12.2"))),
    because=why.play,
)
ANTE_BONUS = Bet(
    "Ante Bonus",
    Loses("Folded", cite("3.12.1"), folded),
    Pays("Straight Flush", "5:1", poker.has(Category.STRAIGHT_FLUSH), cite("1.2", "3.16", "4.3")),
    Pays("Three of a Kind", "4:1", poker.has(Category.THREE_OF_A_KIND), cite("1.2", "3.16", "4.3")),
    Pays("Straight", "1:1", poker.has(Category.STRAIGHT), cite("1.2", "3.16", "4.3")),
    Loses("Less than a Straight", cite("1.2")),
    placed=cite("1.2"),
    spot=None,
    bonus_on=ANTE.name,
    because=why.ante_bonus,
)
PAIR_PLUS = Bet(
    "Pair Plus",
    Loses("Folded", cite("3.12.1"), folded),
    Pays("Straight Flush", "40:1", poker.has(Category.STRAIGHT_FLUSH), cite("1.11", "3.16", "4.2")),
    Pays(
        "Three of a Kind", "30:1", poker.has(Category.THREE_OF_A_KIND), cite("1.11", "3.16", "4.2")
    ),
    Pays("Straight", "5:1", poker.has(Category.STRAIGHT), cite("1.11", "3.16", "4.2")),
    Pays("Flush", "4:1", poker.has(Category.FLUSH), cite("1.11", "3.16", "4.2")),
    Pays("Pair", "1:1", poker.has(Category.ONE_PAIR), cite("1.11", "3.16", "4.2")),
    Loses("Less than a Pair", cite("1.11", "3.16")),
    placed=cite("3.6", "3.6.2"),
    spot=Spot.UPPER_RIGHT,
    because=why.pair_plus,
)
AWARDED = cite("3.13", "3.17", "4.4")
PROGRESSIVE = Bet(
    "Progressive",
    Loses("Folded", cite("3.12.1"), folded),
    Awards("AKQ Spades", METER, poker.ace_king_queen_of("s"), AWARDED, "250.00"),
    Awards(
        "AKQ Hearts/Diamonds/Clubs", "1250.00", poker.ace_king_queen_of("hdc"), AWARDED, "50.00"
    ),
    Awards("Straight Flush", "175.00", poker.has(Category.STRAIGHT_FLUSH), AWARDED),
    Awards("Three of a Kind", "150.00", poker.has(Category.THREE_OF_A_KIND), AWARDED),
    Awards("Straight", "15.00", poker.has(Category.STRAIGHT), AWARDED),
    Loses("Less than a Straight", cite("3.17", "4.4")),
    placed=cite("3.8", "3.8.1", "2.1.1b"),
    spot=Spot.UPPER_LEFT,
    needs=Needs(ANTE.name, cite("3.8"), missing=Returned(cite("5.4"))),
    because=why.progressive,
)

IN_TIME, TOO_LATE = {"noticed": Noticed.BEFORE_CLOSE}, {"noticed": Noticed.AFTER_NEXT_ROUND}
IN_ORDER, VOID = {"reconstructable": True}, (Remedy.VOID_ROUND,)
MOVED = (Remedy.MOVE_HANDS, Remedy.OFFER_OPTIONS)
REBUILT, AFFECTED = (Remedy.RECONSTRUCT, Remedy.OFFER_OPTIONS), OfferedTo.AFFECTED

IRREGULARITIES = (
    *(  # what is noticed too late stands above what would have followed in time
        Case(late, (Remedy.NO_EFFECT,), cite("5.19"), when=TOO_LATE)
        for late in (
            "over-maximum",
            "under-minimum",
            "jackpot-bet-without-ante",
            "dealer-hand-miscounted",
            "player-hand-miscounted",
        )
    ),
    Case("over-maximum", (Remedy.REJECT_EXCESS,), cite("5.1"), when=IN_TIME),
    Case("over-maximum", (Remedy.SETTLE_TO_MAXIMUM,), cite("5.1.1")),
    Case("under-minimum", (Remedy.ADVISE_PLAYER,), cite("5.2"), when=IN_TIME),
    Case("under-minimum", (Remedy.SETTLE_AS_PLACED,), cite("5.2.1")),
    Case("play-bet-differs", (Remedy.RETURN_EXCESS,), cite("5.3.1", "5.3"), when={"more": True}),
    Case("play-bet-differs", (Remedy.SETTLE_ON_PLAY_AMOUNT,), cite("5.3.2", "5.3")),
    Case("jackpot-bet-without-ante", (Remedy.RETURN_BET,), cite("5.4")),
    Case("player-walked-away", (Remedy.FOLD_HAND,), cite("5.5"), when={"decision-pending": True}),
    Case(
        "player-walked-away",
        (Remedy.SETTLE,),
        cite("5.6"),
        "The player has left the table with nothing left to decide",
    ),
    Case("power-failure", (Remedy.PLAY_ON,), cite("5.7.1", "5.7"), when={"established": True}),
    Case("power-failure", VOID, cite("5.7.2", "5.7", "5.21")),
    Case("foreign-card", VOID, cite("5.8.1", "5.8", "5.21")),
    Case("card-exposed", (Remedy.PLAY_ON,), cite("5.12"), when={"seen": True}),
    Case(
        "card-exposed",
        (Remedy.OFFER_OPTIONS,),
        cite("5.10", "5.10.1", "5.10.3"),
        when={"cards": 1},
        offered_to=AFFECTED,
    ),
    Case(
        "card-exposed",
        VOID,
        cite("5.8.2", "5.8", "5.21"),
        "Two or more cards were exposed and no player has seen his cards",
    ),
    Case("card-count-wrong", VOID, cite("5.8.3", "5.8", "5.21")),
    Case("cards-run-out", VOID, cite("5.8.4", "5.8", "5.21")),
    Case("cards-not-shuffled", VOID, cite("5.8.5", "5.8", "5.21")),
    Case(
        "misdealt",
        MOVED,
        cite("5.8.6", "5.10", "5.10.2", "5.10.3"),
        when={"seen": False, "movable": True},
        under=Reading(readings.MOVED_HANDS_OPTIONS, readings.MovedHands.OFFERED),
        offered_to=AFFECTED,
    ),
    Case("misdealt", (Remedy.MOVE_HANDS,), cite("5.8.6"), when={"seen": False, "movable": True}),
    Case("misdealt", VOID, cite("5.8.6", "5.8", "5.21"), when={"seen": False}),
    Case(
        "dealer-hand-miscounted",
        VOID,
        cite("5.8.7", "5.8", "5.21"),
        when={"reconstructable": False},
    ),
    Case(
        "burn-missed",
        REBUILT,
        cite("5.9", "5.10", "5.10.2", "5.10.3"),
        when={"seen": False, "reconstructable": True},
        by=readings.HOUSE,
    ),
    Case("burn-missed", VOID, cite("5.9", "5.21"), by=readings.HOUSE),
    Case(
        "misdealt",
        MOVED,
        cite("5.10", "5.10.2", "5.10.3"),
        "A player has seen the misdealt cards and whole hands can be moved",
        when={"movable": True},
        offered_to=AFFECTED,
    ),
    *(
        Case(error, REBUILT, cite("5.10", "5.10.2", "5.10.3"), when=IN_ORDER, offered_to=AFFECTED)
        for error in ("misdealt", "dealing-error", "player-hand-miscounted", "card-drawn-in-excess")
    ),
    Case(
        "dealer-hand-miscounted",
        REBUILT,
        cite("5.10", "5.10.2", "5.10.3"),
        "It is a dealing error that touches the dealer's hand, and the cards can be put in order",
        when=IN_ORDER,
    ),
    *(
        Case(error, (Remedy.OFFER_OPTIONS,), cite("5.10", "5.10.1", "5.10.3"), offered_to=AFFECTED)
        for error in ("misdealt", "dealing-error", "card-drawn-in-excess")
    ),
    *(
        Case(late, (Remedy.REFUSE_BET,), cite("5.11"))
        for late in ("bet-after-close", "bet-increased-after-close", "bet-withdrawn-after-close")
    ),
    Case("card-face-up-in-shoe", (Remedy.USE_AS_NEXT_CARD,), cite("5.13")),
    Case(
        "cards-drawn-together",
        (Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.OFFER_OPTIONS),
        cite("5.14", "5.14.1", "5.10", "5.10.1", "5.10.3"),
        when={"order-known": False},
        by=Role.PIT_SUPERVISOR,
    ),
    Case(
        "cards-drawn-together",
        (Remedy.OFFER_OPTIONS,),
        cite("5.14.1", "5.10", "5.10.1", "5.10.3"),
        "Cards were drawn together, and that is a dealing error though their order is known",
        under=Reading(readings.SIMULTANEOUS_IN_KNOWN_ORDER, readings.KnownOrder.OFFER_OPTIONS),
    ),
    Case("cards-drawn-together", (Remedy.PLAY_ON,), cite("5.14")),
    Case("player-hand-miscounted", (Remedy.REMOVE_HAND,), cite("5.15")),
    Case(
        "jackpot-fault",
        (Remedy.PLAY_ON, Remedy.PAY_BY_LAST_METER, Remedy.NO_JACKPOT_BETS),
        cite("5.17.1", "5.17", "5.17.2", "5.17.2a", "5.17.2b", "5.17.2c"),
        when={"seen": True},
        by=readings.HOUSE,
    ),
    Case("jackpot-fault", VOID, cite("5.16", "5.21")),
    Case(
        "extra-hand-examined",
        (Remedy.REMOVE_HAND,),
        cite("5.18"),
        when={"intentional": True},
        by=Role.PIT_SUPERVISOR,
    ),
    Case("extra-hand-examined", (Remedy.PLAY_ON,), cite("5.18"), by=Role.PIT_SUPERVISOR),
    Case("error-noticed-late", (Remedy.NO_EFFECT,), cite("5.19")),
    Case("bet-misplaced", (Remedy.SETTLE_AS_PLACED,), cite("5.20")),
)
VOIDED = ("5.8", "5.8.1", "5.8.2", "5.8.3", "5.8.4", "5.8.5", "5.8.6", "5.8.7")

PROCEDURE = Procedure(
    opens=Announces("Place your Bets, please", cite("1.18", "3.2")),
    closes=Announces("No more Bets", cite("3.9")),
    limits=BeforeClose(over=cite("5.1"), under=cite("5.2"), advised=True),
    deals={
        Device.MANUAL: Dealing(1, cite("3.10"), burns=True),
        Device.AUTOMATED: Dealing(3, cite("3.11")),
    },
    looking=Looking(
        Viewer.ONLY_PLAYER, cite("1.19", "3.12"), one_hand=cite("3.7"), unseen=cite("3.14")
    ),
    exposing=Exposing(cite("3.13"), opened=cite("3.14")),
    on_behalf=OnBehalf(cite("5.22")),
    screens=(
        Screen("the limits of each bet and the amount of the jackpot bet", cite("3.3")),
        Screen("one hand may be looked at, the others are played unseen", cite("3.7")),
        Screen("your own hand is yours to read until you show it", cite("4.5")),
        Screen("tell the dealer of a jackpot hand and leave it face up", cite("4.6")),
    ),
    allows=(Allows(Freedom.OTHER_BOXES, cite("3.7")),),
    refusals=(
        Refuses(Refusal.NOT_PERMITTED, cite("1.13")),
        Refuses(Refusal.TABLE_CLOSED, cite("3.2", "5.17.2a")),
        Refuses(Refusal.INTERRUPTED, cite("5.7")),
        Refuses(Refusal.BETTING_NOT_OPEN, cite("3.2")),
        Refuses(Refusal.BETTING_CLOSED, cite("3.9", "5.11")),
        Refuses(Refusal.WITHDRAWAL_CLOSED, cite("5.11")),
        Refuses(Refusal.NOT_NOW, cite("1.18")),
        Refuses(Refusal.NO_SUCH_BOX, cite("2.1.1a")),
        Refuses(Refusal.NO_SUCH_BET, cite("2.1.1")),
        Refuses(Refusal.NO_SUCH_WAGER, cite("1.14")),
        Refuses(Refusal.NOT_IN_CHIPS, cite("3.4")),
        Refuses(Refusal.SEAT_TAKEN, cite("1.19")),
        Refuses(Refusal.BOX_CLOSED, cite("5.17.2b")),
        Refuses(Refusal.NO_JACKPOT_BETS, cite("5.17.2c")),
        Refuses(Refusal.BOX_TAKEN, cite("3.5")),
        Refuses(Refusal.NO_MAIN_BET, cite("3.8")),
        Refuses(Refusal.NOT_THE_PRESCRIBED_AMOUNT, cite("3.4")),
        Refuses(Refusal.OVER_MAXIMUM, cite("5.1")),
        Refuses(Refusal.NO_SUCH_CARD, cite("2.2.1", "5.8.1")),
        Refuses(Refusal.CARD_ALREADY_OUT, cite("2.2.1")),
        Refuses(Refusal.NOT_THE_NEXT_CARD, cite("5.13", "5.14")),
        Refuses(Refusal.WRONG_RECIPIENT, cite("3.10")),
        Refuses(Refusal.WRONG_NUMBER_OF_CARDS, cite("3.10")),
        Refuses(Refusal.NOT_TO_BE_SEEN, cite("3.14")),
        Refuses(Refusal.NOT_YOUR_HAND, cite("3.5")),
        Refuses(Refusal.ONE_HAND_ONLY, cite("3.7")),
        Refuses(Refusal.NOTHING_TO_DECIDE, cite("3.12")),
        Refuses(Refusal.HANDS_NOT_READY, cite("3.12")),
        Refuses(Refusal.CARDS_UNREAD, cite("3.13")),
    ),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(
        Shown("the layout, with an area for each bet and a lit coin spot", cite("2.1", "2.1.1")),
    ),
    boxes=Boxes(None, cite("2.1.1a")),
    packs=Packs(1, 1, cite("2.2", "2.2.1")),
    deal=Deal(3, cite("3.10", "3.11")),
    ranking=RANKING,
    words=poker.WORDS,
    bets=(ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, PROGRESSIVE),
    sharing=Sharing(cite("3.5"), players_a_box=1),
    limits=Limits(over_maximum=ToMaximum(cite("5.1.1")), under_minimum=UnderMinimum(cite("5.2.1"))),
    void=Void(by=cite("5.7.2", *VOIDED, "5.9", "5.16", "5.23"), refund=Refund(cite("5.21"))),
    qualifies=Qualifies(poker.is_qualifying, cite("1.16", "3.13", "3.15")),
    decision=Decision(
        entry=ANTE.name,
        play=PLAY.name,
        cite=cite("3.12"),
        fold=cite("3.12.1"),
        place=cite("3.12.2"),
        unseen=Decisionless(cite("3.14")),
        more=cite("5.3", "5.3.1"),
        less=cite("5.3", "5.3.2"),
    ),
    jackpot=Jackpot(
        bet=PROGRESSIVE.name,
        entry=ANTE.name,
        prescribed=cite("3.4"),
        not_envied=Carried(jackpot_seats, cite("4.8")),
        grows=Carried(grown_by, cite("1.15")),
        envy=Carried(envy, cite("4.4", "4.7")),
        order=Carried(pay_majors, cite("4.9", "4.9.1")),
    ),
    procedure=PROCEDURE,
    irregularities=IRREGULARITIES,
    reports=AT_BOXES,
    last_word=LastWord(cite("5.23")),
    lesson=lesson(cite),
    interpretations=interpretations(cite),
)
