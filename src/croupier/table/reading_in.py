"""A hand that was seen before anybody had read it is read in before a clause decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused
from croupier.engine.rulings import ruling
from croupier.engine.steps import Refusal
from croupier.rulebook.marks import carries, handles
from croupier.said import Sentence
from croupier.table import events as happened
from croupier.table.dealing import cards_text, fill_in, place_of, typed
from croupier.table.seen import seen_unread

if TYPE_CHECKING:
    from collections.abc import Container

    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

SEEN_CARDS_ARE_NOT_READ_IN = Sentence(
    "seen-cards-are-not-read-in", "the cards of {place:place} were seen and are not read in"
)


@carries(Refusal.CARDS_UNREAD)
def unread_first(asked: Asked, named: Container[int] = ()) -> Refused | None:
    """Why a clause cannot decide yet: somebody has seen cards that the record does not hold.

    Hands that a report names are read in by it.
    """
    table = asked.table
    for place in seen_unread(table):
        if place in named:
            continue
        what = SEEN_CARDS_ARE_NOT_READ_IN(place=place_of(table, place))
        return asked.no(Refusal.CARDS_UNREAD, what, waiting_clauses(table))
    return None


def reads_in(asked: Asked, command: asks.ReturnHand) -> bool:
    """Whether a clause waits for the cards of this hand, and this person reads them in."""
    table = asked.table
    return clause_waits(table) and asked.who.is_staff and command.box in seen_unread(table)


def clause_waits(table: Table) -> bool:
    """Of a report that is only begun no clause is known yet."""
    waiting = table.awaiting
    return table.interrupted or (waiting is not None and not waiting.begun)


def read_in(asked: Asked, command: asks.ReturnHand) -> list[AnyEvent] | Refused:
    """Into the record only: the hand lies as it lay."""
    place, cards = command.box, fill_in(asked, command.box, command.cards)
    if not isinstance(cards, tuple):
        return cards
    clauses = waiting_clauses(asked.table)
    text = cards_text(cards)
    return [
        happened.CardsRead(
            by=asked.by,
            at=asked.at,
            place=place,
            cards=text,
            clauses=clauses,
            typed=typed(asked, command.cards),
        )
    ]


@handles("power-failure")
def waiting_clauses(table: Table) -> tuple[str, ...]:
    """Those that wait: of the ruling, or for lost power, whatever is established."""
    if table.awaiting is not None and not table.interrupted:
        return table.awaiting.clauses
    one, other = (ruling(table.game, "power-failure", {"established": it}) for it in (True, False))
    return tuple(clause for clause in one.clauses if clause in other.clauses)
