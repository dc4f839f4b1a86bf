"""`odds` and `shoe`: exact odds as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import ROUNDS, decimal

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds, GameOdds, LineOdds

LEVEL = "0.9"


class LineOut(msgspec.Struct, frozen=True, rename={"brings": "return"}):
    event: str
    odds: str | None
    combinations: int
    probability: str
    brings: str
    clauses: tuple[str, ...]


class ReturnAfter(msgspec.Struct, frozen=True):
    """At most 5 % of players are below `low` after so many rounds, and at most 5 % above `high`."""

    rounds: int
    level: str
    low: str
    high: str
    method: str


class BetOut(msgspec.Struct, frozen=True, kw_only=True):
    bet: str
    ev: str
    house_edge: str
    sd: str
    hit_frequency: str
    push_frequency: str
    lines: tuple[LineOut, ...]
    return_after: tuple[ReturnAfter, ...] | msgspec.UnsetType = msgspec.UNSET
    """Of a shoe that is partly dealt there are no many rounds alike."""


class OddsOut(msgspec.Struct, frozen=True):
    game: str
    version: int
    decks: int | None
    combinations: int
    interpretations: dict[str, str]
    bets: tuple[BetOut, ...]


def odds_out(odds: GameOdds) -> OddsOut:
    return OddsOut(
        odds.game.name,
        odds.game.version,
        odds.decks,
        odds.combinations,
        odds.game.readings,
        tuple(bet_out(bet, ranges=odds.decks is not None) for bet in odds.bets.values()),
    )


def bet_out(bet: BetOdds, *, ranges: bool) -> BetOut:
    return BetOut(
        bet=bet.bet,
        ev=str(bet.ev),
        house_edge=decimal(bet.house_edge),
        sd=bet.sd,
        hit_frequency=str(bet.hit_frequency),
        push_frequency=str(bet.push_frequency),
        lines=tuple(map(line_out, bet.lines)),
        return_after=tuple(return_out(bet, one) for one in ROUNDS) if ranges else msgspec.UNSET,
    )


def return_out(bet: BetOdds, rounds: int) -> ReturnAfter:
    told = bet.return_after(rounds)
    return ReturnAfter(rounds, LEVEL, decimal(told.low), decimal(told.high), told.method)


def line_out(line: LineOdds) -> LineOut:
    return LineOut(
        line.event,
        line.odds,
        line.combinations,
        str(line.probability),
        str(line.brings),
        line.clauses,
    )
