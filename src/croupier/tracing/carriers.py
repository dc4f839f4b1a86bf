"""What carries out each part of a game: the functions it is made of, and those that read it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.engine.bets import Awards, Bet, Loses, Pays, Returns
from croupier.engine.game import Game, Shown, Term
from croupier.engine.interpretations import Decides
from croupier.engine.irregularities import Case, Remedy
from croupier.engine.outcome import always
from croupier.engine.settlement import settle_bonus, settle_wager
from croupier.engine.steps import Allows, Counting, Refuses, Screen
from croupier.table import betting, interruption, majors, placing, settling
from croupier.table.remedies import carry_out
from croupier.table.remedies.register import CARRIES
from croupier.table.remedies.rounds import nothing
from croupier.tracing import readers
from croupier.tracing.defined import DEFINED
from croupier.tracing.parts import Part, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.engine.game import How
    from croupier.rulebook import Cite

PACKAGE = Path(__file__).parents[1]

WITHOUT_EVENTS: Mapping[Remedy, Callable[..., Any]] = {
    Remedy.REFUSE_BET: placing.may_bet,
    Remedy.BET_STANDS: betting.withdraw,
    Remedy.SETTLE: settling.settle,
    Remedy.PLAY_ON: interruption.resume,
    Remedy.SETTLE_BY_CARDS: carry_out.as_reported,
    Remedy.NO_EFFECT: carry_out.carry_out,
}
"""What carries out the remedies of which nothing but the ruling is recorded."""

READ_AS = {
    ("ranking", "keys"): ("ranking", "rank"),
    ("procedure", "deals"): ("table", "dealing"),
}
"""Fields that are read under another name: a table keeps how its device deals."""
ACROSS_TABLES: Mapping[str, tuple[Callable[..., Any], ...]] = {
    "order": (majors.order_of, majors.to_pay)
}
"""What carries out a rule of the jackpot between tables, beside the function that it names."""
PAID_BY = (Bet.settle, settle_wager, settle_bonus, settling.settle)
"""What takes a line of a pay table and pays by it."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A part of a game that cites clauses, and what carries it out."""

    how: How | None
    """None: it refers to the clauses, something else carries them out."""
    label: str
    cite: Cite
    by: tuple[str, ...]
    """Functions; none: it is declared, and nothing does it."""

    @property
    def code(self) -> tuple[str, ...]:
        return (self.cite.where, *self.by)


def carriers(game: Game) -> Iterator[Carrier]:
    for part in parts(game):
        by = dict.fromkeys((*made_of(part.value), *carrying(part)))
        yield Carrier(part.how, part.label, part.cite, tuple(by))


def made_of(value: object) -> Iterator[str]:
    """The functions that a part of a game is made of."""
    fields = dataclasses.fields(value)  # type: ignore[arg-type]
    held = [getattr(value, field.name) for field in fields]
    methods = [rule for name, rule in vars(type(value)).items() if not name.startswith("_")]
    for rule in [*held, *methods]:
        yield from places(rule)


def places(rule: object) -> Iterator[str]:
    """Where a function stands, or those that a reading decides between."""
    if isinstance(rule, Decides):
        for option in rule.options.values():
            yield from places(option)
        return
    function = getattr(rule, "__wrapped__", rule)
    code = getattr(function, "__code__", None)
    if code is not None and function is not always:
        file = Path(code.co_filename)
        if file.is_relative_to(PACKAGE):
            yield f"src/croupier/{file.relative_to(PACKAGE).as_posix()}:{code.co_firstlineno}"


def carrying(part: Part) -> Iterator[str]:
    """The functions that carry a part out."""
    value = part.value
    if isinstance(value, Refuses):
        yield from readers.reading({"Refusal"}, value.why.name)
    elif isinstance(value, Case):
        yield from remedied(value)
    elif isinstance(value, Term):
        yield from places(DEFINED.get(value.word))
    elif isinstance(value, Screen | Counting):
        yield from readers.showing({"procedure"}, part.held_as)
    elif isinstance(value, Shown):
        yield from readers.showing({"bet"}, "spot")
    elif isinstance(value, Allows):
        yield from readers.reading({"Freedom"}, value.what.name)
    elif isinstance(value, Pays | Awards | Returns | Loses):
        for function in PAID_BY:
            yield from places(function)
    else:
        for between in ACROSS_TABLES.get(part.held_as, ()):
            yield from places(between)
        yield from reading(part)


def remedied(case: Case) -> Iterator[str]:
    for remedy in case.remedies:
        function = CARRIES.get(remedy, nothing)
        yield from places(WITHOUT_EVENTS.get(remedy) if function is nothing else function)
    yield from readers.naming(case.irregularity)
    yield from readers.reading({"game"}, "irregularities")


def reading(part: Part) -> Iterator[str]:
    """Who reads the field that cites, or the part as a whole where it has no other citation."""
    own = type(part.value).__name__.lower()
    if part.field != "cite" and not isinstance(part.value, Bet):
        yield from read_as({part.held_as, own}, part.field)
        return
    if isinstance(part.value, Bet):
        yield from read_as({"bet"}, part.field)
        return
    holder = type(part.holder).__name__.lower()
    around = {holder}
    if len(part.inside) > 1:
        around.add(part.inside[-2][1])
    yield from read_as(around, part.held_as)


def read_as(owners: set[str], field: str) -> Iterator[str]:
    for owner in sorted(owners):
        yield from readers.reading({owner}, field)
        if (owner, field) in READ_AS:
            other, name = READ_AS[owner, field]
            yield from readers.reading({other}, name)
