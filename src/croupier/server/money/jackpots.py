"""A jackpot that tables share: what it bars or adds at each of them, and what staff do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import (
    REASON_IS_GIVEN_IN_ONE_LINE,
    ROLE_OR_HIGHER_DOES_THIS,
    Policy,
    Refused,
    declined,
)
from croupier.engine.steps import Refusal
from croupier.games import game as game_named
from croupier.money import Posting
from croupier.rulebook.marks import carries
from croupier.said import Said, Sentence
from croupier.server.journal.stream import Codec, Fold, Stream
from croupier.server.money import ledger
from croupier.server.money.cage import SECOND_PERSON_APPROVES_A_CORRECTION
from croupier.table import commands as asks
from croupier.table import majors, meter, metered, saved
from croupier.table.events import OPENS, CardsDealt, tag_of
from croupier.table.evolve import jackpot_of
from croupier.table.majors import Known
from croupier.table.meter import Jackpot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.server.journal.store import Store
    from croupier.server.money.ledger import Balances
    from croupier.table.commands import AnyCommand, Setup, Who
    from croupier.table.meter import (
        AnyMeterEvent,
        MeterCorrected,
        MeterCorrectionProposed,
        MeterCorrectionRefused,
        MeterFrozen,
        MeterResumed,
    )
    from croupier.table.state import Table

NO_CORRECTION_WAITS_FOR_ITS_APPROVAL = Sentence(
    "no-correction-waits-for-its-approval", "no correction waits for its approval"
)
ANOTHER_CORRECTION_WAITS_BY_NOW = Sentence(
    "another-correction-waits-by-now",
    "another correction waits by now than this was about: look again",
)
JACKPOT_IS_FROZEN_ALREADY = Sentence("jackpot-is-frozen-already", "the jackpot is frozen already")
JACKPOT_IS_NOT_FROZEN = Sentence("jackpot-is-not-frozen", "the jackpot is not frozen")
CORRECTION_IS_TO_ANOTHER_AMOUNT = Sentence(
    "correction-is-to-another-amount", "a correction is to another amount, of {cents:money} or more"
)
CORRECTION_IS_WITHIN_THE_CAP = Sentence(
    "correction-is-within-the-cap", "a correction is to {cents:money} or less, the jackpot's cap"
)
CORRECTION_WAITS_FOR_ITS_APPROVAL_ALREADY = Sentence(
    "correction-waits-for-its-approval-already", "a correction waits for its approval already"
)
SECOND_PERSON_CORRECTS_TO_THE_SEED_OR_MORE = Sentence(
    "second-person-corrects-to-the-seed-or-more",
    "a second person approves a correction, to no less than where the jackpot starts",
)
NO_JACKPOT = Sentence("no-jackpot", "there is no jackpot of {game:quoted}")

NOT_WRITTEN = 2**63
"""In the house's order, after everything that is durable."""
REASON = 200
DEALT = tag_of(CardsDealt)
METER = Codec(saved.SavedJackpot, saved.save_jackpot, saved.load_jackpot)
METERS = Fold("meter", meter.decoder, meter.evolve, METER)


class LiveMeter(msgspec.Struct, frozen=True):
    """A meter, and how long its stream is or would be."""

    jackpot: Jackpot
    version: int


class MeterStream(Stream["AnyMeterEvent", Jackpot]):
    """A meter as its stream has left it."""

    @property
    def jackpot(self) -> Jackpot:
        return self.state


class Meters(dict[str, MeterStream]):
    """The meters of a house, each by its game."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def add(self, setup: Setup) -> None:
        """The meter that a table of this setup shares, as its stream has left it.

        It began by the terms that it had before the first others were arranged.
        """
        first = new_meter(setup)
        if first is None or setup.game in self:
            return
        live = MeterStream(self.store, METERS, first.jackpot, of=setup.game)
        former = live.jackpot.former
        if former and former[0] != first.jackpot.terms and not live.snapshot_at:
            live = MeterStream(self.store, METERS, meter.begun(former[0]), of=setup.game)
        self[setup.game] = live

    def now(self) -> dict[str, LiveMeter]:
        return {game: LiveMeter(one.jackpot, one.version) for game, one in self.items()}


class DealtTo(msgspec.Struct, frozen=True):
    """All that is read here of a table's event."""

    event: str
    to: int | None = None


