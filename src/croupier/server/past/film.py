"""What lies on the felt at a step of a replay: hands with their names, chips, who could see what.

As the viewer saw it; or, once the round is over, with every card that the viewer came to see laid
open from the moment it was dealt. Never a card that the viewer may not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.table.commands import BURNT
from croupier.table.dealing import UNREAD
from croupier.table.seen import is_open, visible
from croupier.table.state import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.table.commands import Who
    from croupier.table.state import Cards, Table


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """A hand where it lies."""

    place: int
    cards: str
    hand: str | None
    """Its name, where all of it is seen."""
    points: int | None
    is_open: bool
    """Face up for all."""
    looked: tuple[str, ...]
    """Who has looked at it while it lay face down."""


class Chips(msgspec.Struct, frozen=True):
    player: str
    box: int
    bet: str
    cents: int


class Scene(msgspec.Struct, frozen=True):
    hands: tuple[Laid, ...]
    chips: tuple[Chips, ...]


def scene(table: Table, viewer: Who | None, known: frozenset[Card] | None) -> Scene:
    """Without a viewer every card is seen; `known` ones are, wherever they lie."""
    hands = [
        laid(table, place, seen_cards(table, place, viewer, known))
        for place in sorted(table.round.hands)
    ]
    own = table.game.at_terminals and viewer is not None and viewer.role is Role.PLAYER
    chips = [
        Chips(one.player, one.box, one.bet, one.cents)
        for one in sorted(table.round.wagers.values(), key=lambda wager: wager.order)
        if not own or (viewer and one.player == viewer.name)
    ]
    return Scene(tuple(hands), tuple(chips))


def laid(table: Table, place: int, cards: Cards) -> Laid:
    hand = read(cards) if place != BURNT else None
    looked = () if table.game.at_terminals else sorted(table.round.looked_at.get(place, ()))
    return Laid(
        place=place,
        cards=" ".join(UNREAD if card is None else str(card) for card in cards),
        hand=table.game.name_of(hand) if hand else None,
        points=table.game.points_of(hand) if hand else None,
        is_open=is_open(table, place),
        looked=tuple(looked),
    )


def seen_cards(
    table: Table, place: int, viewer: Who | None, known: frozenset[Card] | None
) -> Cards:
    if viewer is None:
        return table.cards_of(place)
    if known is None or place == BURNT:
        return visible(table, place, viewer)
    as_seen = visible(table, place, viewer)
    return tuple(
        card if shown is not None or card in known else None
        for card, shown in zip(table.cards_of(place), as_seen, strict=True)
    )


def came_to_see(tables: Iterable[Table], viewer: Who) -> frozenset[Card]:
    """Every card of a round that lay open to a viewer at some time in it."""
    return frozenset(
        card
        for table in tables
        for place in table.round.hands
        for card in visible(table, place, viewer)
        if card is not None
    )
