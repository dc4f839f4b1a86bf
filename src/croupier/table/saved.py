"""Snapshots of a table or a jackpot: to bytes and back, equal to a rebuild from the journal."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.engine.jackpot import Meter
from croupier.engine.limits import Occasion
from croupier.table.commands import Setup
from croupier.table.meter import Jackpot, MeterCorrectionProposed
from croupier.table.past import Ended
from croupier.table.setups import new_table
from croupier.table.state import Awaiting, Round, Step, Table


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """Every field of a table that does not follow from its setup."""

    name: str
    setup: Setup
    is_open: bool
    step: Step
    since: int
    round: Round
    seats: dict[int, str]
    out: dict[Card, int]
    out_count: int
    fresh_shoe: bool
    kept: tuple[Card, ...]
    next_cards: tuple[Card, ...]
    one_box_only: frozenset[str]
    wagers_an_area: int | None
    session: int
    settled_short: tuple[Occasion, ...]
    closed_boxes: frozenset[int]
    no_jackpot_bets: bool
    awaiting: Awaiting | None
    interrupted: bool
    interrupted_by: str = ""
    last: Round | None = None
    past: tuple[Ended, ...]


DERIVED = {"game", "limits", "dealing", "hand_size"}
decoder = msgspec.msgpack.Decoder(Saved)


def save(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in Saved.__struct_fields__}
    return msgspec.msgpack.encode(Saved(**fields))


def load(data: bytes) -> Table:
    saved = decoder.decode(data)
    fields = {name: getattr(saved, name) for name in Saved.__struct_fields__}
    return msgspec.structs.replace(new_table(saved.name, saved.setup), **fields)


class SavedJackpot(msgspec.Struct, frozen=True):
    cents: str
    seed_cents: int
    rate: str
    faults: frozenset[str]
    held: list[tuple[str, int, str]]
    """Table, round and exact cents."""
    proposed: MeterCorrectionProposed | None


jackpot_decoder = msgspec.msgpack.Decoder(SavedJackpot)


def save_jackpot(jackpot: Jackpot) -> bytes:
    meter = jackpot.meter
    held = [(table, round_, str(cents)) for (table, round_), cents in jackpot.held.items()]
    return msgspec.msgpack.encode(
        SavedJackpot(
            str(meter.cents),
            meter.seed_cents,
            str(meter.rate),
            jackpot.faults,
            held,
            jackpot.proposed,
        )
    )


def load_jackpot(data: bytes) -> Jackpot:
    kept = jackpot_decoder.decode(data)
    meter = Meter(Fraction(kept.cents), kept.seed_cents, Fraction(kept.rate))
    held = {(table, round_): Fraction(cents) for table, round_, cents in kept.held}
    return Jackpot(meter, kept.faults, held, kept.proposed)
