"""Every name that the house sends in English as it is: of games, bets, results, hands, topics.

Pages say each in another language by that name: `ui/src/text/<language>/names.json` has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import GAMES, game
from croupier.guide.cards import card_of
from croupier.guide.rulebook_page import detail, pictures, whole
from croupier.lab.strategy import strategy
from croupier.server.journal.private import IN_CLEAR
from croupier.server.past.journal_lines import IN_PLAY
from croupier.table.commands import AUTOMATIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.game import Game

PLACES = ("the burnt cards", "the Player Hand", "the Banker Hand", "the dealer")
"""A box is named by its number."""


def of_table(of: Game) -> Iterator[str]:
    card = card_of(of)
    yield from (of.name, of.title)
    for bet in card.bets:
        yield bet.title
        yield from (line.event for line in bet.lines)
    yield from card.ranking.hands


def at_tables() -> Iterator[str]:
    """What a terminal shows."""
    for of in GAMES:
        yield from of_table(of)
    yield from (*PLACES, AUTOMATIC.name, IN_PLAY, IN_CLEAR)


def of_document(of: Game) -> Iterator[str]:
    for point in of.interpretations:
        yield point.name
        yield from point.values_text
    for number in of.document.clauses:
        for other in detail(of.name, number).elsewhere:
            yield from other.shared


def everything() -> Iterator[str]:
    yield from at_tables()
    for of in GAMES:
        yield from of_document(of)
    yield from (topic.title for topic in whole().topics)
    for row in pictures().rows:
        yield from row.shared
    yield from (policy.name for policy in strategy(game("three-card-poker")).policies)


def names(all_of_them: Iterator[str]) -> list[str]:
    """A code is named by its words, a number by itself."""
    found = {name.replace("-", " ") if name.islower() else name for name in map(str, all_of_them)}
    return sorted(name for name in found if not name.isdigit())
