"""Buckets and crowds by a clock of the test's own."""

from __future__ import annotations

import pytest

from croupier.server.floor.frames import A_SECOND
from croupier.server.limits import (
    ARRIVALS_A_SECOND,
    MOST_KEYS,
    SOCKET_COSTS,
    Bucket,
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


def test_connections_are_counted_before_they_ask_for_anything() -> None:
    watch = Watch()
    crowd = Crowd(LIMITS, watch)
    assert [crowd.connects("a") for _ in range(9)] == [True] * 8 + [False]
    for _ in range(8):
        crowd.disconnects("a")
    assert not crowd.connects("a")  # too many in a short time
    watch.now += 4 / ARRIVALS_A_SECOND
    assert [crowd.connects("a") for _ in range(5)] == [True] * 4 + [False]
    watch.now += 3600
    assert [crowd.connects("a") for _ in range(5)] == [True] * 4 + [False]  # as many as it may have
    assert crowd.connects("b")
    crowd.disconnects("a")
    assert crowd.connects("a")


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
