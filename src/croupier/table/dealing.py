"""Cards out of the shoe, each to the place that is next."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import WRITTEN, Card
from croupier.engine.deal import Deal, Tableau
from croupier.engine.refusals import Refused
from croupier.engine.steps import Dealing, Refusal
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, defines, field_of
from croupier.said import Said, Sentence, place_in_words
from croupier.table import commands
from croupier.table import events as happened
from croupier.table.authority import FACE_DOWN, is_typed
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND
from croupier.table.evolve import fold
from croupier.table.seen import visible_to
from croupier.table.state import (
    DEALING,
    EXPOSED,
    INITIAL,
    Cards,
    dealt_by_tableau,
    next_place,
    parsed,
    set_size,
)

if TYPE_CHECKING:
    from croupier.table import commands as asks
    from croupier.table.answers import Asked
    from croupier.table.commands import Typed, Who
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

SO_MANY_AT_A_TIME = Sentence("so-many-at-a-time", "{size} at a time: {cards} were given")
NEXT_CARD_IS = Sentence("next-card-is", "the next card is {card:cards}")
NEXT_CARD_IS_ANOTHER = Sentence("next-card-is-another", "the next card is another one")
NAME_THE_CARDS_OF = Sentence("name-the-cards-of-a-place", "name the {cards} cards of {place:place}")
CARD_LIES_ELSEWHERE = Sentence("card-lies-elsewhere", "{card:cards} lies elsewhere")
ONE_LIES_ELSEWHERE = Sentence(
    "one-of-these-cards-lies-elsewhere", "one of these cards lies elsewhere"
)
THERE_LIE = Sentence("there-lie-cards", "there lie {cards:cards}")
OTHER_CARDS_LIE_THERE = Sentence("other-cards-lie-there", "other cards lie there")
NEITHER_HAND_DRAWS_ANOTHER_CARD = Sentence(
    "neither-hand-draws-another-card", "neither hand draws another card"
)
NO_CARDS_ARE_DEALT_NOW = Sentence("no-cards-are-dealt-now", "no cards are dealt now")
EVERY_CARD_IS_DEALT = Sentence("every-card-is-dealt", "every card is dealt")
NEXT_CARD_GOES_ELSEWHERE = Sentence(
    "next-card-goes-elsewhere", "the next card goes to {place:place}"
)
VALUE_SAYS_HOW_MANY_ARE_BURNT = Sentence(
    "value-says-how-many-are-burnt", "its value says how many cards are burnt"
)
SHOE_IS_EMPTY = Sentence("shoe-is-empty", "the shoe is empty")
CARD_IS_OUT_OF_THE_SHOE_ALREADY = Sentence(
    "card-is-out-of-the-shoe-already", "{card:cards} is out of the shoe already"
)

UNREAD = FACE_DOWN


@carries(
    Refusal.CARDS_UNREAD, Refusal.NOT_NOW, Refusal.WRONG_NUMBER_OF_CARDS, Refusal.WRONG_RECIPIENT
)
@defines("shoe")
def deal(asked: Asked, command: asks.Deal) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is not DEALING:
        if table.game.drawn_by_tableau and table.step is EXPOSED:
            return asked.no(Refusal.WRONG_NUMBER_OF_CARDS, NEITHER_HAND_DRAWS_ANOTHER_CARD())
        return asked.no(Refusal.NOT_NOW, NO_CARDS_ARE_DEALT_NOW())
    place = next_place(table)
    if place is None:
        return asked.no(Refusal.WRONG_NUMBER_OF_CARDS, EVERY_CARD_IS_DEALT())
    if command.to is not None and command.to != place:
        what = NEXT_CARD_GOES_ELSEWHERE(place=place_of(table, place))
        return asked.no(Refusal.WRONG_RECIPIENT, what, deal_clauses(table, place))
    cards = read_cards(asked, command.cards)
    if not isinstance(cards, tuple):
        return cards
    size = set_size(table, place)
    if len(cards) != size:
        what = SO_MANY_AT_A_TIME(size=size, cards=len(cards))
        return asked.no(Refusal.WRONG_NUMBER_OF_CARDS, what, deal_clauses(table, place))
    if refused := in_the_shoe(asked, cards):
        return refused
    if table.next_cards and (coming := bound_to_come(table, asked.by)[:size]):
        cards = tuple(card or known for card, known in zip_longest(cards, coming))
    if None in cards and counts_the_burnt(table, place):
        what = VALUE_SAYS_HOW_MANY_ARE_BURNT()
        return asked.no(Refusal.CARDS_UNREAD, what, deal_clauses(table, place))
    return [
        happened.CardsDealt(
            by=asked.who.name,
            at=asked.at,
            cards=cards_text(cards),
            to=place,
            clauses=deal_clauses(table, place),
            typed=typed(asked, command.cards) if table.round.typing else msgspec.UNSET,
        )
    ]


def deal_face_down(asked: Asked, _command: asks.DealFaceDown) -> list[AnyEvent] | Refused:
    """Each place as if it were dealt by itself; where one cannot be, none is."""
    dealt: list[AnyEvent] = []
    while (place := next_place(asked.table)) is not None or not dealt:
        size = 1 if place is None else set_size(asked.table, place)
        events = deal(asked, commands.Deal(" ".join([UNREAD] * size), place))
        if isinstance(events, Refused):
            return events
        dealt += events
        asked = asked.with_table(fold(asked.table, events))
    return dealt


def typed(asked: Asked, cards: str) -> Typed:
    """Told where a second person has allowed this one to type them."""
    return True if cards and is_typed(asked) else msgspec.UNSET


@carries(Refusal.NO_SUCH_CARD)
def read_cards(asked: Asked, text: str) -> Cards | Refused:
    try:
        return parsed(text)
    except BadInput as wrong:
        return asked.no(Refusal.NO_SUCH_CARD, wrong.said)


@carries(Refusal.CARD_ALREADY_OUT, Refusal.SHOE_ENDED)
@defines("shoe")
def in_the_shoe(asked: Asked, cards: Cards) -> Refused | None:
    """Whether these can come next."""
    table = asked.table
    if table.game.shoe_lasts and table.cards_left - len(table.kept) < len(cards):
        return asked.no(Refusal.SHOE_ENDED, SHOE_IS_EMPTY())
    if table.next_cards and (refused := not_the_next(asked, cards)):
        return refused
    for card in cards:
        if card is not None and table.is_out(card, cards):
            return asked.no(
                Refusal.CARD_ALREADY_OUT, CARD_IS_OUT_OF_THE_SHOE_ALREADY(card=str(card))
            )
    return None


@carries(Refusal.NOT_THE_NEXT_CARD)
def not_the_next(asked: Asked, cards: Cards) -> Refused | None:
    expected = bound_to_come(asked.table, asked.by)
    if all(card in {None, wanted} for card, wanted in zip(cards, expected, strict=False)):
        return None
    told = told_to_come(asked.table, asked.who, 1)
    what = NEXT_CARD_IS(card=str(expected[0])) if told else NEXT_CARD_IS_ANOTHER()
    return asked.no(Refusal.NOT_THE_NEXT_CARD, what)


def bound_to_come(table: Table, by: str) -> tuple[Card, ...]:
    """What is drawn outranks another's word."""
    said_by = table.next_said_by
    return table.next_cards if not said_by or said_by == by else ()


