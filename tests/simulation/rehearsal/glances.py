"""What a player sees of his own place at a table: as much of a view as he goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.table import commands as asks
from croupier.table.views import BoxView, Limits, Next, box_view, next_commands

if TYPE_CHECKING:
    from croupier.table.commands import Who
    from croupier.table.state import Step, Table

HIS = (asks.Place, asks.Look, asks.Decide, asks.ReturnHand)


class Glance(NamedTuple):
    game: str
    step: Step
    round: int
    boxes: tuple[BoxView, ...]
    limits: dict[str, Limits]
    next: tuple[Next, ...]


def glance(table: Table, who: Who) -> Glance:
    box = table.seat_of(who.name) or table.boxes[0]
    return Glance(
        game=table.setup.game,
        step=table.step,
        round=table.round.number,
        boxes=(box_view(table, box, who),),
        limits={bet: Limits(*limit) for bet, limit in table.limits.items()},
        next=tuple(next_commands(table, who, HIS, box)),
    )
