"""A table's public record of its shoes and cards, and what anyone can check in it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, WRITTEN
from croupier.server.shoes.sealed import ShoeSealed, commitment
from croupier.server.shoes.sealed import decoder as shoe_decoder
from croupier.table.events import ENDS, OPENS, CardsDealt, RoundSettled, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.store import Store
DEALT, SETTLED = tag_of(CardsDealt), tag_of(RoundSettled)


class When(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """The place in the house's journal, and milliseconds by its clock."""

    position: int
    at: int

    def is_before(self, other: When) -> bool:
        return self.position < other.position and self.at <= other.at


class Shoe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    shoe: str
    decks: int
    commitment: str
    sealed: When
    revealed: When | None = None
    order: str = ""
    salt: str = ""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: str
    when: When


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    opened: When
    ended: str | None = None
    """How: `round-settled`, `round-voided` or `round-concluded`."""
    drawn: tuple[Drawn, ...] = ()
    """What came out of shoes that have been revealed; nothing of one that is in use."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    shoes: tuple[Shoe, ...]
    rounds: tuple[Round, ...]


record_decoder = msgspec.json.Decoder(Record)


class Told(msgspec.Struct, frozen=True):
    """What the record takes from a table's event."""

    event: str
    round: int = 0
    cards: str = ""


told_decoder = msgspec.json.Decoder(Told)


def record(store: Store, table: str) -> Record:
    shoes = tuple(shoes_of(store, table))
    shelf = Shelf(shoes)
    rounds = [replace(one, drawn=tuple(public(one, shelf))) for one in rounds_of(store, table)]
    return Record(table, shoes, tuple(rounds))


def shoes_of(store: Store, table: str) -> list[Shoe]:
    shoes: dict[str, Shoe] = {}
    for entry in store.read(f"shoe:{table}"):
        event, when = shoe_decoder.decode(entry.body), When(entry.position, entry.at)
        if isinstance(event, ShoeSealed):
            shoes[event.shoe] = Shoe(
                shoe=event.shoe, decks=event.decks, commitment=event.commitment, sealed=when
            )
        else:
            before = shoes[event.shoe]
            shoes[event.shoe] = replace(before, revealed=when, order=event.order, salt=event.salt)
    return list(shoes.values())


def rounds_of(store: Store, table: str) -> list[Round]:
    rounds: list[Round] = []
    for entry in store.read(f"table:{table}"):
        told, when = told_decoder.decode(entry.body), When(entry.position, entry.at)
        if told.event == OPENS:
            rounds.append(Round(told.round, when))
        elif told.event == DEALT:
            drawn = (*rounds[-1].drawn, Drawn(told.cards, when))
            rounds[-1] = replace(rounds[-1], drawn=drawn)
        elif told.event in ENDS:
            rounds[-1] = replace(rounds[-1], ended=told.event)
    return rounds


class Shelf:
    """Shoes by when they were sealed."""

    def __init__(self, shoes: Sequence[Shoe]) -> None:
        self.shoes = sorted(shoes, key=lambda shoe: shoe.sealed.position)
        self.positions = [shoe.sealed.position for shoe in self.shoes]

    def in_use(self, when: When) -> Shoe | None:
        """The last shoe that was sealed before."""
        place = bisect_left(self.positions, when.position)
        return self.shoes[place - 1] if place else None


def public(one: Round, shelf: Shelf) -> Iterator[Drawn]:
    for drawn in one.drawn:
        shoe = shelf.in_use(drawn.when)
        if shoe is not None and shoe.revealed is not None:
            yield drawn


def verify(record: Record) -> list[str]:
    """Everything in a record that does not hold; nothing when every round was dealt as sealed."""
    found = [*wrong_sequence(record), *wrong_shoes(record.shoes)]
    dealt = Dealt(record.shoes)
    for one in record.rounds:
        found += dealt.wrong(one)
    return found


