"""A shift's report as it is sent: amounts with two decimals, shares with six."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import decimal
from croupier.money import format_amount
from croupier.wire.report import Heading, SignedHead, amount, share
from croupier.wire.watched import InvestigationTold  # noqa: TC001 - part of a report

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
    mean_meter: str | None = None
    """What it showed on average when its bets were settled."""
    theoretical_return: str | None = None
    """Of a bet, at the meter as it stood."""


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
    outside: str
    """`95 %` or `99.9 %`: the widest range of chance that the win lies outside of."""
    watched_as: str
    """The name under which the watch over results has it: at all tables with this pay table."""
    jackpot: FromJackpot | msgspec.UnsetType = msgspec.UNSET


class GroupTotals(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    rounds: int
    voided: int
    voided_stakes: str
    drop: str | None
    cashed_out: str | None
    handle: str
    win: str
    jackpot_win: str
    theoretical_win: str
    hold: str | None
    theoretical_hold: str | None
    returned: str | None
    """Of the handle, what went back to the players; in theory, beside it."""
    theoretical_return: str | None
    z: str | None
    flag: str
    outside: str
    table_drop: str | None
    """Brought to the tables, where it is known by what is asked."""
    table_hold: str | None
    """Win of that, jackpots included."""


class HeldStakes(msgspec.Struct, frozen=True):
    """In a round that is interrupted as the report is made."""

    table: str
    stakes: str


class JackpotLiability(msgspec.Struct, frozen=True, kw_only=True):
    """What a jackpot shows, seed included, at the beginning and at the end."""

    game: str
    opening: str
    fed: str
    won: str
    corrected: str
    closing: str
    reserve: str = "0.00"
    held: str = "0.00"
    """Put aside for the next seeds, and awards that wait for an attendant: both as they are now."""
    hits: int = 0
    by_hand: int = 0
    """How often it was won; awards that two people have paid by hand, and what they came to."""
    by_hand_paid: str = "0.00"


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
    held: tuple[HeldStakes, ...]
    investigations: tuple[InvestigationTold, ...]
    """Of results, that were open at any time of it; the newest first."""
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
        held=tuple(HeldStakes(one.table, format_amount(one.cents)) for one in found.held),
        investigations=found.investigations,
        checkpoint=found.checkpoint or msgspec.UNSET,
    )


def of_group(one: Group) -> GroupTotals:
    return GroupTotals(
        name=one.name,
        rounds=one.rounds,
        voided=one.voided,
        voided_stakes=format_amount(one.voided_cents),
        drop=None if one.drop_cents is None else format_amount(one.drop_cents),
        cashed_out=None if one.cashed_out_cents is None else format_amount(one.cashed_out_cents),
        handle=format_amount(one.handle_cents),
        win=format_amount(one.win_cents),
        jackpot_win=format_amount(one.jackpot_win_cents),
        theoretical_win=decimal(Fraction(one.theoretical_cents) / 100, 2),
        hold=share(one.hold),
        theoretical_hold=share(one.theoretical_hold),
        returned=share(one.returned),
        theoretical_return=share(one.theoretical_return),
        z=one.z,
        flag=one.flag,
        outside=one.outside,
        table_drop=None if one.table_drop_cents is None else format_amount(one.table_drop_cents),
        table_hold=share(one.table_hold),
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
        reserve=format_amount(one.reserve_cents),
        held=format_amount(one.held_cents),
        hits=one.hits,
        by_hand=one.by_hand,
        by_hand_paid=format_amount(one.by_hand_cents),
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
    meter = (
        format_amount(row.from_meter_cents),
        format_amount(row.fed_cents),
        amount(row.mean_meter_cents),
        share(Fraction(row.meter_return)) if row.meter_return else None,
    )
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
        outside=row.outside,
        watched_as=row.watched_as,
        jackpot=FromJackpot(*meter) if offer.jackpot is not None else msgspec.UNSET,
    )
