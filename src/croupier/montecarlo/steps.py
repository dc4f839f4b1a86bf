"""How a round is dealt and looked up, written once over numbers that a kernel traces.

The same steps become vector code for a processor (`lanes.py`) and threads of a GPU (`cuda.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from croupier.cards import RANKS, SUITS
from croupier.montecarlo import hands as of_hands
from croupier.montecarlo import shoes as of_shoes
from croupier.montecarlo.shoes import Shoes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.montecarlo.dealing import Draw
    from croupier.montecarlo.hands import Hands

BYTE, SHORT, INT, LONG = 8, 16, 32, 64
"""Bits of a number."""
LOW = (1 << INT) - 1


class Number(Protocol):
    """Unsigned, of some width; what is compared gives bits."""

    def __add__(self, other: Any) -> Number: ...  # noqa: ANN401 - a number of its own kind, or int
    def __mul__(self, other: int) -> Number: ...
    def __and__(self, other: Any) -> Number: ...  # noqa: ANN401
    def __or__(self, other: Any) -> Number: ...  # noqa: ANN401
    def __xor__(self, other: Any) -> Number: ...  # noqa: ANN401
    def __lshift__(self, bits: int) -> Number: ...
    def __rshift__(self, bits: int) -> Number: ...
    def __lt__(self, other: Any) -> Number: ...  # noqa: ANN401
    def __ge__(self, other: Any) -> Number: ...  # noqa: ANN401
    def is_zero(self) -> Number: ...
    def where(self, yes: Any, no: Any) -> Number:  # noqa: ANN401
        """Of bits: one number or the other."""

    def to(self, bits: int) -> Number: ...
    def plus_bit(self, bit: Any) -> Number: ...  # noqa: ANN401


def deal(word: Callable[[int], Number], draw: Draw) -> tuple[list[Number], Number]:
    """The cards of a round by their places in the deck, and whether the draw is fair."""
    places: list[Number] = []
    fair: Number | None = None
    for half, (sizes, threshold) in enumerate(zip(draw.halves, draw.thresholds, strict=True)):
        if half % 2 == 0:
            both = word(half // 2)
        rest = both >> INT if half % 2 else both & LOW
        for size in sizes:
            product = rest * size
            places.append((product >> INT).to(narrow(draw)))
            rest = product & LOW
        enough = rest >= threshold
        fair = enough if fair is None else fair & enough
    assert fair is not None
    return distinct(places), fair


def narrow(draw: Draw) -> int:
    """Bits of a card's place."""
    return BYTE if draw.deck < 1 << BYTE else SHORT


def distinct(places: list[Number]) -> list[Number]:
    """Each place among the cards left steps over the cards before it."""
    cards: list[Number] = []
    taken: list[Number] = []
    for place in places:
        card = place
        for one in taken:
            card = card.plus_bit(card >= one)
        cards.append(card)
        if len(cards) == len(places):
            break
        risen = []
        moved = card
        for one in taken:
            below = one < moved
            risen.append(below.where(one, moved))
            moved = below.where(moved, one)
        taken = [*risen, moved]
    return cards


def seen(cells: Hands | Shoes, cards: list[Number], fair: Number) -> list[Number]:
    """What tables are asked with; of an unfair draw what stands for it."""
    if isinstance(cells, Shoes):
        ranks = [rank_of(card, len(SUITS) * cells.decks) for card in cards]
        pairs = ((0, 2), (1, 3), (4, 5))
        player, banker, rest = ((ranks[one] << of_shoes.WIDE) | ranks[two] for one, two in pairs)
        return [fair.where(player, of_shoes.REFUSED), banker, rest]
    three, suits = of_hands.THREE, cells.suits_matter
    player, dealer = (index_of(hand, suits=suits) for hand in (cards[:three], cards[three:]))
    return [fair.where(player, of_hands.REFUSED), dealer]


def rank_of(card: Number, of_a_rank: int) -> Number:
    """A quotient by multiplication, of which no remainder is lost."""
    factor = -(-(1 << SHORT) // of_a_rank)
    places = range(len(RANKS) * of_a_rank)
    assert all(place * factor >> SHORT == place // of_a_rank for place in places)
    return ((card.to(INT) * factor) >> SHORT).to(BYTE)


def index_of(hand: list[Number], *, suits: bool) -> Number:
    """As `hands.index_of` has it; where no bet looks at suits they are left out."""
    first, second, third = ((card >> 2).to(SHORT) for card in hand)
    ranks = first * 169 + second * 13 + third
    if not suits:
        return ranks
    one, two, three = hand
    alike = (((one ^ two) | (two ^ three)) & 3).is_zero()
    return ranks + alike.where((three & 3) + 1, 0).to(SHORT) * of_hands.OF_RANKS


def widths(cells: Hands | Shoes) -> tuple[int, ...]:
    """Bits of what is seen."""
    return (BYTE, BYTE, BYTE) if isinstance(cells, Shoes) else (SHORT, SHORT)


def cell(
    cells: Hands | Shoes, seen: Sequence[Number], looked: Callable[[int, Number], Number]
) -> Number:
    """Of one round, out of what was seen; `looked` gives what stands in a table, by its number."""
    if isinstance(cells, Shoes):
        player, banker, rest = (looked(table, one) for table, one in enumerate(seen))
        told = player + banker + rest
        return looked(3, told & of_shoes.FAR) + (told >> of_shoes.BEYOND)
    player, dealer = (looked(table, one) for table, one in enumerate(seen))
    if cells.by_looks:
        return player + dealer
    bounds = looked(2, player)
    found = bounds & of_hands.FAR
    for place in (16, 32, 48):
        found = found.plus_bit(dealer >= ((bounds >> place) & of_hands.FAR))
    return found


def counters(cells: Hands | Shoes) -> int:
    """So many places for counting, those of refused draws among them."""
    beyond = cells.mores if isinstance(cells, Shoes) else len(cells.dealer_example) + 1
    return cells.cells.number + beyond
