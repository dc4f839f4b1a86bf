"""Non-Commission Three Pictures (RWS), version 4.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.engine.bets import Bet, Loses, Needs, Pays, Returned, Returns
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.limits import Applies, AtClose, Basis, Floor, Limits, ProRata, UnderMinimum
from croupier.engine.outcome import stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.games import _pictures as pictures
from croupier.games._points import points, same_points
from croupier.money import Rounding
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
    "three-pictures-points", ("zero", "none"), cite("1.9", "3.2", "3.13.4")
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
    needs=ON_A_BOX_IN_PLAY,
)

THREE_PICTURES = Bet(
    "Three Pictures",
    Pays("Three Pictures", "16:1", pictures.three_pictures, cite("1.17", "4.1")),
    Loses("Any other hand", cite("1.17")),
    placed=cite("3.9"),
    needs=ON_A_BOX_IN_PLAY,
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
    interpretations=(
        POINTS_OF_THREE_PICTURES,
        Interpretation("limits-apply-to", tuple(Applies), cite("5.1")),
        Interpretation("minimum-applies-to", tuple(Applies), cite("5.2", "5.1.2", "3.7")),
        Interpretation("under-minimum-at-close", tuple(AtClose), cite("5.2", "5.2.1")),
        Interpretation("pro-rata-basis", tuple(Basis), cite("5.1.1", "5.1.2")),
        Interpretation("pro-rata-floor", tuple(Floor), cite("5.1.1")),
        Interpretation("money-rounding", tuple(Rounding), cite("4.1", "5.16")),
    ),
)
