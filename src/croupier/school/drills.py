"""Drills without end, by a seed: the same game, kind and seed give the same drills."""

from __future__ import annotations

from itertools import chain, count
from random import Random
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.school.drawing import draws_drill
from croupier.school.following import drill_of, follows_drill, reported_in
from croupier.school.paying import pay_drill
from croupier.school.sheets import DrillKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.engine.game import Game
    from croupier.scenario.reading import Script
    from croupier.school.sheets import Drill

MOST_SEEDS = 2**63
MOST_PASSED = 500
"""Drills without an answer by the clauses asked for, after which there are no more."""
SEEDS = 10**9
"""Of which one is drawn: short enough to be written down."""

MAKES: Mapping[DrillKind, Callable[[Game, Random, int], Drill]] = {
    DrillKind.PAY: pay_drill,
    DrillKind.DRAWS: draws_drill,
    DrillKind.FOLLOWS: follows_drill,
}


def kind_named(name: str | None) -> DrillKind | None:
    """A kind by its name; none: all that a game has."""
    if name is None:
        return None
    if name not in set(MAKES):
        raise BadInput(f"{name[:20]!r} is not one of {', '.join(MAKES)}", "kind")
    return DrillKind(name)


def kinds_of(game: Game) -> tuple[DrillKind, ...]:
    return tuple(kind for kind in MAKES if kind is not DrillKind.DRAWS or game.drawn_by_tableau)


def drills(game: Game, kind: DrillKind | None, seed: int) -> Iterator[Drill]:
    """Of one kind, or of all that the game has, mixed."""
    check_seed(seed)
    kinds = kinds_of(game) if kind is None else (kind,)
    if kind is not None and kind not in kinds_of(game):
        raise BadInput(f"no hand draws in {game.name}: every hand has its cards", "kind")
    return (drill(game, kinds, seed, number) for number in count(1))


def about(drills: Iterator[Drill], game: Game, clauses: Sequence[str]) -> Iterator[Drill]:
    """Of drills those with an answer that rests on one of the clauses; all where none is named."""
    for number in clauses:
        if number not in game.document.clauses:
            raise BadInput(f"{game.name} has no clause {number[:20]!r}", "clause")
    if not clauses:
        return drills
    found = resting_on(drills, set(clauses))
    first = next(found, None)
    if first is None:
        raise BadInput(f"no drill rests on {' or '.join(clauses)}", "clause")
    return chain([first], found)


def resting_on(drills: Iterator[Drill], clauses: set[str]) -> Iterator[Drill]:
    """Until too many in a row do not."""
    passed = 0
    for one in drills:
        passed += 1
        if any(clauses.intersection(right.clauses) for right in one.key):
            passed = 0
            yield one
        if passed == MOST_PASSED:
            return


def drill(game: Game, kinds: tuple[DrillKind, ...], seed: int, number: int) -> Drill:
    """One of them, whatever was drilled before it."""
    chance = Random(f"school {game.name} {' '.join(kinds)} {seed} {number}")  # noqa: S311 - by seed
    return MAKES[chance.choice(kinds)](game, chance, number)


def drills_from(scripts: Iterable[Script], game: Game, seed: int) -> Iterator[Drill]:
    """Of what is reported in scenario files, each once, in an order by the seed."""
    check_seed(seed)
    told = list(reported_in(scripts, game.name))
    if not told:
        raise BadInput(f"nothing is reported in it at a table of {game.name}")
    chance = Random(f"school scenarios {game.name} {seed}")  # noqa: S311 - as above
    chance.shuffle(told)
    return (drill_of(one, chance, number) for number, one in enumerate(told, 1))


def check_seed(seed: int) -> None:
    if not 0 <= seed < MOST_SEEDS:
        raise BadInput(f"a whole number from 0 to {MOST_SEEDS - 1}", "seed")
