"""The packs in use and how a round's cards become hands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from croupier.cards import Hand
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, field_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.cards import Card
    from croupier.rulebook import Cite


@dataclass(frozen=True, slots=True)
class Packs:
    """How many packs of 52 the game may be played with."""

    fewest: int
    most: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands of so many cards, one to each box in play and one to the dealer."""

    how: ClassVar[None] = None
    cards: int
    cite: Cite


class Side(StrEnum):
    PLAYER = "player"
    BANKER = "banker"


PLAYER, BANKER = Side


@dataclass(frozen=True, slots=True)
class Drawing:
    """The point totals, or the values of the other side's third card, on which a side draws."""

    on: frozenset[int]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Tableau:
    """A player hand and a banker hand, dealt in turn and drawn by a table of play."""

    points: Callable[[Hand], int]
    initial: Cite
    natural: Drawing
    player: Drawing
    banker_when_player_stands: Drawing
    banker: Mapping[int, Drawing]
    """By the banker's total: the third cards of the player on which the banker draws."""

    def draws(self, player: Hand, banker: Hand) -> Side | None:
        """Who takes the next card, after the four initial ones."""
        if len(banker) > INITIAL_EACH:
            return None
        players, bankers = self.points(Hand(player[:2])), self.points(Hand(banker[:2]))
        third = self.points(Hand(player[2:])) if len(player) > INITIAL_EACH else None
        return self.draws_on(players, bankers, third)

    def draws_on(self, players: int, bankers: int, third: int | None) -> Side | None:
        """The same by the totals of two cards each and the player's third card."""
        if players in self.natural.on or bankers in self.natural.on:
            return None
        if third is not None:
            return BANKER if third in self.banker[bankers].on else None
        if players in self.player.on:
            return PLAYER
        return BANKER if bankers in self.banker_when_player_stands.on else None

    def burnt_after(self, first: Card) -> int:
        """As many as the first card's value, where a house burns by it; a ten or picture is ten."""
        return self.points(Hand((first,))) or 10

    def hands(self, cards: Hand) -> tuple[Hand, Hand]:
        """The two hands that cards make in the order drawn, no more and no fewer than asked for."""
        initial = 2 * INITIAL_EACH
        if len(cards) < initial:
            raise BadInput(
                f"{len(cards)} cards, and four are dealt first", clauses=self.initial.numbers
            )
        player, banker = Hand(cards[0:initial:2]), Hand(cards[1:initial:2])
        players, bankers = self.points(player), self.points(banker)
        rest = list(cards[initial:])
        side = self.draws_on(players, bankers, None)
        if side is PLAYER and rest:
            third = rest.pop(0)
            player = Hand((*player, third))
            side = self.draws_on(players, bankers, self.points(Hand((third,))))
        if side is BANKER and rest:
            banker = Hand((*banker, rest.pop(0)))
            side = None
        if side or rest:
            what = f"the {side} draws another" if side else f"neither hand draws {rest[0]}"
            raise BadInput(f"{len(cards)} cards, and {what}", clauses=self.player.cite.numbers)
        return player, banker


INITIAL_EACH = 2
carries(field_of(Tableau, "initial"), field_of(Tableau, "player"))(Tableau.hands)
carries(
    field_of(Tableau, "natural"),
    field_of(Tableau, "player"),
    field_of(Tableau, "banker"),
    field_of(Tableau, "banker_when_player_stands"),
)(Tableau.draws_on)
