"""Who has seen which card: the one answer for views, secrecy, clauses and the proof.

Sight belongs to cards. A box game has each card once, so that a card is known by its name wherever
it lies; at a table of play the hands lie open to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.table.commands import BURNT, DEALER
from croupier.table.viewing import viewer_of

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table.commands import Who
    from croupier.table.state import Cards, Table

NONE: frozenset[Card] = frozenset()


def present(table: Table) -> set[str]:
    """The players at the table: those with a seat or a wager."""
    return {*table.seats.values(), *(one.player for one in table.round.wagers.values())}


def is_open(table: Table, place: int) -> bool:
    """Whether a hand lies face up for all."""
    return place != BURNT and (table.game.cards_open or place in table.round.face_up)


def turned_up(table: Table) -> frozenset[Card]:
    """Single cards that came into view and still lie so."""
    return table.round.exposed - table.round.turned_down


def open_cards(table: Table) -> frozenset[Card]:
    """What lies face up for all, in hands or beside them."""
    hands = (cards for place, cards in table.round.hands.items() if is_open(table, place))
    return turned_up(table) | {card for cards in hands for card in cards if card is not None}


def has_seen(table: Table, who: Who) -> frozenset[Card]:
    """The cards that lie face down and that this player has seen."""
    return table.round.seen.get(who.name, NONE) if who.role is Role.PLAYER else NONE


def visible(table: Table, place: int, who: Who) -> Cards:
    """A hand as a person may see it: what lies open, and what that very person has seen."""
    cards = table.cards_of(place)
    if is_open(table, place):
        return cards
    if place == BURNT:
        return tuple(None for _ in cards)
    known = turned_up(table) | has_seen(table, who)
    return tuple(card if card in known else None for card in cards)


def by_anybody(table: Table) -> frozenset[Card]:
    """Every card of the round that lies open or that some player has seen."""
    return open_cards(table).union(*table.round.seen.values())


def beside_the_hands(table: Table, who: Who) -> frozenset[Card]:
    """What a person may be told of cards that are named without a place.

    A card of the same name in an open hand of a table of play is another one.
    """
    if table.game.cards_open:
        return turned_up(table)
    return open_cards(table) | has_seen(table, who)


def visible_to(table: Table, who: Who) -> frozenset[Card]:
    """All cards that this person may see by the record, or has entered into it himself.

    What came from an automatic dealer or an electronic shoe was entered by nobody at the table.
    """
    entered = table.round.entered.get(who.name, NONE) if who.is_staff else NONE
    return open_cards(table) | has_seen(table, who) | entered


def anyone_handled(table: Table) -> bool:
    """Whether some player has looked at a hand."""
    return bool(table.round.looked)


def players_have_seen(table: Table) -> bool:
    """Whether any player has seen any card distributed to him."""
    round_ = table.round
    if anyone_handled(table) or any(is_open(table, box) for box in table.boxes_in_play()):
        return True
    up = turned_up(table)
    return any(
        card is not None and card in up | round_.seen.get(wager.player, NONE)
        for wager in round_.wagers.values()
        for card in table.cards_of(wager.box)
    )


def has_viewed(table: Table, box: int) -> bool:
    """Whether the player who may look at a box has looked at the hand that lies there now.

    A card that the dealer has shown by mistake is no view of the hand.
    """
    viewer = viewer_of(table, box)
    if viewer is None or not table.cards_of(box):
        return False
    return is_open(table, box) or viewer in table.round.looked_at.get(box, frozenset())


def any_card_seen(table: Table) -> bool:
    """Whether anybody has seen any card of this round: open, looked at, exposed."""
    round_ = table.round
    if round_.looked_at or round_.looked or round_.exposed or any(round_.seen.values()):
        return True
    return any(cards and is_open(table, place) for place, cards in round_.hands.items())


def seen_unread(table: Table) -> list[int]:
    """The places whose hand was looked at, or lies open, and has cards that nobody has read."""
    return [
        place
        for place, cards in sorted(table.round.hands.items())
        if place >= DEALER and None in cards
        if is_open(table, place) or table.round.looked_at.get(place)
    ]