dealt_decoder = msgspec.json.Decoder(DealtTo)


def new_meter(setup: Setup) -> LiveMeter | None:
    terms = jackpot_of(setup)
    return None if terms is None else LiveMeter(meter.new_jackpot(terms), 0)


def meter_or_new(setup: Setup, known: LiveMeter | None) -> LiveMeter | None:
    """As it stands, or as it begins with the first table that has it."""
    return new_meter(setup) if known is None and setup.jackpot is not None else known


def other_terms(setup: Setup, meters: Mapping[str, LiveMeter]) -> Said | None:
    shared = meters.get(setup.game)
    return metered.other_terms(setup, shared.jackpot) if shared else None


def known_of(
    command: AnyCommand,
    table: Table,
    tables: Callable[[], Iterable[Table]],
    meters: Mapping[str, LiveMeter],
    store: Store,
) -> Known | None:
    """What is to be known of the meter before a command is decided; none where there is none."""
    if not meters:
        return None
    game = command.setup.game if isinstance(command, asks.Configure) else table.setup.game
    shared = meters.get(game)
    if shared is None or not metered.concerns_meter(table, command, shared.jackpot):
        return None
    if not isinstance(command, asks.Settle):
        return Known(shared.jackpot)
    return majors.known_at(
        table, tables(), shared.jackpot, lambda other, box: recorded(store, other, box)
    )


def senseless(events: Iterable[AnyMeterEvent]) -> list[meter.ContributionRefused]:
    return [one for one in events if isinstance(one, meter.ContributionRefused)]


def recorded(store: Store, table: Table, box: int) -> int:
    """Where the house has written down that the hand of a box was complete."""
    at, last = table.round.complete_at[box], NOT_WRITTEN
    for entry in store.read_back(f"table:{table.name}", NOT_WRITTEN - 1):
        seen = dealt_decoder.decode(entry.body)
        if seen.event == OPENS or entry.at < at:
            break
        if entry.at == at:
            last = min(last, entry.position)
            if (seen.event, seen.to) == (DEALT, box):
                return entry.position
    return last


NO_CORRECTION = declined(Policy.NOTHING_WAITS, NO_CORRECTION_WAITS_FOR_ITS_APPROVAL())
ANOTHER_CORRECTION = declined(Policy.CHANGED_MEANWHILE, ANOTHER_CORRECTION_WAITS_BY_NOW())
MeterT = TypeVar("MeterT", bound="AnyMeterEvent")


