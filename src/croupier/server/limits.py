"""How much of the house one address, one connection or one person may take."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEYS = 10_000
"""That are held in memory; the one that has been quiet for longest is forgotten."""
HOUR = 3600
REQUESTS_A_SECOND = 200
"""Of an address over HTTP on average, and twice as many at once: a page is some thirty files."""
ARRIVALS_A_SECOND = 100.0
"""Connections that an address may make on average, once it has made as many as it may have."""
SOCKET_COSTS, FLOOD_COSTS = 1, 100
"""In connections: opening a socket, and having had one closed for flooding."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    sockets: int = 5_000
    sockets_per_address: int = 500
    strangers: int = 1_000
    """Sockets of those who have not signed in."""
    strangers_per_address: int = 100
    guests_an_hour: int = 2_000
    guests_an_hour_per_address: int = 200


class Bucket:
    """Holds so many, is filled again by so many a second, and may be overdrawn."""

    __slots__ = ("a_second", "at_once", "left", "since")

    def __init__(self, at_once: float, a_second: float, now: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left, self.since = at_once, now

    def holds(self, now: float) -> float:
        self.left = min(self.at_once, self.left + (now - self.since) * self.a_second)
        self.since = now
        return self.left

    def take(self, now: float, cost: float = 1) -> float:
        """What is then left: less than nothing, where it was too much."""
        self.left = self.holds(now) - cost
        return self.left


class RateLimit:
    """A bucket for each address, or for whatever else is counted."""

    def __init__(
        self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.at_once, self.a_second, self.clock = at_once, a_second, clock
        self.buckets: dict[str, Bucket] = {}

    def bucket(self, key: str, now: float) -> Bucket:
        found = self.buckets.pop(key, None) or Bucket(self.at_once, self.a_second, now)
        self.buckets[key] = found
        if len(self.buckets) > MOST_KEYS:
            del self.buckets[next(iter(self.buckets))]
        return found

    def allows(self, key: str, cost: float = 1) -> bool:
        """And takes it, if so."""
        now = self.clock()
        bucket = self.bucket(key, now)
        if bucket.holds(now) < cost:
            return False
        bucket.take(now, cost)
        return True

    def charge(self, key: str, cost: float) -> None:
        """Down to nothing at most, so that it ends by itself."""
        now = self.clock()
        bucket = self.bucket(key, now)
        bucket.take(now, min(cost, max(0, bucket.holds(now))))


class Connection:
    """One that is counted, until it has gone."""

    __slots__ = ("address", "drop")

    def __init__(self, address: str, drop: Callable[[], None]) -> None:
        self.address, self.drop = address, drop


class Crowd:
    """Who is in: sockets in all and of each address, and how fast more of them come."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.arrivals = RateLimit(2 * limits.sockets_per_address, ARRIVALS_A_SECOND, clock)
        self.requests = RateLimit(2 * REQUESTS_A_SECOND, REQUESTS_A_SECOND, clock)
        self.news = RateLimit(1, 1 / 60, clock)
        self.connections: set[Connection] = set()
        self.connected: Counter[str] = Counter()
        self.unknown: dict[str, dict[Connection, None]] = {}
        """Of each address those by which nobody has shown a session, the oldest first."""
        self.sockets: Counter[str] = Counter()
        self.strangers: Counter[str] = Counter()

    def connects(self, address: str, drop: Callable[[], None]) -> Connection | None:
        """One more connection, whatever it will ask for: there is room, or another one goes."""
        own = self.connected[address] < 2 * self.limits.sockets_per_address
        if not (own and self.arrivals.allows(address) and self.has_room(address)):
            return None
        made = Connection(address, drop)
        self.connections.add(made)
        self.connected[address] += 1
        self.unknown.setdefault(address, {})[made] = None
        return made

    def has_room(self, address: str) -> bool:
        """If need be by dropping the oldest of whoever has most that show no session."""
        if len(self.unknown.get(address, ())) >= self.limits.sockets_per_address:
            fullest = address
        elif len(self.connections) < 2 * self.limits.sockets:
            return True
        else:
            fullest = max(self.unknown, key=lambda one: len(self.unknown[one]), default="")
        oldest = next(iter(self.unknown.get(fullest, ())), None)
        if oldest is None:
            return False
        self.disconnects(oldest)
        oldest.drop()
        return True

    def knows(self, connection: Connection) -> None:
        """Somebody who is signed in asks by it."""
        own = self.unknown.get(connection.address, {})
        own.pop(connection, None)
        if not own:
            self.unknown.pop(connection.address, None)

    def disconnects(self, connection: Connection) -> None:
        """Once, however often it is said."""
        if connection in self.connections:
            self.connections.remove(connection)
            one_less(self.connected, connection.address)
            self.knows(connection)

    def enters(self, address: str, *, stranger: bool) -> bool:
        """Whether there is room for one more socket."""
        limits = self.limits
        room = self.sockets.total() < limits.sockets
        room &= self.sockets[address] < limits.sockets_per_address
        if stranger:
            room &= self.strangers.total() < limits.strangers
            room &= self.strangers[address] < limits.strangers_per_address
        if not (room and self.arrivals.allows(address, SOCKET_COSTS)):
            return False
        self.sockets[address] += 1
        if stranger:
            self.strangers[address] += 1
        return True

    def leaves(self, address: str, *, stranger: bool) -> None:
        one_less(self.sockets, address)
        if stranger:
            one_less(self.strangers, address)

    def flooded(self, address: str) -> bool:
        """Whether that is news: it is told once a minute for an address."""
        self.arrivals.charge(address, FLOOD_COSTS)
        return self.news.allows(address)


def one_less(of: Counter[str], key: str) -> None:
    of[key] -= 1
    if of[key] <= 0:
        del of[key]


def neighbourhood(host: str) -> str:
    """An address; of IPv6 the network that one customer is given, who has no end of addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
