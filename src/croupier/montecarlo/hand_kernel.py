"""Hands of three cards against a dealer's, as a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.montecarlo.hands import FAR, OF_RANKS, REFUSED, THREE
from croupier.montecarlo.kernels import Kernel, Kind, looked_up
from croupier.montecarlo.lanes import LONG, SHORT, Lanes

if TYPE_CHECKING:
    from llvmlite import ir

    from croupier.montecarlo.hands import Hands


def kernel(hands: Hands) -> Kernel:
    by_looks = hands.by_looks
    number = hands.cells.number + len(hands.dealer_example) + 1
    return Kernel(
        Kind(
            draw=hands.draw,
            seen=lambda cards, fair: seen(cards, fair, suits=hands.suits_matter),
            widths=(SHORT, SHORT),
            cell=cell_by_looks if by_looks else cell_by_bounds,
            tables=(SHORT, SHORT, LONG),
            apart=number.bit_length(),
        )
    )


def seen(cards: list[Lanes], fair: Lanes, *, suits: bool) -> list[Lanes]:
    player, dealer = (index_of(hand, suits=suits) for hand in (cards[:THREE], cards[THREE:]))
    return [fair.where(player, REFUSED), dealer]


def index_of(hand: list[Lanes], *, suits: bool) -> Lanes:
    """As `hands.index_of` has it; where no bet looks at suits they are left out."""
    first, second, third = ((card >> 2).to(SHORT) for card in hand)
    ranks = first * 169 + second * 13 + third
    if not suits:
        return ranks
    one, two, three = hand
    alike = (((one ^ two) | (two ^ three)) & 3).is_zero()
    return ranks + alike.where((three & 3) + 1, 0).to(SHORT) * OF_RANKS


def cell_by_looks(build: ir.IRBuilder, seen: list[ir.Value], tables: list[ir.Value]) -> ir.Value:
    player, dealer = (looked_up(build, *both) for both in zip(tables, seen, strict=False))
    return build.add(player, dealer)


def cell_by_bounds(build: ir.IRBuilder, seen: list[ir.Value], tables: list[ir.Value]) -> ir.Value:
    """The look's first cell, and one more for each bound that the dealer reaches."""
    look, dealer = (looked_up(build, *both) for both in zip(tables, seen, strict=False))
    bounds = looked_up(build, tables[2], look)
    cell = build.and_(bounds, LONG(FAR))
    for place in (16, 32, 48):
        bound = build.and_(build.lshr(bounds, LONG(place)), LONG(FAR))
        cell = build.add(cell, build.zext(build.icmp_unsigned(">=", dealer, bound), LONG))
    return cell
