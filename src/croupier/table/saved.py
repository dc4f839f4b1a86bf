"""A table put away whole and taken up again: a snapshot, which its journal could always rebuild."""

from __future__ import annotations

import msgspec

from croupier.cards import Card
from croupier.engine.limits import Occasion
from croupier.table.commands import Setup
from croupier.table.evolve import new_table
from croupier.table.state import Awaiting, Round, Step, Table


class Saved(msgspec.Struct, frozen=True):
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


DERIVED = {"game", "limits", "dealing", "is_tableau", "hand_size"}
decoder = msgspec.msgpack.Decoder(Saved)


def save(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in Saved.__struct_fields__}
    return msgspec.msgpack.encode(Saved(**fields))


def load(data: bytes) -> Table:
    saved = decoder.decode(data)
    fields = {name: getattr(saved, name) for name in Saved.__struct_fields__}
    return msgspec.structs.replace(new_table(saved.name, saved.setup), **fields)
