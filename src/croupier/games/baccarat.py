"""Non-Commission Baccarat (Electronic Table Game) (RWS), version 5.

Read it beside the approved document: each bet, line, term and reading cites its clause. The hand of
an outcome is the Player Hand, the hand against it the Banker Hand.
"""

from croupier.cards import ranks_of
from croupier.engine import play_readings as live
from croupier.engine import readings
from croupier.engine.bets import Bet, Loses, Pays, Returns, Spot
from croupier.engine.deal import Drawing, Packs, Tableau
from croupier.engine.game import Game, Refund, Sharing, Shown, Term, Void
from croupier.engine.interpretations import Interpretation
from croupier.engine.irregularities import MOST_CARDS, Case, Device, LastWord, Noticed, Remedy, Role
from croupier.engine.lesson import Lesson, paid, rule
from croupier.engine.limits import AsPlaced, Limits, UnderMinimum
from croupier.engine.outcome import lost, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.reports import AT_TERMINALS
from croupier.engine.steps import (
    Announces,
    BeforeClose,
    Dealing,
    Procedure,
    Refusal,
    Refuses,
    Screen,
)
from croupier.games import _tableau as tableau
from croupier.games import _tableau_reasons as why
from croupier.games._points import points
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
    By(points, cite("1.16", "3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.11")),
    points=points,
    sees=ranks_of,
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
    spot=Spot.LOWER_LEFT,
    because=why.player,
)
BANKER = Bet(
    "Banker",
    # An exception stands above the rule that it narrows.
    Pays("Banker wins on 6 points", "1:2", tableau.banker_won_on_six, cite("3.11", "1.10", "4.1")),
    Pays("Banker wins on other points", "1:1", lost, cite("3.11", "4.1")),
    Returns("Tie game", stood_off, cite("3.12")),
    Loses("Player wins", cite("3.11", "3.13")),
    placed=cite("3.6", "1.11"),
    spot=Spot.LOWER_RIGHT,
    because=why.banker,
)
TIE = Bet(
    "Tie",
    Pays("Tie wins", "8:1", stood_off, cite("1.19", "3.12", "4.1")),
    Loses("No tie", cite("1.19", "3.13")),
    placed=cite("3.6"),
    spot=Spot.UPPER_CENTRE,
    because=why.tie,
)
PLAYER_PAIR = Bet(
    "Player Pair",
    Pays("Player Pair wins", "11:1", tableau.player_pair, cite("1.14", "3.8", "4.1")),
    Loses("No pair", cite("1.14", "3.13")),
    placed=cite("3.6"),
    spot=Spot.UPPER_LEFT,
    because=why.pair_of_player,
)
BANKER_PAIR = Bet(
    "Banker Pair",
    Pays("Banker Pair wins", "11:1", tableau.banker_pair, cite("1.14", "3.8", "4.1")),
    Loses("No pair", cite("1.14", "3.13")),
    placed=cite("3.6"),
    spot=Spot.UPPER_RIGHT,
    because=why.pair_of_banker,
)

ON_SIX = "Banker wins on 6 points"
LESSON = Lesson(
    aim=rule("nearer-to-nine", cite("3.1", "3.6")),
    cards=rule("last-digit", cite("1.16", "3.2", "3.2.1", "3.2.2", "3.2.3")),
    hand=rule("fixed-third-card", cite("3.9", "3.10", "4.1"), six=paid(BANKER, ON_SIX)),
    wins={
        PLAYER.name: rule("player-nearer", cite("3.11")),
        BANKER.name: rule("banker-nearer", cite("3.11")),
        TIE.name: rule("both-same-points", cite("1.19", "3.12")),
        PLAYER_PAIR.name: rule("player-pair", cite("1.14", "3.8")),
        BANKER_PAIR.name: rule("banker-pair", cite("1.14", "3.8")),
    },
    shows={BANKER.name: ON_SIX},
    first=(PLAYER.name, "Player wins"),
    then=(BANKER.name, ON_SIX),
)

VOID = (Remedy.VOID_ROUND,)

