"""The rules that decide money on every round, as they stand on the felt: codes with their facts."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Literal

import msgspec

from croupier.cards import DECK, RANKS, Hand
from croupier.engine.bets import METER, Awards, Pays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game


class FeltRule(msgspec.Struct, frozen=True, kw_only=True):
    rule: Literal["qualifies", "pays", "meter"]
    """What the dealer needs, what a win of a main bet pays, which hand wins the meter."""
    bet: str | None = None
    odds: str | None = None
    points: int | None = None
    """Of a `pays`: only for a win on so many points."""
    rank: str | None = None
    """Of a `qualifies`: the least card that is enough by itself."""
    event: str | None = None
    """Of a `meter`: the line of the pay table."""
    clauses: tuple[str, ...]


def felt_of(game: Game) -> tuple[FeltRule, ...]:
    return (*qualifying(game), *main_bets(game), *meters(game))


def qualifying(game: Game) -> Iterator[FeltRule]:
    if game.qualifies is None:
        return
    least = min(filter(game.qualifies.when, hands(game)), key=game.ranking.rank)
    best = max((card.rank for card in least), key=RANKS.index)
    yield FeltRule(rule="qualifies", rank=best, clauses=game.qualifies.cite.numbers)


def main_bets(game: Game) -> Iterator[FeltRule]:
    """The first bet, and any other that a plain win pays at most even money."""
    for bet in game.bets:
        if bet.spot is None or not is_main(bet):
            continue
        for line in sorted(paying(bet), key=lambda one: one.odds.net, reverse=True):
            points = on_points(game, bet, line) if line.odds.net < 1 else None
            odds, clauses = str(line.odds), line.cite.numbers
            yield FeltRule(rule="pays", bet=bet.name, odds=odds, points=points, clauses=clauses)


def paying(bet: Bet) -> list[Pays]:
    """One line for each price."""
    return list({str(one.odds): one for one in bet.lines if isinstance(one, Pays)}.values())


def is_main(bet: Bet) -> bool:
    lines = paying(bet)
    return bool(lines) and all(line.odds.net <= 1 for line in lines)


def on_points(game: Game, bet: Bet, line: Pays) -> int | None:
    """The points on which the better hand wins by this line, where they are always the same."""
    found: set[int | None] = set()
    samples = {game.points_of(hand): hand for hand in hands(game)}.values()
    for own, against in product(samples, repeat=2):
        outcome = game.outcome(own, against)
        if next((one for one in bet.lines if one.when(outcome)), None) is line:
            found.add(game.points_of(own if outcome.rank > outcome.against_rank else against))
    return found.pop() if len(found) == 1 else None


def meters(game: Game) -> Iterator[FeltRule]:
    for bet in game.bets:
        for line in bet.lines:
            if isinstance(line, Awards) and line.amount == METER:
                clauses = line.cite.numbers
                yield FeltRule(rule="meter", bet=bet.name, event=line.event, clauses=clauses)


def hands(game: Game) -> Iterator[Hand]:
    return map(Hand, combinations(DECK, game.ranked_sizes[0]))
