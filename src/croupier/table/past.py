"""The last results of a table, from what everybody there has seen.

A table keeps them as they lay, which costs next to nothing; they are told when somebody asks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Card, Hand
from croupier.engine.bets import Result
from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.table.commands import DEALER, PLAYER_HAND

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.table.events import Event
    from croupier.table.state import Table

MOST = 30
"""Rounds kept of a table with boxes; a table of play keeps those of its shoe."""
LETTERS = {"banker": "B", "player": "P", "tie": "T", "banker-pair": "b", "player-pair": "p"}
"""The winning bets of a table of play, as the roads read them."""
RETURNED, WIN, FOLD = Result.RETURNED.value, Result.WIN, Choice.FOLD


class Ended(msgspec.Struct, frozen=True, gc=False):
    """A round as it lay on the table when it was over."""

    round: int
    at: int
    voided: bool = False
    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """By place, those that everybody saw."""
    bets: tuple[tuple[int, str, str], ...] = ()
    """Box, bet and result of each settled line of a table with boxes."""
    folded: tuple[int, ...] = ()


class PastHand(msgspec.Struct, frozen=True, gc=False):
    cards: str
    name: str | None = None
    """What the document calls it."""
    points: int | None = None


class PastBox(msgspec.Struct, frozen=True, gc=False):
    box: int
    bets: dict[str, str]
    """What became of each: win, lose, push or returned."""
    hand: PastHand | None = None
    """None: it was never laid open."""
    folded: bool = False


class Past(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A round that is over."""

    round: int
    at: int
    voided: bool = False
    result: str = ""
    """Of a table of play: as the roads read it."""
    dealer: PastHand | None = None
    """Of a table of play: the Banker Hand."""
    player: PastHand | None = None
    """Of a table of play: the Player Hand."""
    boxes: tuple[PastBox, ...] = ()

    @property
    def short(self) -> str:
        """In a word or two: what a table of play came to, elsewhere the dealer's hand."""
        if self.voided:
            return "void"
        return self.result or (self.dealer.name if self.dealer else None) or "-"


def recorded(table: Table, event: Event) -> tuple[Ended, ...]:
    """With the round that this event has ended; one of the same number is corrected."""
    before = unrecorded(table)
    if not table.round.drawn and not table.round.voided:
        return before  # nobody bet and nothing was dealt
    now = (*before, ended(table, event.at))
    return now if table.game.shoe_lasts else now[-MOST:]


def unrecorded(table: Table) -> tuple[Ended, ...]:
    """Without the round that lies on the table."""
    past = table.past
    return past[:-1] if past and past[-1].round == table.round.number else past


def ended(table: Table, at: int) -> Ended:
    round_ = table.round
    if round_.voided:
        return Ended(round_.number, at, voided=True)
    hands = tuple(
        [
            (place, cards)
            for place, cards in round_.hands.items()
            if place >= DEALER and (table.game.cards_open or place in round_.face_up) and all(cards)
        ]
    )
    if table.game.at_terminals:
        return Ended(round_.number, at, False, hands)  # type: ignore[arg-type]
    bets = tuple([(line.box, line.bet, line.result) for line in round_.lines])
    folded = [box for box, choice in round_.decisions.items() if choice is FOLD]
    return Ended(round_.number, at, False, hands, bets, tuple(folded))  # type: ignore[arg-type]


def pasts(table: Table, most: int | None = None) -> tuple[Past, ...]:
    """The last results of a table, or so many of them, the newest last."""
    return tuple([past_of(table.game, one) for one in table.past[-most if most else 0 :]])


@lru_cache(maxsize=1 << 14)
def past_of(game: Game, one: Ended) -> Past:
    if one.voided:
        return Past(round=one.round, at=one.at, voided=True)
    hands = {place: Hand(cards) for place, cards in one.hands if cards}
    told = {place: told_of(game, hand) for place, hand in hands.items()}
    dealer = told.get(DEALER)
    if isinstance(game.deal, Tableau):
        result = result_of(game, hands.get(PLAYER_HAND), hands.get(DEALER))
        return Past(
            round=one.round,
            at=one.at,
            voided=False,
            result=result,
            dealer=dealer,
            player=told.get(PLAYER_HAND),
        )
    bets: dict[int, dict[str, str]] = {}
    for (box, bet), became in areas(one).items():
        bets.setdefault(box, {})[bet] = became
    boxes = tuple(PastBox(box, bets[box], told.get(box), box in one.folded) for box in sorted(bets))
    return Past(round=one.round, at=one.at, dealer=dealer, boxes=boxes)


def areas(one: Ended) -> dict[tuple[int, str], str]:
    """By box and bet, what became of it; one that was returned only in part counts as settled."""
    found = {(box, bet): result for box, bet, result in one.bets}
    if len(found) == len(one.bets):
        return found
    found.clear()
    for box, bet, result in one.bets:
        area = box, bet
        if found.get(area, RETURNED) == RETURNED:
            found[area] = result
    return found


def told_of(game: Game, hand: Hand) -> PastHand:
    return PastHand(str(hand), game.name_of(hand), game.points_of(hand))


def result_of(game: Game, player: Hand | None, banker: Hand | None) -> str:
    """By the game's own bets."""
    won = winning(game, player, banker)
    return "".join(letter for bet, letter in LETTERS.items() if bet in won)


def winning(game: Game, player: Hand | None, banker: Hand | None) -> list[str]:
    """The bets that win at a table of play, whether or not anybody has made them."""
    if player is None or banker is None:
        return []
    sizes = game.ranked_sizes
    if len(player) not in sizes or len(banker) not in sizes:
        return []
    outcome = game.outcome(player, banker)
    return [bet.name for bet in game.bets if bet.settle(outcome).result is WIN]
