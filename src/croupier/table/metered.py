"""Commands that a meter has to do with: decided by the table's rules and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import LastWord
from croupier.engine.refusals import Refused, refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.rulebook.marks import carries
from croupier.said import Said, Sentence
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, Who
from croupier.table.decide import decide
from croupier.table.feeding import FAULT
from croupier.table.majors import as_ordered, order_of, to_pay
from croupier.table.meter import new_jackpot
from croupier.table.setups import jackpot_of
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent
    from croupier.table.majors import Known
    from croupier.table.meter import Jackpot
    from croupier.table.state import Table

JACKPOT_STOPPED = Sentence(
    "jackpot-stopped-report-it",
    "the jackpot stopped before anyone saw his cards: report it, the round is void",
)
SHARED_JACKPOT = Sentence(
    "shared-jackpot-has-other-terms",
    "the jackpot that all its tables share starts at {cents:money} and takes {rate} of a bet",
)
SHARED_JACKPOT_BEYOND = Sentence(
    "shared-jackpot-has-another-cap",
    "the jackpot that all its tables share has another cap, reserve or amount paid by hand:"
    " two people arrange another one",
)

METERED = (asks.Settle, asks.Place, asks.Configure)
WHILE_STOPPED = (
    asks.Report,
    asks.Rule,
    asks.Approve,
    asks.Reject,
    asks.Interrupt,
    asks.Resume,
    asks.Sit,
    asks.StandUp,
    asks.WalkAway,
)
"""What is done at a table whose round is to be void, because the jackpot has stopped."""


def concerns_meter(table: Table, command: AnyCommand, jackpot: Jackpot | None) -> bool:
    """Whether a command is decided by what is known of the meter, too."""
    return isinstance(command, METERED) or (jackpot is not None and is_to_void(table, jackpot))


def is_to_void(table: Table, jackpot: Jackpot) -> bool:
    in_play = table.step is not Step.CONCLUDED
    return in_play and (table.name, table.round.number) in jackpot.to_void


def to_void(game: str, tables: Iterable[Table]) -> Iterator[tuple[str, int]]:
    """The rounds of a game that are in play, and in which nobody has seen his cards.

    Cards that a person has read in are seen: nobody who knows them has the round void.
    """
    for table in tables:
        round_ = table.round
        seen = round_.looked or round_.face_up & set(table.boxes) or read_by_people(table)
        if table.setup.game == game and table.step is not Step.CONCLUDED and not seen:
            yield table.name, round_.number


def read_by_people(table: Table) -> bool:
    """Into the record, where neither the automatic dealer nor an electronic shoe did."""
    by = (name for name, cards in table.round.entered.items() if cards)
    return any(name != AUTOMATIC.name and not Who(name, None).is_device for name in by)


@carries(LastWord)
def decide_metered(
    table: Table, command: AnyCommand, who: Who, at: int, known: Known
) -> list[AnyEvent] | Refused:
    """With the meter's own amount, no bet on one that is frozen, and no play where it stopped."""
    if is_to_void(table, known.jackpot) and not isinstance(command, WHILE_STOPPED):
        clauses = ruling(table.game, FAULT, {"seen": False}).clauses
        return refused(Refusal.RULING_AWAITED, clauses, JACKPOT_STOPPED())
    if isinstance(command, asks.Place) and known.jackpot.frozen:
        table = as_frozen(table)
    if isinstance(command, asks.Settle):
        return settle(table, command, who, at, known)
    answer = decide(table, command, who, at)
    if isinstance(command, asks.Configure) and not isinstance(answer, Refused):
        why = other_terms(command.setup, known.jackpot)  # readable, as the table's rules took it
        if why is not None:
            return refused(Refusal.NO_SUCH_SETUP, table.game.last_word.cite.numbers, why)
    return answer


def settle(
    table: Table, command: asks.Settle, who: Who, at: int, known: Known
) -> list[AnyEvent] | Refused:
    """A hand that wins the meter in its place among those of the other tables."""
    order = order_of(table, known)
    cents = to_pay(table, order, known.jackpot) if order else known.jackpot.displayed_cents
    answer = decide(table, replace(command, meter_cents=cents), who, at)
    if order is None or isinstance(answer, Refused):
        return answer
    return [as_ordered(event, order) for event in answer]


def as_frozen(table: Table) -> Table:
    """As its rules and its screens have it while the jackpot of all tables does not work."""
    return replace(table, no_jackpot_bets=True)


def other_terms(setup: Setup, shared: Jackpot) -> Said | None:
    """Why a table cannot have this jackpot: its terms are those of the meter that it shares.

    Tables may still say those that the meter had before others were arranged.
    """
    given = jackpot_of(setup)
    terms, now = new_jackpot(given).terms if given else None, shared.terms
    if terms is None or terms == now or terms in shared.former:
        return None
    if (terms.seed_cents, terms.contribution) == (now.seed_cents, now.contribution):
        return SHARED_JACKPOT_BEYOND()
    return SHARED_JACKPOT(cents=now.seed_cents, rate=now.contribution)
