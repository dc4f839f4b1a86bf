"""The lines that can settle a box's bets, however its hand and the dealer's are dealt.

Every hand is one bit of a number, in the order of the game's ranking; so the hands that are still
possible, those that hold a card, and those of one rank are numbers too. Hands that no bet can tell
apart are of one kind, and each kind asks the game's own lines once.

Hands of other boxes take cards of the same pack and constrain nothing: what a hand and the dealer's
leave is enough for them, as no more hands are dealt than the pack can fill, and any cards will do.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import DECK, Card, Hand
from croupier.engine.deal import Deal
from croupier.engine.outcome import Outcome
from croupier.table._lines import Lines, Rules, rules_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from croupier.engine.game import Game
    from croupier.engine.ranking import Rank

Cards = frozenset[Card]


class Against(NamedTuple):
    """Hands of the dealer, and the ranks that are among them."""

    hands: int
    ranks: int


class Row(NamedTuple):
    """The lines that settle a hand, each set of them with the dealer's hands that it takes."""

    lines: int
    against: tuple[tuple[int, Against], ...]


class Kind(NamedTuple):
    """Hands that no bet can tell apart, in a row."""

    first: int
    bits: int
    """One for each of them."""
    rows: tuple[Row, ...]
    """Played; and folded, where that can be."""


class Dealt:
    def __init__(self, game: Game) -> None:
        assert isinstance(game.deal, Deal)
        self.game = game
        self.lines = Lines(game)
        looking_alike = by_look(game, game.deal.cards)
        self.ranks = sorted(looking_alike)
        self.examples = [looking_alike[rank][0][0] for rank in self.ranks]
        sizes = [sum(map(len, looking_alike[rank])) for rank in self.ranks]
        self.starts = list(accumulate(sizes, initial=0))
        """Of the hands of each rank, and the end of all."""
        self.least = self.least_that_qualifies()
        self.hands: list[Hand] = []
        self.kinds: list[Kind] = []
        for rank in range(len(self.ranks)):
            self.add(rank, looking_alike[self.ranks[rank]])
        self.holding = holding(self.hands)

    def least_that_qualifies(self) -> int | None:
        qualifies = self.game.qualifies
        if qualifies is None:
            return None
        good = [qualifies.when(hand) for hand in self.examples]
        assert good == sorted(good), "the higher hands qualify"
        return good.index(True)

    def add(self, rank: int, looking_alike: list[list[Hand]]) -> None:
        """Hands of one rank, together where every line says the same of them."""
        choices = (False, True) if self.game.decision else (False,)
        alike: dict[tuple[Row, ...], list[Hand]] = defaultdict(list)
        for hands in looking_alike:
            rows = tuple([self.row(hands[0], rank, folded=folded) for folded in choices])
            alike[rows] += hands
        for rows, hands in alike.items():
            self.kinds.append(Kind(len(self.hands), (1 << len(hands)) - 1, rows))
            self.hands += hands

    def dealers(self, rank: int) -> Iterable[tuple[int, int]]:
        """Runs of ranks that the lines cannot tell apart when the dealer has them.

        Where the dealer must qualify they ask whether he does and whose hand ranks higher, and
        nothing else; in the other games they see no more of his hand than its rank tells.
        """
        end = len(self.ranks)
        if self.least is None:
            return pairwise(range(end + 1))
        return pairwise(sorted({0, self.least, rank, rank + 1, end}))

    def row(self, hand: Hand, rank: int, *, folded: bool) -> Row:
        """What the game's lines say of a hand against one dealer of each run."""
        hands: dict[int, int] = defaultdict(int)
        ranks: dict[int, int] = defaultdict(int)
        every = 0
        for low, high in self.dealers(rank):
            dealer = self.examples[low]
            outcome = Outcome(hand, dealer, self.ranks[rank], self.ranks[low], folded)
            lines = self.lines.settling(outcome)
            hands[lines] |= (1 << self.starts[high]) - (1 << self.starts[low])
            ranks[lines] |= (1 << high) - (1 << low)
            every |= lines
        return Row(every, tuple((lines, Against(hands[lines], ranks[lines])) for lines in hands))

    def possible(self, own: Cards, seen: Cards) -> int:
        """The hands with these cards of their own and none of those seen elsewhere."""
        hands, elsewhere = (1 << len(self.hands)) - 1, 0
        for card in own:
            hands &= self.holding[card]
        for card in seen - own:
            elsewhere |= self.holding[card]
        return hands & ~elsewhere

    def against(self, dealer: Cards, seen: Cards) -> Against:
        hands, ranks = self.possible(dealer, seen), 0
        for rank, (start, end) in enumerate(pairwise(self.starts)):
            if hands >> start & ((1 << end - start) - 1):
                ranks |= 1 << rank
        return Against(hands, ranks)

    def reached(self, own: int, dealers: Against, wanted: int, folded: Collection[bool]) -> int:
        """Those of the wanted lines that can settle; of a bet that is open not always all."""
        reached = 0
        for kind in reversed(self.kinds):
            if not wanted:
                break
            members = own >> kind.first & kind.bits
            for row in [kind.rows[fold] for fold in folded] if members else ():
                if not row.lines & wanted & ~reached:
                    continue
                for lines, against in row.against:
                    new = lines & wanted & ~reached
                    if not new or not against.ranks & dealers.ranks:
                        continue
                    if self.can_meet(kind.first, members, against.hands & dealers.hands):
                        reached |= new
                        wanted = self.lines.undecided(wanted, reached)
        return reached

    def can_meet(self, first: int, members: int, dealers: int) -> bool:
        """Whether one of these hands and one of the dealer's share no card."""
        while members and dealers:
            last = members.bit_length() - 1
            members ^= 1 << last
            sharing = 0
            for card in self.hands[first + last]:
                sharing |= self.holding[card]
            if dealers & ~sharing:
                return True
        return False


