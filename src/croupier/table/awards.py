"""Awards of a jackpot: how many, the last of them, and those that wait to be paid by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.table import meter_events as happened
    from croupier.table.events import SettledLine

SHOWN, KEPT = 25, 50
"""Awards that are listed; and kept, since some of them may still be taken back."""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Won, and not the player's own until two people have verified it."""

    number: int
    at: int
    table: str
    round: int
    box: int
    player: str
    cents: int
    from_meter: bool
    verified_by: str = ""
    """Who proposes to pay it, when and why."""
    verified_at: int = 0
    reason: str = ""

    def is_of(self, table: str, number: int, player: str) -> bool:
        return (self.table, self.round, self.player) == (table, number, player)


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """An award: of the meter, or one of the house that is paid by hand."""

    at: int
    table: str
    round: int
    box: int
    player: str
    cents: int
    from_meter: bool
    by_hand: bool = False
    waits_cents: int = 0
    """Of it what is not paid yet."""
    paid_at: int | None = None
    paid_by: tuple[str, ...] = ()
    """The two who paid it by hand."""

    def is_of(self, table: str, number: int, player: str) -> bool:
        return (self.table, self.round, self.player) == (table, number, player)


class Awards(msgspec.Struct, frozen=True, kw_only=True):
    attendant_cents: int | None = None
    """From this amount on an award is paid by hand; none: never."""
    held: tuple[Held, ...] = ()
    holds: int = 0
    """How many were ever held: the number of the last."""
    hits: int = 0
    """How often the meter was won."""
    by_hand: int = 0
    """How many awards were paid by hand."""
    last: tuple[Hit, ...] = ()
    """The newest last."""

    @property
    def newest(self) -> tuple[Hit, ...]:
        """Those that are listed, the newest first."""
        return self.last[: -SHOWN - 1 : -1]

    def numbered(self, number: int) -> Held | None:
        return next((one for one in self.held if one.number == number), None)

    def held_of(self, table: str, number: int, player: str) -> int:
        return sum(one.cents for one in self.held if one.is_of(table, number, player))


def is_by_hand(awards: Awards, bet: str, line: SettledLine) -> bool:
    """Whether a settled line holds an award that an attendant pays."""
    least = awards.attendant_cents
    return least is not None and line.bet == bet and (line.award_cents or 0) >= least


def awarded(bet: str, player: str, lines: Iterable[SettledLine]) -> int:
    """To a player by the bet on the jackpot."""
    own = (one for one in lines if (one.player, one.bet) == (player, bet))
    return sum(one.award_cents or 0 for one in own)


def listed(awards: Awards, hit: Hit) -> Awards:
    return replace(awards, last=(*awards.last, hit)[-KEPT:])


def won(awards: Awards, event: happened.MajorPaid) -> Awards:
    hit = Hit(
        at=event.at,
        table=event.table,
        round=event.round,
        box=event.box,
        player=event.player,
        cents=event.cents,
        from_meter=True,
    )
    return listed(replace(awards, hits=awards.hits + 1), hit)


def changed(awards: Awards, table: str, number: int, player: str, **fields: object) -> Awards:
    """The last hit of a player's round, as it is now."""
    for place in range(len(awards.last) - 1, -1, -1):
        hit = awards.last[place]
        if hit.is_of(table, number, player):
            return replace(awards, last=with_hit(awards.last, place, replace(hit, **fields)))
    return awards


def with_hit(last: tuple[Hit, ...], place: int, hit: Hit | None) -> tuple[Hit, ...]:
    return (*last[:place], *((hit,) if hit else ()), *last[place + 1 :])


def hit_of(awards: Awards, table: str, number: int, player: str) -> Hit | None:
    """The last of a player in a round."""
    return next((one for one in reversed(awards.last) if one.is_of(table, number, player)), None)


def reversed_(awards: Awards, event: happened.MajorReversed) -> Awards:
    """It was none: not counted, not listed."""
    for place in range(len(awards.last) - 1, -1, -1):
        hit = awards.last[place]
        if hit.from_meter and hit.is_of(event.table, event.round, event.player):
            awards = replace(awards, last=with_hit(awards.last, place, None))
            break
    return replace(awards, hits=max(0, awards.hits - 1))


def raised(awards: Awards, event: happened.EarlierRoundOver) -> Awards:
    for one in event.raised:
        hit = hit_of(awards, one.table, one.round, one.player)
        if hit is not None:
            cents = hit.cents + one.cents
            awards = changed(awards, one.table, one.round, one.player, cents=cents)
    return awards


def held(awards: Awards, event: happened.AwardHeld) -> Awards:
    one = Held(
        number=event.number,
        at=event.at,
        table=event.table,
        round=event.round,
        box=event.box,
        player=event.player,
        cents=event.cents,
        from_meter=event.from_meter,
    )
    awards = replace(awards, held=(*awards.held, one), holds=event.number)
    if not event.from_meter:
        hit = Hit(
            at=event.at,
            table=event.table,
            round=event.round,
            box=event.box,
            player=event.player,
            cents=event.cents,
            from_meter=False,
            by_hand=True,
            waits_cents=event.cents,
        )
        return listed(awards, hit)
    before = hit_of(awards, event.table, event.round, event.player)
    waits = event.cents + (before.waits_cents if before else 0)
    whose = event.table, event.round, event.player
    return changed(awards, *whose, by_hand=True, waits_cents=waits)


def taken_back(awards: Awards, event: happened.HeldAwardTakenBack) -> Awards:
    """Of what waits, one after the other; an award of the house that is none any more goes.

    What was verified was another amount: it is verified anew.
    """
    left, cents = list[Held](), event.cents
    whose = event.table, event.round, event.player
    for one in awards.held:
        part = min(cents, one.cents) if one.is_of(*whose) else 0
        cents -= part
        if one.cents > part:
            left.append(unverified(one, cents=one.cents - part) if part else one)
    hits, less = list[Hit](), event.award_cents
    for hit in awards.last:
        if hit.from_meter or not hit.is_of(*whose) or not less:
            hits.append(hit)
            continue
        part = min(less, hit.cents)
        less -= part
        if hit.cents > part:
            waits = max(0, hit.waits_cents - part)
            hits.append(replace(hit, cents=hit.cents - part, waits_cents=waits))
    return replace(awards, held=tuple(left), last=tuple(hits))


def verified(awards: Awards, event: happened.AwardVerified) -> Awards:
    return with_held(
        awards, event.number, verified_by=event.by, verified_at=event.at, reason=event.reason
    )


def not_verified(awards: Awards, event: happened.AwardNotVerified) -> Awards:
    some = (unverified(one) if one.number == event.number else one for one in awards.held)
    return replace(awards, held=tuple(some))


def unverified(one: Held, **fields: object) -> Held:
    return replace(one, verified_by="", verified_at=0, reason="", **fields)


def with_held(awards: Awards, number: int, **fields: object) -> Awards:
    some = (replace(one, **fields) if one.number == number else one for one in awards.held)
    return replace(awards, held=tuple(some))


def paid_by_hand(awards: Awards, event: happened.AwardPaidByHand) -> Awards:
    left = tuple(one for one in awards.held if one.number != event.number)
    awards = replace(awards, held=left, by_hand=awards.by_hand + 1)
    whose = event.table, event.round, event.player
    hit = hit_of(awards, *whose)
    waits = max(0, hit.waits_cents - event.cents) if hit else 0
    two = event.by, event.approved_by
    return changed(awards, *whose, waits_cents=waits, paid_at=event.at, paid_by=two)
