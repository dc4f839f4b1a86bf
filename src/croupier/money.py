"""Whole cents, odds as the rules write them, and the one place where money is rounded."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.problems import BadInput
from croupier.said import format_amount as written_amount

AMOUNT = re.compile(r"(0|[1-9][0-9]{0,12})\.([0-9]{2})")
WHOLE_DOLLARS = r"0|[1-9][0-9]{0,12}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}|[1-9](?:,[0-9]{3}){4}"
WRITTEN = re.compile(rf"(?:[Ss]?\$)?({WHOLE_DOLLARS})(\.[0-9]{{2}})?")
"""As people write one."""
PART = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8}|\.[0-9]{1,9})?")
"""No exponent: ten letters of one would be a number that takes minutes to write out."""
NOTHING = Fraction(0)
WHOLE_DOLLAR_CENTS = 100
REMEMBERED = 1 << 14
"""Amounts kept as read and written: a table sees the same ones again and again."""


class Posting(NamedTuple):
    """By so much an account changes; the postings of an event come to nothing."""

    account: str
    cents: int


@lru_cache(maxsize=REMEMBERED)
def parse_amount(text: str) -> int:
    """Cents of an amount such as `100.00`."""
    written = AMOUNT.fullmatch(text)
    if written is None:
        raise BadInput(
            f"{text[:30]!r} is not an amount like 100.00: at most 13 digits, a point, two decimals"
        )
    return int(written[1]) * WHOLE_DOLLAR_CENTS + int(written[2])


def read_amount(text: str) -> int:
    """Cents of an amount as people write it: `78050`, `78,050`, `78050.00`, `$78,050.00`."""
    written = WRITTEN.fullmatch(text.strip())
    if written is None:
        raise BadInput(f"{text.strip()[:30]!r} is not an amount like 25, 25.00 or 1,000")
    return parse_amount(written[1].replace(",", "") + (written[2] or ".00"))


def parse_part(text: str) -> Fraction:
    """A part of a whole such as `1/5` or `0.2`."""
    if PART.fullmatch(text) is None:
        raise BadInput(f"{text[:20]!r} is no fraction like 1/5")
    return Fraction(text)


format_amount = lru_cache(maxsize=REMEMBERED)(written_amount)


class Odds(NamedTuple):
    """`8:1` pays eight for each one staked, and the stake comes back with it."""

    pays: int
    to: int

    @classmethod
    def read(cls, text: str) -> Odds:
        pays, to = text.split(":")
        return cls(int(pays), int(to))

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"

    @property
    def net(self) -> Fraction:
        return Fraction(self.pays, self.to)


class Rounding(StrEnum):
    """`money-rounding`: what becomes of a pay that is no whole cent."""

    DOWN = "down-to-cent"
    UP = "up-to-cent"


def pay(odds: Odds, stake_cents: int, rounding: Rounding) -> tuple[int, Fraction]:
    """Whole cents, and the dollars that the house keeps (or, below zero, adds) to reach them."""
    pays, to = odds
    cents, rest = divmod(stake_cents * pays, to)
    if not rest:
        return cents, NOTHING
    kept = Fraction(rest, to)
    if rounding is Rounding.UP:
        return cents + 1, (kept - 1) / WHOLE_DOLLAR_CENTS
    return cents, kept / WHOLE_DOLLAR_CENTS
