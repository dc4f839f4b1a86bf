"""Whose the dealer's part is at a table, and who may name a card: by the table's own record.

The house's own dealer, an electronic shoe, or the one person who deals the round. Where a person
does not name cards, typing them is a fallback that a second person allows, for the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.steps import Refusal
from croupier.rulebook.marks import carries
from croupier.said import Sentence
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import AUTOMATIC
from croupier.table.seen import visible_to
from croupier.table.state import CONCLUDED

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table.answers import Asked
    from croupier.table.commands import AnyCommand, Setup
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

HOUSES_OWN_DEALER_DEALS_HERE = Sentence(
    "houses-own-dealer-deals-here", "the house's own dealer deals here, and no person"
)
PLAYERS_ACT_FOR_THEMSELVES_HERE = Sentence(
    "players-act-for-themselves-here", "players act for themselves here, at their terminals"
)
NO_PERSON_NAMES_CARDS_OF_THE_HOUSE_SHOE = Sentence(
    "no-person-names-cards-of-the-house-shoe",
    "the cards of this table are in the house's own shoe: no person names one",
)
ELECTRONIC_SHOE_READS_THE_CARDS_HERE = Sentence(
    "electronic-shoe-reads-the-cards-here",
    "an electronic shoe reads the cards here: typing them takes two people",
)
ANOTHER_PERSON_HAS_READ_CARDS = Sentence(
    "another-person-has-read-cards",
    "another person has read cards of this round: to name one takes two people",
)
NO_ELECTRONIC_SHOE_READS_THE_CARDS = Sentence(
    "no-electronic-shoe-reads-the-cards", "no electronic shoe reads the cards of this table"
)
NO_CARDS_ARE_TO_BE_READ = Sentence("no-cards-are-to-be-read", "no cards of a round are to be read")
NOBODY_TYPES_CARDS_OF_THE_HOUSE_SHOE = Sentence(
    "nobody-types-cards-of-the-house-shoe",
    "the cards of this table are in the house's own shoe: nobody types one",
)
WHOEVER_DEALS_HERE_READS_THE_CARDS = Sentence(
    "whoever-deals-here-reads-the-cards", "whoever deals here reads the cards"
)
SHOE_HAS_READ_CARDS_THAT_NOBODY_SEES = Sentence(
    "shoe-has-read-cards-that-nobody-sees",
    "the shoe has read cards that nobody sees: interrupt the round, and type the next",
)
SOMEBODY_HAS_ASKED_FOR_IT = Sentence("somebody-has-asked-for-it", "{by} has asked for it")
SAY_WHY_CARDS_ARE_TYPED = Sentence("say-why-cards-are-typed", "say why the cards are to be typed")
PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_ALLOWS = Sentence(
    "pit-supervisor-or-someone-more-senior-allows",
    "a pit supervisor or someone more senior allows it",
)
NEITHER_WHO_ASKED_NOR_WHOEVER_DEALS = Sentence(
    "neither-who-asked-nor-whoever-deals", "neither who asked nor whoever deals the round allows it"
)

PLAYER = Role.PLAYER
HOUSE, PERSON = "automatic", "person"
DEALERS_PART = {
    asks.OpenBetting,
    asks.CloseBetting,
    asks.Deal,
    asks.DealFaceDown,
    asks.ReturnHand,
    asks.ExposeDealer,
    asks.Settle,
    asks.TimeUp,
    asks.ReplaceShoe,
    asks.CountCards,
    asks.ShuffleCards,
    asks.Interrupt,
}
PLAYERS_PART = {
    asks.Place,
    asks.Withdraw,
    asks.Look,
    asks.Decline,
    asks.Decide,
    asks.Choose,
}
FACE_DOWN = "??"
DEALS = (asks.Deal, asks.DealFaceDown)
READS = (asks.Deal, asks.ReturnHand, asks.ExposeDealer)
"""Commands by which cards are read into the record."""


def dealer_of(table: Table) -> str:
    """What a journal from before does not say, the house does by itself."""
    return table.setup.dealer or HOUSE


@carries(Refusal.NOT_BY_STAFF, Refusal.NOT_PERMITTED)
def not_his_part(asked: Asked, command: AnyCommand) -> Refused | None:
    """Why this is not for a person to do here, or not for this device."""
    who, setup = asked.who, asked.table.setup
    if who.role is PLAYER or who.role is None or who == AUTOMATIC:
        return None
    if who.is_device:
        has_none = setup.shoe is False or (bool(setup.dealer) and not setup.shoe)
        return no_shoe(asked) if has_none else None
    if not who.is_staff or may_type(asked, command):
        return None
    if setup.dealer == HOUSE and type(command) in DEALERS_PART:
        return asked.no(Refusal.NOT_PERMITTED, HOUSES_OWN_DEALER_DEALS_HERE())
    if setup.dealer == HOUSE and type(command) in PLAYERS_PART:
        return asked.no(Refusal.NOT_BY_STAFF, PLAYERS_ACT_FOR_THEMSELVES_HERE())
    if setup.dealer == HOUSE and not setup.shoe and names_cards(command):
        what = NO_PERSON_NAMES_CARDS_OF_THE_HOUSE_SHOE()
        return asked.no(Refusal.NOT_PERMITTED, what)
    if setup.shoe and (isinstance(command, DEALS) or names_read(command)):
        what = ELECTRONIC_SHOE_READS_THE_CARDS_HERE()
        return asked.no(Refusal.SECOND_PERSON, what)
    if names_read(command) and hides_cards(asked):
        what = ANOTHER_PERSON_HAS_READ_CARDS()
        return asked.no(Refusal.SECOND_PERSON, what)
    return None


def hides_cards(asked: Asked) -> bool:
    """Whether the record holds cards of this round that this person may not see.

    An answer to any card that is named would then tell of those. What a ruling has put next in the
    shoe all staff are told.
    """
    table = asked.table
    if table.game.cards_open:
        return False
    known = visible_to(table, asked.who) | table.round.exposed
    return any(card is not None and card not in known for card in table.round.drawn)


@carries(Refusal.NOT_PERMITTED)
def no_shoe(asked: Asked) -> Refused:
    return asked.no(Refusal.NOT_PERMITTED, NO_ELECTRONIC_SHOE_READS_THE_CARDS())


def names_read(command: AnyCommand) -> bool:
    return isinstance(command, READS) and bool(set(command.cards.split()) - {FACE_DOWN})


def names_cards(command: AnyCommand) -> bool:
    """Also to say that they lie otherwise, or in which order they are to come."""
    match command:
        case asks.Report():
            return bool(command.cards or command.lies or command.drawn or command.moves)
        case asks.Rule():
            return bool(command.order)
    return names_read(command)


# The fallback: cards are typed, for a round, with the leave of a second person


def may_type(asked: Asked, command: AnyCommand) -> bool:
    return is_typed(asked) and isinstance(command, READS)


def is_typed(asked: Asked) -> bool:
    """Whether cards that this person names are named by that leave, which is one person's."""
    typing = asked.table.round.typing
    return typing is not None and bool(typing.allowed_by) and typing.by == asked.by


