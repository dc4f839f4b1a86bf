"""What the dealer says or does next, what is awaited, and what is displayed at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.steps import Announces, Exposing, Screen
from croupier.rulebook.marks import carries, field_of
from croupier.said import BAD_TEXT, Said, Sentence, phrase
from croupier.table.dealing import place_of
from croupier.table.packs import Due, due
from croupier.table.second import second_person
from croupier.table.seen import seen_unread
from croupier.table.state import Step, next_place
from croupier.table.viewing import looks_at, yet_to_look

if TYPE_CHECKING:
    from croupier.engine.irregularities import Role
    from croupier.table.events import Ruled
    from croupier.table.state import Table

OPENS = Sentence("call-to-bet", "{words}")
CLOSES = Sentence("call-no-more-bets", "{words}")
TIME_IS_OVER = Sentence("time-is-over", "the time for bets is over: the dealer closes betting")
CARDS_ARE_TYPED = Sentence(
    "cards-are-typed", "{by} types the cards of this round, as {allowed_by} allows"
)
NO_JACKPOT_BETS = Sentence("no-jackpot-bets", "no jackpot bets are accepted or paid")
BOX_IS_CLOSED = Sentence("box-is-closed", "no bets are taken on box {box}")
READ_CARDS_OF = Sentence("read-the-cards-of", "Read the cards of {place:place}")
INTERRUPTED = Sentence("interrupted", "The round is interrupted")
DEAL_CARD_TO = Sentence("deal-card-to", "Deal {card:cards} to {place:place}")
DEAL_TO = Sentence("deal-to", "Deal to {place:place}")
READ_THE_CARDS = Sentence("read-the-cards", "Read the cards")
WAITING_FOR_DECISIONS = Sentence("waiting-for-decisions", "Waiting for decisions")
SETTLE_THE_BETS = Sentence("settle-the-bets", "Settle the bets")
WAITING_FOR_HAND = Sentence("waiting-for-hand", "Waiting for the hand of box {box}")
OPEN_BOX = Sentence("open-box", "Open box {box}")
WAITING_FOR_LOOK = Sentence("waiting-for-look", "Waiting for a look at box {box}")
TURN_OVER = Sentence("turn-over-your-hand", "Turn over your hand")
WAITING_FOR_CHOICE = Sentence("waiting-for-choice", "Waiting for the choice of {players:names}")
ROLE_DECIDES = Sentence("role-decides", "The {role:role} decides: {ruling:said}")
REPORT_IS_BEING_MADE = Sentence("report-is-being-made", "A report is being made")
COUNT_THE_CARDS = Sentence("count-the-cards", "Count the cards")
SHUFFLE_THE_CARDS = Sentence("shuffle-the-cards", "Shuffle the cards")
CARDS_TO_CONFIRM = Sentence("cards-to-confirm", "A second person confirms the cards")
SECOND_PERSON = Sentence("second-person-to-approve", "A second person approves")


@carries(Announces, Screen)
def notices(table: Table) -> tuple[Said, ...]:
    """What has to be displayed at the table."""
    procedure = table.game.procedure
    found = [phrase(screen.text)() for screen in procedure.screens]
    if table.setup.boxes is None and table.step is not Step.CONCLUDED:
        betting = table.step is Step.BETTING
        found.append(opens(procedure.opens) if betting else closes(procedure.closes))
    if table.step is Step.BETTING and table.round.warned:
        found.append(TIME_IS_OVER())
    typing = table.round.typing
    if typing is not None and typing.allowed_by and table.step is not Step.CONCLUDED:
        found.append(CARDS_ARE_TYPED(by=typing.by, allowed_by=typing.allowed_by))
    if table.no_jackpot_bets:
        found.append(NO_JACKPOT_BETS())
    found += [BOX_IS_CLOSED(box=box) for box in sorted(table.closed_boxes)]
    return tuple(found)


def opens(called: Announces) -> Said:
    """In the words of the document, which are its own."""
    return OPENS(words=called.words)


def closes(called: Announces) -> Said:
    return CLOSES(words=called.words)


@carries(Announces)
def announce(table: Table) -> Said:
    procedure = table.game.procedure
    if table.interrupted:
        unread = [place_of(table, place) for place in seen_unread(table)]
        return READ_CARDS_OF(place=unread[0]) if unread else INTERRUPTED()
    if (waits := awaiting(table)) is not None:
        return waits
    place = next_place(table) if table.step is Step.DEALING else None
    if place is not None and table.game.cards_open and table.next_cards:
        return DEAL_CARD_TO(card=str(table.next_cards[0]), place=place_of(table, place))
    if place is not None:
        return DEAL_TO(place=place_of(table, place))
    match table.step:
        case Step.CONCLUDED:
            return cards_to_see_to(table) or opens(procedure.opens)
        case Step.BETTING:
            return closes(procedure.closes)
        case Step.DEALING:
            return READ_THE_CARDS()
        case Step.PLAYING:
            return WAITING_FOR_DECISIONS() if table.undecided else hands_to_open(table)
        case Step.EXPOSED:
            return SETTLE_THE_BETS()


def cards_to_see_to(table: Table) -> Said | None:
    match due(table):
        case Due.COUNT:
            return COUNT_THE_CARDS()
        case Due.SHUFFLE:
            return SHUFFLE_THE_CARDS()
    return None


@carries(Exposing, field_of(Exposing, "returned"))
def hands_to_open(table: Table) -> Said:
    """Where hands are returned before the dealer's own: by who looks at them, or by him."""
    exposing, kept = table.game.procedure.exposing, yet_to_look(table)
    if exposing is not None and exposing.returned is not None:
        for box in table.boxes_in_play():
            if box not in table.round.face_up:
                waits = box in kept or looks_at(table, box) is not None
                return (WAITING_FOR_HAND if waits else OPEN_BOX)(box=box)
    return WAITING_FOR_LOOK(box=min(kept)) if kept else TURN_OVER()


def awaiting(table: Table) -> Said | None:
    waiting = table.awaiting
    if waiting is None:
        return None
    if waiting.offers:
        return WAITING_FOR_CHOICE(players=list(dict.fromkeys(one.player for one in waiting.offers)))
    if waiting.ruling is not None:
        ruled = waiting.ruling
        said = ruled.said or BAD_TEXT(text=ruled.says)  # of a journal from before there were codes
        return ROLE_DECIDES(role=decides(table, ruled), ruling=said)
    if waiting.begun:
        return REPORT_IS_BEING_MADE()
    return CARDS_TO_CONFIRM() if waiting.cards else SECOND_PERSON()


def decides(table: Table, ruled: Ruled) -> Role:
    """The role that the clause names, or the second person's where it takes two."""
    return second_person(table, ruled) or ruled.decided_by
