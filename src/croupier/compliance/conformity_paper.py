"""The statement of conformity as a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.compliance.conformity import MOST
from croupier.compliance.paper import Grid, Pairs, Paper, Part
from croupier.tracing.mutants import kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.compliance.conformity import Conforms, Statement
    from croupier.compliance.paper import Rows

ABOUT = (
    "Every clause of the document in our words, how the program carries it out and where, a"
    " situation that shows it, what became of the program broken on purpose there, the reading in"
    " force where the document leaves something open, and a remark. Code: a function carries the"
    " clause out. Console: people carry it out, and a page puts it before them. Definition: a"
    " word, and the code that makes it true. This is the maker's own statement; an inspection"
    " confirms it or does not."
)


def paper(told: Statement, head: Rows = (), *, signed: bool = False) -> Paper:
    document = told.game.document
    made = sum(one.mutants.made for one in told.clauses)
    killed = sum(one.mutants.killed for one in told.clauses)
    return Paper(
        title=f"{document.title}: statement of conformity",
        head=(
            ("document", f"{document.title} ({document.operator})"),
            ("version", f"{document.version}, in force from {document.effective}"),
            ("clauses", str(len(told.clauses))),
            ("digest of rules", f"SHA-256 {told.rules}"),
            ("broken on purpose", f"{killed} of {made} mutants of its clauses are found out"),
            ("mutants were run on", f"sources {', '.join(map(short, kept().sources)) or 'none'}"),
            *head,
        ),
        parts=tuple(parts(told)),
        signed=signed,
    )


def short(digest: str) -> str:
    return f"SHA-256 {digest[:16]}\u2026"


def parts(told: Statement) -> Iterator[Part]:
    yield Part("What this is", (ABOUT,))
    yield Part("Readings in force", (Grid(("name", "value", "reads"), tuple(open_points(told))),))
    section = ""
    for one in told.clauses:
        if one.number.split(".")[0] != section:
            section = one.number.split(".")[0]
            yield Part(f"Section {section}", (counted(told, section),))
        yield Part(one.number, (Pairs(tuple(rows(one))),), below=True)


def open_points(told: Statement) -> Iterator[tuple[str, str, str]]:
    for one in told.game.interpretations:
        if one.name in told.game.readings:
            yield one.name, str(told.game.readings[one.name]), str(one.cite)


def counted(told: Statement, section: str) -> str:
    own = [one for one in told.clauses if one.number.split(".")[0] == section]
    states = {how: sum(one.how == how for one in own) for how in dict.fromkeys(c.how for c in own)}
    said = ", ".join(f"{count} by {how}" for how, count in states.items())
    return f"{len(own)} clause{'s' * (len(own) > 1)}: {said}."


def rows(one: Conforms) -> Iterator[tuple[str, str]]:
    yield "says", one.gist
    yield "remark", one.remark
    yield "carried out", f"{one.how}: {'; '.join(one.parts)}"
    yield "by", listed(one.functions)
    if one.readings:
        yield "reading in force", "; ".join(one.readings)
    yield "scenario", one.scenario + (f" (and {one.tests - 1} more)" if one.tests > 1 else "")
    yield "broken on purpose", broken(one)
    yield "digest of wording", one.digest


def listed(functions: tuple[str, ...]) -> str:
    more = len(functions) - MOST
    said = ", ".join(functions[:MOST])
    return f"{said} and {more} more" if more > 0 else said


def broken(one: Conforms) -> str:
    found = "; ".join(each.name for each in one.mutants.each if each.by)
    told = f"{one.mutants.killed} of {one.mutants.made} found out: {found}"
    alive = "; ".join(one.mutants.survivors)
    return f"{told}. Not found out, and why: {alive}" if alive else told
