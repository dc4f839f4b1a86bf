"""What the console of a table shows its dealer beyond the view: cards to read, rulings to make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import DECK, Hand
from croupier.engine.deal import INITIAL_EACH, Side, Tableau
from croupier.engine.decisions import Choice
from croupier.engine.refusals import Refused
from croupier.engine.steps import Counting
from croupier.rulebook.marks import carries, defines
from croupier.said import Said, Sentence
from croupier.table import commands as asks
from croupier.table.authority import HOUSE
from croupier.table.commands import DEALER, PLAYER_HAND, Shuffle, Who
from croupier.table.dealing import UNREAD, cards_text, deal_clauses, place_name, told_to_come
from croupier.table.decide import decide
from croupier.table.events import CardsDealt
from croupier.table.pack_parts import Counted, Shuffled
from croupier.table.packs import Due, are_asked_for, due, expected, how_shuffled
from croupier.table.reading_in import clause_waits
from croupier.table.seen import seen_unread
from croupier.table.stages import StageView, stages
from croupier.table.state import (
    INITIAL,
    Step,
    Typing,
    next_place,
    read,
    set_size,
)
from croupier.table.to_rule import ToRule, to_rule, would
from croupier.table.views import CHECKED_AT, staff_candidates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

GUIDE_NATURAL = Sentence("guide-natural", "A natural {points}: no hand draws")
GUIDE_PLAYER = Sentence("guide-player-draws", "Player Hand has {points} and draws")
GUIDE_BANKER_DRAWS = Sentence(
    "guide-banker-draws", "Player Hand stands on {player}; Banker Hand has {banker} and draws"
)
GUIDE_BANKER_STANDS = Sentence(
    "guide-banker-stands", "Player Hand stands on {player}; Banker Hand has {banker} and stands"
)
GUIDE_THIRD_DRAWS = Sentence(
    "guide-third-draws", "Player Hand drew a {third}; Banker Hand has {banker} and draws"
)
GUIDE_THIRD_STANDS = Sentence(
    "guide-third-stands", "Player Hand drew a {third}; Banker Hand has {banker} and stands"
)

Clauses = tuple[str, ...]
Fact = bool | int | str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that are to be read to the house now."""

    command: str
    """`deal`, `return-hand` or `expose-dealer`."""
    place: int
    title: str
    size: int
    """How many are to be read."""
    lies: str
    """The hand as it lies, `??` for the cards to be read, where they were dealt before."""
    unread: bool
    """Whether they may also be dealt unread."""
    clauses: Clauses
    coming: str = ""
    """The first of them, where a ruling has said which come next."""
    rest: Rest | None = None
    """What one press deals face down."""


class Rest(msgspec.Struct, frozen=True):
    places: tuple[int, ...]
    """That are still to get cards, each once, in their order."""
    cards: int
    """In all."""
    sets: int
    """How often cards go out."""


class Guide(msgspec.Struct, frozen=True):
    """What the table of play says of two hands."""

    says: str
    draws: Side | None
    clauses: Clauses
    banker_total: int | None = None
    third: int | None = None
    """What the third card of the Player Hand counts, once it is drawn."""
    said: Said | None = None


class PlayFor(msgspec.Struct, frozen=True):
    """A box on which staff may place the bet that plays on."""

    player: str
    box: int


class Count(msgspec.Struct, frozen=True):
    """What a count by hand has to come to, where the number of cards is in doubt."""

    dealt: int
    left: int
    """In the deck, or in the shoe."""
    clauses: Clauses


