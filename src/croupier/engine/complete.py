"""What a game has to say of itself before anyone plays it: one line for the first thing missing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from croupier.engine import readings
from croupier.engine.bets import Awards, Result
from croupier.engine.computable import not_computable
from croupier.engine.deal import Deal, Tableau
from croupier.engine.interpretations import Decides
from croupier.engine.irregularities import OfferedTo, Remedy, Role
from croupier.engine.limits import ProRata, ToMaximum
from croupier.engine.needed_refusals import needed_refusals
from croupier.engine.reports import undeclared
from croupier.engine.rulings import sentence
from croupier.engine.steps import Viewer
from croupier.problems import Incomplete

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.engine.game import Game
    from croupier.engine.interpretations import OpenPoint


def check_complete(game: Game) -> None:
    for missing in lacks(game):
        raise Incomplete(f"{game.name}: {missing}")
    for reason in not_computable(game):
        raise Incomplete(f"{game.name}: {reason}")


def lacks(game: Game) -> Iterator[str]:
    yield from of_bets(game)
    yield from of_spots(game)
    yield from of_cards(game)
    yield from of_interpretations(game)
    yield from of_rulings(game)
    yield from of_refusals(game)
    yield from of_lesson(game)


def of_bets(game: Game) -> Iterator[str]:
    if not game.bets:
        yield "its bets are missing"
    yield from (f"two bets are called {name}" for name in twice(bet.name for bet in game.bets))
    for what, name in named_bets(game):
        if name not in game.bet:
            yield f"{what} a bet {name}, which the game does not have"
    fed = game.jackpot.bet if game.jackpot else None
    for bet in game.bets:
        if bet.name != fed and any(isinstance(line, Awards) for line in bet.lines):
            yield f"{bet.title} pays awards, and no jackpot names it"
        if bet.name == fed and not any(isinstance(line, Awards) for line in bet.lines):
            yield f"the jackpot's bet {bet.title} pays no award"


def named_bets(game: Game) -> Iterator[tuple[str, str]]:
    """Every name of a bet that something else in the game goes by."""
    for bet in game.bets:
        if bet.needs:
            yield f"{bet.title} needs", bet.needs.bet
        if bet.bonus_on:
            yield f"{bet.title} is a bonus on", bet.bonus_on
    if game.decision:
        yield "the decision follows", game.decision.entry
        yield "the decision places", game.decision.play
    if game.jackpot:
        yield "the jackpot has", game.jackpot.bet
        yield "the jackpot needs", game.jackpot.entry


def of_spots(game: Game) -> Iterator[str]:
    for bet in game.bets:
        if bet.bonus_on and bet.spot:
            yield f"nothing is staked for the bonus {bet.title}, so it has no spot"
        if bet.spot is None and not bet.bonus_on:
            yield f"where the bet {bet.title} lies on the felt is missing: its spot"
    for spot in twice(bet.spot for bet in game.bets if bet.spot):
        both = " and ".join(bet.title for bet in game.bets if bet.spot == spot)
        yield f"{both} both lie {spot}"


def of_cards(game: Game) -> Iterator[str]:
    ranking, procedure = game.ranking, game.procedure
    if not ranking.keys:
        yield "what hands are ranked by is missing"
    if ranking.name is None and ranking.points is None:
        yield "what a hand is called is missing: its ranking has no name and no points"
    if not procedure.deals:
        yield "how cards are dealt is missing"
    if isinstance(game.deal, Tableau):
        if ranking.points is None:
            yield "the table of play goes by points, and its ranking has none"
        return
    if game.boxes is None:
        yield "hands are dealt to boxes, and how many there are is missing"
    if procedure.exposing is None:
        yield "how the dealer's hand is exposed is missing"
    if game.decision and game.qualifies is None:
        yield "the hand with which the dealer qualifies is missing"


def of_interpretations(game: Game) -> Iterator[str]:
    has = Counter(one.of for one in game.interpretations)
    for point, number in has.items():
        if number > 1:
            yield f"the interpretation {point.name} is there twice"
    for point in needed_points(game):
        if point not in has:
            yield f"the interpretation {point.name} is missing"


ALWAYS = (
    readings.LIMITS_APPLY_TO,
    readings.MINIMUM_APPLIES_TO,
    readings.MONEY_ROUNDING,
    readings.ESTABLISHED_BY,
    readings.OUTCOME_ESTABLISHED,
)
WITH_JACKPOT = (
    readings.ENVY_OWN_HANDS,
    readings.ENVY_AFTER_FOLD,
    readings.ENVY_FROM_FOLDED_HAND,
    readings.ENVY_SEVERAL_HANDS,
    readings.JACKPOT_BET_RETURNED,
    readings.CONTRIBUTION_OF_WINNING_ROUND,
)


def needed_points(game: Game) -> Iterator[OpenPoint[Any]]:
    """What will be asked of the game, given what it uses."""
    yield from ALWAYS
    over, looking = game.limits.over_maximum, game.procedure.looking
    if isinstance(over, ProRata):
        yield from (readings.PRO_RATA_BASIS, readings.PRO_RATA_FLOOR)
    if isinstance(over, ToMaximum) and game.sharing.players_a_box != 1 and by_area(game):
        yield readings.OVER_MAXIMUM_SHARES
    if game.limits.under_minimum.once:
        yield readings.UNDER_MINIMUM_MEMORY
    if game.decision:
        yield readings.SHORT_PLAY_BET
    if game.jackpot:
        yield from WITH_JACKPOT
    if looking and looking.who is Viewer.FIRST_SEATED_BETTOR:
        yield readings.VIEWING
    if not isinstance(game.deal, Deal):
        yield from (readings.BACCARAT_BURN, readings.BACCARAT_CUT_CARD)
    rules = [game.ranking.points, *(line.when for bet in game.bets for line in bet.lines)]
    yield from (rule.interpretation.of for rule in rules if isinstance(rule, Decides))
    yield from points_of_cases(game)


def by_area(game: Game) -> bool:
    applies = [one for one in game.interpretations if one.of is readings.LIMITS_APPLY_TO]
    return any(readings.Applies.AREA_TOTAL in one.values for one in applies)


def points_of_cases(game: Game) -> Iterator[OpenPoint[Any]]:
    for case in game.irregularities:
        if case.under:
            yield case.under.of
        if not isinstance(case.by, Role):
            yield case.by
        if case.offered_to is OfferedTo.AFFECTED:
            yield readings.AFFECTED_PLAYERS


OF_A_DECISION = {Remedy.FOLD_HAND, Remedy.SETTLE_ON_PLAY_AMOUNT}
OF_A_JACKPOT = {Remedy.PAY_BY_LAST_METER, Remedy.NO_JACKPOT_BETS}


def of_rulings(game: Game) -> Iterator[str]:
    yield from (f"what a report of {name} may carry" for name in undeclared(game.reports))
    for case in game.irregularities:
        for remedy in case.remedies:
            if remedy in OF_A_DECISION and game.decision is None:
                yield f"the ruling on {case.irregularity} is {remedy}, and nothing is decided"
            if remedy in OF_A_JACKPOT and game.jackpot is None:
                yield f"the ruling on {case.irregularity} is {remedy}, and there is no jackpot"
        try:
            sentence(game, case, case.offered_to)
        except KeyError as unknown:
            point = unknown.args[0].replace("_", "-")
            yield f"the ruling on {case.irregularity} speaks of {point}: no such interpretation"


def of_refusals(game: Game) -> Iterator[str]:
    refused = [one.why for one in game.procedure.refusals]
    yield from (f"the refusal {why} is there twice" for why in twice(refused))
    for why in needed_refusals(game):
        if why not in refused:
            yield f"the clause by which a command is refused as {why} is missing"


def twice(values: Iterable[str]) -> list[str]:
    return [value for value, number in Counter(values).items() if number > 1]


def of_lesson(game: Game) -> Iterator[str]:
    """A game may be without one; what it has is whole, and about its own pay tables."""
    lesson = game.lesson
    if lesson is None:
        return
    for bet in game.bets:
        if bet.name not in lesson.wins:
            yield f"its lesson does not say when {bet.title} wins"
    for name, event in (*lesson.shows.items(), lesson.first, lesson.then):
        lines = game.bet[name].lines if name in game.bet else ()
        if event not in [line.event for line in lines if line.result is Result.WIN]:
            yield f"its lesson shows {event} on {name}, which wins nothing"
