"""Who draws: two hands of a table of play, and who takes the next card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK, Hand
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.guide.taught import shown
from croupier.school.sheets import (
    NOBODY,
    Drill,
    DrillChoice,
    DrillKind,
    HandsToDraw,
    Part,
    Right,
    Sheet,
)
from croupier.table.third_card import by_rows

if TYPE_CHECKING:
    from random import Random

    from croupier.engine.game import Game

ANSWERS = (*(str(side) for side in Side), NOBODY)
DRAWN_ON = 0.8
"""How often a Player Hand that draws has its card already: the longer part of the table."""


def draws_drill(game: Game, chance: Random, number: int) -> Drill:
    tableau = game.deal
    assert isinstance(tableau, Tableau), "whoever asks has looked which drills the game has"
    player, banker = dealt(tableau, game.packs.most, chance)
    decides = by_rows(tableau, player, banker)[-1]
    right = Right(
        answer=str(tableau.draws(player, banker) or NOBODY),
        clauses=decides.clauses,
        because=decides.said,
    )
    return Drill(
        sheet=Sheet(
            game=game.name,
            kind=DrillKind.DRAWS,
            number=number,
            shows=HandsToDraw(shown(game, player), shown(game, banker)),
            parts=(Part(name="next card", choices=tuple(map(DrillChoice, ANSWERS))),),
        ),
        key=(right,),
    )


def dealt(tableau: Tableau, decks: int, chance: Random) -> tuple[Hand, Hand]:
    """Four cards, or five where the Player Hand draws."""
    *four, third = chance.sample(DECK * decks, 2 * INITIAL_EACH + 1)
    player, banker = Hand(four[0::2]), Hand(four[1::2])
    if tableau.draws(player, banker) is Side.PLAYER and chance.random() < DRAWN_ON:
        player = Hand((*player, third))
    return player, banker