class Jackpots:
    """What staff do to a meter, each on record; a correction is by two people."""

    def __init__(self, meters: Meters, balances: Balances) -> None:
        self.meters, self.balances = meters, balances

    @carries(Refusal.NO_JACKPOT_BETS)
    def freeze(
        self, game: str, by: Who, reason: str, at: int, tables: Iterable[Table] = ()
    ) -> MeterFrozen | Refused:
        """At its amount, at every table: nothing is bet on it until it is resumed.

        The rounds in play in which nobody has seen his cards are to be void, each by a ruling.
        """
        jackpot = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(jackpot, Refused):
            return jackpot
        if no := unfounded(reason):
            return no
        if "" in jackpot.faults:
            return declined(Policy.ALREADY_SO, JACKPOT_IS_FROZEN_ALREADY())
        now = str(jackpot.meter.cents)
        event = meter.MeterFrozen(
            at=at,
            before=now,
            after=now,
            clauses=game_named(game).procedure.refused[Refusal.NO_JACKPOT_BETS],
            table="",
            by=by.name,
            reason=reason,
            voids=tuple(metered.to_void(game, tables)),
        )
        return self.write(game, event)

    def resume(self, game: str, by: Who, at: int) -> MeterResumed | Refused:
        """With the amount that it had; every fault is over."""
        jackpot = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(jackpot, Refused):
            return jackpot
        if not jackpot.faults:
            return declined(Policy.ALREADY_SO, JACKPOT_IS_NOT_FROZEN())
        now = str(jackpot.meter.cents)
        event = meter.MeterResumed(at=at, before=now, after=now, clauses=grows(game), by=by.name)
        return self.write(game, event)

    def propose(
        self, game: str, cents: int, reason: str, by: Who, at: int
    ) -> MeterCorrectionProposed | Refused:
        """What should be displayed; nothing moves until a second person approves."""
        jackpot = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(jackpot, Refused):
            return jackpot
        if no := unfounded(reason):
            return no
        seed, cap, _ = jackpot.pool.going
        if cents < seed or cents == jackpot.displayed_cents:
            says = CORRECTION_IS_TO_ANOTHER_AMOUNT(cents=seed)
            return declined(Policy.UNFIT_AMOUNT, says)
        if cap is not None and cents > cap:
            return declined(Policy.UNFIT_AMOUNT, CORRECTION_IS_WITHIN_THE_CAP(cents=cap))
        if jackpot.proposed is not None:
            return declined(Policy.ALREADY_SO, CORRECTION_WAITS_FOR_ITS_APPROVAL_ALREADY())
        now = str(jackpot.meter.cents)
        event = meter.MeterCorrectionProposed(
            at=at,
            before=now,
            after=now,
            clauses=last_word(game),
            by=by.name,
            shown_cents=jackpot.displayed_cents,
            cents=cents,
            reason=reason,
        )
        return self.write(game, event)

    def approve(
        self, game: str, by: Who, at: int, number: int | None = None
    ) -> MeterCorrected | Refused:
        """What was fed to the meter since the proposal stays."""
        jackpot = self.of(game, by, Role.PIT_MANAGER)
        if isinstance(jackpot, Refused):
            return jackpot
        one = jackpot.proposed
        if one is None:
            return NO_CORRECTION
        if number not in {None, jackpot.proposals}:
            return ANOTHER_CORRECTION
        if not by.pairs_with(one.by):
            return declined(Refusal.SECOND_PERSON, SECOND_PERSON_APPROVES_A_CORRECTION())
        to = meter.Correction(one.cents, one.by, by.name, one.reason, one.shown_cents)
        event = meter.correct(jackpot, to, at, last_word(game))
        if event is None:
            return declined(
                Refusal.SECOND_PERSON,
                SECOND_PERSON_CORRECTS_TO_THE_SEED_OR_MORE(),
            )
        return self.write(game, event)

    def refuse(
        self, game: str, by: Who, at: int, number: int | None = None
    ) -> MeterCorrectionRefused | Refused:
        """By anyone who might approve, or by whoever proposed it."""
        jackpot = self.of(game, by, Role.PIT_SUPERVISOR)
        if isinstance(jackpot, Refused):
            return jackpot
        if jackpot.proposed is None:
            return NO_CORRECTION
        if number not in {None, jackpot.proposals}:
            return ANOTHER_CORRECTION
        now = str(jackpot.meter.cents)
        event = meter.MeterCorrectionRefused(
            at=at, before=now, after=now, clauses=last_word(game), by=by.name
        )
        return self.write(game, event)

    def of(self, game: str, by: Who, role: Role) -> Jackpot | Refused:
        if not by.holds(role):
            says = ROLE_OR_HIGHER_DOES_THIS(role=role)
            return declined(Policy.NOT_FOR_THIS_ROLE, says)
        if game not in self.meters:
            return declined(Policy.NO_SUCH_THING, NO_JACKPOT(game=game[:40]))
        return self.meters[game].jackpot

    def write(self, game: str, event: MeterT) -> MeterT | Refused:
        """What a meter gains or loses by staff stands against what they have put right."""
        stream = self.meters[game]
        found = ledger.for_meter(event, game, "", self.balances)
        postings = tuple(
            Posting(ledger.CORRECTIONS if one.account == "house:" else one.account, one.cents)
            for one in found
        )
        written = stream.append(event, postings=postings)
        if isinstance(written, Refused):
            return written
        self.balances.move(postings)
        return event


def unfounded(reason: str) -> Refused | None:
    if reason.strip() and len(reason) <= REASON and reason.isprintable():
        return None
    says = REASON_IS_GIVEN_IN_ONE_LINE(letters=REASON)
    return declined(Policy.REASON_NEEDED, says)


def grows(game: str) -> tuple[str, ...]:
    rule = game_named(game).jackpot
    assert rule is not None
    return rule.grows.cite.numbers


def last_word(game: str) -> tuple[str, ...]:
    return game_named(game).last_word.cite.numbers
