"""What `simulate --players --json` answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.digest import software_digest
from croupier.money import format_amount
from croupier.montecarlo.players.histogram import BINS, histogram
from croupier.montecarlo.players.playing import End
from croupier.montecarlo.words import NAME
from croupier.version import __version__
from croupier.wire.session import QUANTILES, Quantiles, chance_of, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.montecarlo.players.results import Players


class StakedOut(msgspec.Struct, frozen=True):
    bet: str
    staked: str
    """By a player in an evening, on average."""
    ev: str
    """Exact, for one unit staked."""


class BinOut(msgspec.Struct, frozen=True):
    low: str
    """From here to less than `high`."""
    high: str
    players: int


class AtTheTable(msgspec.Struct, frozen=True):
    mean: str
    quantiles: dict[str, int]
    hours: str


class PlayersOut(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    version: int
    interpretations: dict[str, str]
    """Read otherwise than by default."""
    decks: int | None
    players: int
    seed: int
    bets: dict[str, str]
    system: str
    bankroll: str
    limits: list[str]
    over_limit: str
    win_goal: str | None
    stop_loss: str | None
    rounds_each: int
    per_hour: int
    mean: str
    """What an evening brought."""
    standard_error: str
    sd: str
    staked: list[StakedOut]
    exact: str
    """What the edge makes of what was staked."""
    z: float
    ahead: str
    even: str
    behind: str
    ruined: str
    ruined_standard_error: str
    ended: dict[str, int]
    rounds: AtTheTable
    quantiles: list[Quantiles]
    """Of money, after so many rounds."""
    histogram: list[BinOut]
    """Of final money."""
    device: str
    seconds: float
    rounds_per_second: float
    generator: str
    software: str
    digest: str


def answer(found: Players) -> PlayersOut:
    asked, table = found.asked, found.asked.table
    return PlayersOut(
        game=table.game.name,
        version=table.game.version,
        interpretations=dict(table.game.chosen),
        decks=table.decks,
        players=found.players,
        seed=table.seed,
        bets={bet: format_amount(cents) for bet, cents in asked.cents.items()},
        system=asked.system_name,
        bankroll=format_amount(asked.bankroll_cents),
        limits=[format_amount(cents) for cents in asked.limit(asked.bet)],
        over_limit=asked.over_limit,
        win_goal=told(asked.win_goal_cents),
        stop_loss=told(asked.stop_loss_cents),
        rounds_each=asked.rounds_each,
        per_hour=asked.per_hour,
        mean=dollars(float(found.mean)),
        standard_error=dollars(found.standard_error),
        sd=dollars(found.sd),
        staked=list(staked(found)),
        exact=dollars(float(found.exact)),
        z=found.z,
        ahead=chance_of(found.ahead),
        even=chance_of(found.even),
        behind=chance_of(found.behind),
        ruined=chance_of(found.ruined),
        ruined_standard_error=chance_of(found.ruined_error),
        ended={end.name.lower(): int(found.played.ends[end]) for end in End},
        rounds=at_the_table(found),
        quantiles=list(quantiles(found)),
        histogram=list(bins(found)),
        device="cpu, NumPy",
        seconds=round(found.seconds, 6),
        rounds_per_second=round(found.rounds_per_second),
        generator=NAME,
        software=f"croupier {__version__}",
        digest=software_digest(),
    )


def told(cents: int | None) -> str | None:
    return None if cents is None else format_amount(cents)


def staked(found: Players) -> Iterator[StakedOut]:
    for bet, cents in found.staked.items():
        yield StakedOut(bet, dollars(float(cents)), str(found.table.edges[bet]))


def quantiles(found: Players) -> Iterator[Quantiles]:
    for mark, row in found.fan.items():
        yield Quantiles(mark, named(QUANTILES, [cents / 100 for cents in row]))


def bins(found: Players) -> Iterator[BinOut]:
    for low, high, players in histogram(found.played.money, found.table.parts, BINS):
        yield BinOut(format_amount(low), format_amount(high), players)


def at_the_table(found: Players) -> AtTheTable:
    rounds = found.played.rounds
    by_chance = {f"{chance:g}": rounds.quantile(chance) for chance in QUANTILES}
    return AtTheTable(f"{float(rounds.mean):.4f}", by_chance, f"{found.hours:.4f}")


def dollars(cents: float) -> str:
    return f"{cents / 100:.6f}"
