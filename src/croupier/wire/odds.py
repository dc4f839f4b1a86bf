"""`odds` and `shoe`: exact odds as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.lab.figures import decimal

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds, GameOdds, LineOdds


class LineOut(msgspec.Struct, frozen=True, rename={"brings": "return"}):
    event: str
    odds: str | None
    combinations: int
    probability: str
    brings: str
    clauses: tuple[str, ...]


class BetOut(msgspec.Struct, frozen=True, kw_only=True):
    bet: str
    ev: str
    house_edge: str
    sd: str
    hit_frequency: str
    push_frequency: str
    lines: tuple[LineOut, ...]


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
        tuple(map(bet_out, odds.bets.values())),
    )


def bet_out(bet: BetOdds) -> BetOut:
    return BetOut(
        bet=bet.bet,
        ev=str(bet.ev),
        house_edge=decimal(bet.house_edge),
        sd=bet.sd,
        hit_frequency=str(bet.hit_frequency),
        push_frequency=str(bet.push_frequency),
        lines=tuple(map(line_out, bet.lines)),
    )


def line_out(line: LineOdds) -> LineOut:
    return LineOut(
        line.event,
        line.odds,
        line.combinations,
        str(line.probability),
        str(line.brings),
        line.clauses,
    )
