"""What a document orders at this table: the ruling on a report, by the facts and the time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.engine.irregularities import IRREGULARITIES, Remedy, Role
from croupier.engine.play_readings import (
    EXPOSED_BEFORE_DEAL,
    VOID_FOUND_AFTER_SETTLEMENT,
    WRONG_RESULT_LATE,
    ExposedBeforeDeal,
    VoidAfterSettlement,
    WrongResultLate,
)
from croupier.engine.rulings import Ruling, decided_freely, ruling
from croupier.said import Sentence
from croupier.table.commands import DEALER
from croupier.table.record import noticed, viewed
from croupier.table.remedies.carry_out import REOPENS
from croupier.table.situation import (
    DEALERS_HAND,
    EXPOSED,
    IN_EXCESS,
    OF_THE_DEAL,
    PLAYERS_HAND,
    WRONG_RESULT,
    wrong_counts,
)
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.table.commands import Report
    from croupier.table.state import Table

CARD_CAME_INTO_VIEW = Sentence(
    "card-came-into-view-while-betting", "A card came into view while bets are still taken"
)
WRONG_HAND_WOULD_BE_LEFT = Sentence(
    "wrong-hand-would-be-left",
    "A hand with a wrong number of cards would be left, and such a hand has no rank",
)
SETTLEMENT_STANDS = Sentence(
    "settlement-stands",
    "It was found when the round was settled: the settlement stands.",
)
CARDS_LEAVE_PLAY = Sentence(
    "settlement-stands-cards-leave-play",
    "It was found when the round was settled: the settlement stands, and the cards leave play.",
)

LATE = "error-noticed-late"
OF_THE_DECK = {"foreign-card", "card-count-wrong", "cards-not-shuffled", "cards-run-out"}
PUT_RIGHT = {Remedy.VOID_ROUND, Remedy.RECONSTRUCT, Remedy.MOVE_HANDS}
GOES_ON = {Remedy.PLAY_ON, Remedy.OFFER_OPTIONS, Remedy.REMOVE_HAND}


def ruling_on(table: Table, report: Report, facts: Mapping[str, object]) -> Ruling:
    number = report.round if report.round is not None else table.round.number
    if number < table.round.number:
        return found_late(table, report, facts)
    if is_exposed_before_the_deal(table, report):
        return last_word(table, report, facts, CARD_CAME_INTO_VIEW)
    answer = ruling(table.game, report.irregularity, facts)
    if table.round.lines and settlement_stands(table, report, answer):
        return after_settlement(table, report, answer)
    if leaves_a_wrong_hand(table, report, answer):
        return last_word(table, report, facts, WRONG_HAND_WOULD_BE_LEFT)
    return answer


def last_word(table: Table, report: Report, facts: Mapping[str, object], why: Sentence) -> Ruling:
    """What the clauses do not settle is the shift manager's to decide."""
    answer = ruling(table.game, "uncovered", {})
    known = ruling(table.game, report.irregularity, facts).facts
    said = decided_freely(why())
    return replace(answer, irregularity=report.irregularity, facts=known, said=said)


def found_late(table: Table, report: Report, facts: Mapping[str, object]) -> Ruling:
    """By the document's clause for what is noticed late; the next round is never touched."""
    game, name = table.game, report.irregularity
    listed = {fact.name for fact in IRREGULARITIES[name]}
    known = {name: value for name, value in facts.items() if name in listed}
    if name == WRONG_RESULT and corrects_late(table):
        return replace(ruling(game, name, known), decided_by=Role.SHIFT_MANAGER)
    if "noticed" in listed:
        known["noticed"] = noticed(table, 0).value
        answer = ruling(game, name, known)
        if Remedy.NO_EFFECT in answer.remedies or Remedy.SHIFT_MANAGER_DECIDES in answer.remedies:
            return answer
    return replace(ruling(game, LATE, {}), irregularity=name, facts=ruling(game, name, known).facts)


def corrects_late(table: Table) -> bool:
    """Whether a wrong result is put right also when the next round has begun."""
    before = WrongResultLate.BEFORE_NEXT_ROUND
    return table.game.reads(WRONG_RESULT_LATE, otherwise=before) is WrongResultLate.AT_ANY_TIME


def is_exposed_before_the_deal(table: Table, report: Report) -> bool:
    if table.step is not Step.BETTING or report.irregularity not in {EXPOSED, IN_EXCESS}:
        return False
    reading = table.game.reads(EXPOSED_BEFORE_DEAL, otherwise=ExposedBeforeDeal.PLAYS_ON)
    return reading is ExposedBeforeDeal.SHIFT_MANAGER


def settlement_stands(table: Table, report: Report, answer: Ruling) -> bool:
    """Where a round is over with its settlement, few clauses reach back to it."""
    of_cards = report.irregularity in OF_THE_DECK | OF_THE_DEAL | {EXPOSED}
    touches = bool(set(answer.remedies) & REOPENS) and not answer.until_next_round
    reversed_ = VoidAfterSettlement.REVERSED
    reading = table.game.reads(VOID_FOUND_AFTER_SETTLEMENT, otherwise=reversed_)
    return of_cards and touches and reading is VoidAfterSettlement.STANDS


def after_settlement(table: Table, report: Report, answer: Ruling) -> Ruling:
    """The round is not touched; cards that are not in order leave play."""
    [point] = [one for one in table.game.interpretations if one.of is VOID_FOUND_AFTER_SETTLEMENT]
    deck = report.irregularity in OF_THE_DECK
    return replace(
        answer,
        remedies=(Remedy.NO_EFFECT, *((Remedy.REPLACE_SHOE,) if deck else ())),
        decided_by=Role.DEALER,
        clauses=point.cite.numbers,
        said=(CARDS_LEAVE_PLAY if deck else SETTLEMENT_STANDS)(),
        withdrawal_by=None,
    )


def leaves_a_wrong_hand(table: Table, report: Report, answer: Ruling) -> bool:
    """Whether play would go on with a hand that has not the number of cards of a hand."""
    remedies = set(answer.remedies)
    if table.game.drawn_by_tableau or remedies & PUT_RIGHT or not remedies & GOES_ON:
        return False
    wrong = wrong_counts(table, report)
    if Remedy.REMOVE_HAND not in remedies:
        return bool(wrong) or report.irregularity in {DEALERS_HAND, PLAYERS_HAND}
    return DEALER in wrong or any(
        not is_removed(table, box, answer) for box in wrong if box != report.box
    )


def is_removed(table: Table, box: int, answer: Ruling) -> bool:
    """Whether the same ruling takes another such hand out of play as well."""
    facts = dict(answer.facts) | {"viewed": viewed(table, box).value}
    return ruling(table.game, answer.irregularity, facts).remedies == answer.remedies
