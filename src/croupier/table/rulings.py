"""Rulings: made by the role that the clause names, approved by a second person, carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from croupier.engine.irregularities import Remedy, Role
from croupier.engine.readings import HOUSE
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, handles
from croupier.said import Sentence
from croupier.table import authority, hand_counts
from croupier.table import events as happened
from croupier.table.applying import ruling_on
from croupier.table.commands import CLOCK, Decides
from croupier.table.configuring import in_force
from croupier.table.grounds import disproved
from croupier.table.reading_in import unread_first
from croupier.table.record import RECORD_SHOWS, answers, contradiction, left_open
from croupier.table.remedies.cards import places_of_unread
from croupier.table.remedies.carry_out import FOUND, REOPENS, made_by
from croupier.table.remedies.corrections import is_late
from croupier.table.remedies.jackpot import CHOICES
from croupier.table.remedies.rounds import let_out
from croupier.table.reported import can_lie, known_to, missing, ruled_by
from croupier.table.second import is_second, second_person
from croupier.table.situation import as_it_is
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.commands import About, AnyCommand
    from croupier.table.events import AnyEvent, Ruled
    from croupier.table.state import Table

SAY_WHAT_HOLDS_LATER = Sentence(
    "say-what-holds-later", "say what holds for later rounds: {choices:options}"
)
ONE_OF_THE_CHOICES = Sentence("one-of-the-choices", "one of {choices:options}")
NAME_THE_ORDER = Sentence("name-the-order", "name the order of {cards:words}")
NO_RULING_IS_AWAITED = Sentence("no-ruling-is-awaited", "no ruling is awaited")
RULING_HAS_A_REASON = Sentence("ruling-has-a-reason", "a ruling has a reason")
NO_REPORT_WAITS_FOR_A_RULING = Sentence(
    "no-report-waits-for-a-ruling", "no report waits for a ruling"
)
SOMEBODY_HAS_RULED_ON_THE_REPORT = Sentence(
    "somebody-has-ruled-on-the-report", "somebody has ruled on the report"
)
ONLY_THE_REPORTER_MAY_WITHDRAW_THE_REPORT = Sentence(
    "only-the-reporter-may-withdraw-the-report", "only {by} may withdraw the report"
)
CLAUSE_SAYS_WHAT_IS_DONE = Sentence(
    "clause-says-what-is-done", "the clause itself says what is to be done"
)
SAY_WHAT_IS_TO_BE_DONE = Sentence("say-what-is-to-be-done", "say what is to be done")
ROUND_IS_OVER_AND_A_LATER_ONE_NOT_TOUCHED = Sentence(
    "round-is-over-and-a-later-one-not-touched",
    "round {round} is over, and a later one is not touched",
)
JACKPOT_IS_NOT_AT_FAULT = Sentence("jackpot-is-not-at-fault", "the jackpot is not at fault")
ROLE_OR_MORE_SENIOR_DECIDES_THIS = Sentence(
    "role-or-more-senior-decides-this", "the {role:role} or someone more senior decides this"
)
NAME_THE_BOX_THAT_IS_CLOSED = Sentence("name-the-box-that-is-closed", "name the box that is closed")
NUMBER_DOES_NOT_WAIT_ANY_MORE = Sentence(
    "number-does-not-wait-any-more",
    "this was about number {about}, which does not wait any more: look again",
)
PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_APPROVES = Sentence(
    "pit-supervisor-or-someone-more-senior-approves",
    "a pit supervisor or someone more senior approves",
)
SECOND_PERSON_APPROVES = Sentence("second-person-approves", "a second person approves")
ROLE_OR_MORE_SENIOR_APPROVES_THIS = Sentence(
    "role-or-more-senior-approves-this", "the {role:role} or someone more senior approves this"
)
NEITHER_THE_REPORTER_NOR_WHOEVER_DEALS = Sentence(
    "neither-the-reporter-nor-whoever-deals",
    "neither the reporter nor whoever deals the round approves it",
)
NOTHING_WAITS_FOR_APPROVAL = Sentence("nothing-waits-for-approval", "nothing waits for approval")
PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_DECIDES = Sentence(
    "pit-supervisor-or-someone-more-senior-decides",
    "a pit supervisor or someone more senior decides",
)
ANOTHER_PERSON_REJECTS_A_REPORT = Sentence(
    "another-person-rejects-a-report",
    "another person, a pit supervisor or more senior, rejects what a person reported",
)
REJECTION_HAS_A_REASON = Sentence("rejection-has-a-reason", "a rejection has a reason")
NO_RULING_LETS_A_PLAYER_OUT = Sentence(
    "no-ruling-lets-a-player-out", "no ruling lets a player out of this round"
)
ROLE_OR_MORE_SENIOR_PERMITS_THIS = Sentence(
    "role-or-more-senior-permits-this", "the {role:role} or someone more senior permits this"
)
REPORTER_LETS_NOBODY_OUT = Sentence(
    "reporter-lets-nobody-out", "whoever reported it does not let a player out"
)
DEALERS_HAND_SHOWS = Sentence("dealers-hand-shows", "the dealer's hand shows")
PLAYER_HAS_NO_WAGER_THERE = Sentence("player-has-no-wager-there", "{player} has no wager there")


CHANGES_HANDS = {Remedy.MOVE_HANDS, Remedy.RECONSTRUCT}


@carries(Remedy.SHIFT_MANAGER_DECIDES, Refusal.NOT_PERMITTED)
def rule(asked: Asked, command: asks.Rule) -> list[AnyEvent] | Refused:
    waiting = asked.table.awaiting
    if waiting is None or waiting.ruling is None or waiting.offers:
        return asked.no(Refusal.NOTHING_AWAITED, NO_RULING_IS_AWAITED())
    ruled = with_findings(asked, as_read_in(asked, waiting.ruling), command)
    if isinstance(ruled, Refused):
        return ruled
    for one in (waiting.ruling, ruled):
        if not asked.who.holds(one.decided_by):
            what = ROLE_OR_MORE_SENIOR_DECIDES_THIS(role=one.decided_by)
            return asked.no(Refusal.NOT_PERMITTED, what, one.clauses)
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, RULING_HAS_A_REASON())
    remedies = remedies_of(asked, ruled, command)
    if isinstance(remedies, Refused):
        return remedies
    ruled = replace(
        ruled,
        remedies=remedies,
        reason=command.reason,
        order=command.order,
        replace_shoe=command.replace_shoe or ruled.replace_shoe,
        jackpot=command.jackpot,
    )
    if refused := wrong_choice(asked, ruled) or cannot_be_so(asked, ruled):
        return refused
    needed = second_person(asked.table, ruled)
    if needed is not None and not is_second(asked.table, asked.who, ruled, needed):
        return [
            happened.RulingProposed(
                by=asked.by,
                at=asked.at,
                ruling=ruled,
                role=asked.who.role,
                clauses=ruled.clauses,
            )
        ]
    return made_by(asked, asked.by, ruled) if not asked.foreseen else made(asked, asked.by, ruled)


def made(asked: Asked, by: str, ruled: Ruled) -> list[AnyEvent]:
    """The ruling alone: what it comes to may hang on cards that are not seen."""
    return [happened.RulingMade(by=by, at=asked.at, ruling=ruled, clauses=ruled.clauses)]


@carries(Refusal.NOT_NOW, Refusal.NOT_PERMITTED)
def withdraw_report(asked: Asked, _command: asks.WithdrawReport) -> list[AnyEvent] | Refused:
    """By the reporter, until somebody has ruled; the report stays on record.

    One that is only begun says nothing yet: whoever stands at the table may let play go on.
    """
    waiting = asked.table.awaiting
    if waiting is not None and waiting.begun:
        return [happened.ReportDropped(by=asked.by, at=asked.at)]
    if waiting is None or waiting.ruling is None or waiting.offers:
        return asked.no(Refusal.NOTHING_AWAITED, NO_REPORT_WAITS_FOR_A_RULING())
    if waiting.by != waiting.ruling.reported_by:
        return asked.no(Refusal.NOT_NOW, SOMEBODY_HAS_RULED_ON_THE_REPORT(), waiting.clauses)
    if asked.by != waiting.by:
        what = ONLY_THE_REPORTER_MAY_WITHDRAW_THE_REPORT(by=waiting.by)
        return asked.no(Refusal.NOT_PERMITTED, what, waiting.clauses)
    return [
        happened.ReportWithdrawn(
            by=asked.by,
            at=asked.at,
            irregularity=waiting.ruling.report.irregularity,
            clauses=waiting.clauses,
        )
    ]


def cannot_be_so(asked: Asked, ruled: Ruled) -> Refused | None:
    """Before a second person the cards are read in: what was claimed is now compared with them."""
    report = ruled.report
    if CHANGES_HANDS & set(ruled.remedies) and (refused := unread_first(asked, report.lies or ())):
        return refused
    needed = second_person(asked.table, ruled)
    alone = needed is not None and not is_second(asked.table, asked.who, ruled, needed)
    if alone or asked.foreseen:
        asked = known_to(asked)  # whoever only proposes it is told nothing of hidden cards
    elif says := disproved(asked.table, report):
        return asked.no(Refusal.RECORD_SHOWS_OTHERWISE, RECORD_SHOWS(shows=says), ruled.clauses)
    lies = report.lies is not None or report.drawn
    if lies and not is_late(asked.table, report) and (refused := can_lie(asked, report)):
        return refused
    return missing(asked, ruled, ruled.remedies)


def as_read_in(asked: Asked, ruled: Ruled) -> Ruled:
    """Before a second person the hidden cards show whether whole hands have changed places."""
    report, needed = ruled.report, second_person(asked.table, ruled)
    second = needed is not None and is_second(asked.table, asked.who, ruled, needed)
    told = second and not asked.foreseen
    if not told or not report.lies or report.moves or is_late(asked.table, report):
        return ruled
    found = as_it_is(asked.table, report)
    if found.moves is None or found.irregularity != report.irregularity:
        return ruled
    answer = ruling_on(asked.table, found, ruled.facts | {"movable": True})
    return ruled_by(answer, found, ruled.reported_by, ruled.reported_as or report.irregularity)


def with_findings(asked: Asked, ruled: Ruled, command: asks.Rule) -> Ruled | Refused:
    """The ruling as reported, or as it is by the facts that the person who decides has found."""
    if not command.facts:
        return ruled
    found = replace(ruled.report, facts=dict(command.facts))
    try:
        known = left_open(answers(asked, ruled.report, ruled.report))
        if says := contradiction(known, found):
            return asked.no(Refusal.RECORD_SHOWS_OTHERWISE, says, ruled.clauses)
        answer = ruling_on(asked.table, ruled.report, ruled.facts | command.facts)
    except BadInput as wrong:
        return asked.no(Refusal.FACTS_MISSING, wrong.said, ruled.clauses)
    return ruled_by(answer, ruled.report, ruled.reported_by, ruled.reported_as)


def remedies_of(asked: Asked, ruled: Ruled, command: asks.Rule) -> tuple[Remedy, ...] | Refused:
    left_open = Remedy.SHIFT_MANAGER_DECIDES in ruled.remedies
    if command.remedies is None:
        if left_open:
            return asked.no(Refusal.FACTS_MISSING, SAY_WHAT_IS_TO_BE_DONE())
        return ruled.remedies
    if not left_open:
        what = CLAUSE_SAYS_WHAT_IS_DONE()
        return asked.no(Refusal.NOT_AN_OPTION, what, ruled.clauses)
    if not command.remedies or Remedy.SHIFT_MANAGER_DECIDES in command.remedies:
        return asked.no(Refusal.FACTS_MISSING, SAY_WHAT_IS_TO_BE_DONE())
    if is_late(asked.table, ruled.report) and set(command.remedies) & (REOPENS | FOUND):
        what = ROUND_IS_OVER_AND_A_LATER_ONE_NOT_TOUCHED(round=ruled.report.round)
        return asked.no(Refusal.NOT_AN_OPTION, what, ruled.clauses)
    return command.remedies


@handles("jackpot-fault")
def wrong_choice(asked: Asked, ruled: Ruled) -> Refused | None:
    if Remedy.SUPERVISOR_ORDERS_CARDS in ruled.remedies:
        given = ruled.order.split()
        named = places_of_unread(ruled.report) or ruled.report.cards.split()
        if sorted(given) != sorted(named):
            what = NAME_THE_ORDER(cards=list(named))
            return asked.no(Refusal.FACTS_MISSING, what, ruled.clauses)
    at_fault = ruled.report.irregularity == "jackpot-fault"
    if ruled.jackpot is not None and not at_fault:
        return asked.no(Refusal.NOT_AN_OPTION, JACKPOT_IS_NOT_AT_FAULT(), ruled.clauses)
    if ruled.jackpot is None and at_fault and asked.table.game.jackpot:
        what = SAY_WHAT_HOLDS_LATER(choices=list(CHOICES))
        return asked.no(Refusal.FACTS_MISSING, what, ruled.clauses)
    return wrong_jackpot_choice(asked, ruled) if ruled.jackpot is not None else None


@carries(Refusal.NOT_PERMITTED)
def wrong_jackpot_choice(asked: Asked, ruled: Ruled) -> Refused | None:
    """It is the house's to make, and a box that is closed has to be named."""
    house = asked.table.game.reads(HOUSE, otherwise=Role.PIT_SUPERVISOR)
    if ruled.jackpot not in CHOICES:
        what = ONE_OF_THE_CHOICES(choices=list(CHOICES))
        return asked.no(Refusal.NOT_AN_OPTION, what, ruled.clauses)
    if not asked.who.holds(house):
        what = ROLE_OR_MORE_SENIOR_DECIDES_THIS(role=house)
        return asked.no(Refusal.NOT_PERMITTED, what, ruled.clauses)
    if ruled.jackpot == "close-box" and ruled.report.box not in asked.table.boxes:
        return asked.no(Refusal.FACTS_MISSING, NAME_THE_BOX_THAT_IS_CLOSED(), ruled.clauses)
    return None


