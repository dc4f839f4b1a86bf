"""A player and a banker hand from a fresh shoe, as a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS
from croupier.montecarlo.kernels import Kernel, Kind, looked_up
from croupier.montecarlo.lanes import BYTE, INT, LONG, SHORT, Lanes
from croupier.montecarlo.shoes import BEYOND, FAR, REFUSED, WIDE

if TYPE_CHECKING:
    from llvmlite import ir

    from croupier.montecarlo.shoes import Shoes


def kernel(shoes: Shoes) -> Kernel:
    of_a_rank = len(SUITS) * shoes.decks
    return Kernel(
        Kind(
            draw=shoes.draw,
            seen=lambda cards, fair: seen(cards, fair, of_a_rank),
            widths=(BYTE, BYTE, BYTE),
            cell=cell,
            tables=(INT, INT, INT, INT),
            apart=(shoes.cells.number + shoes.mores).bit_length(),
        )
    )


def seen(cards: list[Lanes], fair: Lanes, of_a_rank: int) -> list[Lanes]:
    ranks = [rank_of(card, of_a_rank) for card in cards]
    pairs = ((0, 2), (1, 3), (4, 5))
    player, banker, rest = ((ranks[one] << WIDE) | ranks[other] for one, other in pairs)
    return [fair.where(player, REFUSED), banker, rest]


def rank_of(card: Lanes, of_a_rank: int) -> Lanes:
    """A quotient by multiplication, of which no remainder is lost."""
    factor: int = -(-(1 << SHORT.width) // of_a_rank)
    places = range(len(RANKS) * of_a_rank)
    assert all(place * factor >> SHORT.width == place // of_a_rank for place in places)
    wide: Lanes = card.to(INT) * factor
    half: int = SHORT.width
    return (wide >> half).to(BYTE)


def cell(build: ir.IRBuilder, seen: list[ir.Value], tables: list[ir.Value]) -> ir.Value:
    *firsts, ends = tables
    player, banker, rest = (looked_up(build, *both) for both in zip(firsts, seen, strict=True))
    told = build.add(build.add(player, banker), rest)
    end = looked_up(build, ends, build.and_(told, LONG(FAR)))
    return build.add(end, build.lshr(told, LONG(BEYOND)))
