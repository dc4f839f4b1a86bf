"""The report of an amendment, as a compliance officer files it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.compliance.named import named
from croupier.compliance.paper import Grid, Pairs, Paper, Part
from croupier.digest import software_digest
from croupier.lab.figures import decimal
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from croupier.compliance.amending import Difference, Moved
    from croupier.compliance.given import Given
    from croupier.rulebook.amendments import Amendment

NO_CLAUSE = "no such clause"
GIST = "our own summary; the approved wording is not kept, only its digest"


@dataclass(frozen=True, slots=True)
class Made:
    """Of which file the report is, and when it was made."""

    file: str
    given: Given
    at: str


def percent(part: Fraction) -> str:
    return f"{decimal(100 * part, 4)} %"


def told(moved: Moved) -> str:
    after = "" if moved.edge_after is None else f", {percent(moved.edge_after)} by the new pays"
    if moved.edge_after == moved.edge:
        after = ", the same by the new pays"
    decides = f"it helps to decide {percent(moved.decides)} of them"
    return f"{moved.bet}: house edge {percent(moved.edge)}{after}; {decides}"


def odds_lines(one: Difference) -> list[str]:
    lines = [told(moved) for moved in one.odds]
    return [*lines, f"after it: not computed, {one.not_computed}"] if one.not_computed else lines


def report(found: Amendment, differences: list[Difference], made: Made) -> Paper:
    document = found.document
    return Paper(
        title=f"{document.title}: what a new text amends",
        head=(
            ("document", f"{document.title} ({document.operator})"),
            ("registered", f"version {document.version}, in force from {document.effective}"),
            ("given", stated(found)),
            ("file", f"{made.file} ({made.given.kind})"),
            ("digest of file", f"SHA-256 {made.given.digest}"),
            ("clauses", f"{len(document.clauses)} registered, {len(found.wording)} given"),
            ("result", found.in_words),
            ("report made", made.at),
            ("program", f"croupier {__version__}, SHA-256 {software_digest()}"),
        ),
        parts=tuple(parts(found, differences)),
        signed=True,
    )


def stated(found: Amendment) -> str:
    return f"version {found.version or 'unknown'}, in force from {found.effective or 'unknown'}"


def parts(found: Amendment, differences: list[Difference]) -> Iterator[Part]:
    if found.warnings:
        yield Part("Warnings", found.warnings)
    if not differences:
        yield Part("Differences", (found.in_words,))
        return
    rows = tuple(
        (one.clause, one.what, str(len(one.code)), str(len(one.tests)), str(len(one.odds)))
        for one in differences
    )
    headings = ("clause", "change", "lines of code", "tests", "bets it decides")
    yield Part("Differences", (Grid(headings, rows),))
    yield Part("Clause by clause", (f"Registered: {GIST}.",))
    yield from (clause_part(one) for one in differences)


def clause_part(one: Difference) -> Part:
    rows = (
        ("digests", f"{one.digest_before or 'none'} before, {one.digest_after or 'none'} now"),
        ("code that depends on it", ", ".join(dict.fromkeys(map(named, one.code))) or "none"),
        ("tests that show it", "; ".join(one.tests) or "none"),
        ("odds", "; ".join(odds_lines(one)) or "decides no bet by itself"),
        ("decision", "to be followed \u2610   wording only \u2610   to be asked \u2610"),
    )
    beside = Grid(("registered", "given"), ((one.gist or NO_CLAUSE, one.wording or NO_CLAUSE),))
    return Part(f"{one.clause} {one.what}", (beside, Pairs(rows)), below=True)
