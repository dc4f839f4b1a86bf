"""Lists that may be long are told a page at a time, the newest first to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from croupier.server.http.operation import Strict

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
MOST_TOLD = 200
"""At once."""


class Skipped(Strict, frozen=True):
    skip: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """The newest so many, which were told already."""


def page(found: Sequence[T], skipped: Skipped) -> list[T]:
    """The newest that are left, in the order in which they came."""
    last = max(0, len(found) - skipped.skip)
    return list(found[max(0, last - MOST_TOLD) : last])
