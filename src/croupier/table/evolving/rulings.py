"""What waits for a decision: rulings, proposals, and the options of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.evolving.betting import all_reduced
from croupier.table.evolving.pack import counted_in_vain, numbered
from croupier.table.evolving.shoe import taken_back
from croupier.table.state import Awaiting

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.events import Event
    from croupier.table.state import Table


def report_begun(table: Table, event: happened.ReportBegun) -> Table:
    return numbered(table, Awaiting(begun=True, by=event.by, since=event.at))


def irregularity_reported(table: Table, event: happened.IrregularityReported) -> Table:
    waits = Awaiting(ruling=event.ruling, by=event.by, clauses=event.ruling.clauses, since=event.at)
    return numbered(table, waits)


def ruling_proposed(table: Table, event: happened.RulingProposed) -> Table:
    waits = Awaiting(proposal=event, by=event.by, clauses=event.ruling.clauses, since=event.at)
    return numbered(table, waits)


def ruling_made(table: Table, event: happened.RulingMade) -> Table:
    round_ = replace(table.round, reported_by=event.ruling.reported_by)
    if event.ruling.withdrawal_by is not None:
        round_ = replace(round_, disputed=event.ruling)
    return replace(table, awaiting=None, round=round_)


def proposal_rejected(table: Table, event: happened.ProposalRejected) -> Table:
    """What is awaited; else to type cards, or one's word for an interruption or the next card."""
    typing = table.round.typing
    named = typing is not None and typing.number == event.about
    if table.awaiting is not None and not named:
        table = counted_in_vain(table) if table.awaiting.cards else table
        return replace(table, awaiting=None)
    if typing is not None and not typing.allowed_by:
        return replace(table, round=replace(table.round, typing=None))
    if table.interrupted:
        return replace(table, interrupted=False)
    return taken_back(table) if table.next_said_by else table


def nothing_awaited(table: Table, _event: Event) -> Table:
    return replace(table, awaiting=None)


def second_person_called(table: Table, event: happened.SecondPersonCalled) -> Table:
    assert table.awaiting is not None
    return replace(table, awaiting=replace(table.awaiting, called=event.role))


def change_proposed(table: Table, event: happened.ChangeProposed) -> Table:
    waits = Awaiting(setup=event.setup, by=event.by, clauses=event.clauses, since=event.at)
    return numbered(table, waits)


def options_offered(table: Table, event: happened.OptionsOffered) -> Table:
    """A ruling that is awaited waits until the options are answered."""
    waits = replace(
        table.awaiting or Awaiting(),
        offers=event.offers,
        unanswered=event.unanswered,
        clauses=event.clauses,
    )
    return replace(table, awaiting=waits, since=event.at)


def option_chosen(table: Table, event: happened.OptionChosen) -> Table:
    assert table.awaiting is not None
    left = tuple(
        offer
        for offer in table.awaiting.offers
        if (offer.player, offer.box) != (event.player, event.box)
    )
    round_ = all_reduced(table.round, event.returned)
    waits = replace(table.awaiting, offers=left)
    waits_on = waits if left else without_offers(waits, event.at)
    return replace(table, round=round_, awaiting=waits_on)


def without_offers(waits: Awaiting, at: int) -> Awaiting | None:
    """The ruling that was awaited before is awaited again, from now on."""
    ruled = waits.ruling or (waits.proposal.ruling if waits.proposal else None)
    if ruled is None:
        return None
    return replace(waits, offers=(), unanswered="", clauses=ruled.clauses, since=at)
