"""Remedies for hands: moved whole, or the deal put right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.engine.irregularities import Remedy
from croupier.engine.steps import Dealing
from croupier.problems import BadInput
from croupier.rulebook.marks import carries, defines, handles
from croupier.said import Said, Sentence
from croupier.table import events as happened
from croupier.table.answers import NAME_ALL_CARDS_OF_THE_ROUND, NO_CARDS_ARE_DEALT
from croupier.table.commands import BURNT, DEALER, KEPT, PLAYER_HAND
from croupier.table.dealing import cards_text, place_of
from croupier.table.masked import can_be_the_same
from croupier.table.remedies.cards import keep_cards, loose, lying, new_cards, ordered, sound
from croupier.table.remedies.corrections import is_late, of_a_round_at_hand
from croupier.table.remedies.rounds import a_round, miscounted
from croupier.table.situation import allowed, wrong_counts
from croupier.table.state import INITIAL, Cards, Step, as_drawn, deal_order, parsed, read

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.commands import Report
    from croupier.table.events import AnyEvent, RulingMade
    from croupier.table.state import Table

NAME_THE_COMPLETE_HANDS_THAT_CHANGE_PLACES = Sentence(
    "name-the-complete-hands-that-change-places", "name the complete hands that change places"
)
ONLY_COMPLETE_HANDS_ARE_MOVED = Sentence(
    "only-complete-hands-are-moved", "only complete hands are moved"
)
MOVES_LEAVE_HANDS_MISPLACED = Sentence(
    "moves-leave-hands-misplaced", "by these moves the hands do not lie where they belong"
)
CARDS_MUST_BE_READ_BEFORE_THE_DEAL = Sentence(
    "cards-must-be-read-before-the-deal", "cards must be read before the deal is put right"
)
WRONG_NUMBER_IS_ITS_OWN_IRREGULARITY = Sentence(
    "wrong-number-is-its-own-irregularity",
    "a hand with a wrong number of cards is an irregularity of its own",
)
HAND_OF_WRONG_NUMBER_HAS_NO_RANK = Sentence(
    "hand-of-wrong-number-has-no-rank",
    "{place:place} has a wrong number of cards, and such a hand has no rank",
)
NAME_THE_HANDS_AS_THEY_LIE = Sentence("name-the-hands-as-they-lie", "name the hands as they lie")
NAME_THE_CARDS_OF_BOTH_HANDS = Sentence(
    "name-the-cards-of-both-hands", "name the cards of both hands as they lie"
)
TABLE_OF_PLAY_DOES_NOT_GIVE_THESE_HANDS = Sentence(
    "table-of-play-does-not-give-these-hands", "the table of play does not give these hands"
)


def move_hands(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    moves = made.ruling.report.moves or {}
    return [happened.HandsMoved(by=made.by, at=asked.at, moves=moves, clauses=made.clauses)]


def moves(table: Table, report: Report) -> Said | None:
    """Complete hands, each to a place that is free or becomes so, and all is right by it."""
    given, hands = report.moves or {}, lying(table, report)
    targets = set(given.values())
    if not given or not set(given) <= set(hands) or len(targets) < len(given):
        return NAME_THE_COMPLETE_HANDS_THAT_CHANGE_PLACES()
    if any(len(hands[place]) != table.hand_size for place in given):
        return ONLY_COMPLETE_HANDS_ARE_MOVED()
    stay = {place for place in hands if place not in given} - {BURNT}
    wanted = {*table.boxes_in_play(), DEALER}
    dealing = table.step is Step.DEALING
    if stay & targets or not stay | targets <= wanted or (not dealing and stay | targets != wanted):
        return MOVES_LEAVE_HANDS_MISPLACED()
    return a_round(table, report)


@defines("reconstruct")
def reconstruct(asked: Asked, made: RulingMade) -> list[AnyEvent]:
    if cards := loose(asked.table, made.ruling.report):
        more = asked.table.step in {Step.BETTING, Step.DEALING}
        return ordered(asked, made, cards_text(cards)) if more else keep_cards(asked, made, cards)
    hands, over = intended(asked.table)
    for_later = asked.table.game.shoe_lasts
    return [
        happened.DealReconstructed(
            by=made.by,
            at=asked.at,
            hands={place: cards_text(cards) for place, cards in hands.items() if place != BURNT},
            burnt=cards_text(hands.get(BURNT, ())),
            kept=cards_text(over) if for_later else "",
            removed="" if for_later else cards_text(over),
            clauses=made.clauses,
        )
    ]


def drawn_cards(table: Table, report: Report) -> Said | None:
    """A deal is put right from the order in which the cards left the shoe."""
    if loose(table, report):
        return new_cards(table, report)
    if table.step in {Step.BETTING, Step.CONCLUDED} and not table.round.lines:
        return NO_CARDS_ARE_DEALT()
    now = Counter(parsed(report.drawn)) if report.drawn else Counter(table.round.drawn)
    hands = lying(table, report)
    there = Counter(card for cards in hands.values() for card in cards)
    there.update((*table.round.removed, *table.kept))
    if not can_be_the_same(there, now):
        return NAME_ALL_CARDS_OF_THE_ROUND()
    unread = any(None in cards for place, cards in hands.items() if place != BURNT)
    if unread and table.game.drawn_by_tableau:
        return CARDS_MUST_BE_READ_BEFORE_THE_DEAL()
    return sound(table, now)


@carries(Dealing)
@defines("reconstruct")
def intended(table: Table) -> tuple[dict[int, Cards], Cards]:
    """Where each card should have gone in the order drawn, and the cards over."""
    deal = table.game.deal
    if isinstance(deal, Tableau):
        return by_the_table_of_play(table, deal)
    hands: dict[int, Cards] = {}
    drawn = zip(table.round.drawn, table.round.drawn_to, strict=True)
    left = [card for card, to in drawn if to in table.round.hands]  # the rest is out of play
    for place in deal_order(table):
        size = 1 if place == BURNT else table.dealing.at_once
        cards, left = left[:size], left[size:]
        if cards:
            hands[place] = hands.get(place, ()) + tuple(cards)
    return hands, tuple(left)


def by_the_table_of_play(table: Table, deal: Tableau) -> tuple[dict[int, Cards], Cards]:
    drawn = zip(table.round.drawn, table.round.drawn_to, strict=True)
    left = [card for card, to in drawn if to != KEPT]
    size = len(table.cards_of(BURNT))
    burnt, left = tuple(left[:size]), left[size:]
    first, left = left[:INITIAL], left[INITIAL:]
    player, banker = tuple(first[0::2]), tuple(first[1::2])
    while left and len(first) == INITIAL:
        both = read(player), read(banker)
        side = deal.draws(both[0], both[1]) if both[0] and both[1] else None
        if side is None:
            break
        if side.value == "player":
            player += (left.pop(0),)
        else:
            banker += (left.pop(0),)
    hands = {PLAYER_HAND: player, DEALER: banker}
    return hands | ({BURNT: burnt} if burnt else {}), tuple(left)


def whole_hands(table: Table, report: Report) -> Said | None:
    """A hand that is not put right has its cards, or can still get them, before it is played on."""
    rebuilt = report.facts.get("reconstructable") in {True, "true"}
    if table.step is Step.BETTING:
        return NO_CARDS_ARE_DEALT()
    if table.game.drawn_by_tableau or rebuilt or report.moves:
        return a_round(table, report)
    removed = miscounted(table, report)
    stays = {place: cards for place, cards in lying(table, report).items() if place not in removed}
    sizes = {len(cards) for place, cards in stays.items() if place != BURNT}
    if sizes - allowed(table):
        return WRONG_NUMBER_IS_ITS_OWN_IRREGULARITY()
    return a_round(table, report)


def a_hand_each(table: Table, report: Report) -> Said | None:
    """Play goes on only with hands that have, or can still get, the cards of a hand."""
    wrong = wrong_counts(table, report)
    if not wrong:
        return None
    return HAND_OF_WRONG_NUMBER_HAS_NO_RANK(place=place_of(table, min(wrong)))


@carries(Remedy.SETTLE_BY_CARDS)
@handles("display-wrong")
def hands_by_cards(table: Table, report: Report) -> Said | None:
    lies = {place: parsed(cards) for place, cards in (report.lies or {}).items()}
    player, banker = lies.get(PLAYER_HAND), lies.get(DEALER)
    deal = table.game.deal
    if not isinstance(deal, Tableau):
        return a_round(table, report) if lies else NAME_THE_HANDS_AS_THEY_LIE()
    if report.irregularity == "display-wrong" and not lies:
        return None  # the settlement is by the cards in any case
    if is_late(table, report):
        if says := of_a_round_at_hand(table, report):
            return says
    elif table.step in {Step.BETTING, Step.CONCLUDED} and not table.round.lines:
        return NO_CARDS_ARE_DEALT()
    drawn = read(as_drawn(player or (), banker or ()))
    if not player or not banker or drawn is None:
        return NAME_THE_CARDS_OF_BOTH_HANDS()
    try:
        fits = deal.hands(drawn) == (player, banker)
    except BadInput as wrong:
        return wrong.said
    return None if fits else TABLE_OF_PLAY_DOES_NOT_GIVE_THESE_HANDS()
