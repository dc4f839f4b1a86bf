"""Power lost in mid-round: the game's own clause decides by what is established."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import LastWord, Remedy
from croupier.engine.readings import ESTABLISHED_BY, EstablishedBy
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, handles
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.answers import Asked
from croupier.table.commands import AUTOMATIC, BURNT, CLOCK, DEALER, PLAYER_HAND, Report
from croupier.table.configuring import with_closing
from croupier.table.established import Interrupted, SeenBox, established
from croupier.table.evolve import evolve
from croupier.table.reading_in import unread_first
from croupier.table.remedies.options import offer_withdrawal
from croupier.table.remedies.rounds import voided
from croupier.table.reported import POWER, ruled_by
from croupier.table.second import is_second, second_person
from croupier.table.seen import by_anybody
from croupier.table.state import Cards, Step, as_drawn, set_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table import commands as asks
    from croupier.table.events import AnyEvent, Ruled
    from croupier.table.state import Table

NO_ROUND_TO_INTERRUPT = Sentence(
    "no-round-to-interrupt", "no round is in play that could be interrupted"
)
HOUSES_OWN_DEALER_GOES_ON = Sentence(
    "houses-own-dealer-goes-on",
    "the house's own dealer deals here: it goes on, or the house itself stops",
)
DECISION_IS_AWAITED = Sentence(
    "decision-is-awaited", "a decision is awaited, and all clocks stand already"
)
ROUND_IS_NOT_INTERRUPTED = Sentence("round-is-not-interrupted", "the round is not interrupted")
SECOND_PERSON_RESUMES_THE_ROUND = Sentence(
    "second-person-resumes-the-round", "a second person resumes the round"
)


FAILED = "power or equipment failed"


@carries(Refusal.NOT_NOW, Refusal.NOT_PERMITTED)
def interrupt(asked: Asked, _command: asks.Interrupt) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is Step.CONCLUDED or table.interrupted:
        return asked.no(Refusal.NOT_NOW, NO_ROUND_TO_INTERRUPT())
    if asked.who.is_staff and table.round.opened_by == AUTOMATIC.name:  # in journals of before
        what = HOUSES_OWN_DEALER_GOES_ON()
        return asked.no(Refusal.NOT_PERMITTED, what)
    if table.awaiting is not None and asked.who.is_staff:
        what = DECISION_IS_AWAITED()
        return asked.no(Refusal.RULING_AWAITED, what, table.awaiting.clauses or None)
    return [happened.RoundInterrupted(by=asked.by, at=asked.at)]


@carries(Remedy.PLAY_ON)
@handles("power-failure")
def resume(asked: Asked, _command: asks.Resume) -> list[AnyEvent] | Refused:
    table = asked.table
    if not table.interrupted:
        return asked.no(Refusal.NOTHING_AWAITED, ROUND_IS_NOT_INTERRUPTED())
    if refused := unread_first(asked):
        return refused
    found = what_is_established(table)
    answer = ruling(table.game, POWER, {"established": bool(found)})
    resumed = happened.RoundResumed(
        by=asked.by,
        at=asked.at,
        established=found,
        remedies=answer.remedies,
        clauses=answer.clauses,
    )
    ruled = ruled_by(answer, Report(irregularity=POWER), table.interrupted_by)
    asked = asked.with_table(evolve(table, resumed))
    if refused := alone(asked, table, ruled):
        return refused
    if waits_for_another(asked, ruled):
        return [resumed, reported(asked, ruled)]
    made = made_of(asked, ruled)
    if Remedy.VOID_ROUND in answer.remedies:
        both = [made] if made.approved_by else []
        return [resumed, *both, voided(asked, asked.by, answer.clauses)]
    if Remedy.OFFER_WITHDRAWAL in answer.remedies:
        if table.awaiting is None:
            return [resumed, made, *offer_withdrawal(asked, made)]
        if not table.awaiting.offers:  # another ruling is awaited, and the options come first
            return [resumed, *offer_withdrawal(asked, made)]
    return [resumed]


@carries(LastWord)
@handles("power-failure")
def lost(table: Table, at: int) -> list[AnyEvent]:
    """The round is void: what became of it after a backup is not on record, but people know it.

    So no outcome counts as established. Where a document's clause on power failures voids nothing,
    it is one for what no clause covers.
    """
    answer = ruling(table.game, POWER, {"established": False})
    clauses = answer.clauses
    if Remedy.VOID_ROUND not in answer.remedies:
        clauses = (*clauses, *table.game.last_word.cite.numbers)
    events: list[AnyEvent] = []
    if not table.interrupted:
        events.append(happened.RoundInterrupted(by=CLOCK.name, at=at))
    events.append(
        happened.RoundResumed(
            by=CLOCK.name, at=at, established=(), remedies=(Remedy.VOID_ROUND,), clauses=clauses
        )
    )
    ended = [*events, voided(Asked(table, CLOCK, at), CLOCK.name, clauses)]
    return with_closing(table, ended, at)


def made_of(asked: Asked, ruled: Ruled) -> happened.RulingMade:
    """What follows from a person's word is on record with both persons, and why."""
    by, approved_by = asked.by, None
    if is_a_persons(ruled) and asked.by != ruled.reported_by:
        ruled = replace(ruled, reason=FAILED)
        by, approved_by = ruled.reported_by, asked.by
    return happened.RulingMade(
        by=by, at=asked.at, ruling=ruled, approved_by=approved_by, clauses=ruled.clauses
    )