def wrong_sequence(record: Record) -> Iterator[str]:
    """Whether anything is missing, twice or out of its turn."""
    for shoe, times in Counter(shoe.shoe for shoe in record.shoes).items():
        if times > 1:
            yield f"shoe {shoe}: is there {times} times"
    for number, one in enumerate(record.rounds, 1):
        if one.round != number:
            yield f"round {one.round}: round {number} should come here"
    moments = [one for round_ in record.rounds for one in moments_of(round_)]
    for (_, before), (where, after) in pairwise(moments):
        if not before.is_before(after):
            yield f"{where}: does not come after what is told before it"


def moments_of(one: Round) -> Iterator[tuple[str, When]]:
    yield f"round {one.round}", one.opened
    for drawn in one.drawn:
        yield f"round {one.round}, {drawn.cards}", drawn.when


def wrong_shoes(shoes: Sequence[Shoe]) -> Iterator[str]:
    for shoe in shoes:
        if shoe.revealed is not None:
            yield from wrong_order(shoe)
            if not shoe.sealed.is_before(shoe.revealed):
                yield f"shoe {shoe.shoe}: was revealed before it was sealed"
    for before, after in pairwise(shoes):
        if before.revealed is None:
            yield f"shoe {before.shoe}: gave way to another and was never revealed"
        elif not before.revealed.is_before(after.sealed):
            yield f"shoe {before.shoe}: was revealed after the next one was sealed"


def wrong_order(shoe: Shoe) -> Iterator[str]:
    if commitment(shoe.shoe, shoe.decks, shoe.order, shoe.salt) != shoe.commitment:
        yield f"shoe {shoe.shoe}: its order and salt are not what the commitment was made of"
    if Counter(shoe.order.split()) != {WRITTEN[card]: shoe.decks for card in DECK}:
        yield f"shoe {shoe.shoe}: is not {shoe.decks} whole packs"


class Dealt:
    """Rounds in their turn, against the orders of their shoes."""

    def __init__(self, shoes: Sequence[Shoe]) -> None:
        self.shelf = Shelf(shoes)
        self.orders = {shoe.shoe: shoe.order.split() for shoe in shoes}
        self.used: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()

    def wrong(self, one: Round) -> Iterator[str]:
        where = f"round {one.round}"
        shoe = self.shelf.in_use(one.opened)
        if shoe is None or not shoe.sealed.is_before(one.opened):
            yield f"{where}: no shoe was sealed before its betting opened"
        elif shoe.revealed is not None and one.ended == SETTLED and not one.drawn:
            yield f"{where}: was settled, and has no cards"
        served: dict[str, Shoe] = {}
        for drawn in one.drawn:
            source = self.shelf.in_use(drawn.when)
            if source is None:
                yield f"{where}: {drawn.cards} came from no sealed shoe"
            else:
                served[source.shoe] = source
                yield from self.wrong_cards(where, drawn, source)
        for source in served.values():
            yield from self.wrong_service(where, one, source)

    def wrong_cards(self, where: str, drawn: Drawn, shoe: Shoe) -> Iterator[str]:
        came = f"{where}: {drawn.cards} came from shoe {shoe.shoe}"
        if shoe.revealed is None:
            yield f"{came}, which is not revealed"
            return
        if not drawn.when.is_before(shoe.revealed):
            yield f"{came} after it was revealed"
        cards, start = drawn.cards.split(), self.used[shoe.shoe]
        wanted = self.orders[shoe.shoe][start : start + len(cards)]
        if cards != wanted:
            yield f"{came}, where {' '.join(wanted) or 'no card'} came next"
        self.used[shoe.shoe] += len(cards)

    def wrong_service(self, where: str, one: Round, shoe: Shoe) -> Iterator[str]:
        self.rounds[shoe.shoe] += 1
        if shoe.decks == 1 and self.rounds[shoe.shoe] > 1:
            yield f"{where}: shoe {shoe.shoe} is one pack and had served a round already"
        if one.opened.is_before(shoe.sealed):
            yield f"{where}: shoe {shoe.shoe} was sealed after its betting opened"
