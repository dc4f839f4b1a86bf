"""How an irregularity is reported: which facts matter, what the ruling would be, what it needs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import CARDS, IRREGULARITIES, Remedy, Role, Value
from croupier.engine.refusals import Refused
from croupier.engine.reports import Carried
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.said import Said
from croupier.table import events as happened
from croupier.table.answers import Asked
from croupier.table.applying import ruling_on
from croupier.table.commands import DEALER, PLAYER_HAND, Report
from croupier.table.dealing import place_name
from croupier.table.decide import decide
from croupier.table.record import answers, round_of
from croupier.table.reported import POWER, known_to
from croupier.table.second import second_person
from croupier.table.situation import EXPOSED, as_it_is

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game
    from croupier.engine.irregularities import Fact
    from croupier.engine.rulings import Ruling
    from croupier.table.commands import Who
    from croupier.table.events import AnyEvent
    from croupier.table.record import Recorded
    from croupier.table.state import Table

COUNTED = {CARDS.name}
"""What follows from the cards that are named."""
FEW_CARDS = (1, 2)
"""One card or more: no document counts further."""
NEVER = {Carried.DRAWN: Remedy.RECONSTRUCT, Carried.MOVES: Remedy.MOVE_HANDS}
"""What is asked for only where the remedy needs it."""
NO_CHIPS = {
    Remedy.REJECT_EXCESS,
    Remedy.ADVISE_PLAYER,
    Remedy.RETURN_BET,
    Remedy.BET_STANDS,
}
"""For these it is enough to name the bet."""
NOTHING_MORE = {Remedy.VOID_ROUND, Remedy.NO_EFFECT, Remedy.REPLACE_SHOE}


class Known(msgspec.Struct, frozen=True):
    """An irregularity as this table's document has it."""

    name: str
    covered: bool
    """Whether the document provides for it; else the clause with the last word."""
    facts: tuple[str, ...]
    """Those that can change the ruling."""


class Question(msgspec.Struct, frozen=True):
    fact: str
    values: tuple[Value, ...]
    suggests: Value
    """As far as the table knows."""


class Answered(msgspec.Struct, frozen=True):
    """A fact that the record answers, so that nobody is asked."""

    fact: str
    value: Value
    says: str
    said: Said
    at: int | None = None
    """When it happened."""


class Where(msgspec.Struct, frozen=True):
    """A place of the table, to be named in a report."""

    place: int
    title: str
    cards: int


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What a report would lead to."""

    facts: dict[str, Value]
    remedies: tuple[Remedy, ...]
    clauses: tuple[str, ...]
    decided_by: Role
    says: str
    said: Said
    withdrawal_by: Role | None
    at_once: bool
    """Carried out with the report; else the role that is named decides."""
    second: bool
    """Whether a second person has to approve."""
    second_person: Role | None
    """The lowest role that this person must hold."""
    players: int
    wagers: int
    cents: int


class Reporting(msgspec.Struct, frozen=True, kw_only=True):
    """A report on its way: the next question, or the ruling."""

    question: Question | None
    fields: tuple[str, ...]
    """What a report has beside facts: `player`, `box`, `bet`, `cents`, `cards`, `lies`…"""
    places: tuple[Where, ...]
    foreseen: Foreseen | None
    missing: str | None
    """Why it cannot be sent yet."""
    missing_said: Said | None = None
    record: tuple[Answered, ...] = ()
    """What the table's own record answers."""
    round: int = 0
    """The round that it is about."""
    left: int = 0
    """How many facts are still open."""
    clash: bool = False
    """Whether it says otherwise than the record shows, which is refused."""
    clashing: tuple[str, ...] = ()
    """The facts of which it says so."""


def irregularities(table: Table) -> list[Known]:
    game = table.game
    covered = {case.irregularity for case in game.irregularities}
    found = []
    for name in IRREGULARITIES:
        known = as_it_is(table, Report(irregularity=name)).irregularity
        facts = tuple(fact.name for fact in that_matter(game, known, {}))
        found.append(Known(name, known in covered, facts))
    return found


def that_matter(game: Game, irregularity: str, answered: Mapping[str, Value]) -> Iterator[Fact]:
    """The open facts that can still change the ruling, whatever the answers to the others."""
    still = [fact for fact in IRREGULARITIES[irregularity] if fact.name not in answered]
    for fact in still:
        others = [one for one in still if one is not fact]
        for values in product(*(values_of(one) for one in others)):
            given = dict(answered) | dict(zip((one.name for one in others), values, strict=True))
            found = [ruling(game, irregularity, given | {fact.name: v}) for v in values_of(fact)]
            if any(differs(one, found[0]) for one in found[1:]):
                yield fact
                break


