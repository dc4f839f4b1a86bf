"""The jackpot bet: its awards at any meter, and the envy of other hands at the table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import comb, perm, prod
from typing import TYPE_CHECKING

from croupier.cards import DECK, Hand
from croupier.engine.bets import METER, Awards
from croupier.engine.readings import (
    ENVY_AFTER_FOLD,
    ENVY_SEVERAL_HANDS,
    JACKPOT_BET_RETURNED,
    AfterFold,
    JackpotBet,
    SeveralHands,
)
from croupier.lab.figures import BetOdds, LineOdds, Spread, chances_of
from croupier.lab.hands import DEALERS, PAIRS, up_to_suits
from croupier.lab.poker import in_every_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet, Line
    from croupier.engine.configuration import JackpotTerms
    from croupier.lab.poker import Lab

MOST_HANDS = 17
"""One deck holds no more."""
Chances = dict[Fraction, Fraction]
"""What may be got, in units of the bet, and how likely."""


class Envy:
    """What other hands with an ante bring to a box, by the cards that it holds itself."""

    def __init__(self, lab: Lab, bet: Bet, bet_cents: int, others: int) -> None:
        self.others = others
        self.highest_only = lab.game.reads(ENVY_SEVERAL_HANDS) is SeveralHands.HIGHEST
        self.amount: dict[Hand, Fraction] = {}
        if others:
            for cards in combinations(DECK, 3):
                line = bet.settle(lab.game.outcome(Hand(cards), lab.weak))
                if isinstance(line, Awards) and line.envy_cents is not None:
                    self.amount[Hand(cards)] = Fraction(line.envy_cents, bet_cents)
        self.chances = cache(self._chances)

    def possible(self, hand: Hand) -> tuple[Hand, ...]:
        """The hands to envy that others can still hold beside this one."""
        return tuple([one for one in self.amount if not set(one) & set(hand)])

    def _chances(self, possible: tuple[Hand, ...]) -> Chances:
        """By inclusion and exclusion over the hands that can still make the box envious."""
        chances: Chances = defaultdict(Fraction)
        for held in subsets(possible):
            rest = [one for one in possible if one not in held]
            exactly = sum(
                (-1) ** len(more) * self.all_held(len(held) + len(more)) for more in subsets(rest)
            )
            if exactly:
                chances[self.got(held)] += exactly
        return dict(chances)

    def all_held(self, hands: int) -> Fraction:
        """The chance that so many given hands are all among those of the others."""
        ways = prod([comb(len(DECK) - 3 - 3 * dealt, 3) for dealt in range(hands)])
        return Fraction(perm(self.others, hands), ways)

    def got(self, held: tuple[Hand, ...]) -> Fraction:
        amounts = [self.amount[hand] for hand in held]
        return max(amounts, default=Fraction(0)) if self.highest_only else sum(amounts, Fraction(0))


def subsets(hands: tuple[Hand, ...] | list[Hand]) -> Iterator[tuple[Hand, ...]]:
    return chain.from_iterable(combinations(hands, size) for size in range(len(hands) + 1))


def progressive(lab: Lab, bet: Bet, meter_cents: int, bet_cents: int, hands: int) -> BetOdds:
    """The jackpot bet at best play of its ante, per unit of the prescribed bet.

    `hands` with an ante are at the table, the own one among them. A line's net is its mean.
    """
    envy = Envy(lab, bet, bet_cents, hands - 1)
    kept = lab.game.reads(ENVY_AFTER_FOLD) is AfterFold.KEPT
    counts: dict[int, dict[tuple[Hand, ...], int]] = {id(line): {} for line in bet.lines}
    for hand, alike in own_hands(every_suit=hands > 1):
        folded = lab.folds(hand)
        line = bet.settle(lab.outcome(hand, None if folded else lab.least))
        possible = () if folded and not kept else envy.possible(hand)
        by_possible = counts[id(line)]
        by_possible[possible] = by_possible.get(possible, 0) + alike
    lines = []
    for line in bet.lines:
        own = own_net(lab, line, meter_cents, bet_cents)
        nets: Chances = defaultdict(Fraction)
        for possible, alike in counts[id(line)].items():
            for amount, chance in envy.chances(possible).items():
                nets[own + amount] += chance * alike
        lines.append(line_odds(line, sum(counts[id(line)].values()), nets))
    chances = chances_of(((line.clauses, line.combinations) for line in lines), PAIRS)
    return BetOdds(bet.name, tuple(lines), chances)


def own_hands(*, every_suit: bool) -> Iterator[tuple[Hand, int]]:
    """Every hand, or one for those alike but for suits where only one suit alone can matter."""
    if every_suit:
        yield from ((Hand(cards), 1) for cards in combinations(DECK, 3))
        return
    for hand, alike in up_to_suits():
        if len({card.suit for card in hand}) > 1:
            yield hand, alike
        else:
            yield from ((suited, 1) for suited in in_every_suit(hand))


def own_net(lab: Lab, line: Line, meter_cents: int, bet_cents: int) -> Fraction:
    if not isinstance(line, Awards):
        return Fraction(-1)
    award = meter_cents if line.amount_cents is None else line.amount_cents
    returned = lab.game.reads(JACKPOT_BET_RETURNED) is JackpotBet.RETURNED
    return Fraction(award, bet_cents) - (0 if returned else 1)


def line_odds(line: Line, hands: int, nets: Chances) -> LineOdds:
    weight = sum(nets.values(), Fraction(0)) or Fraction(1)
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0)) / weight
    spread = Spread({net: chance / weight for net, chance in nets.items()})
    number = hands * DEALERS
    chance = Fraction(number, PAIRS)
    return LineOdds(
        event=line.event,
        odds=None,
        net=mean,
        combinations=number,
        probability=chance,
        clauses=line.cite.numbers,
        spread=spread,
    )


@dataclass(frozen=True)
class Prospects:
    """What a jackpot comes to in the long run; amounts in cents."""

    terms: JackpotTerms
    chance: Fraction
    """That one bet wins the meter."""
    ev_at_meter: Fraction
    meter_cents: int

    @property
    def bets_between_hits(self) -> Fraction:
        return 1 / self.chance

    @property
    def break_even_meter(self) -> Fraction:
        """Where the bet is worth what it costs."""
        return self.meter_cents - self.ev_at_meter * self.terms.bet_cents / self.chance

    @property
    def contribution(self) -> Fraction:
        """Of each bet to the meter."""
        return self.terms.contribution * self.terms.bet_cents

    @property
    def mean_meter_at_hit(self) -> Fraction:
        """The seed and one contribution for each bet from hit to hit, whichever award has it."""
        return self.terms.seed_cents + self.contribution * self.bets_between_hits

    @property
    def ev_in_the_long_run(self) -> Fraction:
        """Per bet, with the meter where it stands on average when it is won."""
        more = self.mean_meter_at_hit - self.meter_cents
        return self.ev_at_meter + more * self.chance / self.terms.bet_cents

    def cost(self, bets: int) -> tuple[Fraction, Fraction]:
        """What seeds and contributions cost the house over so many bets."""
        return bets * self.chance * self.terms.seed_cents, bets * self.contribution


def prospects(odds: BetOdds, bet: Bet, terms: JackpotTerms, meter_cents: int) -> Prospects:
    [major] = [line for line in bet.lines if isinstance(line, Awards) and line.amount == METER]
    chance = next(line.probability for line in odds.lines if line.event == major.event)
    return Prospects(terms, chance, odds.ev, meter_cents)
