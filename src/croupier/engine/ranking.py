"""How hands rank, by what each key says in turn, and what a hand is called."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from croupier.cards import Hand
from croupier.engine.interpretations import under
from croupier.rulebook.marks import carries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook import Cite
    from croupier.said import Said

Key = Callable[[Hand], "int | tuple[int, ...]"]
Rank = tuple["int | tuple[int, ...]", ...]


@dataclass(frozen=True, slots=True)
class By:
    key: Key
    cite: Cite


@dataclass(frozen=True, slots=True, init=False)
class Ranking:
    """Hands compare by the first key, then by the next; equal in all of them is equal in rank."""

    keys: tuple[By, ...]
    name: Callable[[Hand], str] | None
    points: Callable[[Hand], int | None] | None
    rank: Callable[[Hand], Rank]
    said: Callable[[Hand], Said] | None
    """The name as a code with its facts."""
    sees: Callable[[Hand], Hashable]
    """All of a hand that decides its rank, name and points, and whether it qualifies."""

    def __init__(
        self,
        *keys: By,
        name: Callable[[Hand], str] | None = None,
        points: Callable[[Hand], int | None] | None = None,
        said: Callable[[Hand], Said] | None = None,
        sees: Callable[[Hand], Hashable] = tuple,
    ) -> None:
        object.__setattr__(self, "keys", keys)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "said", said)
        object.__setattr__(self, "sees", sees)
        object.__setattr__(self, "rank", in_turn([by.key for by in keys]))

    def under(self, readings: Mapping[str, str]) -> Ranking:
        if self.points is None:
            return self
        return Ranking(
            *self.keys,
            name=self.name,
            points=under(self.points, readings),
            said=self.said,
            sees=self.sees,
        )


def in_turn(keys: list[Key]) -> Callable[[Hand], Rank]:
    """What all keys say of a hand; the usual few without a loop, as every round asks."""
    match keys:
        case [only]:
            return partial(by_one, only)
        case [first, second]:
            return partial(by_two, first, second)
        case [first, second, third]:
            return partial(by_three, first, second, third)
        case _:
            return partial(by_each, keys)


@carries(By)
def by_one(key: Key, hand: Hand) -> Rank:
    return (key(hand),)


@carries(By)
def by_two(first: Key, second: Key, hand: Hand) -> Rank:
    return first(hand), second(hand)


@carries(By)
def by_three(first: Key, second: Key, third: Key, hand: Hand) -> Rank:
    return first(hand), second(hand), third(hand)


def by_each(keys: list[Key], hand: Hand) -> Rank:
    return tuple([key(hand) for key in keys])
