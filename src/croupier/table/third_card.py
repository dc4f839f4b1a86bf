"""The third-card rule of a table of play: by which row each hand drew or stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Hand
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.rulebook.marks import carries, field_of
from croupier.said import Said, Sentence
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.state import INITIAL, read

if TYPE_CHECKING:
    from croupier.engine.deal import Drawing
    from croupier.table.state import Table

NATURAL = Sentence(
    "natural-no-hand-draws",
    "{place:place} has {points} in two cards, a natural: no hand draws.",
)
PLAYER_DRAWS = Sentence(
    "player-hand-draws", "The Player Hand has {points}. With {most} or less it draws."
)
PLAYER_STANDS = Sentence(
    "player-hand-stands", "The Player Hand has {points}. Above {most} it stands."
)
BANKER_DRAWS_ALONE = Sentence(
    "banker-hand-draws-alone",
    "The Player Hand stands. The Banker Hand has {points}; with {most} or less it draws.",
)
BANKER_STANDS_ALONE = Sentence(
    "banker-hand-stands-alone",
    "The Player Hand stands. The Banker Hand has {points}; above {most} it stands.",
)
BANKER_DRAWS = Sentence(
    "banker-hand-draws",
    "The Player Hand drew {card:symbols}, which counts {third}. With {points} the Banker Hand draws"
    " on {on:values}: it draws.",
)
BANKER_STANDS = Sentence(
    "banker-hand-stands",
    "The Player Hand drew {card:symbols}, which counts {third}. With {points} the Banker Hand draws"
    " on [{on:values} only|no card]: it stands.",
)


class Drawn(msgspec.Struct, frozen=True):
    """What one hand did after the first four cards, and the row of the table that says so."""

    side: Side
    said: Said
    clauses: tuple[str, ...]
    points: int
    """Of its first two cards."""
    draws: bool
    third: int | None = None
    """What the third card of the Player Hand counts, where the Banker Hand goes by it."""


def drawn(table: Table) -> tuple[Drawn, ...]:
    deal = table.game.deal
    if not isinstance(deal, Tableau):
        return ()
    player, banker = read(table.cards_of(PLAYER_HAND)), read(table.cards_of(DEALER))
    if not player or not banker or len(player) + len(banker) < INITIAL:
        return ()
    return by_rows(deal, player, banker)


@carries(field_of(Tableau, "player"), field_of(Tableau, "natural"))
def by_rows(deal: Tableau, player: Hand, banker: Hand) -> tuple[Drawn, ...]:
    """Of the Player Hand, then of the Banker Hand as soon as its row is known."""
    mine, theirs = (deal.points(Hand(hand[:INITIAL_EACH])) for hand in (player, banker))
    if {mine, theirs} & deal.natural.on:
        best = max({mine, theirs} & deal.natural.on)
        said = NATURAL(place="player" if mine == best else "banker", points=best)
        cited = deal.natural.cite.numbers
        return (
            Drawn(Side.PLAYER, said, cited, mine, draws=False),
            Drawn(Side.BANKER, said, cited, theirs, draws=False),
        )
    draws = mine in deal.player.on
    told = (PLAYER_DRAWS if draws else PLAYER_STANDS)(points=mine, most=max(deal.player.on))
    first = Drawn(Side.PLAYER, told, deal.player.cite.numbers, mine, draws=draws)
    if draws and len(player) == INITIAL_EACH:
        return (first,)
    return (first, bankers(deal, theirs, player))


@carries(field_of(Tableau, "banker"), field_of(Tableau, "banker_when_player_stands"))
def bankers(deal: Tableau, points: int, player: Hand) -> Drawn:
    if len(player) == INITIAL_EACH:
        alone = deal.banker_when_player_stands
        draws = points in alone.on
        said = (BANKER_DRAWS_ALONE if draws else BANKER_STANDS_ALONE)(
            points=points, most=max(alone.on)
        )
        return Drawn(Side.BANKER, said, alone.cite.numbers, points, draws=draws)
    row: Drawing = deal.banker[points]
    card = player[INITIAL_EACH]
    third = deal.points(Hand((card,)))
    sentence = BANKER_DRAWS if third in row.on else BANKER_STANDS
    said = sentence(card=str(card), third=third, points=points, on=sorted(row.on))
    return Drawn(Side.BANKER, said, row.cite.numbers, points, third in row.on, third)
