"""Which tables this node holds, and which it should: leases, renewed long before they run out.

The database's clock alone decides when a lease is over. By this node's own clock it stops earlier:
counted from before it asked, less a margin.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.sharing import DUTIES
from croupier.server.nodes.envelopes import SKEW_MS
from croupier.server.nodes.spreading import Placed, spread
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from croupier.server.journal.sharing import Lease, NodeSeen, Seen, SharedStore, Sharing

TERM = 3.0
"""Seconds for which a table is held after each renewal."""
RENEW_EVERY = TERM / 3
MARGIN = 0.5
"""Seconds by which this node stops before the database lets others take over."""
FRESH_MS = 1250
"""Since a node was seen: to one that was not, nothing is handed over. It may be dead."""
GIVEN = 1.5
"""Seconds in which a node takes what was handed over to it; then it is anybody's."""
LEFT_FREE_MS = 400
"""After which the first node that looks takes a table that nobody holds: nodes may not agree on who
is there, and so on whose it is."""
BACK = 1.0
"""Seconds after a node was out of touch in which it reads what was sent to it meanwhile."""


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


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
        wall: Callable[[], int] = wall_ms,
    ) -> None:
        self.store, self.sharing, self.address = store, sharing, address
        self.monotonic, self.wall = monotonic, wall
        self.ahead_ms = 0
        """By how much this machine's clock surely differs from the database's."""
        self.until, self.back, self.namesake_until = 0.0, 0.0, 0.0
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
        return self.was_in_touch(0)

    def was_in_touch(self, seconds: float) -> bool:
        """For so long, without a gap."""
        now = self.monotonic()
        return not self.until or (self.back <= now - seconds and now < self.until)

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
    def load(self) -> int:
        """Of the tables that this node holds, by its last look."""
        return sum(self.leases[name].load for name in self.held if name in self.leases)

    @property
    def behind(self) -> int:
        return max(0, self.size - self.sharing.looked - len(self.sharing.mine))

    @property
    def is_left_alone(self) -> bool:
        """Whether the last look has found no other node."""
        return self.until > 0 and not any(map(self.is_other, self.nodes))

    def look(self, names: Iterable[str], loads: Mapping[str, int]) -> Looked:
        """Renewed, and those taken that are this node's share of what nobody holds."""
        began, before = self.monotonic(), self.sharing.tokens
        names = (*names, DUTIES)
        self.meet()
        kept = self.store.renew(TERM, loads)
        seen = self.store.seen()
        given = {one.name for one in seen.leases if is_given(one, self.sharing.node)}
        elsewhere = self.spread(seen, names)
        held = {one.name for one in seen.leases if one.left_ms > 0}
        mine = {name for name, to in elsewhere.items() if to == self.sharing.node}
        free = {one.name for one in seen.leases if one.left_ms <= -LEFT_FREE_MS}
        free = set() if self.leaving else free.intersection(names)
        taken = self.store.take(sorted(given | free | (mine - held)), TERM)
        tokens = kept | taken  # of those kept, one may have been taken in a look that failed
        new = {name for name in tokens if name != DUTIES and before.get(name) != tokens[name]}
        self.resolving = (self.resolving & tokens.keys()) | new
        self.sharing.tokens = tokens
        if self.until and self.monotonic() >= self.until:
            self.back = self.monotonic() + BACK
        self.until = began + TERM - MARGIN
        self.leases = {one.name: one for one in (self.store.seen() if taken else seen).leases}
        self.nodes = [one for one in seen.nodes if is_there(one)]
        lost = [one for one in before if kept.get(one) != before[one]]
        self.size = self.store.tree_size()
        self.taken += len(taken.keys() - {DUTIES})
        self.lost += sum(one != DUTIES for one in lost)
        self.plan(kept, elsewhere)
        return Looked({name: name in given for name in taken}, lost)

    def meet(self) -> None:
        """A run of this name that is not this one is of before it, or of another machine."""
        began = self.wall()
        met = self.store.here(self.address, __version__, leaving=self.leaving)
        self.ahead_ms = min(0, self.wall() - met.now) or max(0, began - met.now)
        if self.until and met.run not in {None, self.sharing.run}:
            self.namesake_until = self.monotonic() + TERM

    @property
    def has_other_time(self) -> bool:
        """By so much that nodes whose clocks are right refuse its messages."""
        return abs(self.ahead_ms) >= SKEW_MS

    @property
    def has_namesake(self) -> bool:
        """Whether another machine says that it is this one: each is asked for the other."""
        return self.monotonic() < self.namesake_until

    def spread(self, seen: Seen, names: Sequence[str]) -> dict[str, str]:
        """What should be at another node than it is, and at which, as every node finds it.

        What a person wants elsewhere counts as being there.
        """
        there = {one.node for one in seen.nodes if is_there(one) and not one.leaving}
        there = there - {self.sharing.node} if self.leaving else there | {self.sharing.node}
        leases = {one.name: one for one in seen.leases}
        return spread({name: placed(leases.get(name), there) for name in names}, there)

    def plan(self, kept: dict[str, int], elsewhere: dict[str, str]) -> None:
        """What is handed over: what was asked for, all when leaving, else what is too much."""
        others = {one.node for one in self.nodes if self.is_other(one) and one.ago_ms <= FRESH_MS}
        held = {name: self.leases[name] for name in kept if name in self.leases}
        asked = {name: lease.wanted for name, lease in held.items() if lease.wanted in others}
        planned = {name: elsewhere[name] for name in held if elsewhere.get(name) in others}
        self.wanted = planned | asked

    def is_other(self, one: NodeSeen) -> bool:
        return one.node != self.sharing.node and not one.leaving

    def hand_over(self, name: str, to: str) -> bool:
        """All that this node writes of the table is written; nothing more is."""
        self.sharing.tokens = {one: at for one, at in self.sharing.tokens.items() if one != name}
        done = self.store.hand_over(name, to, GIVEN)
        self.handed_over += bool(done and to and name != DUTIES)
        return done


def is_there(one: NodeSeen) -> bool:
    return one.ago_ms <= 1000 * TERM


def placed(lease: Lease | None, there: Collection[str]) -> Placed:
    if lease is None or lease.left_ms <= 0:
        return Placed(None, lease.load if lease else 0)
    if lease.wanted in there and lease.wanted != lease.node:
        return Placed(lease.wanted, lease.load, stays=True)
    return Placed(lease.node, lease.load, stays=lease.stays_ms > 0)


def is_given(lease: Lease, node: str) -> bool:
    """Whether another node has handed it over to this one, which did not know yet."""
    return lease.node == node and not lease.run and lease.left_ms > 0
