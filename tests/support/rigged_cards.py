"""Packs in an order that a test chooses, and another order that differs in hidden cards alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.cards import DECK, Hand, parse_cards
from croupier.table.commands import BURNT
from croupier.table.seen import visible_to
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from croupier.cards import Card
    from croupier.server.shoes.sealed import SealedShoes
    from croupier.table.commands import Who
    from croupier.table.state import Cards, Table

Order = tuple["Card", ...]
BURN_COUNTS = 1
"""Baccarat's first card says how many are burnt, and everybody sees how many."""


def an_order(decks: int, rng: Random) -> Order:
    cards = list(DECK) * decks
    rng.shuffle(cards)
    return tuple(cards)


def with_hand(order: Order, places: Sequence[int], cards: str) -> Order:
    """The order with these cards in these places, each changed for the one that lay there."""
    other = list(order)
    for place, card in zip(places, parse_cards(cards), strict=True):
        was = other.index(card)
        other[was], other[place] = other[place], other[was]
    return tuple(other)


def rig(shoes: SealedShoes, order: Order) -> None:
    """The shoes that are sealed from here on have this order, whatever the seeds."""
    shoes.order = lambda _mix: Hand(order)


def is_hidden(table: Table, place: int, viewers: Iterable[Who]) -> bool:
    """Whether none of them may see the card that came, or will come, in this place."""
    round_ = table.round
    if place >= len(round_.drawn):
        return True
    if table.game.drawn_by_tableau:
        return round_.drawn_to[place] == BURNT and place >= BURN_COUNTS
    if table.step is Step.CONCLUDED and any(one.role != "player" for one in viewers if one.name):
        return False  # staff replay a round that has ended with every card
    card = round_.drawn[place]
    return not any(card in visible_to(table, one) for one in viewers)


def varied(order: Order, table: Table, viewers: Iterable[Who], rng: Random) -> Order:
    """The hidden cards and those still in the pack, in another order."""
    everyone = tuple(viewers)
    hidden = [place for place in range(len(order)) if is_hidden(table, place, everyone)]
    cards = [order[place] for place in hidden]
    rng.shuffle(cards)
    other = list(order)
    for place, card in zip(hidden, cards, strict=True):
        other[place] = card
    return tuple(other)


def substituted(table: Table, order: Order, other: Order) -> Table:
    """The table as it would be had the packs lain in the other order; each card is there once."""
    becomes = dict(zip(order, other, strict=True))

    def all_of(cards: Cards) -> Cards:
        return tuple(None if card is None else becomes[card] for card in cards)

    def known(cards: frozenset[Card]) -> frozenset[Card]:
        return frozenset(becomes[card] for card in cards)

    round_ = table.round
    changed = replace(
        round_,
        drawn=all_of(round_.drawn),
        hands={place: all_of(cards) for place, cards in round_.hands.items()},
        removed=all_of(round_.removed),
        exposed=known(round_.exposed),
        turned_down=known(round_.turned_down),
        seen={name: known(cards) for name, cards in round_.seen.items()},
        entered={name: known(cards) for name, cards in round_.entered.items()},
    )
    coming = tuple(becomes[card] for card in table.next_cards)
    return replace(table, round=changed, next_cards=coming)
