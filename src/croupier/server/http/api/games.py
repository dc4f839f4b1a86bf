"""Operations for terminals and the rulebook: each game on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import GAMES, game
from croupier.guide.cards import GameCard, GameInfo, card_of, info_of
from croupier.guide.speaking import spoken
from croupier.guide.troubles import Trouble, troubles
from croupier.server.http.operation import ANYBODY, InLanguage, OfGame, Operation

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall


async def games(_call: PlainCall) -> list[GameInfo]:
    return [info_of(one) for one in GAMES]


async def card(call: Call[None, InLanguage, OfGame]) -> GameCard:
    """The first time every hand is ranked, which takes a moment."""
    of = game(call.place.game)
    return await call.aside(lambda: spoken(card_of(of), call.query.language))


async def troubles_of(call: Call[None, None, OfGame]) -> tuple[Trouble, ...]:
    return troubles(game(call.place.game).name)


OPERATIONS = (
    Operation("GET", "/api/games", "The games of the house.", games, list[GameInfo], may=ANYBODY),
    Operation(
        "GET",
        "/api/games/{game}",
        "A game on a card: its bets, what they pay, how hands rank, how a round goes.",
        card,
        GameCard,
        may=ANYBODY,
        query=InLanguage,
        place=OfGame,
        packed=True,
    ),
    Operation(
        "GET",
        "/api/games/{game}/troubles",
        "What happens at an interruption or an error: the clauses, by what happened.",
        troubles_of,
        tuple[Trouble, ...],
        may=ANYBODY,
        place=OfGame,
    ),
)
