"""Answers to a person are the same at two tables that differ in cards which he may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.secrecy import seen
from croupier.table.seen import visible_to
from croupier.table.state import Step
from tests.simulation.insider.honest import INSIDER

if TYPE_CHECKING:
    from random import Random

    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table
    from tests.simulation.insider.twice import Run

OFTEN = 0.3
HIDES = {Step.DEALING, Step.PLAYING}
"""While hands lie face down."""
SHOWS = (asks.ReturnHand, asks.ExposeDealer, asks.Deal, asks.Settle)
"""Carried out, they turn cards over for all."""
NAMED_BY_HIM = (happened.NextCardsOrdered, happened.CardsRead)


class Told(AssertionError):  # noqa: N818 - a finding
    """An answer tells of a hidden card."""


def compared(rng: Random, run: Run, command: AnyCommand) -> bool:
    """Whether the answer was compared at another table; Told where it is another one."""
    if run.table.step not in HIDES or run.table.game.cards_open or rng.random() > OFTEN:
        return False
    other = with_other_cards(rng, run)
    if other is None:
        return False
    one, two = (told(table, command, run.at + 1) for table in (run.table, other))
    if one != two and not (isinstance(command, SHOWS) and "refused" not in {one[:7], two[:7]}):
        raise Told(f"{command} is answered {one}, and with other cards {two}")
    return True


def with_other_cards(rng: Random, run: Run) -> Table | None:
    """A table of which the insider knows just as much, with other cards face down."""
    known = visible_to(run.table, INSIDER)
    hidden = [card for card in DECK if card not in known]
    others = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    names = {str(card): str(other) for card, other in others.items()}
    table, events = run.opened
    for event in events:
        if isinstance(event, NAMED_BY_HIM):
            return None
        table = evolve(table, dealt_otherwise(event, names))
    return table if visible_to(table, INSIDER) == known else None


def dealt_otherwise(event: AnyEvent, names: dict[str, str]) -> AnyEvent:
    if not isinstance(event, happened.CardsDealt):
        return event
    return replace(event, cards=" ".join(names.get(one, one) for one in event.cards.split()))


def told(table: Table, command: AnyCommand, at: int) -> str:
    """The whole answer as the insider has it."""
    answer = decide(table, command, INSIDER, at)
    if isinstance(answer, Refused):
        return f"refused {answer}"
    shown = []
    for event in answer:
        table = evolve(table, event)
        shown.append(msgspec.json.encode(seen(event, table, INSIDER)).decode())
    return " ".join(shown)
