"""The shoe: replaced, what comes next from it, and what is kept for a later round."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.commands import KEPT
from croupier.table.evolving.sight import witnessed
from croupier.table.pack_parts import Pack
from croupier.table.state import CONCLUDED, parsed

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table import events as happened
    from croupier.table.events import Event
    from croupier.table.state import Cards, Table


def shoe_replaced(table: Table, _event: Event) -> Table:
    """Cards already out of the old shoe serve the round in play, but no later one."""
    coming = () if table.step is CONCLUDED else table.next_cards
    round_ = replace(
        table.round,
        other_shoe=table.round.drawn + coming,
        removed=table.round.removed + table.kept,
    )
    begins = table.game.shoe_lasts and table.step is not CONCLUDED and not round_.other_shoe
    return replace(
        table,
        round=round_,
        out={},
        out_count=0,
        fresh_shoe=True,
        pack=Pack(day=table.pack.day),
        kept=(),
        next_cards=coming,
        past=() if begins else table.past,
    )


def next_cards_ordered(table: Table, event: happened.NextCardsOrdered) -> Table:
    """One that lies face up in the shoe is open to all until it is dealt."""
    ordered = known(event.cards)
    if event.face_up:
        table = replace(
            table, round=replace(table.round, exposed=table.round.exposed.union(ordered))
        )
        table = witnessed(table, ordered)
    coming = (*without(table.next_cards, ordered), *ordered)
    return replace(table, next_cards=coming, next_said_by=event.by if event.claimed else "")


def outranked(table: Table, drawn: Cards) -> Table:
    """What one person said to come next is dropped when something else is drawn."""
    said = table.next_cards[: len(drawn)]
    same = all(card in {None, wanted} for card, wanted in zip(drawn, said, strict=False))
    return table if same else taken_back(table)


def taken_back(table: Table) -> Table:
    """Nobody has seen a card that was never there."""
    gone, round_ = frozenset(table.next_cards), table.round
    round_ = replace(
        round_,
        exposed=round_.exposed - gone,
        seen={name: cards - gone for name, cards in round_.seen.items()},
    )
    return replace(table, round=round_, next_cards=(), next_said_by="")


def cards_kept(table: Table, event: happened.CardsKept) -> Table:
    cards, round_ = known(event.cards), table.round
    drawn_to = (*round_.drawn_to, *(KEPT for _ in cards))
    round_ = replace(round_, drawn=(*round_.drawn, *cards), drawn_to=drawn_to)
    coming = without(table.next_cards, cards)
    return replace(table, kept=table.kept + cards, round=round_, next_cards=coming)


def without(cards: tuple[Card, ...], less: Cards) -> tuple[Card, ...]:
    """Some cards in their order, less others."""
    if not cards:
        return cards
    gone = Counter(less)
    gone.subtract(cards)
    left: list[Card] = []
    for card in reversed(cards):
        if gone[card] < 0:
            gone[card] += 1
            left.append(card)
    return tuple(reversed(left))


def known(cards: str) -> tuple[Card, ...]:
    return tuple(card for card in parsed(cards) if card is not None)
