"""Exact odds of a player and a banker hand drawn by a table of play, from any shoe."""

from __future__ import annotations

from functools import cached_property
from math import perm
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import Side, Tableau
from croupier.lab.lines import Tally
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome
    from croupier.lab.figures import BetOdds

SIX_CARDS = 6
POINTS = range(10)
Shoe = dict[str, int]
"""How many cards of each rank are left."""


def full_shoe(decks: int) -> Shoe:
    return dict.fromkeys(RANKS, decks * len(SUITS))


def check_shoe(shoe: Mapping[str, int]) -> None:
    for rank, left in shoe.items():
        if not hasattr(left, "__index__") or left < 0:
            raise BadInput(f"{left} cards of rank {rank} are left")
    if sum(shoe.values()) < SIX_CARDS:
        raise BadInput(f"{sum(shoe.values())} cards are left, and a round may need {SIX_CARDS}")


Ended = tuple[int, bool, bool]
"""A total, whether the first two cards were a pair, and whether there is a third."""


class Play:
    """What the table of play says, asked once for each total and third card."""

    def __init__(self, table: Tableau) -> None:
        self.table = table
        self.value = {rank: table.points(Hand([Card(rank, "c")])) for rank in RANKS}
        self.rank = {value: rank for rank, value in self.value.items()}
        self.total = {(a, b): self.points(a, b) for a in POINTS for b in POINTS}
        self.two = {points: self.hand(points) for points in POINTS}
        self.first = {(p, b): self.next(self.two[p], self.two[b]) for p in POINTS for b in POINTS}
        self.after = {
            (b, third): self.next(self.with_third(0, third), self.two[b]) is Side.BANKER
            for b in POINTS
            for third in POINTS
            if self.first[0, b] is Side.PLAYER
        }

    def points(self, *values: int) -> int:
        """What cards of these values come to, by the game's own count."""
        return self.table.points(Hand([Card(self.rank[value], "c") for value in values]))

    def hand(self, points: int) -> Hand:
        """Two cards of different rank with so many points."""
        ten, other = self.rank[0], self.rank[points]
        spare = next(rank for rank in RANKS if self.value[rank] == 0 and rank != ten)
        return Hand((Card(spare, "d"), Card(other if points else ten, "c")))

    def with_third(self, points: int, third: int) -> Hand:
        return Hand((*self.two[points], Card(self.rank[third], "s")))

    def ending(self, points: int, *, pair: bool, drawn: bool = True) -> Hand:
        """A hand with so many points, its first two cards a pair or none, with a third or not."""
        return self.endings[points, pair, drawn]

    @cached_property
    def endings(self) -> dict[Ended, Hand]:
        pairs = {
            value: Hand((Card(rank, "c"), Card(rank, "d"))) for value, rank in self.rank.items()
        }
        found: dict[Ended, Hand] = {}
        for pair, first in ((True, pairs), (False, self.two)):
            for two in first.values():
                found.setdefault((self.table.points(two), pair, False), two)
                for rank in self.rank.values():
                    three = Hand((*two, Card(rank, "s")))
                    found.setdefault((self.table.points(three), pair, True), three)
        return found

    def next(self, player: Hand, banker: Hand) -> Side | None:
        return self.table.draws(player, banker)


Start = tuple[int, int, bool, int, int, bool]
"""The values of a player's and a banker's first two cards, and whether each are a pair."""


def starts(play: Play, shoe: Mapping[str, int]) -> dict[Start, int]:
    """In how many ways and orders the first four cards come to each start."""
    left = dict(shoe)
    found: dict[Start, int] = {}
    for player, ways in two_cards(left):
        for rank in player:
            left[rank] -= 1
        for banker, more in two_cards(left):
            values = [play.value[rank] for rank in (*player, *banker)]
            a, b, c, d = values
            start = (a, b, player[0] == player[1], c, d, banker[0] == banker[1])
            found[start] = found.get(start, 0) + ways * more
        for rank in player:
            left[rank] += 1
    return found


