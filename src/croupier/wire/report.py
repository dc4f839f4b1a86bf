"""A shift's report: its figures."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import msgspec

from croupier.lab.figures import decimal
from croupier.problems import BadInput
from croupier.wire.watched import InvestigationTold  # noqa: TC001 - part of a report

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
    """Exact; none where the lab has no figure: versions of another program."""
    z: str | None
    flag: str
    from_meter_cents: int = 0
    """Paid by the jackpot's meter and not by the house."""
    fed_cents: int = 0
    """By the house to the meter: contributions and seeds."""
    outside: str = ""
    """Of which range it lies outside: 95 % or 99.9 % of what chance alone gives."""
    watched_as: str = ""
    mean_meter_cents: str | None = None
    meter_return: str | None = None
    """Of a jackpot: what it showed on average when its bets were settled, and what a bet returns at
    the meter as it stood, both exact."""

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
    cashed_out_cents: int | None = None
    """Taken off accounts as tickets."""
    table_drop_cents: int | None = None
    """Brought to tables: for each player and table the least that could have paid his stakes."""
    outside: str = ""

    @property
    def hold(self) -> Fraction | None:
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else None

    @property
    def table_hold(self) -> Fraction | None:
        """Of what was brought to the tables."""
        won = self.win_cents + self.jackpot_win_cents
        return Fraction(won, self.table_drop_cents) if self.table_drop_cents else None

    @property
    def theoretical_hold(self) -> Fraction | None:
        expected = Fraction(self.theoretical_cents)
        return expected / self.handle_cents if self.handle_cents else None

    @property
    def returned(self) -> Fraction | None:
        """Of what was staked, what went back to the players."""
        return None if self.hold is None else 1 - self.hold

    @property
    def theoretical_return(self) -> Fraction | None:
        return None if self.theoretical_hold is None else 1 - self.theoretical_hold


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What lies at a table whose round is interrupted."""

    table: str
    cents: int


class Liability(msgspec.Struct, frozen=True, kw_only=True):
    """What a jackpot owes its players, and how it came to that."""

    game: str
    opening_cents: int
    fed_cents: int
    won_cents: int
    """Less what the house put in anew."""
    corrected_cents: int
    closing_cents: int
    reserve_cents: int = 0
    """Put aside for the next seeds, and what waits for an attendant: both as they are now."""
    held_cents: int = 0
    hits: int = 0
    """How often the meter was won, less what was taken back."""
    by_hand: int = 0
    by_hand_cents: int = 0
    """Awards that two people have paid by hand."""


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
    held: tuple[Held, ...] = ()
    """In rounds that are interrupted as the report is made."""
    investigations: tuple[InvestigationTold, ...] = ()
    """That were open at any time of it."""

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
