"""Over all hands: rankings are total orders, and one line settles each bet."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, Card, Hand
from croupier.engine.deal import Deal, Tableau
from croupier.games import GAMES, baccarat, game
from croupier.games._poker import Category, category

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome


@cache
def hands_of(cards: int) -> tuple[Hand, ...]:
    return tuple(Hand(hand) for hand in combinations(DECK, cards))


HANDS = hands_of(3)
WORDS = ("Nine", "Eight", "Seven", "Six", "Five", "Four", "Three", "Two", "One", "Zero")
RWS_LIST = (
    "Three Pictures",
    *(
        f"{kind} {word}"
        for word in WORDS
        for kind in ("Double Pictures", "Single Picture", "Plain")
    ),
)
ROYAL_LIST = (
    "Three Pictures",
    *(
        f"{kind} {word}".strip()
        for word in WORDS
        for kind in ("Double Picture", "Single Picture", "")
    ),
)


RANKING = "The ranking list has 31 steps"


def test_there_are_22100_hands() -> None:
    assert len(set(HANDS)) == len(HANDS) == 22_100


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "three-pictures",
            RWS_LIST,
            marks=pytest.mark.clause("three-pictures", "3.3", "C", title=RANKING),
        ),
        pytest.param(
            "lucky-three-pictures",
            RWS_LIST,
            marks=pytest.mark.clause("lucky-three-pictures", "3.3", "G", title=RANKING),
        ),
        pytest.param(
            "royal-three-pictures",
            ROYAL_LIST,
            marks=pytest.mark.clause("royal-three-pictures", "3.20", "3.21", "3.22", title=RANKING),
        ),
    ],
)
def test_the_ranking_list_has_31_steps(name: str, expected: tuple[str, ...]) -> None:
    """Each name is one rank and each rank one name, in the order of the document's list."""
    ranking = game(name).ranking
    assert ranking.name is not None
    pairs = {(ranking.rank(hand), ranking.name(hand)) for hand in HANDS}
    assert tuple(named for _, named in sorted(pairs, reverse=True)) == expected


@pytest.mark.clause("three-card-poker", "3.1.2", title="Poker hands come as often as published")
def test_poker_hands_come_as_often_as_published() -> None:
    assert Counter(category(hand) for hand in HANDS) == {
        Category.STRAIGHT_FLUSH: 48,
        Category.THREE_OF_A_KIND: 52,
        Category.STRAIGHT: 720,
        Category.FLUSH: 1_096,
        Category.ONE_PAIR: 3_744,
        Category.THREE_ODD_CARDS: 16_440,
    }


@pytest.mark.clause("three-card-poker", "1.16", title="The dealer qualifies as often as published")
def test_the_dealer_qualifies_as_often_as_published() -> None:
    dealer = game("three-card-poker").qualifies
    assert dealer is not None
    assert sum(dealer.when(hand) for hand in HANDS) == 15_380


@pytest.mark.clause(
    "three-card-poker", "3.1.1", "3.1.2", "3.1.3", title="Poker ranks are what their cards say"
)
def test_poker_ranks_are_what_their_cards_say() -> None:
    """Equal rank is equal category and equal ranks of cards: suits never count."""
    by_rank: dict[object, set[object]] = {}
    for hand in HANDS:
        ranks = tuple(sorted(card.rank for card in hand))
        by_rank.setdefault(game("three-card-poker").ranking.rank(hand), set()).add(
            (category(hand), ranks)
        )
    assert {len(same) for same in by_rank.values()} == {1}
    assert len(by_rank) == 12 + 13 + 12 + 274 + 156 + 274


BOX_GAMES = [(of, of.deal.cards) for of in GAMES if isinstance(of.deal, Deal)]


@pytest.mark.parametrize(("of", "cards"), BOX_GAMES, ids=[of.name for of, _ in BOX_GAMES])
def test_order_of_the_cards_in_a_hand_never_counts(of: Game, cards: int) -> None:
    for hand in hands_of(cards)[::17]:
        assert of.ranking.rank(Hand(reversed(hand))) == of.ranking.rank(hand)


