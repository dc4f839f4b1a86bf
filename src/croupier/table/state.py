"""A table as its events have left it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card, Hand, parse_card
from croupier.engine.deal import Deal, Side, Tableau
from croupier.engine.decisions import Choice, Decision
from croupier.engine.game import Game
from croupier.engine.irregularities import Device, Role
from croupier.engine.limits import Limit, Occasion
from croupier.engine.play_readings import FOLDED_UNREAD_HAND, FoldedUnread
from croupier.engine.readings import (
    BACCARAT_BURN,
    BURN_WITH_SHUFFLER,
    ENVY_FROM_FOLDED_HAND,
    BaccaratBurn,
    FromFolded,
    ShufflerBurn,
)
from croupier.engine.steps import Dealing
from croupier.rulebook.marks import carries, defines, field_of
from croupier.table.commands import BURNT, DEALER, PLAYER_HAND, TERMINALS, Setup
from croupier.table.events import Offer, Ruled, RulingProposed, SettledLine
from croupier.table.lying import on_boxes
from croupier.table.pack_parts import Counted, Pack
from croupier.table.past import Ended
from croupier.table.stage import Stage
from croupier.table.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable


Cards = tuple[Card | None, ...]
"""None: a card that nobody has read."""
FOLD, PLAYERS = Choice.FOLD, Side.PLAYER
AUTOMATED = Device.AUTOMATED.value
INITIAL = 4
"""Cards of baccarat before the table of play is asked."""


class Step(StrEnum):
    CONCLUDED = "concluded"
    BETTING = "betting"
    DEALING = "dealing"
    PLAYING = "playing"
    EXPOSED = "exposed"


CONCLUDED, BETTING, DEALING, PLAYING, EXPOSED = Step
"""By names of their own, where every command asks: one of an enum takes long in Python 3.11."""


class Placed(msgspec.Struct, frozen=True, gc=False):
    player: str
    box: int
    bet: str
    cents: int
    order: int
    """In which wagers were placed; one that is raised keeps its place."""
    times: int = 1
    """How often chips were put down for it."""


IN_ORDER = attrgetter("order")
Key = tuple[int, str, str]
"""Box, bet and player."""


class Typing(msgspec.Struct, frozen=True):
    """Cards of a round that a person types where a shoe or another person reads them."""

    by: str
    reason: str
    allowed_by: str = ""
    """Nobody yet: it is only asked for."""
    number: int = 0
    """Of all that was ever asked for, reported or proposed at the table."""


class Closing(msgspec.Struct, frozen=True):
    """Of a table, when its round is over."""

    by: str
    at: int
    reason: str


class Round(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    number: int = 0
    wagers: dict[Key, Placed] = {}
    """First placed first."""
    placed: int = 0
    warned: bool = False
    """The clock has said that the time for bets is over."""
    to_deal: tuple[int, ...] = ()
    drawn: Cards = ()
    drawn_to: tuple[int, ...] = ()
    other_shoe: Cards = ()
    """Cards that came, or are about to come, from a shoe that has been replaced since."""
    hands: dict[int, Cards] = {}
    removed: Cards = ()
    """Cards of hands that were taken out of play."""
    complete_at: dict[int, int] = {}
    looked: dict[str, int] = {}
    declined: frozenset[tuple[str, int]] = frozenset()
    """Players and boxes whose hand no longer waits to be looked at."""
    handled: bool = False
    face_up: frozenset[int] = frozenset()
    exposed: frozenset[Card] = frozenset()
    """Single cards that came into view."""
    turned_down: frozenset[Card] = frozenset()
    """Those of them that lie face down again."""
    seen: dict[str, frozenset[Card]] = {}
    """By player, the cards that he has seen; it stays so wherever they lie."""
    looked_at: dict[int, frozenset[str]] = {}
    """By place, who has looked at the hand that lies there now, read or not."""
    entered: dict[str, frozenset[Card]] = {}
    """By person, the cards that he has read into the record."""
    opened_by: str = ""
    looked_when: dict[str, int] = {}
    """By player, when he first looked at a hand."""
    reached: dict[str, int] = {}
    """When each stage of the round was reached last."""
    dealt_by: frozenset[str] = frozenset()
    """Who has dealt cards of it."""
    seats: dict[int, str] | None = None
    """Who sat where when betting closed."""
    decisions: dict[int, Choice] = {}
    lines: tuple[SettledLine, ...] = ()
    settled_short: int = 0
    """How many players the settlement remembers for a wager under the minimum."""
    released: bool = False
    """What was won has become the players' own before another round opened."""
    voided: bool = False
    jackpot_frozen: bool = False
    disputed: Ruled | None = None
    """The ruling with which a player may be dissatisfied."""
    reported_by: str = ""
    """Who reported what was last ruled on."""
    typing: Typing | None = None


