"""What a player of `croupier play` has staked, and may do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from croupier.sim.evening import YOU
from croupier.table import commands as asks
from croupier.table.dealing import UNREAD

if TYPE_CHECKING:
    from croupier.sim.evening import Sitting
    from croupier.table.commands import Command
    from croupier.table.views import WagerView

C = TypeVar("C", bound="Command")


def listed(sitting: Sitting, kind: type[C]) -> list[C]:
    """The commands of a kind that would be carried out now."""
    return [one.command for one in sitting.view.next if isinstance(one.command, kind)]


def awaits_the_player(sitting: Sitting) -> bool:
    return bool(listed(sitting, asks.Look) or listed(sitting, asks.Decide))


def own_box(sitting: Sitting) -> int:
    """Where the player sits, or else the first; a terminal has but one place."""
    boxes = sitting.view.boxes
    return next((box.box for box in boxes if box.seated == YOU.name), boxes[0].box)


def own_wagers(sitting: Sitting) -> list[tuple[int, WagerView]]:
    return [
        (box.box, one) for box in sitting.view.boxes for one in box.wagers if one.player == YOU.name
    ]


def least(sitting: Sitting, bet: str, box: int) -> int:
    """The least wager there; where none is possible, one that will be refused with its clause."""
    found = (one for one in listed(sitting, asks.Place) if (one.box, one.bet) == (box, bet))
    return next((one.cents for one in found), sitting.table.setup.chip_cents)


def box_to_decide(sitting: Sitting) -> int:
    """The hand looked at comes first, then the blind ones."""
    boxes = [one.box for one in listed(sitting, asks.Decide)]
    seen = [box.box for box in sitting.view.boxes if box.cards and UNREAD not in box.cards]
    return next((box for box in [*seen, *boxes] if box in boxes), own_box(sitting))


def cards_on(sitting: Sitting, number: int) -> str:
    return next(box.cards for box in sitting.view.boxes if box.box == number)
