"""Which clauses of different games speak of the same thing, and documents side by side."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import product
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from croupier.games import GAMES, game
from croupier.guide.subjects import Subject, function_name, subjects

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.engine.game import Game

SAME_WORDS, SAME_WORDING = 1.5, 3.0
"""What gists in the same words count, and the same approved wording."""
WORDS_ALONE = 0.25
"""What is taken off where two clauses have words in common and nothing else."""
ALIKE = 0.75
"""From here on two clauses speak of the same thing."""
NOT_ALONE = ("void.by", "refusals", "interpretations", "shown", "remedy")
"""What many clauses share without saying the same."""

ORDER = {one.name: at for at, one in enumerate(GAMES)}

Place = tuple[str, str]
"""A game and a clause of it."""


@cache
def words() -> Mapping[Place, Mapping[str, float]]:
    """Each gist as its words, the rarer the heavier, of length one."""
    counts = {
        (one.name, number): Counter(_words(clause.gist))
        for one in GAMES
        for number, clause in one.document.clauses.items()
    }
    met = Counter(word for count in counts.values() for word in count)
    weighed = {
        place: {word: times * log(len(counts) / met[word]) for word, times in count.items()}
        for place, count in counts.items()
    }
    return {
        place: {
            word: weight / sqrt(sum(x * x for x in vector.values()))
            for word, weight in vector.items()
        }
        for place, vector in weighed.items()
    }


def _words(gist: str) -> list[str]:
    return [re.sub(r"(?:e?s|ed|ing)$", "", word) for word in re.findall(r"[a-z0-9]+", gist.lower())]


class Likeness(NamedTuple):
    score: float
    shared: tuple[Subject, ...]


def alike(one: Place, other: Place) -> Likeness:
    """How far clauses of two games speak of the same thing, and what it is."""
    mine, theirs = (subjects(of).get(number, {}) for of, number in (one, other))
    shared = {
        subject: weight * theirs[subject] / sqrt(said(one[0])[subject] * said(other[0])[subject])
        for subject, weight in mine.items()
        if subject in theirs and not subject.where.endswith(NOT_ALONE)
    }
    same_words = sum(weight * words()[other].get(word, 0) for word, weight in words()[one].items())
    score = sum(shared.values()) + SAME_WORDS * same_words + (0 if shared else -WORDS_ALONE)
    score += SAME_WORDING if digest(one) == digest(other) else 0
    told = (subject for subject in shared if not subject.where.endswith(".facts"))
    return Likeness(score, tuple(sorted(told, key=lambda subject: -shared[subject])))


def digest(place: Place) -> str:
    return game(place[0]).document.clauses[place[1]].digest


@cache
def said(name: str) -> Mapping[Subject, float]:
    """How much is said of each subject by all clauses of a game."""
    total: Counter[Subject] = Counter()
    for spoken in subjects(name).values():
        total.update(spoken)
    return total


@cache
def likenesses(name: str, other: str) -> Mapping[tuple[str, str], Likeness]:
    """Those clauses of two games that speak of the same thing."""
    pairs = product(game(name).document.clauses, game(other).document.clauses)
    found = {(a, b): alike((name, a), (other, b)) for a, b in pairs}
    return {pair: likeness for pair, likeness in found.items() if likeness.score >= ALIKE}


@cache
def closest(name: str, other: str) -> Mapping[str, tuple[str, Likeness]]:
    """For clauses of a game, the one of another game that each is most like."""
    turned = ORDER[name] > ORDER[other]
    found = likenesses(other, name) if turned else likenesses(name, other)
    best: dict[str, tuple[str, Likeness]] = {}
    for pair, likeness in found.items():
        mine, their = reversed(pair) if turned else pair
        if mine not in best or likeness.score > best[mine][1].score:
            best[mine] = (their, likeness)
    return best


def same_in(name: str, number: str, other: str) -> dict[str, tuple[Subject, ...]]:
    """The clauses of another game that say what this one says, and what they share."""
    found = {}
    if number in closest(name, other):
        their, likeness = closest(name, other)[number]
        found[their] = likeness.shared
    for their, (mine, likeness) in closest(other, name).items():
        if mine == number:
            found.setdefault(their, likeness.shared)
    order = list(game(other).document.clauses)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0])))


def family() -> tuple[Game, ...]:
    """The largest group of games whose hands rank by the same keys."""
    by_ranking: dict[tuple[str, ...], tuple[Game, ...]] = defaultdict(tuple)
    for one in GAMES:
        by_ranking[tuple(function_name(by.key) for by in one.ranking.keys)] += (one,)
    return max(by_ranking.values(), key=len)


class Beside(NamedTuple):
    """Clauses of several games that speak of the same thing, a group for each game."""

    clauses: tuple[tuple[str, ...], ...]
    shared: tuple[str, ...]


def side_by_side(games: Sequence[Game]) -> Iterator[Beside]:
    """Every clause at least once: in the first game's order, then what only others say."""
    shown: set[Place] = set()
    for at, one in enumerate(games):
        for number in one.document.clauses:
            if (one.name, number) in shown:
                continue
            others = [same_in(one.name, number, other.name) for other in games[at + 1 :]]
            row = ((),) * at + ((number,), *map(tuple, others))
            shared = Counter(
                subject.title for said in others for their in said.values() for subject in their
            )
            yield Beside(row, tuple(title for title, _ in shared.most_common(3)))
            shown.update(
                (of.name, clause)
                for of, clauses in zip(games, row, strict=True)
                for clause in clauses
            )
