"""`croupier rules amended`: what a new text of a document changes, and what depends on it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.reading import read
from croupier.cli.rules_papers import check_report, write_report
from croupier.cli.verb import FOUND_SOMETHING
from croupier.cli.writing import folded, put_json
from croupier.compliance.amending import Difference, amended_by, differences
from croupier.compliance.amendment_paper import GIST, NO_CLAUSE, Made, odds_lines, report, stated
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.rulebook.amendments import Amendment

MANY = 12
"""More places of code than these are counted, and not listed."""


def show_amended(file: str | None, named: str | None, out: str | None, *, as_json: bool) -> int:
    if file is None:
        raise BadInput("'rules amended' needs the file with the document's text")
    check_report(out)
    data = read(file)
    try:
        said, found = amended_by(data, named)
    except BadInput as problem:
        raise problem.at(file) from None
    each = differences(found)
    if as_json:
        put_json(amended_json(found, each))
    else:
        print_amended(found, each)
    if out is not None:
        made = Made(file, said, datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"))
        write_report(out, report(found, each, made), quiet=as_json)
    return FOUND_SOMETHING if found.changes else 0


def amended_json(found: Amendment, each: list[Difference]) -> dict[str, Any]:
    return {
        "game": found.document.game,
        "registered": {
            "version": found.document.version,
            "effective": found.document.effective,
        },
        "given": {"version": found.version, "effective": found.effective},
        "added": found.added,
        "removed": found.removed,
        "reworded": found.reworded,
        "renumbered": dict(found.renumbered),
        "warnings": found.warnings,
        "depends": {
            one.clause: {"code": one.code, "tests": one.tests}
            for one in each
            if one.clause in found.document.clauses and one.what != "added"
        },
        "differences": [difference_json(one) for one in each],
    }


def difference_json(one: Difference) -> dict[str, Any]:
    return {
        "clause": one.clause,
        "change": one.what,
        "gist": one.gist,
        "wording": one.wording,
        "digest_before": one.digest_before,
        "digest_after": one.digest_after,
        "odds": [
            {
                "bet": moved.bet,
                "decides": str(moved.decides),
                "house_edge": str(moved.edge),
                "house_edge_after": None if moved.edge_after is None else str(moved.edge_after),
            }
            for moved in one.odds
        ],
        "not_computed": one.not_computed or None,
    }


def print_amended(found: Amendment, each: list[Difference]) -> None:
    console = Console(highlight=False)
    document = found.document
    console.print(
        f"[bold]{document.title}[/]: the register holds version {document.version}, "
        f"in force from {document.effective}; this text is {stated(found)}."
    )
    for warning in found.warnings:
        console.print(f"[yellow]Warning:[/] {warning}")
    if each:
        console.print(f"Registered is {GIST}.")
    for one in each:
        console.print(f"\n[bold]{one.clause} {one.what}[/]")
        console.print(side_by_side(one))
        print_dependents(one, console)
    console.print(f"\n{found.in_words}" if each else found.in_words)


def side_by_side(one: Difference) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, expand=True)
    shown.add_column("registered", overflow="fold", ratio=1)
    shown.add_column("given", overflow="fold", ratio=1)
    shown.add_row(*(Text(words or NO_CLAUSE) for words in (one.gist, one.wording)))
    return shown


def print_dependents(one: Difference, console: Console) -> None:
    places = list(one.code) if len(one.code) <= MANY else [f"{len(one.code)} places"]
    lines = [f"code   {place}" for place in places if one.code]
    if one.tests:
        lines.append(f"tests  {len(one.tests)}, the first: {one.tests[0]}")
    lines += [f"odds   {line}" for line in odds_lines(one)]
    for part in (part for line in lines for part in folded(line, console.width)):
        console.print(part, soft_wrap=True, markup=False)