KNOWN: dict[Rules, Dealt] = {}


@lru_cache(maxsize=512)
def dealt(game: Game) -> Dealt:
    """One for all games that settle alike, whatever else they read differently."""
    rules = rules_of(game)
    if rules not in KNOWN:
        KNOWN[rules] = Dealt(game)
    return KNOWN[rules]


@lru_cache(maxsize=64)
def dealers(table: Dealt, dealer: Cards, seen: Cards) -> Against:
    """The same for every box of a round."""
    return table.against(dealer, seen)


@lru_cache(maxsize=512)
def reached(
    table: Dealt, own: Cards, dealer: Cards, seen: Cards, bets: tuple[str, ...], *folded: bool
) -> int:
    """The lines that can settle these bets: one answer for all boxes of which as much is seen."""
    wanted = table.lines.of(bets)
    return table.reached(table.possible(own, seen), dealers(table, dealer, seen), wanted, folded)


def by_look(game: Game, size: int) -> Mapping[Rank, list[list[Hand]]]:
    """For each rank its hands, apart where ranks of cards or, if that counts, the suit differ."""
    rank = game.ranking.rank
    looks = by_ranks_and_suit(size)
    ranked = {look: rank(hands[0]) for look, hands in looks.items()}
    suits_count = any(ranked[ranks, suit] != ranked[ranks, ""] for ranks, suit in looks)
    together: dict[tuple[str, str], list[Hand]] = defaultdict(list)
    for (ranks, suit), hands in looks.items():
        together[ranks, suit if suits_count else ""] += hands
    found: dict[Rank, list[list[Hand]]] = defaultdict(list)
    for look, hands in together.items():
        found[ranked[look]].append(hands)
    return found


@cache
def by_ranks_and_suit(size: int) -> Mapping[tuple[str, str], list[Hand]]:
    """Every hand, by its ranks and by its suit where that is one."""
    kinds: dict[tuple[str, str], list[Hand]] = defaultdict(list)
    for cards in combinations(DECK, size):
        suits = {suit for _, suit in cards}
        ranks = "".join(sorted([rank for rank, _ in cards]))
        kinds[ranks, suits.pop() if len(suits) == 1 else ""].append(Hand(cards))
    return kinds


def holding(hands: list[Hand]) -> Mapping[Card, int]:
    """For each card the hands that hold it."""
    marks = {card: bytearray(len(hands) // 8 + 1) for card in DECK}
    for place, hand in enumerate(hands):
        for card in hand:
            marks[card][place >> 3] |= 1 << (place & 7)
    return {card: int.from_bytes(marked, "little") for card, marked in marks.items()}