class PackPart(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that a person deals from: what comes before the next round, what was last done."""

    due: Due | None
    expected: int
    how: Shuffle
    """How they are shuffled here."""
    counted: Counted | None
    shuffled: Shuffled | None
    number: int
    """Of what a second person confirms."""


class Begun(msgspec.Struct, frozen=True):
    """A report that somebody is putting into words."""

    by: str
    since: int


class StaffPart(msgspec.Struct, frozen=True, kw_only=True):
    decks: int
    device: str
    cards_left: int
    may: tuple[str, ...]
    """Commands that this person may send now and that need more than a press."""
    entry: Entry | None
    guide: Guide | None
    ruling: ToRule | None
    plays: tuple[PlayFor, ...]
    count: Count | None = None
    typing: Typing | None = None
    """Cards that a person types where a person does not, or asks to."""
    stages: tuple[StageView, ...] = ()
    """Of the round, in their order."""
    looked: dict[int, int] = {}
    """By box, when its hand was looked at."""
    begun: Begun | None = None
    pack: PackPart | None = None
    """Where the house has its cards counted."""


def staff_part(table: Table, who: Who) -> StaffPart | None:
    """None for who holds no position at a table."""
    if not who.is_staff:
        return None
    return StaffPart(
        decks=table.setup.decks,
        device=table.setup.device,
        cards_left=table.cards_left,
        may=tuple(dict.fromkeys(may(table, who))),
        entry=entry(table, who),
        guide=guide(table),
        ruling=to_rule(table, who),
        plays=tuple(plays(table, who)),
        count=by_hand(table),
        typing=None if table.step is Step.CONCLUDED else table.round.typing,
        stages=stages(table),
        looked=looked_when(table),
        begun=begun(table),
        pack=pack_part(table),
    )


def pack_part(table: Table) -> PackPart | None:
    if not are_asked_for(table) and table.pack.counted is None:
        return None
    return PackPart(
        due=due(table) if table.step is Step.CONCLUDED else None,
        expected=expected(table),
        how=how_shuffled(table),
        counted=table.pack.counted,
        shuffled=table.pack.shuffled,
        number=table.awaiting.number if table.awaiting else 0,
    )


@carries(Counting)
def by_hand(table: Table) -> Count | None:
    """While cards are out, at a table whose document has the dealer count them in doubt."""
    counting, dealt = table.game.procedure.counting, len(table.round.drawn)
    if counting is None or not dealt or table.step is Step.CONCLUDED:
        return None
    return Count(dealt, table.cards_left, counting.cite.numbers)


def looked_when(table: Table) -> dict[int, int]:
    when = table.round.looked_when
    return {box: when[name] for name, box in table.round.looked.items() if name in when}


def begun(table: Table) -> Begun | None:
    waiting = table.awaiting
    return Begun(waiting.by, waiting.since) if waiting is not None and waiting.begun else None


def may(table: Table, who: Who) -> Iterator[str]:
    tried: dict[str, AnyCommand] = {
        "report": asks.Report(irregularity="uncovered"),
        "begin-report": asks.BeginReport(),
        "interrupt": asks.Interrupt(),
        "type-cards": asks.TypeCards("asked"),
        "open-table": asks.OpenTable(),
        "close-table": asks.CloseTable(),
    }
    for name, command in tried.items():
        if would(table, command, who):
            yield name
    on_behalf = table.game.procedure.on_behalf and table.setup.dealer != HOUSE
    if table.step is Step.BETTING and on_behalf and not table.awaiting:
        yield "place"


def plays(table: Table, who: Who) -> Iterator[PlayFor]:
    for box in table.undecided if table.step is Step.PLAYING else ():
        player = table.player_of(box)
        if player and would(table, asks.Decide(player, box, Choice.PLAY), who):
            yield PlayFor(player, box)


# Cards to be read


@defines("console")
def entry(table: Table, who: Who) -> Entry | None:
    """The first place whose cards can be entered; `decide` says whether they can."""
    for found in entries(table, who):
        if would(table, entered(table, found, ""), who):
            return found
    return None


def entries(table: Table, who: Who) -> Iterator[Entry]:
    first = seen_unread(table) if clause_waits(table) else []
    if not first and table.step is Step.DEALING and (place := next_place(table)) is not None:
        command = next(one for one in staff_candidates(table) if isinstance(one, asks.Deal))
        size, unread = set_size(table, place), UNREAD in command.cards
        title, clauses = place_name(table, place), deal_clauses(table, place)
        coming = told_to_come(table, who, size)
        yield Entry(
            command="deal",
            place=place,
            title=title,
            size=size,
            lies="",
            unread=unread,
            clauses=clauses,
            coming=cards_text(coming),
            rest=rest(table, who),
        )
        return
    closed = [place for place, cards in table.round.hands.items() if None in cards]
    for place in first or sorted(place for place in closed if place >= DEALER):
        cards = table.cards_of(place)
        dealers = place == DEALER and not table.game.cards_open and not first
        command_name = "expose-dealer" if dealers else "return-hand"
        exposing = table.game.procedure.exposing
        cite = exposing.cite if exposing else table.dealing.cite
        title, lies = place_name(table, place), cards_text(cards)
        yield Entry(
            command=command_name,
            place=place,
            title=title,
            size=cards.count(None),
            lies=lies,
            unread=False,
            clauses=cite.numbers,
        )


def rest(table: Table, who: Who) -> Rest | None:
    """At a table of play the hands lie open, card by card."""
    if table.game.drawn_by_tableau:
        return None
    events = decide(table, asks.DealFaceDown(), who, CHECKED_AT, foreseen=True)
    if isinstance(events, Refused):
        return None
    sets = [event for event in events if isinstance(event, CardsDealt)]
    cards = sum(len(event.cards.split()) for event in sets)
    return Rest(tuple(dict.fromkeys(event.to for event in sets)), cards, len(sets))


def entered(table: Table, found: Entry, typed: str) -> AnyCommand:
    """The command for what was typed so far, as if any other cards followed."""
    cards = " ".join(completed(table, found, typed.split()))
    if found.command == "deal":
        return asks.Deal(cards, found.place)
    if found.command == "expose-dealer":
        return asks.ExposeDealer(cards)
    return asks.ReturnHand(found.place, cards)


def completed(table: Table, found: Entry, typed: list[str]) -> list[str]:
    """What was typed for those that are not known, then such as are not out of the shoe."""
    lies = found.lies.split() or [UNREAD] * found.size
    coming, cards = list(typed), []
    for known in lies:
        if known != UNREAD:
            cards.append(known)
        else:
            named = [*cards, *lies, *typed]
            cards.append(coming.pop(0) if coming else any_other(table, found, named))
    return [*cards, *coming]


def any_other(table: Table, found: Entry, named: list[str]) -> str:
    if found.command == "deal" and table.next_cards:
        return UNREAD
    for card in DECK:
        text = str(card)
        if text not in named and not table.is_out(card, (card, *table.next_cards)):
            return text
    return UNREAD


def impossible(table: Table, typed: str, who: Who) -> Refused | None:
    """Why the cards typed so far can not be those that come now."""
    found = entry(table, who)
    if found is None:
        answer = decide(table, asks.Deal(typed), who, CHECKED_AT)
    else:
        answer = decide(table, entered(table, found, typed), who, CHECKED_AT)
    return answer if isinstance(answer, Refused) else None


# The table of play


def guide(table: Table) -> Guide | None:
    deal = table.game.deal
    dealt = table.step in {Step.DEALING, Step.EXPOSED}
    player, banker = read(table.cards_of(PLAYER_HAND)), read(table.cards_of(DEALER))
    if not isinstance(deal, Tableau) or not dealt or not player or not banker:
        return None
    return None if len(player) + len(banker) < INITIAL else by_table(deal, player, banker)


def by_table(deal: Tableau, player: Hand, banker: Hand) -> Guide:
    first = [deal.points(Hand(hand[:INITIAL_EACH])) for hand in (player, banker)]
    draws = deal.draws(player, banker)
    third = deal.points(Hand(player[INITIAL_EACH:])) if player[INITIAL_EACH:] else None
    does_draw = draws is Side.BANKER or len(banker) > INITIAL_EACH
    if natural := set(first) & deal.natural.on:
        said, cite = GUIDE_NATURAL(points=max(natural)), deal.natural
    elif draws is Side.PLAYER:
        said, cite = GUIDE_PLAYER(points=first[0]), deal.player
    elif third is None:
        sentence = GUIDE_BANKER_DRAWS if does_draw else GUIDE_BANKER_STANDS
        said, cite = sentence(player=first[0], banker=first[1]), deal.banker_when_player_stands
    else:
        sentence = GUIDE_THIRD_DRAWS if does_draw else GUIDE_THIRD_STANDS
        said, cite = sentence(third=third, banker=first[1]), deal.banker[first[1]]
    return Guide(str(said), draws, cite.cite.numbers, first[1], third, said)
