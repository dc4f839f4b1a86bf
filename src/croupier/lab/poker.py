"""Exact odds of three-card poker: every hand, both choices, and the best of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.cards import SUITS, Card, Hand
from croupier.engine.bets import Pays
from croupier.lab.figures import BetOdds, LineOdds, chances_of
from croupier.lab.hands import DEALERS, PAIRS, Dealers, up_to_suits
from croupier.lab.lines import Tally, net_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome


@dataclass(frozen=True)
class Settled:
    """The lines that settle ante, bonus and play together, and what they bring per ante."""

    lines: tuple[Line, ...]

    @cached_property
    def net(self) -> Fraction:
        return sum((net_of(line) for line in self.lines), Fraction(0))

    @property
    def event(self) -> str:
        return " and ".join(dict.fromkeys(line.event for line in self.lines))

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for line in self.lines for one in line.cite.numbers))


@dataclass(frozen=True)
class HandValue:
    """A hand with both choices; `alike` hands differ from it by an exchange of suits."""

    hand: Hand
    alike: int
    played: tuple[tuple[Settled, int], ...]
    """How it can end if played, and against how many of the dealer's hands."""
    folded: Settled

    @cached_property
    def play(self) -> Fraction:
        """What playing is worth, per ante."""
        return sum((one.net * number for one, number in self.played), Fraction(0)) / DEALERS

    @property
    def fold(self) -> Fraction:
        return self.folded.net

    @property
    def best_is_fold(self) -> bool:
        return self.fold > self.play


class Lab:
    """Every hand of a game with a decision, valued."""

    def __init__(self, game: Game) -> None:
        assert game.decision is not None
        assert game.qualifies is not None
        self.game = game
        self.entry_bet = game.bet[game.decision.entry]
        self.play_bet = game.bet[game.decision.play]
        self.bonus = game.bonus[self.entry_bet.name]
        self.dealers = Dealers(game.ranking.rank)
        example = self.dealers.example
        self.least = min(one for one, hand in example.items() if game.qualifies.when(hand))
        self.weak, self.strong = example[self.least - 1], example[len(example) - 1]
        odd = game.ranking.rank(self.weak)[0]
        firsts = [place for place, rank in enumerate(self.dealers.ranks) if rank[0] != odd]
        self.first_not_odd = firsts[0]
        """The least hand of a better category than the dealer's best that does not qualify."""
        self.known: dict[tuple[int, ...], Settled] = {}

    def dealt(self, hand: Hand) -> Iterator[tuple[Hand, int]]:
        """A dealer's hand of each sort that the lines can tell apart, and how many there are."""
        own, below = self.dealers.of(hand), self.dealers.below
        unqualified = below(hand, self.least)
        yield self.weak, unqualified
        met = unqualified
        if own >= self.least:
            lower, until = below(hand, own), below(hand, own + 1)
            yield self.dealers.example[self.least], lower - unqualified
            yield hand, until - lower
            met = until
        yield self.strong, DEALERS - met

    def value(self, hand: Hand, alike: int = 1) -> HandValue:
        played = tuple(
            (self.settled(self.game.outcome(hand, dealer)), number)
            for dealer, number in self.dealt(hand)
            if number
        )
        folded = self.settled(self.game.outcome(hand, self.weak, folded=True))
        return HandValue(hand, alike, played, folded)

    def settled(self, outcome: Outcome) -> Settled:
        """Ante, bonus and, unless folded, play of one outcome."""
        lines: list[Line] = [self.entry_bet.settle(outcome)]
        bonus = self.bonus.settle(outcome)
        if isinstance(bonus, Pays):
            lines.append(bonus)
        if not outcome.folded:
            lines.append(self.play_bet.settle(outcome))
        return self.known.setdefault(tuple(map(id, lines)), Settled(tuple(lines)))

    @cached_property
    def hands(self) -> tuple[HandValue, ...]:
        return tuple(self.value(hand, alike) for hand, alike in up_to_suits())

    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Every hand at best play against each sort of dealer's hand, with how often that comes."""
        for value in self.hands:
            folded, suited = value.best_is_fold, len({card.suit for card in value.hand}) == 1
            hands = in_every_suit(value.hand) if suited else [value.hand]
            for dealer, number in self.dealt(value.hand):
                for hand in hands:
                    outcome = self.game.outcome(hand, dealer, folded=folded)
                    if number:
                        yield outcome, number * value.alike // len(hands)

    @cached_property
    def weakest_played(self) -> int:
        """The strength from which best play never folds, and below which it always does."""
        played = min(self.dealers.of(value.hand) for value in self.hands if not best(value))
        folded = max(self.dealers.of(value.hand) for value in self.hands if best(value))
        assert folded < played
        return played

    def entry(self, folds: Callable[[HandValue], bool]) -> BetOdds:
        """The ante with its play bet and bonus, by a policy; per ante."""
        counts: dict[int, int] = defaultdict(int)
        ways = {id(one): one for one in self.known.values()}
        for value in self.hands:
            for one, number in ((value.folded, DEALERS),) if folds(value) else value.played:
                ways[id(one)] = one
                counts[id(one)] += number * value.alike
        lines = [
            LineOdds(one.event, None, one.net, number, Fraction(number, PAIRS), one.clauses)
            for one, number in ((ways[key], number) for key, number in counts.items())
        ]
        ordered = sorted(lines, key=lambda line: (-line.net, line.event))
        chances = chances_of(((line.clauses, line.combinations) for line in lines), PAIRS)
        return BetOdds(self.entry_bet.name, tuple(ordered), chances)


def in_every_suit(hand: Hand) -> list[Hand]:
    return [Hand([Card(card.rank, suit) for card in hand]) for suit in SUITS]


def best(value: HandValue) -> bool:
    """Fold where that loses less."""
    return value.best_is_fold


def own_hand(lab: Lab, bet: Bet) -> BetOdds:
    """A bet on the own hand alone, never folded."""
    tally = Tally(lab.game, PAIRS)
    for hand, alike in up_to_suits():
        tally.add(bet, bet.settle(lab.game.outcome(hand, lab.weak)), alike * DEALERS)
    return tally.of(bet)
