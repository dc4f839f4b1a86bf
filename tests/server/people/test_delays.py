"""Delays after wrong passwords: by account and address, growing, bounded, ending by themselves."""

from __future__ import annotations

import pytest

from croupier.server.people.delays import (
    FORGOTTEN_MS,
    GENTLY_MS,
    LONGEST_MS,
    MANY,
    MOST,
    SESSION_LONGEST_MS,
    Delays,
)
from croupier.server.people.failures import EVERY_MS, FIRST, Failures


def waits(delays: Delays, tries: int, name: str = "d1", address: str = "a") -> list[int]:
    """Before each of these wrong tries, each made as soon as it may be."""
    found, at = [], 0
    for _ in range(tries):
        found.append(delays.attempt(name, address, at))
        at += found[-1]
        if found[-1]:
            assert delays.attempt(name, address, at) == 0
    return found


@pytest.mark.parametrize("name", ["d1", "nobody-has-this-name", "x" * 100_000, "\ud800"])
def test_delays_double_up_to_a_minute_whoever_it_is(name: str) -> None:
    seconds = [wait // 1000 for wait in waits(Delays(), 12, name)]
    assert seconds == [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_session_s_own_delay_is_small() -> None:
    assert max(waits(Delays(SESSION_LONGEST_MS), 40)) == 5_000


def test_asking_too_soon_prolongs_nothing() -> None:
    delays = Delays()
    waits(delays, 20)
    last = delays.tries[next(iter(delays.tries))].at
    assert [delays.attempt("d1", "a", last + passed) for passed in (0, 1, 59_999)] == [
        LONGEST_MS,
        LONGEST_MS - 1,
        1,
    ]
    assert delays.attempt("d1", "a", last + LONGEST_MS) == 0


def test_failures_of_one_address_delay_no_other() -> None:
    delays = Delays()
    waits(delays, 30)
    assert delays.attempt("d1", "a", 1)
    assert delays.attempt("d1", "b", 1) == 0
    assert delays.attempt("s1", "a", 1) == 0


def test_tries_at_once_count_before_they_are_known_to_be_wrong() -> None:
    delays = Delays()
    assert [delays.attempt("d1", "a", 0) > 0 for _ in range(60)] == [False] * 3 + [True] * 57


def test_the_right_password_and_time_forget() -> None:
    delays = Delays()
    waits(delays, 9)
    delays.succeeded("d1", "a")
    assert delays.attempt("d1", "a", 0) == 0
    waits(delays, 9)
    assert delays.attempt("d1", "a", 10**6 + FORGOTTEN_MS) == 0
    assert delays.tries[next(iter(delays.tries))].wrong == 1


def test_a_try_that_was_not_made_is_not_counted() -> None:
    delays = Delays()
    for _ in range(50):
        assert delays.attempt("d1", "a", 0) == 0
        delays.forgive("d1", "a")
    assert delays.tries == {}


@pytest.mark.threat("T108")
def test_many_addresses_are_slowed_down_and_a_new_one_is_not() -> None:
    delays = Delays()
    for number in range(MANY - 1):
        assert delays.attempt("d1", f"a{number}", 0) == 0
    assert delays.attempt("d1", "a0", 1) == 0
    assert delays.attempt("d1", f"a{MANY}", 2) == 0
    assert delays.attempt("d1", "a1", 3) == GENTLY_MS - 3
    assert delays.attempt("d1", "owner", 3) == 0
    assert delays.attempt("d1", "owner", 4) == GENTLY_MS - 1
    assert delays.attempt("s1", "a1", 3) == 0
    assert delays.attempt("d1", "owner", 3 + GENTLY_MS) == 0


def test_what_is_remembered_is_bounded() -> None:
    delays = Delays()
    for number in range(MOST + 50):
        delays.attempt(f"n{number}", "a", 0)
    assert (len(delays.tries), len(delays.failing)) == (MOST, MOST)
    for number in range(200):
        delays.attempt("d1", f"a{number}", 0)
    assert max(map(len, delays.failing.values())) <= 64


def test_failures_are_written_a_few_times_a_minute() -> None:
    failures, written = Failures(), []
    for at in range(0, 2 * EVERY_MS, 10):
        failures.add("d1")
        if failures.is_due(at):
            written.append(failures.due(at))
    written.append(failures.due(2 * EVERY_MS, all_=True))
    assert len(written) <= 2 * FIRST + 1
    assert sum(one["d1"] for one in written) == 2 * EVERY_MS // 10
    assert failures.kept == {}
