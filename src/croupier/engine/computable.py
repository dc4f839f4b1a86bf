"""Find what the odds, the shoe, the simulator and `established` cannot compute of a game.

These engines do not settle a bet on every deal. They settle it once for all rounds that look alike:
baccarat hands with the same points, both with a pair or both without; hands at boxes that rank
alike. A bet that distinguishes such rounds would get a wrong figure. So each bet is tried here on
examples.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import RANKS, Card, Hand
from croupier.engine.deal import Deal, Tableau
from croupier.engine.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator

    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game
    from croupier.engine.ranking import Rank

    Round = tuple["Ranked", "Ranked"]
    """A player's hand and the hand against it."""
    View = Callable[["Ranked", "Ranked"], Hashable]
    """What the engines see of a round: rounds with the same view are one to them."""

MOST_CARDS = 3
"""Of a hand at a box. Where players decide, a hand has exactly so many."""
FEWEST_PACKS = 2
"""Of a shoe: the six cards of a round must not be able to use up a rank."""


def not_computable(game: Game) -> Iterator[str]:
    """Yield a line for each thing that makes a figure of this game wrong or impossible."""
    if isinstance(game.deal, Tableau):
        if game.packs.fewest < FEWEST_PACKS:
            yield f"a shoe is computed with at least {FEWEST_PACKS} packs, and it may have fewer"
        yield from tableau_bets(game, game.deal)
        return
    shape = list(box_shape(game, game.deal))
    yield from shape or box_bets(game, game.deal)


def box_shape(game: Game, deal: Deal) -> Iterator[str]:
    if game.packs.most > 1:
        yield "hands at boxes are computed from one pack, and it may have several"
    if not 1 <= deal.cards <= MOST_CARDS:
        yield f"hands at boxes are computed with 1 to {MOST_CARDS} cards, not {deal.cards}"
    elif game.decision and deal.cards != MOST_CARDS:
        yield f"a decision is computed on hands of {MOST_CARDS} cards, not {deal.cards}"
    if game.decision and game.decision.entry not in game.bonus:
        entry = game.bet[game.decision.entry].title
        yield f"a decision is computed with a bonus on {entry}, and there is none"


class Ranked(NamedTuple):
    hand: Hand
    rank: Rank


def ranked(game: Game, hand: Hand) -> Ranked:
    return Ranked(hand, game.ranking.rank(hand))


def distinguished(bet: Bet, rounds: Iterable[Round], view: View) -> Iterator[str]:
    """Yield a line for the first two rounds with one view that the bet settles differently."""
    known: dict[Hashable, tuple[Line, Round]] = {}
    for own, other in rounds:
        line = bet.settle(Outcome(own.hand, other.hand, own.rank, other.rank))
        expected, alike = known.setdefault(view(own, other), (line, (own, other)))
        if line is not expected:
            first = f"{alike[0].hand} against {alike[1].hand}"
            second = f"{own.hand} against {other.hand}"
            yield f"{bet.title} distinguishes {first} from {second}: that cannot be computed"
            return


def box_bets(game: Game, deal: Deal) -> Iterator[str]:
    hands = sorted((ranked(game, hand) for hand in box_hands(deal.cards)), key=lambda one: one.rank)
    probes = (hands[0], hands[-1])
    equal = equal_ranks(game, deal.cards) if game.decision is None else frozenset()
    for bet in game.bets:
        rounds = chain(product(hands, probes), product(probes, hands))
        yield from distinguished(bet, rounds, box_view(game, bet, equal))


@cache
def box_hands(size: int) -> tuple[Hand, ...]:
    """Return hands with cards in a row, apart, in pairs and of a kind, in one suit and several."""
    places = range(len(RANKS))
    in_a_row, of_a_kind, apart = (
        [[RANKS[(place + step * card) % len(RANKS)] for card in range(size)] for place in places]
        for step in (1, 0, 4)
    )
    paired = [[*kind[:2], RANKS[place - 5]] for place, kind in enumerate(of_a_kind)]
    suited = [
        *product(in_a_row, ("cdh", "ddh", "ccc", "sss")),
        *product(apart, ("cdh", "ddd")),
        *product(of_a_kind, ("cdh",)),
        *product(paired if size == MOST_CARDS else (), ("cdh", "dcc")),
    ]
    return tuple(Hand(map(Card, kind, suits)) for kind, suits in suited)


