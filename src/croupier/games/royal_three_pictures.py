"""Royal Three Pictures (MBS), version 2.

Read it beside the approved document: each bet, line, term and reading cites its clause.
"""

from croupier.engine.bets import Bet, Loses, Needs, Pays, Refused, Returns
from croupier.engine.deal import Deal, Packs
from croupier.engine.game import Boxes, Game, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.limits import Applies, Limits, Memory, Shares, ToMaximum, UnderMinimum
from croupier.engine.outcome import stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.games import _pictures as pictures
from croupier.games._points import points, same_points
from croupier.money import Rounding
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

POINTS_OF_THREE_PICTURES = Interpretation(
    "three-pictures-points", ("zero", "none"), cite("3.17.1.1", "3.19")
)

RANKING = Ranking(  # the list of 3.22 from the top
    By(pictures.is_three_pictures, cite("3.3", "1.1.2", "3.20", "3.22")),
    By(points, cite("3.17", "3.17.1", "3.17.1.1", "3.18", "3.18.1", "3.18.2", "3.22")),
    By(pictures.picture_count, cite("1.1.2", "3.17.1.1", "3.20", "3.21", "3.22")),
    name=pictures.Names(
        three="Three Pictures",
        double="Double Picture {}",
        single="Single Picture {}",
        plain="{}",
    ),
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
)

ON_A_BOX_IN_PLAY = Needs(MAIN.name, cite("3.5"), missing=Refused(cite("3.5")))

TIE = Bet(
    "Tie",
    Pays(
        "Tie",
        "8:1",
        POINTS_OF_THREE_PICTURES.decides(
            zero=same_points, none=pictures.same_points_but_of_three_pictures
        ),
        cite("1.1.6", "3.19", "4.1"),
    ),
    Loses("No tie", cite("1.1.6")),
    placed=cite("3.5", "2.2.2"),
    needs=ON_A_BOX_IN_PLAY,
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
    needs=ON_A_BOX_IN_PLAY,
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the layout, with an area for each wager", cite("2.2")),),
    boxes=Boxes(8, cite("2.2")),
    packs=Packs(1, 1, cite("2.1")),
    deal=Deal(3, cite("3.17", "3.12", "3.12.1")),
    ranking=RANKING,
    bets=(MAIN, TIE, ROYAL_PICTURES),
    sharing=Sharing(cite("3.9"), wagers_an_area=3),
    limits=Limits(
        over_maximum=ToMaximum(cite("5.11")),
        under_minimum=UnderMinimum(cite("5.10"), once=True),
    ),
    void=Void(by=cite("5.1", "5.1.1", "5.4", "5.8.1", "5.9", "6.1"), refund=None),
    interpretations=(
        POINTS_OF_THREE_PICTURES,
        Interpretation(
            "limits-apply-to", (Applies.EACH_WAGER, Applies.AREA_TOTAL), cite("3.4", "5.11")
        ),
        Interpretation("minimum-applies-to", (Applies.EACH_WAGER,), cite("3.4", "5.10")),
        Interpretation("over-maximum-shares", tuple(Shares), cite("5.11")),
        Interpretation("under-minimum-memory", tuple(Memory), cite("5.10", "5.12")),
        Interpretation("money-rounding", tuple(Rounding), cite("4.1", "6.1")),
    ),
)
