"""Cards that lie otherwise than the deal has it, and the deal put right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.table.commands import BURNT, KEPT
from croupier.table.evolving import sight
from croupier.table.evolving.dealing import laid_anew, still_to_deal
from croupier.table.evolving.shoe import known, without
from croupier.table.state import DEALING, Round, parsed

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table import events as happened
    from croupier.table.state import Cards, Table


def cards_found_lying(table: Table, event: happened.CardsFoundLying) -> Table:
    round_ = table.round
    lying = {place: parsed(cards) for place, cards in event.hands.items()}
    hands = round_.hands | lying
    table = sight.laid_otherwise(replace(table, round=sight.newly_read(round_, lying)), hands)
    round_ = replace(table.round, hands=hands)
    drawn = parsed(event.drawn) if event.drawn else still_drawn(table, round_)
    came = (Counter(drawn) - Counter(round_.drawn)).elements()
    coming = without(table.next_cards, tuple(came))
    round_ = replace(round_, drawn=drawn, drawn_to=places_of(drawn, hands))
    named = (*(card for cards in lying.values() for card in cards), *parsed(event.drawn))
    round_ = sight.entered(round_, round_.reported_by, named)
    return laid_anew(replace(table, round=round_, next_cards=coming), event.at)


def still_drawn(table: Table, round_: Round) -> Cards:
    """The cards that lie somewhere: those known before in their order, then the others."""
    lying = Counter(card for cards in round_.hands.values() for card in cards)
    lying.update(round_.removed)
    lying.update(table.kept)
    before = []
    for card in round_.drawn:
        if lying[card]:
            lying[card] -= 1
            before.append(card)
    return (*before, *lying.elements())


def places_of(drawn: Cards, hands: dict[int, Cards]) -> tuple[int, ...]:
    left = {place: list(cards) for place, cards in hands.items()}
    places = []
    for card in drawn:
        place = next((one for one, cards in left.items() if card in cards), KEPT)
        if place in left:
            left[place].remove(card)
        places.append(place)
    return tuple(places)


def hands_moved(table: Table, event: happened.HandsMoved) -> Table:
    round_ = table.round
    hands = {place: cards for place, cards in round_.hands.items() if place not in event.moves}
    for source, target in event.moves.items():
        hands[target] = round_.hands[source]
    drawn_to = tuple(event.moves.get(place, place) for place in round_.drawn_to)
    face_up = frozenset(event.moves.get(place, place) for place in round_.face_up)
    looked_at = {event.moves.get(place, place): who for place, who in round_.looked_at.items()}
    complete_at = {
        event.moves.get(place, place): then for place, then in round_.complete_at.items()
    }
    round_ = replace(
        round_,
        hands=hands,
        drawn_to=drawn_to,
        face_up=face_up,
        looked_at=looked_at,
        complete_at=complete_at,
    )
    return laid_anew(replace(table, round=round_), event.at)


def deal_reconstructed(table: Table, event: happened.DealReconstructed) -> Table:
    hands = {place: parsed(cards) for place, cards in event.hands.items()}
    if event.burnt:
        hands[BURNT] = parsed(event.burnt)
    kept = known(event.kept)
    face_up = sight.still_face_up(table, hands)
    table = sight.laid_otherwise(table, hands)
    round_ = replace(
        table.round,
        hands=hands,
        face_up=face_up,
        removed=table.round.removed + parsed(event.removed),
        drawn_to=places_of(table.round.drawn, hands),
    )
    step = DEALING if still_to_deal(table, hands) else table.step
    return laid_anew(replace(table, step=step, round=round_, kept=table.kept + kept), event.at)


def cards_exposed(table: Table, event: happened.CardsExposed) -> Table:
    """They lie open until they are turned down; one of an unread hand is thereby read."""
    cards = known(event.cards)
    round_ = table.round
    if event.box is not None:
        for card in cards:
            round_ = put_into(round_, event.box, card)
    round_ = replace(
        sight.entered(round_, event.by, cards),
        exposed=round_.exposed.union(cards),
        turned_down=round_.turned_down.difference(cards),
    )
    return sight.witnessed(replace(table, round=round_), cards)


def put_into(round_: Round, place: int, card: Card) -> Round:
    """In the place of the first card of the hand that nobody has read."""
    hand = round_.hands.get(place, ())
    if card in round_.drawn or None not in hand:
        return round_
    index = hand.index(None)
    order = [at for at, to in enumerate(round_.drawn_to) if to == place]
    drawn = list(round_.drawn)
    unread = [at for at in order if drawn[at] is None]
    if unread:
        drawn[unread[0]] = card
    now = (*hand[:index], card, *hand[index + 1 :])
    return replace(round_, hands=round_.hands | {place: now}, drawn=tuple(drawn))


def cards_turned_down(table: Table, event: happened.CardsTurnedDown) -> Table:
    return sight.turned_down(table, known(event.cards))
