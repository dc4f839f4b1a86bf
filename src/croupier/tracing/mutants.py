"""Which mutants of what carries a clause out its own tests find, as `make mutants` stored it.

The file has a line for each clause: the titles of the tests that found its mutants out, each with
these mutants. Survivors stand behind `survives: ` and the reason. No file or function is named.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.rulebook.clauses import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MUTANTS = PACKAGE / "rulebook" / "mutants.tsv"
UNEXPLAINED = "no reason is known"
SURVIVES, BETWEEN = "survives: ", " | "


class Mutant(NamedTuple):
    """One way in which a clause was broken."""

    name: str
    by: str
    """The title of the test of the clause that found it out; nothing: none did."""
    reason: str
    """Why it may survive."""


class Mutants(NamedTuple):
    """Of one clause."""

    each: tuple[Mutant, ...]

    @property
    def killed(self) -> int:
        return sum(bool(one.by) for one in self.each)

    @property
    def made(self) -> int:
        return len(self.each)

    @property
    def survivors(self) -> tuple[str, ...]:
        """Each with its reason."""
        return tuple(f"{one.name}: {one.reason}" for one in self.each if not one.by)

    @property
    def found_out(self) -> bool:
        """A test of the clause fails for every mutant but those that make no difference."""
        explained = all(one.by or one.reason != UNEXPLAINED for one in self.each)
        return self.killed > 0 and explained


class Figure(NamedTuple):
    clauses: int
    found_out: int
    made: int
    killed: int


class Kept(NamedTuple):
    """What the runs have left."""

    sources: tuple[str, ...]
    """Digests of the sources that were broken: of the whole run, then of what was run anew."""
    rules: Mapping[str, str]
    """By game the digest of the rules that were broken."""
    clauses: Mapping[tuple[str, str], Mutants]


NOTHING = Kept((), {}, {})


def parse(text: str) -> Kept:
    head, body = text.split("\n\n", 1)
    sources, *rules = (line.split("\t")[1:] for line in head.splitlines())
    clauses: dict[tuple[str, str], Mutants] = {}
    for line in body.splitlines():
        game, clause, *groups = line.split("\t")
        outcomes = zip(groups[::2], groups[1::2], strict=True)
        each = (mutant for outcome, names in outcomes for mutant in _mutants(outcome, names))
        clauses[game, clause] = Mutants(tuple(each))
    return Kept(tuple(sources), dict(rules), clauses)


def _mutants(outcome: str, names: str) -> Iterator[Mutant]:
    reason = outcome.removeprefix(SURVIVES) if outcome.startswith(SURVIVES) else ""
    for name in names.split(BETWEEN):
        yield Mutant(name, "" if reason else outcome, reason)


def written(kept: Kept) -> str:
    head = ["\t".join(("sources", *kept.sources))]
    head += [f"rules\t{game}\t{digest}" for game, digest in kept.rules.items()]
    rows = ["\t".join((*key, *_groups(clause))) for key, clause in kept.clauses.items()]
    return "\n".join([*head, "", *rows]) + "\n"


def _groups(clause: Mutants) -> Iterator[str]:
    names: dict[str, list[str]] = {}
    for mutant in clause.each:
        names.setdefault(mutant.by or SURVIVES + mutant.reason, []).append(mutant.name)
    for outcome, group in names.items():
        yield outcome
        yield BETWEEN.join(group)


@cache
def kept() -> Kept:
    return parse(MUTANTS.read_text(encoding="utf-8")) if MUTANTS.exists() else NOTHING


def mutants() -> Mapping[tuple[str, str], Mutants]:
    return kept().clauses


def figure() -> Figure:
    """Of all clauses; a mutant counts once for each clause that it breaks."""
    rows = mutants().values()
    return Figure(
        clauses=len(rows),
        found_out=sum(row.found_out for row in rows),
        made=sum(row.made for row in rows),
        killed=sum(row.killed for row in rows),
    )
