"""A past round written as a scenario, with secrets only where its reader may see them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.scenario.writing import Record, nets, of_the_round, write
from croupier.server.past.played import played_round
from croupier.server.past.replay import is_in_play
from croupier.table import events as happened
from croupier.table.commands import Who
from croupier.table.dealing import UNREAD
from croupier.table.meter import MajorPaid, MeterFed
from croupier.table.secrecy import seen
from croupier.table.seen import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.server.journal.store import Store
    from croupier.server.past.played import Moment, Played
    from croupier.table.events import AnyEvent


def written_round(store: Store, table: str, number: int, as_whom: str | None = None) -> str:
    """Whoever holds the journal is shown every card of a round that has ended."""
    played = played_round(store, table, number)
    if is_in_play(played):
        raise BadInput(f"round {number} of table {table} is still in play")
    moments = played.moments[: len(of_the_round([one.event for one in played.moments]))]
    return write(whole(played, moments) if as_whom is None else own(played, moments, as_whom))


def whole(played: Played, moments: Sequence[Moment]) -> Record:
    events = tuple(one.event for one in moments)
    players = dict.fromkeys(wager.player for one in moments for wager in staked(one))
    return Record(
        opened=moments[0].after,
        events=events,
        claims=nets(events, list(players)),
        meter=meter_before(played),
    )


def staked(moment: Moment) -> list[happened.WagerPlaced | happened.WagerFound]:
    event = moment.event
    return [event] if isinstance(event, happened.WagerPlaced | happened.WagerFound) else []


def meter_before(played: Played) -> str | None:
    """What it stood at when the round first had to do with it.

    For a round that has won it, what it came to: other tables fed it meanwhile, or won.
    """
    if not played.meter:
        return None
    cents = Fraction(played.meter[0][1].before)
    terms = played.moments[0].after.setup.jackpot
    paid = [event for _, event in played.meter if isinstance(event, MajorPaid)]
    if paid and terms is not None:
        fed = sum(event.bets_cents for _, event in played.meter if isinstance(event, MeterFed))
        cents = paid[-1].cents - fed * Fraction(terms[2])
    part = cents - int(cents)
    return f"{format_amount(int(cents))}{f' {part}' if part else ''}"


def own(played: Played, moments: Sequence[Moment], player: str) -> Record:
    """As a player saw it in the end: cards that he was shown at any time, wagers that he may."""
    who = Who(player, Role.PLAYER)
    known = shown_to(who, moments)
    events = tuple(
        event
        for one in moments
        if (event := as_known(one, seen(one.event, one.after, who), known)) is not None
    )
    mine = [player] if has_part(moments, player) else []
    return Record(
        opened=replace(moments[0].after, next_cards=()),  # they are told as they are dealt
        events=events,
        claims=nets([one.event for one in moments], mine),
        meter=meter_before(played),
        seen_by=player,
    )


def has_part(moments: Sequence[Moment], player: str) -> bool:
    return any(wager.player == player for one in moments for wager in staked(one))


class Known:
    """Cards that a person was shown; of several decks, by the place where they lay."""

    def __init__(self, places: set[tuple[int, Card]], *, one_deck: bool) -> None:
        self.places = {(place, str(card)) for place, card in places}
        self.cards = {card for _, card in self.places} if one_deck else set()

    def has(self, place: int, card: str) -> bool:
        return card in self.cards or (place, card) in self.places


def shown_to(who: Who, moments: Sequence[Moment]) -> Known:
    found = {
        (place, card)
        for one in moments
        for place in one.after.round.hands
        for card in visible(one.after, place, who)
        if card is not None
    }
    return Known(found, one_deck=moments[0].after.setup.decks == 1)


def as_known(moment: Moment, event: AnyEvent | None, known: Known) -> AnyEvent | None:
    """A card is told when it is dealt, although it was shown only later."""
    dealt = moment.event
    if event is None or not isinstance(dealt, happened.CardsDealt):
        return event
    cards = [card if known.has(dealt.to, card) else UNREAD for card in dealt.cards.split()]
    return replace(dealt, cards=" ".join(cards))
