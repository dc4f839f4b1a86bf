"""What a house's file says of its self-checks: at, below and above each number."""

from __future__ import annotations

import pytest

from croupier.wire.house import DEFAULT, plan_house
from croupier.wire.house_checks import wrong_with
from croupier.wire.house_sections import ChecksIn

KEY = "0123456789abcdef" * 4


def wrong(line: str) -> list[str]:
    return [str(one) for one in wrong_with(DEFAULT.read_bytes() + f"\n[checks]\n{line}\n".encode())]


@pytest.mark.parametrize(
    "line",
    [
        "journal_hours = 1",
        "journal_hours = 8784",
        'program = "must-match"',
        'program = "told"',
        f'maker = "{KEY}"',
        "clock_seconds = 0.05",
        "clock_seconds = 60",
        "backup_hours = 0",
        "backup_hours = 8784",
    ],
)
def test_what_a_file_may_say(line: str) -> None:
    assert wrong(line) == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("journal_hours = 0", "checks, journal_hours: 1 to 8,784 hours"),
        ("journal_hours = 8785", "checks, journal_hours: 1 to 8,784 hours"),
        ('program = "any"', "checks, program: 'any' is not one of must-match, told"),
        (f'maker = "{KEY[1:]}"', "checks, maker: a public key is 64 hexadecimal digits"),
        ("clock_seconds = 0.04", "checks, clock_seconds: 0.05 to 60 seconds"),
        ("clock_seconds = 60.1", "checks, clock_seconds: 0.05 to 60 seconds"),
        (
            'clock_servers = ["ntp.example"]',
            "checks: there is no field 'clock_servers' here",
        ),
        ("backup_hours = -1", "checks, backup_hours: 0 to 8,784 hours"),
        ("backup_hours = 8785", "checks, backup_hours: 0 to 8,784 hours"),
        ("hours = 1", "checks: there is no field 'hours' here"),
    ],
)
def test_what_it_may_not(line: str, says: str) -> None:
    assert wrong(line) == [says]


def test_a_file_that_says_nothing() -> None:
    assert plan_house(DEFAULT.read_bytes()).file.checks == ChecksIn()