@carries(Refusal.NOT_NOW, Refusal.NOT_PERMITTED)
def type_cards(asked: Asked, command: asks.TypeCards) -> list[AnyEvent] | Refused:
    table = asked.table
    if table.step is CONCLUDED:
        return asked.no(Refusal.NOT_NOW, NO_CARDS_ARE_TO_BE_READ())
    if table.setup.dealer == HOUSE and not table.setup.shoe:
        what = NOBODY_TYPES_CARDS_OF_THE_HOUSE_SHOE()
        return asked.no(Refusal.NOT_PERMITTED, what)
    if not (table.setup.shoe or hides_cards(asked)):
        return asked.no(Refusal.NOT_NOW, WHOEVER_DEALS_HERE_READS_THE_CARDS())
    if table.setup.shoe and hides_cards(asked):
        what = SHOE_HAS_READ_CARDS_THAT_NOBODY_SEES()
        return asked.no(Refusal.NOT_NOW, what)
    if table.round.typing is not None:
        return asked.no(Refusal.NOT_NOW, SOMEBODY_HAS_ASKED_FOR_IT(by=table.round.typing.by))
    if not command.reason.strip():
        return asked.no(Refusal.FACTS_MISSING, SAY_WHY_CARDS_ARE_TYPED())
    return [happened.TypingAsked(by=asked.by, at=asked.at, reason=command.reason)]


def is_asked(table: Table) -> bool:
    """Whether somebody has asked to type cards, and nobody has allowed it yet."""
    return table.round.typing is not None and not table.round.typing.allowed_by


@carries(Refusal.NOT_PERMITTED)
def allow_typing(asked: Asked) -> list[AnyEvent] | Refused:
    typing = asked.table.round.typing
    assert typing is not None
    if not asked.who.holds(Role.PIT_SUPERVISOR):
        return asked.no(Refusal.NOT_PERMITTED, PIT_SUPERVISOR_OR_SOMEONE_MORE_SENIOR_ALLOWS())
    if not all(map(asked.who.pairs_with, {typing.by, *asked.table.round.dealt_by})):
        what = NEITHER_WHO_ASKED_NOR_WHOEVER_DEALS()
        return asked.no(Refusal.SECOND_PERSON, what)
    return [happened.TypingAllowed(by=asked.by, at=asked.at, asked_by=typing.by)]


def other_cards(before: Setup, after: Setup) -> bool:
    """Whether cards come from elsewhere than before."""
    return (before.dealer, bool(before.shoe)) != (after.dealer, bool(after.shoe))
