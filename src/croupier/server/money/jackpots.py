"""A jackpot that tables share: what it bars or adds at each of them, and what staff do to it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.steps import Refusal
from croupier.games import game as game_named
from croupier.money import format_amount
from croupier.server.journal.store import New, Part, Posting, Unavailable, Write, Written
from croupier.server.money import ledger
from croupier.server.money.cage import No
from croupier.table import commands as asks
from croupier.table import majors, meter
from croupier.table.commands import Refused
from croupier.table.decide import decide
from croupier.table.evolve import jackpot_of
from croupier.table.meter import Jackpot  # noqa: TC001 - part of a struct
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.server.journal.store import Store
    from croupier.server.play.house import House
    from croupier.table.commands import AnyCommand, Setup, Who
    from croupier.table.events import AnyEvent
    from croupier.table.meter import (
        AnyMeterEvent,
        MeterCorrected,
        MeterCorrectionProposed,
        MeterCorrectionRefused,
        MeterFrozen,
        MeterResumed,
    )
    from croupier.table.state import Table

METERED = (asks.Settle, asks.Place, asks.Configure)
"""Commands that the meter has to do with."""
NOT_WRITTEN = 2**63
"""In the house's order, after everything that is durable."""
REASON = 200


class LiveMeter(msgspec.Struct):
    """A meter, and how long its stream is."""

    jackpot: Jackpot
    version: int


class DealtTo(msgspec.Struct, frozen=True):
    """All that is read here of a table's event."""

    event: str
    to: int | None = None


dealt_decoder = msgspec.json.Decoder(DealtTo)


def new_meter(setup: Setup) -> LiveMeter | None:
    terms = jackpot_of(setup)
    return None if terms is None else LiveMeter(meter.new_jackpot(terms), 0)


def other_terms(setup: Setup, meters: Mapping[str, LiveMeter]) -> str | None:
    """Why a table cannot have this jackpot: its seed and rate are those of the meter it shares."""
    terms, shared = jackpot_of(setup), meters.get(setup.game)
    if terms is None or shared is None:
        return None
    now = shared.jackpot.meter
    if (terms.seed_cents, terms.contribution) == (now.seed_cents, now.rate):
        return None
    seed = format_amount(now.seed_cents)
    return f"the jackpot that all its tables share starts at {seed} and takes {now.rate} of a bet"


def decided(
    asked: tuple[AnyCommand, Who, int],
    table: Table,
    tables: Iterable[Table],
    meters: Mapping[str, LiveMeter],
    store: Store,
) -> list[AnyEvent] | Refused:
    """By the table's rules, with the meter's own amount, and no bet on one that is frozen."""
    command, who, at = asked
    shared = meters.get(table.setup.game)
    if shared is not None and isinstance(command, asks.Place) and shared.jackpot.frozen:
        table = as_frozen(table)
    if shared is not None and isinstance(command, asks.Settle):
        cents: int | Refused = shared.jackpot.displayed_cents
        if table.step is Step.EXPOSED:
            cents = majors.to_pay(table, tables, shared.jackpot, lambda *one: recorded(store, *one))
        if isinstance(cents, Refused):
            return cents
        command = replace(command, meter_cents=cents)
    answer = decide(table, command, who, at)
    if isinstance(command, asks.Configure) and not isinstance(answer, Refused):
        why = other_terms(command.setup, meters)  # readable only once the table's rules took it
        if why is not None:
            return Refused(Refusal.NO_SUCH_SETUP, table.game.last_word.cite.numbers, why)
    return answer


def as_frozen(table: Table) -> Table:
    """As its rules and its screens have it while the jackpot of all tables does not work."""
    return replace(table, no_jackpot_bets=True)


def recorded(store: Store, table: Table, box: int) -> int:
    """Where the house has written down that the hand of a box was complete."""
    at, last = table.round.complete_at[box], NOT_WRITTEN
    for entry in store.read_back(f"table:{table.name}", NOT_WRITTEN - 1):
        seen = dealt_decoder.decode(entry.body)
        if seen.event == "betting-opened" or entry.at < at:
            break
        if entry.at == at:
            last = min(last, entry.position)
            if (seen.event, seen.to) == ("cards-dealt", box):
                return entry.position
    return last


