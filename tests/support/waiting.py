"""Wait for a condition, never for a time."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
LONGEST = 60.0
"""Seconds after which a condition that does not hold fails the test, also on a busy machine."""
LOOK_EVERY = 0.01


def wait_until(condition: Callable[[], T], what: str = "", seconds: float = LONGEST) -> T:
    """Return the first true value of `condition`, or fail the test if there is none in time.

    `what` is named in the failure, such as "the shoe is revealed".
    """
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, too_late(what, seconds)
        time.sleep(LOOK_EVERY)
    return value


async def wait_until_async(
    condition: Callable[[], T], what: str = "", seconds: float = LONGEST
) -> T:
    """Do as `wait_until`, and let the other tasks of the event loop run meanwhile."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, too_late(what, seconds)
        await asyncio.sleep(LOOK_EVERY)
    return value


def too_late(what: str, seconds: float) -> str:
    return f"not within {seconds:g} seconds: {what or 'the condition that the test waits for'}"