@cache
def outcomes(name: str) -> list[tuple[Outcome, tuple[Bet, ...]]]:
    """Every hand against a weak and a strong dealer, and all pairs of hand classes.

    That two hands share a card matters to no line. In poker the bets on the own hand alone are left
    out of the pairs, and a fold, which no hand can mend, too.
    """
    of = game(name)
    if isinstance(of.deal, Tableau):
        return [(outcome, of.bets) for outcome in baccarat_outcomes()]
    folds = (False, True) if of.decision else (False,)
    hands = hands_of(of.deal.cards)
    singly = [
        (of.outcome(hand, dealer, folded=fold), of.bets)
        for hand, dealer, fold in product(hands, (hands[0], hands[-1]), folds)
    ]
    classes = {of.ranking.rank(hand) + pictures_of(hand): hand for hand in hands}
    if of.decision:
        classes = {of.ranking.rank(hand): hand for hand in hands}
    duels = tuple(bet for bet in of.bets if bet.name in ("ante", "play")) or of.bets
    pairs = product(classes.values(), repeat=2)
    return singly + [(of.outcome(hand, dealer), duels) for hand, dealer in pairs]


def pictures_of(hand: Hand) -> tuple[int, ...]:
    return tuple(sum(card.rank == rank for card in hand) for rank in "JQK")


def baccarat_outcomes() -> Iterator[Outcome]:
    """Every total, third card and pair that the table of play can come to."""
    table = baccarat.TABLE_OF_PLAY
    ranks = "A23456789T"
    twos = [Hand((Card(a, "c"), Card(b, "d"))) for a, b in product(ranks, "AT")]
    twos += [Hand((Card(a, "c"), Card(a, "d"))) for a in ranks]
    for player, banker, third, fourth in product(twos, twos, ranks, ranks):
        rest = [Card(fourth, "h"), Card(third, "s")]
        hands = {"player": player, "banker": banker}
        while side := table.draws(hands["player"], hands["banker"]):
            hands[side] = Hand((*hands[side], rest.pop()))
        if len(rest) < 2 or (third, fourth) == ("A", "A"):
            yield baccarat.GAME.outcome(hands["player"], hands["banker"])


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES, ids=lambda of: of.name)
def test_every_line_settles_something(of: Game) -> None:
    """No line is unreachable, and each outcome is settled by one line of each bet."""
    used: dict[str, set[int]] = {bet.name: set() for bet in of.bets}
    for outcome, bets in outcomes(of.name):
        for bet in bets:
            used[bet.name].add(id(bet.settle(outcome)))
    assert used == {bet.name: {id(line) for line in bet.lines} for bet in of.bets}


EXCEPTIONS = {
    "three-pictures": {
        ("Player wins on 6 points", "Player wins on other points"),
        ("Tie", "Tie"),
    },
    "lucky-three-pictures": {
        ("Player wins on 6 points", "Player wins on other points"),
        ("Tie on Three Pictures", "Tie on other points"),
        ("Tie on 8 or 9 points", "Tie on 8 or 9 points"),
        ("Tie on 8 or 9 points", "Tie on other points"),
        ("Tie on other points", "Tie on other points"),
    },
    "royal-three-pictures": {
        ("Player wins on Six Points", "Player wins on other Points"),
        ("Three Kings", "Three Pictures"),
        ("Three Queens", "Three Pictures"),
        ("Three Jacks", "Three Pictures"),
    },
    "three-card-poker": {
        ("Dealer does not qualify", "Player ranks higher"),
        ("Dealer does not qualify", "Stand Off"),
        ("AKQ Spades", "Straight Flush"),
        ("AKQ Hearts/Diamonds/Clubs", "Straight Flush"),
    },
    "baccarat": {("Banker wins on 6 points", "Banker wins on other points")},
}


@pytest.mark.slow
@pytest.mark.parametrize("of", GAMES, ids=lambda of: of.name)
def test_lines_overlap_only_where_an_exception_stands_above_its_rule(of: Game) -> None:
    """A fold narrows everything below it; every other overlap is listed here.

    Where nothing is listed, an exception holds only where its rule does.
    """
    ways = {
        (bet.name, holding(bet, outcome)) for outcome, bets in outcomes(of.name) for bet in bets
    }
    found = {(bet, pair) for bet, events in ways for pair in combinations(events, 2)}
    narrower = {
        (exception, rule)
        for bet, (exception, rule) in found
        if all(rule in events for name, events in ways if name == bet and exception in events)
    }
    assert {pair for _, pair in found} == EXCEPTIONS.get(of.name, narrower)


def holding(bet: Bet, outcome: Outcome) -> tuple[str, ...]:
    lines = (line for line in bet.lines[:-1] if line.event != "Folded")
    return tuple(line.event for line in lines if line.when(outcome))
