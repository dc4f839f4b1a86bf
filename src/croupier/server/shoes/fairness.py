"""A table's public record of its shoes and cards, and what anyone can check in it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import count, pairwise
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, WRITTEN
from croupier.problems import BadInput
from croupier.server.journal.key_history import history
from croupier.server.journal.log_check import OtherKey
from croupier.server.journal.notes import Note, TreeHead
from croupier.server.shoes.events import ShoeRevealed, ShoeSealed, number_of
from croupier.server.shoes.events import decoder as shoe_decoder
from croupier.server.shoes.promises import (
    ShoePromise,
    When,
    heard,
    put_back,
    seeds_of,
    wrong_promises,
)
from croupier.server.shoes.public_record import Drawn, Round, Shoe, TableRecord
from croupier.server.shoes.seeds import Mix, house_commitment, is_seed, order_of
from croupier.table.events import ENDS, OPENS, CardsDealt, RoundSettled, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.server.journal.log_check import Judge
    from croupier.server.journal.store import Entry, Store
    from croupier.server.shoes.events import AnyShoeEvent

NO_PROMISE = "the house committed itself to no seed for it ahead: it could choose the order"
DEALT, SETTLED = tag_of(CardsDealt), tag_of(RoundSettled)


class Told(msgspec.Struct, frozen=True):
    """What the record takes from a table's event."""

    event: str
    round: int = 0
    cards: str = ""


told_decoder = msgspec.json.Decoder(Told)


def record(store: Store, table: str) -> TableRecord:
    shoes, promises = shoes_of(store, table)
    shelf = Shelf(shoes)
    found = rounds_in(store.read(f"table:{table}"))
    rounds = [replace(one, drawn=tuple(public(one, shelf))) for one in found]
    return TableRecord(
        table=table,
        shoes=tuple(shoes),
        rounds=tuple(rounds),
        promises=tuple(promises),
        checkpoint=last_note(store),
        restored=put_back(store),
        keys=history(store),
    )


def last_note(store: Store) -> str:
    last = store.last_checkpoint()
    return last.note if last else ""


def shoes_of(store: Store, table: str) -> tuple[list[Shoe], list[ShoePromise]]:
    entries = store.read(f"shoe:{table}")
    return told_of((shoe_decoder.decode(e.body), When(e.position, e.at)) for e in entries)


def told_of(
    events: Iterable[tuple[AnyShoeEvent, When]],
) -> tuple[list[Shoe], list[ShoePromise]]:
    """What events say of shoes and of what was promised; a shoe sealed twice is there twice."""
    shoes: list[Shoe] = []
    promises: list[ShoePromise] = []
    players: dict[str, str] = {}
    for event, when in events:
        heard(promises, players, event, when)
        if isinstance(event, ShoeSealed):
            shoes.append(
                Shoe(
                    shoe=event.shoe,
                    decks=event.decks,
                    commitment=event.commitment,
                    sealed=when,
                    seeds=event.seeds,
                )
            )
        elif isinstance(event, ShoeRevealed) and shoes and shoes[-1].shoe == event.shoe:
            secret = {"order": event.order, "salt": event.salt, "seed": event.seed}
            shoes[-1] = replace(shoes[-1], revealed=when, given_up=event.given_up, **secret)
    return shoes, promises


def rounds_in(entries: Iterable[Entry]) -> list[Round]:
    rounds: list[Round] = []
    for entry in entries:
        told, when = told_decoder.decode(entry.body), When(entry.position, entry.at)
        if told.event == OPENS:
            rounds.append(Round(told.round, when))
        elif rounds and told.event == DEALT:
            drawn = (*rounds[-1].drawn, Drawn(told.cards, when))
            rounds[-1] = replace(rounds[-1], drawn=drawn)
        elif rounds and told.event in ENDS:
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


def verify(record: TableRecord) -> list[str]:
    """Everything in a record that does not hold; nothing when every round was dealt as sealed."""
    if not record.shoes:
        return ["nothing to verify: the record has no shoe"]
    sealed = {shoe.shoe: shoe.sealed for shoe in record.shoes}
    found = [*wrong_sequence(record), *without_promise(record)]
    found += wrong_shoes(record)
    found += wrong_promises(record.table, record.promises, sealed)
    found += wrong_checkpoint(record)
    dealt = Dealt(record.shoes)
    for one in record.rounds:
        found += dealt.wrong(one)
    return found


