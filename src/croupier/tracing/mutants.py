"""Which mutants of what carries a clause out its own tests find, as `make mutants` stored it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MUTANTS = Path(__file__).parents[1] / "rulebook" / "mutants.tsv"
UNEXPLAINED = "no reason is known"


class Mutant(NamedTuple):
    """One way in which a clause was broken."""

    name: str
    by: str
    """The test of the clause that found it out; nothing: none did."""
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
    found: dict[tuple[str, str], list[Mutant]] = {}
    for line in body.splitlines():
        game, clause, *mutant = line.split("\t")
        found.setdefault((game, clause), []).append(Mutant(*mutant))
    clauses = {key: Mutants(tuple(each)) for key, each in found.items()}
    return Kept(tuple(sources), dict(rules), clauses)


def written(kept: Kept) -> str:
    head = ["\t".join(("sources", *kept.sources))]
    head += [f"rules\t{game}\t{digest}" for game, digest in kept.rules.items()]
    rows = ["\t".join((*key, *one)) for key, of in kept.clauses.items() for one in of.each]
    return "\n".join([*head, "", *rows]) + "\n"


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
