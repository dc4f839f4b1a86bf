"""Cards are counted and shuffled by hand, and a second person confirms it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.deal import Packs
from croupier.engine.irregularities import Role
from croupier.engine.refusals import APART_FROM, Refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.rulebook.marks import carries
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.commands import Report
from croupier.table.configuring import between_rounds
from croupier.table.packs import (
    Due,
    due,
    expected,
    is_in_use,
    not_ready,
    shuffle_clauses,
    were_used,
)
from croupier.table.reported import report
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent

SHOE_IN_USE_IS_REPLACED_FIRST = Sentence(
    "shoe-in-use-is-replaced-first", "cards of a shoe in use are shuffled when it is replaced"
)
PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_CONFIRMS = Sentence(
    "pit-supervisor-or-someone-more-senior-confirms",
    "a pit supervisor or someone more senior confirms the count",
)
NEITHER_WHO_COUNTED_NOR_WHO_SHUFFLED = Sentence(
    "neither-who-counted-nor-who-shuffled", "neither who counted nor who shuffled confirms it"
)
WRONG = "card-count-wrong"


@carries(Packs)
def count_cards(asked: Asked, command: asks.CountCards) -> list[AnyEvent] | Refused:
    """A wrong number is the document's own irregularity where a round was dealt from the cards."""
    table = asked.table
    counted = happened.CardsCounted(
        by=asked.by,
        at=asked.at,
        found=command.found,
        expected=expected(table),
        clauses=table.game.packs.cite.numbers,
    )
    if command.found == expected(table) or not were_used(table):
        return [counted]
    reported = report(asked, Report(irregularity=WRONG))
    if isinstance(reported, Refused):
        return reported if table.step is not Step.CONCLUDED else [counted]
    return [counted, *reported]


@carries(Refusal.NOT_NOW)
def shuffle_cards(asked: Asked, command: asks.ShuffleCards) -> list[AnyEvent] | Refused:
    table = asked.table
    if refused := between_rounds(asked):
        return refused
    if is_in_use(table):
        return asked.no(Refusal.NOT_NOW, SHOE_IN_USE_IS_REPLACED_FIRST())
    if due(table) is Due.COUNT and (refused := not_ready(table)):
        return refused
    return [
        happened.CardsShuffled(
            by=asked.by,
            at=asked.at,
            how=command.how,
            cut=command.cut,
            clauses=shuffle_clauses(table),
        )
    ]


@carries(Packs, Refusal.NOT_PERMITTED)
def confirm(asked: Asked) -> list[AnyEvent] | Refused:
    """By a second person; cards of which one is missing or too many leave play."""
    table = asked.table
    assert table.awaiting is not None
    counted, pack = table.awaiting.cards, table.pack
    assert counted is not None
    if not asked.who.holds(Role.PIT_SUPERVISOR):
        return asked.no(Refusal.NOT_PERMITTED, PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_CONFIRMS())
    shuffled_by = pack.shuffled.by if pack.shuffled and pack.is_shuffled else ""
    did = {counted.by, shuffled_by or counted.by}
    if apart := did & set(asked.who.apart):
        return asked.no(Refusal.SECOND_PERSON, APART_FROM(other=min(apart)))
    if not all(map(asked.who.pairs_with, did)):
        return asked.no(Refusal.SECOND_PERSON, NEITHER_WHO_COUNTED_NOR_WHO_SHUFFLED())
    clauses = table.game.packs.cite.numbers
    confirmed = happened.CardsConfirmed(
        by=asked.by,
        at=asked.at,
        found=counted.found,
        expected=counted.expected,
        counted_by=counted.by,
        shuffled_by=shuffled_by,
        clauses=clauses,
    )
    if counted.found == counted.expected:
        return [confirmed]
    wrong = ruling(table.game, WRONG, {}).clauses
    return [confirmed, happened.ShoeReplaced(by=asked.by, at=asked.at, clauses=wrong)]
