"""A game's lesson on its card: rules by code, values or ranks of cards, an example for each bet."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import DECK, Hand, parse_cards
from croupier.engine.bets import METER, Awards, Result
from croupier.engine.decisions import Choice
from croupier.engine.lesson import TaughtRule  # noqa: TC001 - msgspec reads it
from croupier.guide.taught import (
    MOST_CARDS,
    Dealt,
    TaughtHand,
    TaughtLine,
    ThirdCard,
    deal,
    settled,
    shown,
)
from croupier.problems import Incomplete

if TYPE_CHECKING:
    from croupier.engine.game import Game

ON_ITS_OWN_CENTS, BESIDE_CENTS = 100_00, 10_00
"""Staked in an example: on a bet that needs no other, and on one that does."""
COIN_CENTS = 5_00
"""On a jackpot's bet, for which a table prescribes the amount."""
MOST_DEALS = 50_000
"""Tried for an example; a line that so many do not hit is too rare to teach by."""
VALUES = "As 7d Th Jc Qh Ks"


class Example(msgspec.Struct, frozen=True):
    """A round that shows a bet winning, settled by the rulebook."""

    bet: str
    event: str
    hand: TaughtHand
    against: TaughtHand
    thirds: tuple[ThirdCard, ...]
    lines: tuple[TaughtLine, ...]


class CardValue(msgspec.Struct, frozen=True):
    card: str
    points: int


class RankedHand(msgspec.Struct, frozen=True):
    hand: str
    cards: str


class LessonCard(msgspec.Struct, frozen=True, kw_only=True):
    aim: TaughtRule
    cards: TaughtRule
    hand: TaughtRule
    first: Example
    """The picture of the aim."""
    then: Example
    """The picture of one hand."""
    values: tuple[CardValue, ...]
    """What cards count, where points decide."""
    ranks: tuple[RankedHand, ...]
    """Hands from the best to the worst, where no points decide."""


def lesson_card(game: Game) -> LessonCard | None:
    lesson = game.lesson
    if lesson is None:
        return None
    points = game.ranking.points
    return LessonCard(
        aim=lesson.aim,
        cards=lesson.cards,
        hand=lesson.hand,
        first=example(game, *lesson.first),
        then=example(game, *lesson.then),
        values=tuple(
            CardValue(str(card), points(Hand((card,))) or 0) for card in parse_cards(VALUES)
        )
        if points
        else (),
        ranks=() if points else ranks(game),
    )


def example(game: Game, bet: str, event: str | None = None) -> Example:
    """The first deal, from a seed of its own, in which the bet wins (by that line of its table)."""
    chance = Random(f"{game.name} {bet} {event}")  # noqa: S311 - an example is nobody's secret
    pack = DECK * game.packs.most
    for _ in range(MOST_DEALS):
        dealt = deal(game, iter(chance.sample(pack, MOST_CARDS)))
        line = game.bet[bet].settle(game.outcome(dealt.hand, dealt.against))
        meter = isinstance(line, Awards) and line.amount == METER
        if line.result is Result.WIN and not meter and event in {None, line.event}:
            return told(game, bet, line.event, dealt)
    raise Incomplete(f"{game.name}: no deal in {MOST_DEALS} wins {bet} by {event}")


def told(game: Game, bet: str, event: str, dealt: Dealt) -> Example:
    return Example(
        bet,
        event,
        shown(game, dealt.hand),
        shown(game, dealt.against, dealers=True),
        dealt.thirds,
        settled(game, dealt, stakes(game, bet), Choice.PLAY if game.decision else None),
    )


def stakes(game: Game, bet: str) -> dict[str, int]:
    """On the bet, and on what has to lie on the box with it."""
    of = game.bet[bet]
    if game.decision and bet in {game.decision.play, game.decision.entry}:
        return {game.decision.entry: ON_ITS_OWN_CENTS}
    if of.bonus_on:
        return {of.bonus_on: ON_ITS_OWN_CENTS}
    if of.needs:
        coin = game.jackpot is not None and bet == game.jackpot.bet
        return {of.needs.bet: ON_ITS_OWN_CENTS, bet: COIN_CENTS if coin else BESIDE_CENTS}
    return {bet: ON_ITS_OWN_CENTS}


def ranks(game: Game) -> tuple[RankedHand, ...]:
    """The best hand of each name."""
    best: dict[str, tuple[Any, Hand]] = {}
    size = game.ranked_sizes[0]
    for cards in combinations(DECK[::-1], size):
        hand = Hand(cards)
        name, rank = game.name_of(hand) or "", game.ranking.rank(hand)
        if name not in best or rank > best[name][0]:
            best[name] = (rank, hand)
    ordered = sorted(best.items(), key=lambda one: one[1][0], reverse=True)
    return tuple(RankedHand(name, str(hand)) for name, (_, hand) in ordered)
