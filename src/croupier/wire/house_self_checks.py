"""What is wrong with how a house is told to check itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput
from croupier.wire.house_file import MOST_PORTS
from croupier.wire.house_sections import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.house_sections import ChecksIn

MOST_HOURS, MOST_SERVERS, NTP = 24 * 366, 8, 123
LEAST_SECONDS, MOST_SECONDS = 0.05, 60
PUBLIC = re.compile(r"[0-9a-f]{64}")
SERVER = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+))(?::(\d{1,5}))?")


class TimeServer(NamedTuple):
    host: str
    port: int = NTP


def time_server(text: str) -> TimeServer:
    said = SERVER.fullmatch(text)
    port = int(said[3] or NTP) if said else 0
    if said is None or not 1 <= port <= MOST_PORTS:
        raise BadInput(f"{text[:60]!r} is no server like ntp.example or 10.0.0.1:123")
    return TimeServer(said[1] or said[2], port)


def wrong_checks(checks: ChecksIn) -> Iterator[BadInput]:
    if not 1 <= checks.journal_hours <= MOST_HOURS:
        yield BadInput(f"1 to {MOST_HOURS:,} hours", "journal_hours")
    if checks.program not in PROGRAM:
        what = f"{checks.program[:20]!r} is not one of {', '.join(PROGRAM)}"
        yield BadInput(what, "program")
    if checks.maker is not None and not PUBLIC.fullmatch(checks.maker):
        yield BadInput("a public key is 64 hexadecimal digits", "maker")
    if not LEAST_SECONDS <= checks.clock_seconds <= MOST_SECONDS:
        yield BadInput(f"{LEAST_SECONDS} to {MOST_SECONDS} seconds", "clock_seconds")
    if len(checks.clock_servers) > MOST_SERVERS:
        yield BadInput(f"at most {MOST_SERVERS}", "clock_servers")
    for one in checks.clock_servers:
        try:
            time_server(one)
        except BadInput as wrong:
            yield wrong.at("clock_servers")
    if not 0 <= checks.backup_hours <= MOST_HOURS:
        yield BadInput(f"0 to {MOST_HOURS:,} hours", "backup_hours")
