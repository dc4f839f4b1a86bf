"""Exact odds of a player and a banker hand drawn by a table of play, from any shoe."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import Side, Tableau
from croupier.lab.lines import Tally
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds

SIX_CARDS = 6
POINTS = range(10)
Shoe = dict[str, int]
"""How many cards of each rank are left."""


def full_shoe(decks: int) -> Shoe:
    return dict.fromkeys(RANKS, decks * len(SUITS))


def check_shoe(shoe: Mapping[str, int]) -> None:
    for rank, left in shoe.items():
        if left < 0:
            raise BadInput(f"{left} cards of rank {rank} are left")
    if sum(shoe.values()) < SIX_CARDS:
        raise BadInput(f"{sum(shoe.values())} cards are left, and a round may need {SIX_CARDS}")


class Play:
    """What the table of play says, asked once for each total and third card."""

    def __init__(self, table: Tableau) -> None:
        self.table = table
        self.value = {rank: table.points(Hand([Card(rank, "c")])) for rank in RANKS}
        self.rank = {value: rank for rank, value in self.value.items()}
        self.two = {points: self.hand(points) for points in POINTS}
        self.first = {(p, b): self.next(self.two[p], self.two[b]) for p in POINTS for b in POINTS}
        self.after = {
            (b, third): self.next(self.with_third(0, third), self.two[b]) is Side.BANKER
            for b in POINTS
            for third in POINTS
            if self.first[0, b] is Side.PLAYER
        }

    def hand(self, points: int) -> Hand:
        """Two cards of different rank with so many points."""
        ten, other = self.rank[0], self.rank[points]
        spare = next(rank for rank in RANKS if self.value[rank] == 0 and rank != ten)
        return Hand((Card(spare, "d"), Card(other if points else ten, "c")))

    def with_third(self, points: int, third: int) -> Hand:
        return Hand((*self.two[points], Card(self.rank[third], "s")))

    def next(self, player: Hand, banker: Hand) -> Side | None:
        return self.table.draws(player, banker)


def pairs(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """The values of two cards, and in how many orders and ways they can be dealt."""
    for a in POINTS:
        for b in range(a, 10):
            if ways := left[a] * (left[b] - (a == b)) * (1 if a == b else 2):
                yield a, b, ways


def final_points(play: Play, shoe: Mapping[str, int]) -> dict[tuple[int, int], int]:
    """In how many ordered six-card deals the hands end on each pair of totals."""
    left = [0] * len(POINTS)
    for rank, number in shoe.items():
        left[play.value[rank]] += number
    cards = sum(left)
    undrawn_two, undrawn_one = (cards - 4) * (cards - 5), cards - 5
    total = {(p, v): (p + v) % 10 for p in POINTS for v in POINTS}
    ends: dict[tuple[int, int], int] = dict.fromkeys(total, 0)
    for a, b, player_ways in pairs(left):
        player = total[a, b]
        left[a] -= 1
        left[b] -= 1
        for c, d, banker_ways in pairs(left):
            banker, ways = total[c, d], player_ways * banker_ways
            side = play.first[player, banker]
            if side is None:
                ends[player, banker] += ways * undrawn_two
                continue
            left[c] -= 1
            left[d] -= 1
            for third, number in enumerate(left):
                if not number:
                    continue
                if side is Side.BANKER:
                    ends[player, total[banker, third]] += ways * number * undrawn_one
                    continue
                ended, dealt = total[player, third], ways * number
                if not play.after[banker, third]:
                    ends[ended, banker] += dealt * undrawn_one
                    continue
                left[third] -= 1
                for fourth, last in enumerate(left):
                    ends[ended, total[banker, fourth]] += dealt * last
                left[third] += 1
            left[c] += 1
            left[d] += 1
        left[a] += 1
        left[b] += 1
    return ends


def odds(game: Game, shoe: Mapping[str, int]) -> tuple[int, dict[str, BetOdds]]:
    """The ordered deals of six cards, and the odds of every bet over them."""
    assert isinstance(game.deal, Tableau)
    check_shoe(shoe)
    play = Play(game.deal)
    total = perm(sum(shoe.values()), SIX_CARDS)
    tally = Tally(game, total)
    ends = final_points(play, shoe)
    for bet in game.bets:
        if looks_at_points(game, bet, play):
            for (player, banker), number in ends.items():
                outcome = game.outcome(play.two[player], play.two[banker])
                tally.add(bet, bet.settle(outcome), number)
        else:
            count_first_two(game, bet, play, shoe, tally)
    return total, tally.bets()


def looks_at_points(game: Game, bet: Bet, play: Play) -> bool:
    """Whether the totals decide the bet; otherwise its first two cards do."""
    outcomes = (game.outcome(play.two[p], play.two[b]) for p in POINTS for b in POINTS)
    return len({id(bet.settle(outcome)) for outcome in outcomes}) > 1


def count_first_two(
    game: Game, bet: Bet, play: Play, shoe: Mapping[str, int], tally: Tally
) -> None:
    """The first two cards of either hand are two cards of the shoe, in order."""
    left = sum(shoe.values())
    rest = perm(left - 2, SIX_CARDS - 2)
    for first, ahead in shoe.items():
        for second, behind in shoe.items():
            ways = ahead * (behind - (first == second)) * rest
            hand, other = Hand((Card(first, "c"), Card(second, "d"))), play.two[1]
            sides = (game.outcome(hand, other), game.outcome(other, hand))
            lines = [bet.settle(outcome) for outcome in sides]
            decided = next((line for line in lines if line is not bet.lines[-1]), lines[0])
            tally.add(bet, decided, ways)
