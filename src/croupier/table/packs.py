"""Whether the cards that a person deals from are to be counted or shuffled before the next round.

The documents say how many packs a game is played with, and what follows when a card is missing, too
many or not shuffled; when that is looked at is the house's own policy.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.engine.configuration import PACK
from croupier.engine.deal import Packs
from croupier.engine.irregularities import Device
from croupier.engine.refusals import Policy, refused
from croupier.engine.rulings import ruling
from croupier.rulebook.marks import carries, handles
from croupier.said import Sentence
from croupier.table.authority import PERSON
from croupier.table.state import CONCLUDED
from croupier.table.tally import DAY

if TYPE_CHECKING:
    from croupier.engine.refusals import Refused
    from croupier.table.commands import Shuffle
    from croupier.table.state import Table

COUNT_THE_CARDS_FIRST = Sentence(
    "count-the-cards-first", "the cards are counted first: {decks} [{several:if}packs|pack] of 52"
)
SHUFFLE_THE_CARDS_FIRST = Sentence("shuffle-the-cards-first", "the cards are shuffled first")

EACH_DAY, EACH_SHOE = "each-day", "each-shoe"


class Due(StrEnum):
    """What comes before the next round."""

    COUNT = "count"
    SHUFFLE = "shuffle"
    CONFIRM = "confirm"


def expected(table: Table) -> int:
    return PACK * table.setup.decks


def are_asked_for(table: Table) -> bool:
    setup = table.setup
    return setup.dealer == PERSON and setup.count_cards in {EACH_DAY, EACH_SHOE}


def is_in_use(table: Table) -> bool:
    """A shoe that rounds were dealt from: it is neither counted nor shuffled until it is over."""
    return table.game.shoe_lasts and not table.fresh_shoe


def were_used(table: Table) -> bool:
    """Whether a round was dealt from the cards; where none are asked for, nobody has kept that."""
    dealt = table.pack.used if are_asked_for(table) else table.round.number > 0
    return dealt or bool(table.round.drawn and table.step is not CONCLUDED)


def shuffled_each_round(table: Table) -> bool:
    """A pack that is dealt from anew; a shoe goes on."""
    return not table.game.shoe_lasts


def shuffles_itself(table: Table) -> bool:
    """By a machine, a pack that a round was dealt from: nobody is asked, and it is on record."""
    device = table.setup.device == Device.AUTOMATED
    used = are_asked_for(table) and table.pack.used and not table.pack.is_shuffled
    return device and used and shuffled_each_round(table)


def how_shuffled(table: Table) -> Shuffle:
    return "shuffler" if table.setup.device == Device.AUTOMATED else "by-hand"


def count_is_due(table: Table) -> bool:
    """Of cards that are new to the table; or once a day, as the last round has seen the day."""
    if not are_asked_for(table) or is_in_use(table):
        return False
    pack = table.pack
    if table.setup.count_cards == EACH_SHOE:
        return not pack.is_counted
    return table.since // DAY > pack.day


def shuffle_is_due(table: Table) -> bool:
    if not are_asked_for(table) or is_in_use(table) or table.pack.is_shuffled:
        return False
    by_hand = shuffled_each_round(table) and table.setup.device == Device.MANUAL
    return by_hand or not table.pack.used or is_awaited(table)


def is_awaited(table: Table) -> bool:
    """Whether a second person has yet to see the count and the shuffle after it.

    One made while a round was played, or that was wrong, is not the one that is due.
    """
    counted = table.pack.counted
    if counted is None or counted.confirmed_by or not count_is_due(table):
        return False
    return counted.found == counted.expected and counted.at >= table.since


def due(table: Table) -> Due | None:
    """What is to be done with the cards between rounds."""
    if table.awaiting is not None and table.awaiting.cards is not None:
        return Due.CONFIRM
    if count_is_due(table) and not is_awaited(table):
        return Due.COUNT
    return Due.SHUFFLE if shuffle_is_due(table) else None


@carries(Packs)
def not_ready(table: Table) -> Refused | None:
    """Why no round begins with these cards yet."""
    match due(table):
        case Due.COUNT:
            decks = table.setup.decks
            what = COUNT_THE_CARDS_FIRST(decks=decks, several=decks > 1)
            clauses = table.game.packs.cite.numbers
        case Due.SHUFFLE:
            what, clauses = SHUFFLE_THE_CARDS_FIRST(), shuffle_clauses(table)
        case _:
            return None
    return refused(Policy.CARDS_NOT_READY, clauses, what)


@handles("cards-not-shuffled")
def shuffle_clauses(table: Table) -> tuple[str, ...]:
    """Of what follows when cards are dealt that were not shuffled."""
    return ruling(table.game, "cards-not-shuffled", {}).clauses
