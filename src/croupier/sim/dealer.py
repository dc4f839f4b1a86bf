"""The automatic dealer: another client, which sends the dealer's commands and draws from a shoe."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from croupier.cards import DECK
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, for_round
from croupier.table.views import next_commands

if TYPE_CHECKING:
    from random import Random

    from croupier.cards import Card
    from croupier.table.commands import AnyCommand, Who
    from croupier.table.state import Table

NAME = AUTOMATIC


class Draws(Protocol):
    """Whatever a dealer draws from."""

    def take(self, table: Table, number: int) -> list[Card]: ...

    def shuffle(self) -> None: ...


class Shoe:
    """Shuffled packs; a shoe that serves one round is shuffled anew for the next."""

    def __init__(self, decks: int, rng: Random) -> None:
        self.decks, self.rng = decks, rng
        self.cards: list[Card] = []
        self.shuffle()

    def shuffle(self) -> None:
        self.cards = list(DECK) * self.decks
        self.rng.shuffle(self.cards)

    def take(self, table: Table, number: int) -> list[Card]:
        """The next cards: first those that are to come next, then what is not out already."""
        taken = list(table.next_cards[:number])
        for card in taken:
            if card in self.cards:
                self.cards.remove(card)
        return taken + self.others(table, number - len(taken))

    def others(self, table: Table, number: int) -> list[Card]:
        """Cards that are neither out nor known to come next; a shoe that ends is filled again."""
        out = Counter(card for card in table.round.drawn if card) + Counter(table.out)
        out.update(table.next_cards)
        taken: list[Card] = []
        while len(taken) < number:
            if not self.cards:
                self.shuffle()
            card = self.cards.pop()
            if out[card] < self.decks:
                out[card] += 1
                taken.append(card)
        return taken


ACTS = (
    asks.OpenBetting,
    asks.CloseBetting,
    asks.Deal,
    asks.ExposeDealer,
    asks.Settle,
    asks.ReturnHand,
    asks.ReplaceShoe,
)
"""What the dealer does by himself, the first that may be done."""


def next_command(
    table: Table, who: Who, shoe: Draws, meter_cents: int | None = None
) -> AnyCommand | None:
    """What the dealer does next; None while it is others' turn."""
    offered = [one.command for one in next_commands(table, who, ACTS)]
    command = min(offered, key=lambda one: ACTS.index(type(one)), default=None)
    match command:
        case asks.Deal():
            size = len(command.cards.split())
            command = asks.Deal(" ".join(map(str, shoe.take(table, size))), command.to)
        case asks.ReplaceShoe():
            shoe.shuffle()
        case asks.OpenBetting() if table.setup.decks == 1:
            shoe.shuffle()
        case asks.Settle():
            command = asks.Settle(meter_cents)
    return None if command is None else for_round(command, table.round.number)
