"""Ways to decide a hand: by name, by the weakest hand played, or by a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand, parse_cards
from croupier.lab.hands import up_to_suits
from croupier.lab.poker import Lab
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.lab.poker import HandValue

Folds = Callable[[Hand], bool]
"""Whether a hand is folded; it may look at its ranks, and at whether all suits are the same."""
BEST, QUALIFYING, ALWAYS = "best", "qualify", "always"
NAMES = (BEST, QUALIFYING, ALWAYS)


@dataclass(frozen=True)
class Policy:
    name: str
    folds: Folds

    def folds_valued(self, value: HandValue) -> bool:
        return self.folds(value.hand)


def policy_of(game: Game, asked: str | Folds = BEST) -> Policy | None:
    """None for a game in which nothing is decided."""
    if game.decision is None:
        if asked != BEST:
            raise BadInput(f"{game.name} has nothing to decide", "strategy")
        return None
    if callable(asked):
        name = getattr(asked, "__name__", "a function")
        return Policy(name, decided(asked, name))
    if not isinstance(asked, str):
        raise BadInput(f"{str(asked)[:20]!r} is neither a name nor a function", "strategy")
    return Policy(asked, named(Lab(game), asked))


def named(lab: Lab, asked: str) -> Folds:
    if asked == BEST:
        return lab.folds
    if asked == ALWAYS:
        return lambda _: False
    if asked == QUALIFYING:
        return lambda hand: lab.dealers.of(hand) < lab.least
    weakest = lab.dealers.of(weakest_played(asked))
    return lambda hand: lab.dealers.of(hand) < weakest


def weakest_played(asked: str) -> Hand:
    try:
        hand = parse_cards(asked)
    except BadInput:
        hand = Hand(())
    if len(set(hand)) != 3:  # noqa: PLR2004 - as many as a hand has
        ways = ", ".join(NAMES)
        raise BadInput(f"{asked[:40]!r} is none of {ways} and no hand like 'Qh 6d 4s'", "strategy")
    return hand


def decided(asked: Folds, name: str) -> Folds:
    """What a function says of hands as they are told apart: each is asked about once."""
    answers: dict[Hand, bool] = {}

    def folds(hand: Hand) -> bool:
        seen = as_seen(hand)
        if seen not in answers:
            answers[seen] = answered(asked, seen, name)
        return answers[seen]

    for hand, _ in up_to_suits():
        folds(hand)
    return folds


def as_seen(hand: Hand) -> Hand:
    """From high to low, in the suit that all cards have, or else in three."""
    ranks = sorted([card.rank for card in hand], key=RANKS.index, reverse=True)
    suits = {card.suit for card in hand}
    return Hand(map(Card, ranks, SUITS if len(suits) > 1 else suits.pop() * len(ranks)))


def answered(asked: Folds, hand: Hand, name: str) -> bool:
    try:
        told = asked(hand)
    except Exception as error:
        what = f"{type(error).__name__}: {error}".rstrip(": ")[:80]
        raise BadInput(f"{name} failed at {hand} with {what}", "strategy") from error
    if not isinstance(told, bool):
        raise BadInput(f"{name} says {str(told)[:20]!r} of {hand}, not True or False", "strategy")
    return told
