"""Snapshots of a table or a jackpot: to bytes and back, equal to a rebuild from the journal."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.engine.jackpot import Source
from croupier.engine.limits import Occasion
from croupier.table.awards import Awards
from croupier.table.commands import Setup
from croupier.table.meter import Jackpot, MeterCorrectionProposed, MeterTermsProposed
from croupier.table.pack_parts import Pack
from croupier.table.past import Ended
from croupier.table.pool import Pool, Terms, Win
from croupier.table.setups import new_table
from croupier.table.stages import stage_of
from croupier.table.state import Awaiting, Closing, Round, Step, Table
from croupier.table.tally import Tally


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """Every field of a table that does not follow from its setup or from the others."""

    name: str
    setup: Setup
    is_open: bool
    closing: Closing | None = None
    step: Step
    since: int
    round: Round
    seats: dict[int, str]
    out: dict[Card, int]
    out_count: int
    fresh_shoe: bool
    pack: Pack = Pack()
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
    openings: tuple[int, ...] = ()


DERIVED = {"game", "limits", "dealing", "hand_size", "stage"}
decoder = msgspec.msgpack.Decoder(Saved)


def save(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in Saved.__struct_fields__}
    return msgspec.msgpack.encode(Saved(**fields))


def load(data: bytes) -> Table:
    saved = decoder.decode(data)
    fields = {name: getattr(saved, name) for name in Saved.__struct_fields__}
    table = msgspec.structs.replace(new_table(saved.name, saved.setup), **fields)
    return msgspec.structs.replace(table, stage=stage_of(table))


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
    cap_cents: int | None = None
    reserve_rate: str = "0"
    reserve: str = "0"
    above: list[tuple[str, int, str]] = []
    rates: list[tuple[str, int, str, str]] = []
    """Table, round and what of theirs."""
    later: Terms | None = None
    awards: Awards = Awards()
    asked: MeterTermsProposed | None = None
    asks: int = 0
    former: tuple[Terms, ...] = ()


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
            cap_cents=pool.cap_cents,
            reserve_rate=str(pool.reserve_rate),
            reserve=str(pool.reserve),
            above=[(*key, str(cents)) for key, cents in pool.above.items()],
            rates=[(*key, str(rate), str(hidden)) for key, (rate, hidden) in pool.rates.items()],
            later=pool.later,
            awards=jackpot.awards,
            asked=jackpot.asked,
            asks=jackpot.asks,
            former=jackpot.former,
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
        cap_cents=kept.cap_cents,
        reserve_rate=Fraction(kept.reserve_rate),
        reserve=Fraction(kept.reserve),
        above={(table, number): Fraction(cents) for table, number, cents in kept.above},
        rates={(table, number): (Fraction(a), Fraction(b)) for table, number, a, b in kept.rates},
        later=kept.later,
    )
    return Jackpot(
        pool=pool,
        to_void=frozenset(kept.to_void),
        proposed=kept.proposed,
        proposals=kept.proposals,
        awards=kept.awards,
        asked=kept.asked,
        asks=kept.asks,
        former=kept.former,
    )
