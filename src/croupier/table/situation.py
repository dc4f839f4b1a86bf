"""Which irregularity the cards show, whatever word the report has for it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import Remedy
from croupier.engine.rulings import ruling
from croupier.table.commands import DEALER, PLAYER_HAND
from croupier.table.remedies.cards import lying
from croupier.table.state import Step, parsed

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.table.commands import Report
    from croupier.table.state import Cards, Table

MISDEALT, DEALING_ERROR = "misdealt", "dealing-error"
DEALERS_HAND, PLAYERS_HAND = "dealer-hand-miscounted", "player-hand-miscounted"
EXPOSED, FACE_UP = "card-exposed", "card-face-up-in-shoe"
WRONG_RESULT = "wrong-result-registered"
IN_EXCESS, SWAPPED = "card-drawn-in-excess", "cards-swapped"
OF_THE_DEAL = {MISDEALT, DEALING_ERROR, DEALERS_HAND, PLAYERS_HAND, IN_EXCESS, SWAPPED}
"""Words for cards that do not lie as the deal should have put them."""


def as_it_is(table: Table, report: Report) -> Report:
    """The report under the name that its cards give it, on the box that they show."""
    name = report.irregularity
    if name == FACE_UP and is_an_exposed_card(table.game):
        return replace(report, irregularity=EXPOSED)
    by_tableau = table.game.drawn_by_tableau
    if name not in OF_THE_DEAL and not (name == WRONG_RESULT and by_tableau):
        return report
    if by_tableau:
        return replace(report, irregularity=at_a_table_of_play(table, report))
    if report.lies and not report.moves and (moves := exchanged(table, report)):
        report = replace(report, moves=moves)
    wrong = wrong_counts(table, report)
    boxes = sorted(wrong - {DEALER})
    if boxes and report.box not in boxes:
        report = replace(report, box=boxes[0])
    names: tuple[str, ...] = (name,)
    if DEALER in wrong:
        names = (DEALERS_HAND, MISDEALT)
    elif boxes:
        names = (PLAYERS_HAND, MISDEALT)
    elif report.lies or report.moves:
        names = (MISDEALT,)
    known = next((one for one in names if is_covered(table.game, one)), names[-1])
    return replace(report, irregularity=known)


def exchanged(table: Table, report: Report) -> dict[int, int]:
    """Where each hand that is said to lie elsewhere belongs, if whole hands have changed places."""
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    dealt = {table.cards_of(place): place for place in lies}
    moves = {place: dealt[cards] for place, cards in lies.items() if cards in dealt}
    whole = all(len(cards) == table.hand_size and None not in cards for cards in lies.values())
    moved = {place: to for place, to in moves.items() if place != to}
    return moved if whole and set(moves) == set(moves.values()) == set(lies) else {}


def at_a_table_of_play(table: Table, report: Report) -> str:
    """Cards of one hand in the other; either hand with a wrong number; a card beside both."""
    name, both = report.irregularity, (PLAYER_HAND, DEALER)
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    hands = table.round.hands | lies
    now = [hands.get(place, ()) for place in both]
    then = [table.cards_of(place) for place in both]
    same_cards = Counter(card for cards in now for card in cards) == Counter(
        card for cards in then for card in cards
    )
    if lies and same_cards and now != then:
        return SWAPPED
    if name == WRONG_RESULT:
        return name
    if lies and any(then) and sum(map(len, now)) != sum(map(len, then)):
        return name if name == IN_EXCESS and in_order(report) else PLAYERS_HAND
    if name == DEALERS_HAND or (name == IN_EXCESS and report.lies and not in_order(report)):
        return PLAYERS_HAND
    return name


def in_order(report: Report) -> bool:
    return report.facts.get("reconstructable") in {True, "true"}


def is_an_exposed_card(game: Game) -> bool:
    """Whether the document treats a card found face up in the shoe as any exposed card."""
    return Remedy.TURN_DOWN_AND_PLAY_ON in ruling(game, FACE_UP, {}).remedies


def is_covered(game: Game, irregularity: str) -> bool:
    return Remedy.SHIFT_MANAGER_DECIDES not in ruling(game, irregularity, {}).remedies


def wrong_counts(table: Table, report: Report) -> set[int]:
    """The places in play whose hand, as it is said to lie, has a number of cards it cannot have."""
    if table.game.drawn_by_tableau or not report.lies:
        return set()
    hands = moved(lying(table, report), report.moves or {})
    return {
        place
        for place in (*table.boxes_in_play(), DEALER)
        if len(hands.get(place, ())) not in allowed(table)
    }


def moved(hands: dict[int, Cards], moves: dict[int, int]) -> dict[int, Cards]:
    """Hands as they will lie when those that are said to change places have done so."""
    stay = {place: cards for place, cards in hands.items() if place not in moves}
    return stay | {to: hands[place] for place, to in moves.items() if place in hands}


def allowed(table: Table) -> set[int]:
    """How many cards a hand can have by now."""
    if table.step is Step.DEALING:
        return set(range(0, table.hand_size + 1, table.dealing.at_once)) | {table.hand_size}
    return {table.hand_size}
