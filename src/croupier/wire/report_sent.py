"""A shift's report as it is sent: amounts with two decimals, shares with six."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import decimal
from croupier.money import format_amount
from croupier.wire.report import Heading, SignedHead, amount, share

if TYPE_CHECKING:
    from croupier.wire.report import Compared, Group, Liability, Report, Row, TableRow, ToDate


class GameTotals(msgspec.Struct, frozen=True):
    game: str
    rounds: int
    voided: int
    handle: str
    win: str
    theoretical_win: str | None


class TableTotals(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    rounds: int
    voided: int
    handle: str
    win: str
    theoretical_win: str | None


class FromJackpot(msgspec.Struct, frozen=True):
    from_meter: str
    fed: str


class BetReport(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    version: int
    decks: int
    interpretations: dict[str, str]
    bet: str
    wagers: int
    handle: str
    win: str
    hold: str | None
    theoretical_win: str | None
    z: str | None
    flag: str
    jackpot: FromJackpot | msgspec.UnsetType = msgspec.UNSET


class GroupTotals(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    rounds: int
    voided: int
    voided_stakes: str
    drop: str | None
    handle: str
    win: str
    jackpot_win: str
    theoretical_win: str
    hold: str | None
    theoretical_hold: str | None
    z: str | None
    flag: str


class JackpotLiability(msgspec.Struct, frozen=True, kw_only=True):
    """What a jackpot shows, seed included, at the beginning and at the end."""

    game: str
    opening: str
    fed: str
    won: str
    corrected: str
    closing: str


class ComparedWith(
    msgspec.Struct, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True
):
    since: int
    until: int
    total: GroupTotals
    groups: tuple[GroupTotals, ...]


class PeriodToDate(
    msgspec.Struct, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True
):
    period: str
    since: int
    until: int
    paid_out: str
    total: GroupTotals


class ShiftReport(
    msgspec.Struct, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True
):
    since: int | None
    until: int | None
    drop: str
    paid_out: str
    handle: str
    win: str
    jackpot_win: str
    hold: str | None
    rounds: int
    voided: int
    tables: tuple[TableTotals, ...]
    games: tuple[GameTotals, ...]
    bets: tuple[BetReport, ...]
    heading: Heading
    active: bool
    """False: no activity."""
    total: GroupTotals
    by: str
    groups: tuple[GroupTotals, ...]
    compared: ComparedWith | None
    to_date: tuple[PeriodToDate, ...]
    jackpots: tuple[JackpotLiability, ...]
    entries: tuple[int, int] | None
    """The first and the last entry of the journal that the figures come from."""
    checkpoint: SignedHead | msgspec.UnsetType = msgspec.UNSET


def reported(found: Report) -> ShiftReport:
    return ShiftReport(
        since=found.since,
        until=found.until,
        drop=format_amount(found.drop_cents),
        paid_out=format_amount(found.paid_out_cents),
        handle=format_amount(found.handle_cents),
        win=format_amount(found.win_cents),
        jackpot_win=format_amount(found.jackpot_win_cents),
        hold=share(found.hold),
        rounds=found.rounds,
        voided=found.voided,
        tables=tuple(map(of_table, found.tables)),
        games=tuple(map(of_game, found.games)),
        bets=tuple(map(of_bet, found.rows)),
        heading=found.heading,
        active=found.is_active,
        total=of_group(found.total),
        by=found.by,
        groups=tuple(map(of_group, found.groups)),
        compared=of_compared(found.compared) if found.compared else None,
        to_date=tuple(map(of_period, found.to_date)),
        jackpots=tuple(map(of_jackpot, found.jackpots)),
        entries=found.entries,
        checkpoint=found.checkpoint or msgspec.UNSET,
    )


def of_group(one: Group) -> GroupTotals:
    return GroupTotals(
        name=one.name,
        rounds=one.rounds,
        voided=one.voided,
        voided_stakes=format_amount(one.voided_cents),
        drop=None if one.drop_cents is None else format_amount(one.drop_cents),
        handle=format_amount(one.handle_cents),
        win=format_amount(one.win_cents),
        jackpot_win=format_amount(one.jackpot_win_cents),
        theoretical_win=decimal(Fraction(one.theoretical_cents) / 100, 2),
        hold=share(one.hold),
        theoretical_hold=share(one.theoretical_hold),
        z=one.z,
        flag=one.flag,
    )


def of_compared(one: Compared) -> ComparedWith:
    groups = tuple(map(of_group, one.groups))
    return ComparedWith(since=one.since, until=one.until, total=of_group(one.total), groups=groups)


def of_period(one: ToDate) -> PeriodToDate:
    return PeriodToDate(
        period=one.period,
        since=one.since,
        until=one.until,
        paid_out=format_amount(one.paid_out_cents),
        total=of_group(one.total),
    )


def of_jackpot(one: Liability) -> JackpotLiability:
    return JackpotLiability(
        game=one.game,
        opening=format_amount(one.opening_cents),
        fed=format_amount(one.fed_cents),
        won=format_amount(one.won_cents),
        corrected=format_amount(one.corrected_cents),
        closing=format_amount(one.closing_cents),
    )


def of_table(one: TableRow) -> TableTotals:
    return TableTotals(
        table=one.table,
        game=one.game,
        rounds=one.rounds,
        voided=one.voided,
        handle=format_amount(one.handle_cents),
        win=format_amount(one.win_cents),
        theoretical_win=amount(one.theoretical_cents),
    )


def of_game(one: TableRow) -> GameTotals:
    return GameTotals(
        one.game,
        one.rounds,
        one.voided,
        format_amount(one.handle_cents),
        format_amount(one.win_cents),
        amount(one.theoretical_cents),
    )


def of_bet(row: Row) -> BetReport:
    offer = row.offer
    meter = format_amount(row.from_meter_cents), format_amount(row.fed_cents)
    return BetReport(
        table=offer.table,
        game=offer.game,
        version=offer.version,
        decks=offer.decks,
        interpretations=dict(offer.readings),
        bet=offer.bet,
        wagers=row.wagers,
        handle=format_amount(row.handle_cents),
        win=format_amount(row.win_cents),
        hold=share(row.hold),
        theoretical_win=amount(row.theoretical_cents),
        z=row.z,
        flag=row.flag,
        jackpot=FromJackpot(*meter) if offer.jackpot is not None else msgspec.UNSET,
    )