def values_of(fact: Fact) -> tuple[Value, ...]:
    return FEW_CARDS if fact.name in COUNTED else fact.values


def differs(one: Ruling, other: Ruling) -> bool:
    return (one.remedies, one.clauses, one.decided_by, one.said) != (
        other.remedies,
        other.clauses,
        other.decided_by,
        other.said,
    )


def reporting(table: Table, report: Report, who: Who, at: int) -> Reporting:
    """What to ask next; `decide` says what would follow."""
    if report.irregularity not in IRREGULARITIES or report.irregularity == POWER:
        raise BadInput(f"{report.irregularity[:40]!r} is not reported in this way")
    asked = known_to(Asked(table, who, at))
    said = replace(report, round=round_of(table, report))
    found = as_it_is(asked.table, said)
    known = answers(asked, found, said)
    record = answered_by(known)
    listed = {fact.name: fact for fact in IRREGULARITIES[found.irregularity]}
    given = {name: listed[name].read(said) for name, said in report.facts.items() if name in listed}
    counted = {name: listed[name].default for name in COUNTED & listed.keys()}
    answered = counted | given | {name: one.value for name, one in known.items()}
    late = (said.round or 0) < table.round.number
    still = [] if late else list(that_matter(table.game, found.irregularity, answered))
    number = said.round or 0
    clashing = tuple(
        name for name, value in given.items() if name in known and known[name].value != value
    )
    if still:
        return replace(asking(table, still, record, number), clashing=clashing)
    answer = ruling_on(asked.table, found, answered)
    asked_for = fields(table, found.irregularity, answer.remedies)
    told = decide(table, report, who, at)
    refused = told if isinstance(told, Refused) else None
    return Reporting(
        question=None,
        fields=asked_for,
        places=places(table),
        foreseen=foreseen(table, answer, [] if isinstance(told, Refused) else told),
        missing=refused.says if refused else None,
        missing_said=refused.said if refused else None,
        record=record,
        round=number,
        clash=refused is not None and refused.why is Refusal.RECORD_SHOWS_OTHERWISE,
        clashing=clashing,
    )


def answered_by(known: Mapping[str, Recorded]) -> tuple[Answered, ...]:
    return tuple(
        Answered(name, one.value, str(one.said), one.said, one.at) for name, one in known.items()
    )


def asking(table: Table, still: list[Fact], record: tuple[Answered, ...], number: int) -> Reporting:
    """One fact at a time."""
    return Reporting(
        question=Question(still[0].name, values_of(still[0]), still[0].default),
        fields=(),
        places=places(table),
        foreseen=None,
        missing=None,
        record=record,
        round=number,
        left=len(still),
    )


def foreseen(table: Table, answer: Ruling, events: list[AnyEvent]) -> Foreseen:
    reports = [one for one in events if isinstance(one, happened.IrregularityReported)]
    wagers = table.round.wagers.values()
    needed = next((second_person(table, one.ruling) for one in reports), None)
    return Foreseen(
        facts=dict(answer.facts),
        remedies=answer.remedies,
        clauses=answer.clauses,
        decided_by=answer.decided_by,
        says=answer.says,
        said=answer.said,
        withdrawal_by=answer.withdrawal_by,
        at_once=len(events) > len(reports),
        second=needed is not None,
        second_person=needed,
        players=len({wager.player for wager in wagers}),
        wagers=len(wagers),
        cents=sum(wager.cents for wager in wagers),
    )


def fields(table: Table, irregularity: str, remedies: tuple[Remedy, ...]) -> tuple[str, ...]:
    """What the game says that such a report may carry, as far as the ruling needs it."""
    if set(remedies) <= NOTHING_MORE and irregularity != EXPOSED:
        return ()
    may = table.game.reports[irregularity]
    skipped = {carried for carried, remedy in NEVER.items() if remedy not in remedies}
    if set(remedies) & NO_CHIPS:
        skipped.add(Carried.CENTS)
    return tuple(one for one in Carried if one in may - skipped)


def places(table: Table) -> tuple[Where, ...]:
    there = (PLAYER_HAND, DEALER) if table.game.drawn_by_tableau else (*table.boxes, DEALER)
    return tuple(
        Where(place, place_name(table, place), len(table.cards_of(place))) for place in there
    )