def changed_meanwhile(asked: Asked, command: AnyCommand) -> Refused | None:
    """Whether what this was about is no longer what waits: nobody approves what was not seen."""
    if not isinstance(command, Decides) or command.about is UNSET:
        return None
    waiting = asked.table.awaiting
    if (waiting and waiting.number == command.about) or about_typing(asked.table, command):
        return None
    what = NUMBER_DOES_NOT_WAIT_ANY_MORE(about=command.about)
    return declined(Policy.CHANGED_MEANWHILE, what)


def about_typing(table: Table, command: Decides) -> bool:
    typing = table.round.typing
    return typing is not None and authority.is_asked(table) and command.about == typing.number


@carries(Refusal.NOT_PERMITTED)
def approve(asked: Asked, command: asks.Approve) -> list[AnyEvent] | Refused:
    table, waiting = asked.table, asked.table.awaiting
    waits = waiting is not None and bool(waiting.proposal or waiting.setup or waiting.cards)
    unnamed = authority.is_asked(table) and command.about is UNSET and not waits
    if unnamed or about_typing(table, command):
        return authority.allow_typing(asked)
    if waiting is None or waiting.offers or not waits:
        return asked.no(Refusal.NOTHING_AWAITED, NOTHING_WAITS_FOR_APPROVAL())
    if waiting.cards is not None:
        return hand_counts.confirm(asked)
    if not asked.who.holds(Role.PIT_SUPERVISOR):
        return asked.no(Refusal.NOT_PERMITTED, PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_APPROVES())
    if not asked.who.pairs_with(waiting.by):
        return asked.no(Refusal.SECOND_PERSON, SECOND_PERSON_APPROVES())
    if waiting.setup is not None:
        return in_force(asked, waiting.by, waiting.setup)
    assert waiting.proposal is not None
    return approve_ruling(asked, waiting.proposal)


