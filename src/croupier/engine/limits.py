"""What part of a stake plays when an area is over its maximum or under its minimum."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.rulebook import Cite


class Applies(StrEnum):
    """`limits-apply-to` and `minimum-applies-to`: what is held against a limit."""

    AREA_TOTAL = "area-total"
    EACH_WAGER = "each-wager"


class Basis(StrEnum):
    """`pro-rata-basis`: whose stakes share the maximum."""

    ALL = "all"
    ALL_BUT_UNDER_MINIMUM = "all-but-under-minimum"


class Floor(StrEnum):
    """`pro-rata-floor`: what a share lifted to the minimum does to the others."""

    CLAMP = "clamp"
    REDISTRIBUTE = "redistribute"


class Shares(StrEnum):
    """`over-maximum-shares`: whose wager is cut when an area is settled to its maximum."""

    PRO_RATA = "pro-rata"
    FIRST_PLACED_FIRST = "first-placed-first"


class AtClose(StrEnum):
    """`under-minimum-at-close`: what becomes of a bet still short when betting closes."""

    RETURNED = "returned"
    PLAYS = "plays"


class Memory(StrEnum):
    """`under-minimum-memory`: how long a table remembers who was settled under the minimum."""

    TABLE_SESSION = "table-session"
    GAMING_DAY = "gaming-day"


class Limit(NamedTuple):
    minimum_cents: int
    maximum_cents: int


class Counted(msgspec.Struct, frozen=True, gc=False):
    """The part of a stake that plays, and the clauses by which it is not simply the stake."""

    cents: int
    clauses: tuple[str, ...] = ()

    def also(self, cite: Cite) -> Counted:
        """The same part, by one more clause."""
        return Counted(self.cents, (*self.clauses, *cite.numbers))


def as_placed(stakes: Sequence[int]) -> list[Counted]:
    return [Counted(stake) for stake in stakes]


def up_to(maximum: int, stakes: Sequence[int], cite: Cite) -> list[Counted]:
    return [
        Counted(maximum, cite.numbers) if stake > maximum else Counted(stake) for stake in stakes
    ]


@dataclass(frozen=True, slots=True)
class ProRata:
    """Over the maximum, wagers share it in proportion; none falls under the minimum."""

    cite: Cite
    exempt: Cite
    """A wager that is itself under the minimum plays in full."""

    def counted(
        self, stakes: Sequence[int], limit: Limit, readings: Mapping[str, str]
    ) -> list[Counted]:
        minimum, maximum = limit
        if readings["limits-apply-to"] == Applies.EACH_WAGER:
            return up_to(maximum, stakes, self.cite)
        if sum(stakes) <= maximum:
            return as_placed(stakes)
        sharing = [stake for stake in stakes if stake >= minimum]
        shares = iter(self._shares(sharing, sum(stakes) - sum(sharing), limit, readings))
        return [
            Counted(next(shares), self.cite.numbers)
            if stake >= minimum
            else Counted(stake, self.exempt.numbers)
            for stake in stakes
        ]

    @staticmethod
    def _shares(
        sharing: Sequence[int], exempt_cents: int, limit: Limit, readings: Mapping[str, str]
    ) -> list[int]:
        minimum, maximum = limit
        if readings["pro-rata-basis"] == Basis.ALL:
            shares = proportional(sharing, maximum, sum(sharing) + exempt_cents)
        else:
            shares = proportional(sharing, maximum - exempt_cents, sum(sharing))
        left = maximum - exempt_cents
        lift = left <= 0 or any(share < minimum for share in shares)
        if lift and readings["pro-rata-floor"] == Floor.REDISTRIBUTE:
            return redistributed(sharing, shares, left, minimum)
        return [max(share, minimum) for share in shares]


def proportional(stakes: Sequence[int], total: int, whole: int) -> list[int]:
    """Each stake's part of a total, rounded down to the cent."""
    return [max(0, stake * total // whole) for stake in stakes]


def redistributed(
    stakes: Sequence[int], shares: Sequence[int], total: int, minimum: int
) -> list[int]:
    """Shares below the minimum are lifted to it and the others scaled down, until none is below."""
    lifted = [share < minimum for share in shares]
    while not all(lifted):
        rest = total - minimum * sum(lifted)
        others = [stake for stake, up in zip(stakes, lifted, strict=True) if not up]
        scaled = iter(proportional(others, rest, sum(others)))
        shares = [minimum if up else next(scaled) for up in lifted]
        if all(share >= minimum for share in shares):
            return list(shares)
        lifted = [up or share < minimum for up, share in zip(lifted, shares, strict=True)]
    return [minimum] * len(stakes)


@dataclass(frozen=True, slots=True)
class ToMaximum:
    """Over the maximum, a wager is paid or collected to the maximum only."""

    cite: Cite

    def counted(
        self, stakes: Sequence[int], limit: Limit, readings: Mapping[str, str]
    ) -> list[Counted]:
        maximum = limit.maximum_cents
        if readings["limits-apply-to"] == Applies.EACH_WAGER or len(stakes) == 1:
            return up_to(maximum, stakes, self.cite)
        if sum(stakes) <= maximum:
            return as_placed(stakes)
        if readings["over-maximum-shares"] == Shares.PRO_RATA:
            return [
                Counted(cents, self.cite.numbers)
                for cents in proportional(stakes, maximum, sum(stakes))
            ]
        return self._first_placed_first(stakes, maximum)

    def _first_placed_first(self, stakes: Sequence[int], left: int) -> list[Counted]:
        counted = []
        for stake in stakes:
            counted.append(Counted(stake) if stake <= left else Counted(left, self.cite.numbers))
            left -= counted[-1].cents
        return counted


@dataclass(frozen=True, slots=True)
class AsPlaced:
    """No clause cuts the wager: it is settled as it lay when betting closed."""

    cite: Cite

    def counted(
        self, stakes: Sequence[int], limit: Limit, _readings: Mapping[str, str]
    ) -> list[Counted]:
        return [
            Counted(stake, self.cite.numbers if stake > limit.maximum_cents else ())
            for stake in stakes
        ]


@dataclass(frozen=True, slots=True)
class UnderMinimum:
    """A wager under the minimum that went unnoticed wins or loses as placed."""

    cite: Cite
    once: bool = False
    """The same player's later wagers under the minimum are returned."""


@dataclass(frozen=True, slots=True)
class Limits:
    over_maximum: ProRata | ToMaximum | AsPlaced
    under_minimum: UnderMinimum

    def is_under(
        self, stake: int, area_total: int, limit: Limit, readings: Mapping[str, str]
    ) -> bool:
        by_area = readings["minimum-applies-to"] == Applies.AREA_TOTAL
        return (area_total if by_area else stake) < limit.minimum_cents


def short_at_close(
    limits: Limits, stakes: Sequence[int], limit: Limit, readings: Mapping[str, str]
) -> list[bool]:
    """Which wagers of an area go back at the close of betting, being noticed as too small."""
    returned = readings.get("under-minimum-at-close") == AtClose.RETURNED
    total = sum(stakes)
    return [returned and limits.is_under(stake, total, limit, readings) for stake in stakes]


class Occasion(NamedTuple):
    """When a player was settled under the minimum."""

    player: str
    table_session: str
    gaming_day: str


def remembered(
    past: Sequence[Occasion], now: Occasion, readings: Mapping[str, str]
) -> frozenset[str]:
    """The players whose wagers under the minimum were settled once already."""
    by_day = readings["under-minimum-memory"] == Memory.GAMING_DAY
    return frozenset(
        then.player
        for then in past
        if (
            then.gaming_day == now.gaming_day if by_day else then.table_session == now.table_session
        )
    )
