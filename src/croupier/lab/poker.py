"""Exact odds of three-card poker: every hand, both choices, and the best of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from typing import TYPE_CHECKING

from croupier.cards import SUITS, Card, Hand
from croupier.engine.bets import Pays
from croupier.engine.outcome import Outcome
from croupier.lab.figures import BetOdds, LineOdds, chances_of
from croupier.lab.hands import DEALERS, PAIRS, Dealers, up_to_suits
from croupier.lab.lines import Tally, net_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game


@dataclass(frozen=True, eq=False)
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
        nets = [(*one.net.as_integer_ratio(), number) for one, number in self.played]
        parts = lcm(*[of for _, of, _ in nets])
        worth = sum([net * (parts // of) * number for net, of, number in nets])
        return Fraction(worth, parts * DEALERS)

    @property
    def fold(self) -> Fraction:
        return self.folded.net

    @cached_property
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
        self.ways: dict[tuple[int, ...], Settled] = {}
        self.settled = cache(self._settled)

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is made of the game anew."""
        return Lab, (self.game,)

    def dealt(self, hand: Hand) -> Iterator[tuple[int, int]]:
        """A dealer's strength of each sort that the lines can tell apart, and how many have it."""
        own, below = self.dealers.of(hand), self.dealers.missing(hand)
        unqualified = below(self.least)
        yield self.least - 1, unqualified
        met = unqualified
        if own >= self.least:
            lower, until = below(own), below(own + 1)
            yield self.least, lower - unqualified
            yield own, until - lower
            met = until
        yield len(self.dealers.ranks) - 1, DEALERS - met

    def value(self, hand: Hand, alike: int = 1) -> HandValue:
        own = self.dealers.of(hand)
        played = tuple(
            (self.settled(own, dealer), number) for dealer, number in self.dealt(hand) if number
        )
        return HandValue(hand, alike, played, self.settled(own, None))

    def _settled(self, own: int, dealer: int | None) -> Settled:
        """Ante, bonus and play of a hand so strong."""
        outcome = self.outcome(self.dealers.example[own], dealer)
        lines: list[Line] = [self.entry_bet.settle(outcome)]
        bonus = self.bonus.settle(outcome)
        if isinstance(bonus, Pays):
            lines.append(bonus)
        if not outcome.folded:
            lines.append(self.play_bet.settle(outcome))
        return self.ways.setdefault(tuple(map(id, lines)), Settled(tuple(lines)))

    def outcome(self, hand: Hand, dealer: int | None) -> Outcome:
        """A hand against a dealer's so strong; without one it is folded."""
        rank, example = self.dealers.ranks, self.dealers.example
        strength = self.least - 1 if dealer is None else dealer
        own = rank[self.dealers.of(hand)]
        return Outcome(hand, example[strength], own, rank[strength], folded=dealer is None)

    @cached_property
    def hands(self) -> tuple[HandValue, ...]:
        return tuple(self.value(hand, alike) for hand, alike in up_to_suits())

    def outcomes(
        self, folds: Callable[[HandValue], bool] | None = None
    ) -> Iterator[tuple[Outcome, int]]:
        """Every hand at best play against each sort of dealer's hand, and how often that comes."""
        folds = folds or best
        for value in self.hands:
            folded, suited = folds(value), len({card.suit for card in value.hand}) == 1
            hands = in_every_suit(value.hand) if suited else [value.hand]
            for strength, number in self.dealt(value.hand):
                dealer = self.dealers.example[strength]
                for hand in hands:
                    outcome = self.game.outcome(hand, dealer, folded=folded)
                    if number:
                        yield outcome, number * value.alike // len(hands)

    @cached_property
    def strengths(self) -> tuple[frozenset[int], frozenset[int]]:
        """Those of hands that best play folds, and of hands that it plays."""
        folded, played = (
            frozenset(self.dealers.of(one.hand) for one in self.hands if best(one) is folds)
            for folds in (True, False)
        )
        return folded, played

    def folds(self, hand: Hand) -> bool:
        """Best play: by strength alone, unless hands so strong differ by the cards they hold."""
        strength = self.dealers.of(hand)
        folded, played = self.strengths
        return strength in folded and (strength not in played or best(self.value(hand)))

    @cached_property
    def weakest_played(self) -> int:
        """The strength from which best play never folds, and below which it always does."""
        folded, played = self.strengths
        assert max(folded) < min(played)
        return min(played)

    def entry(self, folds: Callable[[HandValue], bool]) -> BetOdds:
        """The ante with its play bet and bonus, by a policy; per ante."""
        counts: dict[Settled, int] = defaultdict(int)
        for value in self.hands:
            for one, number in ((value.folded, DEALERS),) if folds(value) else value.played:
                counts[one] += number * value.alike
        return self.entry_odds(counts)

    def entry_odds(self, counts: Mapping[Settled, int]) -> BetOdds:
        lines = [
            LineOdds(
                event=one.event,
                odds=None,
                net=one.net,
                combinations=number,
                probability=Fraction(number, PAIRS),
                clauses=one.clauses,
            )
            for one, number in counts.items()
        ]
        ordered = sorted(lines, key=lambda line: (-line.net, line.event))
        chances = chances_of(((line.clauses, line.combinations) for line in lines), PAIRS)
        played = sum(number for one, number in counts.items() if self.is_played(one))
        staked = 1 + Fraction(played, PAIRS)
        return BetOdds(self.entry_bet.name, tuple(ordered), chances, staked)

    def is_played(self, settled: Settled) -> bool:
        return any(line in self.play_bet.lines for line in settled.lines)


def in_every_suit(hand: Hand) -> list[Hand]:
    return [Hand([Card(card.rank, suit) for card in hand]) for suit in SUITS]


def best(value: HandValue) -> bool:
    """Fold where that loses less."""
    return value.best_is_fold


def own_hand(lab: Lab, bet: Bet) -> BetOdds:
    """A bet on the own hand alone, never folded."""
    tally = Tally(lab.game, PAIRS)
    for hand, alike in up_to_suits():
        tally.add(bet, bet.settle(lab.outcome(hand, lab.least)), alike * DEALERS)
    return tally.of(bet)