@carries(Refusal.NOT_PERMITTED)
def approve_ruling(asked: Asked, proposal: happened.RulingProposed) -> list[AnyEvent] | Refused:
    ruled = proposal.ruling
    needed = second_person(asked.table, ruled) or Role.PIT_SUPERVISOR
    if proposal.role is not None and proposal.role.may_act_as(needed):
        needed = Role.PIT_SUPERVISOR  # the role that it takes has proposed it
    if not asked.who.holds(needed):
        what = ROLE_OR_MORE_SENIOR_APPROVES_THIS(role=needed)
        return asked.no(Refusal.NOT_PERMITTED, what, ruled.clauses)
    if not is_second(asked.table, asked.who, ruled, needed):
        what = NEITHER_THE_REPORTER_NOR_WHOEVER_DEALS()
        return asked.no(Refusal.SECOND_PERSON, what)
    if refused := cannot_be_so(asked, ruled):
        return refused
    if asked.foreseen:
        return made(asked, proposal.by, ruled)
    return made_by(asked, proposal.by, ruled, asked.by)


@carries(Refusal.NOT_PERMITTED)
def reject(asked: Asked, command: asks.Reject) -> list[AnyEvent] | Refused:
    waiting, typing = asked.table.awaiting, asked.table.round.typing
    named = about_typing(asked.table, command)
    if typing is not None and (named or (waiting is None and authority.is_asked(asked.table))):
        return reject_word(asked, command, typing.by, typing.number if waiting else UNSET)
    if waiting is None and asked.table.interrupted:
        return reject_word(asked, command, asked.table.interrupted_by)
    if waiting is None and asked.table.next_said_by:
        return reject_word(asked, command, asked.table.next_said_by)
    if waiting is None or waiting.offers:
        return asked.no(Refusal.NOTHING_AWAITED, NOTHING_WAITS_FOR_APPROVAL())
    needed = waiting.ruling.decided_by if waiting.ruling else Role.PIT_SUPERVISOR
    if not (asked.who.holds(Role.PIT_SUPERVISOR) and asked.who.holds(needed)):
        return asked.no(Refusal.NOT_PERMITTED, PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_DECIDES())
    if waiting.cards is not None and not asked.who.pairs_with(waiting.cards.by):
        return asked.no(Refusal.SECOND_PERSON, ANOTHER_PERSON_REJECTS_A_REPORT())
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, REJECTION_HAS_A_REASON())
    rejected = happened.ProposalRejected(
        by=asked.by, at=asked.at, reason=command.reason, clauses=waiting.clauses
    )
    if waiting.proposal is None:
        return [rejected]
    proposed = waiting.proposal.ruling
    answer = ruling_on(asked.table, proposed.report, proposed.facts)
    anew = ruled_by(answer, proposed.report, proposed.reported_by, proposed.reported_as)
    again = happened.IrregularityReported(
        by=asked.by, at=asked.at, ruling=anew, clauses=anew.clauses
    )
    return [rejected, again]


