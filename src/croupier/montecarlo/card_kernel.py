"""Cards of many rounds written out, where a count is not enough: a kernel without any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from croupier.montecarlo.compiling import ENTRY
from croupier.montecarlo.lanes import LANES, LONG, Lanes, word
from croupier.montecarlo.steps import deal, narrow
from croupier.montecarlo.words import ALL_BITS, GAMMA

if TYPE_CHECKING:
    from croupier.montecarlo.dealing import Draw

ARGUMENTS = 4


def module(draw: Draw) -> ir.Module:
    """`count(state, steps, cards, unfair)`: of so many times 64 rounds, all first cards and so on.

    `unfair` has a word for each step, with a bit for each round to deal again.
    """
    made = ir.Module("croupier")
    of = ir.IntType(narrow(draw))
    kind = ir.FunctionType(ir.VoidType(), [LONG, LONG, of.as_pointer(), LONG.as_pointer()])
    function = ir.Function(made, kind, name=ENTRY)
    first, steps, to, unfair = function.args
    begin, loop, end = (function.append_basic_block(name) for name in ("begin", "deal", "end"))
    build = ir.IRBuilder(begin)
    rounds = build.mul(steps, LONG(LANES))
    build.branch(loop)
    build = ir.IRBuilder(loop)
    step, state = build.phi(LONG), build.phi(LONG)
    cards, fair = deal(lambda at: word(build, state, at), draw)
    assert isinstance(fair, Lanes)
    place = build.mul(step, LONG(LANES))
    for card in cards:
        assert isinstance(card, Lanes)
        store(build, card, build.gep(to, [place]))
        place = build.add(place, rounds)
    build.store(build.not_(build.bitcast(fair.value, LONG)), build.gep(unfair, [step]))
    after = build.add(step, LONG(1))
    for phi, start, value in ((step, LONG(0), after), (state, first, moved_on(build, state))):
        phi.add_incoming(start, begin)
        phi.add_incoming(value, loop)
    build.cbranch(build.icmp_unsigned("<", after, steps), loop, end)
    ir.IRBuilder(end).ret_void()
    return made


def moved_on(build: ir.IRBuilder, state: ir.Value) -> ir.Value:
    return build.add(state, LONG(LANES * GAMMA & ALL_BITS))


def store(build: ir.IRBuilder, lanes: Lanes, to: ir.Value) -> None:
    build.store(lanes.value, build.bitcast(to, lanes.value.type.as_pointer())).align = 1
