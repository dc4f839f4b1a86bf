"""The lines that can settle the bets on two hands drawn by a table of play, however cards fall.

A bet sees of each hand its points and whether it began with a pair: four hundred ways to end, each
asked once of the game's own lines. A shoe holds more cards of each rank than a round can draw, so a
card that was not seen may be of any rank, whatever was seen of the others.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.table._lines import Lines, Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

MOST_DRAWN = 6
"""Three cards for each hand."""
Start = tuple[int, bool]
"""The points of a hand's first two cards, and whether they are a pair."""
Drawn = tuple[Card | None, ...]
"""Cards in the order drawn, with a gap for each that was not seen."""

ONE_OF_EACH = tuple(Card(rank, SUITS[0]) for rank in RANKS)


class Draws:
    def __init__(self, game: Game) -> None:
        assert isinstance(game.deal, Tableau)
        assert game.packs.fewest * len(SUITS) >= MOST_DRAWN
        self.game, self.play = game, game.deal
        self.lines = Lines(game)
        self.of_value = {self.points((card,)): card for card in ONE_OF_EACH}
        self.two = {self.points(two): Hand(two) for two in product(ONE_OF_EACH, repeat=2)}
        self.settled = self.by_ends()
        self.known: dict[tuple[Start, Start, Drawn], int] = {}

    def points(self, cards: tuple[Card, ...]) -> int:
        return self.play.points(Hand(cards))

    def by_ends(self) -> dict[tuple[Start, Start], int]:
        """The lines, by the points of both hands and whether they began with a pair."""
        ends = {
            (self.points(cards), is_pair(*cards[:INITIAL_EACH])): Hand(cards)
            for size in (INITIAL_EACH, INITIAL_EACH + 1)
            for cards in product(ONE_OF_EACH, repeat=size)
        }
        return {
            (player, banker): self.lines.settling(self.game.outcome(ends[player], ends[banker]))
            for player, banker in product(ends, repeat=2)
        }

    def starts(self, first: Card | None, second: Card | None) -> set[Start]:
        firsts, seconds = ((card,) if card else ONE_OF_EACH for card in (first, second))
        return {(self.points(two), is_pair(*two)) for two in product(firsts, seconds)}

    def totals(self, player: Hand, banker: Hand, rest: Drawn) -> Iterator[tuple[int, int]]:
        """The points with which both can end; a card that was seen has been drawn."""
        side = self.play.draws(player, banker)
        if side is None:
            if not any(rest):
                yield self.points(player), self.points(banker)
            return
        for card in (rest[0],) if rest[0] else self.of_value.values():
            if side is Side.PLAYER:
                yield from self.totals(Hand((*player, card)), banker, rest[1:])
            else:
                yield from self.totals(player, Hand((*banker, card)), rest[1:])

    def after(self, player: Start, banker: Start, rest: Drawn) -> int:
        """The lines that can settle the bets once the first four cards came to this."""
        known = self.known.get((player, banker, rest))
        if known is None:
            known = 0
            for end, against in set(self.totals(self.two[player[0]], self.two[banker[0]], rest)):
                known |= self.settled[(end, player[1]), (against, banker[1])]
            self.known[player, banker, rest] = known
        return known

    def reached(self, cards: Drawn) -> int:
        """The lines that can settle each bet; none where no deal shows these cards."""
        gaps: list[Card | None] = [None] * (MOST_DRAWN - len(cards))
        first, second, third, fourth, *last = [*cards, *gaps]
        rest = tuple([card and self.of_value[self.points((card,))] for card in last])
        reached = 0
        for player, banker in product(self.starts(first, third), self.starts(second, fourth)):
            reached |= self.after(player, banker, rest)
        return reached


def is_pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank


KNOWN: dict[Rules, Draws] = {}


@lru_cache(maxsize=512)
def draws(game: Game) -> Draws:
    """One for all games that settle alike, whatever else they read differently."""
    rules = rules_of(game)
    if rules not in KNOWN:
        KNOWN[rules] = Draws(game)
    return KNOWN[rules]