@carries(Refusal.NOT_PERMITTED)
def reject_word(
    asked: Asked, command: asks.Reject, by: str, about: About = UNSET
) -> list[AnyEvent] | Refused:
    """An interruption, or what comes next out of the shoe, on one person's word, is not so."""
    if by == CLOCK.name or not asked.who.pairs_with(by) or not asked.who.holds(Role.PIT_SUPERVISOR):
        what = ANOTHER_PERSON_REJECTS_A_REPORT()
        return asked.no(Refusal.NOT_PERMITTED, what)
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, REJECTION_HAS_A_REASON())
    return [happened.ProposalRejected(by=asked.by, at=asked.at, reason=command.reason, about=about)]


@carries(Refusal.NO_SUCH_WAGER, Refusal.NOT_NOW, Refusal.NOT_PERMITTED)
def permit_withdrawal(asked: Asked, command: asks.PermitWithdrawal) -> list[AnyEvent] | Refused:
    """Until the dealer's hand shows, by the role that the ruling names."""
    table = asked.table
    ruled = table.round.disputed
    if ruled is None or ruled.withdrawal_by is None:
        return asked.no(Refusal.NOTHING_AWAITED, NO_RULING_LETS_A_PLAYER_OUT())
    if not asked.who.holds(ruled.withdrawal_by):
        what = ROLE_OR_MORE_SENIOR_PERMITS_THIS(role=ruled.withdrawal_by)
        return asked.no(Refusal.NOT_PERMITTED, what, ruled.clauses)
    if not asked.who.pairs_with(ruled.reported_by):
        what = REPORTER_LETS_NOBODY_OUT()
        return asked.no(Refusal.SECOND_PERSON, what, ruled.clauses)
    if table.step not in {Step.DEALING, Step.PLAYING}:
        return asked.no(Refusal.NOT_NOW, DEALERS_HAND_SHOWS(), ruled.clauses)
    mine = [wager for wager in table.on_box(command.box) if wager.player == command.player]
    if not mine:
        return asked.no(Refusal.NO_SUCH_WAGER, PLAYER_HAS_NO_WAGER_THERE(player=command.player))
    return let_out(asked, mine, ruled.clauses)
