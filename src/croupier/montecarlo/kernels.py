"""The loop that deals and counts: lanes deal, then each round is looked up in the game's tables.

A round whose draw is refused is counted beyond the cells, and told, to be dealt again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir

from croupier.montecarlo import steps
from croupier.montecarlo.compiling import ENTRY
from croupier.montecarlo.counting import tables_of
from croupier.montecarlo.lanes import INT, LANES, LONG, Lanes, word
from croupier.montecarlo.words import ALL_BITS, GAMMA

if TYPE_CHECKING:
    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes

UNROLLED = 16
COUNTERS = 4
"""Of each cell, so that equal cells one after another do not wait for each other."""
ALIGNED = 64


class Kernel:
    """`count(state, steps, counters, refused, *tables)`: so many times 64 rounds.

    `refused` begins with how many notes follow, each a step and the rounds of it to deal again.
    """

    def __init__(self, cells: Hands | Shoes) -> None:
        self.cells, self.module = cells, ir.Module("croupier")
        self.apart = steps.counters(cells).bit_length()
        """Bits of a cell's number: the counters of one cell are so far apart."""
        entries = [ir.IntType(8 * table.itemsize) for table in tables_of(cells)]
        pointers = [of.as_pointer() for of in (INT, LONG, *entries)]
        kept = ir.FunctionType(ir.VoidType(), [LONG, LONG, *pointers])
        self.function = ir.Function(self.module, kept, name=ENTRY)
        self.first, self.steps, self.counters, self.refused, *self.tables = self.function.args
        for pointer in self.function.args[2:]:
            pointer.add_attribute("noalias")
        blocks = ("begin", "deal", "refuse", "look", "go_on", "end")
        self.block = {name: self.function.append_basic_block(name) for name in blocks}
        begin = self.within("begin")
        self.buffers = [self.buffer(begin, ir.IntType(bits)) for bits in steps.widths(cells)]
        begin.branch(self.block["deal"])
        self.deal()
        self.refuse()
        self.look()
        self.go_on()
        self.within("end").ret_void()

    def within(self, block: str) -> ir.IRBuilder:
        return ir.IRBuilder(self.block[block])

    def buffer(self, build: ir.IRBuilder, of: ir.IntType) -> ir.Value:
        made = build.alloca(ir.ArrayType(of, LANES))
        made.align = ALIGNED
        return made

    def deal(self) -> None:
        build = self.within("deal")
        self.step, self.state = build.phi(LONG), build.phi(LONG)
        cards, fair = steps.deal(lambda draw: word(build, self.state, draw), self.cells.draw)
        assert isinstance(fair, Lanes)
        for seen, buffer in zip(steps.seen(self.cells, cards, fair), self.buffers, strict=True):
            assert isinstance(seen, Lanes)
            whole = build.bitcast(buffer, seen.value.type.as_pointer())
            build.store(seen.value, whole).align = ALIGNED
        self.unfair = build.not_(build.bitcast(fair.value, LONG))
        some = build.icmp_unsigned("!=", self.unfair, LONG(0))
        build.cbranch(some, self.block["refuse"], self.block["look"])

    def refuse(self) -> None:
        build = self.within("refuse")
        notes = build.load(self.refused)
        place = build.mul(notes, LONG(2))
        for more, value in ((1, self.step), (2, self.unfair)):
            build.store(value, build.gep(self.refused, [build.add(place, LONG(more))]))
        build.store(build.add(notes, LONG(1)), self.refused)
        build.branch(self.block["look"])

    def look(self) -> None:
        build = self.within("look")
        lane = build.phi(LONG)
        for more in range(UNROLLED):
            place = build.add(lane, LONG(more))
            seen = [build.load(build.gep(one, [LONG(0), place])) for one in self.buffers]
            cell = self.cell(build, [Lanes(build, one) for one in seen])
            cell = build.or_(cell, LONG(more % COUNTERS << self.apart))
            counter = build.gep(self.counters, [cell])
            build.store(build.add(build.load(counter), INT(1)), counter)
        after = build.add(lane, LONG(UNROLLED))
        for block, value in (("deal", LONG(0)), ("refuse", LONG(0)), ("look", after)):
            lane.add_incoming(value, self.block[block])
        more_to_look_at = build.icmp_unsigned("<", after, LONG(LANES))
        build.cbranch(more_to_look_at, self.block["look"], self.block["go_on"])

    def go_on(self) -> None:
        build = self.within("go_on")
        step = build.add(self.step, LONG(1))
        state = build.add(self.state, LONG(LANES * GAMMA & ALL_BITS))
        self.step.add_incoming(LONG(0), self.block["begin"])
        self.step.add_incoming(step, self.block["go_on"])
        self.state.add_incoming(self.first, self.block["begin"])
        self.state.add_incoming(state, self.block["go_on"])
        build.cbranch(
            build.icmp_unsigned("<", step, self.steps), self.block["deal"], self.block["end"]
        )

    def cell(self, build: ir.IRBuilder, seen: list[Lanes]) -> ir.Value:
        def looked(table: int, place: Lanes) -> Lanes:
            wide = place.value if place.value.type == LONG else place.to(LONG.width).value
            found = Lanes(build, build.load(build.gep(self.tables[table], [wide])))
            return found if found.value.type == LONG else found.to(LONG.width)

        found = steps.cell(self.cells, seen, looked)  # type: ignore[arg-type] # numbers of one kind
        assert isinstance(found, Lanes)
        return found.value
