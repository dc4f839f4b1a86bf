"""What part of a stake plays when an area is over its maximum or under its minimum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.engine.readings import (
    LIMITS_APPLY_TO,
    OVER_MAXIMUM_SHARES,
    PRO_RATA_BASIS,
    PRO_RATA_FLOOR,
    UNDER_MINIMUM_AT_CLOSE,
    UNDER_MINIMUM_MEMORY,
    Applies,
    AtClose,
    Basis,
    Floor,
    Memory,
    Shares,
)
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.engine.game import Game
    from croupier.rulebook import Cite


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

    def counted(self, stakes: Sequence[int], limit: Limit, game: Game) -> list[Counted]:
        minimum, maximum = limit
        if game.reads(LIMITS_APPLY_TO) is Applies.EACH_WAGER:
            return up_to(maximum, stakes, self.cite)
        if sum(stakes) <= maximum:
            return as_placed(stakes)
        sharing = [stake for stake in stakes if stake >= minimum]
        shares = iter(self._shares(sharing, sum(stakes) - sum(sharing), limit, game))
        return [
            Counted(next(shares), self.cite.numbers)
            if stake >= minimum
            else Counted(stake, self.exempt.numbers)
            for stake in stakes
        ]

    @staticmethod
    def _shares(sharing: Sequence[int], exempt_cents: int, limit: Limit, game: Game) -> list[int]:
        minimum, maximum = limit
        if game.reads(PRO_RATA_BASIS) is Basis.ALL:
            shares = proportional(sharing, maximum, sum(sharing) + exempt_cents)
        else:
            shares = proportional(sharing, maximum - exempt_cents, sum(sharing))
        left = maximum - exempt_cents
        lift = left <= 0 or any(share < minimum for share in shares)
        if lift and game.reads(PRO_RATA_FLOOR) is Floor.REDISTRIBUTE:
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


carries(ProRata, field_of(ProRata, "exempt"))(ProRata.counted)


@dataclass(frozen=True, slots=True)
class ToMaximum:
    """Over the maximum, a wager is paid or collected to the maximum only."""

    cite: Cite

    def counted(self, stakes: Sequence[int], limit: Limit, game: Game) -> list[Counted]:
        maximum = limit.maximum_cents
        if game.reads(LIMITS_APPLY_TO) is Applies.EACH_WAGER or len(stakes) == 1:
            return up_to(maximum, stakes, self.cite)
        if sum(stakes) <= maximum:
            return as_placed(stakes)
        if game.reads(OVER_MAXIMUM_SHARES) is Shares.PRO_RATA:
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


carries(ToMaximum)(ToMaximum.counted)


@dataclass(frozen=True, slots=True)
class AsPlaced:
    """No clause cuts the wager: it is settled as it lay when betting closed."""

    cite: Cite

    def counted(self, stakes: Sequence[int], limit: Limit, _game: Game) -> list[Counted]:
        return [
            Counted(stake, self.cite.numbers if stake > limit.maximum_cents else ())
            for stake in stakes
        ]


carries(AsPlaced)(AsPlaced.counted)


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

    @carries(UnderMinimum)
    def is_under(self, stake: int, area_total: int, limit: Limit, game: Game) -> bool:
        return (area_total if self.by_area(game) else stake) < limit.minimum_cents

    def by_area(self, game: Game) -> bool:
        """Whether the minimum is that of all wagers of an area together."""
        return game.minimum_is_of_areas


def short_at_close(game: Game, stakes: Sequence[int], limit: Limit) -> list[bool]:
    """Which wagers of an area go back at the close of betting, being noticed as too small."""
    total, returned = sum(stakes), returns_at_close(game)
    return [returned and game.limits.is_under(stake, total, limit, game) for stake in stakes]


def returns_at_close(game: Game) -> bool:
    """Whether any wager does."""
    return game.reads(UNDER_MINIMUM_AT_CLOSE, otherwise=PLAYS) is RETURNED


PLAYS, RETURNED = AtClose.PLAYS, AtClose.RETURNED


class Occasion(NamedTuple):
    """When a player was settled under the minimum."""

    player: str
    table_session: str
    gaming_day: str


@carries(UnderMinimum)
def remembered(past: Sequence[Occasion], now: Occasion, game: Game) -> frozenset[str]:
    """The players whose wagers under the minimum were settled once already."""
    by_day = game.reads(UNDER_MINIMUM_MEMORY) is Memory.GAMING_DAY
    return frozenset(
        then.player
        for then in past
        if (
            then.gaming_day == now.gaming_day if by_day else then.table_session == now.table_session
        )
    )
