"""Remedies for single cards: turned down, used next or later; and for the shoe."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Remedy
from croupier.rulebook.marks import handles
from croupier.said import Said, Sentence
from croupier.table import events as happened
from croupier.table.dealing import cards_text
from croupier.table.state import Cards, parsed

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table

CARD_CANNOT_LIE_THERE_SO_OFTEN = Sentence(
    "card-cannot-lie-there-so-often", "a card of the packs in use cannot lie there so often"
)
NAME_THE_CARDS = Sentence("name-the-cards", "name the cards")


def turn_down(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    cards = cards_text(parsed(made.ruling.report.cards))
    return [happened.CardsTurnedDown(by=made.by, at=asked.at, cards=cards, clauses=made.clauses)]


@handles("card-face-up-in-shoe")
def use_as_next(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    report = made.ruling.report
    face_up = report.irregularity == "card-face-up-in-shoe"
    return ordered(asked, made, cards_text(parsed(report.cards)), face_up=face_up)


def order_cards(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """Those that nobody has read are laid in their order, and stay unread."""
    if places_of_unread(made.ruling.report):
        return []
    return ordered(asked, made, cards_text(parsed(made.ruling.order)))


def places_of_unread(report: Report) -> list[str]:
    """How cards that nobody has read are named in an order: by where they lie, from one on."""
    cards = parsed(report.cards)
    return [] if any(cards) else [str(place + 1) for place in range(len(cards))]


def ordered(asked: Asked, made: RulingMade, cards: str, *, face_up: bool = False) -> list[AnyEvent]:
    """What another remedy has put elsewhere does not come next."""
    if not cards or sound(asked.table, Counter((*asked.table.round.drawn, *parsed(cards)))):
        return []
    return [
        happened.NextCardsOrdered(
            by=made.by,
            at=asked.at,
            cards=cards,
            face_up=face_up,
            claimed=face_up and made.by == made.ruling.reported_by and not made.approved_by,
            clauses=made.clauses,
        )
    ]


def use_in_next_round(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """What is put back into its order is kept by that already."""
    if Remedy.RECONSTRUCT in made.ruling.remedies:
        return []
    return keep_cards(asked, made, parsed(made.ruling.report.cards))


def keep_cards(asked: Asked, made: RulingMade, cards: Cards) -> list[AnyEvent]:
    return [
        happened.CardsKept(by=made.by, at=asked.at, cards=cards_text(cards), clauses=made.clauses)
    ]


def replace_shoe(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    """It may be replaced; whoever rules says whether it is."""
    if not made.ruling.replace_shoe:
        return []
    return [happened.ShoeReplaced(by=made.by, at=asked.at, clauses=made.clauses)]


def lying(table: Table, report: Report) -> dict[int, Cards]:
    """The hands as the report says that they lie."""
    found = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    return {place: cards for place, cards in (table.round.hands | found).items() if cards}


def loose(table: Table, report: Report) -> Cards:
    """Cards of a table of play that are out of the shoe and lie in neither hand."""
    laid = report.lies is not None or report.drawn
    return () if laid or not table.game.drawn_by_tableau else parsed(report.cards)


def sound(table: Table, cards: Counter[Card | None]) -> Said | None:
    for card, times in (cards - Counter(table.round.other_shoe)).items():
        if card is not None and times + table.out.get(card, 0) > table.setup.decks:
            return CARD_CANNOT_LIE_THERE_SO_OFTEN()
    return None


def new_cards(table: Table, report: Report) -> Said | None:
    cards = parsed(report.cards)
    if not cards or None in cards:
        return NAME_THE_CARDS()
    there = [card for hand in lying(table, report).values() for card in hand]
    return sound(table, Counter((*there, *table.round.removed, *table.kept, *cards)))


def drawn_together(table: Table, report: Report) -> Said | None:
    """Named all, or none of them read."""
    return None if places_of_unread(report) else new_cards(table, report)


def excess_cards(table: Table, report: Report) -> Said | None:
    """Those that lie in a hand are named with it."""
    laid = report.lies is not None or report.drawn
    return None if laid and not report.cards else new_cards(table, report)