class Jackpots:
    """What staff do to a meter, each on record; a correction is by two people."""

    def __init__(self, house: House) -> None:
        self.house = house

    def freeze(self, game: str, by: Who, reason: str, at: int) -> MeterFrozen | No:
        """At its amount, at every table: nothing is bet on it until it is resumed."""
        live = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(live, No):
            return live
        if no := unfounded(reason):
            return no
        if "" in live.jackpot.faults:
            return No("the jackpot is frozen already")
        refused = game_named(game).procedure.refused
        event = meter.freeze(
            live.jackpot, at, refused[Refusal.NO_JACKPOT_BETS], by=by.name, reason=reason
        )
        return self.write(game, event) or event

    def resume(self, game: str, by: Who, at: int) -> MeterResumed | No:
        """With the amount that it had; every fault is over."""
        live = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(live, No):
            return live
        if not live.jackpot.frozen:
            return No("the jackpot is not frozen")
        event = meter.resume(live.jackpot, by.name, at, grows(game))
        return self.write(game, event) or event

    def propose(
        self, game: str, cents: int, reason: str, by: Who, at: int
    ) -> MeterCorrectionProposed | No:
        """What should be displayed; nothing moves until a second person approves."""
        live = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(live, No):
            return live
        if no := unfounded(reason):
            return no
        if cents < 0 or cents == live.jackpot.displayed_cents:
            return No("a correction is to another amount, of 0.00 or more")
        if live.jackpot.proposed is not None:
            return No("a correction waits for its approval already")
        now = str(live.jackpot.meter.cents)
        event = meter.MeterCorrectionProposed(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=by.name,
            shown_cents=live.jackpot.displayed_cents,
            cents=cents,
            reason=reason,
        )
        return self.write(game, event) or event

    def approve(self, game: str, by: Who, at: int) -> MeterCorrected | No:
        """What was fed to the meter since the proposal stays."""
        live = self.of(game, by, Role.PIT_MANAGER)
        if isinstance(live, No):
            return live
        one = live.jackpot.proposed
        if one is None:
            return No("no correction waits for its approval")
        to = meter.Correction(one.cents, one.by, by.name, one.reason, one.shown_cents)
        event = meter.correct(live.jackpot, to, at, last_word(game))
        if event is None:
            return No("a second person approves a correction, to an amount of 0.00 or more")
        return self.write(game, event) or event

    def refuse(self, game: str, by: Who, at: int) -> MeterCorrectionRefused | No:
        """By anyone who might approve, or by whoever proposed it."""
        live = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(live, No):
            return live
        if live.jackpot.proposed is None:
            return No("no correction waits for its approval")
        now = str(live.jackpot.meter.cents)
        event = meter.MeterCorrectionRefused(
            at=at, before=now, after=now, clauses=last_word(game), by=by.name
        )
        return self.write(game, event) or event

    def of(self, game: str, by: Who, role: Role) -> LiveMeter | No:
        if not by.holds(role):
            return No(f"a {role.replace('-', ' ')} or higher does this")
        return self.house.meters.get(game) or No(f"there is no jackpot of {game[:40]!r}")

    def write(self, game: str, event: AnyMeterEvent) -> No | None:
        live, stream = self.house.meters[game], f"meter:{game}"
        moved = int(Fraction(event.after)) - int(Fraction(event.before))
        postings = (Posting(stream, moved), Posting(ledger.CORRECTIONS, -moved)) if moved else ()
        new = New(event.at, msgspec.json.encode(event), postings)
        [outcome] = self.house.store.append([Write((Part(stream, live.version, (new,)),))])
        if isinstance(outcome, Unavailable):
            return No(f"the house pauses, nothing happened: {outcome.reason}", paused=True)
        if not isinstance(outcome, Written):
            return No(f"nothing happened: {outcome}")
        self.house.meters[game] = LiveMeter(meter.evolve(live.jackpot, event), live.version + 1)
        self.house.moved(postings)
        return None


def unfounded(reason: str) -> No | None:
    if reason.strip() and len(reason) <= REASON and reason.isprintable():
        return None
    return No(f"a reason is given, in one line of at most {REASON} characters")


def grows(game: str) -> tuple[str, ...]:
    rule = game_named(game).jackpot
    assert rule is not None
    return rule.grows.cite.numbers


def last_word(game: str) -> tuple[str, ...]:
    return game_named(game).last_word.cite.numbers
