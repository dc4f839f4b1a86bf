"""What is wrong with how a house is told to check itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.wire.house_sections import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.house_sections import ChecksIn

MOST_HOURS = 24 * 366
LEAST_SECONDS, MOST_SECONDS = 0.05, 60
PUBLIC = re.compile(r"[0-9a-f]{64}")


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
    if not 0 <= checks.backup_hours <= MOST_HOURS:
        yield BadInput(f"0 to {MOST_HOURS:,} hours", "backup_hours")
