"""Which tables this node holds, and which it should: leases, renewed long before they run out.

The database's clock alone decides when a lease is over. By this node's own clock it stops earlier:
counted from before it asked, less a margin.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.sharing import DUTIES
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.server.journal.sharing import Lease, NodeSeen, Seen, SharedStore, Sharing

TERM = 3.0
"""Seconds for which a table is held after each renewal."""
RENEW_EVERY = TERM / 3
MARGIN = 0.5
"""Seconds by which this node stops before the database lets others take over."""
BACK = 1.0
"""Seconds after a node was out of touch in which it reads what was sent to it meanwhile."""


class Looked(NamedTuple):
    """What a look at the leases came to."""

    taken: dict[str, bool]
    """Tables that are this node's from now on, and whether each was handed over to it."""
    lost: list[str]


class Holdings:
    """`look` runs where the disk is waited for; everything else is asked on the loop."""

    def __init__(
        self,
        store: SharedStore,
        sharing: Sharing,
        address: str = "",
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.sharing, self.address = store, sharing, address
        self.monotonic = monotonic
        self.until, self.back = 0.0, 0.0
        self.leaving = False
        self.leases: dict[str, Lease] = {}
        self.nodes: list[NodeSeen] = []
        self.wanted: dict[str, str] = {}
        """Tables of this node that are to be handed over, and to whom."""
        self.size = 0
        """Entries of the journal at the last look."""
        self.taken = self.lost = self.handed_over = 0
        """Tables, since this node was started."""
        self.resolving: set[str] = set()
        """Tables whose round another node may have left in play: nothing else is asked there."""

    def serves(self, name: str) -> bool:
        return self.holds(name) and name not in self.resolving

    def holds(self, name: str) -> bool:
        return name in self.sharing.tokens and self.monotonic() < self.until

    @property
    def is_in_touch(self) -> bool:
        """Not while its leases have run out, nor just after: what reaches it then may be old.

        A terminal that gave this node up was answered elsewhere: what it sent here is void.
        """
        return not self.until or self.back <= self.monotonic() < self.until

    def holder(self, name: str) -> str | None:
        """The node that holds a table, as far as this one knows."""
        lease = self.leases.get(name)
        return lease.node if lease is not None and lease.left_ms > 0 else None

    @property
    def held(self) -> list[str]:
        return sorted(self.sharing.tokens)

    @property
    def left(self) -> float:
        """Seconds for which this node holds its tables without another look."""
        return max(0.0, self.until - self.monotonic())

    @property
    def behind(self) -> int:
        return max(0, self.size - self.sharing.looked - len(self.sharing.mine))

    @property
    def is_left_alone(self) -> bool:
        """Whether the last look has found no other node."""
        return self.until > 0 and not any(map(self.is_other, self.nodes))

    def look(self, names: Iterable[str]) -> Looked:
        """Renewed, and those taken that are this node's share of what nobody holds."""
        began, before = self.monotonic(), self.sharing.tokens
        names = (*names, DUTIES)
        self.store.here(self.address, __version__, leaving=self.leaving)
        kept = self.store.renew(TERM)
        seen = self.store.seen()
        given = {one.name for one in seen.leases if is_given(one, self.sharing.node)}
        wanted = self.free(seen, names, len(kept) + len(given))
        taken = self.store.take([*sorted(given), *wanted], TERM)
        tokens = kept | taken  # of those kept, one may have been taken in a look that failed
        new = {name for name in tokens if name != DUTIES and before.get(name) != tokens[name]}
        self.resolving = (self.resolving & tokens.keys()) | new
        self.sharing.tokens = tokens
        if self.until and self.monotonic() >= self.until:
            self.back = self.monotonic() + BACK
        self.until = began + TERM - MARGIN
        self.leases = {one.name: one for one in (self.store.seen() if taken else seen).leases}
        self.nodes = [one for one in seen.nodes if one.ago_ms <= 1000 * TERM]
        lost = [one for one in before if kept.get(one) != before[one]]
        self.size = self.store.tree_size()
        self.taken += len(taken.keys() - {DUTIES})
        self.lost += sum(one != DUTIES for one in lost)
        self.plan(kept)
        return Looked({name: name in given for name in taken}, lost)

    def free(self, seen: Seen, names: Sequence[str], holding: int) -> list[str]:
        """As many as make this node's part, of those that nobody holds."""
        if self.leaving:
            return []
        taken = {one.name for one in seen.leases if one.left_ms > 0}
        free = sorted(name for name in names if name not in taken)
        return free[: max(0, self.share(seen.nodes, len(names)) - holding)]

    def share(self, nodes: Sequence[NodeSeen], tables: int) -> int:
        there = {one.node for one in nodes if one.ago_ms <= 1000 * TERM and not one.leaving}
        return -(-tables // len(there | {self.sharing.node}))

    def plan(self, kept: dict[str, int]) -> None:
        """What is handed over: what was asked for, all when leaving, else what is too much."""
        others = [one.node for one in self.nodes if self.is_other(one)]
        asked = {name: self.leases[name].wanted for name in kept if name in self.leases}
        self.wanted = {name: to for name, to in asked.items() if to in others}
        if not others:
            return
        load = dict.fromkeys((*others, self.sharing.node), 0)
        for lease in self.leases.values():
            if lease.node in load:
                load[self.wanted.get(lease.name, lease.node)] += 1
        for name in sorted(kept, reverse=True):
            if name in self.wanted:
                continue
            least = min(others, key=lambda node: (load[node], node))
            mine = load[self.sharing.node]
            if self.leaving or mine - load[least] > 1:
                self.wanted[name] = least
                load[least] += 1
                load[self.sharing.node] -= 1

    def is_other(self, one: NodeSeen) -> bool:
        return one.node != self.sharing.node and not one.leaving

    def hand_over(self, name: str, to: str) -> bool:
        """All that this node writes of the table is written; nothing more is."""
        self.sharing.tokens = {one: at for one, at in self.sharing.tokens.items() if one != name}
        done = self.store.hand_over(name, to, TERM)
        self.handed_over += bool(done and to and name != DUTIES)
        return done


def is_given(lease: Lease, node: str) -> bool:
    """Whether another node has handed it over to this one, which did not know yet."""
    return lease.node == node and not lease.run and lease.left_ms > 0
