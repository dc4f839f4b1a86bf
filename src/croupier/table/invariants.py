"""What holds of a table after every event, whatever people did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.table import events as happened
from croupier.table.past import MOST
from croupier.table.postings import STAKES, postings
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.refusals import Refused
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

DECIDES = (
    happened.WagerReturned,
    happened.ExcessRejected,
    happened.RoundVoided,
    happened.HandRemoved,
    happened.OptionChosen,
    happened.RulingMade,
    happened.Decided,
    happened.SettlementReversed,
    happened.SettlementCorrected,
)
"""Events that must say by which clause."""


def broken(table: Table, event: AnyEvent, balances: dict[str, int]) -> Iterator[str]:
    """What is wrong with a table just after an event; `balances` include the event's postings."""
    if sum(one.cents for one in postings(event)):
        yield f"the postings of {type(event).__name__} do not balance"
    lying = 0 if table.round.lines else sum(one.cents for one in table.round.wagers.values())
    if balances.get(STAKES, 0) != lying:
        yield f"{balances.get(STAKES, 0)} cents are held and {lying} lie on the table"
    if any(wager.cents <= 0 for wager in table.round.wagers.values()):
        yield "a wager of nothing"
    order = [wager.order for wager in table.round.wagers.values()]
    if order != sorted(set(order)):
        yield f"wagers lie in the order {order}"
    if not event.clauses and isinstance(event, DECIDES):
        yield f"{type(event).__name__} cites no clause"
    if isinstance(event, happened.RoundSettled) and not all(line.clauses for line in event.lines):
        yield "a settled wager cites no clause"
    yield from cards_out_of_place(table)
    yield from past_out_of_order(table)


def past_out_of_order(table: Table) -> Iterator[str]:
    """Rounds that are over, each once and in turn."""
    rounds = [one.round for one in table.past]
    last = table.round.number if table.step is Step.CONCLUDED else table.round.number - 1
    if rounds != sorted(set(rounds)) or (rounds and rounds[-1] > last):
        yield f"past rounds {rounds} in round {table.round.number}"
    if len(rounds) > MOST and not table.game.shoe_lasts:
        yield f"{len(rounds)} past rounds are kept"


def cards_out_of_place(table: Table) -> Iterator[str]:
    """Every card that left the shoe lies in exactly one place."""
    round_ = table.round
    lying = Counter(card for cards in round_.hands.values() for card in cards)
    lying.update(round_.removed)
    lying.update(table.kept)
    if lying != Counter(round_.drawn):
        yield f"drawn {sorted(map(str, round_.drawn))}, lying {sorted(map(str, lying.elements()))}"
    for card, times in (lying - Counter(round_.other_shoe)).items():
        if card is not None and times + table.out.get(card, 0) > table.setup.decks:
            yield f"{card} is out more often than the packs have it"


def refusal_without_clause(table: Table, refused: Refused) -> Iterator[str]:
    known = table.game.document.clauses
    if not refused.clauses or any(clause not in known for clause in refused.clauses):
        yield f"the refusal {refused.why} cites {refused.clauses}"