def told_to_come(table: Table, who: Who, size: int) -> tuple[Card, ...]:
    """The next cards, as far as a ruling has made them so and this person may know it."""
    known = visible_to(table, who)
    coming = bound_to_come(table, who.name)[:size]
    return tuple(takewhile(lambda card: table.game.cards_open or card in known, coming))


def counts_the_burnt(table: Table, place: int) -> bool:
    """Whether the next card is the one by whose value others are burnt."""
    return table.game.drawn_by_tableau and place == BURNT and not table.cards_of(BURNT)


@carries(Deal, Dealing, field_of(Tableau, "player"))
def deal_clauses(table: Table, place: int) -> tuple[str, ...]:
    deal = table.game.deal
    if place == BURNT or isinstance(deal, Deal) or dealt_by_tableau(table) < INITIAL:
        return table.dealing.cite.numbers
    return deal.player.cite.numbers


@lru_cache(maxsize=4096)
def cards_text(cards: tuple[Card | None, ...]) -> str:
    return " ".join([UNREAD if card is None else WRITTEN[card] for card in cards])


def place_of(table: Table, place: int) -> str | int:
    """As a fact: a word for it, or the number of its box."""
    if place == BURNT:
        return "burnt"
    if table.game.drawn_by_tableau:
        return "player" if place == PLAYER_HAND else "banker"
    return "dealer" if place == DEALER else place


def place_name(table: Table, place: int) -> str:
    return place_in_words(place_of(table, place))


@carries(
    Refusal.CARD_ALREADY_OUT,
    Refusal.CARDS_UNREAD,
    Refusal.NO_SUCH_CARD,
    Refusal.WRONG_NUMBER_OF_CARDS,
)
def fill_in(asked: Asked, place: int, text: str) -> Cards | Refused:
    """A hand with the cards that nobody had read now named."""
    table = asked.table
    lying = table.cards_of(place)
    cards = read_cards(asked, text)
    if not isinstance(cards, tuple):
        return cards
    if None not in lying:
        if text and cards != lying:
            return asked.no(Refusal.WRONG_NUMBER_OF_CARDS, what_lies(asked, place))
        return lying
    if None in cards or len(cards) != len(lying):
        what = NAME_THE_CARDS_OF(cards=len(lying), place=place_of(table, place))
        return asked.no(Refusal.CARDS_UNREAD, what)
    new = unread_of(table, lying, cards)
    if new is None:
        return asked.no(Refusal.NO_SUCH_CARD, what_lies(asked, place))
    for card in new:
        if card is not None and table.is_out(card, (*new, *table.next_cards)):
            named = card in visible_to(table, asked.who)
            what = CARD_LIES_ELSEWHERE(card=str(card)) if named else ONE_LIES_ELSEWHERE()
            return asked.no(Refusal.CARD_ALREADY_OUT, what)
    return tuple(new.pop(0) if known is None else known for known in lying)


def unread_of(table: Table, lying: Cards, cards: Cards) -> list[Card | None] | None:
    """Those cards that were not known yet; none where the known ones are not among them.

    In which order a hand lies matters at a table of play alone.
    """
    if table.game.drawn_by_tableau:
        both = list(zip(lying, cards, strict=True))
        fits = all(known in {None, card} for known, card in both)
        return [card for known, card in both if known is None] if fits else None
    new = list(cards)
    for known in lying:
        if known is not None and known not in new:
            return None
        if known is not None:
            new.remove(known)
    return new


def what_lies(asked: Asked, place: int) -> Said:
    """As far as this person may know of it."""
    known = visible_to(asked.table, asked.who)
    lying = tuple(card if card in known else None for card in asked.table.cards_of(place))
    return THERE_LIE(cards=cards_text(lying)) if any(lying) else OTHER_CARDS_LIE_THERE()