class Awaiting(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for before play goes on."""

    ruling: Ruled | None = None
    """A decision by the role that it names."""
    proposal: RulingProposed | None = None
    setup: Setup | None = None
    cards: Counted | None = None
    """All three wait for a second person, other than `by`."""
    by: str = ""
    """Who has reported or proposed it."""
    begun: bool = False
    """A report that is still being put into words."""
    offers: tuple[Offer, ...] = ()
    unanswered: str = ""
    clauses: tuple[str, ...] = ()
    number: int = 0
    """Of all that was ever asked for, reported or proposed at the table."""
    since: int = 0
    """When the wait for a person began."""
    called: Role | None = None
    """The highest position that was called because nobody came."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    name: str
    setup: Setup
    game: Game
    """Under the readings in force."""
    limits: dict[str, Limit]
    dealing: Dealing
    """As the device deals."""
    hand_size: int
    """The cards of a whole hand; a table of play knows no such number."""
    is_open: bool = True
    closing: Closing | None = None
    step: Step = Step.CONCLUDED
    stage: Stage = Stage.OVER
    """Of the step, what the dealer is at; it follows from the rest."""
    since: int = 0
    """When the step, or the wait for options, began."""
    round: Round = Round()
    seats: dict[int, str] = {}
    out: dict[Card, int] = {}
    """Cards of the shoe that earlier rounds used."""
    out_count: int = 0
    fresh_shoe: bool = True
    pack: Pack = Pack()
    kept: tuple[Card, ...] = ()
    next_cards: tuple[Card, ...] = ()
    next_said_by: str = ""
    """The one person, if it was one alone, who has said that they come next."""
    one_box_only: frozenset[str] = frozenset()
    wagers_an_area: int | None = None
    session: int = 1
    """From an opening of the table to its closing."""
    settled_short: tuple[Occasion, ...] = ()
    closed_boxes: frozenset[int] = frozenset()
    no_jackpot_bets: bool = False
    awaiting: Awaiting | None = None
    asked: int = 0
    """How much was ever asked for, reported or proposed, each with its number."""
    interrupted: bool = False
    interrupted_by: str = ""
    last: Round | None = None
    """The round before, as it was settled, where a result is put right at any time."""
    past: tuple[Ended, ...] = ()
    """The last rounds; of a table of play, those of its shoe."""
    today: Tally = Tally()
    openings: tuple[int, ...] = ()
    """When rounds were opened within the last hour, the newest last."""

    @property
    def boxes(self) -> range:
        """The boxes of the layout; a table of terminals has one place for all wagers."""
        return range(1) if self.setup.boxes is None else range(1, self.setup.boxes + 1)

    def has_box(self, box: int) -> bool:
        boxes = self.setup.boxes
        return box == TERMINALS if boxes is None else 0 < box <= boxes

    def on_box(self, box: int) -> list[Placed]:
        return on_boxes(self.round.wagers).get(box, [])

    def area(self, box: int, bet: str) -> list[Placed]:
        """The wagers of one bet on a box, first placed first."""
        return [w for w in self.round.wagers.values() if w.box == box and w.bet == bet]

    def boxes_in_play(self) -> list[int]:
        return list(on_boxes(self.round.wagers))

    def bets_on(self, player: str, box: int) -> bool:
        if (box, self.game.bets[0].name, player) in self.round.wagers:
            return True
        return player in [wager.player for wager in self.on_box(box)]

    def has(self, box: int, bet: str) -> bool:
        for wager in self.on_box(box):  # noqa: SIM110 - half as long as any() with a generator
            if wager.bet == bet:
                return True
        return False

    def player_of(self, box: int) -> str | None:
        """The player of a box that only one player may bet on."""
        for wager in self.round.wagers.values():
            if wager.box == box:
                return wager.player
        return None

    def seat_of(self, player: str) -> int | None:
        return next((box for box, name in self.seats.items() if name == player), None)

    @property
    def spent(self) -> Cards:
        """What the round took out of the shoe in use, less what it leaves to the next one."""
        round_ = self.round
        if not self.kept and not round_.other_shoe:
            return round_.drawn
        left = Counter(round_.drawn) - Counter(self.kept) - Counter(round_.other_shoe)
        return tuple(left.elements())

    @property
    def cards_left(self) -> int:
        """In the shoe, with those that are out of it for a later round."""
        round_ = self.round
        here = len(self.spent) if round_.other_shoe else len(round_.drawn) - len(self.kept)
        return 52 * self.setup.decks - self.out_count - here

    def is_out(self, card: Card, more: Cards = ()) -> bool:
        """Whether the packs in use have no further such card, beside those that come with it."""
        round_ = self.round
        here = round_.drawn.count(card) + more.count(card) + self.out.get(card, 0)
        if round_.other_shoe:
            here -= round_.other_shoe.count(card)
        return here > self.setup.decks

    def cards_of(self, place: int) -> Cards:
        return self.round.hands.get(place, ())

    def is_put_away(self, box: int) -> bool:
        """A folded hand is turned over for nobody, unless a reading opens it or lets it win."""
        decisions = self.round.decisions
        if not decisions or decisions.get(box) is not FOLD:
            return False
        turned = self.game.reads(FOLDED_UNREAD_HAND) is FoldedUnread.OPENED
        return not turned and self.game.reads(ENVY_FROM_FOLDED_HAND) is FromFolded.NOT_ACHIEVED

    @property
    @carries(Decision)
    def undecided(self) -> list[int]:
        if self.game.decision is None:
            return []
        entry, decided, wagers = self.game.decision.entry, self.round.decisions, self.round.wagers
        return sorted({w.box for w in wagers.values() if w.bet == entry and w.box not in decided})

    @property
    @carries(Decision)
    def awaits_decisions(self) -> bool:
        if self.game.decision is None:
            return False
        entry, decided = self.game.decision.entry, self.round.decisions
        for wager in self.round.wagers.values():
            if wager.bet == entry and wager.box not in decided:
                return True
        return False

    @property
    def main_bet(self) -> str:
        """The bet that puts a box into play."""
        return self.game.bets[0].name


@lru_cache(maxsize=4096)
def parsed(cards: str) -> Cards:
    return tuple(None if card == "??" else parse_card(card) for card in cards.split())


def read(cards: Iterable[Card | None]) -> Hand | None:
    """A hand, when every card of it has been read."""
    found = tuple(cards)
    return None if None in found else Hand(found)  # type: ignore[arg-type]


def as_drawn(player: Cards, banker: Cards) -> Cards:
    """Two hands of a table of play in the order in which their cards are drawn."""
    first, second = (player[:1], banker[:1]), (player[1:2], banker[1:2])
    return tuple(card for some in (*first, *second, player[2:], banker[2:]) for card in some)


@carries(field_of(Tableau, "initial"))
@defines("hand")
def next_place(table: Table) -> int | None:
    """Who gets the next card, or set of cards; none when all are dealt."""
    round_ = table.round
    if round_.to_deal:
        return round_.to_deal[0]
    deal = table.game.deal
    if not isinstance(deal, Tableau):
        return None
    player, banker = round_.hands.get(PLAYER_HAND, ()), round_.hands.get(DEALER, ())
    if len(player) + len(banker) < INITIAL:
        return PLAYER_HAND if len(player) == len(banker) else DEALER
    hands = read(player), read(banker)
    if hands[0] is None or hands[1] is None:
        return None
    side = deal.draws(hands[0], hands[1])
    return None if side is None else PLAYER_HAND if side is PLAYERS else DEALER


def dealt_by_tableau(table: Table) -> int:
    """How many cards both hands of a table of play have."""
    hands = table.round.hands
    return len(hands.get(PLAYER_HAND, ())) + len(hands.get(DEALER, ()))


@carries(Dealing)
def set_size(table: Table, place: int) -> int:
    """How many cards go to a place at a time; a set that came out short is made up."""
    at_once = table.dealing.at_once
    if at_once == 1 or place == BURNT or table.game.drawn_by_tableau:
        return 1
    return max(1, min(at_once, table.hand_size - len(table.cards_of(place))))


@carries(Deal, Dealing)
@defines("hand", "burnt card")
def deal_order(table: Table) -> tuple[int, ...]:
    """Burnt cards, then each box in play from the dealer's left, and the dealer last."""
    game, dealing = table.game, table.dealing
    if game.drawn_by_tableau:
        burns = table.fresh_shoe and game.reads(BACCARAT_BURN) is BaccaratBurn.FIRST_CARD_VALUE
        return (BURNT,) if burns else ()
    burns = dealing.burns or (
        table.setup.device == AUTOMATED
        and game.reads(BURN_WITH_SHUFFLER, otherwise=ShufflerBurn.NO) is ShufflerBurn.YES
    )
    once = (*table.boxes_in_play(), DEALER)
    times = 1 if dealing.at_once > 1 else table.hand_size
    return ((BURNT,) if burns else ()) + once * times
