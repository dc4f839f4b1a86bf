"""What follows, by which clause, who decides: from a game's irregularities, or a scenario's."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from croupier.engine.irregularities import CARDS, IRREGULARITIES, POSITIONS, Remedy
from croupier.engine.rulings import ruling
from croupier.said import Said
from croupier.scenario.playing import played_on
from croupier.school.sheets import (
    CLAUSE,
    WHAT,
    WHO,
    Drill,
    DrillChoice,
    DrillKind,
    Other,
    Part,
    Right,
    Sheet,
    Situation,
)
from croupier.table.events import IrregularityReported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from random import Random

    from croupier.engine.game import Game
    from croupier.engine.irregularities import Fact, Value
    from croupier.engine.rulings import Ruling
    from croupier.scenario.reading import Script

MOST_CHOICES = 4
ONE_OR_MORE = (1, 2)
"""Cards that an error is about: more than two differ from two in no document."""


class Told(NamedTuple):
    """Something that went wrong, at a table of this game under its readings."""

    game: Game
    irregularity: str
    facts: Mapping[str, Value]
    source: str = ""


def follows_drill(game: Game, chance: Random, number: int) -> Drill:
    """An irregularity that the document knows, each as likely as another; then its facts."""
    known = chance.choice(list(dict.fromkeys(case.irregularity for case in game.irregularities)))
    made = chance.choice([one for one in rulings(game) if one.irregularity == known])
    return drill_of(Told(game, known, made.facts), chance, number)


def reported_in(scripts: Iterable[Script], game: str) -> Iterator[Told]:
    """What is reported in the situations of scenario files, as the table took it."""
    for script in scripts:
        if script.situation.game != game:
            continue
        outcome, floor = played_on(script)
        for table, event in floor.journal:
            if isinstance(event, IrregularityReported):
                yield Told(
                    floor.tables[table].game,
                    event.ruling.report.irregularity,
                    event.ruling.facts,
                    outcome.title,
                )


def drill_of(told: Told, chance: Random, number: int) -> Drill:
    game = told.game
    made = ruling(game, told.irregularity, told.facts)
    near = others(made, game, chance)
    matter = facts_that_matter(game, told.irregularity)
    what, cited = choices(made, near, done), choices(made, near, by_clauses)
    chance.shuffle(what)
    chance.shuffle(cited)
    why_not = {
        " ".join(one.clauses): Other(one.clauses, because(one))
        for one in reversed(near)
        if one.clauses != made.clauses
    }
    return Drill(
        sheet=Sheet(
            game=game.name,
            kind=DrillKind.FOLLOWS,
            number=number,
            shows=Situation(told.irregularity, {name: made.facts[name] for name in matter}),
            parts=(
                Part(name=WHAT, choices=tuple(what)),
                Part(name=CLAUSE, choices=tuple(cited)),
                Part(name=WHO, choices=tuple(DrillChoice(str(role)) for role in POSITIONS)),
            ),
        ),
        key=(
            right(made, done(made).code),
            right(made, by_clauses(made).code, why_not),
            right(made, str(made.decided_by)),
        ),
        source=told.source,
    )


def right(made: Ruling, answer: str, others: dict[str, Other] | None = None) -> Right:
    return Right(answer=answer, clauses=made.clauses, because=because(made), others=others or {})


def because(made: Ruling) -> Said:
    """How the ruling's sentence begins: the situation as its clauses see it."""
    begins = made.said.facts["because"]
    return Said(begins["code"], begins["facts"])


def done(made: Ruling) -> DrillChoice:
    """What is done, told so that any two that differ have different codes."""
    words = [str(one) for one in made.remedies]
    if Remedy.OFFER_OPTIONS in made.remedies:
        words.append(f"to-{made.offered_to}")
    if made.withdrawal_by:
        words.append(f"withdrawal-by-{made.withdrawal_by}")
    steps = tuple(Said(one["code"], one["facts"]) for one in made.said.facts["steps"])
    return DrillChoice(" ".join(words), steps, made.withdrawal_by)


def by_clauses(made: Ruling) -> DrillChoice:
    return DrillChoice(" ".join(made.clauses))


def choices(
    made: Ruling, near: list[Ruling], told: Callable[[Ruling], DrillChoice]
) -> list[DrillChoice]:
    found = {one.code: one for one in map(told, [made, *near])}
    return list(found.values())[:MOST_CHOICES]


def others(made: Ruling, game: Game, chance: Random) -> list[Ruling]:
    """Every other ruling of the game in some order, those for the same irregularity first."""
    known = list(rulings(game))
    chance.shuffle(known)
    return sorted(known, key=lambda one: one.irregularity != made.irregularity)


@lru_cache(maxsize=64)
def rulings(game: Game) -> tuple[Ruling, ...]:
    """Of each irregularity that the document knows, with all facts that can matter to it."""
    known = dict.fromkeys(case.irregularity for case in game.irregularities)
    return tuple(
        ruling(game, name, dict(zip(facts, values, strict=True)))
        for name in known
        for facts in [facts_that_matter(game, name)]
        for values in product(*map(values_of, facts.values()))
    )


def facts_that_matter(game: Game, irregularity: str) -> dict[str, Fact]:
    """Those by which some case of the game goes."""
    asked = {
        name
        for case in game.irregularities
        if case.irregularity == irregularity
        for name in case.when
    }
    return {fact.name: fact for fact in IRREGULARITIES[irregularity] if fact.name in asked}


def values_of(fact: Fact) -> tuple[Value, ...]:
    return ONE_OR_MORE if fact is CARDS else fact.values
