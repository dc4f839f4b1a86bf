"""A game that leaves something out fails when it is made, in one line that says what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cards import Hand
from croupier.engine import readings
from croupier.engine.bets import METER, Awards, Bet, Loses, Needs, NotPlaced, Pays, Spot
from croupier.engine.deal import Deal, Packs
from croupier.engine.decisions import Decision, Decisionless
from croupier.engine.interpretations import Interpretation, Reading
from croupier.engine.irregularities import Case, OfferedTo, Remedy
from croupier.engine.jackpot import Carried, Jackpot, envy, grown_by, pay_majors
from croupier.engine.limits import Limits, ProRata, ToMaximum, UnderMinimum
from croupier.engine.outcome import lost, stood_off, won
from croupier.engine.ranking import By, Ranking
from croupier.engine.readings import Applies
from croupier.engine.steps import Looking, Refusal, Refuses, Restricting, Viewer
from croupier.games import game
from croupier.games._pictures import THREE_PICTURES_POINTS
from croupier.games._points import points
from croupier.problems import Incomplete
from tests.support.sevens_pictures import GAME, MAIN, cite

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game
    from croupier.engine.outcome import Condition

LAW = cite("1.2")
LOSES = Loses("Lost", LAW)
PROCEDURE = GAME.procedure
BACCARAT, POKER, PICTURES = map(game, ("baccarat", "three-card-poker", "three-pictures"))


def bet(title: str, *lines: Any, spot: Spot | None = Spot.LOWER_LEFT, **more: Any) -> Bet:  # noqa: ANN401
    return Bet(title, *(lines or (LOSES,)), placed=LAW, spot=spot, **more)


def with_bets(*bets: Bet) -> dict[str, Any]:
    return {"bets": (MAIN, *bets)}


def procedure(**other: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"procedure": replace(PROCEDURE, **other)}


def without(point: object) -> dict[str, Any]:
    return {"interpretations": tuple(one for one in GAME.interpretations if one.of is not point)}


def case(irregularity: str, *remedies: Remedy, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"irregularities": (Case(irregularity, remedies, LAW, **more),)}


def ranking(*keys: By, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"ranking": Ranking(*keys, **more)}


DECISION = Decision(
    entry="main",
    play="sevens",
    cite=LAW,
    fold=LAW,
    place=LAW,
    unseen=Decisionless(LAW),
    more=LAW,
    less=LAW,
)
JACKPOT = Jackpot(
    bet="sevens",
    entry="main",
    prescribed=LAW,
    not_envied=Carried(envy, LAW),
    grows=Carried(grown_by, LAW),
    envy=Carried(envy, LAW),
    order=Carried(pay_majors, LAW),
)
AWARD = Awards("All", METER, lambda _: True, LAW)
ON_AREAS = Interpretation(readings.LIMITS_APPLY_TO, LAW)
UNLISTED = Interpretation(THREE_PICTURES_POINTS, LAW)
FIRST_BETTOR = Looking(Viewer.FIRST_SEATED_BETTOR, LAW, one_hand=LAW)
MISSING = [
    ({"bets": ()}, "its bets are missing"),
    (with_bets(bet("Main")), "two bets are called main"),
    (
        with_bets(bet("Odd", needs=Needs("ante", LAW, missing=NotPlaced(LAW)))),
        "Odd needs a bet ante, which the game does not have",
    ),
    (
        with_bets(bet("Odd", spot=None, bonus_on="ante")),
        "Odd is a bonus on a bet ante, which the game does not have",
    ),
    (
        {"decision": replace(DECISION, entry="ante")},
        "the decision follows a bet ante, which the game does not have",
    ),
    (
        {"decision": replace(DECISION, play="raise")},
        "the decision places a bet raise, which the game does not have",
    ),
    (
        {"jackpot": replace(JACKPOT, bet="coin")},
        "the jackpot has a bet coin, which the game does not have",
    ),
    (
        {"jackpot": replace(JACKPOT, entry="ante")},
        "the jackpot needs a bet ante, which the game does not have",
    ),
    ({"jackpot": JACKPOT}, "the jackpot's bet Sevens pays no award"),
    (with_bets(bet("Odd", AWARD, LOSES)), "Odd pays awards, and no jackpot names it"),
    (with_bets(bet("Odd", spot=None)), "where the bet Odd lies on the felt is missing: its spot"),
    (with_bets(bet("Odd", spot=Spot.CENTRE)), "Main and Odd both lie centre"),
    (
        with_bets(bet("Odd", bonus_on="main")),
        "nothing is staked for the bonus Odd, so it has no spot",
    ),
    (ranking(points=points), "what hands are ranked by is missing"),
    (
        ranking(By(points, LAW)),
        "what a hand is called is missing: its ranking has no name and no points",
    ),
    (procedure(deals={}), "how cards are dealt is missing"),
    ({"boxes": None}, "hands are dealt to boxes, and how many there are is missing"),
    (procedure(exposing=None), "how the dealer's hand is exposed is missing"),
    ({"decision": DECISION}, "the hand with which the dealer qualifies is missing"),
    (
        {"interpretations": (*GAME.interpretations, ON_AREAS)},
        "the interpretation limits-apply-to is there twice",
    ),
    *(
        (without(one), f"the interpretation {one.name} is missing")
        for one in (
            readings.LIMITS_APPLY_TO,
            readings.MINIMUM_APPLIES_TO,
            readings.MONEY_ROUNDING,
            readings.ESTABLISHED_BY,
            readings.OUTCOME_ESTABLISHED,
        )
    ),
    (
        {"limits": Limits(ProRata(LAW, LAW), UnderMinimum(LAW))},
        "the interpretation pro-rata-basis is missing",
    ),
    (
        {"interpretations": (ON_AREAS, *GAME.interpretations[1:])},
        "the interpretation over-maximum-shares is missing",
    ),
    (
        {"limits": Limits(ToMaximum(LAW), UnderMinimum(LAW, once=True))},
        "the interpretation under-minimum-memory is missing",
    ),
    (
        {"decision": DECISION, "qualifies": POKER.qualifies},
        "the interpretation short-play-bet is missing",
    ),
    (
        {"jackpot": JACKPOT, **with_bets(bet("Sevens", AWARD, LOSES))},
        "the interpretation envy-own-hands is missing",
    ),
    (procedure(looking=FIRST_BETTOR), "the interpretation viewing is missing"),
    (
        with_bets(
            bet("Odd", Pays("Odd", "1:1", UNLISTED.decides(zero=won, none=stood_off), LAW), LOSES)
        ),
        "the interpretation three-pictures-points is missing",
    ),
    (
        case(
            "misdealt",
            Remedy.VOID_ROUND,
            under=Reading(readings.MOVED_HANDS_OPTIONS, readings.MovedHands.OFFERED),
        ),
        "the interpretation moved-hands-options is missing",
    ),
    (
        case("misdealt", Remedy.VOID_ROUND, by=readings.HOUSE),
        "the interpretation house-discretion is missing",
    ),
    (
        case("misdealt", Remedy.VOID_ROUND, offered_to=OfferedTo.AFFECTED),
        "the interpretation affected-players is missing",
    ),
    (
        case("player-walked-away", Remedy.FOLD_HAND),
        "the ruling on player-walked-away is fold-hand, and nothing is decided",
    ),
    (
        case("jackpot-fault", Remedy.NO_JACKPOT_BETS),
        "the ruling on jackpot-fault is no-jackpot-bets, and there is no jackpot",
    ),
    (
        case("misdealt", Remedy.OFFER_OPTIONS),
        "the ruling on misdealt speaks of options-answered-by: no such interpretation",
    ),
    (
        case("misdealt", Remedy.VOID_ROUND, because="By the cards {stablished_by:said}"),
        "the ruling on misdealt speaks of stablished-by: no such interpretation",
    ),
    *(
        (
            procedure(refusals=tuple(one for one in PROCEDURE.refusals if one.why is not why)),
            f"the clause by which a command is refused as {why} is missing",
        )
        for why in (one.why for one in PROCEDURE.refusals)
    ),
    *(
        (
            procedure(**uses) | more,
            f"the clause by which a command is refused as {why} is missing",
        )
        for uses, more, why in (
            ({"limits": replace(PROCEDURE.limits, advised=False)}, {}, Refusal.UNDER_MINIMUM),
            ({"on_behalf": None}, {}, Refusal.NOT_BY_STAFF),
            ({"restricting": Restricting(LAW, LAW)}, {}, Refusal.ONE_BOX_ONLY),
            ({}, {"sharing": replace(GAME.sharing, players_a_box=1)}, Refusal.BOX_TAKEN),
            ({}, {"sharing": replace(GAME.sharing, wagers_an_area=3)}, Refusal.AREA_FULL),
            ({"looking": Looking(Viewer.ONLY_PLAYER, LAW, LAW)}, {}, Refusal.NOT_YOUR_HAND),
        )
    ),
    (
        {"packs": Packs(6, 6, LAW)},
        "hands at boxes are computed from one pack, and it may have several",
    ),
    ({"deal": Deal(4, LAW)}, "hands at boxes are computed with 1 to 3 cards, not 4"),
    (
        procedure(refusals=(*PROCEDURE.refusals, Refuses(Refusal.NOT_NOW, LAW))),
        "the refusal not-now is there twice",
    ),
]


@pytest.mark.parametrize(("changes", "says"), MISSING, ids=[says for _, says in MISSING])
def test_a_game_says_what_it_lacks(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(Incomplete) as found:
        replace(GAME, **changes)
    assert str(found.value) == f"sevens-pictures: {says}"


@pytest.mark.parametrize(
    ("of", "why"),
    [
        (POKER, Refusal.NOTHING_TO_DECIDE),
        (POKER, Refusal.HANDS_NOT_READY),
        (POKER, Refusal.BOX_CLOSED),
        (POKER, Refusal.NO_JACKPOT_BETS),
        (POKER, Refusal.NOT_THE_PRESCRIBED_AMOUNT),
        (POKER, Refusal.NOT_TO_BE_SEEN),
        (POKER, Refusal.ONE_HAND_ONLY),
        (game("lucky-three-pictures"), Refusal.HANDS_NOT_READY),
        (game("royal-three-pictures"), Refusal.NOT_SEATED),
        (BACCARAT, Refusal.SHOE_ENDED),
    ],
)
def test_what_a_game_uses_it_also_refuses(of: Game, why: Refusal) -> None:
    kept = tuple(one for one in of.procedure.refusals if one.why is not why)
    says = f"^{of.name}: the clause by which a command is refused as {why} is missing$"
    with pytest.raises(Incomplete, match=says):
        replace(of, procedure=replace(of.procedure, refusals=kept))


def is_flush(hand: Hand) -> bool:
    return len({card.suit for card in hand}) == 1


def has_seven_points(hand: Hand) -> bool:
    return points(hand) == 7


def is_natural(hand: Hand) -> bool:
    return len(hand) == 2 and points(hand) > 7


@pytest.mark.parametrize(
    ("game", "when", "says"),
    [
        pytest.param(
            BACCARAT,
            lambda outcome: (
                lost(outcome) and len(outcome.against) == 3 and has_seven_points(outcome.against)
            ),
            "Odd distinguishes Kd Ac against Kd 7c from Kd Ac against Jd Tc 7h",
            id="dragon-7",
        ),
        pytest.param(
            BACCARAT,
            lambda outcome: won(outcome) and is_natural(outcome.hand),
            "Odd distinguishes Kd 8c against Kd Ac from Jd Tc 8h against Kd Ac",
            id="natural",
        ),
        pytest.param(
            BACCARAT,
            lambda outcome: len(outcome.hand) + len(outcome.against) == 6,
            "Odd distinguishes Kd Ac against Kd Ac from Jd Tc Ah against Jd Tc Ah",
            id="six-cards",
        ),
        pytest.param(
            BACCARAT,
            lambda outcome: is_flush(Hand(outcome.hand[:2])),
            "Odd distinguishes Kd Ac against Kd Ac from Qs As against Qs As",
            id="one-suit",
        ),
        pytest.param(
            BACCARAT,
            lambda outcome: outcome.hand[0] == outcome.hand[1],
            "Odd distinguishes 2c 2d against Kd Ac from 2s 2s against Kd Ac",
            id="perfect-pair",
        ),
        pytest.param(
            BACCARAT,
            lambda outcome: outcome.hand[0].rank == outcome.hand[1].rank and won(outcome),
            "Odd goes by points and by pairs together",
            id="pair-that-wins",
        ),
        pytest.param(
            PICTURES,
            lambda outcome: is_flush(outcome.hand),
            "Odd distinguishes",
            id="flush",
        ),
        pytest.param(
            PICTURES,
            lambda outcome: len({card.rank for card in outcome.hand}) == 1,
            "Odd distinguishes",
            id="three-of-a-kind",
        ),
        pytest.param(
            PICTURES,
            lambda outcome: outcome.against[0].rank == "K",
            "Odd distinguishes",
            id="king-of-the-dealer",
        ),
        pytest.param(
            POKER,
            lambda outcome: outcome.hand[0].suit == outcome.hand[1].suit,
            "Odd distinguishes",
            id="two-of-a-suit",
        ),
        pytest.param(POKER, won, "Odd distinguishes", id="won-without-the-decision"),
    ],
)
def test_a_bet_that_no_engine_can_compute_is_refused(
    game: Game, when: Condition, says: str
) -> None:
    """Odds, shoe, simulator and `established` would answer wrongly without a word."""
    free = next(spot for spot in Spot if spot not in [bet.spot for bet in game.bets])
    odd = bet("Odd", Pays("Odd", "40:1", when, LAW), LOSES, spot=free)
    with pytest.raises(Incomplete, match=f"^{game.name}: {says}.*cannot be computed$"):
        replace(game, bets=(*game.bets, odd), lesson=None)


@pytest.mark.parametrize("point", ["baccarat-burn", "baccarat-cut-card"])
def test_a_shoe_that_outlives_the_round_has_its_readings(point: str) -> None:
    kept = tuple(one for one in BACCARAT.interpretations if one.name != point)
    with pytest.raises(Incomplete, match=f"^baccarat: the interpretation {point} is missing$"):
        replace(BACCARAT, interpretations=kept)


def test_the_table_of_play_goes_by_points() -> None:
    named = Ranking(*BACCARAT.ranking.keys, name=str)
    says = "^baccarat: the table of play goes by points, and its ranking has none$"
    with pytest.raises(Incomplete, match=says):
        replace(BACCARAT, ranking=named)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Bet("Odd", placed=LAW, spot=None), "the bet Odd has no last line that loses"),
        (
            lambda: bet("Odd", Pays("Odd", "1:1", lambda _: True, LAW)),
            "the bet Odd has no last line that loses whatever happens",
        ),
        (lambda: case("sneezing", Remedy.PLAY_ON), "no irregularity is called sneezing"),
        (
            lambda: case("misdealt", Remedy.PLAY_ON, when={"handeld": True}),
            "misdealt has no fact handeld=true",
        ),
        (
            lambda: case("card-exposed", Remedy.PLAY_ON, when={"first-card": True}),
            r"card-exposed \(first-card=true\) has no usual sentence: say one",
        ),
    ],
)
def test_a_part_says_what_it_lacks(made: Callable[[], object], says: str) -> None:
    with pytest.raises(Incomplete, match=f"^{says}"):
        made()


def test_a_reading_is_asked_of_a_game_that_has_it() -> None:
    assert GAME.reads(readings.LIMITS_APPLY_TO) is Applies.EACH_WAGER
    never = readings.Dissatisfied.NEVER
    assert GAME.reads(readings.DISSATISFIED_WITHDRAWAL, otherwise=never) is never
    says = "^sevens-pictures: the interpretation dissatisfied-withdrawal is missing$"
    with pytest.raises(Incomplete, match=says):
        GAME.reads(readings.DISSATISFIED_WITHDRAWAL)


def test_an_interpretation_allows_only_what_its_point_can_be_read_as() -> None:
    with pytest.raises(ValueError, match="'zero' is not a valid Applies"):
        Interpretation(readings.LIMITS_APPLY_TO, LAW, ("zero",))
