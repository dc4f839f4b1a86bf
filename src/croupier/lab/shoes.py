"""Every bet on a player and a banker hand from any shoe, in microseconds.

The game is asked once: its table of play about every total and third card, its bets about every
end. After that a shoe only weighs what was found.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm, perm
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS
from croupier.engine.deal import Tableau
from croupier.lab import tableau
from croupier.lab.figures import GameOdds
from croupier.lab.lines import AllLines
from croupier.lab.orders import halves, orders, rows
from croupier.lab.tableau import POINTS, SIX_CARDS, Play, check_shoe
from croupier.lab.weighing import Tables, edges_of_shoes, lines_of_shoe, packed
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game
    from croupier.lab.compiled import Real, Whole

WHOLE = np.dtype(np.int64)
NO_OR_YES = (False, True)
by_rank = itemgetter(*RANKS)


class Shoes:
    def __init__(self, game: Game) -> None:
        assert isinstance(game.deal, Tableau)
        self.game, self.row = game, AllLines(game)
        play = Play(game.deal)
        class_of, lines = classes(self.row, settled(game, play))
        self.tables = Tables(
            np.array([play.value[rank] for rank in RANKS]),
            halves(),
            *rows(orders(play, class_of)),
            lines,
            np.array([float(net) for net in self.row.nets]),
        )
        self.whole = packed(self.tables)
        self.parts_of_a_stake = lcm(*(net.denominator for net in self.row.nets))
        self.nets = [int(net * self.parts_of_a_stake) for net in self.row.nets]

    def counts(self, shoe: Mapping[str, int]) -> dict[str, list[int]]:
        """For each bet, the deals that its lines settle, in their order."""
        return self.row.by_bet(self.lines(shoe))

    def lines(self, shoe: Mapping[str, int]) -> list[int]:
        """The same for the lines of all bets in one row."""
        cards = np.array(by_rank(shoe))
        if cards.dtype != WHOLE:
            return self.asked(shoe)
        told: list[int] = lines_of_shoe(cards, self.whole, self.tables.orders).tolist()
        return told or self.asked(shoe)

    def asked(self, shoe: Mapping[str, int]) -> list[int]:
        """The same in whole numbers of any size; a shoe that cannot be is refused."""
        counts = tableau.tally(self.game, shoe).counts
        return [counts[bet.name][id(line)] for bet in self.game.bets for line in bet.lines]

    def odds(self, shoe: Mapping[str, int]) -> GameOdds:
        lines = self.lines(shoe)
        return GameOdds(self.game, None, deals(shoe), self.row.odds(lines, deals(shoe)))

    def house_edges(self, shoe: Mapping[str, int]) -> dict[str, Fraction]:
        lost = [-net * number for net, number in zip(self.nets, self.lines(shoe), strict=True)]
        staked = self.parts_of_a_stake * deals(shoe)
        return {bet: Fraction(sum(lost[part]), staked) for bet, part in self.row.parts}

    def edges(self, shoes: Whole) -> Real:
        """House edges to print: a row for each row of cards left by rank, a column a bet."""
        if shoes.dtype.kind not in "iu":
            raise BadInput("cards are counted in whole numbers")
        for shoe in shoes[(shoes.min(axis=1) < 0) | (shoes.sum(axis=1) < SIX_CARDS)]:
            check_shoe(dict(zip(RANKS, shoe.tolist(), strict=True)))
        return edges_of_shoes(np.ascontiguousarray(shoes, np.int64), self.tables)


def deals(shoe: Mapping[str, int]) -> int:
    return perm(sum(shoe.values()), SIX_CARDS)


def settled(game: Game, play: Play) -> Whole:
    """Which line settles each bet, by the totals of player and banker and by their pairs."""
    hands = {
        (points, pair): play.ending(points, pair=pair) for points in POINTS for pair in NO_OR_YES
    }
    outcomes = [
        game.outcome(hands[player, player_pair], hands[banker, banker_pair])
        for player, banker, player_pair, banker_pair in product(
            POINTS, POINTS, NO_OR_YES, NO_OR_YES
        )
    ]
    lines = [[bet.lines.index(bet.settle(outcome)) for outcome in outcomes] for bet in game.bets]
    return np.array(lines).reshape(-1, len(POINTS), len(POINTS), 2, 2)


def classes(row: AllLines, lines: Whole) -> tuple[Whole, Whole]:
    """Ends that no bet can tell apart are a class: first those of totals, then four of pairs.

    Told are the class of any two totals, and for each class the line of each bet, counted through
    all bets, or -1 where the bet does not look at it.
    """
    by_totals = (lines == lines[:, :, :, :1, :1]).all(axis=(1, 2, 3, 4))
    by_pairs = (lines == lines[:, :1, :1]).all(axis=(1, 2, 3, 4))
    for bet, totals, pairs in zip(row.game.bets, by_totals, by_pairs, strict=True):
        assert totals or pairs, f"{bet.name} looks at totals and at pairs"
    begins = np.array(row.begins)[:, None]
    of_totals = lines[:, :, :, 0, 0].reshape(len(lines), -1) + begins
    of_pairs = lines[:, 0, 0].reshape(len(lines), -1) + begins
    of_totals[~by_totals] = of_pairs[by_totals] = -1
    alike, class_of = np.unique(of_totals, axis=1, return_inverse=True)
    return class_of.reshape(len(POINTS), -1), np.concatenate([alike, of_pairs], axis=1).T.copy()
