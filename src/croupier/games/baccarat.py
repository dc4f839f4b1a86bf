"""Non-Commission Baccarat (Electronic Table Game) (RWS), version 5.

Read it beside the approved document: each bet, line, term and reading cites its clause. The hand of
an outcome is the Player Hand, the hand against it the Banker Hand.
"""

from croupier.engine.bets import Bet, Loses, Pays, Returns
from croupier.engine.deal import Drawing, Packs, Tableau
from croupier.engine.game import Game, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.limits import Applies, AsPlaced, Limits, UnderMinimum
from croupier.engine.outcome import lost, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.games import _tableau as tableau
from croupier.games._points import points
from croupier.money import Rounding
from croupier.rulebook import rulebook

DOCUMENT = rulebook("baccarat")
cite = DOCUMENT.cite

TERMS = (
    Term("table of play", "Baccarat Table of Play", cite("1.1")),
    Term("bet", "Bet", cite("1.2")),
    Term("shoe", "Card Shoe", cite("1.3")),
    Term("dealer", "Dealer", cite("1.4")),
    Term("automated shoe", "Electronic Card Shuffler", cite("1.5")),
    Term("console", "Game Console", cite("1.6")),
    Term("hand", "Hand", cite("1.7")),
    Term("house", "House", cite("1.8")),
    Term("natural", "Natural", cite("1.9")),
    Term("game", "Non-Commission Baccarat", cite("1.10")),
    Term("main bet", "Original Bet", cite("1.11")),
    Term("staff", "Pit Employee", cite("1.12")),
    Term("player", "Player", cite("1.13")),
    Term("pair", "Player Pair or Banker Pair", cite("1.14")),
    Term("terminal", "Player Terminal", cite("1.15")),
    Term("points", "Point Total", cite("1.16")),
    Term("reconstruct", "Reconstruction", cite("1.17")),
    Term("round", "Round of play", cite("1.18")),
    Term("tie", "Tie", cite("1.19")),
    Term("void", "Void", cite("1.20")),
)

RANKING = Ranking(
    By(points, cite("1.16", "3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.11")), points=points
)

TABLE_OF_PLAY = Tableau(
    points,
    initial=cite("3.8"),
    natural=Drawing(frozenset({8, 9}), cite("1.9", "3.10")),
    player=Drawing(frozenset({0, 1, 2, 3, 4, 5}), cite("1.1", "3.9", "3.10")),
    banker_when_player_stands=Drawing(frozenset({0, 1, 2, 3, 4, 5}), cite("3.9")),
    banker={
        0: Drawing(frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), cite("3.10")),
        1: Drawing(frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), cite("3.10")),
        2: Drawing(frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), cite("3.10")),
        3: Drawing(frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}), cite("3.10")),
        4: Drawing(frozenset({2, 3, 4, 5, 6, 7}), cite("3.10")),
        5: Drawing(frozenset({4, 5, 6, 7}), cite("3.10")),
        6: Drawing(frozenset({6, 7}), cite("3.10")),
        7: Drawing(frozenset(), cite("3.10")),
    },
)

PLAYER = Bet(
    "Player",
    Pays("Player wins", "1:1", won, cite("3.11", "4.1")),
    Returns("Tie game", stood_off, cite("3.12")),
    Loses("Banker wins", cite("3.11", "3.13")),
    placed=cite("3.6", "1.11"),
)
BANKER = Bet(
    "Banker",
    # An exception stands above the rule that it narrows.
    Pays("Banker wins on 6 points", "1:2", tableau.banker_won_on_six, cite("3.11", "1.10", "4.1")),
    Pays("Banker wins on other points", "1:1", lost, cite("3.11", "4.1")),
    Returns("Tie game", stood_off, cite("3.12")),
    Loses("Player wins", cite("3.11", "3.13")),
    placed=cite("3.6", "1.11"),
)
TIE = Bet(
    "Tie",
    Pays("Tie wins", "8:1", stood_off, cite("1.19", "3.12", "4.1")),
    Loses("No tie", cite("1.19", "3.13")),
    placed=cite("3.6"),
)
PLAYER_PAIR = Bet(
    "Player Pair",
    Pays("Player Pair wins", "11:1", tableau.player_pair, cite("1.14", "3.8", "4.1")),
    Loses("No pair", cite("1.14", "3.13")),
    placed=cite("3.6"),
)
BANKER_PAIR = Bet(
    "Banker Pair",
    Pays("Banker Pair wins", "11:1", tableau.banker_pair, cite("1.14", "3.8", "4.1")),
    Loses("No pair", cite("1.14", "3.13")),
    placed=cite("3.6"),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the five bets on each terminal", cite("2.1", "2.1.1")),),
    boxes=None,
    packs=Packs(4, 8, cite("2.2", "2.2.1")),
    deal=TABLE_OF_PLAY,
    ranking=RANKING,
    bets=(PLAYER, BANKER, TIE, PLAYER_PAIR, BANKER_PAIR),
    sharing=Sharing(cite("3.6")),
    limits=Limits(
        over_maximum=AsPlaced(cite("5.9")),
        under_minimum=UnderMinimum(cite("5.9")),
    ),
    void=Void(
        by=cite("5.1.2", "5.3", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.12"),
        refund=Refund(cite("5.11")),
    ),
    interpretations=(
        Interpretation("limits-apply-to", (Applies.EACH_WAGER,), cite("3.4")),
        Interpretation("minimum-applies-to", (Applies.EACH_WAGER,), cite("3.4")),
        Interpretation("money-rounding", tuple(Rounding), cite("4.1", "5.12")),
    ),
)
