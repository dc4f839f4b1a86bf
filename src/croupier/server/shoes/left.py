"""What is still in a shoe, by what has come out of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card, Hand
    from croupier.table.state import Table


def out_of(table: Table) -> Counter[Card | None]:
    """What has left the shoe in use, read or not, with what is out of it and to come next."""
    round_ = table.round
    out: Counter[Card | None] = Counter(round_.drawn)
    out.update(table.next_cards)
    out -= Counter(round_.other_shoe)
    out.update(table.out)
    out[None] += table.out_count - sum(table.out.values())
    return out


def still_in(order: Hand, out: Counter[Card | None]) -> Iterator[Card]:
    for card in order:
        gone = card if out[card] else None
        if out[gone]:
            out[gone] -= 1
        else:
            yield card
