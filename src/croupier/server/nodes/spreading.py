"""Which node should hold which table, by what each table has to do: pure, the same at every node.

A table moves only where that is worth it: from a node that has a quarter more to do than another,
and if it at least halves what they differ by. So tables do not wander while loads go up and down.
"""

from __future__ import annotations

from bisect import bisect_left
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.sharing import DUTIES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

TOO_MUCH = 4
"""A node has too much where it has more than another by over one such part of what it has."""


class Placed(NamedTuple):
    """A table, or the duties of the house."""

    node: str | None
    """None: nobody holds it."""
    load: int = 0
    stays: bool = False
    """Where it is, as long as that node is there: a person wants it so."""

    @property
    def weight(self) -> int:
        """A table at which nothing happens is still looked after."""
        return 1 + max(0, self.load)


def spread(tables: Mapping[str, Placed], nodes: Collection[str]) -> dict[str, str]:
    """Those that should be at another node, and at which: of all that are there and stay.

    Between nodes that hold tables the one with most never gets more, that with least never less;
    once all is carried out and loads are as they were, nothing more moves.
    """
    if not nodes:
        return {}
    plan = Plan(tables, nodes)
    plan.house_all()
    plan.give_to_empty()
    while plan.even_out():
        pass
    return {name: to for name, to in sorted(plan.at.items()) if to != tables[name].node}


class Plan:
    """What is held where, as it would be."""

    def __init__(self, tables: Mapping[str, Placed], nodes: Collection[str]) -> None:
        self.tables = tables
        self.at: dict[str, str] = {}
        self.weights = dict.fromkeys(sorted(nodes), 0)
        for name, placed in sorted(tables.items()):
            if placed.node in self.weights:
                self.put(name, placed.node)

    def weight(self, name: str) -> int:
        return self.tables[name].weight

    def put(self, name: str, node: str) -> None:
        if name in self.at:
            self.weights[self.at[name]] -= self.weight(name)
        self.at[name] = node
        self.weights[node] += self.weight(name)

    def heaviest_first(self) -> list[str]:
        return sorted(self.weights, key=lambda node: (-self.weights[node], node))

    def lightest(self, nodes: Iterable[str]) -> str:
        return min(nodes, key=lambda node: (self.weights[node], node))

    def held(self, node: str) -> list[str]:
        return [name for name, at in self.at.items() if at == node and name != DUTIES]

    def may_leave(self, node: str) -> list[str]:
        """Those that nobody has put there, by their weight and then by name."""
        own = (name for name, at in self.at.items() if at == node)
        free = (name for name in own if not self.tables[name].stays)
        return sorted(free, key=lambda name: (self.weight(name), name))

    def house_all(self) -> None:
        """What a node that leaves holds: the largest first, each where least is.

        What nobody holds goes by its name alone: nodes look at different moments, each knows its
        own load sooner than the others', and would leave such a table to one another.
        """
        homeless = [name for name in self.tables if name not in self.at]
        for name in sorted(homeless, key=lambda one: (-self.weight(one), one)):
            of_nobody = self.tables[name].node is None
            self.put(name, self.by_name(name) if of_nobody else self.lightest(self.weights))

    def by_name(self, name: str) -> str:
        """One of the nodes; where one more or less is there, few names go to another."""
        return max(self.weights, key=lambda node: blake2b(f"{name} {node}".encode()).digest())

    def give_to_empty(self) -> None:
        """A node without a table gets one of a node that has several."""
        while empty := [node for node in self.weights if not self.held(node)]:
            given = next(filter(None, map(self.spared, self.heaviest_first())), None)
            if given is None:
                return
            self.put(given, self.lightest(empty))

    def spared(self, node: str) -> str | None:
        """The table that leaves a node, and makes another, with about half."""
        tables = [name for name in self.may_leave(node) if name != DUTIES]
        is_last = len(self.held(node)) == 1
        return tables[self.nearest(tables, self.weights[node])] if tables and not is_last else None

    def nearest(self, names: list[str], gap: int) -> int:
        """The place of the one with about half of the gap, rather less: two sides even out so."""
        above = bisect_left(names, gap, key=lambda name: 2 * self.weight(name))
        places = [place for place in (above - 1, above) if 0 <= place < len(names)]
        return min(places, key=lambda place: abs(gap - 2 * self.weight(names[place])))

    def even_out(self) -> bool:
        """Between the first node that has too much and the one with least; whether any moved."""
        least = self.lightest(self.weights)
        for node in self.heaviest_first():
            gap = self.weights[node] - self.weights[least]
            if gap <= max(1, self.weights[node] // TOO_MUCH):
                return False
            moves, left = self.moves(node, gap)
            if moves and 2 * abs(left) <= gap:
                for name in moves:
                    self.put(name, least)
                return True
        return False

    def moves(self, node: str, gap: int) -> tuple[list[str], int]:
        """Of this node's tables, and by how much the two would still differ."""
        moved, rest = list[str](), self.may_leave(node)
        while gap > 0 and rest:
            name = rest.pop(self.nearest(rest, gap))
            if 4 * self.weight(name) > 3 * gap:
                break
            moved.append(name)
            gap -= 2 * self.weight(name)
        return moved, gap
