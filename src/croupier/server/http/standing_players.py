"""Players whom the pit looks at: near a limit, or not to play at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.server.own_play.limits import LimitKind
from croupier.table.state import Step
from croupier.wire.gaming_days import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.http.operation import AnyCall
    from croupier.table.state import Placed, Table

OF_A_LIMIT, OF_OWN = 90, 80
"""Percent from which the pit is told."""
MOST_TOLD = 20


class AtLimit(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    cents: int
    most_cents: int
    table: str | None = None
    """None: the player's own limit of losses in a day."""
    title: str | None = None
    """Of the bet."""


class BarredPlayer(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    until: int | None
    """Of an exclusion that the player asked for; None: barred by the house."""
    seen: int
    """When the player last signed in."""


class Barred(msgspec.Struct, frozen=True):
    count: int = 0
    seen: tuple[BarredPlayer, ...] = ()
    """Today."""


def at_limits(call: AnyCall) -> tuple[AtLimit, ...]:
    """Those nearest first."""
    tables = [live.table for live in call.house.play.tables.values()]
    found = [one for table in tables for one in at_table(table)]
    players = {wager.player for table in tables for wager in lying(table)}
    for player in sorted(players):
        ground = call.house.play.own_play.ground(player, call.desk.now())
        most, lost = ground.in_force(LimitKind.LOSS_DAY), ground.lost(LimitKind.LOSS_DAY)
        if most and 100 * lost >= OF_OWN * most:
            found.append(AtLimit(player=player, cents=lost, most_cents=most))
    found.sort(key=lambda one: -one.cents / one.most_cents)
    return tuple(found[:MOST_TOLD])


def lying(table: Table) -> Iterator[Placed]:
    return iter(table.round.wagers.values() if table.step is not Step.CONCLUDED else ())


def at_table(table: Table) -> Iterator[AtLimit]:
    for wager in lying(table):
        _, most = table.setup.limits.get(wager.bet, (0, 0))
        if most and 100 * wager.cents >= OF_A_LIMIT * most:
            yield AtLimit(
                player=wager.player,
                cents=wager.cents,
                most_cents=most,
                table=table.name,
                title=table.game.bet[wager.bet].title,
            )


def barred(call: AnyCall) -> Barred:
    now = call.desk.now()
    states, accounts = call.house.play.own_play.stream.state.players, call.house.people.accounts
    away = {
        name: own.exclusion.until if own.exclusion and own.exclusion.until > now else None
        for name, own in states.items()
        if own.bar or (own.exclusion and own.exclusion.until > now)
    }
    seen = [
        BarredPlayer(player=name, until=until, seen=account.seen)
        for name, until in away.items()
        if (account := accounts.get(name)) and account.seen and account.seen >= now - DAY
    ]
    seen.sort(key=lambda one: -one.seen)
    return Barred(len(away), tuple(seen[:MOST_TOLD]))
