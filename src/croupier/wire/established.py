"""`established`: a round with `??` for each card not seen as JSON in, what won or lost out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, parse_card
from croupier.engine.checks import (
    article,
    check_decision,
    check_repeated,
    check_table,
    check_wagers,
)
from croupier.engine.deal import Deal, Tableau
from croupier.engine.rounds import Box, Round
from croupier.problems import BadInput
from croupier.table._drawn import MOST_DRAWN
from croupier.table.established import Interrupted, SeenBox, established, in_play, pending
from croupier.wire.decoding import ENCODER, decode
from croupier.wire.rounds import (
    DECODER,
    DEFAULT_BACCARAT_DECKS,
    NO_LIMITS,
    boxes,
    cards,
    game_of,
    limits,
    refuse_boxes,
    wagers,
)

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.table.established import Established, Seen
    from croupier.wire.rounds import RoundIn

NOT_SEEN = "??"


class BetOut(msgspec.Struct, frozen=True):
    box: int | None
    """None in baccarat, which has no boxes."""
    bet: str
    outcome: str
    says: str


class Answer(msgspec.Struct, frozen=True):
    game: str
    established: bool
    bets: tuple[BetOut, ...]
    clauses: tuple[str, ...]
    remedies: tuple[str, ...]


def established_json(data: bytes) -> bytes:
    return ENCODER.encode(answer(established(parse(data))))


def answer(found: Established) -> Answer:
    bets = tuple([BetOut(bet.box, bet.bet, bet.outcome, bet.says) for bet in found.bets])
    remedies = found.ruling.remedies
    return Answer(found.game.name, found.established, bets, found.clauses, remedies)


def parse(data: bytes) -> Interrupted:
    """The round that a JSON text describes, as far as it had come."""
    return interrupted(decode(DECODER, data))


def interrupted(given: RoundIn) -> Interrupted:
    game = game_of(given)
    if given.void is not None:
        raise BadInput("a void round has no outcome to establish", "void")
    if isinstance(game.deal, Deal):
        return at_boxes(game, game.deal, given)
    return at_terminals(game, given)


def at_boxes(game: Game, deal: Deal, given: RoundIn) -> Interrupted:
    round_ = boxes(game, without_gaps(given))
    check_table(round_)
    dealer = seen_hand(deal, given.dealer, "dealer")
    seen = [
        seen_box(game, deal, box, one.cards)
        for box, one in zip(round_.boxes, given.boxes or (), strict=True)
    ]
    check_enough(round_, len(dealer) + sum([len(box.cards) for box in seen]))
    check_repeated(round_, [card for hand in hands_of(round_) for card in hand])
    return Interrupted(game, tuple(seen), dealer)


def without_gaps(given: RoundIn) -> RoundIn:
    """The same round with nothing but the cards that were seen."""
    shown = [replace(box, cards=without_gap(box.cards)) for box in given.boxes or ()]
    return replace(given, dealer=without_gap(given.dealer), boxes=tuple(shown))


def without_gap(text: str | None) -> str | None:
    return text and " ".join([word for word in text.split() if word != NOT_SEEN])


def seen_box(game: Game, deal: Deal, box: Box, text: str | None) -> SeenBox:
    check_wagers(game, box)
    bets = frozenset(box.bets)
    seen = SeenBox(box.number, (), bets, box.decision)
    check_decision_so_far(game, box, seen)
    if text is None and not in_play(game, seen):
        return seen  # no hand is dealt there
    return SeenBox(box.number, seen_hand(deal, text, *box.place, "cards"), bets, box.decision)


def seen_hand(deal: Deal, text: str | None, *place: str) -> Seen:
    hand = gaps(deal.cards) if text is None else seen_cards(text)
    if len(hand) != deal.cards:
        what = f"a hand has {deal.cards} cards, not {len(hand)}; one not seen is written {NOT_SEEN}"
        raise BadInput(what, *place, clauses=deal.cite.numbers)
    return hand


def seen_cards(text: str) -> Seen:
    return tuple([None if word == NOT_SEEN else parse_card(word) for word in text.split()])


def gaps(number: int) -> Seen:
    return (None,) * number


def hands_of(round_: Round) -> list[Hand]:
    return [hand for hand in (round_.against, *[box.hand for box in round_.boxes]) if hand]


def check_enough(round_: Round, needed: int) -> None:
    """However many boxes a layout shows, a pack must fill their hands."""
    there = len(DECK) * round_.decks
    if needed > there:
        what = f"so many hands need {needed} cards, and there are {there}"
        raise BadInput(what, "boxes", clauses=round_.game.packs.cite.numbers)


def check_decision_so_far(game: Game, box: Box, seen: SeenBox) -> None:
    """A decision may still be to come, but then no bet can follow from it."""
    if game.decision is None:
        if box.decision is not None:
            raise BadInput("this game has no decision", *box.place, "decision")
    elif not pending(game, seen):
        check_decision(game, box)
    elif game.decision.play in box.bets:
        what = f"there is {article(game.decision.play)} bet, and the decision is missing"
        raise BadInput(what, *box.place, clauses=game.decision.place.numbers)


def at_terminals(game: Game, given: RoundIn) -> Interrupted:
    """A game without boxes: its cards in the order drawn, those not drawn left off or as gaps."""
    assert isinstance(game.deal, Tableau)
    refuse_boxes(game, given)
    seen = cards(without_gap(given.cards), "cards")
    box = Box(None, wagers(given.wagers or ()), seen)
    decks = DEFAULT_BACCARAT_DECKS if given.decks is None else given.decks
    limited = limits(tuple(given.limits.items())) if given.limits else NO_LIMITS
    round_ = Round(game=game, boxes=(box,), against=None, decks=decks, limits=limited)
    check_table(round_)
    check_wagers(game, box)
    drawn = seen_cards(given.cards or "")
    if len(drawn) > MOST_DRAWN:
        what = f"{len(drawn)} cards, and a round draws at most {MOST_DRAWN}"
        raise BadInput(what, "cards", clauses=game.deal.player.cite.numbers)
    check_repeated(round_, list(seen or ()))
    return Interrupted(game, (SeenBox(None, drawn, frozenset(box.bets)),))
