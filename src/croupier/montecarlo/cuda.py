"""The steps of a round as threads of a GPU: CUDA C, traced from the same tables."""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, NamedTuple

from croupier.montecarlo import steps
from croupier.montecarlo.counting import tables_of
from croupier.montecarlo.words import ALL_BITS, GAMMA, LAST_SHIFT, MIXES, MOST_ROUNDS

if TYPE_CHECKING:
    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes

ENTRY = "count"
THREADS = 1024
TYPES = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}


class Code:
    """Statements of C, each giving a name to what it works out."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def named(self, said: str, bits: int, *, half: bool = False) -> Thread:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{TYPES[max(bits, steps.INT)]} {name} = {said};")
        return Thread(self, name, bits, half=half)


class Thread:
    """An unsigned number of one round; what is narrower than 32 bits never needs to wrap."""

    __slots__ = ("bits", "code", "half", "name")

    def __init__(self, code: Code, name: str, bits: int, *, half: bool = False) -> None:
        self.code, self.name, self.bits, self.half = code, name, bits, half

    def made(self, sign: str, other: Thread | int, bits: int | None = None) -> Thread:
        of = self.bits if bits is None else bits
        return self.code.named(f"{self.name} {sign} {self.other(other)}", of)

    def other(self, other: Thread | int) -> str:
        if isinstance(other, Thread):
            return other.name
        return f"{other}ULL" if self.bits == steps.LONG else f"{other}u"

    def __add__(self, other: Thread | int) -> Thread:
        return self.made("+", other)

    def __mul__(self, other: int) -> Thread:
        """The product of a half word is a whole one."""
        if self.half:
            said = f"(unsigned long long){self.name} * {other}u"
            return self.code.named(said, steps.LONG)
        return self.made("*", other)

    def __and__(self, other: Thread | int) -> Thread:
        if self.bits == steps.LONG and other == steps.LOW:
            return self.code.named(f"(unsigned int){self.name}", steps.INT, half=True)
        return self.made("&", other)

    def __or__(self, other: Thread | int) -> Thread:
        return self.made("|", other)

    def __xor__(self, other: Thread | int) -> Thread:
        return self.made("^", other)

    def __lshift__(self, bits: int) -> Thread:
        return self.made("<<", bits)

    def __rshift__(self, bits: int) -> Thread:
        if self.bits == steps.LONG and bits == steps.INT:
            return self.code.named(f"(unsigned int)({self.name} >> 32)", steps.INT, half=True)
        return self.made(">>", bits)

    def __lt__(self, other: Thread | int) -> Thread:
        return self.made("<", other, 1)

    def __ge__(self, other: Thread | int) -> Thread:
        return self.made(">=", other, 1)

    def is_zero(self) -> Thread:
        return self.made("==", 0, 1)

    def where(self, yes: Thread | int, no: Thread | int) -> Thread:
        like = yes if isinstance(yes, Thread) else no
        assert isinstance(like, Thread)
        said = f"{self.name} ? {like.other(yes)} : {like.other(no)}"
        return self.code.named(said, like.bits)

    def to(self, bits: int) -> Thread:
        wide = max(self.bits, steps.INT)
        if max(bits, steps.INT) == wide:
            return Thread(self.code, self.name, bits)
        return self.code.named(f"({TYPES[max(bits, steps.INT)]}){self.name}", bits)

    def plus_bit(self, bit: Thread) -> Thread:
        return self + bit


def word(code: Code, draw: int) -> Thread:
    apart = draw * MOST_ROUNDS * GAMMA & ALL_BITS
    told = Thread(code, "state", steps.LONG) + apart
    for shift, factor in MIXES:
        told = (told ^ (told >> shift)) * factor
    return told ^ (told >> LAST_SHIFT)


def body(cells: Hands | Shoes) -> list[str]:
    """Statements that find the cell of the round whose words begin at `state`."""
    code = Code()
    cards, fair = steps.deal(lambda draw: word(code, draw), cells.draw)
    seen = steps.seen(cells, cards, fair)
    tables = tables_of(cells)

    def looked(table: int, place: Thread) -> Thread:
        bits = 8 * tables[table].itemsize
        return code.named(f"t{table}[{place.name}]", max(bits, steps.INT))

    found = steps.cell(cells, seen, looked)  # type: ignore[arg-type] # numbers of one kind
    assert isinstance(found, Thread)
    assert isinstance(fair, Thread)
    return [*code.lines, f"*fair = {fair.name};", f"return (unsigned int){found.name};"]


class Room(NamedTuple):
    """What a block of threads shares: the tables, widest entries first, and its own counters."""

    tables: list[tuple[str, int, int]]
    """Of each its type, its entries, and the byte at which it begins."""
    counters: int
    bytes: int


def room(cells: Hands | Shoes) -> Room:
    tables = tables_of(cells)
    begins: dict[int, int] = {}
    at = 0
    for place in sorted(range(len(tables)), key=lambda place: -tables[place].itemsize):
        begins[place] = at
        at += tables[place].nbytes
    at = -(-at // 4) * 4
    told = [
        (TYPES[8 * table.itemsize], len(table), begins[place]) for place, table in enumerate(tables)
    ]
    return Room(told, at, at + 4 * steps.counters(cells))


def source(cells: Hands | Shoes) -> str:
    """A kernel that counts rounds by their cells, and deals what is refused anew."""
    shared = room(cells)
    given = ", ".join(f"const {of}* t{at}" for at, (of, _, _) in enumerate(shared.tables))
    passed = ", ".join(f"t{at}" for at in range(len(shared.tables)))
    kept = "\n".join(
        f"    {of}* t{at} = ({of}*)(room + {begin});\n"
        f"    for (unsigned int i = threadIdx.x; i < {size}; i += blockDim.x) t{at}[i] = g{at}[i];"
        for at, (of, size, begin) in enumerate(shared.tables)
    )
    return KERNEL.substitute(
        entry=ENTRY,
        given=given,
        passed=passed,
        outside=given.replace("* t", "* g"),
        body="\n".join(f"    {line}" for line in body(cells)),
        kept=kept,
        again=cells.draw.words * MOST_ROUNDS * GAMMA & ALL_BITS,
        gamma=GAMMA,
        begin=shared.counters,
        places=steps.counters(cells),
        number=cells.cells.number,
    )


KERNEL = Template("""
static __device__ __forceinline__ unsigned int cell_of(
    unsigned long long state, unsigned int* fair, ${given}
) {
${body}
}
static __device__ __noinline__ unsigned int dealt_again(unsigned long long state, ${given}) {
    unsigned int fair, cell;
    do {
        state += ${again}ULL;
        cell = cell_of(state, &fair, ${passed});
    } while (!fair);
    return cell;
}
extern "C" __global__ void ${entry}(
    unsigned long long state, unsigned long long rounds, unsigned long long* counts, ${outside}
) {
    extern __shared__ unsigned long long lent[];
    char* room = (char*)lent;
    unsigned int* here = (unsigned int*)(room + ${begin});
${kept}
    for (unsigned int i = threadIdx.x; i < ${places}; i += blockDim.x) here[i] = 0;
    __syncthreads();
    unsigned long long apart = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long at = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; at < rounds; at += apart) {
        unsigned long long mine = state + at * ${gamma}ULL;
        unsigned int fair, cell = cell_of(mine, &fair, ${passed});
        if (!fair) cell = dealt_again(mine, ${passed});
        atomicAdd(&here[cell], 1u);
    }
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < ${number}; i += blockDim.x)
        if (here[i]) atomicAdd(&counts[i], (unsigned long long)here[i]);
}
""")
