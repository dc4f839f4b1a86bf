"""How hands rank, by what each key says in turn, and what a hand is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import Hand
from croupier.engine.interpretations import under

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.rulebook import Cite

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

    def __init__(
        self,
        *keys: By,
        name: Callable[[Hand], str] | None = None,
        points: Callable[[Hand], int | None] | None = None,
    ) -> None:
        object.__setattr__(self, "keys", keys)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "points", points)

    def rank(self, hand: Hand) -> Rank:
        return tuple([by.key(hand) for by in self.keys])

    def under(self, readings: Mapping[str, str]) -> Ranking:
        if self.points is None:
            return self
        return Ranking(*self.keys, name=self.name, points=under(self.points, readings))
