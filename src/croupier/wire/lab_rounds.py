"""Questions to the lab over HTTP beside odds: play or fold, a shoe, many rounds.

The counting kernels are loaded with the first question.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.games import DEALT_FROM_SHOES, game
from croupier.lab.shoe import parse_left, whole, without
from croupier.lab.strategy import strategy
from croupier.lab.tableau import SIX_CARDS, check_shoe
from croupier.money import read_amount
from croupier.problems import BadInput
from croupier.wire import session as wire
from croupier.wire.lab import KEPT, parts
from croupier.wire.odds import OddsOut, odds_out
from croupier.wire.session import SessionOut  # noqa: TC001 - a field's type
from croupier.wire.strategy import StrategyOut, strategy_out

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.lab.joint import Rounds
    from croupier.lab.sessions import Session, Standing
    from croupier.lab.shoes import Shoes
    from croupier.lab.strategy import Strategy

MOST_DECKS = 8
SUITS = 4
MOST_STAKE_CENTS = 1_000_000
MOST_BANKROLL_CENTS = 10**9
MOST_CELLS = 1 << 21
"""Results that are told apart after a session: a moment's work."""
MOST_MOVES = 10**9
"""While a bankroll is followed: some seconds."""
STOPS, BARS = 12, 48
"""Of the chart of a session, and of its end."""
SEEN = 0.995
"""Of the results, shown at the end; the rest lies beyond on both sides."""


class ShoeOdds(msgspec.Struct, frozen=True, kw_only=True):
    odds: OddsOut
    left: dict[str, int]
    cards: int
    decks: int
    most: int
    """Of one rank."""
    whole: int
    """The cards of so many decks."""
    edges: dict[str, str]
    fresh: dict[str, str]
    """Of a whole shoe of so many decks."""
    change: dict[str, str]
    """Against it; all three exact."""
    titles: dict[str, str]
    removal: dict[str, dict[str, str] | None] | None
    """By how much each edge moves when one card more is gone; None where none can be."""


class Bar(msgspec.Struct, frozen=True):
    """Results from one amount up to another, and how likely."""

    low: str
    high: str
    chance: str


class LabSession(msgspec.Struct, frozen=True):
    told: SessionOut
    bars: tuple[Bar, ...]
    mean: str
    """In dollars, rounded."""
    sd: str
    titles: dict[str, str]


@cache
def strategy_of(name: str) -> Strategy:
    if game(name).decision is None:
        raise BadInput(f"{name} has nothing to decide")
    return strategy(game(name))


def best_play(name: str, hand: str | None) -> StrategyOut:
    return strategy_out(strategy_of(name), hand)


@cache
def shoes() -> Shoes:
    from croupier.lab.shoes import Shoes  # noqa: PLC0415 - kernels only where they are asked for

    return Shoes(DEALT_FROM_SHOES)


def shoe_odds(left: str | None, seen: str | None, decks: int) -> ShoeOdds:
    if left is not None and seen is not None:
        raise BadInput("either what is left or what was seen is meant, not both")
    shoe = whole(decks) if left is None else parse_left(left)
    if seen is not None:
        shoe = without(seen, decks)
    for rank, cards in shoe.items():
        if cards > SUITS * decks:
            raise BadInput(f"{decks} decks have {SUITS * decks} of rank {rank}", "left")
    check_shoe(shoe)
    from croupier.lab.moves import removal  # noqa: PLC0415 - as above

    kernel = shoes()
    edges, fresh = kernel.house_edges(shoe), kernel.house_edges(whole(decks))
    moved: dict[str, dict[str, str] | None] | None = None
    if sum(shoe.values()) > SIX_CARDS:
        changes = removal(kernel, shoe).items()
        moved = {rank: None if one is None else edges_text(one) for rank, one in changes}
    return ShoeOdds(
        odds=odds_out(kernel.odds(shoe)),
        left=dict(shoe),
        cards=sum(shoe.values()),
        decks=decks,
        most=SUITS * decks,
        whole=sum(whole(decks).values()),
        edges=edges_text(edges),
        fresh=edges_text(fresh),
        change=edges_text({bet: edge - fresh[bet] for bet, edge in edges.items()}),
        titles={bet: kernel.game.bet[bet].title for bet in edges},
        removal=moved,
    )


def edges_text(edges: Mapping[str, Fraction]) -> dict[str, str]:
    return {bet: str(edge) for bet, edge in edges.items()}


@cache
def rounds_of(name: str) -> Rounds:
    return wire.rounds_of(game(name))


@lru_cache(maxsize=KEPT)
def session(name: str, bets: str, rounds: int, per_hour: int, bankroll: str | None) -> LabSession:
    """Refused before it is begun where it would take long."""
    cents = stakes(bets)
    held = None if bankroll is None else whole_dollars(bankroll, "bankroll", MOST_BANKROLL_CENTS)
    of = wire.session_of(rounds_of(name), cents)
    check_work(of, rounds, followed=held is not None)
    check_work(of, per_hour, followed=False)
    evening = wire.evening_of(
        game(name), cents, of, rounds, per_hour=per_hour, bankroll_cents=held, rows=STOPS
    )
    told = wire.session_out(evening)
    return LabSession(
        told,
        tuple(bars(evening.standing)),
        wire.plain(rounds * of.mean),
        wire.plain(float(told.sd)),
        {bet: game(name).bet[bet].title for bet in cents},
    )


def stakes(bets: str) -> dict[str, int]:
    cents: dict[str, int] = {}
    for one in parts(bets, "bets"):
        name, separator, stake = one.partition("=")
        if not separator:
            raise BadInput(f"{one[:40]!r} is not like name=stake", "bets")
        if name in cents:
            raise BadInput(f"{name[:40]!r} is given twice", "bets")
        cents[name] = whole_dollars(stake, name[:40], MOST_STAKE_CENTS)
    return cents


def whole_dollars(text: str, place: str, most_cents: int) -> int:
    """Small parts of a dollar would make far more results to tell apart."""
    try:
        cents = read_amount(text)
    except BadInput as wrong:
        raise wrong.at(place) from None
    if cents % 100 or not 0 < cents <= most_cents:
        raise BadInput(f"is in whole dollars from 1 to {most_cents // 100:,}", place)
    return cents


def check_work(of: Session, rounds: int, *, followed: bool) -> None:
    if of.span(rounds)[1] > MOST_CELLS:
        raise BadInput(f"{rounds:,} have too many results to tell apart here", "rounds")
    if followed and of.deepest(rounds) * rounds * len(of.moves) > MOST_MOVES:
        raise BadInput("a bankroll cannot be followed through so many here", "rounds")


def bars(standing: Standing) -> list[Bar]:
    """The results at the end in some steps of equal width."""
    low, high = standing.quantile(1 - SEEN), standing.quantile(SEEN)
    step = float(standing.step)
    wide = max(1, -(-round((high - low) / step + 1) // BARS))
    first = round((low - float(standing.lowest)) / step)
    last = round((high - float(standing.lowest)) / step)
    told = []
    for begin in range(first, last + 1, wide):
        start = standing.lowest + begin * standing.step
        end = start + (wide - 1) * standing.step
        chance = float(standing.chances[begin : begin + wide].sum())
        told.append(Bar(wire.plain(start), wire.plain(end), wire.chance_of(chance)))
    return told
