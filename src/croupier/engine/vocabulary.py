"""The words in which a condition can be asked of a round without code of its own.

Every game has those of its ranking, its deal and its dealer; a family of games adds its own. Each
is answered by the rules that settle wagers, and the lab and the simulator tell its answers apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.engine.deal import INITIAL_EACH, Side, Tableau

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome

Value = int | str | bool
PLAYER, DEALER, BANKER = "player", "dealer", str(Side.BANKER)
NOBODY = "nobody"
POINTS, NO_OR_YES = tuple(range(10)), (False, True)


@dataclass(frozen=True, slots=True)
class Word:
    """What can be asked of a round, the answers there are, and whose answer it is."""

    name: str
    values: tuple[Value, ...]
    answer: Callable[[Outcome], Value | None]
    own: bool = False
    """It asks the player's own hand alone."""


@dataclass(frozen=True, slots=True)
class Asks:
    """A question about one of the two hands; a value, so that it can be copied."""

    say: Callable[[Hand], Value | None]
    own: bool

    def __call__(self, outcome: Outcome) -> Value | None:
        return self.say(outcome.hand if self.own else outcome.against)


def of_player(what: str, values: tuple[Value, ...], say: Callable[[Hand], Value | None]) -> Word:
    return Word(f"{PLAYER}-{what}", values, Asks(say, own=True), own=True)


def of_other(
    side: str, what: str, values: tuple[Value, ...], say: Callable[[Hand], Value | None]
) -> Word:
    return Word(f"{side}-{what}", values, Asks(say, own=False))


def vocabulary(game: Game) -> Mapping[str, Word]:
    return {word.name: word for word in (*shared(game), *game.words)}


def shared(game: Game) -> Iterator[Word]:
    """What can be asked of any game that has it."""
    other = BANKER if isinstance(game.deal, Tableau) else DEALER
    yield wins(game, other)
    if game.qualifies:
        yield of_other(DEALER, "qualifies", NO_OR_YES, game.qualifies.when)
    if game.ranking.points:
        yield of_player("points", POINTS, game.ranking.points)
        yield of_other(other, "points", POINTS, game.ranking.points)
    if isinstance(game.deal, Tableau):
        sizes = (INITIAL_EACH, INITIAL_EACH + 1)
        yield of_player("cards", sizes, len)
        yield of_other(other, "cards", sizes, len)


def wins(game: Game, other: str) -> Word:
    """Whose hand ranks higher; nobody's is compared with a dealer's that does not qualify."""

    def answer(outcome: Outcome) -> str | None:
        if game.qualifies and not game.qualifies.when(outcome.against):
            return None
        if outcome.rank == outcome.against_rank:
            return NOBODY
        return PLAYER if outcome.rank > outcome.against_rank else other

    return Word("wins", (PLAYER, other, NOBODY), answer)


@dataclass(frozen=True, slots=True)
class Holds:
    """The condition that every word is answered as it is asked."""

    asked: tuple[tuple[Word, tuple[Value, ...]], ...]

    def __call__(self, outcome: Outcome) -> bool:
        return all(word.answer(outcome) in wanted for word, wanted in self.asked)
