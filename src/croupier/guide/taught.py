"""A round as it is taught: two hands, how third cards came, each bet settled by the rulebook.

Nothing of it is written down, and no table takes part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.cards import Hand
from croupier.engine.checks import check
from croupier.engine.deal import INITIAL_EACH, Deal, Side, Tableau
from croupier.engine.decisions import Choice
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.cards import Card
    from croupier.engine.game import Game
    from croupier.engine.settlement import Settled

LEARNER = "p1"
MOST_CARDS = 6
"""Two hands of three."""


class TaughtHand(msgspec.Struct, frozen=True):
    cards: str
    hand: str | None
    """What the document calls it."""
    points: int | None
    qualifies: bool | None
    """Of a dealer's hand, where the game asks it."""


class ThirdCard(msgspec.Struct, frozen=True):
    """Why a side drew a third card, or stood."""

    side: Side
    points: int
    """Of its first two cards."""
    after: int | None
    """What the Player Hand's third card counts, where that decides."""
    natural: bool
    card: str
    """Empty: it stands."""
    clauses: tuple[str, ...]


class TaughtLine(msgspec.Struct, frozen=True, kw_only=True):
    bet: str
    event: str
    result: str
    """Win, push, lose or returned."""
    odds: str | None
    stake_cents: int
    back_cents: int
    clauses: tuple[str, ...]


class Dealt(msgspec.Struct, frozen=True):
    hand: Hand
    against: Hand
    thirds: tuple[ThirdCard, ...]


def deal(game: Game, cards: Iterator[Card]) -> Dealt:
    """One hand and the one against it, from cards in their order."""
    if isinstance(game.deal, Deal):
        each = [next(cards) for _ in range(2 * game.deal.cards)]
        return Dealt(Hand(each[: game.deal.cards]), Hand(each[game.deal.cards :]), ())
    return drawn(game.deal, cards)


def drawn(tableau: Tableau, cards: Iterator[Card]) -> Dealt:
    four = [next(cards) for _ in range(2 * INITIAL_EACH)]
    player, banker = Hand(four[0::2]), Hand(four[1::2])
    thirds = []
    for side in Side:
        draws = tableau.draws(player, banker) is side
        card = next(cards) if draws else None
        thirds.append(third(tableau, side, player, banker, card))
        if card and side is Side.PLAYER:
            player = Hand((*player, card))
        elif card:
            banker = Hand((*banker, card))
    return Dealt(player, banker, tuple(thirds))


def third(tableau: Tableau, side: Side, player: Hand, banker: Hand, card: Card | None) -> ThirdCard:
    totals = {
        Side.PLAYER: tableau.points(Hand(player[:INITIAL_EACH])),
        Side.BANKER: tableau.points(Hand(banker)),
    }
    natural = bool(set(totals.values()) & tableau.natural.on)
    after = None
    cite = tableau.player.cite
    if natural:
        cite = tableau.natural.cite
    elif side is Side.BANKER and len(player) == INITIAL_EACH:
        cite = tableau.banker_when_player_stands.cite
    elif side is Side.BANKER:
        after = tableau.points(Hand(player[INITIAL_EACH:]))
        cite = tableau.banker[totals[side]].cite
    return ThirdCard(side, totals[side], after, natural, str(card or ""), cite.numbers)


def shown(game: Game, hand: Hand, *, dealers: bool = False) -> TaughtHand:
    qualifies = game.qualifies.when(hand) if dealers and game.qualifies else None
    return TaughtHand(str(hand), game.name_of(hand), game.points_of(hand), qualifies)


def check_placeable(game: Game, stakes: Mapping[str, int]) -> None:
    """That these bets can lie together on a free box before the deal."""
    for name in stakes:
        bet = game.placeable.get(name)
        if bet is None:
            raise BadInput(f"no bet {name[:40]!r} is placed before the deal")
        if bet.needs and bet.needs.bet not in stakes:
            needed = game.bet[bet.needs.bet].title
            raise BadInput(f"{bet.title} needs {needed}", clauses=bet.needs.cite.numbers)


def settled(
    game: Game, dealt: Dealt, stakes: Mapping[str, int], choice: Choice | None = None
) -> tuple[TaughtLine, ...]:
    """By the rulebook, the stakes as the only ones at the table."""
    wagers = dict(stakes)
    decision = game.decision
    if decision and choice is Choice.PLAY and decision.entry in wagers:
        wagers[decision.play] = wagers[decision.entry]
    box = Box(
        None if game.boxes is None else 1,
        tuple(Wager(LEARNER, bet, cents) for bet, cents in wagers.items()),
        dealt.hand,
        choice,
    )
    round_ = Round(game=game, boxes=(box,), against=dealt.against, decks=game.packs.most)
    check(round_)
    order = [bet.name for bet in game.bets]
    lines = sorted(settle(round_).lines, key=lambda line: order.index(line.bet))
    return tuple(taught(line) for line in lines)


def taught(line: Settled) -> TaughtLine:
    return TaughtLine(
        bet=line.bet,
        event=line.event,
        result=line.result,
        odds=None if line.odds is None else str(line.odds),
        stake_cents=line.stake_cents,
        back_cents=line.back_cents,
        clauses=line.clauses,
    )
