"""Sixty-four rounds side by side: arithmetic on lanes that is written once and traced to LLVM.

The vectors are of no processor in particular; LLVM makes of them what the machine has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from croupier.montecarlo.words import ALL_BITS, GAMMA, LAST_SHIFT, MIXES, MOST_ROUNDS

if TYPE_CHECKING:
    from croupier.montecarlo.dealing import Draw

LANES = 64
BIT, BYTE, SHORT, INT, LONG = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))


def constant(of: ir.IntType, value: int | list[int]) -> ir.Constant:
    values = value if isinstance(value, list) else [value] * LANES
    return ir.Constant(ir.VectorType(of, LANES), values)


class Lanes:
    """Unsigned numbers, one for each round."""

    __slots__ = ("build", "value")

    def __init__(self, build: ir.IRBuilder, value: ir.Value) -> None:
        self.build, self.value = build, value

    @property
    def of(self) -> ir.IntType:
        return self.value.type.element

    def other(self, other: Lanes | int) -> ir.Value:
        return other.value if isinstance(other, Lanes) else constant(self.of, other)

    def made(self, value: ir.Value) -> Lanes:
        return Lanes(self.build, value)

    def __add__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.add(self.value, self.other(other)))

    def __mul__(self, other: int) -> Lanes:
        return self.made(self.build.mul(self.value, self.other(other)))

    def __and__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.and_(self.value, self.other(other)))

    def __or__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.or_(self.value, self.other(other)))

    def __xor__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.xor(self.value, self.other(other)))

    def __lshift__(self, bits: int) -> Lanes:
        return self.made(self.build.shl(self.value, self.other(bits)))

    def __rshift__(self, bits: int) -> Lanes:
        return self.made(self.build.lshr(self.value, self.other(bits)))

    def __lt__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.icmp_unsigned("<", self.value, self.other(other)))

    def __ge__(self, other: Lanes | int) -> Lanes:
        return self.made(self.build.icmp_unsigned(">=", self.value, self.other(other)))

    def is_zero(self) -> Lanes:
        return self.made(self.build.icmp_unsigned("==", self.value, self.other(0)))

    def where(self, yes: Lanes | int, no: Lanes | int) -> Lanes:
        """Of bits: one number or the other."""
        like = yes if isinstance(yes, Lanes) else no
        assert isinstance(like, Lanes)
        return self.made(self.build.select(self.value, like.other(yes), like.other(no)))

    def lesser(self, other: Lanes) -> Lanes:
        return (self < other).where(self, other)

    def greater(self, other: Lanes) -> Lanes:
        return (self < other).where(other, self)

    def to(self, of: ir.IntType) -> Lanes:
        narrower = of.width < self.of.width
        change = self.build.trunc if narrower else self.build.zext
        return self.made(change(self.value, ir.VectorType(of, LANES)))

    def plus_bit(self, bit: Lanes) -> Lanes:
        return self + bit.to(self.of)


def words(build: ir.IRBuilder, state: ir.Value, draw: int) -> Lanes:
    """The words of one draw; `state` is that of the first round's first draw."""
    apart = [(lane + draw * MOST_ROUNDS) * GAMMA & ALL_BITS for lane in range(LANES)]
    nothing = ir.Constant(ir.VectorType(LONG, LANES), ir.Undefined)
    one = build.insert_element(nothing, state, INT(0))
    every = build.shuffle_vector(one, nothing, constant(INT, 0))
    told = Lanes(build, every) + Lanes(build, constant(LONG, apart))
    for shift, factor in MIXES:
        told = (told ^ (told >> shift)) * factor
    return told ^ (told >> LAST_SHIFT)


def deal(build: ir.IRBuilder, state: ir.Value, draw: Draw) -> tuple[list[Lanes], Lanes]:
    """The cards of each round by their places in the deck, and whether the draw is fair."""
    places: list[Lanes] = []
    fair = Lanes(build, constant(BIT, 1))
    narrow = BYTE if draw.deck < 1 << BYTE.width else SHORT
    for half, (sizes, threshold) in enumerate(zip(draw.halves, draw.thresholds, strict=True)):
        if half % 2 == 0:
            word = words(build, state, half // 2)
        rest = word >> INT.width if half % 2 else word & (1 << INT.width) - 1
        for size in sizes:
            product = rest * size
            places.append((product >> INT.width).to(narrow))
            rest = product & (1 << INT.width) - 1
        fair &= rest >= threshold
    return distinct(places), fair


def distinct(places: list[Lanes]) -> list[Lanes]:
    """Each place among the cards left steps over the cards before it."""
    cards: list[Lanes] = []
    taken: list[Lanes] = []
    for place in places:
        card = place
        for one in taken:
            card = card.plus_bit(card >= one)
        cards.append(card)
        risen = []
        moved = card
        for one in taken:
            risen.append(one.lesser(moved))
            moved = one.greater(moved)
        taken = [*risen, moved]
    return cards
