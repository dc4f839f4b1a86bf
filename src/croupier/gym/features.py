"""What a player sees of a table, as numbers: by the table's own word on who may see which card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS, SUITS
from croupier.engine.decisions import Choice
from croupier.gym.rendering import Line, Picture, Place
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.seen import visible
from croupier.table.state import Step
from croupier.table.views import hand_name, points_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from croupier.cards import Card
    from croupier.gym.live_table import LiveTable
    from croupier.table.commands import Who
    from croupier.table.events import SettledLine

    Vector = NDArray[np.int16]

CARDS = 3
"""At most in any hand."""
PHASES = {Step.BETTING: 1, Step.DEALING: 2, Step.PLAYING: 2, Step.EXPOSED: 2, Step.CONCLUDED: 3}
DECIDED = {None: 0, Choice.FOLD: 1, Choice.PLAY: 2}
Feature = tuple[str, int, int]
"""Its name, its value and the highest that it can have; the least is 0."""


def code_of(card: Card | None) -> int:
    """0 where there is none, or none to be seen; else from 1 for 2c, 2d on to 52 for As."""
    return 0 if card is None else 1 + RANKS.index(card.rank) * len(SUITS) + SUITS.index(card.suit)


def features(live: LiveTable, who: Who) -> Iterator[Feature]:
    yield "phase", PHASES[live.table.step], 3
    if live.game.at_terminals:
        yield from at_a_terminal(live, who)
        return
    yield from cards_at(live, DEALER, "dealer", who)
    first = live.players.index(who)
    for seat, other in enumerate([*live.players[first:], *live.players[:first]]):
        whose = f"seat {seat}" if seat else "own"
        box = live.box_of(other)
        yield from cards_at(live, box, whose, who)
        yield from ((f"{whose} {bet}", int(live.staked(other, bet)), 1) for bet in live.bets)
        if live.game.decision is not None:
            yield f"{whose} decision", DECIDED[live.table.round.decisions.get(box)], 2


def at_a_terminal(live: LiveTable, who: Who) -> Iterator[Feature]:
    """Of the others' wagers only the sum on each bet is shown; cards of the shoe lie open."""
    yield from cards_at(live, PLAYER_HAND, "player", who)
    yield from cards_at(live, DEALER, "banker", who)
    yield from ((f"own {bet}", int(live.staked(who, bet)), 1) for bet in live.bets)
    for bet in live.bets:
        staked = sum(live.staked(one, bet) for one in live.players)
        yield f"all {bet}", staked, len(live.players)
    most = len(SUITS) * live.table.setup.decks
    yield from ((f"left {rank}", left, most) for rank, left in zip(RANKS, live.left, strict=True))


def cards_at(live: LiveTable, place: int, whose: str, who: Who) -> Iterator[Feature]:
    cards = visible(live.table, place, who)
    for number in range(CARDS):
        card = cards[number] if number < len(cards) else None
        yield f"{whose} card {number + 1}", code_of(card), len(RANKS) * len(SUITS)


def vector(live: LiveTable, who: Who) -> Vector:
    return np.array([value for _, value, _ in features(live, who)], np.int16)


def picture(live: LiveTable, who: Who) -> Picture:
    """The table as this player sees it."""
    table = live.table
    title = f"{live.game.title}, round {table.round.number}: {table.step.value}"
    others = [who] if live.game.at_terminals else live.players
    places = [*hands(live, who), *(seat(live, one, who) for one in others)]
    return Picture(title, places, [result(live, one) for one in lines_for(live, who)])


def lines_for(live: LiveTable, who: Who) -> list[SettledLine]:
    """At a terminal each player is shown what is his own."""
    lines = live.table.round.lines
    return [one for one in lines if one.player == who.name or not live.game.at_terminals]


def result(live: LiveTable, line: SettledLine) -> Line:
    net = (line.back_cents - line.stake_cents) / live.stake_cents
    return Line(line.player, line.bet, line.event, net, line.clauses)


def hands(live: LiveTable, who: Who) -> Iterator[Place]:
    tableau = live.game.drawn_by_tableau
    sides = {PLAYER_HAND: "player", DEALER: "banker"} if tableau else {DEALER: "dealer"}
    for place, name in sides.items():
        yield Place(name, shown(live.table, place, who), named(live, place, who))


def named(live: LiveTable, place: int, who: Who) -> str:
    points = points_of(live.table, place, who)
    return hand_name(live.table, place, who) or ("" if points is None else f"{points} points")


def seat(live: LiveTable, whose: Who, who: Who) -> Place:
    bets = ", ".join(bet for bet in live.bets if live.staked(whose, bet))
    if live.game.at_terminals:
        return Place(whose.name, "", "", bets)
    box = live.box_of(whose)
    decided = live.table.round.decisions.get(box)
    beside = f"{bets}: {decided.value}" if decided else bets
    return Place(whose.name, shown(live.table, box, who), named(live, box, who), beside)
