"""Buckets and crowds by a clock of the test's own."""

from __future__ import annotations

import pytest

from croupier.server.floor.frames import A_SECOND
from croupier.server.limits import (
    ARRIVALS_A_SECOND,
    MOST_KEYS,
    SOCKET_COSTS,
    Bucket,
    Connection,
    Crowd,
    Limits,
    RateLimit,
    neighbourhood,
)

LIMITS = Limits(sockets=8, sockets_per_address=4, strangers=3, strangers_per_address=2)


class Watch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_twenty_commands_a_second_are_always_allowed() -> None:
    bucket = Bucket(2 * A_SECOND, A_SECOND, 0)
    assert min(bucket.take(turn / 20) for turn in range(20 * 600)) >= 0


def test_more_than_the_rate_is_overdrawn_and_ends_by_itself() -> None:
    bucket = Bucket(2 * A_SECOND, A_SECOND, 0)
    left = [bucket.take(0) for _ in range(2 * A_SECOND + 1)]
    assert (left[-2], left[-1]) == (0, -1)
    assert bucket.holds(1) == A_SECOND - 1
    assert bucket.holds(3600) == 2 * A_SECOND


def test_those_who_are_quiet_are_forgotten() -> None:
    limit = RateLimit(1, 1, Watch())
    assert all(limit.allows(str(number)) for number in range(MOST_KEYS + 5))
    assert len(limit.buckets) == MOST_KEYS


def test_a_charge_goes_down_to_nothing_and_no_further() -> None:
    watch = Watch()
    limit = RateLimit(10, 1, watch)
    for _ in range(100):
        limit.charge("a", 50)
    assert not limit.allows("a")
    watch.now += 1
    assert limit.allows("a")
    assert limit.allows("b")


def test_room_for_sockets_in_all_by_address_and_for_strangers() -> None:
    crowd = Crowd(LIMITS, Watch())
    crowd.arrivals = RateLimit(1000, 1, Watch())
    assert [crowd.enters("a", stranger=True) for _ in range(3)] == [True, True, False]
    assert [crowd.enters("b", stranger=True) for _ in range(2)] == [True, False]
    assert [crowd.enters("a", stranger=False) for _ in range(3)] == [True, True, False]
    assert [crowd.enters("b", stranger=False) for _ in range(4)] == [True, True, True, False]
    assert not crowd.enters("c", stranger=False)
    crowd.leaves("a", stranger=True)
    assert crowd.enters("c", stranger=True)
    for address, stranger in [("a", True), ("a", False), ("a", False), ("c", True)]:
        crowd.leaves(address, stranger=stranger)
    assert set(crowd.sockets) == set(crowd.strangers) == {"b"}


def test_of_whoever_is_signed_in_nothing_is_held_once_they_have_left() -> None:
    crowd = Crowd(LIMITS, Watch())
    assert crowd.enters("a", stranger=False)
    crowd.leaves("a", stranger=False)
    assert (crowd.sockets, crowd.strangers) == ({}, {})


def test_connections_are_counted_before_they_ask_for_anything() -> None:
    watch = Watch()
    crowd = Crowd(LIMITS, watch)

    def come(address: str, times: int) -> list[Connection]:
        made = [crowd.connects(address, lambda: None) for _ in range(times)]
        found = [one for one in made if one is not None]
        for one in found:
            crowd.knows(one)
        return found

    held = come("a", 9)
    assert len(held) == 8
    for one in held:
        crowd.disconnects(one)
        crowd.disconnects(one)
    assert (crowd.connections, crowd.connected, crowd.unknown) == (set(), {}, {})
    assert not come("a", 1)  # too many in a short time
    watch.now += 4 / ARRIVALS_A_SECOND
    assert len(come("a", 5)) == 4
    watch.now += 3600
    held = come("a", 5)
    assert len(held) == 4  # as many as it may have
    assert come("b", 1)
    crowd.disconnects(held[0])
    assert come("a", 1)


@pytest.mark.threat("T112")
def test_silent_connections_of_a_few_do_not_keep_another_out() -> None:
    """The oldest of whoever has most goes; nobody's who has shown a session."""
    crowd, dropped = Crowd(LIMITS, Watch()), list[str]()

    def come(name: str) -> Connection | None:
        return crowd.connects(name[0], lambda: dropped.append(name))

    first = come("a0")
    assert first is not None
    crowd.knows(first)
    for address in "abcd":
        for number in range(1, 5):
            come(f"{address}{number}")
    assert dropped == ["a1"]  # one more than the sixteen that there may be
    assert come("z1")
    assert dropped == ["a1", "b1"]
    assert len(crowd.connections) == 16
    assert come("a5")
    assert come("a6")  # of its own, of which it has as many as it may
    assert dropped == ["a1", "b1", "c1", "a2"]
    assert first in crowd.connections


def test_who_flooded_comes_back_more_slowly_and_others_do_not() -> None:
    watch = Watch()
    crowd = Crowd(Limits(), watch)
    told = [crowd.flooded("a") for _ in range(20)]
    assert told == [True] + [False] * 19
    assert not crowd.enters("a", stranger=False)
    assert crowd.enters("b", stranger=False)
    watch.now += SOCKET_COSTS / ARRIVALS_A_SECOND
    assert crowd.enters("a", stranger=False)


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("no address " * 20, ("no address " * 20)[:64]),
    ],
)
def test_an_address_is_the_network_of_one_customer(host: str, told: str) -> None:
    assert neighbourhood(host) == told
