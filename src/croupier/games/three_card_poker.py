"""3 Card Poker with its progressive jackpot (RWS), version 3.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.engine.bets import METER, Awards, Bet, Loses, Needs, Pays, Refused, Returned, Returns
from croupier.engine.deal import Deal, Packs
from croupier.engine.decisions import BonusOnFold, Decision, Decisionless, ShortPlay
from croupier.engine.game import Boxes, Game, Qualifies, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.jackpot import (
    AfterFold,
    Carried,
    Contribution,
    FromFolded,
    Jackpot,
    JackpotBet,
    Meter,
    Order,
    OwnHands,
    SeveralHands,
    envy,
    pay_majors,
)
from croupier.engine.limits import Applies, AtClose, Limits, ToMaximum, UnderMinimum
from croupier.engine.outcome import folded, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.games import _poker as poker
from croupier.games._poker import Category
from croupier.money import Rounding
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
)

ANTE = Bet(
    "Ante",
    Loses("Folded", cite("3.12.1", "1.8"), folded),
    Pays("Dealer does not qualify", "1:1", poker.dealer_does_not_qualify, cite("3.13", "4.1")),
    Pays("Player ranks higher", "1:1", won, cite("3.15.1", "4.1")),
    Returns("Stand Off", stood_off, cite("3.15.3", "1.21")),
    Loses("Dealer ranks higher", cite("3.15.2")),
    placed=cite("1.1", "3.6", "3.6.1"),
)
PLAY = Bet(
    "Play",
    Returns("Dealer does not qualify", poker.dealer_does_not_qualify, cite("3.13")),
    Pays("Player ranks higher", "1:1", won, cite("3.15.1", "4.1")),
    Returns("Stand Off", stood_off, cite("3.15.3", "1.21")),
    Loses("Dealer ranks higher", cite("3.15.2")),
    placed=cite("1.12", "3.12.2"),
    needs=Needs(ANTE.name, cite("1.12", "3.12"), missing=Refused(cite("3.12.2"))),
)
ANTE_BONUS = Bet(
    "Ante Bonus",
    Loses("Folded", cite("3.12.1"), folded),
    Pays("Straight Flush", "5:1", poker.has(Category.STRAIGHT_FLUSH), cite("1.2", "3.16", "4.3")),
    Pays("Three of a Kind", "4:1", poker.has(Category.THREE_OF_A_KIND), cite("1.2", "3.16", "4.3")),
    Pays("Straight", "1:1", poker.has(Category.STRAIGHT), cite("1.2", "3.16", "4.3")),
    Loses("Less than a Straight", cite("1.2")),
    placed=cite("1.2"),
    bonus_on=ANTE.name,
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
)
PROGRESSIVE = Bet(
    "Progressive",
    Loses("Folded", cite("3.12.1"), folded),
    Awards(
        "AKQ Spades", METER, poker.ace_king_queen_of("s"), cite("3.13", "3.17", "4.4"), "250.00"
    ),
    Awards(
        "AKQ Hearts/Diamonds/Clubs",
        "1250.00",
        poker.ace_king_queen_of("hdc"),
        cite("3.13", "3.17", "4.4"),
        "50.00",
    ),
    Awards(
        "Straight Flush",
        "175.00",
        poker.has(Category.STRAIGHT_FLUSH),
        cite("3.13", "3.17", "4.4"),
    ),
    Awards(
        "Three of a Kind",
        "150.00",
        poker.has(Category.THREE_OF_A_KIND),
        cite("3.13", "3.17", "4.4"),
    ),
    Awards("Straight", "15.00", poker.has(Category.STRAIGHT), cite("3.13", "3.17", "4.4")),
    Loses("Less than a Straight", cite("3.17", "4.4")),
    placed=cite("3.8", "3.8.1", "2.1.1b"),
    needs=Needs(ANTE.name, cite("3.8"), missing=Returned(cite("5.4"))),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(
        Shown("the layout, with an area for each bet and a lit coin spot", cite("2.1", "2.1.1")),
        Shown("your own hand is yours to read until you show it", cite("4.5")),
        Shown("tell the dealer of a jackpot hand and leave it face up", cite("4.6")),
    ),
    boxes=Boxes(None, cite("2.1.1a")),
    packs=Packs(1, 1, cite("2.2", "2.2.1")),
    deal=Deal(3, cite("3.10", "3.11")),
    ranking=RANKING,
    bets=(ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, PROGRESSIVE),
    sharing=Sharing(cite("3.5"), players_a_box=1),
    limits=Limits(over_maximum=ToMaximum(cite("5.1.1")), under_minimum=UnderMinimum(cite("5.2.1"))),
    void=Void(
        by=cite(
            "5.7.2",
            "5.8",
            "5.8.1",
            "5.8.2",
            "5.8.3",
            "5.8.4",
            "5.8.5",
            "5.8.6",
            "5.8.7",
            "5.9",
            "5.16",
            "5.23",
        ),
        refund=Refund(cite("5.21")),
    ),
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
        not_envied=cite("4.8"),
        grows=Carried(Meter.contributed, cite("1.15")),
        envy=Carried(envy, cite("4.4", "4.7")),
        order=Carried(pay_majors, cite("4.9", "4.9.1")),
    ),
    interpretations=(
        Interpretation("limits-apply-to", tuple(Applies), cite("5.1")),
        Interpretation("minimum-applies-to", tuple(Applies), cite("5.2")),
        Interpretation("under-minimum-at-close", tuple(AtClose), cite("5.2", "5.2.1")),
        Interpretation("money-rounding", tuple(Rounding), cite("4.1", "5.23")),
        Interpretation("short-play-bet", tuple(ShortPlay), cite("5.3.2")),
        Interpretation("ante-bonus-on-fold", tuple(BonusOnFold), cite("3.12.1", "3.16")),
        Interpretation("envy-own-hands", tuple(OwnHands), cite("4.7")),
        Interpretation("envy-after-fold", tuple(AfterFold), cite("3.12.1", "4.4", "4.7")),
        Interpretation("envy-from-folded-hand", tuple(FromFolded), cite("4.7", "3.7")),
        Interpretation("envy-several-hands", tuple(SeveralHands), cite("4.7")),
        Interpretation("jackpot-bet-returned", tuple(JackpotBet), cite("4.4")),
        Interpretation("contribution-of-winning-round", tuple(Contribution), cite("1.15", "4.4")),
        Interpretation("order-of-simultaneous-jackpots", tuple(Order), cite("4.9.1")),
    ),
)