def equal_ranks(game: Game, size: int) -> frozenset[str]:
    """Return the ranks of cards that the game's ranking does not distinguish, such as pictures."""
    beside = [Hand(map(Card, others, "dh")) for others in ("23", "5T", "9K", "JQ", "A7", "66")]

    def ranks_with(rank: str) -> list[Rank]:
        return [game.ranking.rank(Hand((Card(rank, "c"), *two[: size - 1]))) for two in beside]

    found = {rank: ranks_with(rank) for rank in RANKS}
    return frozenset(
        rank for rank, with_others in found.items() if list(found.values()).count(with_others) > 1
    )


def box_view(game: Game, bet: Bet, equal: frozenset[str]) -> View:
    """How much of a hand and of the dealer's counts for a bet."""
    decision, qualifies = game.decision, game.qualifies
    if decision is None:
        return lambda own, dealer: (own.rank, dealer.rank, ranks_among(own.hand, equal))
    if qualifies and {bet.name, bet.bonus_on} & {decision.entry, decision.play}:
        return lambda own, dealer: (
            own.rank,
            qualifies.when(dealer.hand) and (own.rank >= dealer.rank, own.rank > dealer.rank),
        )
    is_jackpot = game.jackpot is not None and bet.name == game.jackpot.bet
    return lambda own, _: (ranks_among(own.hand, RANKS), single_suit(own.hand, is_jackpot))


def ranks_among(hand: Hand, ranks: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted([card.rank for card in hand if card.rank in ranks]))


def single_suit(hand: Hand, which: bool) -> str | bool:  # noqa: FBT001
    """Whether a hand has one suit; which, where that may count."""
    suits = {card.suit for card in hand}
    return len(suits) == 1 and (suits.pop() if which else True)


def tableau_bets(game: Game, tableau: Tableau) -> Iterator[str]:
    """Try each bet on hands with the same points and pair; then whether it goes by one of them."""
    rounds = [(ranked(game, own), ranked(game, other)) for own, other in tableau_rounds()]
    points, pairs = {}, {}
    for hand, _ in chain.from_iterable(rounds):
        points[hand] = tableau.points(hand)
        pairs[hand] = hand[0].rank == hand[1].rank

    def by_points(own: Ranked, other: Ranked) -> Hashable:
        return points[own.hand], points[other.hand]

    def by_pairs(own: Ranked, other: Ranked) -> Hashable:
        return pairs[own.hand], pairs[other.hand]

    def by_both(own: Ranked, other: Ranked) -> Hashable:
        return by_points(own, other), by_pairs(own, other)

    for bet in game.bets:
        if any(distinguished(bet, rounds, by_points)) and any(distinguished(bet, rounds, by_pairs)):
            together = f"{bet.title} goes by points and by pairs together: that cannot be computed"
            yield next(distinguished(bet, rounds, by_both), together)


@cache
def tableau_rounds() -> tuple[tuple[Hand, Hand], ...]:
    """Return rounds without pairs and with them: two cards and three, one suit and several."""

    def with_each(ranks: str, cards: str, suits: str) -> list[Hand]:
        return [Hand(map(Card, cards.replace("*", rank), suits)) for rank in ranks]

    two, three = (
        with_each(ONE_OF_EACH_VALUE, "K*", "dc"),
        with_each(ONE_OF_EACH_VALUE, "JT*", "dch"),
    )
    suited = with_each(ONE_OF_EACH_VALUE, "Q*", "ss")
    pairs = [
        *(*with_each(RANKS, "**", "cd"), *with_each(RANKS, "**", "ss")),
        *(*with_each(RANKS, "**T", "cdh"), *with_each(RANKS, "**5", "cdh")),
    ]
    return (
        *(*product(two, two), *product(three, two), *product(two, three)),
        *(*product(three, three), *product(suited, suited)),
        *(*product(pairs, two[:2]), *product(two[:2], pairs)),
        *zip(pairs, pairs[len(RANKS) :], strict=False),
    )


ONE_OF_EACH_VALUE = "A23456789T"
