"""Whether an interrupted round has an outcome: the bets that can only win, or can only lose.

Proved over every way in which the unseen cards can fall; a push is neither won nor lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.engine.decisions import Choice
from croupier.engine.readings import OUTCOME_ESTABLISHED
from croupier.engine.readings import Established as By
from croupier.engine.rulings import ruling
from croupier.problems import BadInput
from croupier.rulebook.marks import handles
from croupier.said import Said, Sentence
from croupier.table._dealt import dealt
from croupier.table._dealt import reached as dealt_lines
from croupier.table._drawn import draws

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card
    from croupier.engine.bets import Bet, Result
    from croupier.engine.game import Game
    from croupier.engine.rulings import Ruling
    from croupier.table._lines import Lines

CAN_ONLY = Sentence(
    "bet-can-only",
    "{situation:said}: {bet:title} can only {outcome:outcome}"
    "[{by_others:if}, by the cards of other boxes] ({events:events}).",
)
CARDS_DRAWN = Sentence("cards-drawn-are", "The cards drawn are [{cards:cards}|nothing yet]")
BOX_HAS_FOLDED = Sentence("box-has-folded", "Box {box} has folded")
BOX_SHOWS = Sentence(
    "box-and-dealer-show",
    "Box {box} shows [{cards:cards}|nothing yet][{may_fold:if} and may still fold],"
    " the dealer [{dealer:cards}|nothing yet]",
)

Seen = tuple["Card | None", ...]
"""Cards in the order dealt, with a gap for each that was not seen."""


@dataclass(frozen=True, slots=True)
class SeenBox:
    """A box when play stopped; in baccarat the whole table is one, with all cards as drawn."""

    number: int | None
    cards: Seen
    bets: frozenset[str]
    """Those that lie on it."""
    decision: Choice | None = None


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A round when play stopped, its hands no more than the packs can fill.

    A hand taken out of play or a burnt card, if it was seen, is a box without bets.
    """

    game: Game
    """Under the readings in force."""
    boxes: tuple[SeenBox, ...]
    dealer: Seen = ()


@dataclass(frozen=True, slots=True)
class EstablishedBet:
    box: int | None
    bet: str
    outcome: Result
    """Win, at whatever odds, or lose."""
    says: str


@dataclass(frozen=True, slots=True)
class Established:
    """What has conclusively won or lost, and what the game's document then orders."""

    game: Game
    bets: tuple[EstablishedBet, ...]
    ruling: Ruling

    @property
    def established(self) -> bool:
        return bool(self.bets)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Those that decide, less a clause that only introduces another of them."""
        ruled = self.ruling.clauses
        return tuple([one for one in ruled if not any(it.startswith(f"{one}.") for it in ruled)])


@handles("power-failure")
def established(round_: Interrupted) -> Established:
    game = round_.game
    bets = tuple([bet for box in round_.boxes for bet in decided(round_, box)])
    return Established(game, bets, ruling(game, "power-failure", {"established": bool(bets)}))


def decided(round_: Interrupted, box: SeenBox) -> Iterator[EstablishedBet]:
    bets = available(round_.game, box)
    lines, reached = can_settle(round_, box, bets)
    found = [(bet, outcome) for bet in bets if (outcome := lines.result(bet.name, reached))]
    _, alone = can_settle(replace(round_, boxes=(box,)), box, [bet for bet, _ in found])
    for bet, outcome in found:
        said = CAN_ONLY(
            situation=situation(round_, box),
            bet=bet.name,
            outcome=outcome,
            by_others=not lines.result(bet.name, alone),
            events=list(lines.events(bet.name, reached)),
        )
        yield EstablishedBet(box.number, bet.name, outcome, str(said))


def available(game: Game, box: SeenBox) -> list[Bet]:
    """The bets that a box in play can hold, or by the other reading those that it does hold."""
    if not in_play(game, box):
        return []
    only_placed = game.reads(OUTCOME_ESTABLISHED) is By.PLACED
    return [
        bet
        for bet in game.bets
        if can_hold(game, box, bet) and (bet.name in box.bets or not only_placed)
    ]


def in_play(game: Game, box: SeenBox) -> bool:
    """A terminal always is; a box needs a wager that is not simply returned."""
    return game.boxes is None or any(can_hold(game, box, game.bet[name]) for name in box.bets)


def can_hold(game: Game, box: SeenBox, bet: Bet) -> bool:
    if bet.bonus_on or (bet.needs and bet.needs.bet not in box.bets):
        return False
    decision = game.decision
    if decision and bet.name == decision.entry:
        return bet.name in box.bets
    if decision and bet.name == decision.play:
        return box.decision is Choice.PLAY
    return True


def pending(game: Game, box: SeenBox) -> bool:
    return game.decision is not None and game.decision.entry in box.bets and box.decision is None


def can_settle(round_: Interrupted, box: SeenBox, bets: list[Bet]) -> tuple[Lines, int]:
    """The lines that can still settle the bets of a box."""
    game = round_.game
    if isinstance(game.deal, Tableau):
        drawn = draws(game)
        reached = drawn.reached(box.cards)
        if not reached:
            last = [card for card in box.cards if card][-1]
            what = f"neither hand draws {last}, whatever the unseen cards are"
            raise BadInput(what, "cards", clauses=game.deal.player.cite.numbers)
        return drawn.lines, reached
    hands = dealt(game)
    seen = seen_of(round_.dealer, *[one.cards for one in round_.boxes])
    folded = (False, True) if pending(game, box) else (box.decision is Choice.FOLD,)
    names = tuple([bet.name for bet in bets])
    own, dealer = seen_of(box.cards), seen_of(round_.dealer)
    return hands.lines, dealt_lines(hands, own, dealer, seen, names, *folded)


def seen_of(*hands: Seen) -> frozenset[Card]:
    return frozenset([card for hand in hands for card in hand if card])


def situation(round_: Interrupted, box: SeenBox) -> Said:
    if box.number is None:
        return CARDS_DRAWN(cards=cards_text(box.cards))
    if box.decision is Choice.FOLD:
        return BOX_HAS_FOLDED(box=box.number)
    return BOX_SHOWS(
        box=box.number,
        cards=cards_text(box.cards),
        may_fold=pending(round_.game, box),
        dealer=cards_text(round_.dealer),
    )


def cards_text(cards: Seen) -> str:
    return " ".join([str(card or "??") for card in cards]) if any(cards) else ""
