"""The ruling that a table waits for, as those who may make it, or approve it, are shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import IRREGULARITIES, Remedy, Role
from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.said import Said
from croupier.table import calling_on
from croupier.table import commands as asks
from croupier.table.answers import Asked
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.record import answers, left_open
from croupier.table.remedies.cards import places_of_unread
from croupier.table.remedies.jackpot import CHOICES
from croupier.table.reported import known_to
from croupier.table.reporting import COUNTED, Answered, Question, answered_by, differs
from croupier.table.second import is_second, second_person
from croupier.table.state import parsed
from croupier.table.views import CHECKED_AT, moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.commands import AnyCommand
    from croupier.table.events import Ruled
    from croupier.table.state import Awaiting, Table

Clauses = tuple[str, ...]
Fact = bool | int | str
REASON = "as reported"
LEFT_OPEN = Remedy.SUPERVISOR_ORDERS_CARDS, Remedy.SHIFT_MANAGER_DECIDES
"""What is left to whoever rules: the order of cards, or everything."""


class ToRule(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that is awaited, for those who make it."""

    number: int
    """To be named in what decides it: `about`."""
    irregularity: str
    facts: dict[str, Fact]
    remedies: tuple[Remedy, ...]
    clauses: Clauses
    says: str
    said: Said | None
    decided_by: Role
    reported_by: str
    box: int | None
    player: str | None
    cards: str
    proposed_by: str
    """Who has decided, where a second person still has to approve."""
    reason: str
    order: tuple[str, ...]
    """Cards whose order the person who rules decides."""
    choices: tuple[Remedy, ...]
    """What may be done, where the document leaves it open."""
    replace_shoe: bool
    """Whether the person who rules may have the shoe replaced."""
    jackpot: tuple[str, ...]
    """What may be chosen for later rounds."""
    second: bool
    """Whether a second person has to approve, after this one where this one decides."""
    may_rule: bool
    may_approve: bool
    may_reject: bool
    may_withdraw: bool
    """Whether this person may take the report back."""
    round: int
    since: int
    role: Role
    """The lowest position that ends the wait."""
    not_by: tuple[str, ...]
    """Who is nobody's second person here: the reporter, whoever deals the round, and the viewer
    where one of them has to do with the making of the other's account."""
    called: Role | None
    """Because nobody came."""
    record: tuple[Answered, ...]
    """What the table's own record added to the report."""
    findings: tuple[Question, ...]
    """What this person may find otherwise than it was reported, where that changes the ruling."""


def would(table: Table, command: AnyCommand, who: Who) -> bool:
    """Whether it would be carried out, as far as this person knows, and something come of it."""
    answer = decide(table, command, who, moment(table, command), foreseen=True)
    return not isinstance(answer, Refused) and bool(answer)


def in_question(waiting: Awaiting) -> Ruled | None:
    return waiting.proposal.ruling if waiting.proposal else waiting.ruling


def to_rule(table: Table, who: Who) -> ToRule | None:
    waiting = table.awaiting
    if waiting is None or waiting.offers or (ruled := in_question(waiting)) is None:
        return None
    proposal = waiting.proposal
    needed = second_person(table, ruled)
    may_rule = proposal is None and who.holds(needed or ruled.decided_by)
    orders, free = (may_rule and one in ruled.remedies for one in LEFT_OPEN)
    return ToRule(
        number=waiting.number,
        irregularity=ruled.report.irregularity,
        facts=ruled.facts,
        remedies=ruled.remedies,
        clauses=ruled.clauses,
        says=ruled.says,
        said=ruled.said,
        decided_by=ruled.decided_by,
        reported_by=ruled.reported_by,
        box=ruled.report.box,
        player=ruled.report.player,
        cards=ruled.report.cards,
        proposed_by=proposal.by if proposal else "",
        reason=ruled.reason,
        order=to_order(ruled.report) if orders else (),
        choices=tuple(choices(table, who)) if free else (),
        replace_shoe=may_rule and Remedy.REPLACE_SHOE in ruled.remedies,
        jackpot=jackpot_choices(table, ruled) if may_rule else (),
        second=needed is not None and (not may_rule or not is_second(table, who, ruled, needed)),
        may_rule=may_rule,
        may_approve=would(table, asks.Approve(), who),
        may_reject=would(table, asks.Reject(REASON), who),
        may_withdraw=would(table, asks.WithdrawReport(), who),
        round=ruled.report.round or table.round.number,
        since=waiting.since,
        role=calling_on.lowest_who_decides(table, waiting),
        not_by=not_by(table, ruled, who) if needed else (),
        called=waiting.called,
        record=recorded(table, ruled, who),
        findings=findings(table, ruled, who) if may_rule else (),
    )


def not_by(table: Table, ruled: Ruled, who: Who) -> tuple[str, ...]:
    involved = {ruled.reported_by} | table.round.dealt_by
    return tuple(sorted(involved | ({who.name} if involved & set(who.apart) else set())))


def jackpot_choices(table: Table, ruled: Ruled) -> tuple[str, ...]:
    at_fault = ruled.report.irregularity == "jackpot-fault"
    return tuple(CHOICES) if at_fault and table.game.jackpot else ()


def recorded(table: Table, ruled: Ruled, who: Who) -> tuple[Answered, ...]:
    """As far as this person may know it; only facts that the report did not have to say."""
    asked = known_to(Asked(table, who, table.awaiting.since if table.awaiting else 0))
    return answered_by(answers(asked, ruled.report, ruled.report))


def findings(table: Table, ruled: Ruled, who: Who) -> tuple[Question, ...]:
    """Facts that are open as far as this person knows, and change what the clause says."""
    asked = known_to(Asked(table, who, CHECKED_AT))
    closed = left_open(answers(asked, ruled.report, ruled.report))
    name = ruled.report.irregularity
    open_: list[Question] = []
    for fact in IRREGULARITIES[name]:
        if fact.name in closed or fact.name in COUNTED or fact.name not in ruled.facts:
            continue
        others = {one: value for one, value in ruled.facts.items() if one != fact.name}
        found = [ruling(table.game, name, others | {fact.name: one}) for one in fact.values]
        if any(differs(one, found[0]) for one in found[1:]):
            open_.append(Question(fact.name, fact.values, ruled.facts[fact.name]))
    return tuple(open_)


def to_order(report: asks.Report) -> tuple[str, ...]:
    """Cards that were drawn together, those that nobody has read by their place."""
    named = (str(card) for card in parsed(report.cards))
    return tuple(places_of_unread(report) or named)


def choices(table: Table, who: Who) -> Iterator[Remedy]:
    """What can be done to this round as it stands, where the document leaves it open."""
    for remedy in Remedy:
        if remedy is not Remedy.SHIFT_MANAGER_DECIDES and would(
            table, asks.Rule(REASON, (remedy,)), who
        ):
            yield remedy