def is_a_persons(ruled: Ruled) -> bool:
    return ruled.reported_by not in {"", CLOCK.name}


def waits_for_another(asked: Asked, ruled: Ruled) -> bool:
    """What follows from a person's word takes two; the house's own interruption none at all."""
    if not is_a_persons(ruled):
        return False
    needed = second_person(asked.table, ruled)
    return needed is not None and not is_second(asked.table, asked.who, ruled, needed)


def alone(asked: Asked, before: Table, ruled: Ruled) -> Refused | None:
    """Where something else is awaited already, the second person resumes it himself."""
    if before.awaiting is None or not waits_for_another(asked, ruled):
        return None
    return asked.no(Refusal.SECOND_PERSON, SECOND_PERSON_RESUMES_THE_ROUND(), ruled.clauses)


def reported(asked: Asked, ruled: Ruled) -> happened.IrregularityReported:
    return happened.IrregularityReported(
        by=ruled.reported_by, at=asked.at, ruling=ruled, clauses=ruled.clauses
    )


def what_is_established(table: Table) -> tuple[happened.EstablishedBet, ...]:
    """By the cards that someone entitled to has seen, or by all that are dealt."""
    by_tableau = table.game.drawn_by_tableau
    if not by_tableau and is_miscounted(table, DEALER):
        return ()  # nothing is proved against a hand that is not ranked
    seen, hands = counted(table), with_those_coming(table)
    lying = tuple(
        SeenBox(
            None if by_tableau else box,
            as_drawn(table.cards_of(PLAYER_HAND), table.cards_of(DEALER))
            if by_tableau
            else seen(hands.get(box, ())),
            frozenset(wager.bet for wager in table.on_box(box))
            if by_tableau or not is_miscounted(table, box)
            else frozenset(),
            table.round.decisions.get(box),
        )
        for box in (table.boxes if by_tableau else table.boxes_in_play())
    )
    gone = seen((*table.round.removed, *table.cards_of(BURNT)))
    if any(gone) and not by_tableau:
        lying += (SeenBox(None, gone, frozenset()),)
    try:
        answer = established(Interrupted(table.game, lying, seen(hands.get(DEALER, ()))))
    except BadInput:
        return ()  # nor by hands that no table of play gives
    return tuple(
        happened.EstablishedBet(one.box, one.bet, one.outcome.value, one.says)
        for one in answer.bets
    )


def is_miscounted(table: Table, place: int) -> bool:
    """Too many cards, or too few after the deal."""
    cards, dealing = len(table.cards_of(place)), table.step in {Step.BETTING, Step.DEALING}
    return cards > table.hand_size or (cards < table.hand_size and not dealing)


def counted(table: Table) -> Callable[[Cards], Cards]:
    """Of some cards those that count: seen by anybody, or by the other reading all."""
    if table.game.reads(ESTABLISHED_BY) is EstablishedBy.DEALT or table.game.cards_open:
        return lambda cards: cards
    known = by_anybody(table)
    return lambda cards: tuple(card if card in known else None for card in cards)


def with_those_coming(table: Table) -> dict[int, Cards]:
    """The hands, with the cards that were seen to come next where they will go."""
    known, hands = by_anybody(table), dict(table.round.hands)
    left = tuple(card if card in known else None for card in table.next_cards)
    for place in table.round.to_deal if any(left) else ():
        size = set_size(table, place)
        hands[place] = hands.get(place, ()) + left[:size]
        left = left[size:]
    return hands
