"""What an event at a table or of a jackpot means for the play of each player who is part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.server.own_play import events as own
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table.state import CONCLUDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.server.own_play.events import AnyOwnPlayEvent
    from croupier.table.events import AnyEvent, SettledLine
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

WAGERS = (happened.WagerPlaced, happened.WagerFound)
WANTS = (*WAGERS, happened.PlayerSat)
WANTED = {*WANTS}
NOTED = {
    *WAGERS,
    happened.RoundSettled,
    happened.SettlementReversed,
    happened.SettlementCorrected,
    jackpots.EarlierRoundOver,
    jackpots.MajorReversed,
}
"""Events that `noted` is about; most are not."""


class Wanted(NamedTuple):
    """What a command would have a player do."""

    player: str
    cents: int = 0
    """Nothing: only a seat."""
    largest: int = 0


def wanted(table: Table, events: Sequence[AnyEvent]) -> list[Wanted]:
    """New wagers and seats; a bet that a decision places is part of the round in play."""
    found = []
    for event in events:
        if type(event) not in WANTED:
            continue
        if isinstance(event, happened.PlayerSat):
            found.append(Wanted(event.player))
        elif isinstance(event, WAGERS) and is_new(table, event.bet):
            before = table.round.wagers.get((event.box, event.bet, event.player))
            lies = event.cents + (before.cents if before else 0)
            cents = event.cents * (2 if is_entry(table, event.bet) else 1)
            found.append(Wanted(event.player, cents, lies))
    return found


def is_new(table: Table, bet: str) -> bool:
    return table.game.decision is None or bet != table.game.decision.play


def is_entry(table: Table, bet: str) -> bool:
    """Whether as much again has to follow for the bet to be played."""
    return table.game.decision is not None and bet == table.game.decision.entry


def lying(tables: Iterable[Table], player: str) -> int:
    """Cents of a player on all tables, with what may have to follow them."""
    total = 0
    for table in tables:
        if table.step is CONCLUDED:
            continue
        for wager in table.round.wagers.values():
            if wager.player == player:
                follows = is_entry(table, wager.bet) and wager.box not in table.round.decisions
                total += wager.cents * (2 if follows else 1)
    return total


def staked_now(tables: Iterable[Table], player: str) -> int:
    """Cents of a player that lie on all tables."""
    return sum(
        wager.cents
        for table in tables
        if table.step is not CONCLUDED
        for wager in table.round.wagers.values()
        if wager.player == player
    )


def noted(table: Table, event: AnyEvent | AnyMeterEvent) -> Iterator[AnyOwnPlayEvent]:
    """What is written down beside an event, in the same commit."""
    match event:
        case happened.WagerPlaced() | happened.WagerFound() if is_new(table, event.bet):
            yield own.WagerNoted(at=event.at, player=event.player)
        case happened.RoundSettled():
            yield from settled(table.name, event.at, event.lines, 1)
        case happened.SettlementReversed():
            yield from settled(table.name, event.at, event.lines, -1)
        case happened.SettlementCorrected():
            yield from corrected(table.name, event)
        case jackpots.EarlierRoundOver():
            for raised in event.raised:
                yield paid(raised.table, event.at, raised.player, raised.cents)
        case jackpots.MajorReversed() if event.raised_cents:
            yield paid(table.name, event.at, event.player, -event.raised_cents)


def settled(
    table: str, at: int, lines: Iterable[SettledLine], sign: int
) -> Iterator[own.PlaySettled]:
    staked, net = sums_of(lines)
    for player, cents in staked.items():
        yield own.PlaySettled(
            at=at,
            player=player,
            table=table,
            staked_cents=sign * cents,
            net_cents=sign * net[player],
            rounds=sign,
        )


def corrected(table: str, event: happened.SettlementCorrected) -> Iterator[own.PlaySettled]:
    """The difference; the round stays one."""
    before, after = sums_of(event.before)[1], sums_of(event.lines)[1]
    for player in before | after:
        cents = after.get(player, 0) - before.get(player, 0)
        if cents:
            yield paid(table, event.at, player, cents)


def sums_of(lines: Iterable[SettledLine]) -> tuple[dict[str, int], dict[str, int]]:
    staked: dict[str, int] = {}
    net: dict[str, int] = {}
    for line in lines:
        staked[line.player] = staked.get(line.player, 0) + line.stake_cents
        net[line.player] = net.get(line.player, 0) + line.back_cents - line.stake_cents
    return staked, net


def paid(table: str, at: int, player: str, cents: int) -> own.PlaySettled:
    return own.PlaySettled(at=at, player=player, table=table, staked_cents=0, net_cents=cents)
