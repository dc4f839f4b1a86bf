"""Play recorded commands at real tables: the only module of the record that names the table core.

A rename in the program is followed here and nowhere else in this folder. Everything that leaves
this module is JSON as the program stores or sends it.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.engine.irregularities import IRREGULARITIES, Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES, game
from croupier.table import meter as jackpots
from croupier.table.commands import AnyCommand, Setup, Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.majors import known_at
from croupier.table.meter_postings import postings as meter_postings
from croupier.table.metered import concerns_meter, decide_metered
from croupier.table.postings import postings
from croupier.table.secrecy import seen
from croupier.table.views import view
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

GAME_NAMES = tuple(game.name for game in GAMES)
VIEWERS = (
    "p1 player",
    "p2 player",
    "p3 player",
    "visitor player",
    "d1 dealer",
    "f1 shift-manager",
    "a1 auditor",
)
"""Those whose views are recorded; the visitor never plays, and sees what everybody sees."""
COMMANDS = msgspec.json.Decoder(AnyCommand)


class Posting(NamedTuple):
    account: str
    cents: int


class Change(NamedTuple):
    """One event as it is stored, with the money it moves and what each viewer is sent of it."""

    stored: bytes
    postings: tuple[Posting, ...]
    sent: dict[str, bytes | None]


class Outcome(NamedTuple):
    refusal: bytes | None
    changes: tuple[Change, ...]


class Tables:
    """Some tables of one game in memory, and the jackpot that they share."""

    def __init__(self, setups: dict[str, Any]) -> None:
        self.tables: dict[str, Table] = {}
        for name, setup in setups.items():
            self.tables[name] = new_table(name, msgspec.convert(setup, Setup))
        terms = next(filter(None, (jackpot_of(t.setup) for t in self.tables.values())), None)
        self.jackpot = jackpots.new_jackpot(terms) if terms else None

    def copy(self) -> Tables:
        """Return the tables as they stand now; playing on at either leaves the other as it is."""
        other = copy(self)
        other.tables = dict(self.tables)
        return other

    def send(self, at: int, name: str, sender: str, command: bytes) -> Outcome:
        """Carry out a command as it comes over the wire."""
        answer = self.decide(self.tables[name], COMMANDS.decode(command), who(sender), at)
        if isinstance(answer, Refused):
            return Outcome(msgspec.json.encode(answer), ())
        return Outcome(None, tuple(c for event in answer for c in self.apply(name, event)))

    def decide(
        self, table: Table, command: AnyCommand, sender: Who, at: int
    ) -> list[AnyEvent] | Refused:
        if self.jackpot is None or not concerns_meter(table, command, self.jackpot):
            return decide(table, command, sender, at)
        known = known_at(
            table, self.tables.values(), self.jackpot, lambda one, box: one.round.complete_at[box]
        )
        return decide_metered(table, command, sender, at, known)

    def apply(self, name: str, event: AnyEvent) -> Iterator[Change]:
        before = self.tables[name]
        after = self.tables[name] = evolve(before, event)
        yield change(event, postings(event), after)
        for meter_event in follows(before, event, self.jackpot) if self.jackpot else ():
            assert self.jackpot is not None
            self.jackpot = jackpots.evolve(self.jackpot, meter_event)
            yield change(meter_event, meter_postings(meter_event), after)

    def view(self, name: str, viewer: str) -> bytes:
        return msgspec.json.encode(view(self.tables[name], who(viewer)))

    def round_number(self, name: str) -> int:
        return self.tables[name].round.number


def change(event: Any, moved: Any, after: Table) -> Change:  # noqa: ANN401 - an event of either kind
    sent = {viewer: seen(event, after, who(viewer)) for viewer in VIEWERS}
    return Change(
        msgspec.json.encode(event),
        tuple(Posting(*one) for one in moved),
        {viewer: msgspec.json.encode(one) if one else None for viewer, one in sent.items()},
    )


def setups(name: str) -> list[dict[str, Any]]:
    """Return the setup of the default house for each device that a game may be dealt with."""
    return [msgspec.to_builtins(setup_of(name, one)) for one in sorted(game(name).procedure.deals)]


def readings(name: str) -> dict[str, list[str]]:
    """Return the open points of a game's document, each with the readings a house may choose."""
    return {one.name: [str(value) for value in one.values] for one in game(name).interpretations}


def facts() -> dict[str, dict[str, list[Any]]]:
    """Return the irregularities that can be reported, each with its facts and their values."""
    return {
        name: {fact.name: list(fact.values) for fact in all_}
        for name, all_ in IRREGULARITIES.items()
    }


def who(text: str) -> Who:
    """Return the sender that `name role` stands for; the clock has no role."""
    name, _, role = text.rpartition(" ")
    return Who(name, Role(role)) if name else Who(text, None)
