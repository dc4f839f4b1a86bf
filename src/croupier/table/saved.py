"""Snapshots of a table or a jackpot: to bytes and back, equal to a rebuild from the journal."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.engine.jackpot import Source
from croupier.engine.limits import Occasion
from croupier.table.commands import Setup
from croupier.table.meter import Jackpot, MeterCorrectionProposed
from croupier.table.past import Ended
from croupier.table.pool import Pool, Win
from croupier.table.setups import new_table
from croupier.table.state import Awaiting, Round, Step, Table
from croupier.table.tally import Tally


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
    asked: int = 0
    interrupted: bool
    interrupted_by: str = ""
    last: Round | None = None
    next_said_by: str = ""
    past: tuple[Ended, ...]
    today: Tally = Tally()


DERIVED = {"game", "limits", "dealing", "hand_size"}
decoder = msgspec.msgpack.Decoder(Saved)


def save(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in Saved.__struct_fields__}
    return msgspec.msgpack.encode(Saved(**fields))


def load(data: bytes) -> Table:
    saved = decoder.decode(data)
    fields = {name: getattr(saved, name) for name in Saved.__struct_fields__}
    return msgspec.structs.replace(new_table(saved.name, saved.setup), **fields)


class SavedJackpot(msgspec.Struct, frozen=True, kw_only=True):
    seed_cents: int
    rate: str
    fed: list[tuple[int, str, int, str]]
    """Stage, table, round and exact cents."""
    stage: int
    wins: tuple[Win, ...]
    stopped: dict[str, int]
    to_void: list[tuple[str, int]]
    proposed: MeterCorrectionProposed | None
    proposals: int = 0


jackpot_decoder = msgspec.msgpack.Decoder(SavedJackpot)


def save_jackpot(jackpot: Jackpot) -> bytes:
    pool = jackpot.pool
    return msgspec.msgpack.encode(
        SavedJackpot(
            seed_cents=pool.seed_cents,
            rate=str(pool.rate),
            fed=[(*source, str(cents)) for source, cents in pool.fed.items()],
            stage=pool.stage,
            wins=pool.wins,
            stopped=pool.stopped,
            to_void=sorted(jackpot.to_void),
            proposed=jackpot.proposed,
            proposals=jackpot.proposals,
        )
    )


def load_jackpot(data: bytes) -> Jackpot:
    kept = jackpot_decoder.decode(data)
    pool = Pool(
        seed_cents=kept.seed_cents,
        rate=Fraction(kept.rate),
        fed={Source(stage, table, number): Fraction(c) for stage, table, number, c in kept.fed},
        stage=kept.stage,
        wins=kept.wins,
        stopped=kept.stopped,
    )
    return Jackpot(pool, frozenset(kept.to_void), kept.proposed, kept.proposals)
