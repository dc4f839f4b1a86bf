"""A shift's report: its figures, and as it is sent, amounts with two decimals, shares with six."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import msgspec

from croupier.lab.figures import decimal
from croupier.money import format_amount
from croupier.problems import BadInput

Readings = tuple[tuple[str, str], ...]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as it was offered: another version, pay or reading is another bet."""

    table: str
    game: str
    version: int
    decks: int
    readings: Readings
    bet: str
    jackpot: tuple[int, int, str] | None = None
    """Of a jackpot's bet: its price, the seed, the contribution."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a table offered, as long as nothing of it was changed."""

    table: str
    game: str
    version: int
    decks: int
    readings: Readings
    bets: tuple[str, ...]
    counts_with: tuple[tuple[str, str], ...] = ()
    """Bets whose lines count with another: a play bet and a bonus with their ante."""
    jackpot_bet: str = ""
    jackpot: tuple[int, int, str] | None = None

    def counted_with(self, bet: str) -> str:
        return next((other for one, other in self.counts_with if one == bet), bet)

    def offer(self, bet: str) -> Offer:
        return Offer(
            table=self.table,
            game=self.game,
            version=self.version,
            decks=self.decks,
            readings=self.readings,
            bet=bet,
            jackpot=self.jackpot if bet == self.jackpot_bet else None,
        )


class Row(msgspec.Struct, frozen=True, kw_only=True):
    offer: Offer
    wagers: int
    handle_cents: int
    """Stakes that played."""
    win_cents: int
    """What the house kept of them; of a jackpot's also less what the meter was fed."""
    theoretical_cents: str | None
    """Exact; none where the lab has no figure: jackpots, and versions of another program."""
    z: str | None
    flag: str
    from_meter_cents: int = 0
    """Paid by the jackpot's meter and not by the house."""
    fed_cents: int = 0
    """By the house to the meter: contributions and seeds."""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs together: a table, a game, a dealer, a player, an hour, a gaming day, all."""

    name: str
    rounds: int
    voided: int
    voided_cents: int
    """Stakes that went back as their rounds were voided."""
    handle_cents: int
    win_cents: int
    theoretical_cents: str
    """Of the bets that have one; jackpots stand apart in all three."""
    z: str | None
    """By the exact variance of the same wagers, also of those that ride on the same cards."""
    flag: str
    jackpot_win_cents: int = 0
    drop_cents: int | None = None
    """Bought in; nobody buys in at a table or with a dealer."""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None

    @property
    def theoretical_hold(self) -> Fraction | None:
        expected = Fraction(self.theoretical_cents)
        return expected / self.handle_cents if self.handle_cents else None


class Liability(msgspec.Struct, frozen=True, kw_only=True):
    """What a jackpot owes its players, and how it came to that."""

    game: str
    opening_cents: int
    fed_cents: int
    won_cents: int
    """Less what the house put in anew."""
    corrected_cents: int
    closing_cents: int


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier span beside this one."""

    since: int
    until: int
    total: Group
    groups: tuple[Group, ...]


class ToDate(msgspec.Struct, frozen=True, kw_only=True):
    """From the beginning of the gaming day, its month or its year."""

    period: str
    since: int
    until: int
    total: Group
    paid_out_cents: int


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What stands above a report."""

    house: str = ""
    title: str = "Shift report"
    currency: str = ""
    time_zone: str = "UTC"
    gaming_day: str = "00:00"
    """When a day of the house begins, by the clock of its time zone."""
    made: int = 0
    by: str = ""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    game: str
    rounds: int
    voided: int
    handle_cents: int
    win_cents: int
    theoretical_cents: str
    """Of the bets that have one; jackpots stand apart in all three."""


class SignedHead(msgspec.Struct, frozen=True):
    """The last checkpoint: on paper it shows whether entries are missing later."""

    size: int
    root: str
    """In base64."""
    at: int
    note: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A shift: everything posted from one moment until before another, in milliseconds."""

    since: int | None
    until: int | None
    drop_cents: int
    paid_out_cents: int
    handle_cents: int
    win_cents: int
    """Of all bets but the jackpots'."""
    jackpot_win_cents: int
    rounds: int
    voided: int
    tables: tuple[TableRow, ...]
    games: tuple[TableRow, ...]
    rows: tuple[Row, ...]
    total: Group
    checkpoint: SignedHead | None = None
    heading: Heading = Heading()
    by: str = ""
    groups: tuple[Group, ...] = ()
    compared: Compared | None = None
    to_date: tuple[ToDate, ...] = ()
    jackpots: tuple[Liability, ...] = ()
    entries: tuple[int, int] | None = None
    """The first and the last position of the journal that the figures come from."""
    read: int = 0
    """Entries that were read for it; the rest was told by the index."""

    @property
    def is_active(self) -> bool:
        """Whether anything of it was played, bought in, paid out or fed."""
        moved = any(one.opening_cents != one.closing_cents for one in self.jackpots)
        counted = self.total.rounds or self.total.voided or self.total.handle_cents
        return bool(counted or self.drop_cents or self.paid_out_cents or moved)

    @property
    def hold(self) -> Fraction | None:
        """Of what was bought in."""
        won = self.win_cents + self.jackpot_win_cents
        return Fraction(won, self.drop_cents) if self.drop_cents else None


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
    read: int
    """Entries that the index did not tell yet."""
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
        read=found.read,
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


def moment(text: str | None, option: str) -> int | None:
    """Milliseconds of a time like `2026-07-01T06:00`; without a zone it is UTC."""
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
        return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BadInput(f"{text[:40]!r} is no time like 2026-07-01T06:00", option) from None


def amount(cents: str | None) -> str | None:
    return None if cents is None else decimal(Fraction(cents) / 100, 2)


def share(of: Fraction | None) -> str | None:
    return None if of is None else decimal(of, 6)
