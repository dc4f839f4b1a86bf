"""The table as one person knows it: a report is checked against nothing else.

Whether a report is taken down, and in which words it is refused, then cannot depend on a card
that its reporter may not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.commands import BURNT
from croupier.table.seen import visible_to

if TYPE_CHECKING:
    from collections import Counter

    from croupier.cards import Card
    from croupier.table.commands import Who
    from croupier.table.state import Cards, Table


def as_known_to(table: Table, who: Who) -> Table:
    """Every card that this person may not see is one that nobody has read."""
    if table.game.cards_open:
        return without_the_burnt(table)
    known = visible_to(table, who)

    def only_known(cards: Cards) -> Cards:
        return tuple(card if card in known else None for card in cards)

    round_ = table.round
    return replace(
        table,
        round=replace(
            round_,
            hands={place: only_known(cards) for place, cards in round_.hands.items()},
            drawn=only_known(round_.drawn),
            removed=only_known(round_.removed),
        ),
    )


def without_the_burnt(table: Table) -> Table:
    round_ = table.round
    burnt = tuple(None for _ in table.cards_of(BURNT))
    drawn = zip(round_.drawn, round_.drawn_to, strict=True)
    hidden = tuple(None if to == BURNT else card for card, to in drawn)
    hands = round_.hands | ({BURNT: burnt} if burnt else {})
    return replace(table, round=replace(round_, hands=hands, drawn=hidden))


def can_be_the_same(one: Counter[Card | None], other: Counter[Card | None]) -> bool:
    """Whether the cards that nobody has read can make two sets of cards equal."""
    if one.total() != other.total():
        return False
    more, fewer = one - other, other - one
    return more.total() - more[None] <= other[None] and fewer.total() - fewer[None] <= one[None]
