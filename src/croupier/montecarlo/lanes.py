"""Numbers of rounds side by side, traced to LLVM; one round alone is looked up.

The vectors are of no processor in particular; LLVM makes of them what the machine has.
"""

from __future__ import annotations

from llvmlite import ir

from croupier.montecarlo.words import ALL_BITS, GAMMA, LAST_SHIFT, MIXES, MOST_ROUNDS

LANES = 64
INT, LONG = ir.IntType(32), ir.IntType(64)


def constant(like: ir.Type, value: int | list[int]) -> ir.Constant:
    if isinstance(like, ir.VectorType):
        return ir.Constant(like, value if isinstance(value, list) else [value] * LANES)
    return ir.Constant(like, value)


class Lanes:
    """Unsigned numbers, one for each round, or one alone."""

    __slots__ = ("build", "value")

    def __init__(self, build: ir.IRBuilder, value: ir.Value) -> None:
        self.build, self.value = build, value

    def other(self, other: Lanes | int) -> ir.Value:
        return other.value if isinstance(other, Lanes) else constant(self.value.type, other)

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
        like = yes if isinstance(yes, Lanes) else no
        assert isinstance(like, Lanes)
        return self.made(self.build.select(self.value, like.other(yes), like.other(no)))

    def to(self, bits: int) -> Lanes:
        now = self.value.type
        many = isinstance(now, ir.VectorType)
        width = (now.element if many else now).width
        of = ir.IntType(bits)
        change = self.build.trunc if bits < width else self.build.zext
        return self.made(change(self.value, ir.VectorType(of, LANES) if many else of))

    def plus_bit(self, bit: Lanes) -> Lanes:
        now = self.value.type
        width: int = (now.element if isinstance(now, ir.VectorType) else now).width
        return self + bit.to(width)


def word(build: ir.IRBuilder, state: ir.Value, draw: int) -> Lanes:
    """The words of one draw; `state` is that of the first round's first draw."""
    apart = [(lane + draw * MOST_ROUNDS) * GAMMA & ALL_BITS for lane in range(LANES)]
    lanes = ir.VectorType(LONG, LANES)
    nothing = ir.Constant(lanes, ir.Undefined)
    one = build.insert_element(nothing, state, INT(0))
    every = build.shuffle_vector(one, nothing, constant(ir.VectorType(INT, LANES), 0))
    told = Lanes(build, every) + Lanes(build, constant(lanes, apart))
    for shift, factor in MIXES:
        told = (told ^ (told >> shift)) * factor
    return told ^ (told >> LAST_SHIFT)