def wrong_sequence(record: TableRecord) -> Iterator[str]:
    """Whether anything is missing, twice or out of its turn."""
    for shoe, times in Counter(shoe.shoe for shoe in record.shoes).items():
        if times > 1:
            yield f"shoe {shoe}: is there {times} times"
    yield from wrong_numbers(record)
    for number, one in enumerate(record.rounds, record.first_round):
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


def wrong_checkpoint(record: TableRecord) -> Iterator[str]:
    """Whose it is, only a key says: `not_signed` asks it."""
    if record.checkpoint:
        try:
            head_of(record.checkpoint)
        except BadInput as wrong:
            yield f"checkpoint: {wrong}"


def not_signed(record: TableRecord, judge: Judge) -> Iterator[str]:
    """What speaks against the checkpoint, by whoever knows the house's key."""
    if not record.checkpoint:
        yield "checkpoint: there is none in the record, so the key shows nothing"
        return
    try:
        judge(record.checkpoint)
    except OtherKey as wrong:
        yield f"checkpoint: {wrong}"
    except BadInput as wrong:
        yield f"checkpoint: it does not count: {wrong}"


def head_of(checkpoint: str) -> TreeHead:
    return TreeHead.parse(Note.parse(checkpoint).text)


def names_of(record: TableRecord) -> set[str]:
    return {one.shoe for one in record.shoes} | {one.shoe for one in record.promises}


def wrong_numbers(record: TableRecord) -> Iterator[str]:
    names = names_of(record)
    for name in sorted(names):
        if name != f"{record.table}-{number_of(name)}":
            yield f"shoe {name}: is no shoe of table {record.table}"
    numbers = sorted(map(number_of, names))
    for number, wanted in zip(numbers, count(record.first_shoe), strict=False):
        if number != wanted:
            yield f"shoe {record.table}-{wanted}: is missing"
            return


def without_promise(record: TableRecord) -> Iterator[str]:
    """Yield a line for each shoe whose order the house alone chose."""
    promised = {one.shoe for one in record.promises}
    first = min(map(number_of, promised), default=None)
    for shoe in record.shoes:
        if shoe.shoe in promised:
            continue
        if first is not None and number_of(shoe.shoe) > first:
            yield f"shoe {shoe.shoe}: no seed was committed to for it, as for those before"
        else:
            yield f"shoe {shoe.shoe}: {NO_PROMISE}"


def wrong_shoes(record: TableRecord) -> Iterator[str]:
    promises = {one.shoe: one for one in record.promises}
    for shoe in record.shoes:
        promise = promises.get(shoe.shoe)
        if promise is not None:
            yield from unlike_promise(record.table, shoe, promise)
        if shoe.revealed is not None:
            yield from wrong_cards(shoe)
            if not shoe.sealed.is_before(shoe.revealed):
                yield f"shoe {shoe.shoe}: was revealed before it was sealed"
    for before, after in pairwise(record.shoes):
        if before.revealed is None:
            yield f"shoe {before.shoe}: gave way to another and was never revealed"
        elif not before.revealed.is_before(after.sealed):
            yield f"shoe {before.shoe}: was revealed after the next one was sealed"


def unlike_promise(table: str, shoe: Shoe, promise: ShoePromise) -> Iterator[str]:
    where = f"shoe {shoe.shoe}"
    if (shoe.commitment, shoe.decks) != (promise.commitment, promise.decks):
        yield f"{where}: was not sealed as it was committed to"
    if shoe.seeds != tuple(one.commitment for one in promise.opened):
        yield f"{where}: the seeds in it are not those that were opened"
    if shoe.revealed is None:
        return
    number, cards = number_of(shoe.shoe), shoe.order.split()
    made = house_commitment(table, number, shoe.decks, shoe.seed, shoe.salt)
    if made != promise.commitment:
        yield f"{where}: its seed and salt are not what the commitment was made of"
    elif len(cards) == len(DECK) * shoe.decks and is_seed(shoe.seed):
        mix = Mix(table, number, shoe.decks, shoe.seed, seeds_of(promise))
        if cards != str(order_of(mix)).split():
            yield f"{where}: its order is not the one that its seeds give"


def wrong_cards(shoe: Shoe) -> Iterator[str]:
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
