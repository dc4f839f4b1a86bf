"""An irregularity is reported: checked against what its reporter may know, then ruled on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from croupier.engine.irregularities import IRREGULARITIES, Remedy
from croupier.engine.refusals import Refused
from croupier.engine.reports import Carried
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.rulebook.marks import carries
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.answers import NAME_ALL_CARDS_OF_THE_ROUND, NO_CARDS_ARE_DEALT
from croupier.table.applying import ruling_on
from croupier.table.commands import TERMINALS
from croupier.table.dealing import read_cards
from croupier.table.grounds import ungrounded
from croupier.table.masked import as_known_to, can_be_the_same
from croupier.table.record import RECORD_SHOWS, Recorded, answers, contradiction, round_of
from croupier.table.remedies.cards import lying, sound
from croupier.table.remedies.carry_out import made_by
from croupier.table.remedies.register import NEEDS
from croupier.table.second import second_person
from croupier.table.situation import as_it_is
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.engine.rulings import Ruling
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent, Ruled

NO_ROUND = Sentence("no-round", "there is no round {round}")
NO_PLACE = Sentence("no-place", "there is no place {place}")
POWER_FAILURE_INTERRUPTS_THE_ROUND = Sentence(
    "power-failure-interrupts-the-round", "a power failure interrupts the round"
)
NO_IRREGULARITY_IS_CALLED = Sentence(
    "no-irregularity-is-called", "no irregularity is called {name:quoted}"
)
REPORT_CARRIES_NO_SUCH_FACT = Sentence(
    "report-carries-no-such-fact",
    "a report of {irregularity:irregularity} carries no {carried:fact}",
)
NO_CARDS_OF_THIS_ROUND_ARE_DEALT = Sentence(
    "no-cards-of-this-round-are-dealt", "no cards of this round are dealt"
)

POWER = "power-failure"
BY_A_PERSON = {Remedy.SHIFT_MANAGER_DECIDES, Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.NO_JACKPOT_BETS}
"""Of these the person whom the clause names has to say something."""


class Understood(NamedTuple):
    """A report as the table understands it."""

    report: asks.Report
    """Under the name that its cards give it, with its round."""
    known: dict[str, Recorded]
    answer: Ruling


def begin_report(asked: Asked, _command: asks.BeginReport) -> list[AnyEvent] | Refused:
    return [happened.ReportBegun(by=asked.by, at=asked.at)]


def report(asked: Asked, command: asks.Report) -> list[AnyEvent] | Refused:
    understood = understand(asked, command)
    if isinstance(understood, Refused):
        return understood
    ruled = ruled_by(understood.answer, understood.report, asked.by, said=command.irregularity)
    if refused := missing(known_to(asked), ruled, ruled.remedies):
        return refused
    reported = happened.IrregularityReported(
        by=asked.by, at=asked.at, ruling=ruled, clauses=ruled.clauses
    )
    if waits_for_a_person(asked, ruled):
        return [reported]
    return [reported, *made_by(asked, asked.by, ruled)]


def known_to(asked: Asked) -> Asked:
    return asked.with_table(as_known_to(asked.table, asked.who))


def understand(asked: Asked, command: asks.Report) -> Understood | Refused:
    """By what the reporter may know, and nothing else."""
    if refused := unreadable(asked, command):
        return refused
    asked = known_to(asked)
    table = asked.table
    number = round_of(table, command)
    if refused := no_such_round(asked, command, number):
        return refused
    command = replace(command, round=number)
    late = number < table.round.number
    found = command if late else as_it_is(table, command)
    known = answers(asked, found, command)
    try:
        listed = {fact.name for fact in IRREGULARITIES[found.irregularity]}
        stays = {name: one for name, one in command.facts.items() if name in listed}
        for checked in (command, replace(found, facts=stays)):
            if says := contradiction(answers(asked, checked, command), checked):
                return asked.no(Refusal.RECORD_SHOWS_OTHERWISE, says)
        given = stays | {name: one.value for name, one in known.items()}
        answer = ruling_on(table, found, given)
    except BadInput as wrong:
        return asked.no(Refusal.NO_SUCH_IRREGULARITY, wrong.said)
    if says := ungrounded(table, found):
        return asked.no(Refusal.RECORD_SHOWS_OTHERWISE, RECORD_SHOWS(shows=says), answer.clauses)
    return Understood(found, known, answer)


def unreadable(asked: Asked, command: asks.Report) -> Refused | None:
    name = command.irregularity
    if name == POWER:
        return asked.no(Refusal.NO_SUCH_IRREGULARITY, POWER_FAILURE_INTERRUPTS_THE_ROUND())
    if name not in IRREGULARITIES:
        return asked.no(Refusal.NO_SUCH_IRREGULARITY, NO_IRREGULARITY_IS_CALLED(name=name[:40]))
    for carried in Carried:
        given = getattr(command, carried) not in (None, "", TERMINALS)
        if given and not may_carry(asked, name, carried):
            what = REPORT_CARRIES_NO_SUCH_FACT(irregularity=name, carried=carried)
            return asked.no(Refusal.NOT_IN_THIS_REPORT, what)
    return cards_are_sound(known_to(asked), command)


def may_carry(asked: Asked, name: str, carried: Carried) -> bool:
    return carried in asked.table.game.reports[name]


@carries(Refusal.NOT_NOW)
def no_such_round(asked: Asked, command: asks.Report, number: int) -> Refused | None:
    table = asked.table
    if not 0 <= number <= table.round.number or (command.round is not None and number < 1):
        return asked.no(Refusal.NOT_NOW, NO_ROUND(round=command.round or number))
    if table.step is Step.BETTING and number < 1:
        return asked.no(Refusal.NOT_NOW, NO_CARDS_ARE_DEALT())
    implied = round_of(table, replace(command, round=None))
    if number == table.round.number != implied:
        return asked.no(Refusal.NOT_NOW, NO_CARDS_OF_THIS_ROUND_ARE_DEALT())
    return None


def ruled_by(answer: Ruling, report: asks.Report, by: str, said: str = "") -> Ruled:
    return happened.Ruled(
        report=report,
        facts=dict(answer.facts),
        remedies=answer.remedies,
        decided_by=answer.decided_by,
        offered_to=answer.offered_to,
        clauses=answer.clauses,
        says=answer.says,
        said=answer.said,
        reported_by=by,
        withdrawal_by=answer.withdrawal_by,
        reported_as="" if said == report.irregularity else said,
        replace_shoe={Remedy.NO_EFFECT, Remedy.REPLACE_SHOE} <= set(answer.remedies),
    )


@carries(Refusal.NO_SUCH_BOX)
def cards_are_sound(asked: Asked, command: asks.Report) -> Refused | None:
    """Whether the cards named in a report can be read, and can lie as it says."""
    texts = (command.cards, command.drawn, *(command.lies or {}).values())
    for text in texts:
        if isinstance(cards := read_cards(asked, text), Refused):
            return cards
    places = set(command.lies or {}) | set(command.moves or {})
    allowed = {-1, 0, 1} if asked.table.game.drawn_by_tableau else {-1, 0, *asked.table.boxes}
    if places - allowed:
        return asked.no(Refusal.NO_SUCH_BOX, NO_PLACE(place=min(places - allowed)))
    late = round_of(asked.table, command) < asked.table.round.number
    return can_lie(asked, command) if not late and (command.lies or command.drawn) else None


@carries(Refusal.CARD_ALREADY_OUT, Refusal.NOT_NOW)
def can_lie(asked: Asked, command: asks.Report) -> Refused | None:
    """Whether cards can lie as reported: once the deal began, none twice, all of them drawn."""
    table = asked.table
    if table.step is Step.BETTING:
        return asked.no(Refusal.NOT_NOW, NO_CARDS_ARE_DEALT())
    there = Counter(card for cards in lying(table, command).values() for card in cards)
    there.update((*table.round.removed, *table.kept))
    if says := sound(table, there):
        return asked.no(Refusal.CARD_ALREADY_OUT, says)
    if command.drawn and not can_be_the_same(Counter(parsed(command.drawn)), there):
        what = NAME_ALL_CARDS_OF_THE_ROUND()
        return asked.no(Refusal.FACTS_MISSING, what)
    return None


def waits_for_a_person(asked: Asked, ruled: Ruled) -> bool:
    if second_person(asked.table, ruled) or BY_A_PERSON & set(ruled.remedies):
        return True
    return asked.who.role is not None and not asked.who.holds(ruled.decided_by)


def missing(asked: Asked, ruled: Ruled, remedies: tuple[Remedy, ...]) -> Refused | None:
    """What a remedy cannot do without."""
    for remedy in remedies:
        if says := NEEDS[remedy](asked.table, ruled.report):
            return asked.no(Refusal.FACTS_MISSING, says, ruled.clauses)
    return None
