"""Cards to their places, hands looked at and laid open, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.deal import Tableau
from croupier.engine.steps import Dealing
from croupier.rulebook.marks import carries, defines
from croupier.table.commands import BURNT, DEALER, SHOE
from croupier.table.evolving import sight
from croupier.table.evolving.pack import dealt_from
from croupier.table.evolving.shoe import outranked
from croupier.table.packs import are_asked_for
from croupier.table.seen import turned_up
from croupier.table.state import DEALING, EXPOSED, PLAYING, Typing, deal_order, next_place, parsed

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.state import Cards, Round, Table


@defines("hand")
def cards_dealt(table: Table, event: happened.CardsDealt) -> Table:
    cards = parsed(event.cards)
    if table.next_said_by:
        table = outranked(table, cards)
    round_, by, to = table.round, event.by, event.to
    now = round_.hands.get(to, ()) + cards
    complete = round_.complete_at
    if to > DEALER and len(now) == table.hand_size:
        complete = complete | {to: event.at}
    to_deal = round_.to_deal[1:]
    if to == BURNT and len(now) == 1 and cards[0] is not None:
        deal = table.game.deal
        to_deal = (BURNT,) * deal.burnt_after(cards[0]) if isinstance(deal, Tableau) else to_deal
    if round_.typing is not None and by.startswith(SHOE):
        round_ = replace(round_, typing=None)  # the shoe speaks again
    round_ = replace(
        round_,
        to_deal=to_deal,
        drawn=round_.drawn + cards,
        drawn_to=round_.drawn_to + (to,) * len(cards),
        hands=round_.hands | {to: now},
        complete_at=complete,
        entered=sight.known_to(round_, by, cards),
        dealt_by=round_.dealt_by if by in round_.dealt_by else round_.dealt_by | {by},
    )
    coming = table.next_cards and table.next_cards[len(cards) :]
    table = replace(table, round=round_, next_cards=coming)
    hidden = round_.exposed and not table.game.cards_open
    if hidden and (came_open := turned_up(table).intersection(cards)):
        table = sight.turned_down(table, came_open)
    if are_asked_for(table):
        table = dealt_from(table)
    if table.fresh_shoe and table.spent:
        table = replace(table, fresh_shoe=False)
    return table if to_deal else dealt_out(table, event.at)


def dealt_out(table: Table, at: int) -> Table:
    """On to the next step when nobody is to get another card."""
    if table.step is not DEALING or table.round.to_deal or next_place(table) is not None:
        return table
    if not table.game.cards_open:
        return replace(table, step=PLAYING, since=at)
    unread = any(None in cards for place, cards in table.round.hands.items() if place != BURNT)
    return table if unread else replace(table, step=EXPOSED, since=at)


def laid_anew(table: Table, at: int) -> Table:
    """Back to the deal, or on from it, as the game has it for the cards as they lie."""
    if table.game.drawn_by_tableau and table.step is EXPOSED:
        table = replace(table, step=DEALING)
    round_ = table.round
    if table.step is DEALING:
        round_ = replace(round_, to_deal=still_to_deal(table, round_.hands))
    complete_at = {
        place: round_.complete_at.get(place, at)
        for place, cards in round_.hands.items()
        if place > DEALER and len(cards) == table.hand_size
    }
    return dealt_out(replace(table, round=replace(round_, complete_at=complete_at)), at)


@carries(Dealing)
def still_to_deal(table: Table, hands: dict[int, Cards]) -> tuple[int, ...]:
    """The intended order, less what every place has."""
    if table.game.drawn_by_tableau:
        return table.round.to_deal
    left = []
    counts = {place: len(cards) for place, cards in hands.items()}
    for place in deal_order(table):
        size = 1 if place == BURNT else table.dealing.at_once
        if counts.get(place, 0) >= size:
            counts[place] -= size
        else:
            left.append(place)
    return tuple(left)


def hand_examined(table: Table, event: happened.HandExamined) -> Table:
    """The cards of the hand are seen; also those of them that are read later."""
    round_, player, box = table.round, event.player, event.box
    round_ = replace(
        round_,
        looked={player: box} | round_.looked,
        looked_when={player: event.at} | round_.looked_when,
        handled=True,
        looked_at=sight.looked_at(round_, player, box),
        seen=sight.seen_by(round_, (player,), round_.hands.get(box, ())),
    )
    return replace(table, round=round_)


def look_declined(table: Table, event: happened.LookDeclined) -> Table:
    declined = table.round.declined | {(event.player, event.box)}
    return replace(table, round=replace(table.round, declined=declined))


def decided(table: Table, event: happened.Decided) -> Table:
    decisions = table.round.decisions | {event.box: event.choice}
    return replace(table, round=replace(table.round, decisions=decisions))


def hand_returned(table: Table, event: happened.HandReturned) -> Table:
    return dealt_out(shown(table, event.box, event), event.at)


def dealer_exposed(table: Table, event: happened.DealerExposed) -> Table:
    table = shown(table, DEALER, event)
    return replace(table, step=EXPOSED, since=event.at)


def typing_asked(table: Table, event: happened.TypingAsked) -> Table:
    typing = Typing(event.by, event.reason, number=table.asked + 1)
    return replace(table, asked=typing.number, round=replace(table.round, typing=typing))


def typing_allowed(table: Table, event: happened.TypingAllowed) -> Table:
    assert table.round.typing is not None
    typing = replace(table.round.typing, allowed_by=event.by)
    return replace(table, round=replace(table.round, typing=typing))


def cards_read(table: Table, event: happened.CardsRead) -> Table:
    """A hand that was seen is read in, and lies as it lay."""
    return dealt_out(replace(table, round=named(table.round, event.place, event)), event.at)


def shown(table: Table, place: int, event: happened.HandReturned | happened.DealerExposed) -> Table:
    round_ = named(table.round, place, event)
    return replace(table, round=replace(round_, face_up=round_.face_up | {place}))


def named(
    round_: Round,
    place: int,
    event: happened.HandReturned | happened.DealerExposed | happened.CardsRead,
) -> Round:
    """The cards of a hand as they were read, there and in the order drawn."""
    before, after = round_.hands.get(place), parsed(event.cards)
    if before == after:
        return sight.read_in(round_, place)
    drawn, before = round_.drawn, before or ()
    indices = [i for i, to in enumerate(round_.drawn_to) if to == place]
    if len(indices) == len(after):
        names = dict(zip(indices, after, strict=True))
        drawn = tuple(names.get(i, card) for i, card in enumerate(drawn))
    new = [card for card in after if card not in before]
    round_ = replace(round_, hands=round_.hands | {place: after}, drawn=drawn)
    return sight.read_in(sight.entered(round_, event.by, new), place)