IRREGULARITIES = (
    *(  # what is noticed too late stands above what would have followed in time
        Case(late, (Remedy.NO_EFFECT,), cite("5.8"), when={"noticed": Noticed.AFTER_NEXT_ROUND})
        for late in ("over-maximum", "under-minimum", "player-hand-miscounted")
    ),
    Case("bet-after-close", (Remedy.REFUSE_BET,), cite("3.7")),
    Case("bet-increased-after-close", (Remedy.REFUSE_BET,), cite("3.7")),
    Case(
        "bet-withdrawn-after-close",
        (Remedy.REFUSE_BET,),
        cite("3.7", "5.9"),
        "Betting is closed and bets are settled as they lay then",
    ),
    Case("power-failure", (Remedy.PLAY_ON,), cite("5.1.1", "5.1"), when={"established": True}),
    Case("power-failure", VOID, cite("5.1.2", "5.1", "5.11")),
    Case(
        "terminal-failure",
        (Remedy.SETTLE,),
        cite("5.2.1", "5.2"),
        "The round goes on and the failed terminal's bets are registered",
        when={"registered": True},
    ),
    Case(
        "terminal-failure",
        (Remedy.RETURN_BET,),
        cite("5.2.2", "5.2"),
        "The round goes on and the failed terminal's bet is not registered",
    ),
    Case("foreign-card", VOID, cite("5.3.1", "5.3", "5.11")),
    Case(
        "card-count-wrong",
        VOID,
        cite("5.3.2", "5.3", "5.11"),
        "The decks have too few or too many cards",
    ),
    Case(
        "player-hand-miscounted",
        VOID,
        cite("5.3.3", "5.3", "5.11"),
        "A hand has a wrong number of cards that cannot be put back in order",
        when={"reconstructable": False},
    ),
    Case("cards-run-out", VOID, cite("5.3.4", "5.3", "5.11")),
    Case("cards-not-shuffled", VOID, cite("5.3.5", "5.3", "5.11")),
    Case(
        "card-drawn-in-excess",
        (Remedy.RECONSTRUCT,),
        cite("5.4"),
        "A card was drawn in excess and fits the table of play",
        when={"reconstructable": True},
        by=readings.HOUSE,
    ),
    Case(
        "card-drawn-in-excess",
        (Remedy.USE_IN_NEXT_ROUND,),
        cite("5.4"),
        "A card was drawn in excess and does not fit the table of play",
        by=readings.HOUSE,
    ),
    Case(
        "card-exposed",
        (Remedy.RECONSTRUCT, Remedy.USE_IN_NEXT_ROUND),
        cite("5.4"),
        "A card was exposed and goes where the table of play has it",
        by=readings.HOUSE,
    ),
    Case(
        "cards-swapped",
        (Remedy.RECONSTRUCT, Remedy.PLAY_ON),
        cite("5.5"),
        "Cards of one hand were dealt to the other",
    ),
    *(
        Case(
            error,
            (Remedy.RECONSTRUCT, Remedy.PLAY_ON),
            cite("5.5"),
            "The cards were dealt incorrectly and can be put back in order",
            when={"reconstructable": True},
        )
        for error in ("misdealt", "dealing-error", "player-hand-miscounted")
    ),
    Case(
        "wrong-result-registered",
        (Remedy.SETTLE_BY_CARDS,),
        cite("5.6"),
        "The console has another result than the cards",
    ),
    Case(
        "cards-drawn-together",
        (Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.REPLACE_SHOE),
        cite("5.7", "5.7.1"),
        when={"order-known": False},
        by=Role.PIT_SUPERVISOR,
    ),
    Case(
        "cards-drawn-together",
        (Remedy.PLAY_ON,),
        cite("5.7"),
        "Cards were drawn together and their order is known",
    ),
    Case("error-noticed-late", (Remedy.NO_EFFECT,), cite("5.8")),
    Case(
        "bet-misplaced",
        (Remedy.SETTLE_AS_PLACED,),
        cite("5.9"),
        "What counts is how the bets lie when betting closes",
    ),
    Case(
        "display-wrong",
        (Remedy.SETTLE_BY_CARDS,),
        cite("5.10"),
        "What is displayed is for information only",
    ),
)