def two_cards(left: Mapping[str, int]) -> Iterator[tuple[tuple[str, str], int]]:
    """Two ranks, and in how many ways and orders they can be dealt."""
    ranks = [rank for rank in RANKS if left[rank]]
    for place, first in enumerate(ranks):
        if left[first] > 1:
            yield (first, first), left[first] * (left[first] - 1)
        for second in ranks[place + 1 :]:
            yield (first, second), 2 * left[first] * left[second]


End = tuple[Ended, Ended]
"""Of player and banker."""


class Thirds:
    """The third cards that can follow any of several starts, each start by its ways."""

    def __init__(self, shoe: list[int]) -> None:
        self.shoe, self.cards = shoe, sum(shoe) - 4
        self.ways = 0
        self.held = [0] * len(shoe)
        self.held_both = [[0] * len(shoe) for _ in shoe]

    def after(self, values: tuple[int, ...], ways: int) -> None:
        self.ways += ways
        for one in values:
            self.held[one] += ways
            for other in values:
                self.held_both[one][other] += ways

    def none(self) -> int:
        """Ways in which neither side draws; of the two cards left in the deal any will do."""
        return self.ways * self.cards * (self.cards - 1)

    def one(self, value: int) -> int:
        return self.first(value) * (self.cards - 1)

    def first(self, value: int) -> int:
        return self.ways * self.shoe[value] - self.held[value]

    def two(self, value: int) -> list[int]:
        """For each value of the second third card, the ways in which this value is the first."""
        number, held, both = self.shoe[value], self.held[value], self.held_both[value]
        ways = [
            self.first(second) * number - left * held + twice
            for second, (left, twice) in enumerate(zip(self.shoe, both, strict=True))
        ]
        ways[value] -= self.first(value)
        return ways


def ends(play: Play, shoe: Mapping[str, int]) -> dict[End, int]:
    """In how many ordered deals of six cards the hands end so."""
    full = [0] * len(POINTS)
    for rank, number in shoe.items():
        full[play.value[rank]] += number
    followed: dict[tuple[int, bool, int, bool], Thirds] = {}
    for (a, b, player_pair, c, d, banker_pair), ways in starts(play, shoe).items():
        begun = (play.total[a, b], player_pair, play.total[c, d], banker_pair)
        if begun not in followed:
            followed[begun] = Thirds(full)
        followed[begun].after((a, b, c, d), ways)
    found: dict[End, int] = {}
    for (player, player_pair, banker, banker_pair), thirds in followed.items():
        for (ended, third), (bankers, last), number in drawn(play, thirds, player, banker):
            end = (ended, player_pair, third), (bankers, banker_pair, last)
            found[end] = found.get(end, 0) + number
    return found


Total = tuple[int, bool]
"""After the draw, and whether a third card was drawn."""


def drawn(
    play: Play, thirds: Thirds, player: int, banker: int
) -> Iterator[tuple[Total, Total, int]]:
    """Both totals after the draw, with the ways to come to them."""
    side = play.first[player, banker]
    if side is None:
        yield (player, False), (banker, False), thirds.none()
    elif side is Side.BANKER:
        for third in POINTS:
            yield (player, False), (play.total[banker, third], True), thirds.one(third)
    else:
        for third in POINTS:
            ended = play.total[player, third], True
            if not play.after[banker, third]:
                yield ended, (banker, False), thirds.one(third)
                continue
            for fourth, number in enumerate(thirds.two(third)):
                yield ended, (play.total[banker, fourth], True), number


def outcomes(game: Game, shoe: Mapping[str, int]) -> Iterator[tuple[Outcome, int]]:
    """One outcome of each kind that a bet could tell from another, and how often it comes."""
    assert isinstance(game.deal, Tableau)
    check_shoe(shoe)
    play = Play(game.deal)
    for (player, banker), number in ends(play, shoe).items():
        if number:
            yield game.outcome(play.endings[player], play.endings[banker]), number


def tally(game: Game, shoe: Mapping[str, int]) -> Tally:
    check_shoe(shoe)
    counted = Tally(game, perm(sum(shoe.values()), SIX_CARDS))
    counted.settle(outcomes(game, shoe))
    return counted


def odds(game: Game, shoe: Mapping[str, int]) -> tuple[int, dict[str, BetOdds]]:
    """The ordered deals of six cards, and the odds of every bet over them."""
    counted = tally(game, shoe)
    return counted.total, counted.bets()