PROCEDURE = Procedure(
    opens=Announces("Place your bets", cite("1.18", "3.3")),
    closes=Announces("No More Bets", cite("3.7")),
    limits=BeforeClose(over=cite("3.4"), under=cite("3.4"), advised=False),
    deals={
        Device.MANUAL: Dealing(1, cite("3.8")),
        Device.AUTOMATED: Dealing(1, cite("3.8")),
    },
    screens=(
        Screen("the limits of each bet", cite("3.4")),
        Screen("a place for each bet on the player's own terminal", cite("3.5")),
    ),
    refusals=(
        Refuses(Refusal.NOT_PERMITTED, cite("1.12")),
        Refuses(Refusal.NOT_BY_STAFF, cite("3.5")),
        Refuses(Refusal.TABLE_CLOSED, cite("3.3")),
        Refuses(Refusal.INTERRUPTED, cite("5.1")),
        Refuses(Refusal.BETTING_NOT_OPEN, cite("3.3")),
        Refuses(Refusal.BETTING_CLOSED, cite("3.7")),
        Refuses(Refusal.WITHDRAWAL_CLOSED, cite("3.7")),
        Refuses(Refusal.SHOE_ENDED, cite("5.3.4")),
        Refuses(Refusal.NOT_NOW, cite("1.18")),
        Refuses(Refusal.NO_SUCH_BOX, cite("3.5")),
        Refuses(Refusal.NO_SUCH_BET, cite("3.6")),
        Refuses(Refusal.NO_SUCH_WAGER, cite("1.13")),
        Refuses(Refusal.NOT_IN_CHIPS, cite("3.4")),
        Refuses(Refusal.OVER_MAXIMUM, cite("3.4")),
        Refuses(Refusal.UNDER_MINIMUM, cite("3.4")),
        Refuses(Refusal.NO_SUCH_CARD, cite("2.2.1", "5.3.1")),
        Refuses(Refusal.CARD_ALREADY_OUT, cite("2.2.1")),
        Refuses(Refusal.NOT_THE_NEXT_CARD, cite("5.4", "5.7")),
        Refuses(Refusal.WRONG_RECIPIENT, cite("3.8", "3.9")),
        Refuses(Refusal.WRONG_NUMBER_OF_CARDS, cite("3.9", "3.10")),
        Refuses(Refusal.CARDS_UNREAD, cite("5.6")),
    ),
)

GAME = Game(
    document=DOCUMENT,
    terms=TERMS,
    shown=(Shown("the five bets on each terminal", cite("2.1", "2.1.1")),),
    boxes=None,
    packs=Packs(4, 8, cite("2.2", "2.2.1")),
    deal=TABLE_OF_PLAY,
    ranking=RANKING,
    words=tableau.WORDS,
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
    procedure=PROCEDURE,
    irregularities=IRREGULARITIES,
    reports=AT_TERMINALS,
    last_word=LastWord(cite("5.12")),
    lesson=LESSON,
    interpretations=(
        Interpretation(readings.LIMITS_APPLY_TO, cite("3.4"), (readings.Applies.EACH_WAGER,)),
        Interpretation(readings.MINIMUM_APPLIES_TO, cite("3.4"), (readings.Applies.EACH_WAGER,)),
        Interpretation(readings.MONEY_ROUNDING, cite("4.1", "5.12")),
        Interpretation(readings.ESTABLISHED_BY, cite("5.1")),
        Interpretation(readings.OUTCOME_ESTABLISHED, cite("5.1.1", "5.1.2")),
        Interpretation(readings.HOUSE, cite("5.4"), readings.DISCRETION),
        Interpretation(readings.BACCARAT_BURN, cite("3.8")),
        Interpretation(
            readings.BACCARAT_CUT_CARD, cite("5.3.4"), ("14",), whole_number_to=MOST_CARDS
        ),
        Interpretation(live.BETTING_CLOSED_BY, cite("3.7")),
        Interpretation(live.SHOE_REPLACED_BY, cite("5.7.1")),
        Interpretation(live.EXPOSED_BEFORE_DEAL, cite("5.4", "5.12")),
        Interpretation(live.WRONG_RESULT_LATE, cite("5.6", "5.8")),
        Interpretation(live.WALKED_AWAY_CITE, cite("5.12")),
    ),
)
